//! What is said of a page that is gone.

use super::{Session, lock};
use crate::action::Target;

impl Session {
    /// Says that the page of a call is gone, and which page is selected in its place, if one is already.
    pub(super) fn gone(&self, target: &Target) -> Vec<String> {
        let selected = lock(&self.inner.pages).selected_number();
        let other = selected.filter(|page| self.page.is_none() && *page != target.number);
        let gone = page_gone(target.number, target.page.state().is_taken_back());
        [Some(gone), other.map(selected_now)].into_iter().flatten().collect()
    }
}

/// Says which page is selected in place of one that is gone.
pub(super) fn selected_now(page: u32) -> String {
    format!("Page {page} is selected now.")
}

/// Says that a page is gone.
pub(super) fn page_gone(page: u32, is_taken_back: bool) -> String {
    if is_taken_back {
        taken_back(page)
    } else {
        format!("Page {page} was closed.")
    }
}

/// Says that the user has taken back the tab of a page.
fn taken_back(page: u32) -> String {
    format!("The user has taken page {page} back.")
}
