//! Keys that go to one element only: the in-page script stops those that would go elsewhere.

use super::Target;
use super::delivery::{FRAME_REMOVED, LAST_WORD, has_left, has_lost_frame, lost_frame, was_frame_removed};
use super::is_effect;
use super::ready::{classify, unexpected};
use super::settle::{has_begun, is_leaving};
use crate::backend::{FrameId, Happening, PageState};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::InputEvent;
use crate::page_script::{Answer, Bare, HeldArgs, KeysArgs, Over, TypedArgs};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::sleep;

/// In how many successive documents the focus is searched.
const DOCUMENTS: usize = 5;
/// The maximum depth of frames in which the focus is searched.
const DEPTH: usize = 16;

/// How long a sent form, or what the browser has begun to load, may take to come to nothing, so that keys go on.
const TO_NOTHING: Duration = Duration::from_secs(1);

/// Why no further key is pressed.
#[derive(Debug)]
pub(super) enum Stop {
    /// A script moved the focus to this element.
    Moved(String),
    Dialog,
    /// A form was sent, or the document is being replaced.
    Left,
    /// The same of the document of the frame alone.
    FrameLeft,
    /// A form was sent, and the page stays so far.
    Sent,
    /// The page removed the element.
    Removed,
    /// The page removed the frame of the element.
    FrameRemoved,
    Closed,
    /// The browser refused a key, with this reason. The page may have seen it go down.
    Refused(String),
}

/// What the page saw of the keys.
pub(super) struct Seen {
    pub(super) keys: usize,
    pub(super) stop: Option<Stop>,
    /// A key on what takes no text has opened a field, which got the rest.
    pub(super) opened: bool,
    /// The page has passed the focus on from box to box of a code.
    pub(super) over: Option<Over>,
}

/// A watch over the keys of one action.
pub(super) struct KeyWatch<'a> {
    target: &'a Target,
    frame: FrameId,
    mark: AtomicU64,
    /// What has the focus, if it is no element that was given, and keys write nothing there by themselves.
    pub(super) bare: Option<Bare>,
    /// The element is no field, and its grid has another cell selected.
    pub(super) beside: bool,
}

/// What is said of keys and pastes for a cell while another one is selected.
pub(super) const BESIDE: &str =
    "Another cell of its grid is selected, and the page may have given this to that one: click the cell first.";

impl<'a> KeyWatch<'a> {
    /// Begins to watch keys for an element that has the focus, or for whatever has it.
    pub(super) async fn begin(target: &'a Target, node: Option<&NodeRef>) -> Result<Self> {
        let Some(node) = node else {
            let mut tries = 1;
            let (frame, bare) = loop {
                match at_focus(target).await {
                    // No key was pressed yet, so the document that came may have the focus as well.
                    Err(error) if *error.kind() == ErrorKind::StaleUid && tries < DOCUMENTS => tries += 1,
                    found => break found?,
                }
            };
            let mark = target.page.state().mark();
            return Ok(Self {
                target,
                frame,
                mark: AtomicU64::new(mark),
                bare,
                beside: false,
            });
        };
        let mark = target.page.state().mark();
        let args = KeysArgs {
            target: Some(&node.node),
        };
        let answer = target.ask(&node.frame, "keys", &args).await;
        let beside = match classify(node, before_keys(target, node, answer)?)? {
            Ok(Answer::Keys { beside, .. }) => beside,
            Ok(other) => return Err(unexpected("keys", &other)),
            Err(obstacle) => {
                return Err(unexpected(
                    "keys",
                    &Answer::Kind {
                        is: format!("{obstacle:?}"),
                        next: None,
                    },
                ));
            }
        };
        Ok(Self {
            target,
            frame: FrameId::clone(&node.frame),
            mark: AtomicU64::new(mark),
            bare: None,
            beside,
        })
    }

    /// The page's journal when the keys began, or when what they had begun came to nothing.
    pub(super) fn mark(&self) -> u64 {
        self.mark.load(Ordering::Relaxed)
    }

    /// Why no further key may be pressed, as far as the browser has reported it. Performs no I/O.
    pub(super) fn stopped(&self) -> Option<Stop> {
        let state: &PageState = self.target.page.state();
        if state.end().is_some() {
            return Some(Stop::Closed);
        }
        if state.dialog().is_some() {
            return Some(Stop::Dialog);
        }
        // A dialog that was answered in the meantime ends the typing too: what it did is not known.
        let is_dialog = |happening: &Happening| matches!(happening, Happening::DialogOpened(_));
        let main = self.target.page.main_frame();
        if has_left(self.target, &main, self.mark()) || state.since(self.mark()).iter().any(is_dialog) {
            return Some(Stop::Left);
        }
        if has_left(self.target, &self.frame, self.mark()) {
            return Some(Stop::FrameLeft);
        }
        has_lost_frame(self.target, &self.frame).then_some(Stop::FrameRemoved)
    }

    /// The same of a stop, once it is known whether a document comes of what the keys began. `None` if none does, as with a download: then the
    /// page stays, and keys go on.
    pub(super) async fn stopped_for_good(&self, stop: Stop) -> Option<Stop> {
        if !matches!(stop, Stop::Left | Stop::FrameLeft) {
            return Some(stop);
        }
        let (state, mark, main) = (self.target.page.state(), self.mark(), self.target.page.main_frame());
        let is_open = |state: &PageState| state.dialog().is_none() && state.end().is_none();
        let goes_on = |state: &PageState| is_leaving(state, &main, mark) || is_leaving(state, &self.frame, mark);
        let ends = |state: &PageState| (!is_open(state) || has_begun(state, mark) && !goes_on(state)).then_some(());
        let ended = self.target.wait(TO_NOTHING, ends).await.is_some();
        let now = state.mark();
        let leaves = |happening: &Happening| match happening {
            Happening::DialogOpened(_) => true,
            Happening::Committed { frame, .. } => *frame == main || *frame == self.frame,
            _ => false,
        };
        if !ended {
            return Some(self.stopped().unwrap_or(Stop::Sent));
        }
        if !is_open(state) || state.since(mark).iter().any(leaves) || has_lost_frame(self.target, &self.frame) {
            return Some(self.stopped().unwrap_or(stop));
        }
        self.mark.store(now, Ordering::Relaxed);
        self.stopped()
    }

    /// Whether the frame of the keys was removed, from a page that stays. Performs no I/O.
    pub(super) fn is_frameless(&self) -> bool {
        matches!(self.stopped(), Some(Stop::FrameRemoved))
    }

    /// Why a document cannot be asked any more. The browser may be about to report it.
    pub(super) async fn gone(&self) -> Stop {
        if self.stopped().is_none() {
            was_frame_removed(self.target, &self.frame, self.mark()).await;
        }
        self.stopped().unwrap_or(Stop::Left)
    }

    /// Presses keys. Ends also where their frame was removed, as the browser may never report that they were handled then.
    pub(super) async fn press(&self, events: &[InputEvent]) -> Result<()> {
        let removed = async {
            lost_frame(self.target, &self.frame).await;
            sleep(LAST_WORD).await;
        };
        tokio::select! {
            biased;
            done = self.target.page.input(events) => done,
            () = removed => Ok(()),
        }
    }

    /// Whether this is the browser's refusal of a key that the page may have seen in part: it was replaced meanwhile.
    pub(super) async fn may_have_passed(&self, error: &EngineError) -> bool {
        matches!(error.kind(), ErrorKind::Protocol | ErrorKind::OriginNotAllowed)
            && !(matches!(self.seen(true).await, Ok(Some(Seen { keys: 0, .. }))) && self.stopped().is_none())
    }

    /// Asks the page what it saw. `last`: the watch ends. `None` if the document is gone, or is being left.
    pub(super) async fn seen(&self, last: bool) -> Result<Option<Seen>> {
        self.ask(&TypedArgs { last, next: false }).await
    }

    /// The same right before the next key, which has to find the focus where it belongs.
    pub(super) async fn seen_before_next(&self) -> Result<Option<Seen>> {
        self.ask(&TypedArgs { last: false, next: true }).await
    }

    /// Ends the watch of a page that stays.
    pub(super) async fn end(&self) {
        if !matches!(self.stopped(), Some(Stop::Closed | Stop::Dialog)) {
            let _ = self.seen(true).await;
        }
    }

    async fn ask(&self, args: &TypedArgs) -> Result<Option<Seen>> {
        match self.target.ask(&self.frame, "typed", args).await {
            Ok(Answer::Typed {
                keys,
                moved,
                submitted,
                gone,
                opened,
                over,
            }) => Ok(Some(Seen {
                opened,
                over,
                keys,
                stop: moved
                    .map(Stop::Moved)
                    .or_else(|| submitted.then_some(Stop::Left))
                    .or_else(|| gone.then_some(Stop::Removed)),
            })),
            Ok(other) => Err(unexpected("typed", &other)),
            Err(error) => match error.kind() {
                ErrorKind::StaleUid | ErrorKind::DialogOpen | ErrorKind::PageClosed => Ok(None),
                _ => Err(error),
            },
        }
    }

    /// Whether the keys have left the text of what has the focus as it was, which is no field.
    pub(super) async fn is_unwritten(&self) -> Result<bool> {
        let args = HeldArgs {
            target: None,
            wanted: None,
        };
        match self.target.ask(&self.frame, "held", &args).await {
            Ok(Answer::Filled { after, .. }) => Ok(after.unwritten),
            // The page has removed the element.
            Ok(Answer::Gone) => Ok(false),
            Ok(other) => Err(unexpected("held", &other)),
            Err(error) if *error.kind() == ErrorKind::StaleUid || is_effect(self.target, self.mark(), &error) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// The frame that has the focus, and what has it there if keys write nothing by themselves. Its keys are watched from now on.
async fn at_focus(target: &Target) -> Result<(FrameId, Option<Bare>)> {
    let mut frame = target.page.main_frame();
    for _ in 0..DEPTH {
        match target.ask(&frame, "keys", &KeysArgs { target: None }).await? {
            Answer::Keys { into: Some(owner), .. } => match target.child_frame(&frame, owner).await? {
                Some(child) => frame = child,
                None => return Ok((frame, None)),
            },
            Answer::Keys { into: None, bare, .. } => return Ok((frame, bare)),
            other => return Err(unexpected("keys", &other)),
        }
    }
    Ok((frame, None))
}

/// The answer to a question between the focus and the first key. The focus can make a page leave its document, and the next one may
/// answer already.
pub(super) fn before_keys(target: &Target, node: &NodeRef, answer: Result<Answer>) -> Result<Answer> {
    let has_left = match &answer {
        Ok(answer) => *answer == Answer::Document,
        Err(error) => *error.kind() == ErrorKind::StaleUid,
    };
    if !has_left {
        return answer;
    }
    let what = format!("UID {} ({}) got the focus and no key was pressed", node.uid, node.describe());
    Err(interrupted(target, &what, &Stop::Left))
}

/// The error for keys that were not all pressed. `what` says how many were, as in `3 of 8 characters were typed`.
pub(super) fn interrupted(target: &Target, what: &str, stop: &Stop) -> EngineError {
    let state = target.page.state();
    let (dialog, next) = (state.dialog(), state.navigating_to(&target.page.main_frame()));
    let why = match stop {
        Stop::Moved(to) => format!("the page moved the focus to {}", quote(&shorten(to, 160))),
        Stop::Dialog => "a dialog opened".to_owned(),
        Stop::Left => match &next {
            Some(next) => format!("the page began to load {}", quote(&shorten(next, 200))),
            None => format!("the page left its document (it shows {})", quote(&shorten(&state.url(), 200))),
        },
        Stop::FrameLeft => "its frame began to load another document".to_owned(),
        Stop::Sent => "a form was sent".to_owned(),
        Stop::Removed => "the page removed the element".to_owned(),
        Stop::FrameRemoved => FRAME_REMOVED.to_owned(),
        Stop::Closed => "the page was closed".to_owned(),
        Stop::Refused(why) => format!("the next key was refused: {why}"),
    };
    let error = EngineError::new(ErrorKind::Interrupted, format!("{what}, then {why}; the rest was not typed"));
    match (stop, dialog) {
        (_, Some(_)) => error.with_next_step(NextStep::AnswerDialog { other_page: false }),
        (Stop::Closed, None) => error.with_next_step(NextStep::ChoosePage),
        (Stop::Left, None) if next.is_some() => error.with_next_step(NextStep::advice(
            "wait for the new document, and put the rest where it belongs",
        )),
        _ => error.with_next_step(NextStep::snapshot("put the rest where it belongs")),
    }
}
