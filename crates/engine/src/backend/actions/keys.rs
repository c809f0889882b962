//! Keys in WebDriver's notation: a character, or a code point of the private use area.
//!
//! Standard: [WebDriver, keyboard actions](https://www.w3.org/TR/webdriver2/#keyboard-actions).

use crate::error::{EngineError, ErrorKind, Result};
use crate::input::Key;
use crate::text::quote;

/// `KeyboardEvent.key` and WebDriver's code point, for keys in the left or middle position.
const CODES: &[(&str, char)] = &[
    ("Backspace", '\u{e003}'),
    ("Tab", '\u{e004}'),
    ("Enter", '\u{e007}'),
    ("Shift", '\u{e008}'),
    ("Control", '\u{e009}'),
    ("Alt", '\u{e00a}'),
    ("Pause", '\u{e00b}'),
    ("Escape", '\u{e00c}'),
    ("PageUp", '\u{e00e}'),
    ("PageDown", '\u{e00f}'),
    ("End", '\u{e010}'),
    ("Home", '\u{e011}'),
    ("ArrowLeft", '\u{e012}'),
    ("ArrowUp", '\u{e013}'),
    ("ArrowRight", '\u{e014}'),
    ("ArrowDown", '\u{e015}'),
    ("Insert", '\u{e016}'),
    ("Delete", '\u{e017}'),
    ("F1", '\u{e031}'),
    ("F2", '\u{e032}'),
    ("F3", '\u{e033}'),
    ("F4", '\u{e034}'),
    ("F5", '\u{e035}'),
    ("F6", '\u{e036}'),
    ("F7", '\u{e037}'),
    ("F8", '\u{e038}'),
    ("F9", '\u{e039}'),
    ("F10", '\u{e03a}'),
    ("F11", '\u{e03b}'),
    ("F12", '\u{e03c}'),
    ("Meta", '\u{e03d}'),
];

/// The right-hand modifier keys.
const RIGHT: &[(&str, char)] = &[
    ("Shift", '\u{e050}'),
    ("Control", '\u{e051}'),
    ("Alt", '\u{e052}'),
    ("Meta", '\u{e053}'),
];

/// Whether WebDriver reads this code point as a key rather than as a character.
fn is_code(c: char) -> bool {
    ('\u{e000}'..='\u{e05d}').contains(&c)
}

/// The `value` of a key action.
///
/// # Errors
/// `Unsupported` for keys without a WebDriver code (media keys, `CapsLock`, F13 and above), and for
/// characters that WebDriver would interpret as another key.
pub(super) fn value(key: &Key) -> Result<String> {
    let right = (key.location == 2)
        .then(|| RIGHT.iter().find(|entry| entry.0 == key.key))
        .flatten();
    if let Some((_, code)) = right.or_else(|| CODES.iter().find(|entry| entry.0 == key.key)) {
        return Ok(code.to_string());
    }
    let mut chars = key.key.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if !is_code(c) => Ok(key.key.clone()),
        _ => Err(EngineError::new(
            ErrorKind::Unsupported,
            format!("the key {} cannot be pressed over WebDriver BiDi", quote(&key.key)),
        )
        .with_next_step("use another key, or Chromium")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Chord;

    fn of(name: &str) -> Result<String> {
        value(&Chord::parse(name).expect("a known key").key)
    }

    #[test]
    fn characters_stay_and_named_keys_become_codes() {
        assert_eq!(of("a").expect("a character"), "a");
        assert_eq!(of("漢").expect("a character"), "漢");
        assert_eq!(of("Space").expect("a character"), " ");
        assert_eq!(of("Enter").expect("a code"), "\u{e007}");
        assert_eq!(of("F12").expect("a code"), "\u{e03c}");
        assert_eq!(of("Control").expect("a code"), "\u{e009}");
    }

    #[test]
    fn what_webdriver_cannot_press_is_refused() {
        for name in ["F13", "CapsLock", "MediaPlayPause"] {
            assert_eq!(of(name).expect_err(name).code(), "UNSUPPORTED");
        }
        // Otherwise a page could make a text field's value press Enter.
        assert_eq!(
            value(&Key::from_char('\u{e007}', false)).expect_err("not a character").code(),
            "UNSUPPORTED"
        );
    }
}
