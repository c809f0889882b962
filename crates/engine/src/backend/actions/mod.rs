//! Input events as the actions of WebDriver and WebDriver BiDi: one tick per event, without pauses in
//! between.
//!
//! Standard: [WebDriver, actions](https://www.w3.org/TR/webdriver2/#actions).

mod keys;
mod route;

use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, MouseButton, Point, TouchPath};
pub(super) use route::{DEPTH, FRAME_OWNER, Mapping, Route, dispatch_drag, first_point, pointer_drag};
use serde_json::{Value, json};
use std::time::Duration;

/// Collects ticks. The sources run in parallel, so each source gets a pause while another one acts.
#[derive(Debug, Default)]
struct Ticks {
    pointer: Vec<Value>,
    key: Vec<Value>,
    wheel: Vec<Value>,
}

impl Ticks {
    fn pointer(&mut self, action: Value) {
        self.pointer.push(action);
        self.key.push(pause());
        self.wheel.push(pause());
    }

    fn key(&mut self, action: Value) {
        self.key.push(action);
        self.pointer.push(pause());
        self.wheel.push(pause());
    }

    fn wheel(&mut self, action: Value) {
        self.wheel.push(action);
        self.pointer.push(pause());
        self.key.push(pause());
    }

    /// The sources that have actions of their own.
    fn into_sources(self, keyboard: bool, mouse: bool, wheel: bool) -> Value {
        let mut sources = Vec::new();
        if keyboard {
            sources.push(json!({"type": "key", "id": "keyboard", "actions": self.key}));
        }
        if mouse {
            sources
                .push(json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": self.pointer}));
        }
        if wheel {
            sources.push(json!({"type": "wheel", "id": "wheel", "actions": self.wheel}));
        }
        Value::Array(sources)
    }

    /// Moves the pointer unless it is already there.
    fn move_to(&mut self, at: &mut Option<Point>, to: Point) {
        if *at != Some(to) {
            self.pointer(json!({"type": "pointerMove", "x": to.x, "y": to.y, "duration": 0}));
            *at = Some(to);
        }
    }

    /// Moves the pointer in so long. The browser makes steps by its clock.
    fn glide(&mut self, at: &mut Option<Point>, to: Point, time: Duration) {
        let time = time.as_millis();
        self.pointer(if *at == Some(to) {
            json!({"type": "pause", "duration": time})
        } else {
            json!({"type": "pointerMove", "x": to.x, "y": to.y, "duration": time})
        });
        *at = Some(to);
    }

    /// Makes a move that the page sees even if the pointer is already there. The browser drops a move to the
    /// same position, but the page may have changed below the pointer.
    fn move_anew(&mut self, at: &mut Option<Point>, to: Point) {
        if *at == Some(to) {
            let beside = if to.x >= 1.0 { to.x - 1.0 } else { to.x + 1.0 };
            self.move_to(at, Point { x: beside, y: to.y });
        }
        self.move_to(at, to);
    }
}

fn pause() -> Value {
    json!({"type": "pause", "duration": 0})
}

fn button_number(button: MouseButton) -> u8 {
    match button {
        MouseButton::Left => 0,
        MouseButton::Middle => 1,
        MouseButton::Right => 2,
        MouseButton::Back => 3,
        MouseButton::Forward => 4,
    }
}

/// Encodes the `actions` of fingers, each of which is a pointer of its own. They go down and up one after the other: Firefox keeps back a
/// finger that goes down together with one whose event the page prevents.
pub(super) fn touch(path: &TouchPath, mapping: Mapping) -> Value {
    let others = path.fingers.len().saturating_sub(1);
    let time = path.time.as_millis();
    let finger = |(number, places): (usize, &Vec<Point>)| {
        let move_to = |place: &Point, time: u128| {
            let at = mapping.apply(*place);
            json!({"type": "pointerMove", "x": at.x, "y": at.y, "duration": time})
        };
        let wait = |ticks| std::iter::repeat_n(pause(), ticks);
        let mut actions: Vec<_> = wait(2 * number).collect();
        if let Some(first) = places.first() {
            actions.extend([move_to(first, 0), json!({"type": "pointerDown", "button": 0})]);
        }
        actions.extend(wait(2 * (others - number)));
        match &places[..] {
            [] => {}
            [_] => actions.push(json!({"type": "pause", "duration": time})),
            // One finger goes straight on, and the browser makes its steps by the clock.
            [.., last] if others == 0 => actions.push(move_to(last, time)),
            // Several move by turns, so each step is one of its own. The clock beside them makes it last as long as it should.
            [_, further @ ..] => actions.extend(further.iter().map(|place| move_to(place, 0))),
        }
        actions.extend(wait(number));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        json!({"type": "pointer", "id": format!("finger {number}"), "parameters": {"pointerType": "touch"}, "actions": actions})
    };
    let mut sources: Vec<Value> = path.fingers.iter().enumerate().map(finger).collect();
    if others > 0 {
        let before = std::iter::repeat_n(pause(), 2 * (others + 1));
        let steps = u128::try_from(path.moves()).unwrap_or(u128::MAX).max(1);
        let step = json!({"type": "pause", "duration": time / steps});
        let clock: Vec<Value> = before.chain(std::iter::repeat_n(step, path.moves())).collect();
        sources.push(json!({"type": "none", "id": "clock", "actions": clock}));
    }
    Value::Array(sources)
}

/// Encodes the release of buttons and keys, without a movement.
///
/// # Errors
/// As [`encode`].
pub(super) fn releases(events: &[InputEvent]) -> Result<Value> {
    let mut ticks = Ticks::default();
    let (mut mouse, mut keyboard) = (false, false);
    for event in events {
        match event {
            InputEvent::MouseUp { button, .. } => {
                mouse = true;
                ticks.pointer(json!({"type": "pointerUp", "button": button_number(*button)}));
            }
            InputEvent::KeyUp { key, .. } => {
                keyboard = true;
                ticks.key(json!({"type": "keyUp", "value": keys::value(key)?}));
            }
            _ => {}
        }
    }
    Ok(ticks.into_sources(keyboard, mouse, false))
}

/// Encodes the `actions` of a command. `at` is the last position of this context's pointer, and is updated.
///
/// # Errors
/// `Unsupported` for keys that WebDriver does not support.
pub(super) fn encode(events: &[InputEvent], mapping: Mapping, at: &mut Option<Point>) -> Result<Value> {
    let mut ticks = Ticks::default();
    let (mut mouse, mut keyboard, mut wheel) = (false, false, false);
    for event in events {
        match event {
            InputEvent::Pen(false) => {}
            // Firefox implements neither its moves nor its presses.
            InputEvent::Pen(true) => {
                return Err(EngineError::new(ErrorKind::Unsupported, "this browser's protocol has no pen")
                    .with_next_step("use the mouse or touch, or use Chromium"));
            }
            InputEvent::MouseMove(to) => {
                mouse = true;
                ticks.move_anew(at, mapping.apply(*to));
            }
            InputEvent::MouseGlide(to, time) => {
                mouse = true;
                ticks.glide(at, mapping.apply(*to), *time);
            }
            InputEvent::MouseDown { at: to, button, .. } => {
                mouse = true;
                ticks.move_to(at, mapping.apply(*to));
                ticks.pointer(json!({"type": "pointerDown", "button": button_number(*button)}));
            }
            InputEvent::MouseUp { at: to, button, .. } => {
                mouse = true;
                ticks.move_to(at, mapping.apply(*to));
                ticks.pointer(json!({"type": "pointerUp", "button": button_number(*button)}));
            }
            InputEvent::Wheel { at: point, dx, dy } => {
                wheel = true;
                let point = mapping.apply(*point);
                let (dx, dy) = mapping.apply_to_distance(*dx, *dy);
                // The protocol requires integers here.
                let whole = |number: f64| {
                    #[expect(clippy::cast_possible_truncation, reason = "screens are smaller, and amounts checked")]
                    let whole = number.round() as i64;
                    whole
                };
                ticks.wheel(json!({
                    "type": "scroll", "x": whole(point.x), "y": whole(point.y), "duration": 0,
                    "deltaX": whole(dx), "deltaY": whole(dy),
                }));
            }
            InputEvent::Pause(time) => {
                mouse = true;
                ticks.pointer(json!({"type": "pause", "duration": time.as_millis()}));
            }
            InputEvent::KeyDown { key, .. } => {
                keyboard = true;
                ticks.key(json!({"type": "keyDown", "value": keys::value(key)?}));
            }
            InputEvent::KeyUp { key, .. } => {
                keyboard = true;
                ticks.key(json!({"type": "keyUp", "value": keys::value(key)?}));
            }
        }
    }
    Ok(ticks.into_sources(keyboard, mouse, wheel))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Key, Modifiers};

    const P: Point = Point { x: 10.5, y: 20.0 };

    fn press(at: Point) -> [InputEvent; 3] {
        let (button, click_count) = (MouseButton::Left, 1);
        [
            InputEvent::MouseMove(at),
            InputEvent::MouseDown { at, button, click_count },
            InputEvent::MouseUp { at, button, click_count },
        ]
    }

    #[test]
    fn a_click_is_three_ticks_of_one_source() {
        let mut at = None;
        assert_eq!(
            encode(&press(P), Mapping::IDENTITY, &mut at).expect("mouse only"),
            json!([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
                {"type": "pointerMove", "x": 10.5, "y": 20.0, "duration": 0},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ]}])
        );
        assert_eq!(at, Some(P));
    }

    #[test]
    fn a_second_click_at_the_same_place_moves_first() {
        let mut at = Some(P);
        let encoded = encode(&press(P), Mapping::IDENTITY, &mut at).expect("mouse only");
        assert_eq!(encoded[0]["actions"].as_array().map(Vec::len), Some(4));
        assert_eq!(encoded[0]["actions"][0]["x"], 9.5);
    }

    #[test]
    fn a_wheel_is_a_source_of_its_own_with_whole_numbers() {
        let (dx, dy) = (0.0, 300.4);
        let mut events = vec![InputEvent::Wheel { at: P, dx, dy }];
        let encoded = encode(&events, Mapping::IDENTITY, &mut None).expect("wheel only");
        assert_eq!(
            encoded,
            json!([{"type": "wheel", "id": "wheel", "actions": [
                {"type": "scroll", "x": 11, "y": 20, "duration": 0, "deltaX": 0, "deltaY": 300},
            ]}])
        );
        events.extend(press(P));
        let both = encode(&events, Mapping::IDENTITY, &mut None).expect("wheel and mouse");
        assert_eq!(
            both[0]["actions"].as_array().map(Vec::len),
            both[1]["actions"].as_array().map(Vec::len)
        );
    }

    #[test]
    fn a_glide_is_one_move_of_the_browser_and_a_pause_where_it_leads_nowhere() {
        let time = Duration::from_millis(300);
        let events = [InputEvent::MouseGlide(P, time), InputEvent::MouseGlide(P, time)];
        let encoded = encode(&events, Mapping::IDENTITY, &mut None).expect("mouse only");
        assert_eq!(
            encoded[0]["actions"],
            json!([
                {"type": "pointerMove", "x": 10.5, "y": 20.0, "duration": 300},
                {"type": "pause", "duration": 300},
            ])
        );
    }

    #[test]
    fn keys_and_mouse_take_turns() {
        let control = Key::parse("Control", false).expect("a key");
        let mut events = vec![InputEvent::KeyDown {
            key: control.clone(),
            modifiers: Modifiers::CONTROL,
        }];
        events.extend(press(P));
        events.push(InputEvent::KeyUp {
            key: control,
            modifiers: Modifiers::default(),
        });
        let encoded = encode(&events, Mapping::IDENTITY, &mut None).expect("known keys");
        let kinds = |source: usize| -> Vec<String> {
            encoded[source]["actions"]
                .as_array()
                .expect("actions")
                .iter()
                .map(|action| action["type"].as_str().unwrap_or_default().to_owned())
                .collect()
        };
        assert_eq!(kinds(0), ["keyDown", "pause", "pause", "pause", "keyUp"]);
        assert_eq!(kinds(1), ["pause", "pointerMove", "pointerDown", "pointerUp", "pause"]);
    }
}
