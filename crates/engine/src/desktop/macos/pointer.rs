//! Pointer steps as events.

use super::events::Sequence;
use super::sys::cg::{
    BUTTON_BACK, BUTTON_CENTER, BUTTON_FORWARD, BUTTON_LEFT, BUTTON_RIGHT, FIELD_CLICK_STATE, FIELD_WINDOW,
    FIELD_WINDOW_FOR_EVENT, kind,
};
use crate::desktop::PointerStep;
use crate::error::Result;
use crate::input::{MouseButton, Point};
use std::time::Duration;

/// The maximum number of lines in one event. Wheels send fewer, and some applications drop larger values.
const MOST_LINES: i32 = 10;

/// The system does not say when a drag begins.
const DRAGGING: Duration = Duration::from_millis(100);

fn number(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => BUTTON_LEFT,
        MouseButton::Right => BUTTON_RIGHT,
        MouseButton::Middle => BUTTON_CENTER,
        MouseButton::Back => BUTTON_BACK,
        MouseButton::Forward => BUTTON_FORWARD,
    }
}

fn down(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => kind::LEFT_DOWN,
        MouseButton::Right => kind::RIGHT_DOWN,
        MouseButton::Middle | MouseButton::Back | MouseButton::Forward => kind::OTHER_DOWN,
    }
}

fn up(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => kind::LEFT_UP,
        MouseButton::Right => kind::RIGHT_UP,
        MouseButton::Middle | MouseButton::Back | MouseButton::Forward => kind::OTHER_UP,
    }
}

fn dragged(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => kind::LEFT_DRAGGED,
        MouseButton::Right => kind::RIGHT_DRAGGED,
        MouseButton::Middle | MouseButton::Back | MouseButton::Forward => kind::OTHER_DRAGGED,
    }
}

/// Converts steps to events for the window with this number, if known. A button that is still held after the last
/// step is released.
///
/// # Errors
/// `Protocol` if the system creates no events.
pub(crate) fn sequence(steps: &[PointerStep], window: Option<u32>) -> Result<Sequence> {
    let mut events = Sequence::new()?;
    let mut held: Option<(MouseButton, u8)> = None;
    let mut last = Point { x: 0.0, y: 0.0 };
    let post = |events: &mut Sequence, kind: u32, at: Point, button: MouseButton, clicks: u8| -> Result<()> {
        let event = events.mouse(kind, at, number(button))?;
        events.set_field(event, FIELD_CLICK_STATE, i64::from(clicks));
        if let Some(window) = window {
            events.set_field(event, FIELD_WINDOW, i64::from(window));
            events.set_field(event, FIELD_WINDOW_FOR_EVENT, i64::from(window));
        }
        Ok(())
    };
    for step in steps {
        match *step {
            PointerStep::Move(at) => {
                last = at;
                match held {
                    Some((button, clicks)) => post(&mut events, dragged(button), at, button, clicks)?,
                    None => post(&mut events, kind::MOVED, at, MouseButton::Left, 0)?,
                }
            }
            PointerStep::Down(at, button, clicks) => {
                last = at;
                held = Some((button, clicks));
                post(&mut events, down(button), at, button, clicks)?;
            }
            PointerStep::Up(at, button, clicks) => {
                last = at;
                held = None;
                post(&mut events, up(button), at, button, clicks)?;
            }
            PointerStep::Wheel(at, right, below) => wheel(&mut events, at, right, below)?,
            PointerStep::Pause(milliseconds) => events.pause(Duration::from_millis(milliseconds)),
            // The window server orders events; the pauses around it give the application time.
            PointerStep::Taken => {}
            PointerStep::Dragging => events.pause(DRAGGING),
        }
    }
    if let Some((button, clicks)) = held {
        post(&mut events, up(button), last, button, clicks)?;
    }
    Ok(events)
}

fn wheel(events: &mut Sequence, at: Point, mut right: i32, mut below: i32) -> Result<()> {
    while right != 0 || below != 0 {
        let (x, y) = (right.clamp(-MOST_LINES, MOST_LINES), below.clamp(-MOST_LINES, MOST_LINES));
        // The system counts up and left as positive.
        events.wheel(at, -y, -x)?;
        right -= x;
        below -= y;
    }
    Ok(())
}

/// The first position in the steps.
pub(crate) fn place(steps: &[PointerStep]) -> Option<Point> {
    steps.iter().find_map(|step| match *step {
        PointerStep::Move(at) | PointerStep::Down(at, ..) | PointerStep::Up(at, ..) | PointerStep::Wheel(at, ..) => Some(at),
        PointerStep::Pause(_) | PointerStep::Taken | PointerStep::Dragging => None,
    })
}
