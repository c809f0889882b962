//! The keymap of our virtual keyboard: a US keyboard, on whose unused keys any other character is
//! put. Pure.
//!
//! Programs look at keysyms, but some (Chromium) at places on the keyboard too: so what a US keyboard
//! has is where it has it.

use crate::desktop::linux::keysyms::{self, SHIFT};
use std::fmt::Write as _;

/// The kernel's key codes are lower than those of keymaps by this.
const XKB_OFFSET: u32 = 8;
/// Keys that no table here uses, up to the last that also X11 has.
const UNUSED: std::ops::RangeInclusive<u32> = 195..=247;

/// A key by the kernel's code, and what it types without and with Shift.
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

/// Rows of letters, by the code of their first.
const LETTERS: &[(u32, &str)] = &[(16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")];

/// Keys by the kernel's code and their names of UI Events.
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

/// The first codes of F1 to F10, F11 and F12, F13 to F24.
const FUNCTION_KEYS: &[(u32, u32, u32)] = &[(59, 1, 10), (87, 11, 12), (183, 13, 24)];
const F1: u32 = 0xffbe;

/// Keys that change what others do, as keymaps call them, with their bits.
const MODIFIERS: &[(u32, &str, u32)] = &[
    (SHIFT, "Shift", 1),
    (0xffe3, "Control", 4),
    (0xffe9, "Mod1", 8),
    (0xffeb, "Mod4", 64),
];

/// The bit of a modifier key while it is held.
pub(super) fn modifier_bit(keysym: u32) -> u32 {
    MODIFIERS
        .iter()
        .find(|(known, _, _)| *known == keysym)
        .map_or(0, |(_, _, bit)| *bit)
}

/// A key, and what it types without and with Shift.
#[derive(Debug, Clone, Copy)]
struct Cap {
    code: u32,
    plain: u32,
    shifted: Option<u32>,
}

/// How a keysym is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stroke {
    /// The kernel's code of the key.
    pub(super) code: u32,
    /// With Shift.
    pub(super) shift: bool,
}

/// Which key types what.
pub(super) struct Keymap {
    fixed: Vec<Cap>,
    /// Keysyms on unused keys, in the order of those.
    extra: Vec<u32>,
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
            fixed: characters.chain(letters).chain(named).chain(functions).collect(),
            extra: Vec::new(),
        }
    }

    /// The key for a keysym.
    pub(super) fn stroke(&self, keysym: u32) -> Option<Stroke> {
        let fixed = self.fixed.iter().find_map(|cap| {
            let shift = cap.shifted == Some(keysym);
            (shift || cap.plain == keysym).then_some(Stroke { code: cap.code, shift })
        });
        fixed.or_else(|| {
            let at = self.extra.iter().position(|&extra| extra == keysym)?;
            Some(Stroke {
                code: UNUSED.clone().nth(at)?,
                shift: false,
            })
        })
    }

    /// Makes sure that each of these keysyms is on a key; answers whether that changed the keymap.
    pub(super) fn provide(&mut self, wanted: &[u32]) -> bool {
        let mut missing: Vec<u32> = Vec::new();
        for &keysym in wanted {
            if self.stroke(keysym).is_none() && !missing.contains(&keysym) {
                missing.push(keysym);
            }
        }
        if self.extra.len() + missing.len() > UNUSED.count() {
            self.extra.retain(|keysym| wanted.contains(keysym));
        }
        self.extra.extend(&missing);
        !missing.is_empty()
    }

    /// Its text, as compositors read it.
    pub(super) fn text(&self) -> String {
        let extra = UNUSED.zip(&self.extra).map(|(code, &plain)| Cap {
            code,
            plain,
            shifted: None,
        });
        let caps: Vec<Cap> = self.fixed.iter().copied().chain(extra).collect();
        let (mut codes, mut symbols) = (String::new(), String::new());
        for Cap { code, plain, shifted } in caps {
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
        let codes: HashSet<u32> = keymap.fixed.iter().map(|cap| cap.code).collect();
        assert_eq!(codes.len(), keymap.fixed.len(), "no key is there twice");
        assert!(codes.iter().all(|code| !UNUSED.contains(code)));
    }

    #[test]
    fn other_characters_take_unused_keys_and_give_way_to_later_ones() {
        let mut keymap = Keymap::new();
        let first: Vec<u32> = ('一'..).take(40).map(keysyms::of_char).collect();
        let second: Vec<u32> = ('二'..).take(40).map(keysyms::of_char).collect();
        assert!(keymap.provide(&first));
        assert!(!keymap.provide(&first), "they are there");
        assert!(keymap.provide(&second));
        let codes: HashSet<u32> = second
            .iter()
            .filter_map(|&keysym| keymap.stroke(keysym))
            .map(|stroke| stroke.code)
            .collect();
        assert_eq!(codes.len(), second.len(), "each has a key of its own");
        let text = keymap.text();
        assert!(text.contains(&format!("{:#x}", keysyms::of_char('二'))));
        assert!(text.contains("modifier_map Shift { <K42> };"));
    }
}
