//! Links: the state as the address of a page that opens it.

use super::dialog::{Dialog, Export, Notice, Request};
use super::state::Session;
use crate::studio::scenario::{code, link};

impl Session {
    /// The same session, whose links lead to the page at this address; without one, they are the part that goes behind it.
    #[must_use]
    pub fn with_link_base(self, link_base: Option<String>) -> Session {
        Session { link_base, ..self }
    }

    /// The address of the page that links lead to, if one is known.
    pub fn link_base(&self) -> Option<&str> {
        self.link_base.as_deref()
    }

    /// A link to the state as it is set, for the clipboard; where it would be too long, the state as a file.
    pub(super) fn copy_link(&mut self) {
        let code = code::write(&self.scenario());
        match link::write(self.link_base(), &code) {
            Ok(link) => {
                let letters = code.len();
                self.tell(Notice::good(match &self.link_base {
                    Some(base) => format!("A link to {base} with a share code of {letters} letters is on the clipboard."),
                    None => format!(
                        "The end of a link, # and a share code of {letters} letters, is on the clipboard: put it behind the \
                         address of a page with tickscope. tickscope --base ADDRESS makes whole links from then on."
                    ),
                }));
                self.requests.push(Request::Copy(link));
            }
            Err(too_long) => {
                let what = Export::Scenario;
                self.dialog = Some(Dialog::Save { what, path: what.file().to_owned() });
                self.failure = None;
                self.tell(Notice::bad(format!("No link is copied: {too_long}.")));
            }
        }
    }
}
