//! What is said of a press that no click followed.

use super::Target;
use super::delivery::unknown;
use crate::backend::Happening;
use crate::error::Result;
use crate::page_script::{Outcome, Unclicked};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};

/// The page has replaced, hidden or covered the element.
const TAKEN: &str = "The page took the press itself: it replaced or covered the element at once, and no click event followed.";
const DISABLED: &str = "The page disabled the element at the press, and no click event followed.";
const CAPTURED: &str = "The page took the press itself: something else captured the pointer, and no click event followed.";
const UNRELEASED: &str = "The page answered the press, but its document saw no release, and no click event followed.";
const OPENED: &str = "The press opened a page, and no click event followed.";
const TURNED: &str = "The press changed its state, and no click event followed.";

/// The notice beside the report of a press that the page is certain to have answered. `mark`: when it came; `turned`: the element has
/// another state since.
///
/// # Errors
/// `OutcomeUnknown` if it is not
pub(super) fn unclicked(target: &Target, node: &NodeRef, outcome: &Outcome, mark: u64, turned: bool) -> Result<&'static str> {
    let what = outcome.unclicked.unwrap_or(Unclicked::Unreleased);
    if outcome.answered {
        return Ok(match what {
            Unclicked::Disabled => DISABLED,
            Unclicked::Captured => CAPTURED,
            Unclicked::Unreleased => UNRELEASED,
            _ => TAKEN,
        });
    }
    if turned {
        return Ok(TURNED);
    }
    let happened = target.page.state().since(mark);
    if happened
        .iter()
        .any(|happening| matches!(happening, Happening::PageOpened { .. }))
    {
        return Ok(OPENED);
    }
    let by = outcome
        .by
        .as_deref()
        .map_or("something".into(), |by| quote(&shorten(by, 160)));
    let why = match what {
        Unclicked::Gone => "left the document before the release".into(),
        Unclicked::Hidden => "was hidden, or took no pointer any more, before the release".into(),
        Unclicked::Disabled => "was disabled before the release".into(),
        Unclicked::Moved => "moved from under the pointer before the release".into(),
        Unclicked::Covered => format!("was covered by {by} before the release"),
        Unclicked::Captured => "something else captured the pointer".into(),
        Unclicked::Replaced => "what was pressed inside of it was replaced before the release".into(),
        Unclicked::Unmatched => "the browser made no click of the press and the release".into(),
        Unclicked::Unreleased => "its document saw no release".into(),
    };
    Err(unknown(node, &format!("was pressed, but {why}, and no click event followed")))
}
