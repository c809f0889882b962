//! Pointer events by XTEST.

use super::watch::Watch;
use super::{XScreen, lost, refused};
use crate::desktop::app::PointerStep;
use crate::error::Result;
use crate::input::{MouseButton, Point};
use std::time::Duration;
use x11rb::protocol::xproto::{self, ConnectionExt as _};
use x11rb::protocol::xtest::ConnectionExt as _;

/// The pause between two lines of the wheel, which keeps toolkits from merging them.
const WHEEL_PAUSE: Duration = Duration::from_millis(4);

/// A program that takes longer to answer a ping is not asked again.
const TAKEN_LIMIT: Duration = Duration::from_secs(2);
/// A drag that has not begun after this time is none.
const DRAGGING_LIMIT: Duration = Duration::from_millis(700);

const LEFT: u8 = 1;
const MIDDLE: u8 = 2;
const RIGHT: u8 = 3;
// 4 to 7 are the wheel.
const BACK: u8 = 8;
const FORWARD: u8 = 9;
const WHEEL_UP: u8 = 4;
const WHEEL_DOWN: u8 = 5;
const WHEEL_LEFT: u8 = 6;
const WHEEL_RIGHT: u8 = 7;

impl XScreen {
    pub(super) fn send_pointer(&self, steps: &[PointerStep], taken: &dyn Fn() -> Result<()>) -> Result<()> {
        let mut down = Vec::new();
        let mut watch: Option<Watch<'_>> = None;
        let result = steps.iter().try_for_each(|step| match (*step, &mut watch) {
            (PointerStep::Taken, watch) => {
                self.sync()?;
                // Without an answer in time, the call through accessibility says what is wrong.
                watch.as_mut().map_or(Ok(()), |watch| watch.taken(TAKEN_LIMIT))?;
                taken()
            }
            (PointerStep::Dragging, Some(watch)) => watch.dragging(DRAGGING_LIMIT),
            (PointerStep::Down(at, ..), watch) if watch.is_none() && steps.contains(&PointerStep::Dragging) => {
                let (x, y) = pixel(at);
                *watch = Some(Watch::at(self, x, y)?);
                self.step(*step, &mut down)
            }
            (step, _) => self.step(step, &mut down),
        });
        for button in down {
            self.fake(xproto::BUTTON_RELEASE_EVENT, button)?;
        }
        self.sync()?;
        result
    }

    fn step(&self, step: PointerStep, down: &mut Vec<u8>) -> Result<()> {
        match step {
            PointerStep::Move(to) => self.move_to(to)?,
            PointerStep::Down(at, button, _) => {
                self.move_to(at)?;
                down.push(number(button));
                self.fake(xproto::BUTTON_PRESS_EVENT, number(button))?;
            }
            PointerStep::Up(at, button, _) => {
                self.move_to(at)?;
                down.retain(|&held| held != number(button));
                self.fake(xproto::BUTTON_RELEASE_EVENT, number(button))?;
            }
            PointerStep::Wheel(at, x, y) => {
                self.move_to(at)?;
                self.wheel(if y < 0 { WHEEL_UP } else { WHEEL_DOWN }, y.unsigned_abs())?;
                self.wheel(if x < 0 { WHEEL_LEFT } else { WHEEL_RIGHT }, x.unsigned_abs())?;
            }
            PointerStep::Pause(ms) => {
                self.sync()?;
                std::thread::sleep(Duration::from_millis(ms));
            }
            PointerStep::Taken | PointerStep::Dragging => {}
        }
        Ok(())
    }

    fn wheel(&self, button: u8, lines: u32) -> Result<()> {
        for _ in 0..lines {
            self.fake(xproto::BUTTON_PRESS_EVENT, button)?;
            self.fake(xproto::BUTTON_RELEASE_EVENT, button)?;
            self.sync()?;
            std::thread::sleep(WHEEL_PAUSE);
        }
        Ok(())
    }

    /// Moves unless the pointer is there already: a motion to the same place would reset the click count.
    fn move_to(&self, to: Point) -> Result<()> {
        let (x, y) = pixel(to);
        let now = self
            .connection
            .query_pointer(self.root)
            .map_err(lost)?
            .reply()
            .map_err(refused)?;
        if (now.root_x, now.root_y) == (x, y) {
            return Ok(());
        }
        self.connection
            .xtest_fake_input(xproto::MOTION_NOTIFY_EVENT, 0, 0, self.root, x, y, 0)
            .map_err(lost)?;
        Ok(())
    }

    pub(super) fn fake(&self, kind: u8, detail: u8) -> Result<()> {
        self.connection
            .xtest_fake_input(kind, detail, 0, x11rb::NONE, 0, 0, 0)
            .map_err(lost)?;
        Ok(())
    }
}

fn number(button: MouseButton) -> u8 {
    match button {
        MouseButton::Left => LEFT,
        MouseButton::Middle => MIDDLE,
        MouseButton::Right => RIGHT,
        MouseButton::Back => BACK,
        MouseButton::Forward => FORWARD,
    }
}

/// The pixel that a point is in.
pub(super) fn pixel(point: Point) -> (i16, i16) {
    let clamp = |value: f64| value.floor().clamp(f64::from(i16::MIN), f64::from(i16::MAX));
    #[expect(clippy::cast_possible_truncation, reason = "clamped")]
    let pixel = (clamp(point.x) as i16, clamp(point.y) as i16);
    pixel
}
