//! Presses of what is no control. Pages that tell a click from a drag themselves, as calendars, boards and canvases do, may begin to
//! listen for the release only in a frame after the press. A person takes longer than that between the two. A release that comes
//! earlier is lost, and the page takes the next movement for a drag.

use super::Target;
use crate::backend::InputReturns;
use crate::error::Result;
use crate::input::InputEvent;
use crate::snapshot::NodeRef;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::time::Duration;
use tokio::time::timeout;

/// How long the page may take to get ready for the release. It has three frames of 17 ms, and a busy page draws them later.
const GETS_READY: Duration = Duration::from_millis(200);

/// What it gets where it is not asked.
const THREE_FRAMES: Duration = Duration::from_millis(60);

/// Whether the element is one whose click the browser makes into an action, so that pages listen for the click alone.
fn is_control(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "checkbox"
            | "combobox"
            | "link"
            | "listbox"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "option"
            | "radio"
            | "searchbox"
            | "spinbutton"
            | "switch"
            | "tab"
            | "textbox"
            | "treeitem"
    )
}

/// The events of the press of an element.
pub(super) struct Unhurried<'a> {
    /// Parts of them that are sent one by one. The page gets ready for the next one after each of them.
    first: Vec<&'a [InputEvent]>,
    /// What is sent then.
    pub(super) last: Cow<'a, [InputEvent]>,
}

impl<'a> Unhurried<'a> {
    /// Divides the events where the page may need time. Where the browser counts the clicks of one command alone, all of them are sent
    /// together, with that time in between.
    pub(super) fn new(target: &Target, node: &NodeRef, events: &'a [InputEvent]) -> Self {
        let is_press = |event: &InputEvent| matches!(event, InputEvent::MouseDown { .. });
        let (first, last) = if is_control(&node.node.role) {
            (Vec::new(), Cow::Borrowed(events))
        } else if target.page.capabilities().input_returns == InputReturns::WhenHandled {
            let pause = |event: &InputEvent| is_press(event).then_some(InputEvent::Pause(THREE_FRAMES));
            let paced = events.iter().flat_map(|event| [Some(event.clone()), pause(event)]).flatten();
            (Vec::new(), Cow::Owned(paced.collect()))
        } else {
            let mut parts: Vec<_> = events.split_inclusive(is_press).collect();
            let last = parts.pop().unwrap_or_default();
            (parts, Cow::Borrowed(last))
        };
        Self { first, last }
    }

    /// Sends the first parts.
    pub(super) async fn begin(&self, target: &Target, node: &NodeRef) -> Result<()> {
        let no_arguments = serde_json::json!({});
        for part in &self.first {
            target.page.input(part).await?;
            let asked = target.ask::<IgnoredAny>(&node.frame, "pressed", &no_arguments);
            // A page that cannot answer gets the release all the same.
            let _ = timeout(GETS_READY, asked).await;
        }
        Ok(())
    }
}
