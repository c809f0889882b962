//! Give a slider that is no input its value, with its keys.

use super::Done;
use super::Target;
use super::keys::{KeyWatch, Seen, Stop, interrupted};
use super::press_key::strokes;
use super::ready::{classify, frame_gone, ready, unexpected};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::Chord;
use crate::page_script::{ActionKind, Answer, TargetArgs, Wanted, Wrote};
use crate::snapshot::NodeRef;
use std::iter;
use std::time::Duration;
use tokio::time::Instant;

/// The most keys that are pressed.
const MOST: usize = 400;
/// The most that are pressed before the value is read again.
const AT_ONCE: f64 = 20.0;
/// The smallest difference between two values.
const SAME: f64 = 1e-9;
/// From how many steps of an arrow on it is seen how far a page key goes.
const FAR: f64 = 5.0;

/// The keys that go a step. The vertical arrows have one direction in right-to-left pages, too, but some horizontal sliders do not
/// take them.
const KEYS: [&str; 6] = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "ArrowRight", "ArrowLeft"];
/// The keys that go to the least and the greatest value.
const ENDS: [&str; 2] = ["Home", "End"];

/// What is known of the keys of a slider.
#[derive(Default)]
struct Known {
    /// How far each of [`KEYS`] goes; `None` for one that was not pressed yet.
    steps: [Option<f64>; KEYS.len()],
    /// Which of [`ENDS`] were pressed.
    ended: [bool; ENDS.len()],
}

/// Where a slider is.
#[derive(Clone, Copy)]
struct Place {
    now: f64,
    min: f64,
    max: f64,
}

/// Presses the keys of a slider until it has the value, or the one nearest to it that it can have.
///
/// # Errors
/// `WrongElement` if no key moves it.
pub(super) async fn slide(target: &Target, node: &NodeRef, wanted: &Wanted) -> Result<Done> {
    let Wanted::Value(value) = wanted else {
        return Err(unexpected("fill", &Answer::List));
    };
    let goal: f64 = value.trim().parse().map_err(|_| not_a_number(node))?;
    ready(target, node, ActionKind::Focus).await?;
    let mut slide = Slide {
        target,
        node,
        watch: KeyWatch::begin(target, Some(node)).await?,
        began: Instant::now(),
        pressed: 0,
    };
    let first = read(target, node).await?;
    let (last, nearest, has_moved) = slide.towards(first, goal).await?;
    // Keys that were tried may have led away from a value that its page does not let it leave.
    let place = if is_same(last.now, nearest.now) {
        last
    } else {
        slide.towards(last, nearest.now).await?.0
    };
    slide.watch.seen(true).await?;
    if is_same(place.now, goal) {
        return Ok(told(first, place, None));
    }
    if is_same(place.now, first.now) && !has_moved {
        let what = format!(
            "UID {} ({}) did not move: its value is still {} after {} of its keys",
            node.uid,
            node.describe(),
            place.now,
            slide.pressed
        );
        return Err(EngineError::new(ErrorKind::WrongElement, what).with_next_step("drag it"));
    }
    Ok(told(first, place, Some((goal, nearest))))
}

/// Keys that are being pressed.
struct Slide<'a> {
    target: &'a Target,
    node: &'a NodeRef,
    watch: KeyWatch<'a>,
    began: Instant,
    /// How many were pressed.
    pressed: usize,
}

impl Slide<'_> {
    /// Presses keys that lead from a place to a goal. Returns where the slider is then, the nearest place to the goal on the way, and
    /// whether any key has moved it.
    async fn towards(&mut self, from: Place, goal: f64) -> Result<(Place, Place, bool)> {
        let (mut place, mut nearest) = (from, from);
        let mut known = Known::default();
        let patience = self.target.patience;
        while self.pressed < MOST && deadline::before_last_look(patience.saturating_sub(self.began.elapsed())) > Duration::ZERO {
            let Some((key, times)) = known.next(place, goal) else { break };
            let before = place;
            let stroke = strokes(&Chord::parse(key)?, Duration::ZERO);
            let events = iter::repeat_n(stroke, times).flatten().collect::<Vec<_>>();
            self.target.page.input(&events).await?;
            self.pressed += times;
            if let Some(stop) = stopped(&self.watch).await? {
                let what = format!("{} keys of the slider were pressed", self.pressed);
                return Err(interrupted(self.target, &what, &stop));
            }
            place = read(self.target, self.node).await?;
            known.note(key, times, before, place);
            if (goal - place.now).abs() < (goal - nearest.now).abs() {
                nearest = place;
            }
        }
        Ok((place, nearest, known.has_moved()))
    }
}

/// What is said at the end. `missed`: the value that it has not got, and the nearest place to it that the keys have led to.
fn told(first: Place, last: Place, missed: Option<(f64, Place)>) -> Done {
    let also = missed.map(|(goal, nearest)| {
        if (goal - last.now).abs() <= (goal - nearest.now).abs() + SAME {
            "That is the nearest to it that its keys have led to; drag it to come nearer.".to_owned()
        } else {
            format!("On the way it was {}; drag it to come nearer.", nearest.now)
        }
    });
    Done {
        changed: Some(!is_same(first.now, last.now)),
        value_now: missed.map(|_| last.now.to_string()),
        wrote: if missed.is_some() { Wrote::Lost } else { Wrote::Nothing },
        also,
        ..Done::trusted()
    }
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < SAME
}

impl Known {
    /// The next key towards the goal, and how often to press it before the value is read; `None` if none leads nearer.
    fn next(&self, place: Place, goal: f64) -> Option<(&'static str, usize)> {
        let away = goal - place.now;
        if is_same(goal, place.now) {
            return None;
        }
        for (at, end) in [place.min, place.max].into_iter().enumerate() {
            let is_nearer = is_same(goal, end) || (self.is_long_way(away) && (goal - end).abs() < away.abs() / 2.0);
            if is_nearer && !self.ended[at] {
                return Some((ENDS[at], 1));
            }
        }
        let (arrows, pages) = if away > 0.0 {
            ([0, 1, 4, 5], [2, 3])
        } else {
            ([1, 0, 5, 4], [3, 2])
        };
        let Some((arrow, step)) = self.towards(away, arrows) else {
            return self.untried(arrows);
        };
        if away.abs() > step * FAR {
            match self.towards(away, pages) {
                Some((page, far)) if away.abs() >= far && far > step => return Some((page, times(away, far))),
                None => {
                    if let Some(page) = self.untried(pages) {
                        return Some(page);
                    }
                }
                Some(_) => {}
            }
        }
        (away.abs() > step / 2.0).then(|| (arrow, times(away, step)))
    }

    /// Of these keys, the first that goes towards the goal, and how far.
    fn towards<const N: usize>(&self, away: f64, keys: [usize; N]) -> Option<(&'static str, f64)> {
        keys.into_iter().find_map(|at| {
            let step = self.steps[at].filter(|step| step.abs() >= SAME && (*step > 0.0) == (away > 0.0))?;
            Some((KEYS[at], step.abs()))
        })
    }

    fn untried<const N: usize>(&self, keys: [usize; N]) -> Option<(&'static str, usize)> {
        keys.into_iter().find(|at| self.steps[*at].is_none()).map(|at| (KEYS[at], 1))
    }

    /// Whether it takes more keys than are pressed at once.
    fn is_long_way(&self, away: f64) -> bool {
        let farthest = self.steps.iter().flatten().fold(0.0, |most: f64, step| most.max(step.abs()));
        farthest >= SAME && (away / farthest).abs() > AT_ONCE
    }

    fn has_moved(&self) -> bool {
        self.steps.iter().flatten().any(|step| step.abs() >= SAME)
    }

    /// Notes how far a key went.
    fn note(&mut self, key: &str, times: usize, before: Place, after: Place) {
        if let Some(at) = ENDS.iter().position(|end| *end == key) {
            self.ended[at] = true;
        } else if let Some(at) = KEYS.iter().position(|known| *known == key) {
            let moved = after.now - before.now;
            // Later keys may go less far, as at the end. One that goes nowhere is not pressed again.
            if self.steps[at].is_none() || moved.abs() < SAME {
                self.steps[at] = Some(moved / f64::from(u32::try_from(times).unwrap_or(1)));
            }
        }
    }
}

/// How often a key is to be pressed at once, without going too far.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count of keys, which is bounded"
)]
fn times(away: f64, step: f64) -> usize {
    ((away / step).abs() + SAME).floor().clamp(1.0, AT_ONCE) as usize
}

/// Why no further key is to be pressed.
async fn stopped(watch: &KeyWatch<'_>) -> Result<Option<Stop>> {
    if let Some(stop) = watch.stopped() {
        return Ok(Some(stop));
    }
    Ok(match watch.seen(false).await? {
        Some(Seen { stop, .. }) => stop,
        None => Some(Stop::Left),
    })
}

async fn read(target: &Target, node: &NodeRef) -> Result<Place> {
    let args = TargetArgs { target: &node.node };
    let answer = target.ask(&node.frame, "slider", &args).await;
    match classify(node, answer.map_err(|error| frame_gone(node, error))?)? {
        Ok(Answer::Slider { now, min, max }) => Ok(Place { now, min, max }),
        Ok(other) => Err(unexpected("slider", &other)),
        Err(obstacle) => Err(obstacle.into_error(node, Duration::ZERO)),
    }
}

fn not_a_number(node: &NodeRef) -> EngineError {
    EngineError::new(
        ErrorKind::InvalidInput,
        format!("UID {} ({}) takes a number, such as 50", node.uid, node.describe()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that bring a slider to a goal, with the value at the end. `page`: how far its page keys go.
    fn run(min: f64, max: f64, from: f64, goal: f64, step: f64, page: f64) -> (usize, String) {
        let (mut known, mut now, mut pressed) = (Known::default(), from, 0);
        while let Some((key, times)) = known.next(Place { now, min, max }, goal) {
            pressed += times;
            assert!(pressed < MOST, "{known:?}", known = known.steps);
            let before = Place { now, min, max };
            for _ in 0..times {
                now = match key {
                    "Home" => min,
                    "End" => max,
                    "ArrowUp" => now + step,
                    "ArrowDown" => now - step,
                    "PageUp" => now + page,
                    _ => now - page,
                }
                .clamp(min, max);
            }
            known.note(key, times, before, Place { now, min, max });
        }
        (pressed, now.to_string())
    }

    #[test]
    fn few_keys_lead_to_the_value() {
        assert_eq!(run(0.0, 100.0, 50.0, 100.0, 1.0, 10.0), (1, "100".into()));
        assert_eq!(run(0.0, 100.0, 50.0, 53.0, 1.0, 10.0), (3, "53".into()));
        assert_eq!(run(0.0, 100.0, 10.0, 45.0, 1.0, 10.0).1, "45");
        assert!(run(0.0, 1000.0, 10.0, 990.0, 1.0, 1.0).0 < 30);
        assert_eq!(run(0.0, 100.0, 50.0, 20.0, -1.0, -10.0).1, "20");
    }

    #[test]
    fn a_value_between_two_steps_is_come_near() {
        assert_eq!(run(0.0, 100.0, 0.0, 37.0, 5.0, 5.0).1, "35");
        assert_eq!(run(0.0, 100.0, 50.0, 38.0, 5.0, 5.0).1, "40");
        assert_eq!(run(0.0, 100.0, 50.0, 20.0, 0.0, 0.0).1, "50");
    }
}
