//! The order in which a session's pages are listed.

use crate::backend::PageId;
use crate::backend::monitor::lock;
use std::sync::Mutex;

/// Keeps pages in the order in which they were first listed. The first list ends with the session's current
/// window, because the last page of the list is selected first. The program that created the session works
/// with that window.
#[derive(Debug)]
pub(super) struct Order {
    current: Option<PageId>,
    known: Mutex<Vec<PageId>>,
}

impl Order {
    pub(super) fn new(current: Option<&PageId>) -> Self {
        Self {
            current: current.cloned(),
            known: Mutex::default(),
        }
    }

    /// Puts pages into order, and records new ones.
    pub(super) fn sort<T>(&self, pages: &mut [T], id: impl Fn(&T) -> &PageId) {
        let mut known = lock(&self.known);
        if known.is_empty() {
            let is_current = |page: &T| self.current.as_ref() == Some(id(page));
            pages.sort_by_key(is_current);
        }
        for page in pages.iter() {
            if !known.contains(id(page)) {
                known.push(id(page).clone());
            }
        }
        pages.sort_by_key(|page| known.iter().position(|known| known == id(page)));
        known.retain(|known| pages.iter().any(|page| id(page) == known));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(order: &Order, ids: &[&str]) -> Vec<String> {
        let mut pages: Vec<PageId> = ids.iter().map(|id| PageId::from(*id)).collect();
        order.sort(&mut pages, |page| page);
        pages.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_current_window_is_last_at_first_and_keeps_its_place() {
        let order = Order::new(Some(&"b".into()));
        assert_eq!(sorted(&order, &["a", "b", "c"]), ["a", "c", "b"]);
        assert_eq!(sorted(&order, &["d", "b", "a", "c"]), ["a", "c", "b", "d"]);
        assert_eq!(sorted(&order, &["d", "a"]), ["a", "d"]);
    }
}
