//! What is known about the main frame's document, and what has happened between two observations of it.

use crate::backend::{FrameId, Happening, error_page};
use crate::error::LoadFailure;
use crate::report::FailedLoad;
use serde_json::Value;

/// How far a document has loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ready {
    Loading,
    Interactive,
    Complete,
}

/// One observation of a document.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Look {
    pub(super) url: String,
    /// The document's start time by its own clock. Another document has another time.
    pub(super) origin: f64,
    pub(super) ready: Ready,
}

/// The maximum difference between two start times of one document, in milliseconds. Browsers round the times
/// and compute them from clocks that are corrected now and then.
const SAME: f64 = 5.0;

/// An expression for `[address, time, readiness]`.
pub(super) const LOOK: &str = "[location.href, performance.timeOrigin, document.readyState]";

impl Look {
    /// Parses the value of [`LOOK`].
    pub(super) fn read(value: &Value) -> Option<Self> {
        let ready = match value.get(2)?.as_str()? {
            "loading" => Ready::Loading,
            "interactive" => Ready::Interactive,
            _ => Ready::Complete,
        };
        Some(Self {
            url: value.get(0)?.as_str()?.to_owned(),
            origin: value.get(1)?.as_f64()?,
            ready,
        })
    }

    /// The failed load, if the document is a browser's error page. Chromium's does not name its address.
    pub(super) fn failed_load(&self) -> Option<FailedLoad> {
        let url = self.url.clone();
        if url.starts_with("chrome-error:") {
            let cause = LoadFailure::Other;
            return Some(FailedLoad { url, cause });
        }
        error_page::failed_load(&url)
    }

    /// Whether it is a new document at `about:blank`. Firefox may show one briefly before the real document.
    pub(super) fn is_passing(&self, before: Option<&Self>) -> bool {
        self.url == "about:blank" && before.is_some_and(|before| !self.is_of(before))
    }

    /// Whether both are observations of the same document.
    fn is_of(&self, other: &Self) -> bool {
        (self.origin - other.origin).abs() <= SAME
    }

    fn progress(&self, before: Ready) -> Vec<Happening> {
        let mut happened = Vec::new();
        if self.ready >= Ready::Interactive && before < Ready::Interactive {
            happened.push(Happening::DomContentLoaded);
        }
        if self.ready == Ready::Complete && before < Ready::Complete {
            happened.push(Happening::Loaded);
        }
        happened
    }

    /// What happened between an earlier observation and this one. `None` means that this is the first.
    pub(super) fn since(&self, before: Option<&Self>, main: &FrameId) -> Vec<Happening> {
        let Some(before) = before else {
            return self.progress(Ready::Loading);
        };
        let mut happened = Vec::new();
        if !self.is_of(before) {
            happened.push(Happening::Committed {
                frame: main.clone(),
                url: self.url.clone(),
                main: true,
            });
            happened.extend(self.progress(Ready::Loading));
            return happened;
        }
        if self.url != before.url {
            happened.push(Happening::SameDocument {
                frame: main.clone(),
                url: self.url.clone(),
            });
        }
        happened.extend(self.progress(before.ready));
        happened
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn look(url: &str, origin: f64, ready: &str) -> Look {
        Look::read(&json!([url, origin, ready])).expect("a look")
    }

    #[test]
    fn another_time_is_another_document() {
        let main = FrameId::from("m");
        let first = look("http://a/", 100.0, "interactive");
        assert_eq!(first.since(None, &main), [Happening::DomContentLoaded]);
        let loaded = look("http://a/#x", 100.5, "complete");
        assert!(matches!(
            loaded.since(Some(&first), &main)[..],
            [Happening::SameDocument { .. }, Happening::Loaded]
        ));
        let reloaded = look("http://a/#x", 200.0, "loading");
        assert!(matches!(
            reloaded.since(Some(&loaded), &main)[..],
            [Happening::Committed { main: true, .. }]
        ));
        assert!(reloaded.since(Some(&reloaded), &main).is_empty());
    }

    #[test]
    fn a_new_empty_document_may_be_passing() {
        let page = look("http://a/", 100.0, "complete");
        let blank = look("about:blank", 200.0, "complete");
        assert!(blank.is_passing(Some(&page)));
        assert!(!blank.is_passing(Some(&blank)) && !blank.is_passing(None) && !page.is_passing(Some(&blank)));
    }

    #[test]
    fn answers_of_another_form_are_no_look() {
        for value in [json!(null), json!([1, 2, 3]), json!(["u", "t", "complete"])] {
            assert_eq!(Look::read(&value), None);
        }
    }
}
