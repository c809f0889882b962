//! Converts input events to CDP commands, without I/O. Keeps the held buttons and keys between events.

use super::editing;
use crate::backend::wire::Command;
use crate::input::{InputEvent, Key, Modifiers, MouseButton, Point};
use serde_json::{Value, json};

/// The buttons and modifier keys that are down.
#[derive(Debug, Default, Clone)]
pub(super) struct Held {
    modifiers: Modifiers,
    /// Pressed buttons, in the order in which they went down.
    buttons: Vec<MouseButton>,
    /// Whether the pointer is a pen.
    pen: bool,
    /// Where the part of the viewport begins that is on the screen: input is meant from there.
    pub(super) offset: (f64, f64),
}

fn name(button: MouseButton) -> &'static str {
    match button {
        MouseButton::Left => "left",
        MouseButton::Middle => "middle",
        MouseButton::Right => "right",
        MouseButton::Back => "back",
        MouseButton::Forward => "forward",
    }
}

/// The button's bit in `MouseEvent.buttons`.
fn bit(button: MouseButton) -> u8 {
    match button {
        MouseButton::Left => 1,
        MouseButton::Right => 2,
        MouseButton::Middle => 4,
        MouseButton::Back => 8,
        MouseButton::Forward => 16,
    }
}

impl Held {
    /// The command for one event; `None` for a pause. Updates what is held.
    pub(super) fn command(&mut self, event: &InputEvent) -> Option<Command> {
        Some(match event {
            InputEvent::Pause(_) => return None,
            InputEvent::Pen(pen) => {
                self.pen = *pen;
                return None;
            }
            InputEvent::MouseMove(at) | InputEvent::MouseGlide(at, _) => {
                let dragging = self.buttons.first().map_or("none", |button| name(*button));
                self.mouse("mouseMoved", *at, dragging, 0)
            }
            InputEvent::MouseDown { at, button, click_count } => {
                self.buttons.retain(|held| held != button);
                self.buttons.push(*button);
                self.mouse("mousePressed", *at, name(*button), *click_count)
            }
            InputEvent::MouseUp { at, button, click_count } => {
                self.buttons.retain(|held| held != button);
                self.mouse("mouseReleased", *at, name(*button), *click_count)
            }
            InputEvent::Wheel { at, dx, dy } => Command::new(
                "Input.dispatchMouseEvent",
                json!({
                    "type": "mouseWheel", "x": at.x - self.offset.0, "y": at.y - self.offset.1, "deltaX": dx, "deltaY": dy,
                    "modifiers": self.modifiers.0, "pointerType": "mouse",
                }),
            ),
            InputEvent::KeyDown { key, modifiers } => {
                self.modifiers = *modifiers;
                // The browser types what it is told to. Modifiers of an earlier call may be held.
                let key = &key.clone().under(*modifiers);
                // Only a key with text types something. `rawKeyDown` causes no `keypress`.
                let kind = if key.text.is_some() { "keyDown" } else { "rawKeyDown" };
                self.key(kind, key)
            }
            InputEvent::KeyUp { key, modifiers } => {
                self.modifiers = *modifiers;
                self.key("keyUp", &key.clone().under(*modifiers))
            }
        })
    }

    /// The pointer is a mouse again.
    pub(super) fn drop_pen(&mut self) {
        self.pen = false;
    }

    /// The held modifier keys as CDP's bit mask.
    pub(super) fn modifiers(&self) -> u8 {
        self.modifiers.0
    }

    fn mouse(&self, kind: &str, at: Point, button: &str, click_count: u8) -> Command {
        let buttons = self.buttons.iter().fold(0, |mask, button| mask | bit(*button));
        // The pressure that Pointer Events prescribe for a mouse.
        let force = if buttons == 0 { 0.0 } else { 0.5 };
        Command::new(
            "Input.dispatchMouseEvent",
            json!({
                "type": kind, "x": at.x - self.offset.0, "y": at.y - self.offset.1, "button": button, "buttons": buttons,
                "clickCount": click_count, "modifiers": self.modifiers.0, "pointerType": if self.pen { "pen" } else { "mouse" }, "force": force,
            }),
        )
    }

    fn key(&self, kind: &str, key: &Key) -> Command {
        let mut params = json!({
            "type": kind, "modifiers": self.modifiers.0, "key": key.key, "code": key.code,
            "windowsVirtualKeyCode": key.key_code, "location": key.location, "isKeypad": key.location == 3,
        });
        if let (Value::Object(params), true) = (&mut params, kind != "keyUp") {
            if let Some(text) = &key.text {
                params.insert("text".into(), text.as_str().into());
                params.insert("unmodifiedText".into(), text.as_str().into());
            }
            // On macOS the system, not the page engine, turns chords into editing commands. Events that do
            // not come from the system must name the command.
            if cfg!(target_os = "macos")
                && let Some(command) = editing::command(key, self.modifiers)
            {
                params.insert("commands".into(), json!([command]));
            }
        }
        Command::new("Input.dispatchKeyEvent", params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Point = Point { x: 10.5, y: 20.0 };

    fn param(command: Option<&Command>, name: &str) -> Value {
        command.expect("a command").params()[name].clone()
    }

    #[test]
    fn buttons_are_those_down_after_the_event() {
        let mut held = Held::default();
        let button = MouseButton::Left;
        let down = held.command(&InputEvent::MouseDown {
            at: AT,
            button,
            click_count: 2,
        });
        assert_eq!(
            (param(down.as_ref(), "buttons"), param(down.as_ref(), "clickCount")),
            (json!(1), json!(2))
        );
        let moved = held.command(&InputEvent::MouseMove(AT));
        assert_eq!(
            (param(moved.as_ref(), "buttons"), param(moved.as_ref(), "button")),
            (json!(1), json!("left"))
        );
        let up = held.command(&InputEvent::MouseUp {
            at: AT,
            button,
            click_count: 2,
        });
        assert_eq!(
            (param(up.as_ref(), "buttons"), param(up.as_ref(), "button")),
            (json!(0), json!("left"))
        );
        assert_eq!(
            param(held.command(&InputEvent::MouseMove(AT)).as_ref(), "button"),
            json!("none")
        );
    }

    #[test]
    fn held_modifiers_go_with_mouse_events() {
        let mut held = Held::default();
        let key = Key::parse("Shift", false).expect("a key");
        held.command(&InputEvent::KeyDown {
            key: key.clone(),
            modifiers: Modifiers::SHIFT,
        });
        assert_eq!(
            param(held.command(&InputEvent::MouseMove(AT)).as_ref(), "modifiers"),
            json!(8)
        );
        held.command(&InputEvent::KeyUp {
            key,
            modifiers: Modifiers::default(),
        });
        assert_eq!(held.modifiers(), 0);
    }

    #[test]
    fn only_keys_with_text_type() {
        let mut held = Held::default();
        let mut down = |name: &str| {
            held.command(&InputEvent::KeyDown {
                key: Key::parse(name, false).expect("a key"),
                modifiers: Modifiers::default(),
            })
        };
        let a = down("a");
        assert_eq!(
            (param(a.as_ref(), "type"), param(a.as_ref(), "text")),
            (json!("keyDown"), json!("a"))
        );
        let tab = down("Tab");
        assert_eq!(
            (param(tab.as_ref(), "type"), param(tab.as_ref(), "text")),
            (json!("rawKeyDown"), Value::Null)
        );
    }
}
