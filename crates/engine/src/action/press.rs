//! Press and hold.

use super::Target;
use super::delivery::{broken_off, refuse_closed, send_and_see, unknown, unseen};
use super::ready::{Obstacle, Tries, ready_within};
use super::{Done, Gesture, is_effect};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::InputEvent;
use crate::page_script::{ActionKind, Seen};
use crate::snapshot::NodeRef;
use std::time::Duration;
use tokio::time::timeout;

/// The longest time that a button may be held.
const LONGEST: Duration = Duration::from_secs(30);

/// A press whose element is gone.
const GONE: &str = "was pressed, but the page replaced it before the release or at it";

const CUT_SHORT: &str = "A dialog opened during the hold, which ended it.";

/// Presses the button on the element, and releases it after `time`.
///
/// # Errors
/// `InvalidInput` for more than 30 s.
pub(crate) async fn press_and_hold(target: &Target, node: &NodeRef, gesture: &Gesture, time: Duration) -> Result<Done> {
    if time > LONGEST {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("a button can be held for at most {} s", LONGEST.as_secs()),
        ));
    }
    let (button, click_count) = (gesture.button, 1);
    let mut tries = Tries::new(node, target.patience).at(gesture.at);
    loop {
        let at = ready_within(target, &mut tries, node, ActionKind::Click).await?.at;
        let mark = target.page.state().mark();
        let mut down = gesture.hold();
        down.extend([InputEvent::MouseMove(at), InputEvent::MouseDown { at, button, click_count }]);
        let mut up = vec![InputEvent::MouseUp { at, button, click_count }];
        up.extend(gesture.let_go());
        let press = async {
            target.page.input(&down).await?;
            // A dialog or the page's end ends the hold.
            let _ = timeout(time, target.page.state().interrupted()).await;
            target.page.input(&up).await
        };
        let outcome = match Box::pin(send_and_see(target, node, press)).await {
            Err(error) if is_effect(target, mark, &error) => {
                refuse_closed(target, node, "may have been pressed")?;
                return Ok(Done {
                    notice: Some(CUT_SHORT),
                    ..Done::trusted()
                });
            }
            result => result?,
        };
        let Some(outcome) = outcome else {
            return Err(broken_off(target, node, mark, 1, "may have been pressed").await);
        };
        match outcome.seen {
            Seen::Hit if outcome.gone => return Err(unknown(node, GONE)),
            Seen::Hit => {
                return Ok(Done {
                    changed: Some(outcome.changed),
                    ..Done::trusted()
                });
            }
            Seen::Missed => tries.again(Obstacle::missed(outcome)).await?,
            Seen::None => tries.again(unseen(target, node).await?).await?,
        }
    }
}
