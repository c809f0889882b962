//! Tabs and windows that a page asks the browser for. A click with Control or Shift, or with the middle button, makes such a page,
//! which has no opener.

use crate::backend::monitor::lock;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// After this time, the browser has refused: it opens such pages at once.
const LATEST: Duration = Duration::from_secs(2);
/// How many are kept.
const MOST: usize = 16;

/// The addresses that were asked for and have not been opened yet, with the times, oldest first.
#[derive(Debug, Default)]
pub(super) struct Requested(Mutex<Vec<(String, Instant)>>);

impl Requested {
    /// Notes that the page asks for a tab or window with this address.
    pub(super) fn note(&self, url: String) {
        let mut list = lock(&self.0);
        if list.len() >= MOST {
            list.remove(0);
        }
        list.push((url, Instant::now()));
    }

    /// Whether a new page with this address was asked for. It is that one then, and is forgotten.
    pub(super) fn take(&self, url: &str) -> bool {
        let mut list = lock(&self.0);
        list.retain(|(_, at)| at.elapsed() < LATEST);
        let found = list.iter().position(|(asked, _)| asked == url);
        found.map(|index| list.remove(index)).is_some()
    }
}
