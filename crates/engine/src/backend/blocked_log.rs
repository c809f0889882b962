//! What was blocked of a page's requests since the last answer.

use super::PageState;
use super::intercept::{Blocked, Ending};
use super::monitor::lock;
use std::sync::Mutex;

/// The most origins that are kept apart.
const MOST: usize = 5;

/// Why a request for a document did not leave the browser.
#[derive(Clone, Debug)]
pub(crate) enum Unsent {
    OutOfBounds(Blocked),
    /// The request for this address ended by a route, or by the network conditions.
    Ended(String, Ending),
}

#[derive(Debug, Default)]
struct Log {
    /// Origins with the number of their requests.
    origins: Vec<(Blocked, u32)>,
    /// Requests to further origins.
    more: u32,
    documents: u64,
    last_document: Option<Unsent>,
}

/// A page's requests that were out of bounds.
#[derive(Debug, Default)]
pub(crate) struct BlockedLog(Mutex<Log>);

impl BlockedLog {
    /// Records a request. `document`: it was for a document.
    pub(crate) fn record(&self, blocked: Blocked, document: bool) {
        if document {
            self.record_document(Unsent::OutOfBounds(blocked.clone()));
        }
        let mut log = lock(&self.0);
        let has_room = log.origins.len() < MOST;
        match log.origins.iter_mut().find(|(known, _)| *known == blocked) {
            Some((_, count)) => *count = count.saturating_add(1),
            None if has_room => log.origins.push((blocked, 1)),
            None => log.more = log.more.saturating_add(1),
        }
    }

    /// Records a request for a document of the page.
    pub(crate) fn record_document(&self, unsent: Unsent) {
        let mut log = lock(&self.0);
        log.documents += 1;
        log.last_document = Some(unsent);
    }

    /// How many requests for documents were blocked.
    pub(crate) fn documents(&self) -> u64 {
        lock(&self.0).documents
    }

    /// The last request for a document that was blocked, if one was since there were `before` of them.
    pub(crate) fn document_since(&self, before: u64) -> Option<Unsent> {
        let log = lock(&self.0);
        log.last_document.clone().filter(|_| log.documents > before)
    }

    /// What was blocked since this was last asked: origins with numbers of requests, and the number of requests to others.
    pub(crate) fn take(&self) -> (Vec<(Blocked, u32)>, u32) {
        let mut log = lock(&self.0);
        (std::mem::take(&mut log.origins), std::mem::take(&mut log.more))
    }
}

impl PageState {
    /// Records a request of the page that was blocked. `document`: it was for the page's document. Where a page has never shown
    /// one, the action in its `opener` opened it, and that page's next answer tells.
    pub(crate) fn record_blocked(&self, blocked: Blocked, document: bool, opener: Option<&Self>) {
        let new = matches!(&*self.url(), "" | "about:blank");
        match opener.filter(|_| document && new) {
            Some(opener) => {
                opener.blocked.record(blocked.clone(), false);
                self.blocked.record_document(Unsent::OutOfBounds(blocked));
            }
            None => self.blocked.record(blocked, document),
        }
    }
}
