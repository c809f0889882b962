//! Click and double click.

use super::Target;
use super::delivery::{
    CLOSED, CLOSING, DISABLED_SINCE, Delivery, FORCED, FORCED_DISABLED, FORCED_ELSEWHERE, ONLY_ONCE, ONLY_TWICE, RESTLESS,
    SILENT, UNCONFIRMED, Witness, deliver, is_closed, replaced, stopped, unknown, unseen,
};
use super::ready::{Obstacle, Ready, Tries, ready_within};
use super::unclicked::unclicked;
use super::{Done, Gesture, held, is_effect};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::{InputEvent, MouseButton, Point};
use crate::page_script::{ActionKind, Expects, Outcome, Seen};
use crate::snapshot::NodeRef;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long to wait for the page's response to a click. After that, the report says that the page does not
/// respond.
const RESPONSE: Duration = Duration::from_secs(5);

/// With less time than that, nothing is pressed: no answer of the page could be told.
const LEAST_RESPONSE: Duration = Duration::from_millis(30);

/// What is left of the time of the call for its report if the page does not respond.
const REPORT: Duration = Duration::from_millis(350);

/// For how long a press may miss a frame without being seen there. The browser gives a new frame's input to the document
/// around it until it knows where the frame is drawn. That document stops it.
const NEW_FRAME: Duration = Duration::from_secs(1);

/// The events that move the pointer to a point and click there.
fn presses(at: Point, gesture: &Gesture) -> Vec<InputEvent> {
    let button = gesture.button;
    let mut events = gesture.hold();
    events.push(InputEvent::MouseMove(at));
    for click_count in 1..=gesture.count {
        events.push(InputEvent::MouseDown { at, button, click_count });
        events.push(InputEvent::MouseUp { at, button, click_count });
    }
    events.extend(gesture.let_go());
    events
}

/// The result of a click after which the page could not be queried.
fn without_answer(ready: &Ready, changed: Option<bool>) -> Done {
    Done {
        changed,
        expects: ready.expects,
        ..Done::trusted()
    }
}

async fn not_received(target: &Target, node: &NodeRef) -> EngineError {
    let what = format!(
        "the browser accepted the click on UID {} ({}), but the page did not receive it",
        node.uid,
        node.describe()
    );
    if let Some((why, step)) = target.page.explain_lost_input().await {
        return EngineError::new(ErrorKind::Protocol, format!("{what}: {why}")).with_next_step(step);
    }
    EngineError::new(ErrorKind::Protocol, what).with_next_step(NextStep::snapshot(
        "act on a control inside or around this element if the page is as before",
    ))
}

/// Clicks the element.
pub(crate) async fn click(target: &Target, node: &NodeRef, gesture: &Gesture) -> Result<Done> {
    let done = clicks(target, node, gesture).await?;
    if gesture.button == MouseButton::Left {
        return Ok(done);
    }
    // Other buttons follow no link and send no form.
    Ok(Done {
        expects: Expects::Nothing,
        ..done
    })
}

fn no_time(node: &NodeRef) -> EngineError {
    let what = format!(
        "the time of the call ended before UID {} ({}) could be clicked; nothing was pressed",
        node.uid,
        node.describe()
    );
    EngineError::new(ErrorKind::Timeout, what)
}

/// Clicks the element as often as the gesture says.
///
/// The in-page script observes the events. If something moved under the pointer between the check and the
/// press, it stops the press before the page's listeners run, and the click is retried.
async fn clicks(target: &Target, node: &NodeRef, gesture: &Gesture) -> Result<Done> {
    let count = gesture.count;
    let mut tries = Tries::new(node, target.patience).at(gesture.at).forced(gesture.force);
    let mut missing_since = None;
    let mut witness = Witness::new(target, node, count.into());
    loop {
        let checking = ready_within(target, &mut tries, node, ActionKind::Click);
        let ready = witness.during(checking).await?;
        let mark = target.page.state().mark();
        let events = presses(ready.at, gesture);
        let main = target.page.main_frame();
        let pressed = Instant::now();
        // The report of a page that does not respond needs a part of the time.
        let left = deadline::left();
        let response = RESPONSE.min(left.saturating_sub(REPORT.min(left / 2)));
        if response < LEAST_RESPONSE {
            return Err(no_time(node));
        }
        let answered = {
            let clicked = deliver(target, node, &events, count, &mut witness);
            tokio::select! {
                biased;
                answered = timeout(response, clicked) => Some(answered),
                () = held(target, &main, mark, false) => None,
            }
        };
        let Some(answered) = answered else {
            return Ok(Done {
                notice: (!witness.has_seen(node)).then_some(UNCONFIRMED),
                ..without_answer(&ready, Some(true))
            });
        };
        let outcome = match answered {
            // If the click is delivered, the page's script is busy handling it.
            Err(_) => {
                target.page.set_silent(&node.frame, pressed);
                if !witness.has_seen(node) {
                    return Err(unknown(node, SILENT));
                }
                return Ok(Done {
                    unresponsive: true,
                    ..Done::trusted()
                });
            }
            Ok(Err(error)) if is_effect(target, mark, &error) => {
                let closed = is_closed(target);
                if closed {
                    witness.confirm(target, node, "may have been clicked", false).await?;
                }
                return Ok(Done {
                    notice: (closed && !witness.has_seen(node)).then_some(CLOSED),
                    ..without_answer(&ready, None)
                });
            }
            Ok(result) => match result? {
                Delivery::Seen(outcome) => outcome,
                Delivery::Arrived => {
                    return Ok(Done {
                        clicks: Some(count),
                        ..without_answer(&ready, Some(true))
                    });
                }
                Delivery::Unconfirmed => {
                    return Ok(Done {
                        notice: Some(UNCONFIRMED),
                        ..without_answer(&ready, Some(true))
                    });
                }
                Delivery::Stopped => return Err(stopped(target, node)),
                Delivery::Unknown => return Err(replaced(target, node, mark, "may have been clicked").await),
            },
        };
        match outcome.seen {
            Seen::Hit => {
                // A native list takes the release itself.
                let lacks = outcome.arrived < count
                    && (outcome.gone || !takes_release(node))
                    && !is_side(gesture.button)
                    && !gesture.force;
                let only_pressed = lacks && outcome.arrived == 0;
                if only_pressed && target.closing.load(Ordering::Relaxed) {
                    return Err(unknown(node, CLOSING).with_next_step(NextStep::ChoosePage));
                }
                let turned = outcome.checked.is_some() && outcome.checked != ready.checked;
                // The press may have been enough: a list that opens, an option that is taken.
                let pressed = only_pressed
                    .then(|| unclicked(target, node, &outcome, mark, turned))
                    .transpose()?;
                let expects = if outcome.prevented { Expects::Nothing } else { ready.expects };
                let changed = outcome.changed || turned;
                return Ok(Done {
                    // The handlers may have queued changes that come later.
                    changed: (changed || !outcome.more).then_some(changed),
                    clicks: (lacks || outcome.arrived >= count).then_some(outcome.arrived.min(count)),
                    checked: outcome.checked,
                    expects,
                    notice: pressed
                        .or_else(|| notice(&outcome, lacks, gesture.force))
                        .or_else(|| ready.restless.then_some(RESTLESS)),
                    ..Done::trusted()
                });
            }
            Seen::Missed => tries.again(Obstacle::missed(outcome)).await?,
            // Another document got it.
            Seen::None if gesture.force => {
                return Ok(Done {
                    notice: Some(if outcome.disabled { FORCED_DISABLED } else { FORCED_ELSEWHERE }),
                    ..Done::trusted()
                });
            }
            Seen::None => {
                let obstacle = unseen(target, node).await?;
                let in_frame = node.frame != target.page.main_frame();
                let limit = if in_frame { NEW_FRAME } else { Duration::ZERO };
                if missing_since.is_some_and(|since: Instant| since.elapsed() >= limit) {
                    return Err(not_received(target, node).await);
                }
                missing_since.get_or_insert_with(Instant::now);
                tries.again(obstacle).await?;
            }
        }
    }
}

/// What a report says of a click beside that it was done.
fn notice(outcome: &Outcome, lacks: bool, force: bool) -> Option<&'static str> {
    match outcome.arrived {
        1.. if lacks && outcome.disabled => Some(DISABLED_SINCE),
        1 if lacks => Some(ONLY_ONCE),
        _ if lacks => Some(ONLY_TWICE),
        _ if force && outcome.by.is_some() => Some(FORCED_ELSEWHERE),
        0 if outcome.disabled => Some(FORCED_DISABLED),
        _ => force.then_some(FORCED),
    }
}

/// Whether it is a side button, of which browsers report no click.
fn is_side(button: MouseButton) -> bool {
    matches!(button, MouseButton::Back | MouseButton::Forward)
}

/// Whether the browser opens a list over the element, which gets the release in its place.
fn takes_release(node: &NodeRef) -> bool {
    matches!(node.node.role.as_str(), "combobox" | "listbox" | "option")
}
