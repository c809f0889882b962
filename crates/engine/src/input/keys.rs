//! Keys by their UI Events names (`Enter`, `a`, `ArrowDown`) and chords such as `Control+Shift+K`.
//!
//! Standard: [UI Events KeyboardEvent key values](https://www.w3.org/TR/uievents-key/) and
//! [code values](https://www.w3.org/TR/uievents-code/), for a US keyboard.

use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};

/// Modifier keys that are held, as CDP's bit mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers(pub u8);

impl Modifiers {
    /// Alt (Option).
    pub const ALT: Self = Self(1);
    /// Control.
    pub const CONTROL: Self = Self(2);
    /// Meta (Command, Windows).
    pub const META: Self = Self(4);
    /// Shift.
    pub const SHIFT: Self = Self(8);

    /// Whether all modifiers of `other` are held.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Without `other`.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// One key of the keyboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// `KeyboardEvent.key`: a name, or the character that it types.
    pub key: String,
    /// `KeyboardEvent.code`: the position on a US keyboard; empty for a character without one.
    pub code: &'static str,
    /// The legacy `keyCode`; 0 if there is none.
    pub key_code: u32,
    /// What the key types, if anything.
    pub text: Option<String>,
    /// 1 left, 2 right, 3 numeric keypad, 0 otherwise.
    pub location: u8,
}

/// A key with the modifiers to hold while it is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    /// Modifier keys in the given order.
    pub held: Vec<Key>,
    /// The key to press.
    pub key: Key,
}

/// Rows: name, code, key code, text. Letters, digits and function keys are computed.
const NAMED: &[(&str, &str, u32, Option<&str>)] = &[
    ("Enter", "Enter", 13, Some("\r")),
    ("Tab", "Tab", 9, None),
    ("Escape", "Escape", 27, None),
    ("Backspace", "Backspace", 8, None),
    ("Delete", "Delete", 46, None),
    ("Insert", "Insert", 45, None),
    ("ArrowUp", "ArrowUp", 38, None),
    ("ArrowDown", "ArrowDown", 40, None),
    ("ArrowLeft", "ArrowLeft", 37, None),
    ("ArrowRight", "ArrowRight", 39, None),
    ("Home", "Home", 36, None),
    ("End", "End", 35, None),
    ("PageUp", "PageUp", 33, None),
    ("PageDown", "PageDown", 34, None),
    ("CapsLock", "CapsLock", 20, None),
    ("ContextMenu", "ContextMenu", 93, None),
    ("PrintScreen", "PrintScreen", 44, None),
    ("ScrollLock", "ScrollLock", 145, None),
    ("Pause", "Pause", 19, None),
    ("NumLock", "NumLock", 144, None),
    ("MediaPlayPause", "MediaPlayPause", 179, None),
    ("MediaTrackNext", "MediaTrackNext", 176, None),
    ("MediaTrackPrevious", "MediaTrackPrevious", 177, None),
    ("AudioVolumeMute", "AudioVolumeMute", 173, None),
    ("AudioVolumeDown", "AudioVolumeDown", 174, None),
    ("AudioVolumeUp", "AudioVolumeUp", 175, None),
];

/// Rows: character without Shift, with Shift, code, key code.
const PUNCTUATION: &[(char, char, &str, u32)] = &[
    (' ', ' ', "Space", 32),
    ('`', '~', "Backquote", 192),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    ('0', ')', "Digit0", 48),
];

const LETTER_CODES: [&str; 26] = [
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL", "KeyM", "KeyN", "KeyO",
    "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX", "KeyY", "KeyZ",
];

const FUNCTION_CODES: [&str; 24] = [
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13", "F14", "F15", "F16", "F17", "F18", "F19",
    "F20", "F21", "F22", "F23", "F24",
];

/// Common alternative names, in lower case.
fn canonical(name: &str) -> Option<&'static str> {
    Some(match name {
        "return" => "Enter",
        "esc" => "Escape",
        "del" | "forwarddelete" => "Delete",
        "ins" => "Insert",
        "up" => "ArrowUp",
        "down" => "ArrowDown",
        "left" => "ArrowLeft",
        "right" => "ArrowRight",
        "pgup" => "PageUp",
        "pgdn" | "pgdown" => "PageDown",
        _ => {
            return NAMED.iter().map(|entry| entry.0).find(|key| key.eq_ignore_ascii_case(name));
        }
    })
}

fn modifier(name: &str) -> Option<(Key, Modifiers)> {
    let (key, code, key_code, bit) = match name.to_ascii_lowercase().as_str() {
        "shift" => ("Shift", "ShiftLeft", 16, Modifiers::SHIFT),
        "control" | "ctrl" => ("Control", "ControlLeft", 17, Modifiers::CONTROL),
        "alt" | "option" | "opt" => ("Alt", "AltLeft", 18, Modifiers::ALT),
        "meta" | "cmd" | "command" | "super" | "win" => ("Meta", "MetaLeft", 91, Modifiers::META),
        "controlormeta" | "mod" => return modifier(if cfg!(target_os = "macos") { "meta" } else { "control" }),
        _ => return None,
    };
    Some((
        Key {
            key: key.into(),
            code,
            key_code,
            text: None,
            location: 1,
        },
        bit,
    ))
}

impl Key {
    /// The modifier bit of this key; empty for other keys.
    pub fn modifier(&self) -> Modifiers {
        modifier(&self.key).map_or(Modifiers::default(), |(_, bit)| bit)
    }

    /// The key in messages: its name, or its character in quotes.
    pub(crate) fn name(&self) -> String {
        if self.key == " " {
            return "Space".to_owned();
        }
        match self.text {
            Some(_) if self.key.chars().count() == 1 => quote(&self.key),
            _ => self.key.clone(),
        }
    }

    /// Parses a name or a character.
    pub fn parse(name: &str, shifted: bool) -> Result<Self> {
        if let Some((key, _)) = modifier(name) {
            return Ok(key);
        }
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return Ok(Self::from_char(c, shifted));
        }
        let lower = name.to_ascii_lowercase();
        if lower == "space" {
            return Ok(Self::from_char(' ', shifted));
        }
        if let Some(number) = lower
            .strip_prefix('f')
            .and_then(|n| n.parse::<usize>().ok())
            .filter(|n| (1..=24).contains(n))
        {
            let code = FUNCTION_CODES[number - 1];
            #[expect(clippy::cast_possible_truncation, reason = "at most 24")]
            return Ok(Self {
                key: code.into(),
                code,
                key_code: 111 + number as u32,
                text: None,
                location: 0,
            });
        }
        let known = canonical(&lower).and_then(|known| NAMED.iter().find(|entry| entry.0 == known));
        let Some((key, code, key_code, text)) = known else {
            return Err(EngineError::new(ErrorKind::InvalidInput, format!("unknown key {}", quote(&shorten(name, 40))))
                .with_next_step(format!(
                    "use one character, F1 to F24, Shift, Control, Alt, Meta, Space, or one of {}; join with + as in Control+A",
                    NAMED.iter().map(|entry| entry.0).collect::<Vec<_>>().join(", ")
                )));
        };
        Ok(Self {
            key: (*key).into(),
            code,
            key_code: *key_code,
            text: text.map(Into::into),
            location: 0,
        })
    }

    /// The key as a US keyboard sends it while these modifiers are held.
    #[must_use]
    pub fn under(mut self, held: Modifiers) -> Self {
        let shifted = held.contains(Modifiers::SHIFT);
        let mut chars = self.key.chars();
        if let (true, Some(c), None) = (shifted, chars.next(), chars.next()) {
            let types = self.text.is_some();
            self = Self::from_char(c, true);
            self.text = self.text.filter(|_| types);
        }
        // With these modifiers a key is a command and types nothing.
        if held.0 & (Modifiers::ALT.0 | Modifiers::CONTROL.0 | Modifiers::META.0) != 0 {
            self.text = None;
            // Chords are written with capitals. Without Shift a keyboard sends small letters, and editors compare them.
            if !shifted && self.code.starts_with("Key") {
                self.key.make_ascii_lowercase();
            }
        }
        self
    }

    /// The key that types `c`. Characters that a US keyboard lacks have an empty code.
    pub fn from_char(c: char, shifted: bool) -> Self {
        match c {
            '\n' | '\r' => {
                return Self {
                    key: "Enter".into(),
                    code: "Enter",
                    key_code: 13,
                    text: Some("\r".into()),
                    location: 0,
                };
            }
            '\t' => {
                return Self {
                    key: "Tab".into(),
                    code: "Tab",
                    key_code: 9,
                    text: None,
                    location: 0,
                };
            }
            _ => {}
        }
        if c.is_ascii_alphabetic() {
            let upper = c.to_ascii_uppercase();
            let typed = if shifted { upper } else { c };
            let index = usize::from(upper as u8 - b'A');
            return Self {
                key: typed.into(),
                code: LETTER_CODES[index],
                key_code: u32::from(upper),
                text: Some(typed.into()),
                location: 0,
            };
        }
        if let Some(&(plain, upper, code, key_code)) = PUNCTUATION.iter().find(|entry| entry.0 == c || entry.1 == c) {
            let typed = if shifted && c == plain { upper } else { c };
            return Self {
                key: typed.into(),
                code,
                key_code,
                text: Some(typed.into()),
                location: 0,
            };
        }
        Self {
            key: c.into(),
            code: "",
            key_code: 0,
            text: Some(c.into()),
            location: 0,
        }
    }
}

impl Chord {
    /// Parses `Enter`, `a`, `Control+A`, `Shift++`.
    ///
    /// # Errors
    /// `InvalidInput` for an unknown key; the next step lists the valid ones.
    pub fn parse(text: &str) -> Result<Self> {
        let (prefix, last) = match text.strip_suffix("++") {
            Some(prefix) => (Some(prefix), "+"),
            None if text == "+" => (None, "+"),
            None => text
                .rsplit_once('+')
                .map_or((None, text), |(prefix, last)| (Some(prefix), last)),
        };
        let mut held = Vec::new();
        let mut mask = Modifiers::default();
        for name in prefix.into_iter().flat_map(|prefix| prefix.split('+')) {
            let Some((key, bit)) = modifier(name.trim()) else {
                return Err(EngineError::new(
                    ErrorKind::InvalidInput,
                    format!(
                        "{} in {} is not a modifier",
                        quote(&shorten(name, 40)),
                        quote(&shorten(text, 80))
                    ),
                )
                .with_next_step("hold Shift, Control, Alt or Meta, as in Control+Shift+K"));
            };
            if !mask.contains(bit) {
                held.push(key);
            }
            mask = mask.with(bit);
        }
        let last = if last.trim().is_empty() {
            // A line break is Enter, and a tab Tab, as in a text.
            let end = last.trim_matches(' ').chars().next_back();
            end.map_or_else(|| if last.is_empty() { String::new() } else { " ".to_owned() }, String::from)
        } else {
            last.trim().to_owned()
        };
        let key = Key::parse(&last, false)?.under(mask);
        Ok(Self { held, key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_hold_their_modifiers_and_type_nothing_with_control() {
        let chord = Chord::parse("Ctrl+Shift+k").expect("a known chord");
        assert_eq!(
            chord.held.iter().map(|key| key.key.as_str()).collect::<Vec<_>>(),
            ["Control", "Shift"]
        );
        assert_eq!((chord.key.key.as_str(), chord.key.code, chord.key.text), ("K", "KeyK", None));
    }

    #[test]
    fn a_letter_with_control_is_small_unless_shift_is_held() {
        for (chord, key) in [
            ("Control+B", "b"),
            ("Control+b", "b"),
            ("Alt+Meta+Z", "z"),
            ("Control+Shift+z", "Z"),
            ("B", "B"),
        ] {
            assert_eq!(Chord::parse(chord).expect("known").key.key, key, "{chord}");
        }
    }

    #[test]
    fn shift_types_the_upper_character() {
        assert_eq!(Chord::parse("Shift+1").expect("known").key.text.as_deref(), Some("!"));
        assert_eq!(Chord::parse("Shift+a").expect("known").key.text.as_deref(), Some("A"));
        assert_eq!(Chord::parse("a").expect("known").key.text.as_deref(), Some("a"));
    }

    #[test]
    fn held_modifiers_change_what_a_key_types() {
        let under = |name: &str, held| {
            let key = Key::parse(name, false).expect("known").under(held);
            (key.key, key.text)
        };
        let typed = |text: &str| (text.to_owned(), Some(text.to_owned()));
        assert_eq!(under("b", Modifiers::SHIFT), typed("B"));
        assert_eq!(under("1", Modifiers::SHIFT), typed("!"));
        assert_eq!(under("B", Modifiers::default()), typed("B"));
        assert_eq!(under("B", Modifiers::CONTROL), ("b".to_owned(), None));
        assert_eq!(under("k", Modifiers::META.with(Modifiers::SHIFT)), ("K".to_owned(), None));
        assert_eq!(under("Enter", Modifiers::SHIFT), ("Enter".to_owned(), Some("\r".to_owned())));
        assert_eq!(under("Shift", Modifiers::SHIFT), ("Shift".to_owned(), None));
    }

    #[test]
    fn plus_is_a_key_too() {
        assert_eq!(Chord::parse("+").expect("known").key.key, "+");
        let chord = Chord::parse("Control++").expect("known");
        assert_eq!((chord.held.len(), chord.key.key.as_str()), (1, "+"));
    }

    #[test]
    fn other_names_are_understood() {
        for (name, key) in [
            ("return", "Enter"),
            ("pagedown", "PageDown"),
            ("esc", "Escape"),
            ("f12", "F12"),
            ("space", " "),
            ("UP", "ArrowUp"),
        ] {
            assert_eq!(Chord::parse(name).expect(name).key.key, key);
        }
    }

    #[test]
    fn blanks_are_the_keys_that_type_them() {
        for (name, key) in [
            ("\r", "Enter"),
            ("\n", "Enter"),
            ("\r\n", "Enter"),
            ("Control+\r", "Enter"),
            (" Enter\n", "Enter"),
            ("\t", "Tab"),
            (" ", " "),
            ("Shift+  ", " "),
        ] {
            assert_eq!(Chord::parse(name).expect(name).key.key, key, "{name:?}");
        }
    }

    #[test]
    fn an_unknown_key_lists_the_known_ones() {
        let error = Chord::parse("Blorp").expect_err("no such key");
        assert_eq!(error.code(), "INVALID_INPUT");
        assert!(error.next_step().to_string().contains("ArrowDown"));
        assert_eq!(Chord::parse("Foo+a").expect_err("no such modifier").code(), "INVALID_INPUT");
        assert_eq!(Chord::parse("").expect_err("nothing").code(), "INVALID_INPUT");
    }
}
