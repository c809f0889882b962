//! Scroll the page or a scroll area with the wheel.

use super::Target;
use super::delivery::{stopped_by, unknown, while_there};
use super::ready::{classify, element_box, frame_gone, stale, to_main, unexpected};
use crate::backend::{FrameId, Guard};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::{InputEvent, Point};
use crate::options::{Offset, ScrollDirection};
use crate::page_script::{Answer, Area, AreaArgs, Axis, ScrolledArgs, WheelCame, Wheeled};
use crate::snapshot::NodeRef;
use serde::Serialize;

/// How far to scroll without an amount, as a fraction of the visible area.
const SCREENFUL: f64 = 0.8;
/// The longest accepted distance, in CSS pixels. A longer one is a mistake.
const FURTHEST: f64 = 1e7;

/// What a scroll did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scrolled {
    /// Whether the page itself was scrolled, not a pane in it.
    pub(crate) page: bool,
    /// How far it scrolled, in CSS pixels.
    pub(crate) moved: f64,
    /// How far it can still scroll in the same direction.
    pub(crate) remaining: f64,
    /// `false` if the wheel had no effect and script scrolled instead.
    pub(crate) trusted: bool,
    /// A listener of the page kept the browser from scrolling.
    pub(crate) taken: bool,
}

/// What an answer says of a wheel that the page has taken, where nothing scrolled.
const TAKEN: &str = "The page took the turn of the wheel itself: see what it did.";

impl Scrolled {
    /// What a turn of the wheel did along its longer side.
    pub(crate) fn of_turn(turned: &Wheeled, by: Offset) -> Self {
        let (axis, back) = by.main_axis();
        Self {
            page: turned.page,
            moved: turned.moved[axis].abs(),
            remaining: turned.room[if back { axis } else { axis + 2 }].max(0.0),
            trusted: true,
            taken: turned.taken,
        }
    }

    /// What to say beside the distance.
    pub(crate) fn notice(&self) -> Option<&'static str> {
        (self.taken && self.moved < 1.0).then_some(TAKEN)
    }
}

/// Scrolls the area that contains the element, or the main frame's page, with the wheel.
pub(crate) async fn scroll(
    target: &Target,
    node: Option<&NodeRef>,
    main: &FrameId,
    direction: ScrollDirection,
    amount: Option<f64>,
) -> Result<Scrolled> {
    if amount.is_some_and(|amount| !(amount > 0.0 && amount <= FURTHEST)) {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("the amount must be more than 0 and at most {FURTHEST} pixels"),
        ));
    }
    if let Some(node) = node {
        element_box(target, node).await?;
    }
    let frame = node.map_or(main, |node| &node.frame);
    let axis = direction.axis();
    let args = AreaArgs {
        target: node.map(|node| &node.node),
        axis,
    };
    // Without an element, whatever the page shows is scrolled.
    let before = match node {
        Some(node) => {
            let asked = target.ask_guarded(frame, "area", &args, Guard::Wheel).await;
            read(Some(node), "area", asked.map_err(|error| frame_gone(node, error))?)?
        }
        None => ask(target, frame, None, "area", &args).await?,
    };
    let seen = before.size[usize::from(axis == Axis::Y)];
    let wanted = amount.unwrap_or_else(|| (seen * SCREENFUL).max(1.0)).round();
    let (dx, dy) = direction.delta(wanted);
    let at = match (before.at, node) {
        (Some([x, y]), Some(node)) => to_main(target, node, Point { x, y }, false).await?.ok(),
        (Some([x, y]), None) => Some(Point { x, y }),
        (None, _) => None,
    };
    let mut after = before.clone();
    if let Some(at) = at {
        after = turn(target, frame, node, InputEvent::Wheel { at, dx, dy }).await?;
    }
    let moved = |after: &Area, index: usize| (after.position[index] - before.position[index]).abs();
    let taken = after.wheel == Some(WheelCame::Taken);
    let mut trusted = moved(&after, 0) + moved(&after, 1) > 0.5 || direction.room(&before) < 1.0;
    if !trusted {
        // The page handles the wheel itself, or something covers the whole area.
        after = ask(target, frame, node, "scrolled", &ScrolledArgs { by: Some([dx, dy]) }).await?;
        // A busy browser may deliver the wheel between the two calls. Script scrolls nothing then.
        trusted = after.wheel.is_some();
    }
    Ok(Scrolled {
        page: before.page,
        moved: moved(&after, usize::from(axis == Axis::Y)),
        remaining: direction.room(&after).max(0.0),
        trusted,
        taken,
    })
}

impl ScrollDirection {
    pub(super) fn axis(self) -> Axis {
        match self {
            Self::Left | Self::Right => Axis::X,
            Self::Up | Self::Down => Axis::Y,
        }
    }

    pub(crate) fn delta(self, amount: f64) -> (f64, f64) {
        match self {
            Self::Up => (0.0, -amount),
            Self::Down => (0.0, amount),
            Self::Left => (-amount, 0.0),
            Self::Right => (amount, 0.0),
        }
    }

    /// How far an area can still scroll.
    fn room(self, area: &Area) -> f64 {
        let [left, up, right, down] = area.room;
        match self {
            Self::Up => up,
            Self::Down => down,
            Self::Left => left,
            Self::Right => right,
        }
    }
}

/// Turns the wheel, and waits until the area is at rest.
async fn turn(target: &Target, frame: &FrameId, node: Option<&NodeRef>, wheel: InputEvent) -> Result<Area> {
    let wheel = [wheel];
    let turned = async {
        target.page.input(&wheel).await?;
        ask(target, frame, node, "scrolled", &ScrolledArgs { by: None }).await
    };
    let after = match node {
        // The script in a frame that is gone may never answer.
        Some(node) => while_there(target, node, turned)
            .await
            .unwrap_or_else(|| Err(unobserved(Some(node)))),
        None => turned.await,
    };
    let gone = match &after {
        Ok(after) => after.gone && after.wheel.is_some(),
        Err(error) => *error.kind() == ErrorKind::StaleUid,
    };
    let Some(node) = node else {
        return if gone { Err(unobserved(None)) } else { after };
    };
    if gone {
        return Err(match stopped_by(target, node).await.as_deref() {
            Some("wheel") => stale(node, "the page replaced its document before the wheel was turned"),
            _ => unobserved(Some(node)),
        });
    }
    match after {
        Ok(after) if after.gone => Err(stale(node, "what would be scrolled has left the page")),
        after => after,
    }
}

/// The error for a wheel whose effect cannot be observed.
fn unobserved(node: Option<&NodeRef>) -> EngineError {
    match node {
        Some(node) => unknown(node, "may have been scrolled: the page replaced it at that moment"),
        None => EngineError::new(
            ErrorKind::OutcomeUnknown,
            "the page may have been scrolled: it replaced its document at that moment",
        )
        .with_next_step(NextStep::snapshot("see what it shows now")),
    }
}

async fn ask(
    target: &Target,
    frame: &FrameId,
    node: Option<&NodeRef>,
    method: &str,
    args: &(impl Serialize + Sync),
) -> Result<Area> {
    let answer: Answer = target.ask(frame, method, args).await.map_err(|error| match node {
        Some(node) => frame_gone(node, error),
        None => error,
    })?;
    read(node, method, answer)
}

fn read(node: Option<&NodeRef>, method: &str, answer: Answer) -> Result<Area> {
    let answer = match node {
        Some(node) => classify(node, answer)?.map_err(|_| Answer::Hidden {
            clipped: false,
            around: false,
        }),
        None => Ok(answer),
    };
    match answer {
        Ok(Answer::Area(area)) => Ok(area),
        // A new document answers, which has no area yet.
        Ok(Answer::Gone) => Err(unobserved(None)),
        Ok(other) | Err(other) => Err(unexpected(method, &other)),
    }
}
