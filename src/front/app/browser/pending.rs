//! What takes its time: a browser goes on meanwhile.

use super::startup::{Proxy, UserEvent};
use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

/// A value on its way; the window is woken when it is there.
pub struct Pending<T>(Rc<RefCell<Option<T>>>);

impl<T: 'static> Pending<T> {
    /// Begins to work for the value.
    pub fn new(future: impl Future<Output = T> + 'static, proxy: &Proxy) -> Pending<T> {
        let (place, proxy) = (Rc::new(RefCell::new(None)), proxy.clone());
        let theirs = place.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let value = future.await;
            theirs.replace(Some(value));
            let _ = proxy.send_event(UserEvent);
        });
        Pending(place)
    }

    /// Whether it is there.
    pub fn is_there(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// The value, if it is there.
    pub fn take(self) -> Option<T> {
        self.0.take()
    }
}
