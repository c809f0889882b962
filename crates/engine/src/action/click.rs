//! Click and double click.

use super::Target;
use super::ready::{Obstacle, Ready, Tries, ready_within};
use super::{Done, held, is_effect};
use crate::backend::{Happening, InputReturns, PageState};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::{InputEvent, MouseButton, Point};
use crate::page_script::{ActionKind, Expects, Outcome, OutcomeArgs, Seen};
use crate::snapshot::NodeRef;
use std::time::Duration;
use tokio::time::timeout;

/// How long to wait for the page's response to a click. After that, the report says that the page does not
/// respond.
const RESPONSE: Duration = Duration::from_secs(5);

/// How long after its document the browser may report a navigation.
const NAVIGATION_REPORT: Duration = Duration::from_millis(500);

/// The events that move the pointer to a point and click there `count` times.
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

/// The result of a click after which the page could not be queried.
fn without_answer(ready: &Ready, changed: Option<bool>) -> Done {
    Done {
        changed,
        expects: ready.expects,
        ..Done::trusted()
    }
}

/// Whether a navigation has started since `mark`. A protocol may report it shortly after the new document
/// has answered.
async fn has_navigated(target: &Target, mark: u64) -> bool {
    let is_navigation = |h: &Happening| matches!(h, Happening::NavigationRequested { .. } | Happening::Committed { .. });
    let started = |state: &PageState| state.since(mark).iter().any(is_navigation).then_some(());
    target.page.state().wait(NAVIGATION_REPORT, started).await.is_some()
}

/// Asks what the page observed of a click. `None` if the clicked document is gone.
async fn seen(target: &Target, node: &NodeRef, after: Option<u8>) -> Result<Option<Outcome>> {
    match target.ask::<Outcome>(&node.frame, "outcome", &OutcomeArgs { after }).await {
        // The click was delivered and caused a navigation.
        Err(error) if *error.kind() == ErrorKind::StaleUid => Ok(None),
        result => result.map(Some),
    }
}

/// Sends the events of a click and asks what the page observed.
async fn deliver(target: &Target, node: &NodeRef, events: &[InputEvent], releases: u8) -> Result<Option<Outcome>> {
    if target.page.capabilities().input_returns == InputReturns::WhenHandled {
        target.page.input(events).await?;
        return seen(target, node, None).await;
    }
    // The page reports the release before the browser does (9 ms earlier on a page of 10,000 elements).
    // If the page never sees the release (a native popup, another frame), the browser's report ends the
    // wait.
    tokio::select! {
        biased;
        outcome = seen(target, node, Some(releases)) => return outcome,
        delivered = target.page.input(events) => delivered?,
    }
    seen(target, node, None).await
}

fn not_received(node: &NodeRef) -> EngineError {
    let what = format!(
        "the browser accepted the click on UID {} ({}), but the page did not receive it",
        node.uid,
        node.describe()
    );
    EngineError::new(ErrorKind::Protocol, what).with_next_step(NextStep::snapshot(
        "act on a control inside or around this element if the page is as before",
    ))
}

/// Clicks the element once, or twice in a row.
///
/// The in-page script observes the events. If something moved under the pointer between the check and the
/// press, it stops the press before the page's listeners run, and the click is retried.
pub(crate) async fn click(target: &Target, node: &NodeRef, double: bool) -> Result<Done> {
    let mut tries = Tries::new(node, target.patience);
    let mut unseen = 0;
    loop {
        let ready = ready_within(target, &mut tries, node, ActionKind::Click).await?;
        let mark = target.page.state().mark();
        let events = presses(ready.at, if double { 2 } else { 1 });
        let clicked = deliver(target, node, &events, if double { 2 } else { 1 });
        let main = target.page.main_frame();
        let answered = tokio::select! {
            biased;
            answered = timeout(deadline::at_most(RESPONSE), clicked) => answered,
            () = held(target, &main, mark, false) => return Ok(without_answer(&ready, Some(true))),
        };
        let outcome = match answered {
            // The click is delivered, and the page's script is busy handling it.
            Err(_) => {
                target.page.set_silent(&node.frame, tokio::time::Instant::now()).await;
                return Ok(Done {
                    unresponsive: true,
                    ..Done::trusted()
                });
            }
            Ok(Err(error)) if is_effect(target, mark, &error) => {
                return Ok(without_answer(&ready, None));
            }
            Ok(result) => result?,
        };
        let Some(outcome) = outcome else {
            return Ok(without_answer(&ready, Some(true)));
        };
        match outcome.seen {
            Seen::Hit => {
                let expects = if outcome.prevented { Expects::Nothing } else { ready.expects };
                let changed = outcome.changed || (outcome.checked.is_some() && outcome.checked != ready.checked);
                return Ok(Done {
                    // The handlers may have queued changes that come later.
                    changed: (changed || !outcome.more).then_some(changed),
                    checked: outcome.checked,
                    expects,
                    ..Done::trusted()
                });
            }
            Seen::Missed => {
                let by = outcome.by.unwrap_or_else(|| "another element".into());
                tries.again(Obstacle::Covered { by, transient: true }).await?;
            }
            // The next document answered. It did not receive the click.
            Seen::None if has_navigated(target, mark).await => return Ok(without_answer(&ready, Some(true))),
            Seen::None => {
                unseen += 1;
                if unseen > 1 {
                    return Err(not_received(node));
                }
                tries.again(Obstacle::Moving).await?;
            }
        }
    }
}
