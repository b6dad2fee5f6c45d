//! Readers of a recording: folds that compute data for an instrument. Each has a module of its own, and the recording knows none
//! of them.
//!
//! A reader begins with all recorded entries when it is first asked for, and adds the new ones whenever it is asked again. A
//! reader that is not asked for a whole second of virtual time is dropped, so that a closed instrument costs nothing.

use crate::base::time::Time;
use std::any::Any;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// A fold of the entries of a recording, from the oldest on.
pub trait Reader<Recording>: Clone + Default + 'static {
    fn add(&mut self, recording: &Recording, number: usize);

    fn forget_before(&mut self, _: Time) {}

    fn bytes(&self) -> usize {
        0
    }
}

struct Kept<F> {
    fold: Rc<F>,
    /// The number of the next entry to add.
    next: usize,
    is_asked: bool,
}

trait Keep<Recording>: Any {
    fn forget_before(&mut self, oldest: Time);
    fn bytes(&self) -> usize;
    fn take_asked(&mut self) -> bool;
}

impl<Recording, F: Reader<Recording>> Keep<Recording> for Kept<F> {
    fn forget_before(&mut self, oldest: Time) {
        Rc::make_mut(&mut self.fold).forget_before(oldest);
    }

    fn bytes(&self) -> usize {
        self.fold.bytes()
    }

    fn take_asked(&mut self) -> bool {
        std::mem::take(&mut self.is_asked)
    }
}

pub(super) struct Readers<Recording>(RefCell<Vec<Box<dyn Keep<Recording>>>>);

impl<Recording> Default for Readers<Recording> {
    fn default() -> Readers<Recording> {
        Readers(RefCell::default())
    }
}

impl<Recording: 'static> Readers<Recording> {
    /// Returns the reader `F` after it has added all of these `entries`.
    pub fn read<F: Reader<Recording>>(&self, recording: &Recording, entries: Range<usize>) -> Rc<F> {
        let mut all = self.0.borrow_mut();
        let known = all.iter().position(|kept| (&**kept as &dyn Any).is::<Kept<F>>());
        let index = known.unwrap_or_else(|| {
            all.push(Box::new(Kept { fold: Rc::<F>::default(), next: entries.start, is_asked: true }));
            all.len() - 1
        });
        let Some(kept) = (&mut *all[index] as &mut dyn Any).downcast_mut::<Kept<F>>() else { unreachable!("it was found") };
        if kept.next < entries.start {
            (kept.fold, kept.next) = (Rc::default(), entries.start);
        }
        kept.is_asked = true;
        if kept.next < entries.end {
            let fold = Rc::make_mut(&mut kept.fold);
            (kept.next..entries.end).for_each(|number| fold.add(recording, number));
            kept.next = entries.end;
        }
        kept.fold.clone()
    }

    /// Drops the readers that have not been asked since the last call.
    pub fn drop_unasked(&mut self) {
        self.0.get_mut().retain_mut(|kept| kept.take_asked());
    }

    pub fn forget_before(&mut self, oldest: Time) {
        self.0.get_mut().iter_mut().for_each(|kept| kept.forget_before(oldest));
    }

    pub fn bytes(&self) -> usize {
        self.0.borrow().iter().map(|kept| kept.bytes()).sum()
    }
}
