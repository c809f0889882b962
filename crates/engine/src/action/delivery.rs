//! Presses of mouse buttons, from the events to the certainty of what became of them.
//!
//! The in-page script watches the meant element. It stops what would reach another one, and every other
//! document stops all input ([`crate::backend::Page::call_guarded`]). A `witness` in the page answers as soon as
//! the click is there, before the handlers of the page can replace the document.

use super::Target;
use super::ready::{Obstacle, stale};
use super::settle::ARRIVED;
use super::unhurried::Unhurried;
use crate::backend::state::PageEnd;
use crate::backend::{FrameId, Happening, InputReturns};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::InputEvent;
use crate::page_script::{Guarded, Outcome, OutcomeArgs, Seen, WitnessArgs, Witnessed};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::pin::Pin;
use std::time::Duration;
use tokio::time::timeout;

/// How long the browser may take to pass on the answer of a document that is gone.
pub(super) const LAST_WORD: Duration = Duration::from_millis(800);
/// How often it is looked whether the frame of input that the browser has not finished is still there.
const LOOKS: Duration = Duration::from_millis(50);
/// How long the browser may take to report that a frame is gone whose document does not answer.
const REPORTED: Duration = Duration::from_millis(200);
/// What is said of input whose frame is gone.
pub(super) const FRAME_REMOVED: &str = "its frame was removed from the page";

/// What became of a press.
#[derive(Debug)]
pub(super) enum Delivery {
    /// The page answers, and its document is the same.
    Seen(Outcome),
    /// The element got everything, and its document is gone.
    Arrived,
    /// The document is gone, and this connection cannot ask it before.
    Unconfirmed,
    /// The document is gone, and whether the element got the press is not known.
    Unknown,
    /// The document was gone before the press, and the new one stopped it.
    Stopped,
}

/// What the page says of clicks or keys in the task of the last one, before its handlers can replace the document.
pub(super) struct Witness<'a> {
    asked: Option<Pin<Box<dyn Future<Output = Result<Witnessed>> + Send + 'a>>>,
    answer: Option<Witnessed>,
    clicks: usize,
}

impl<'a> Witness<'a> {
    /// Asks for `clicks` clicks or keys. The question is sent with the work that it accompanies first, which is the check
    /// before the input, so that it reaches the page before the input does.
    pub(super) fn new(target: &'a Target, node: &'a NodeRef, clicks: usize) -> Self {
        let asked = target.page.capabilities().concurrent_calls.then(|| {
            let doc = &node.node.doc;
            let asked = async move { target.ask(&node.frame, "witness", &WitnessArgs { doc, clicks }).await };
            Box::pin(asked) as Pin<Box<dyn Future<Output = _> + Send>>
        });
        Self {
            asked,
            answer: None,
            clicks,
        }
    }

    /// Does work while the page may answer.
    pub(super) async fn during<T>(&mut self, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        while let Some(asked) = &mut self.asked {
            tokio::select! {
                biased;
                answer = asked => {
                    self.answer = answer.ok();
                    self.asked = None;
                }
                done = &mut work => return done,
            }
        }
        work.await
    }

    /// [`Self::during`], until the page has replaced the document and the work has had time to end. `None` then.
    pub(super) async fn while_there<T>(&mut self, node: &NodeRef, work: impl Future<Output = T>) -> Option<T> {
        tokio::pin!(work);
        while let Some(asked) = &mut self.asked {
            tokio::select! {
                biased;
                answer = asked => {
                    self.answer = answer.ok();
                    self.asked = None;
                    let there = self.answer.as_ref().is_some_and(|answer| answer.doc == node.node.doc);
                    if !there {
                        return timeout(LAST_WORD, work).await.ok();
                    }
                }
                done = &mut work => return Some(done),
            }
        }
        Some(work.await)
    }

    /// Whether all clicks reached the element. Waits for an answer that is under way.
    pub(super) async fn saw(&mut self, node: &NodeRef) -> bool {
        if let Some(asked) = self.asked.take() {
            self.answer = timeout(LAST_WORD, asked).await.ok().and_then(Result::ok);
        }
        self.has_seen(node)
    }

    /// Refuses keys that the page has not confirmed before it was closed or its document went, alone with its frame
    /// (`frame_removed`) or otherwise. `what` is a clause without its subject.
    ///
    /// # Errors
    /// `OutcomeUnknown`
    pub(super) async fn confirm(&mut self, target: &Target, node: &NodeRef, what: &str, frame_removed: bool) -> Result<()> {
        if !target.page.capabilities().concurrent_calls || self.saw(node).await {
            return Ok(());
        }
        refuse_closed(target, node, what)?;
        if frame_removed {
            return Err(unknown(node, &format!("{what}: {FRAME_REMOVED} at that moment")));
        }
        let left = departure(target);
        Err(unknown(
            node,
            &format!("{what}: the page {left}, or a dialog opened, at that moment"),
        ))
    }

    /// Whether the page has said that all clicks reached the element.
    pub(super) fn has_seen(&self, node: &NodeRef) -> bool {
        let answer = self.answer.as_ref();
        answer.is_some_and(|answer| answer.doc == node.node.doc && answer.clicks >= self.clicks)
    }
}

/// Sends the events of a click and asks what became of them.
pub(super) async fn deliver(
    target: &Target,
    node: &NodeRef,
    events: &[InputEvent],
    releases: u8,
    witness: &mut Witness<'_>,
) -> Result<Delivery> {
    // A dialog or the end of the page is an effect, which the caller recognizes.
    if let Some(outcome) = witness.during(press(target, node, events, releases)).await? {
        return Ok(Delivery::Seen(outcome));
    }
    if !target.page.capabilities().concurrent_calls {
        return Ok(Delivery::Unconfirmed);
    }
    if witness.saw(node).await {
        return Ok(Delivery::Arrived);
    }
    // Of several clicks, the old document may have seen the first ones.
    let stopped = if releases > 1 { None } else { stopped_by(target, node).await };
    Ok(match stopped.as_deref() {
        Some("pointerdown" | "mousedown") => Delivery::Stopped,
        _ => Delivery::Unknown,
    })
}

/// The type of the first input that the new document of an element's frame stopped, or the page around a frame that is gone. The old
/// document cannot have seen it.
pub(super) async fn stopped_by(target: &Target, node: &NodeRef) -> Option<String> {
    let frame = if has_lost_frame(target, &node.frame) {
        &target.page.main_frame()
    } else {
        &node.frame
    };
    let guarded = target.ask::<Guarded>(frame, "guarded", &serde_json::json!({})).await;
    guarded.ok()?.stopped
}

/// Sends the events and asks what the page observed. `None` if the document is gone.
async fn press(target: &Target, node: &NodeRef, events: &[InputEvent], releases: u8) -> Result<Option<Outcome>> {
    let press = Unhurried::new(target, node, events);
    if let Err(error) = press.begin(target, node).await {
        return after_failure(target, node, error).await;
    }
    let events = &*press.last;
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
        delivered = target.page.input(events) => match delivered {
            Ok(()) => {}
            Err(error) => return after_failure(target, node, error).await,
        },
    }
    seen(target, node, None).await
}

/// What the page observed of input that the browser did not finish, which happens if a frame goes in the middle of it, or if
/// the user's extension refuses what would reach a document that it keeps out.
///
/// # Errors
/// `Interrupted` if the element was pressed before the rest was refused
pub(super) async fn after_failure(target: &Target, node: &NodeRef, error: EngineError) -> Result<Option<Outcome>> {
    let refused = *error.kind() == ErrorKind::OriginNotAllowed;
    if !refused && *error.kind() != ErrorKind::Protocol {
        return Err(error);
    }
    match seen(target, node, None).await {
        Ok(Some(outcome)) if outcome.seen == Seen::None => Err(error),
        Ok(Some(outcome)) if refused && outcome.seen == Seen::Hit => Err(half(node, &error)),
        Ok(outcome) => Ok(outcome),
        Err(_) => Err(error),
    }
}

/// The error for input of which the first part reached the element.
fn half(node: &NodeRef, refusal: &EngineError) -> EngineError {
    EngineError::new(
        ErrorKind::Interrupted,
        format!(
            "UID {} ({}) was pressed, then the rest was refused, and what was pressed was released: {}",
            node.uid,
            node.describe(),
            refusal.message()
        ),
    )
    .with_next_step(NextStep::snapshot("see what the press did before you repeat it"))
}

/// Sends the events and asks what the page observed. `None` if the document is gone: then the browser may never report that
/// the input was handled, so this does not wait for the report.
pub(super) async fn send_and_see(
    target: &Target,
    node: &NodeRef,
    work: impl Future<Output = Result<()>>,
) -> Result<Option<Outcome>> {
    match while_there(target, node, work).await {
        None => Ok(None),
        Some(Ok(())) => seen(target, node, None).await,
        Some(Err(error)) => after_failure(target, node, error).await,
    }
}

/// Does `work` until the page has replaced the document and the work has had time to end. `None` then.
pub(super) async fn while_there<T>(target: &Target, node: &NodeRef, work: impl Future<Output = T>) -> Option<T> {
    if !target.page.capabilities().concurrent_calls {
        return Some(work.await);
    }
    let gone = async {
        gone(target, node).await;
        tokio::time::sleep(LAST_WORD).await;
    };
    tokio::select! {
        biased;
        done = work => Some(done),
        () = gone => None,
    }
}

/// Resolves when the document of an element is gone.
async fn gone(target: &Target, node: &NodeRef) {
    // A question that no press answers.
    let args = WitnessArgs {
        doc: &node.node.doc,
        clicks: usize::MAX,
    };
    let answer = target.ask::<Witnessed>(&node.frame, "witness", &args).await;
    if answer.is_ok_and(|answer| answer.doc == node.node.doc) {
        std::future::pending::<()>().await;
    }
}

/// Asks what the page observed of a press. `None` if the document is gone.
pub(super) async fn seen(target: &Target, node: &NodeRef, after: Option<u8>) -> Result<Option<Outcome>> {
    match target.ask::<Outcome>(&node.frame, "outcome", &OutcomeArgs { after }).await {
        Err(error) if *error.kind() == ErrorKind::StaleUid => Ok(None),
        // A new document answered.
        Ok(outcome) if outcome.doc != node.node.doc => Ok(None),
        result => result.map(Some),
    }
}

/// The error for a press that no document took.
pub(super) fn stopped(target: &Target, node: &NodeRef) -> EngineError {
    let why = if has_lost_frame(target, &node.frame) {
        FRAME_REMOVED
    } else {
        "the page replaced its document"
    };
    stale(node, &format!("{why} before the press, and nothing was pressed"))
}

/// The error for a press whose fate is not known, or that was not followed by a click.
pub(super) fn unknown(node: &NodeRef, why: &str) -> EngineError {
    EngineError::new(
        ErrorKind::OutcomeUnknown,
        format!("UID {} ({}) {why}", node.uid, node.describe()),
    )
}

/// The error for input after `mark` whose fate is not known because its document is gone, alone with its frame or otherwise, or is being
/// left. `what` is a clause without its subject.
pub(super) async fn replaced(target: &Target, node: &NodeRef, mark: u64, what: &str) -> EngineError {
    if was_frame_removed(target, &node.frame, mark).await {
        return unknown(node, &format!("{what}: {FRAME_REMOVED} at that moment"));
    }
    left(target, node, what)
}

/// [`replaced`] where no frame was removed.
fn left(target: &Target, node: &NodeRef, what: &str) -> EngineError {
    leaving_step(
        target,
        unknown(node, &format!("{what}: the page {} at that moment", departure(target))),
    )
}

/// [`replaced`] for a gesture of so many presses. Where its frame was removed, the page around that has kept the rest of the gesture from
/// its own elements, and knows with what this began.
pub(super) async fn broken_off(target: &Target, node: &NodeRef, mark: u64, presses: u8, what: &str) -> EngineError {
    if !was_frame_removed(target, &node.frame, mark).await {
        return left(target, node, what);
    }
    let stopped_by = if presses == 1 { stopped_by(target, node).await } else { None };
    match stopped_by.as_deref() {
        Some("pointerdown" | "mousedown" | "touchstart") => stopped(target, node),
        Some("pointerup" | "mouseup" | "touchend") => unknown(
            node,
            &format!("{what}, but not to the end: {FRAME_REMOVED} before the release"),
        ),
        _ => unknown(
            node,
            &format!("{what}: {FRAME_REMOVED} at that moment, so it may have got only a part of the gesture"),
        ),
    }
}

/// Names the new document as what to wait for, if the page is being left.
pub(super) fn leaving_step(target: &Target, error: EngineError) -> EngineError {
    match target.page.state().navigating_to(&target.page.main_frame()) {
        Some(_) => error.with_next_step(NextStep::advice(ARRIVED)),
        None => error,
    }
}

/// What a page did that replaced its document, or is about to, as in `began to load "…"`.
pub(super) fn departure(target: &Target) -> String {
    match target.page.state().navigating_to(&target.page.main_frame()) {
        Some(next) => format!("began to load {}", quote(&shorten(&next, 200))),
        None => "replaced its document".to_owned(),
    }
}

/// What is waited for after input that the document of its element has not seen.
///
/// # Errors
/// `OutcomeUnknown` if another document may have got it
pub(super) async fn unseen(target: &Target, node: &NodeRef) -> Result<Obstacle> {
    if !target.page.is_guarded() && target.page.frames().await?.len() > 1 {
        return Err(unknown(node, ELSEWHERE));
    }
    Ok(Obstacle::Moving { ends: true })
}

/// Whether the browser has reported that a frame was removed from the page. Performs no I/O.
pub(super) fn has_lost_frame(target: &Target, frame: &FrameId) -> bool {
    let page = &target.page;
    // Where the browser reports no frames, the address of the main one is not known either.
    page.address_of(frame).is_none() && page.address_of(&page.main_frame()).is_some()
}

/// Resolves when the browser has reported that a frame was removed.
pub(super) async fn lost_frame(target: &Target, frame: &FrameId) {
    while !has_lost_frame(target, frame) {
        tokio::time::sleep(LOOKS).await;
    }
}

/// Whether a frame was removed after `mark`, from a page that stays. The browser may be about to report it.
pub(super) async fn was_frame_removed(target: &Target, frame: &FrameId, mark: u64) -> bool {
    if *frame != target.page.main_frame() && !has_left(target, frame, mark) {
        let _ = timeout(REPORTED, lost_frame(target, frame)).await;
    }
    has_lost_frame(target, frame) && !has_left(target, frame, mark)
}

/// Whether a frame or the whole page has begun to load another document after `mark`. Performs no I/O.
pub(super) fn has_left(target: &Target, frame: &FrameId, mark: u64) -> bool {
    let main = target.page.main_frame();
    let leaves = |happening: &Happening| match happening {
        Happening::NavigationRequested { frame: left, .. } | Happening::Committed { frame: left, .. } => {
            left == frame || *left == main
        }
        _ => false,
    };
    target.page.state().since(mark).iter().any(leaves)
}

/// Whether the page has been closed.
pub(super) fn is_closed(target: &Target) -> bool {
    target.page.state().end() == Some(PageEnd::Closed)
}

/// Refuses to call done what a page did not confirm before it was closed. `what` is a clause without its subject.
///
/// # Errors
/// `OutcomeUnknown`
pub(super) fn refuse_closed(target: &Target, node: &NodeRef, what: &str) -> Result<()> {
    if !is_closed(target) {
        return Ok(());
    }
    Err(unknown(node, &format!("{what}: the page was closed at that moment")).with_next_step(NextStep::ChoosePage))
}

/// A press that another document may have got.
const ELSEWHERE: &str = "did not get the press, and this connection cannot tell whether another frame or document did";
/// What a report says of a click that only its effect shows.
pub(super) const UNCONFIRMED: &str =
    "The document was replaced. This connection cannot tell whether the click did that or came too late.";
/// What a report says of a click in a page that was closed then.
pub(super) const CLOSED: &str = "The page was closed. This connection cannot tell whether the click did that or came too late.";
/// The same of a drag.
pub(super) const UNCONFIRMED_DRAG: &str =
    "The document was replaced. This connection cannot tell whether the drag did that or came too late.";
/// A press in a page that is being closed.
pub(super) const CLOSING: &str = "was pressed, and probably got no click: the page was being closed at that moment";
/// What a report says of a click that was forced.
pub(super) const FORCED: &str = "Forced: it was not waited for.";
/// The same of a disabled element, which the browser gives no click.
pub(super) const FORCED_DISABLED: &str = "Forced, but it is disabled, so it got no click.";
/// The same if something else was on top.
pub(super) const FORCED_ELSEWHERE: &str = "Forced: something else was on top there, and got the click.";
/// A page that does not answer, with no word of the click.
pub(super) const SILENT: &str = "may have been clicked: the page has not answered since the press was sent";
/// What a report says of several clicks of which the element got one.
pub(super) const ONLY_ONCE: &str =
    "The page replaced, covered or moved the element after the first click, so it got no second one.";
/// What a report says of a triple click of which the element got two.
pub(super) const ONLY_TWICE: &str =
    "The page replaced, covered or moved the element after the second click, so it got no third one.";
/// What a report says of several clicks of which the first ones disabled the element.
pub(super) const DISABLED_SINCE: &str = "The page disabled the element at a click, so it got no further one.";
/// What a report says of a click on a target that moves without end.
pub(super) const RESTLESS: &str = "It was moving, and was clicked where it was at that moment.";
