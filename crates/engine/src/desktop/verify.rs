//! Decides whether the effect of an action was observed. Pure.

use super::diff::TreeDiff;
use super::node::UiNode;
use super::plan::{Expectation, NewValue, is_on};
use super::request::Verified;

/// Decides by the node itself; `None` if the whole tree has to decide.
pub(super) fn by_node(expectation: &Expectation, before: &UiNode, after: Option<&UiNode>) -> Option<Verified> {
    let seen = |yes: bool| Some(if yes { Verified::Yes } else { Verified::No });
    match (expectation, after) {
        // The node is gone after it did its work: a menu closed, a dialog went away.
        (Expectation::Change | Expectation::Dropped, _) | (Expectation::Toggled | Expectation::Focused, None) => None,
        (_, None) => Some(Verified::Unknown),
        (Expectation::Value(wanted), Some(after)) => match &after.value {
            Some(value) => seen(holds(value, wanted)),
            None => Some(match wanted {
                NewValue::Text(text) if text.is_empty() => Verified::Yes,
                NewValue::Text(text) if after.title.as_deref() == Some(text) => Verified::Yes,
                _ => Verified::Unknown,
            }),
        },
        (Expectation::Checked(wanted), Some(after)) => seen(is_on(after) == *wanted),
        (Expectation::Toggled, Some(after)) => seen(is_on(after) != is_on(before)),
        (Expectation::Focused, Some(after)) => seen(after.focused),
        (Expectation::Typed(text), Some(after)) => typed(text, before, after),
    }
}

/// Whether typed text arrived. A field may reformat its input, so only an unchanged value counts as a failure.
fn typed(text: &str, before: &UiNode, after: &UiNode) -> Option<Verified> {
    let value = after.value.as_deref()?;
    if text.is_empty() || value.contains(text.trim_end_matches(['\n', '\r', '\t'])) && before.value != after.value {
        return Some(Verified::Yes);
    }
    Some(if before.value == after.value {
        Verified::No
    } else {
        Verified::Unknown
    })
}

/// Decides by the node and by all changes.
pub(super) fn by_tree(expectation: &Expectation, before: &UiNode, after: Option<&UiNode>, diff: &TreeDiff) -> Verified {
    match by_node(expectation, before, after) {
        Some(verified) => verified,
        // The picture of what is dragged is a window, which also comes and goes when nothing takes the drop.
        None if *expectation == Expectation::Dropped && !diff.within_windows() => Verified::Unknown,
        None if diff.beyond_focus() || after.is_none() => Verified::Yes,
        None => Verified::Unknown,
    }
}

/// Decides by the changes alone, for a node that could not be read afterwards.
pub(super) fn unread(expectation: &Expectation, diff: &TreeDiff) -> Verified {
    if *expectation == Expectation::Change && diff.beyond_focus() {
        Verified::Yes
    } else {
        Verified::Unknown
    }
}

/// Whether a value, as it was read, equals the one that was set.
fn holds(value: &str, wanted: &NewValue) -> bool {
    match wanted {
        NewValue::Text(text) => value == text || value.trim_end_matches('\n') == text.trim_end_matches('\n'),
        NewValue::Number(number) => value
            .trim()
            .parse::<f64>()
            .is_ok_and(|value| (value - number).abs() <= 1e-6 * number.abs().max(1.0)),
    }
}
