//! Messages of a browser over CDP, in any order.

use super::downloads::Downloads;
use super::hub::Hub;
use crate::backend::traffic::Traffic;
use crate::backend::wire::fuzz::{exchange, strings};
use crate::backend::{Frame, Owner};
use std::collections::HashSet;
use std::sync::Arc;

/// Receives each line as a message. The frames of each page stay a tree, whatever the browser reports.
pub(crate) fn cdp(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let hub = Hub::new(Owner::Us, Downloads::new(None));
    let log = Arc::new(Traffic::default());
    log.connect(true);
    let _ = hub.state.traffic.set(Arc::clone(&log));
    let sent = exchange(&text, Arc::clone(&hub) as _);
    let ids = hub.known.look(|known| known.ids(None));
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{ids:?}");
    for session in strings(&text, "sessionId") {
        let Some(page) = hub.known.look(|known| known.of_session(&session)) else {
            continue;
        };
        let main = page.tree.look(|tree| Arc::clone(tree.main()));
        let (frames, count) = page.tree.look(|tree| (tree.list(), tree.count()));
        assert_tree(&frames, &main, count);
        // A page is asked a bounded number of questions for each message.
        assert!(sent.len() <= 16 * (text.lines().count() + 1));
    }
}

/// Asserts that frames are listed once, each after its parent.
pub(crate) fn assert_tree(frames: &[Frame], main: &str, most: usize) {
    assert!(frames.len() <= most, "{frames:?}");
    assert_eq!(frames.first().map(|frame| &*frame.id), Some(main), "{frames:?}");
    let mut seen = HashSet::new();
    for frame in frames {
        let is_below = frame.parent.as_ref().is_some_and(|parent| seen.contains(parent));
        assert!(is_below || *frame.id == *main, "{frame:?} in {frames:?}");
        assert!(seen.insert(Arc::clone(&frame.id)), "{frame:?} twice in {frames:?}");
    }
}
