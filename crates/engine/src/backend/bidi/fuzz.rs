//! Messages of a browser over WebDriver BiDi, in any order.

use super::events::Listener;
use super::protocol::{Evaluated, TextEvaluated, Tree};
use super::registry::Registry;
use crate::backend::cdp::fuzz::assert_tree;
use crate::backend::traffic::Traffic;
use crate::backend::wire::fuzz::{exchange, strings};
use std::collections::HashSet;
use std::sync::Arc;

/// Receives each line as a message. The frames of each page stay a tree, whatever the browser reports.
pub(crate) fn bidi(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let registry = Arc::new(Registry::default());
    let log = Arc::new(Traffic::default());
    log.connect(false);
    let _ = registry.state.traffic.set(log);
    for line in text.lines() {
        // Answers of commands that are sent by other parts.
        if let Ok(tree) = serde_json::from_str::<Tree>(line) {
            for context in &tree.contexts {
                registry.add(context);
            }
        }
        let _ = serde_json::from_str::<Evaluated>(line);
        let _ = serde_json::from_str::<TextEvaluated>(line);
    }
    exchange(&text, Arc::new(Listener(Arc::clone(&registry))));
    let contexts: HashSet<String> = strings(&text, "context").into_iter().collect();
    let pages = registry.contexts().pages();
    for (page, _) in pages {
        let frames = registry.contexts().frames(&page);
        assert_tree(&frames, &page, contexts.len());
        for frame in &frames {
            assert_eq!(registry.contexts().page_of(&frame.id).as_ref(), Some(&page));
        }
    }
}
