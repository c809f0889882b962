//! Find elements by a locator in all frames, and wait for them.
//!
//! All frames are searched at once. If nothing matches yet, each frame waits for a change that could
//! produce a match. The first frame that reports one triggers another search of all frames.

use super::Target;
use super::ready::{classify, unexpected};
use crate::backend::FrameId;
use crate::error::{EngineError, ErrorKind, Result};
use crate::locator::wire::{Doing, Found, LocateArgs, Located};
use crate::locator::{By, Step};
use crate::page_script::{Answer, TargetArgs};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The longest single wait in the page. New frames are noticed at least this often.
const SLICE: Duration = Duration::from_millis(500);
/// The shortest pause between two looks at all frames.
const PAUSE: Duration = Duration::from_millis(20);
/// How long the last look counts when the page does not answer another one.
const FRESH: Duration = Duration::from_millis(800);
/// The maximum number of matches that are described.
const DESCRIBED: usize = 10;
/// How many levels of nested closed shadow roots are searched.
const MAX_NESTED_ROOTS: u8 = 8;

/// What to find.
pub(crate) struct Search<'a> {
    pub(crate) steps: &'a [Step],
    /// The path to the frame to search; empty for all frames.
    pub(crate) frames: &'a [Step],
    /// Only inside this element.
    pub(crate) root: Option<&'a NodeRef>,
    pub(crate) nth: Option<i32>,
    pub(crate) test_id: &'a str,
    /// Whether the wait continues until the match is visible.
    pub(crate) visible: bool,
    /// Whether the wait continues until the match is enabled.
    pub(crate) enabled: bool,
    /// What is to be done with the match; `None` if it is only looked for.
    pub(crate) doing: Option<Doing>,
    pub(crate) patience: Duration,
}

/// An element and its document.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    pub(crate) frame: FrameId,
    pub(crate) doc: String,
    pub(crate) found: Found,
}

/// What was found when the wait ended.
#[derive(Debug)]
pub(crate) struct Hits {
    /// The strategy that matched; `Any` if nothing was found.
    pub(crate) by: By,
    pub(crate) total: usize,
    /// The chosen match if `nth` was given, otherwise the first few.
    pub(crate) matches: Vec<Match>,
    /// The nearest elements if nothing was found.
    pub(crate) near: Vec<Match>,
    /// How many frames were searched.
    pub(crate) frames: usize,
    pub(crate) waited: Duration,
}

impl Hits {
    /// The match, if there is no choice between several.
    pub(crate) fn only(&self) -> Option<&Match> {
        match self.matches.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// The current box of an element in its frame's viewport; `None` if the element has no box or is gone.
pub(crate) async fn place(target: &Target, node: &NodeRef) -> Option<[f64; 4]> {
    match target.ask(&node.frame, "place", &TargetArgs { target: &node.node }).await {
        Ok(Answer::Ready(ready)) => Some(ready.rect),
        _ => None,
    }
}

/// Finds the elements that `search` describes. Finding nothing is not an error.
///
/// # Errors
/// `InvalidInput` for a malformed selector, `StaleUid` for a root that is gone, and the errors of an ended
/// page or session.
pub(crate) async fn locate(target: &Target, search: &Search<'_>) -> Result<Hits> {
    let began = Instant::now();
    let mut known = None;
    loop {
        let mut hits = match look(target, search, false).await {
            Err(error) => return still_known(known, error),
            hits => hits?,
        };
        hits.waited = began.elapsed();
        let remaining = search.patience.saturating_sub(hits.waited);
        if is_enough(&hits, search) || remaining.is_zero() {
            if hits.total == 0 {
                match look(target, search, true).await {
                    // That nothing matches is known. Only what comes near it is not, for want of time.
                    Err(error) if *error.kind() == ErrorKind::Timeout => tracing::debug!(%error, "nothing near was looked for"),
                    near => hits = near?,
                }
                hits.waited = began.elapsed();
            }
            return Ok(hits);
        }
        known = Some((Instant::now(), hits));
        if let Err(error) = change(target, search, remaining.min(SLICE)).await {
            return still_known(known, error);
        }
        sleep(PAUSE.min(remaining)).await;
    }
}

/// How many elements match now. What comes near them is not looked for.
///
/// # Errors
/// Those of [`locate`].
pub(crate) async fn count(target: &Target, search: &Search<'_>) -> Result<usize> {
    let hits = look(target, search, false).await?;
    Ok(if search.nth.is_some() {
        hits.matches.len()
    } else {
        hits.total
    })
}

/// What was found just before the time of the call ended. A page that has not answered for longer is busy, and says nothing
/// about what it has now.
fn still_known(known: Option<(Instant, Hits)>, error: EngineError) -> Result<Hits> {
    match known {
        Some((at, hits)) if *error.kind() == ErrorKind::Timeout && at.elapsed() < FRESH => {
            tracing::debug!(%error, "the last look counts");
            Ok(hits)
        }
        _ => Err(error),
    }
}

fn is_enough(hits: &Hits, search: &Search<'_>) -> bool {
    if hits.total == 0 || (search.nth.is_some() && hits.matches.is_empty()) {
        return false;
    }
    let seen = !search.visible || hits.matches.iter().any(|place| place.found.visible);
    // Among several matches, the intended one is not known yet.
    seen && (!search.enabled || hits.only().is_none_or(|place| is_enough_enabled(&place.found, search.doing)))
}

/// Whether nothing is won by waiting until a match is enabled. One behind an open dialog stays inert; the action says that.
pub(crate) const fn is_enough_enabled(found: &Found, doing: Option<Doing>) -> bool {
    found.enabled || (found.behind && doing.is_some())
}

/// The frames to search.
async fn frames(target: &Target, search: &Search<'_>) -> Result<Vec<FrameId>> {
    if let Some(root) = search.root {
        return Ok(vec![root.frame.clone()]);
    }
    let all = target.page.frames().await?;
    if search.frames.is_empty() {
        return Ok(all.into_iter().map(|frame| frame.id).collect());
    }
    let mut frames: Vec<FrameId> = all.into_iter().take(1).map(|frame| frame.id).collect();
    for step in search.frames {
        let args = arguments(std::slice::from_ref(step), search, Duration::ZERO);
        let mut inner = Vec::new();
        for frame in &frames {
            let Some(located) = ask(target, frame, search, &args).await? else {
                continue;
            };
            let children = target.page.child_frames(frame).await?;
            let owners = located.matches.iter().map(|found| found.id);
            inner.extend(owners.filter_map(|id| {
                children
                    .iter()
                    .find(|(owner, _)| *owner == id)
                    .map(|(_, child)| child.clone())
            }));
        }
        frames = inner;
    }
    Ok(frames)
}

fn arguments<'a>(steps: &'a [Step], search: &'a Search<'_>, wait: Duration) -> LocateArgs<'a> {
    LocateArgs {
        steps,
        root: None,
        test_id: search.test_id,
        visible: search.visible,
        enabled: search.enabled,
        // A number counts all that match.
        doing: search.doing.map(|doing| search.nth.map_or(doing, |_| Doing::Act)),
        beyond: 0,
        skip: 0,
        take: DESCRIBED,
        near: false,
        timeout_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
    }
}

/// Searches one frame. `None` if it is gone, `Timeout` if its script never yields.
async fn ask(target: &Target, frame: &FrameId, search: &Search<'_>, args: &LocateArgs<'_>) -> Result<Option<Located>> {
    let asked = target.ask::<Answer>(frame, "locate", args);
    let answer = match search.root {
        Some(_) => asked.await,
        None => target.ask_one(frame, Duration::from_millis(args.timeout_ms), asked).await,
    };
    let answer = match answer {
        Err(error) if *error.kind() == ErrorKind::StaleUid && search.root.is_none() => return Ok(None),
        answer => answer?,
    };
    match (answer, search.root) {
        (Answer::Located(located), _) => Ok(Some(located)),
        (Answer::Value { why }, _) => {
            let shown = args
                .steps
                .last()
                .map_or_else(String::new, |step| quote(&shorten(&step.value, 200)));
            Err(EngineError::new(ErrorKind::InvalidInput, format!("{shown} is {why}")))
        }
        (other, Some(root)) => match classify(root, other)? {
            Ok(other) => Err(unexpected("locate", &other)),
            Err(_) => Ok(None),
        },
        (other, None) => Err(unexpected("locate", &other)),
    }
}

/// Searches a frame, and repeats that while new closed shadow roots are found in it.
async fn ask_settled(target: &Target, frame: &FrameId, search: &Search<'_>, args: &LocateArgs<'_>) -> Result<Option<Located>> {
    let mut located = ask(target, frame, search, args).await?;
    for _ in 0..MAX_NESTED_ROOTS {
        if located.as_ref().is_none_or(|located| located.shadow_candidates == 0)
            || !target.page.adopt_closed_shadow_roots(frame).await?
        {
            break;
        }
        located = ask(target, frame, search, args).await?;
    }
    Ok(located)
}

/// Searches all frames once.
async fn look(target: &Target, search: &Search<'_>, near: bool) -> Result<Hits> {
    let frames = frames(target, search).await?;
    let args = LocateArgs {
        root: search.root.map(|root| &root.node),
        near,
        ..arguments(search.steps, search, Duration::ZERO)
    };
    let answers = join_all(frames.iter().map(|frame| ask_settled(target, frame, search, &args))).await;
    let mut answered = Vec::new();
    let mut frame_error = None;
    for (frame, answer) in frames.iter().zip(answers) {
        match answer {
            Ok(Some(located)) => answered.push((frame.clone(), located)),
            Ok(None) => {}
            // A child frame may be torn down during the search. The end of the page is an error.
            Err(error) if is_of_frame(&error) && frames.len() > 1 => {
                tracing::debug!(%error, "a frame was left out");
                frame_error = Some(error);
            }
            Err(error) => return Err(error),
        }
    }
    // An empty result is valid only if at least one frame answered.
    if let (true, Some(error)) = (answered.is_empty(), frame_error) {
        return Err(error);
    }
    let near = answered
        .iter_mut()
        .flat_map(|(frame, located)| places(frame, &located.doc, &mut located.near))
        .take(DESCRIBED / 2)
        .collect();
    let best = best_frames(answered);
    let mut hits = Hits {
        by: best.first().map_or(By::Any, |(_, located)| located.by),
        total: best.iter().map(|(_, located)| located.total).sum(),
        matches: Vec::new(),
        near,
        frames: frames.len(),
        waited: Duration::ZERO,
    };
    hits.matches = match search.nth {
        Some(nth) => chosen(target, search, &args, best, hits.total, nth)
            .await?
            .into_iter()
            .collect(),
        None => best
            .into_iter()
            .flat_map(|(frame, mut located)| places(&frame, &located.doc, &mut located.matches))
            .take(DESCRIBED)
            .collect(),
    };
    Ok(hits)
}

fn is_of_frame(error: &EngineError) -> bool {
    matches!(
        error.kind(),
        ErrorKind::StaleUid | ErrorKind::Timeout | ErrorKind::Protocol | ErrorKind::OriginNotAllowed
    )
}

fn places(frame: &FrameId, doc: &str, found: &mut Vec<Found>) -> Vec<Match> {
    std::mem::take(found)
        .into_iter()
        .map(|found| Match {
            frame: frame.clone(),
            doc: doc.to_owned(),
            found,
        })
        .collect()
}

/// The frames with the best matches; among those, the frames with visible matches if there are any.
fn best_frames(answered: Vec<(FrameId, Located)>) -> Vec<(FrameId, Located)> {
    let mut hit: Vec<_> = answered.into_iter().filter(|(_, located)| located.total > 0).collect();
    let best = hit.iter().map(|(_, located)| located.rank).fold(f64::INFINITY, f64::min);
    hit.retain(|(_, located)| located.rank <= best);
    if hit.iter().any(|(_, located)| located.visible) {
        hit.retain(|(_, located)| located.visible);
    }
    hit
}

/// The match number `nth`, counted across all frames.
async fn chosen(
    target: &Target,
    search: &Search<'_>,
    args: &LocateArgs<'_>,
    best: Vec<(FrameId, Located)>,
    total: usize,
    nth: i32,
) -> Result<Option<Match>> {
    let steps = usize::try_from(nth.unsigned_abs()).unwrap_or(usize::MAX);
    let index = if nth < 0 { total.checked_sub(steps) } else { Some(steps) };
    let Some(mut index) = index else { return Ok(None) };
    for (frame, mut located) in best {
        if index >= located.total {
            index -= located.total;
            continue;
        }
        if index >= located.matches.len() {
            let args = LocateArgs {
                skip: index,
                take: 1,
                ..args.clone()
            };
            match ask(target, &frame, search, &args).await? {
                Some(further) => located = further,
                None => return Ok(None),
            }
            index = 0;
        }
        return Ok(places(&frame, &located.doc, &mut located.matches).into_iter().nth(index));
    }
    Ok(None)
}

/// Waits until the result in some frame may have changed.
async fn change(target: &Target, search: &Search<'_>, slice: Duration) -> Result<()> {
    let frames = frames(target, search).await?;
    if frames.is_empty() {
        sleep(slice.min(Duration::from_millis(100))).await;
        return Ok(());
    }
    // The number `nth` counts the matches of all frames, so any further match requires another search.
    let beyond = |total: usize| if search.nth.is_some() { total } else { 0 };
    let now = arguments(search.steps, search, Duration::ZERO);
    let wait = |frame: FrameId| {
        let mut args = LocateArgs {
            root: search.root.map(|root| &root.node),
            ..arguments(search.steps, search, slice)
        };
        let now = LocateArgs {
            root: args.root,
            take: 0,
            ..now.clone()
        };
        async move {
            if search.nth.is_some()
                && let Some(located) = ask(target, &frame, search, &now).await?
            {
                args.beyond = beyond(located.total);
            }
            ask(target, &frame, search, &args).await
        }
    };
    let mut waits: FuturesUnordered<_> = frames.into_iter().map(wait).collect();
    while let Some(located) = waits.next().await {
        match located {
            // The next search of all frames handles the error.
            Err(error) if matches!(error.kind(), ErrorKind::Timeout | ErrorKind::OriginNotAllowed) => {}
            located => {
                if located?.is_some_and(|located| located.total > 0) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn located(rank: f64, total: usize, visible: bool) -> Located {
        Located {
            doc: "d".into(),
            rank,
            by: By::Role,
            total,
            visible,
            matches: Vec::new(),
            near: Vec::new(),
            shadow_candidates: 0,
        }
    }

    #[test]
    fn the_frames_with_the_best_visible_matches_count() {
        let names = |answered: &[(&str, Located)]| -> Vec<String> {
            let answered = answered
                .iter()
                .map(|(frame, located)| (FrameId::from(*frame), located.clone()))
                .collect();
            best_frames(answered).iter().map(|(frame, _)| frame.to_string()).collect()
        };
        let (exact, part) = (located(0.0, 1, true), located(2.0, 5, true));
        assert_eq!(
            names(&[("a", part.clone()), ("b", exact.clone()), ("c", exact.clone())]),
            ["b", "c"]
        );
        assert_eq!(names(&[("a", located(0.0, 1, false)), ("b", exact.clone())]), ["b"]);
        assert_eq!(names(&[("a", located(0.0, 1, false)), ("b", part)]), ["a"]);
        assert_eq!(names(&[("a", located(9.0, 0, false))]), [""; 0]);
    }
}
