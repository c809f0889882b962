//! Scroll an area in steps until a text is in it.
//!
//! The in-page script scrolls and looks: a turn of the wheel for each step would take ten times as long. It answers after
//! a slice of the time, so that a cancelled call ends, and a page that is gone is noticed.

use super::delivery::{departure, leaving_step};
use super::ready::{classify, frame_gone, unexpected};
use super::{Match, Scrolled, Target, is_leaving};
use crate::backend::FrameId;
use crate::deadline;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::options::ScrollDirection;
use crate::page_script::{Answer, SeekArgs, Sought};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::time::Duration;
use tokio::time::Instant;

/// The longest single search in the page.
const SLICE: Duration = Duration::from_millis(500);

/// What to look for, and where.
pub(crate) struct Seek<'a> {
    /// Without it, the document of the frame is scrolled.
    pub(crate) node: Option<&'a NodeRef>,
    pub(crate) frame: &'a FrameId,
    /// Whether the document of a frame is searched alone, and not the page.
    pub(crate) inner: bool,
    pub(crate) direction: ScrollDirection,
    pub(crate) text: &'a str,
    /// The pixels of a step. Default: most of the visible area.
    pub(crate) amount: Option<f64>,
}

/// The frame whose owner an element is.
pub(crate) async fn frame_of(target: &Target, node: &NodeRef) -> Result<Option<FrameId>> {
    let frame = target.child_frame(&node.frame, node.node.id).await;
    frame.map_err(|error| frame_gone(node, error))
}

/// Scrolls until the text is in the area, brings it into view, and answers where it is. In search of the whole page, the documents of
/// frames are looked at, too: as they are before it is scrolled, and at its end.
///
/// # Errors
/// `ElementNotFound` if the area is at its end without it; `Timeout` if the time is over before.
pub(crate) async fn seek(target: &Target, search: &Seek<'_>, limit: Duration) -> Result<(Match, Scrolled)> {
    let began = Instant::now();
    let mark = target.page.state().mark();
    let whole = search.node.is_none() && !search.inner;
    let mut first = true;
    loop {
        let left = limit.saturating_sub(began.elapsed());
        let slice = if first && whole { Duration::ZERO } else { left.min(SLICE) };
        let mut sought = look(target, search, first, slice).await?;
        let begins = std::mem::take(&mut first);
        if let Some(found) = found(search.frame, &mut sought) {
            return Ok(found);
        }
        if whole
            && (begins || sought.end)
            && let Some((place, _)) = in_frames(target, search).await
        {
            return Ok((place, scrolled(&sought)));
        }
        if sought.end {
            let error = not_there(search, &sought);
            let main = target.page.main_frame();
            return Err(if is_leaving(target.page.state(), &main, mark) {
                leaving_step(target, error.besides(&format!("the page {} meanwhile", departure(target))))
            } else {
                error
            });
        }
        if left.is_zero() {
            return Err(too_late(search, &sought, limit));
        }
    }
}

/// Where the text is, if the answer names it.
fn found(frame: &FrameId, sought: &mut Sought) -> Option<(Match, Scrolled)> {
    let place = Match {
        found: sought.found.take()?,
        frame: frame.clone(),
        doc: sought.doc.clone(),
    };
    Some((place, scrolled(sought)))
}

fn scrolled(sought: &Sought) -> Scrolled {
    Scrolled {
        page: sought.page,
        moved: sought.moved,
        remaining: sought.room,
        trusted: false,
        taken: false,
    }
}

/// The text in the documents of frames as they are now.
async fn in_frames(target: &Target, search: &Seek<'_>) -> Option<(Match, Scrolled)> {
    for frame in target.page.frames().await.ok()? {
        if frame.parent.is_none() {
            continue;
        }
        let inner = Seek {
            frame: &frame.id,
            ..*search
        };
        // A frame that is gone or silent shows nothing.
        if let Ok(mut sought) = look(target, &inner, true, Duration::ZERO).await
            && let Some(found) = found(&frame.id, &mut sought)
        {
            return Some(found);
        }
    }
    None
}

async fn look(target: &Target, search: &Seek<'_>, first: bool, slice: Duration) -> Result<Sought> {
    let mark = target.page.state().mark();
    let args = SeekArgs {
        target: search.node.map(|node| &node.node),
        axis: search.direction.axis(),
        back: matches!(search.direction, ScrollDirection::Up | ScrollDirection::Left),
        text: search.text,
        amount: search.amount,
        first,
        limit_ms: u64::try_from(slice.as_millis()).unwrap_or(u64::MAX),
    };
    // It scrolls, and pages act on that.
    deadline::note_input();
    let asked = target
        .ask_one(search.frame, slice, target.ask(search.frame, "seek", &args))
        .await;
    let asked: Result<Answer> = match search.node {
        Some(node) => asked.map_err(|error| frame_gone(node, error)),
        None => asked,
    };
    let answer = asked.map_err(|error| match error.kind() {
        ErrorKind::StaleUid if !first || target.page.state().mark() != mark => gone(target, search),
        _ => error,
    })?;
    let answer = match search.node {
        Some(node) => classify(node, answer)?.map_err(|obstacle| obstacle.into_error(node, Duration::ZERO))?,
        None => answer,
    };
    match answer {
        Answer::Sought(sought) => Ok(sought),
        other => Err(unexpected("seek", &other)),
    }
}

/// The error for a page that went, or began to, while it was scrolled.
fn gone(target: &Target, search: &Seek<'_>) -> EngineError {
    let what = format!("the page may have been scrolled: it {} at that moment", departure(target));
    let error = EngineError::new(ErrorKind::OutcomeUnknown, what)
        .with_next_step(NextStep::snapshot("see what it shows now"))
        .besides(&format!("{} was looked for", shown(search)));
    leaving_step(target, error)
}

/// "the page was scrolled 1200 px down".
fn so_far(search: &Seek<'_>, sought: &Sought) -> String {
    let what = match search.node {
        Some(node) if !sought.page => format!("what holds {}", node.describe()),
        None if search.inner => "the frame".to_owned(),
        None if !sought.page => "the page's main pane".to_owned(),
        _ => "the page".to_owned(),
    };
    format!("{what} was scrolled {:.0} px {}", sought.moved, search.direction.name())
}

fn shown(search: &Seek<'_>) -> String {
    quote(&shorten(search.text, 200))
}

fn not_there(search: &Seek<'_>, sought: &Sought) -> EngineError {
    let what = format!(
        "no visible text contains {}: {}, to its end",
        shown(search),
        so_far(search, sought)
    );
    EngineError::new(ErrorKind::ElementNotFound, what)
        .with_next_step("check the text, scroll the other way, or filter the list in the page")
}

fn too_late(search: &Seek<'_>, sought: &Sought, limit: Duration) -> EngineError {
    let what = format!(
        "no visible text contained {} in {:.1} s: {}, and {:.0} px more are left",
        shown(search),
        limit.as_secs_f64(),
        so_far(search, sought),
        sought.room
    );
    EngineError::new(ErrorKind::Timeout, what)
        .with_next_step("scroll again to go on from there, with a larger timeoutMs or amount")
}
