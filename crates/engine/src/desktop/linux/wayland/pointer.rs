//! Pointer events through a virtual pointer.

use super::link::{Link, Seen};
use super::places::Area;
use crate::desktop::app::PointerStep;
use crate::error::Result;
use crate::input::{MouseButton, Point};
use std::time::{Duration, Instant};
use wayland_client::delegate_noop;
use wayland_client::protocol::wl_pointer::{Axis, AxisSource, ButtonState};
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_protocols_wlr::virtual_pointer::v1::client::{
    zwlr_virtual_pointer_manager_v1::ZwlrVirtualPointerManagerV1, zwlr_virtual_pointer_v1::ZwlrVirtualPointerV1,
};

/// The pause between two lines of the wheel, which keeps toolkits from merging them.
const WHEEL_PAUSE: Duration = Duration::from_millis(4);
/// The distance of one wheel line in the protocol's units.
const LINE: f64 = 15.0;

/// The kernel's button codes.
const LEFT: u32 = 0x110;
const RIGHT: u32 = 0x111;
const MIDDLE: u32 = 0x112;
const BACK: u32 = 0x113;
const FORWARD: u32 = 0x114;

/// A virtual pointer.
pub(super) struct Pointer {
    device: ZwlrVirtualPointerV1,
    began: Instant,
}

/// The compositor does not say when a drag begins.
const DRAGGING: PointerStep = PointerStep::Pause(100);

impl Pointer {
    /// Creates a pointer at the seat; `None` if the compositor lacks the protocol.
    pub(super) fn open(link: &Link, seat: &WlSeat) -> Option<Self> {
        let manager = link.bind::<ZwlrVirtualPointerManagerV1>(1)?;
        Some(Self {
            device: manager.create_virtual_pointer(Some(seat), &link.handle(), ()),
            began: Instant::now(),
        })
    }

    /// Performs steps in order; `whole` is the area of all screens. Pressed buttons are released, even after a
    /// failure.
    pub(super) fn carry_out(
        &self,
        link: &mut Link,
        steps: &[PointerStep],
        whole: Area,
        taken: &dyn Fn() -> Result<()>,
    ) -> Result<()> {
        let mut down = Vec::new();
        let mut at = None;
        let result = steps.iter().try_for_each(|step| match step {
            PointerStep::Taken => link.sync().and_then(|()| taken()),
            PointerStep::Dragging => self.step(link, DRAGGING, whole, &mut down, &mut at),
            step => self.step(link, *step, whole, &mut down, &mut at),
        });
        for button in down {
            self.button(button, ButtonState::Released);
        }
        link.sync()?;
        result
    }

    fn step(&self, link: &mut Link, step: PointerStep, whole: Area, down: &mut Vec<u32>, at: &mut Option<Point>) -> Result<()> {
        match step {
            PointerStep::Move(to) => self.move_to(to, whole, at),
            PointerStep::Down(to, button, _) => {
                self.move_to(to, whole, at);
                down.push(number(button));
                self.button(number(button), ButtonState::Pressed);
            }
            PointerStep::Up(to, button, _) => {
                self.move_to(to, whole, at);
                down.retain(|&held| held != number(button));
                self.button(number(button), ButtonState::Released);
            }
            PointerStep::Wheel(to, x, y) => {
                self.move_to(to, whole, at);
                self.wheel(link, Axis::VerticalScroll, y)?;
                self.wheel(link, Axis::HorizontalScroll, x)?;
            }
            PointerStep::Pause(ms) => {
                link.sync()?;
                std::thread::sleep(Duration::from_millis(ms));
            }
            PointerStep::Taken | PointerStep::Dragging => {}
        }
        Ok(())
    }

    /// Moves to the middle of a pixel unless the pointer is there already: a motion to the same place would reset the
    /// click count.
    fn move_to(&self, to: Point, whole: Area, at: &mut Option<Point>) {
        let to = Point {
            x: to.x.floor(),
            y: to.y.floor(),
        };
        if *at == Some(to) {
            return;
        }
        *at = Some(to);
        // In half pixels, relative to the corner of the whole area.
        let halves = |value: f64, first: i32, length: u32| {
            let inside = (value - f64::from(first)).clamp(0.0, f64::from(length.saturating_sub(1)));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let halves = (inside * 2.0) as u32 + 1;
            halves
        };
        self.device.motion_absolute(
            self.time(),
            halves(to.x, whole.x, whole.width),
            halves(to.y, whole.y, whole.height),
            whole.width * 2,
            whole.height * 2,
        );
        self.device.frame();
    }

    fn button(&self, button: u32, state: ButtonState) {
        self.device.button(self.time(), button, state);
        self.device.frame();
    }

    fn wheel(&self, link: &mut Link, axis: Axis, lines: i32) -> Result<()> {
        let sign = lines.signum();
        for _ in 0..lines.unsigned_abs() {
            self.device.axis_source(AxisSource::Wheel);
            self.device.axis_discrete(self.time(), axis, f64::from(sign) * LINE, sign);
            self.device.frame();
            link.sync()?;
            std::thread::sleep(WHEEL_PAUSE);
        }
        Ok(())
    }

    fn time(&self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "the protocol's clock runs round")]
        let time = self.began.elapsed().as_millis() as u32;
        time
    }
}

fn number(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => LEFT,
        MouseButton::Middle => MIDDLE,
        MouseButton::Right => RIGHT,
        MouseButton::Back => BACK,
        MouseButton::Forward => FORWARD,
    }
}

delegate_noop!(Seen: ZwlrVirtualPointerManagerV1);
delegate_noop!(Seen: ZwlrVirtualPointerV1);
