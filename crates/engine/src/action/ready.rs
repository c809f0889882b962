//! The one actionability loop: visible, enabled, stable, in view, receives events.
//!
//! Each try is one in-page call that checks everything. A final refusal becomes an error at once. An
//! [`Obstacle`] is tried again until the target's patience ends.

use super::Target;
pub(super) use super::obstacle::option_not_found;
pub(crate) use super::obstacle::{Obstacle, classify, stale, stale_uid, why_disabled};
use crate::backend::{FrameId, Guard};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, Point};
use crate::page_script::{ActionKind, Aim, Answer, Checked, Closer, Expects, PrepareArgs, Prepared, ThroughArgs, Veiled};
use crate::snapshot::NodeRef;
use std::time::Duration;
use std::{iter, mem};
use tokio::time::{Instant, sleep};

/// Pauses between tries; the last one repeats.
const PAUSES_MS: [u64; 8] = [0, 10, 20, 50, 100, 100, 200, 250];
/// How long the same element must stay on top before the target counts as covered.
const COVERED_CERTAIN: Duration = Duration::from_millis(30);
/// The same for an element that has moved: pages remove a layer shortly after its last animation.
const COVERED_STILL: Duration = Duration::from_millis(300);

/// How long a target may move without a known end until it is clicked where it is at that moment.
const RESTLESS: Duration = Duration::from_millis(700);

/// How long a frame is followed that the page moves as it is scrolled.
const FOLLOWED: Duration = Duration::from_secs(1);

/// An element that can be acted on now.
#[derive(Debug)]
pub(crate) struct Ready {
    /// Where to act, in the main frame's viewport.
    pub(crate) at: Point,
    pub(crate) expects: Expects,
    pub(crate) checked: Option<Checked>,
    /// It moves without end, and was there a moment ago.
    pub(crate) restless: bool,
    /// Where two fingers go down, on the element, if that was asked for. They are at one point where it has no room.
    pub(crate) fingers: Option<[Point; 2]>,
}

/// The attempts of one action: the pauses between them, the time limit, and which element has covered the
/// target since when.
pub(super) struct Tries<'a> {
    node: &'a NodeRef,
    began: Instant,
    patience: Duration,
    covered_since: Option<(String, Instant)>,
    /// Whether the covering element has moved.
    moving: bool,
    /// Since when the target moves, without a known end.
    moves_since: Option<Instant>,
    /// The point of the element to act at.
    at: Option<Aim>,
    force: bool,
    /// How far apart two fingers are to go down.
    apart: Option<f64>,
    /// Whether the pointer was moved out of the way.
    stepped_aside: bool,
    pub(super) attempt: u32,
}

impl<'a> Tries<'a> {
    pub(super) fn new(node: &'a NodeRef, patience: Duration) -> Self {
        Self {
            node,
            began: Instant::now(),
            patience,
            covered_since: None,
            moving: false,
            moves_since: None,
            at: None,
            force: false,
            apart: None,
            stepped_aside: false,
            attempt: 0,
        }
    }

    /// The same without waiting and without a hit test, if `force` is set.
    pub(super) fn forced(self, force: bool) -> Self {
        Self { force, ..self }
    }

    /// The same for a point of the element.
    pub(super) fn at(self, at: Option<Aim>) -> Self {
        Self { at, ..self }
    }

    /// The same for two fingers that go down so far apart, or less far where the element is smaller.
    pub(super) fn apart(self, apart: Option<f64>) -> Self {
        Self { apart, ..self }
    }

    /// Whether the target has moved for so long that it is not waited for.
    fn is_restless(&self) -> bool {
        self.moves_since
            .is_some_and(|since| since.elapsed() >= RESTLESS.min(self.patience / 3))
    }

    /// Pauses before the next try, or gives up.
    pub(super) async fn again(&mut self, obstacle: Obstacle) -> Result<()> {
        let waited = self.began.elapsed();
        if obstacle == (Obstacle::Moving { ends: false }) {
            self.moves_since.get_or_insert_with(Instant::now);
        }
        let certain = if let Obstacle::Covered {
            by, transient: false, ..
        } = &obstacle
        {
            let since = match self.covered_since.take() {
                Some((last, since)) if last == *by => since,
                _ => Instant::now(),
            };
            self.covered_since = Some((by.clone(), since));
            since.elapsed() >= if self.moving { COVERED_STILL } else { COVERED_CERTAIN }
        } else {
            self.moving |= matches!(obstacle, Obstacle::Covered { .. });
            self.covered_since = None;
            false
        };
        let pause = Duration::from_millis(PAUSES_MS[(self.attempt as usize + 1).min(PAUSES_MS.len() - 1)]);
        if certain || waited + pause > self.patience {
            return Err(obstacle.into_error(self.node, waited));
        }
        tracing::debug!(uid = %self.node.uid, attempt = self.attempt, ?obstacle, "not yet");
        sleep(pause).await;
        self.attempt += 1;
        Ok(())
    }
}

/// Waits until the element can be acted on. Returns where to act.
pub(super) async fn ready(target: &Target, node: &NodeRef, action: ActionKind) -> Result<Ready> {
    ready_at(target, node, action, None).await
}

/// [`ready`] at a point of the element.
pub(super) async fn ready_at(target: &Target, node: &NodeRef, action: ActionKind, at: Option<Aim>) -> Result<Ready> {
    let mut tries = Tries::new(node, target.patience).at(at);
    ready_within(target, &mut tries, node, action).await
}

/// [`ready_at`] as one of several waits of a drag. `moves_since` says since when the element moves without a known end, so that not every
/// wait is for its rest.
pub(super) async fn ready_since(
    target: &Target,
    node: &NodeRef,
    action: ActionKind,
    at: Option<Aim>,
    moves_since: &mut Option<Instant>,
) -> Result<Ready> {
    let mut tries = Tries {
        moves_since: *moves_since,
        ..Tries::new(node, target.patience).at(at)
    };
    let ready = ready_within(target, &mut tries, node, action).await;
    *moves_since = tries.moves_since;
    ready
}

/// [`ready`] as part of a caller's attempts.
pub(super) async fn ready_within(target: &Target, tries: &mut Tries<'_>, node: &NodeRef, action: ActionKind) -> Result<Ready> {
    loop {
        let obstacle = match prepare(target, node, action, tries).await? {
            Ok(prepared) => match prepared_to_main(target, node, &prepared, action != ActionKind::View && !tries.force).await? {
                Ok((at, fingers)) => {
                    return Ok(Ready {
                        at,
                        fingers: prepared.apart.and(fingers.try_into().ok()),
                        expects: prepared.expects,
                        checked: prepared.checked,
                        restless: catches(action) && tries.is_restless(),
                    });
                }
                Err(obstacle) => obstacle,
            },
            Err(obstacle) => obstacle,
        };
        if let Obstacle::Covered { away: Some(away), .. } = obstacle
            && matches!(action, ActionKind::Click | ActionKind::Hover)
            && !mem::replace(&mut tries.stepped_aside, true)
        {
            // It is rare, and all that waits for an element would hold its state.
            Box::pin(step_aside(target, node, away)).await?;
        }
        try_again(target, tries, node, obstacle).await?;
    }
}

/// Moves the pointer to a point of the element's frame, if input would reach that: what covers the element may be a tooltip of what the
/// pointer is over.
async fn step_aside(target: &Target, node: &NodeRef, [x, y]: [f64; 2]) -> Result<()> {
    if let Ok(at) = to_main_now(target, node, Point { x, y }).await? {
        tracing::debug!(uid = %node.uid, ?at, "the pointer steps aside");
        target.page.input(&[InputEvent::MouseMove(at)]).await?;
    }
    Ok(())
}

/// [`Tries::again`]. The error of what is covered names the control that most likely closes what covers it, or what takes the pointer
/// for it.
pub(super) async fn try_again(target: &Target, tries: &mut Tries<'_>, node: &NodeRef, obstacle: Obstacle) -> Result<()> {
    let named = match &obstacle {
        Obstacle::Covered { closer, how, .. } => closer.clone().map(|closer| (closer, *how)),
        _ => None,
    };
    tries.again(obstacle).await.map_err(|error| match named {
        Some((closer, how)) => past_cover(target, &node.frame, &closer, how, error),
        None => error,
    })
}

/// Names the control that most likely closes what covers the element, or what to act on in its place.
fn past_cover(target: &Target, frame: &FrameId, closer: &Closer, how: Veiled, error: EngineError) -> EngineError {
    let Some(uid) = (target.give_uid)(closer.frame.as_ref().unwrap_or(frame), closer) else {
        return error;
    };
    let control = closer.called.meaning().describe();
    error.with_next_step(if how == Veiled::Over {
        format!("act on UID {uid} ({control}) in its place: a person who points there presses that")
    } else {
        format!("close it with UID {uid} ({control}), then try again")
    })
}

/// Whether the action is tried on what never rests. The in-page guard lets the press of a click or a drag through to the target only,
/// and after a hover it is asked where the pointer is.
fn catches(action: ActionKind) -> bool {
    matches!(
        action,
        ActionKind::Click | ActionKind::Hover | ActionKind::Drag | ActionKind::Pull
    )
}

async fn prepare(target: &Target, node: &NodeRef, action: ActionKind, tries: &Tries<'_>) -> Result<Result<Prepared, Obstacle>> {
    let args = PrepareArgs {
        target: &node.node,
        action,
        attempt: tries.attempt,
        restless: catches(action) && tries.is_restless(),
        at: tries.at,
        force: tries.force,
        apart: tries.apart,
    };
    let guard = match action {
        _ if tries.force => None,
        ActionKind::Click | ActionKind::Hover | ActionKind::Focus | ActionKind::Drag => Some(Guard::Input),
        ActionKind::Touch => Some(Guard::Touch),
        ActionKind::Pull => Some(Guard::Presses),
        ActionKind::Drop | ActionKind::View => None,
    };
    let answer = match guard {
        Some(guard) => target.ask_guarded(&node.frame, "prepare", &args, guard).await,
        None => target.ask(&node.frame, "prepare", &args).await,
    };
    let answer = answer.map_err(|e| frame_gone(node, e))?;
    match classify(node, answer)? {
        Ok(Answer::Ready(ready)) => {
            // The focus alone can make a page leave.
            if action == ActionKind::Focus {
                deadline::note_input();
            }
            Ok(Ok(ready.into()))
        }
        Ok(other) => Err(unexpected("prepare", &other)),
        Err(obstacle) => Ok(Err(obstacle)),
    }
}

/// Reports a gone frame as a stale UID: the frame's nodes are gone with it.
pub(super) fn frame_gone(node: &NodeRef, error: EngineError) -> EngineError {
    if *error.kind() == ErrorKind::StaleUid {
        stale(node, "its frame has navigated or is gone").with_source(error)
    } else {
        error
    }
}

pub(super) fn unexpected(method: &str, answer: &Answer) -> EngineError {
    tracing::warn!(method, ?answer, "unexpected answer of the in-page script");
    EngineError::new(
        ErrorKind::Protocol,
        format!("the in-page script gave an unexpected answer to `{method}`"),
    )
}

/// Converts the point of a prepared element, and those of two fingers beside it. With `hit`, checks that input there would reach its frame.
async fn prepared_to_main(
    target: &Target,
    node: &NodeRef,
    prepared: &Prepared,
    hit: bool,
) -> Result<Result<(Point, Vec<Point>), Obstacle>> {
    let Prepared { x, y, .. } = *prepared;
    let beside = prepared.apart.map(|apart| [[x - apart / 2.0, y], [x + apart / 2.0, y]]);
    let way = Way {
        hit,
        scrolled: prepared.scrolled,
        ..Way::default()
    };
    let corners = beside.into_iter().flatten().collect();
    Ok(all_to_main(target, node, Point { x, y }, way, corners)
        .await?
        .map(|(at, corners)| {
            let fingers = corners.into_iter().map(|[x, y]| Point { x, y });
            (at, fingers.collect())
        }))
}

/// Converts a point from its frame's viewport to the main frame's, and scrolls it into view in each parent frame. With
/// `hit`, checks there that input at the point would reach the child frame.
pub(super) async fn to_main(target: &Target, node: &NodeRef, at: Point, hit: bool) -> Result<Result<Point, Obstacle>> {
    let way = Way { hit, ..Way::default() };
    Ok(all_to_main(target, node, at, way, Vec::new()).await?.map(|(at, _)| at))
}

/// The same without scrolling, for a point that input would reach now.
pub(super) async fn to_main_now(target: &Target, node: &NodeRef, at: Point) -> Result<Result<Point, Obstacle>> {
    let way = Way {
        hit: true,
        stay: true,
        ..Way::default()
    };
    Ok(all_to_main(target, node, at, way, Vec::new()).await?.map(|(at, _)| at))
}

/// How a point is converted, see [`ThroughArgs`].
#[derive(Debug, Clone, Copy, Default)]
struct Way {
    hit: bool,
    stay: bool,
    /// Whether its own frame was scrolled for it, and with that perhaps those around it.
    scrolled: bool,
}

/// Where points are in the main frame.
struct InMain {
    at: Point,
    corners: Vec<[f64; 2]>,
    /// Whether a frame was scrolled into view.
    scrolled: bool,
    /// The frames around the point, innermost first, without the main one.
    inner: Vec<FrameId>,
}

/// The same with further points, which need not be in view. All are converted while the frames are scrolled alike, and again where
/// something was scrolled, until they stay where they are: pages move frames as they are scrolled.
async fn all_to_main(
    target: &Target,
    node: &NodeRef,
    at: Point,
    way: Way,
    corners: Vec<[f64; 2]>,
) -> Result<Result<(Point, Vec<[f64; 2]>), Obstacle>> {
    let now = match once_to_main(target, node, at, way, corners.clone()).await? {
        Ok(now) => now,
        Err(obstacle) => return Ok(Err(obstacle)),
    };
    if now.inner.is_empty() || !(now.scrolled || way.scrolled) {
        return Ok(Ok((now.at, now.corners)));
    }
    // It is rare, and all that waits for a point would hold its state.
    Box::pin(followed(target, node, at, way, corners, now)).await
}

/// [`all_to_main`], once the frames rest that are `now` somewhere.
async fn followed(
    target: &Target,
    node: &NodeRef,
    at: Point,
    way: Way,
    corners: Vec<[f64; 2]>,
    mut now: InMain,
) -> Result<Result<(Point, Vec<[f64; 2]>), Obstacle>> {
    let main = target.page.main_frame();
    let began = Instant::now();
    loop {
        // A document that was out of view gets no input before it has drawn, and one in it not before both have.
        let drawing = if way.hit { &now.inner[..] } else { &[] };
        for frame in iter::once(&main).chain(drawing.iter().rev()) {
            let drawn = target.ask::<bool>(frame, "drawn", &serde_json::json!({})).await;
            drawn.map_err(|e| frame_gone(node, e))?;
        }
        let stay = Way { stay: true, ..way };
        let again = match once_to_main(target, node, at, stay, corners.clone()).await? {
            Ok(again) => again,
            Err(obstacle) => return Ok(Err(obstacle)),
        };
        let rests = (again.at.x - now.at.x).abs() < 1.0 && (again.at.y - now.at.y).abs() < 1.0;
        // One that never rests is used where it was a moment ago.
        if rests || began.elapsed() >= FOLLOWED {
            return Ok(Ok((again.at, again.corners)));
        }
        now = again;
    }
}

/// [`all_to_main`], as the frames are now.
async fn once_to_main(
    target: &Target,
    node: &NodeRef,
    mut at: Point,
    Way { hit, stay, .. }: Way,
    mut corners: Vec<[f64; 2]>,
) -> Result<Result<InMain, Obstacle>> {
    let frames = target.page.frames().await?;
    let mut frame = node.frame.clone();
    let mut scrolled = false;
    let mut inner = Vec::new();
    loop {
        let Some(parent) = frames
            .iter()
            .find(|listed| listed.id == frame)
            .map(|listed| listed.parent.clone())
        else {
            return Err(stale(node, "its frame is gone"));
        };
        let Some(parent) = parent else {
            return Ok(Ok(InMain {
                at,
                corners,
                scrolled,
                inner,
            }));
        };
        let owners = target.page.child_frames(&parent).await.map_err(|e| frame_gone(node, e))?;
        let Some((owner, _)) = owners.iter().find(|(_, child)| *child == frame) else {
            return Err(stale(node, "the element that held its frame is gone"));
        };
        let answer = target
            .ask(
                &parent,
                "through",
                &ThroughArgs {
                    id: *owner,
                    x: at.x,
                    y: at.y,
                    hit,
                    stay,
                    corners: &corners,
                },
            )
            .await
            .map_err(|e| frame_gone(node, e))?;
        match classify(node, answer)? {
            Ok(Answer::Ready(ready)) => {
                at = Point { x: ready.x, y: ready.y };
                corners = ready.corners;
                scrolled |= ready.scrolled;
            }
            Ok(other) => return Err(unexpected("through", &other)),
            Err(obstacle) => return Ok(Err(obstacle.found_in(&parent))),
        }
        inner.push(frame);
        frame = parent;
    }
}

/// Scrolls an element into view and gives its box in the main frame's viewport: x, y, width,
/// height.
pub(super) async fn element_box(target: &Target, node: &NodeRef) -> Result<[f64; 4]> {
    let mut tries = Tries::new(node, target.patience);
    loop {
        let obstacle = match prepare(target, node, ActionKind::View, &tries).await? {
            Ok(prepared) => {
                let [x, y, width, height] = prepared.rect;
                // A frame that is turned or scaled draws the box as another, whose corners can be others.
                let (right, bottom) = (x + width, y + height);
                let corners = vec![[x, y], [right, y], [x, bottom], [right, bottom]];
                let middle = Point {
                    x: prepared.x,
                    y: prepared.y,
                };
                match all_to_main(target, node, middle, Way::default(), corners).await? {
                    Ok((_, corners)) => return Ok(around(&corners)),
                    Err(obstacle) => obstacle,
                }
            }
            Err(obstacle) => obstacle,
        };
        tries.again(obstacle).await?;
    }
}

/// The smallest box around points: x, y, width and height, in hundredths as the page tells boxes.
fn around(points: &[[f64; 2]]) -> [f64; 4] {
    let least = |at: usize| points.iter().map(|point| point[at]).fold(f64::INFINITY, f64::min);
    let most = |at: usize| points.iter().map(|point| point[at]).fold(f64::NEG_INFINITY, f64::max);
    [least(0), least(1), most(0) - least(0), most(1) - least(1)].map(|length| (length * 100.0).round() / 100.0)
}
