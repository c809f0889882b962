//! What a page has made of a text since it was written, such as when the focus has gone on.

use super::Target;
use super::press_key::press_key;
use super::type_text::{Held, held_after};
use crate::deadline;
use crate::input::Chord;
use crate::page_script::Wrote;
use crate::snapshot::NodeRef;
use std::time::Duration;
use tokio::time::timeout;

/// How long the page may take to answer what a field holds.
const ANSWERS: Duration = Duration::from_secs(1);

const LEFT: &str = "Its list stayed open when the focus went on, so it was left with the Tab key.";
const OPEN: &str = "Its list is still open, so the page may not have taken the value: press Tab in it, or choose an option.";

/// What a field holds by now, of a text that was written to it.
#[derive(Default)]
pub(crate) struct Since {
    /// Its value, if that is not the text any more, in no form.
    pub(crate) now: Option<String>,
    /// With `now`: what to do about it.
    pub(crate) advice: Option<String>,
}

/// What the field holds by now. Nothing is known of one that is not there any more.
pub(crate) async fn held_since(target: &Target, node: &NodeRef, text: &str, mark: u64) -> Since {
    match look(target, node, text, mark).await {
        Some(held) if held.mismatch.wrote() == Wrote::Lost => Since {
            advice: held.mismatch.advice(),
            now: held.now,
        },
        _ => Since::default(),
    }
}

/// Leaves a field as a person leaves it, with the Tab key, if its list is open although the focus has gone on: a page that goes by keys and
/// presses alone, and not by the focus, has not noticed that. Returns what is to be said of it.
pub(crate) async fn leave_list(target: &Target, node: &NodeRef, text: &str, mark: u64) -> Option<&'static str> {
    look(target, node, text, mark).await.filter(|held| held.after.open)?;
    let tab = Chord::parse("Tab").ok()?;
    let pressing = target.alone(press_key(target, Some(node), &tab, Duration::ZERO));
    if pressing.await.is_err() {
        return Some(OPEN);
    }
    if target.page.state().dialog().is_some() {
        return Some(LEFT);
    }
    let is_open = look(target, node, text, mark).await.is_some_and(|held| held.after.open);
    Some(if is_open { OPEN } else { LEFT })
}

async fn look(target: &Target, node: &NodeRef, text: &str, mark: u64) -> Option<Held> {
    let limit = ANSWERS.min(deadline::before_last_look(target.patience));
    timeout(limit, held_after(target, node, Some(text), mark)).await.ok()?.ok()
}
