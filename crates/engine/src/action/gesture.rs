//! Where and how the pointer acts on an element.

use crate::error::Result;
use crate::input::{InputEvent, Key, Modifiers, MouseButton, Point};
use crate::options::{ClickOptions, HoverOptions, ModifierKey, PointOptions, PointerType, Spot};
use crate::page_script::Aim;

/// A point of the element, a button, how often it is pressed, and the keys that are held meanwhile.
#[derive(Debug, Clone)]
pub(crate) struct Gesture {
    /// Where on the element; without it, a point near its middle that hits it.
    pub(crate) at: Option<Aim>,
    pub(crate) button: MouseButton,
    pub(crate) count: u8,
    /// Neither wait for the element nor check what is on top of it.
    pub(crate) force: bool,
    pen: bool,
    held: Vec<Key>,
}

impl Default for Gesture {
    fn default() -> Self {
        Self {
            at: None,
            button: MouseButton::Left,
            count: 1,
            force: false,
            pen: false,
            held: Vec::new(),
        }
    }
}

impl Gesture {
    /// The gesture of a click.
    ///
    /// # Errors
    /// `InvalidInput` for values out of range.
    pub(crate) fn of_click(options: &ClickOptions) -> Result<Self> {
        options.check()?;
        Ok(Self {
            at: options.at.map(Aim::Spot),
            button: options.button,
            count: options.click_count.unwrap_or(1),
            force: options.force,
            pen: options.pointer_type == Some(PointerType::Pen),
            held: keys(&options.modifiers)?,
        })
    }

    /// The gesture of a hover.
    ///
    /// # Errors
    /// `InvalidInput` for values out of range.
    pub(crate) fn of_hover(options: &HoverOptions) -> Result<Self> {
        options.check()?;
        Ok(Self {
            at: options.at.map(Aim::Spot),
            ..Self::default()
        })
    }

    /// The gesture of a call that names a point of the viewport. [`Gesture::aimed`] adds the point.
    ///
    /// # Errors
    /// `InvalidInput` for values out of range.
    pub(crate) fn of_point(options: &PointOptions) -> Result<Self> {
        options.check()?;
        Ok(Self {
            button: options.button,
            count: options.click_count.unwrap_or(1),
            held: keys(&options.modifiers)?,
            ..Self::default()
        })
    }

    /// So many clicks with the left button.
    pub(crate) fn clicks(count: u8) -> Self {
        Self {
            count,
            ..Self::default()
        }
    }

    /// The same with this pointer.
    pub(crate) fn pointer(self, pointer: Option<PointerType>) -> Self {
        Self {
            pen: pointer == Some(PointerType::Pen),
            ..self
        }
    }

    /// The same without waiting and without a hit test.
    pub(crate) fn forced(self, force: bool) -> Self {
        Self { force, ..self }
    }

    /// The same with this button.
    pub(crate) fn with(self, button: MouseButton) -> Self {
        Self { button, ..self }
    }

    /// The same with these keys held.
    ///
    /// # Errors
    /// `InvalidInput`
    pub(crate) fn holding(self, modifiers: &[ModifierKey]) -> Result<Self> {
        Ok(Self {
            held: keys(modifiers)?,
            ..self
        })
    }

    /// The same at this point of the element.
    pub(crate) fn at(self, at: Option<Spot>) -> Self {
        Self {
            at: at.map(Aim::Spot),
            ..self
        }
    }

    /// The same at a point of the viewport of the element's frame.
    pub(crate) fn aimed(self, at: Point) -> Self {
        Self {
            at: Some(Aim::sighted(at)),
            ..self
        }
    }

    /// The keys that are held.
    pub(super) fn modifiers(&self) -> Modifiers {
        all(&self.held)
    }

    /// The events that take up the pen and press the held keys.
    pub(crate) fn hold(&self) -> Vec<InputEvent> {
        let pen = self.pen.then_some(InputEvent::Pen(true));
        pen.into_iter().chain(hold(&self.held)).collect()
    }

    /// The events that release the held keys and put the pen down.
    pub(crate) fn let_go(&self) -> Vec<InputEvent> {
        let pen = self.pen.then_some(InputEvent::Pen(false));
        let_go(&self.held).into_iter().chain(pen).collect()
    }
}

/// The keys, each once.
fn keys(modifiers: &[ModifierKey]) -> Result<Vec<Key>> {
    let mut held: Vec<Key> = Vec::new();
    for modifier in modifiers {
        let key = Key::parse(modifier.name(), false)?;
        if !held.contains(&key) {
            held.push(key);
        }
    }
    Ok(held)
}

/// The events that press modifier keys, in order.
pub(super) fn hold(keys: &[Key]) -> Vec<InputEvent> {
    let mut modifiers = Modifiers::default();
    let press = |key: &Key| {
        modifiers = modifiers.with(key.modifier());
        InputEvent::KeyDown {
            key: key.clone(),
            modifiers,
        }
    };
    keys.iter().map(press).collect()
}

/// The events that release modifier keys, the last one first.
pub(super) fn let_go(keys: &[Key]) -> Vec<InputEvent> {
    let mut modifiers = all(keys);
    let release = |key: &Key| {
        modifiers = modifiers.without(key.modifier());
        InputEvent::KeyUp {
            key: key.clone(),
            modifiers,
        }
    };
    keys.iter().rev().map(release).collect()
}

/// The modifiers of all these keys.
pub(super) fn all(keys: &[Key]) -> Modifiers {
    keys.iter().fold(Modifiers::default(), |held, key| held.with(key.modifier()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_down_in_order_and_up_the_other_way() {
        let modifiers = [ModifierKey::Control, ModifierKey::Shift, ModifierKey::Control];
        let gesture = Gesture::default().holding(&modifiers).expect("keys");
        let held = |events: Vec<InputEvent>| -> Vec<(String, u8)> {
            let of = |event| match event {
                InputEvent::KeyDown { key, modifiers } | InputEvent::KeyUp { key, modifiers } => (key.key, modifiers.0),
                other => panic!("{other:?}"),
            };
            events.into_iter().map(of).collect()
        };
        assert_eq!(held(gesture.hold()), [("Control".to_owned(), 2), ("Shift".to_owned(), 10)]);
        assert_eq!(held(gesture.let_go()), [("Shift".to_owned(), 2), ("Control".to_owned(), 0)]);
    }
}
