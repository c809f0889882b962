//! Where a drag onto an element ends, while the page moves that element under it.

use super::Target;
use super::drag::Drag;
use super::ready::to_main;
use crate::backend::{Approach, Landing};
use crate::input::Point;
use crate::page_script::{Aim, Correction, LandingArgs, LandingAsk};
use crate::snapshot::NodeRef;
use async_trait::async_trait;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// How far two places of one element may be apart, in CSS pixels.
const SAME_PLACE: f64 = 3.0;
/// How far what travels with the pointer may be behind it, in CSS pixels.
const BEHIND: f64 = 8.0;

/// The end of a drag onto an element, which the page can move while something is dragged over it.
pub(super) struct OnElement<'a> {
    target: &'a Target,
    from: &'a NodeRef,
    to: &'a NodeRef,
    how: &'a Drag,
    /// Where the button goes down.
    start: Point,
    /// Whether both ends were in view together, so that nothing had to be scrolled.
    together: bool,
    /// Where the element has been under the pointer, in the order of the visits.
    places: Mutex<Vec<Point>>,
    /// Whether the drag has not been near the element yet.
    far: AtomicBool,
    /// Whether the element has come back to where the pointer was before.
    made_way: AtomicBool,
    /// Whether the drag could not get there.
    lost: AtomicBool,
}

impl<'a> OnElement<'a> {
    /// A drag of the first element onto the second one, at `end` if that is in view.
    pub(super) fn new(
        target: &'a Target,
        (from, to): (&'a NodeRef, &'a NodeRef),
        how: &'a Drag,
        start: Point,
        end: Option<Point>,
    ) -> Self {
        Self {
            target,
            from,
            to,
            how,
            start,
            together: end.is_some(),
            places: Mutex::new(end.into_iter().collect()),
            far: AtomicBool::new(end.is_none()),
            made_way: AtomicBool::new(false),
            lost: AtomicBool::new(false),
        }
    }

    /// Whether the element moved between two places, away from the pointer.
    pub(super) fn made_way(&self) -> bool {
        self.made_way.load(Ordering::Relaxed)
    }

    /// Whether the drag was taken back.
    pub(super) fn was_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Where the drag goes; `None` if that cannot be told.
    async fn ask(&self) -> Option<Approach> {
        let Self {
            target, from, to, how, ..
        } = *self;
        let far = self.far.load(Ordering::Relaxed);
        let args = LandingArgs {
            ask: far.then_some(LandingAsk::Carry),
            ..how.landing(from, to)
        };
        let answer: Correction = target.ask(&to.frame, "landing", &args).await.ok()?;
        let (Some(x), Some(y)) = (answer.x, answer.y) else {
            return (!far || answer.lost).then_some(if answer.lost { Approach::Lost } else { Approach::There });
        };
        let at = to_main(target, to, Point { x, y }, far).await.ok()?.ok()?;
        self.far.store(false, Ordering::Relaxed);
        if far {
            return Some(Approach::Carry(at));
        }
        // What a list scrolls away and is scrolled back is at the same place again and again, but it is not meant by that place.
        let back = if self.together { self.visit(at) } else { None };
        Some(match back {
            Some(first) => Approach::Go { to: first, on: true },
            None => Approach::Go { to: at, on: answer.on },
        })
    }

    /// Notes where the pointer goes. If it has been there before, the element makes way for it to and fro: lists do that to show where
    /// something would be put. Returns the first place then, which is the one that was meant.
    fn visit(&self, at: Point) -> Option<Point> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let before = places.split_last().map_or(&[][..], |(_, before)| before);
        if before.iter().any(|place| is_near(*place, at, SAME_PLACE)) {
            self.made_way.store(true, Ordering::Relaxed);
            return places.first().copied();
        }
        places.push(at);
        None
    }
}

#[async_trait]
impl Landing for OnElement<'_> {
    async fn approach(&self) -> Approach {
        if self.made_way() {
            return Approach::There;
        }
        // Of a page that does not answer, a drag goes on where it is, but only if it has been near the element.
        let near = if self.far.load(Ordering::Relaxed) {
            Approach::Lost
        } else {
            Approach::There
        };
        self.ask().await.unwrap_or(near)
    }

    async fn retreat(&self, at: Point) -> Option<Point> {
        let Self { target, from, how, .. } = *self;
        self.lost.store(true, Ordering::Relaxed);
        if self.together {
            return Some(self.start);
        }
        let args = LandingArgs {
            at: how.gesture.at.and_then(Aim::spot),
            side: None,
            ask: Some(LandingAsk::Carry),
            ..how.landing(from, from)
        };
        let answer: Correction = target.ask(&from.frame, "landing", &args).await.ok()?;
        let now = Point {
            x: answer.x?,
            y: answer.y?,
        };
        let now = to_main(target, from, now, false).await.ok()?.ok()?;
        // Where an element is that travels with the pointer, it was not.
        Some(if is_near(now, at, BEHIND) { self.start } else { now })
    }
}

fn is_near(one: Point, other: Point, far: f64) -> bool {
    (one.x - other.x).abs() <= far && (one.y - other.y).abs() <= far
}
