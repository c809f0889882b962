//! The keymap of the virtual keyboard: a US keyboard, some of whose keys are remapped to other characters while a
//! text needs those. Pure.
//!
//! Most programs look at keysyms. Chromium also looks at key codes: it takes no character from a code that it does
//! not know, and none beyond U+FFFF from any. So characters of a US keyboard stay on their usual keys, and other
//! characters are put on keys that type characters.

use crate::desktop::linux::keysyms::{self, SHIFT};
use std::fmt::Write as _;

/// Key codes in keymaps are higher than the kernel's by this number.
const XKB_OFFSET: u32 = 8;
/// The number of distinct characters that one keymap can always type; more keys than that type characters.
pub(super) const MOST_AT_ONCE: usize = 40;

/// Keys: the kernel's code, and the characters without and with Shift.
const CHARACTERS: &[(u32, char, char)] = &[
    (2, '1', '!'),
    (3, '2', '@'),
    (4, '3', '#'),
    (5, '4', '$'),
    (6, '5', '%'),
    (7, '6', '^'),
    (8, '7', '&'),
    (9, '8', '*'),
    (10, '9', '('),
    (11, '0', ')'),
    (12, '-', '_'),
    (13, '=', '+'),
    (26, '[', '{'),
    (27, ']', '}'),
    (39, ';', ':'),
    (40, '\'', '"'),
    (41, '`', '~'),
    (43, '\\', '|'),
    (51, ',', '<'),
    (52, '.', '>'),
    (53, '/', '?'),
    (57, ' ', ' '),
];

/// Rows of letters: the code of the first letter's key, and the letters.
const LETTERS: &[(u32, &str)] = &[(16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")];

/// Keys by the kernel's code, and their UI Events names.
const NAMED: &[(u32, &str)] = &[
    (1, "Escape"),
    (14, "Backspace"),
    (15, "Tab"),
    (28, "Enter"),
    (29, "Control"),
    (42, "Shift"),
    (56, "Alt"),
    (58, "CapsLock"),
    (69, "NumLock"),
    (70, "ScrollLock"),
    (99, "PrintScreen"),
    (102, "Home"),
    (103, "ArrowUp"),
    (104, "PageUp"),
    (105, "ArrowLeft"),
    (106, "ArrowRight"),
    (107, "End"),
    (108, "ArrowDown"),
    (109, "PageDown"),
    (110, "Insert"),
    (111, "Delete"),
    (113, "AudioVolumeMute"),
    (114, "AudioVolumeDown"),
    (115, "AudioVolumeUp"),
    (119, "Pause"),
    (125, "Meta"),
    (127, "ContextMenu"),
    (163, "MediaTrackNext"),
    (164, "MediaPlayPause"),
    (165, "MediaTrackPrevious"),
];

/// The function keys: first code, first number, last number.
const FUNCTION_KEYS: &[(u32, u32, u32)] = &[(59, 1, 10), (87, 11, 12), (183, 13, 24)];
const F1: u32 = 0xffbe;

/// Modifier keys: keysym, name in keymaps, and bit.
const MODIFIERS: &[(u32, &str, u32)] = &[
    (SHIFT, "Shift", 1),
    (0xffe3, "Control", 4),
    (0xffe9, "Mod1", 8),
    (0xffeb, "Mod4", 64),
];

/// The bit that a modifier key sets while it is held.
pub(super) fn modifier_bit(keysym: u32) -> u32 {
    MODIFIERS
        .iter()
        .find(|(key, _, _)| *key == keysym)
        .map_or(0, |(_, _, bit)| *bit)
}

/// A key, and what it types without and with Shift.
#[derive(Debug, Clone, Copy)]
struct Cap {
    code: u32,
    plain: u32,
    shifted: Option<u32>,
}

impl Cap {
    fn stroke(self, keysym: u32) -> Option<Stroke> {
        let shift = self.shifted == Some(keysym);
        (shift || self.plain == keysym).then_some(Stroke { code: self.code, shift })
    }
}

/// The key press that types a keysym.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stroke {
    /// The kernel's code of the key.
    pub(super) code: u32,
    /// Whether Shift is held.
    pub(super) shift: bool,
}

/// Maps keys to what they type.
pub(super) struct Keymap {
    usual: Vec<Cap>,
    /// Keys that are remapped at the moment.
    lent: Vec<Cap>,
}

impl Keymap {
    /// A US keyboard.
    pub(super) fn new() -> Self {
        let characters = CHARACTERS.iter().map(|&(code, plain, shifted)| Cap {
            code,
            plain: keysyms::of_char(plain),
            shifted: (plain != shifted).then(|| keysyms::of_char(shifted)),
        });
        let letters = LETTERS.iter().flat_map(|&(first, row)| {
            (first..).zip(row.chars()).map(|(code, letter)| Cap {
                code,
                plain: keysyms::of_char(letter),
                shifted: Some(keysyms::of_char(letter.to_ascii_uppercase())),
            })
        });
        let named = NAMED.iter().filter_map(|&(code, name)| {
            Some(Cap {
                code,
                plain: keysyms::of_name(name)?,
                shifted: None,
            })
        });
        let functions = FUNCTION_KEYS.iter().flat_map(|&(code, from, to)| {
            (code..).zip(from..=to).map(|(code, number)| Cap {
                code,
                plain: F1 + number - 1,
                shifted: None,
            })
        });
        Self {
            usual: characters.chain(letters).chain(named).chain(functions).collect(),
            lent: Vec::new(),
        }
    }

    /// All keys with their current mapping.
    fn caps(&self) -> impl Iterator<Item = Cap> {
        let is_lent = |cap: &Cap| self.lent.iter().any(|lent| lent.code == cap.code);
        let usual = self.usual.iter().filter(move |cap| !is_lent(cap));
        self.lent.iter().chain(usual).copied()
    }

    /// The key press for a keysym.
    pub(super) fn stroke(&self, keysym: u32) -> Option<Stroke> {
        self.caps().find_map(|cap| cap.stroke(keysym))
    }

    /// Makes sure that each of these keysyms (at most [`MOST_AT_ONCE`]) is on a key. Returns whether that changed the
    /// keymap.
    pub(super) fn provide(&mut self, wanted: &[u32]) -> bool {
        if wanted.iter().all(|&keysym| self.stroke(keysym).is_some()) {
            return false;
        }
        self.lent.clear();
        let needed = |cap: &&Cap| wanted.iter().any(|&keysym| cap.stroke(keysym).is_some());
        let free = self.usual.iter().filter(|cap| cap.shifted.is_some() && !needed(cap));
        let mut missing: Vec<u32> = Vec::new();
        for &keysym in wanted {
            if !missing.contains(&keysym) && !self.usual.iter().any(|cap| cap.stroke(keysym).is_some()) {
                missing.push(keysym);
            }
        }
        self.lent = free
            .zip(missing)
            .map(|(cap, plain)| Cap {
                code: cap.code,
                plain,
                shifted: None,
            })
            .collect();
        true
    }

    /// The keymap in the text format of compositors.
    pub(super) fn text(&self) -> String {
        let (mut codes, mut symbols) = (String::new(), String::new());
        for Cap { code, plain, shifted } in self.caps() {
            let _ = writeln!(codes, "<K{code}> = {};", code + XKB_OFFSET);
            let _ = match shifted {
                Some(shifted) => writeln!(symbols, "key <K{code}> {{ [ {plain:#x}, {shifted:#x} ] }};"),
                None => writeln!(symbols, "key <K{code}> {{ [ {plain:#x} ] }};"),
            };
        }
        for (keysym, name, _) in MODIFIERS {
            if let Some(stroke) = self.stroke(*keysym) {
                let _ = writeln!(symbols, "modifier_map {name} {{ <K{}> }};", stroke.code);
            }
        }
        format!(
            "xkb_keymap {{\n\
             xkb_keycodes \"uipilot\" {{\nminimum = {XKB_OFFSET};\nmaximum = 255;\n{codes}}};\n\
             xkb_types \"uipilot\" {{ include \"complete\" }};\n\
             xkb_compatibility \"uipilot\" {{ include \"complete\" }};\n\
             xkb_symbols \"uipilot\" {{\n{symbols}}};\n\
             }};\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::keys::chord;
    use std::collections::HashSet;

    #[test]
    fn every_key_that_has_a_name_is_on_the_keyboard() {
        let keymap = Keymap::new();
        let names = "return tab escape backspace delete insert up down left right home end pageup pagedown f1 f10 f11 f12 f13 f24 \
                     capslock numlock scrolllock menu print pause play nexttrack previoustrack mute volumeup volumedown space a z 0 9 / \\";
        for name in names.split_whitespace() {
            let key = chord(name, &[]).expect("known").key;
            let keysym = keysyms::of_key(&key).expect("has a keysym");
            assert!(keymap.stroke(keysym).is_some(), "{name}");
        }
        for (keysym, name, bit) in MODIFIERS {
            assert!(keymap.stroke(*keysym).is_some_and(|stroke| !stroke.shift), "{name}");
            assert_eq!(modifier_bit(*keysym), *bit);
        }
    }

    #[test]
    fn all_of_ascii_is_typed_without_a_new_keymap() {
        let mut keymap = Keymap::new();
        let ascii: Vec<u32> = (' '..='~').chain(['\n', '\t']).map(keysyms::of_char).collect();
        assert!(!keymap.provide(&ascii));
        assert_eq!(keymap.stroke(keysyms::of_char('a')), Some(Stroke { code: 30, shift: false }));
        assert_eq!(keymap.stroke(keysyms::of_char('!')), Some(Stroke { code: 2, shift: true }));
        let codes: HashSet<u32> = keymap.usual.iter().map(|cap| cap.code).collect();
        assert_eq!(codes.len(), keymap.usual.len(), "no key is there twice");
    }

    #[test]
    fn other_characters_are_lent_keys_that_are_not_needed() {
        let mut keymap = Keymap::new();
        let text = |first: char| -> Vec<u32> {
            let other = (first..).take(MOST_AT_ONCE - 4);
            other.chain("aZ!\n".chars()).map(keysyms::of_char).collect()
        };
        for part in [text('一'), text('二')] {
            assert!(keymap.provide(&part));
            assert!(!keymap.provide(&part), "they are there");
            let strokes: Option<HashSet<(u32, bool)>> = part
                .iter()
                .map(|&keysym| keymap.stroke(keysym).map(|stroke| (stroke.code, stroke.shift)))
                .collect();
            assert_eq!(
                strokes.map(|strokes| strokes.len()),
                Some(part.len()),
                "each has a key of its own"
            );
        }
        let text = keymap.text();
        assert!(text.contains(&format!("{:#x}", keysyms::of_char('二'))));
        assert!(!text.contains(&format!("{:#x}", keysyms::of_char('一'))));
        assert!(text.contains("modifier_map Shift { <K42> };"));
        assert_eq!(text.matches("<K16> =").count(), 1);

        assert!(keymap.provide(&[keysyms::of_char('q')]), "its key was lent");
        assert_eq!(keymap.stroke(keysyms::of_char('q')).map(|stroke| stroke.code), Some(16));
    }
}
