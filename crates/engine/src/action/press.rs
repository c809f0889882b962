//! Clicks with buttons other than the left one, and press and hold.

use super::Target;
use super::ready::ready;
use super::{Done, is_effect, outcome};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, MouseButton};
use crate::page_script::ActionKind;
use crate::snapshot::NodeRef;
use std::time::Duration;
use tokio::time::timeout;

/// The longest time that a button may be held.
const LONGEST: Duration = Duration::from_secs(30);

/// Clicks the element with a button other than the left one; the right one opens its context menu.
pub(crate) async fn click_with(target: &Target, node: &NodeRef, button: MouseButton) -> Result<Done> {
    press(target, node, button, Duration::ZERO).await
}

/// Presses the main button on the element, and releases it after `time`.
///
/// # Errors
/// `InvalidInput` for more than 30 s.
pub(crate) async fn press_and_hold(target: &Target, node: &NodeRef, time: Duration) -> Result<Done> {
    if time > LONGEST {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("a button can be held for at most {} s", LONGEST.as_secs()),
        ));
    }
    press(target, node, MouseButton::Left, time).await
}

async fn press(target: &Target, node: &NodeRef, button: MouseButton, time: Duration) -> Result<Done> {
    // As for a drag, the in-page script observes the press but not the click that may follow.
    let at = ready(target, node, ActionKind::Drag).await?.at;
    let mark = target.page.state().mark();
    let down = [
        InputEvent::MouseMove(at),
        InputEvent::MouseDown {
            at,
            button,
            click_count: 1,
        },
    ];
    let up = InputEvent::MouseUp {
        at,
        button,
        click_count: 1,
    };
    let pressed = if time.is_zero() {
        let [moved, pressed] = down;
        target.page.input(&[moved, pressed, up]).await
    } else {
        match target.page.input(&down).await {
            Ok(()) => {
                // A dialog or the page's end ends the hold.
                let _ = timeout(time, target.page.state().interrupted()).await;
                target.page.input(&[up]).await
            }
            failed => failed,
        }
    };
    match pressed {
        Err(error) if is_effect(target, mark, &error) => return Ok(Done::trusted()),
        result => result?,
    }
    outcome(target, node, mark).await
}
