//! Click and double click.

use super::ready::{Obstacle, Tries, ready_within};
use super::{Done, is_effect};
use crate::error::{EngineError, ErrorKind, Result};
use crate::injected::{ActionKind, Expects, Outcome, Seen};
use crate::input::{InputEvent, MouseButton, Point};
use crate::snapshot::NodeRef;
use crate::target::Target;
use std::time::Duration;
use tokio::time::timeout;

/// How long the page may take to say what it did with a click before the answer goes out without.
const RESPONSE: Duration = Duration::from_secs(5);

/// The events of one or two presses at a point, after the pointer has moved there.
fn presses(at: Point, count: u8) -> Vec<InputEvent> {
    let button = MouseButton::Left;
    std::iter::once(InputEvent::MouseMove(at))
        .chain((1..=count).flat_map(|click_count| {
            [
                InputEvent::MouseDown { at, button, click_count },
                InputEvent::MouseUp { at, button, click_count },
            ]
        }))
        .collect()
}

/// Clicks the element once, or twice in a row.
///
/// The in-page script watches the events arrive: if something moved under the pointer between the
/// check and the press, the press is stopped before the page sees it, and the click is tried again.
pub(crate) async fn click(target: &Target, node: &NodeRef, double: bool) -> Result<Done> {
    let mut tries = Tries::new(node, target.patience);
    let mut unseen = 0;
    loop {
        let ready = ready_within(target, &mut tries, node, ActionKind::Click).await?;
        let mark = target.page.state().mark();
        let events = presses(ready.at, if double { 2 } else { 1 });
        let clicked = async {
            target.page.input(&events).await?;
            target.ask::<Outcome>(&node.frame, "outcome", &serde_json::json!({})).await
        };
        let outcome = match timeout(RESPONSE, clicked).await {
            // The click is delivered; what the page does with it takes all its time.
            Err(_) => {
                target.page.state().set_unresponsive();
                return Ok(Done {
                    unresponsive: true,
                    ..Done::trusted()
                });
            }
            Ok(Err(error)) if is_effect(target, mark, &error) => {
                return Ok(Done {
                    expects: ready.expects,
                    ..Done::trusted()
                });
            }
            Ok(result) => result?,
        };
        match outcome.seen {
            Seen::Hit => {
                let expects = if outcome.prevented { Expects::Nothing } else { ready.expects };
                let changed = outcome.changed || (outcome.checked.is_some() && outcome.checked != ready.checked);
                return Ok(Done {
                    changed: Some(changed),
                    checked: outcome.checked,
                    expects,
                    ..Done::trusted()
                });
            }
            Seen::Missed => {
                let by = outcome.by.unwrap_or_else(|| "another element".into());
                tries.again(Obstacle::Covered { by, transient: true }).await?;
            }
            Seen::None => {
                unseen += 1;
                if unseen > 1 {
                    return Err(EngineError::new(
                        ErrorKind::Protocol,
                        format!(
                            "the browser took the click on UID {} ({}), and the page did not see it",
                            node.uid,
                            node.describe()
                        ),
                    )
                    .with_next_step(
                        "take a new snapshot; if the page is as before, act on a control inside or around this element",
                    ));
                }
                tries.again(Obstacle::Moving).await?;
            }
        }
    }
}
