//! Drag one element onto another, or by a distance.

use super::Target;
use super::delivery::{Witness, refuse_closed, unknown};
use super::onto::OnElement;
use super::pace::{Pace, whole};
use super::pull::{DROPPED, Ends, Pulled, UNDROPPED_THERE, pull};
use super::ready::{Tries, classify, frame_gone, ready_at, ready_since, to_main_now, unexpected};
use super::{Done, Gesture, is_effect};
use crate::backend::{Dragged, Landing};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::{Point, PointerDrag};
use crate::options::{Offset, Side, Spot};
use crate::page_script::{ActionKind, Aim, Answer, Correction, DragArgs, DragEnded, Landed, LandingArgs, LandingAsk, PageFacts};
use crate::snapshot::NodeRef;
use std::iter;
use tokio::time::Instant;

/// A drag by script whose document is gone.
const HALF: &str = "may have been dragged by script: the page replaced its document meanwhile";
/// A drag by script whose end was taken away.
const ASTRAY: &str = "was dragged by script, but the page took away the element that it was to end on";
/// A drag after which the dragged element is not where it was to be.
const NOT_PUT: &str = "The dragged element is not on that side of the other one now.";
/// A drag onto an element that moves between two places.
const MADE_WAY: &str =
    "The other element made way wherever the pointer came to it, so the drag ended where it had been, as a hand does it.";
/// A drag of an element that moves without end.
const CAUGHT: &str = "It was moving, and was pressed where it was at that moment.";
/// A drag that changed nothing.
const UNHELD: &str = "Some pages let an element be dragged only after it was held: then give holdMs.";
/// How far a drag goes each way before what it is to end on is brought into view, in CSS pixels.
const LIFT: f64 = 12.0;
/// How often both ends are scrolled into view until neither scrolls the other away.
const ROUNDS: u8 = 3;

/// Where a drag onto an element begins and ends, and how long its movement takes.
#[derive(Debug, Default)]
pub(crate) struct Drag {
    pub(crate) gesture: Gesture,
    /// The point of the other element; without it, one near its middle.
    pub(crate) end: Option<Spot>,
    /// The side of the other element that the point stands for.
    pub(crate) side: Option<Side>,
    pub(crate) pace: Pace,
}

impl Drag {
    pub(super) fn landing<'a>(&self, from: &'a NodeRef, to: &'a NodeRef) -> LandingArgs<'a> {
        LandingArgs {
            from: &from.node,
            to: &to.node,
            at: self.end,
            side: self.side,
            ask: None,
        }
    }
}

/// Where a drag begins, and where it ends if both can be in view at once.
struct Line {
    start: Point,
    end: Option<Point>,
    /// Whether the element moves without end, and was at the start a moment ago.
    restless: bool,
}

/// Drags `from` onto `to` with real input. Script does it, untrusted, if the protocol cannot start an HTML drag. If the
/// two are not in view together, `to` is scrolled into view during the drag, as a person does it.
pub(crate) async fn drag(target: &Target, from: &NodeRef, to: &NodeRef, how: &Drag) -> Result<Done> {
    let inside = if from.node.doc == to.node.doc {
        Ends::Here
    } else {
        Ends::There
    };
    let mut tries = Tries::new(from, target.patience);
    let mut witness = Witness::new(target, from, 1);
    let mut was_missed = false;
    let mut moves_since = None;
    let held = loop {
        let Line { start, end, restless } = witness.during(both_in_view(target, from, to, how, &mut moves_since)).await?;
        let press = press_point(start, was_missed);
        let aim = OnElement::new(target, (from, to), how, press, end);
        let first = match end {
            Some(end) => end,
            None => lift(target, start).await?,
        };
        let ends = [press, whole(first)];
        let drag = perform(target, &how.gesture, how.pace.drag(&ends, &how.gesture, true), Some(&aim));
        match pull(target, from, inside, &mut witness, drag).await {
            Ok(Pulled::Done(done)) => {
                let done = Done {
                    notice: done
                        .notice
                        .or_else(|| aim.made_way().then_some(MADE_WAY))
                        .or_else(|| restless.then_some(CAUGHT)),
                    ..done
                };
                return Ok(put(target, from, to, how, hinted(done, how.pace)).await);
            }
            Ok(Pulled::Elsewhere(done)) => return across(target, from, to, how, done).await,
            Ok(Pulled::Held) => break true,
            Ok(Pulled::Missed(obstacle)) => {
                was_missed = true;
                tries.again(obstacle).await?;
            }
            Err(error) if *error.kind() == ErrorKind::Unsupported => {
                tracing::debug!(%error, "falling back to synthetic drag events");
                break false;
            }
            Err(error) if *error.kind() == ErrorKind::OutcomeUnknown && aim.was_lost() => {
                return Err(taken_back(from, to));
            }
            Err(error) => return Err(error),
        }
    };
    let done = match by_script(target, from, to, how).await {
        Err(error) if held && *error.kind() != ErrorKind::OutcomeUnknown => return Err(ended(target, from, Some(&error)).await),
        done => done?,
    };
    Ok(put(target, from, to, how, done).await)
}

/// Ends an HTML drag that is held without a drop. Returns the error for it, with the reason why no script went on with it.
async fn ended(target: &Target, from: &NodeRef, why: Option<&EngineError>) -> EngineError {
    // A document that cannot answer has no drag any more.
    let _ = target.ask::<bool>(&from.frame, "endDrag", &serde_json::json!({})).await;
    let why = why.map_or_else(String::new, |why| format!(": {}", why.message()));
    EngineError::new(
        ErrorKind::Interrupted,
        format!(
            "UID {} ({}) was pressed, which began an HTML drag. This browser cannot finish one, so it was ended without a drop{why}",
            from.uid,
            from.describe(),
        ),
    )
    .with_next_step(NextStep::snapshot("see what that did, then use the page's own alternative, such as buttons or cut and paste"))
}

/// What the other document says of the end of an HTML drag.
async fn across(target: &Target, from: &NodeRef, to: &NodeRef, how: &Drag, done: Done) -> Result<Done> {
    let args = LandingArgs {
        ask: Some(LandingAsk::End),
        ..how.landing(from, to)
    };
    // A document that cannot answer may have got the drop.
    let Ok(answer) = target.ask::<Correction>(&to.frame, "landing", &args).await else {
        return Ok(done);
    };
    if answer.ended == Some(DragEnded::Drop) {
        return Ok(Done {
            notice: None,
            unless_changed: Some(DROPPED),
            ..done
        });
    }
    Err(EngineError::new(
        ErrorKind::WrongElement,
        format!(
            "UID {} ({}) was dragged into another frame, and the drag ended there without a drop: nothing accepted it at UID {} ({})",
            from.uid,
            from.describe(),
            to.uid,
            to.describe()
        ),
    )
    .with_next_step(NextStep::snapshot("find what accepts it")))
}

/// The first point of a drag onto what is out of view: so far away that drag libraries notice, towards the middle of the page.
async fn lift(target: &Target, start: Point) -> Result<Point> {
    let main = target.page.main_frame();
    let PageFacts { width, height, .. } = target.ask(&main, "page", &serde_json::json!({})).await?;
    let towards = |from: f64, size: f64| if from < size / 2.0 { from + LIFT } else { from - LIFT };
    Ok(Point {
        x: towards(start.x, width),
        y: towards(start.y, height),
    })
}

/// The error for a drag that did not get to where it was to end.
fn taken_back(from: &NodeRef, to: &NodeRef) -> EngineError {
    unknown(
        from,
        &format!(
            "could not be dragged there: UID {} ({}) could not be brought under the pointer, so the drag was taken back to where it began and released there",
            to.uid,
            to.describe()
        ),
    )
}

/// Adds where the page has put the dragged element, if the caller named a side and the page did otherwise.
async fn put(target: &Target, from: &NodeRef, to: &NodeRef, how: &Drag, done: Done) -> Done {
    if how.side.is_none() || done.notice.is_some() {
        return done;
    }
    // A page that cannot answer says nothing of it.
    let landed: Result<Landed> = target.ask(&to.frame, "landed", &how.landing(from, to)).await;
    Done {
        notice: matches!(landed, Ok(Landed { beside: Some(false) })).then_some(NOT_PUT),
        ..done
    }
}

/// Drags an element by distances from the point where the button goes down. The pointer ends at the last one.
///
/// # Errors
/// `InvalidInput` if the pointer would leave the page; `Interrupted` for an HTML drag that the browser cannot finish, and
/// `Unsupported` for one that it cannot begin.
pub(crate) async fn drag_by(
    target: &Target,
    node: &NodeRef,
    gesture: &Gesture,
    distances: &[Offset],
    pace: Pace,
) -> Result<Done> {
    let mut tries = Tries::new(node, target.patience);
    let mut witness = Witness::new(target, node, 1);
    let mut was_missed = false;
    let mut moves_since = None;
    loop {
        let ready = ready_since(target, node, ActionKind::Pull, gesture.at, &mut moves_since);
        let ready = witness.during(ready).await?;
        let corners = corners(target, press_point(ready.at, was_missed), distances).await?;
        let drag = perform(target, gesture, pace.drag(&corners, gesture, false), None);
        match pull(target, node, Ends::Anywhere, &mut witness, drag).await? {
            Pulled::Done(done) | Pulled::Elsewhere(done) => {
                let done = Done {
                    notice: done.notice.or_else(|| ready.restless.then_some(CAUGHT)),
                    ..done
                };
                return Ok(hinted(done, pace));
            }
            Pulled::Held => return Err(ended(target, node, None).await),
            Pulled::Missed(obstacle) => {
                was_missed = true;
                tries.again(obstacle).await?;
            }
        }
    }
}

/// Names the hold that some pages want before a drag, if this one has changed nothing without it.
fn hinted(done: Done, pace: Pace) -> Done {
    let had_none = done.changed == Some(false) && done.notice.is_none() && pace.hold.is_zero();
    Done {
        unless_changed: done.unless_changed.or_else(|| had_none.then_some(UNHELD)),
        ..done
    }
}

/// Where the button goes down: at a whole pixel, as a mouse does it, unless that has missed the element, which may be smaller.
fn press_point(start: Point, was_missed: bool) -> Point {
    if was_missed { start } else { whole(start) }
}

/// Where a drag by distances would end. Input is not kept out of other documents meanwhile, as nothing is dragged.
///
/// # Errors
/// As [`drag_by`].
pub(crate) async fn drag_end(target: &Target, node: &NodeRef, gesture: &Gesture, distances: &[Offset]) -> Result<Point> {
    let start = press_point(ready_at(target, node, ActionKind::Drop, gesture.at).await?.at, false);
    let corners = corners(target, start, distances).await?;
    Ok(corners.last().copied().unwrap_or(start))
}

/// The points of a drag by distances, all of them in the viewport.
async fn corners(target: &Target, start: Point, distances: &[Offset]) -> Result<Vec<Point>> {
    let corners: Vec<Point> = iter::once(start)
        .chain(distances.iter().map(|by| Point {
            x: start.x + by.dx,
            y: start.y + by.dy,
        }))
        .collect();
    refuse_outside(target, corners.iter()).await?;
    Ok(corners)
}

/// Refuses a path of the pointer that leaves the viewport.
pub(super) async fn refuse_outside<'a>(target: &Target, path: impl Iterator<Item = &'a Point> + Clone + Send) -> Result<()> {
    let main = target.page.main_frame();
    let PageFacts { width, height, .. } = target.ask(&main, "page", &serde_json::json!({})).await?;
    let is_out = |point: &&Point| point.x < 0.0 || point.y < 0.0 || point.x >= width || point.y >= height;
    let (Some(start), Some(out)) = (path.clone().next(), path.clone().find(is_out)) else {
        return Ok(());
    };
    Err(EngineError::new(
        ErrorKind::InvalidInput,
        format!(
            "the pointer would leave the viewport of {width} × {height} pixels: it begins at {:.0}, {:.0} and would go to {:.0}, {:.0}; nothing was pressed",
            start.x, start.y, out.x, out.y
        ),
    )
    .with_next_step("move it less far, or scroll or enlarge the page first"))
}

/// Drags while the keys of the gesture are held.
async fn perform(target: &Target, gesture: &Gesture, drag: PointerDrag, landing: Option<&dyn Landing>) -> Result<Dragged> {
    let hold = gesture.hold();
    if !hold.is_empty() {
        target.page.input(&hold).await?;
    }
    let dragged = target.page.drag(&drag, landing).await?;
    if !hold.is_empty() {
        target.page.input(&gesture.let_go()).await?;
    }
    Ok(dragged)
}

/// The two points, once scrolling to one no longer moves the other. Without an end if they cannot be in view at the same
/// time.
async fn both_in_view(
    target: &Target,
    from: &NodeRef,
    to: &NodeRef,
    how: &Drag,
    moves_since: &mut Option<Instant>,
) -> Result<Line> {
    let at = how.gesture.at;
    let mut start = ready_since(target, from, ActionKind::Drag, at, moves_since).await?.at;
    for _ in 0..ROUNDS {
        let end = ready_at(target, to, ActionKind::Drop, how.end.map(Aim::Spot)).await?.at;
        let again = ready_since(target, from, ActionKind::Drag, at, moves_since).await?;
        // What never rests is elsewhere each time.
        let is_settled = again.at == start || again.restless;
        let is_there = is_settled && still_at(target, from, to, how, end).await?;
        start = again.at;
        if is_settled {
            return Ok(Line {
                start,
                end: is_there.then_some(end),
                restless: again.restless,
            });
        }
    }
    // A document that the press does not reach lets the rest of the drag through only after this question.
    if from.node.doc != to.node.doc {
        still_at(target, from, to, how, start).await?;
    }
    Ok(Line {
        start,
        end: None,
        restless: false,
    })
}

/// Whether the end of a drag is where it was found, after its start was brought into view: one list that holds both may have
/// scrolled the end away.
async fn still_at(target: &Target, from: &NodeRef, to: &NodeRef, how: &Drag, end: Point) -> Result<bool> {
    let args = LandingArgs {
        ask: Some(LandingAsk::Peek),
        ..how.landing(from, to)
    };
    let answer: Correction = target
        .ask(&to.frame, "landing", &args)
        .await
        .map_err(|error| frame_gone(to, error))?;
    let (Some(x), Some(y)) = (answer.x, answer.y) else {
        return Ok(false);
    };
    let now = to_main_now(target, to, Point { x, y }).await?;
    // The answer of `prepare` is rounded, and that of `landing` is not.
    Ok(now.is_ok_and(|now| (now.x - end.x).abs() < 1.0 && (now.y - end.y).abs() < 1.0))
}

async fn by_script(target: &Target, from: &NodeRef, to: &NodeRef, how: &Drag) -> Result<Done> {
    if from.node.doc != to.node.doc {
        return Err(EngineError::new(
            ErrorKind::Unsupported,
            format!(
                "UID {} and UID {} are in different frames, but a drag by script works only within one",
                from.uid, to.uid
            ),
        )
        .with_next_step("use the page's own alternative, such as buttons or cut and paste"));
    }
    let args = DragArgs {
        landing: how.landing(from, to),
        start: how.gesture.at,
        modifiers: how.gesture.modifiers().0,
    };
    let mark = target.page.state().mark();
    let answer = match target.ask(&from.frame, "dragSynthetic", &args).await {
        // The events were dispatched one after the other, so a part of them may be missing.
        Err(error) if *error.kind() == ErrorKind::StaleUid => return Err(unknown(from, HALF)),
        Err(error) if is_effect(target, mark, &error) => {
            refuse_closed(target, from, "may have been dragged by script")?;
            return Ok(Done {
                trusted: false,
                ..Done::trusted()
            });
        }
        result => result.map_err(|error| frame_gone(from, error))?,
    };
    match classify(from, answer)? {
        Ok(Answer::Done { .. }) => Ok(Done {
            trusted: false,
            ..Done::trusted()
        }),
        Ok(Answer::Undropped) => Ok(Done {
            trusted: false,
            notice: Some(UNDROPPED_THERE),
            ..Done::trusted()
        }),
        Ok(Answer::Lost) => Err(taken_back(from, to)),
        Ok(Answer::Astray) => Err(unknown(from, ASTRAY)),
        Ok(other) => Err(unexpected("dragSynthetic", &other)),
        Err(_) => Err(EngineError::new(
            ErrorKind::NotVisible,
            format!(
                "UID {} or UID {} is gone or hidden and cannot be dragged to or from",
                from.uid, to.uid
            ),
        )),
    }
}
