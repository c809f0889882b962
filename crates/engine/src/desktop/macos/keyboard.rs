//! Keys and text as events.

use super::events::{MOST_UNITS, Sequence};
use super::keycodes::{VirtualKey, virtual_key};
use super::sys::cg::flag;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, Key, Modifiers};
use crate::text::quote;
use std::time::Duration;

/// The pause between two keys: some applications drop keys that come faster.
const BETWEEN_KEYS: Duration = Duration::from_millis(1);

/// A key-down event and its key-up event.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stroke {
    key: VirtualKey,
    modifiers: Modifiers,
    units: Vec<u16>,
}

/// Modifiers as event flags.
fn flags(modifiers: Modifiers) -> u64 {
    [
        (Modifiers::SHIFT, flag::SHIFT),
        (Modifiers::CONTROL, flag::CONTROL),
        (Modifiers::ALT, flag::ALTERNATE),
        (Modifiers::META, flag::COMMAND),
    ]
    .into_iter()
    .filter(|(modifier, _)| modifiers.contains(*modifier))
    .fold(0, |mask, (_, bit)| mask | bit)
}

fn no_key(key: &Key) -> EngineError {
    let what = format!("macOS has no key {} that can be sent to one application", quote(&key.key));
    EngineError::new(ErrorKind::Unsupported, what)
        .with_next_step("use another key, the menu item for a command, or action `type` for a character")
}

/// A key with its modifiers, as events that carry them as flags. Modifier keys are not pressed themselves, so none
/// can stay down.
///
/// # Errors
/// `Unsupported` for a key that macOS lacks.
pub(crate) fn chord(chord: &Chord) -> Result<Sequence> {
    let held = chord
        .held
        .iter()
        .map(Key::modifier)
        .fold(chord.key.modifier(), Modifiers::with);
    let mut sequence = Sequence::new()?;
    if let Some(VirtualKey { code, flags: own }) = virtual_key(chord.key.code) {
        sequence.key(code, flags(held) | own, &[])?;
    } else {
        // A character without a key on a US keyboard, such as é. It is typed, unless it is part of a command.
        let Some(text) = chord.key.text.as_deref().filter(|_| chord.key.code.is_empty()) else {
            return Err(no_key(&chord.key));
        };
        sequence.key(0, flags(held), &text.encode_utf16().collect::<Vec<_>>())?;
    }
    Ok(sequence)
}

/// Text, key by key if the keyboard has a key for it, else in pieces.
///
/// # Errors
/// `Protocol` if the system creates no events.
pub(crate) fn text(text: &str) -> Result<Sequence> {
    let mut sequence = Sequence::new()?;
    for stroke in strokes(text) {
        sequence.key(stroke.key.code, flags(stroke.modifiers) | stroke.key.flags, &stroke.units)?;
        sequence.pause(BETWEEN_KEYS);
    }
    Ok(sequence)
}

/// Every key event also carries its text, so that the user's layout does not matter. Applications that read only the
/// key code see a US keyboard.
fn strokes(text: &str) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let mut piece: Vec<u16> = Vec::new();
    let flush = |piece: &mut Vec<u16>, strokes: &mut Vec<Stroke>| {
        if !piece.is_empty() {
            strokes.push(Stroke {
                key: VirtualKey { code: 0, flags: 0 },
                modifiers: Modifiers::default(),
                units: std::mem::take(piece),
            });
        }
    };
    let mut units = [0; 2];
    for c in text.replace("\r\n", "\n").chars() {
        let key = Key::from_char(c, false);
        let encoded = c.encode_utf16(&mut units);
        if let Some(virtual_key) = virtual_key(key.code) {
            flush(&mut piece, &mut strokes);
            strokes.push(Stroke {
                key: virtual_key,
                modifiers: if needs_shift(c) {
                    Modifiers::SHIFT
                } else {
                    Modifiers::default()
                },
                units: if c.is_control() { Vec::new() } else { encoded.to_vec() },
            });
            continue;
        }
        if piece.len() + encoded.len() > MOST_UNITS {
            flush(&mut piece, &mut strokes);
        }
        piece.extend_from_slice(encoded);
    }
    flush(&mut piece, &mut strokes);
    strokes
}

fn needs_shift(c: char) -> bool {
    c.is_ascii_uppercase() || "~_+{}|:\"<>?!@#$%^&*()".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(strokes: &[Stroke]) -> String {
        strokes
            .iter()
            .map(|stroke| match stroke.key.code {
                0x24 => "\n".to_owned(),
                0x30 => "\t".to_owned(),
                _ => String::from_utf16(&stroke.units).expect("no half of a pair"),
            })
            .collect()
    }

    #[test]
    fn text_of_any_script_is_cut_between_characters_only() {
        for text in ["Hello, World!", "漢字 😀\tüß\nnext", &"😀".repeat(57), &"é😀".repeat(40)] {
            let strokes = strokes(text);
            assert_eq!(typed(&strokes), text);
            assert!(strokes.iter().all(|stroke| stroke.units.len() <= MOST_UNITS), "{text}");
        }
    }

    #[test]
    fn an_ascii_character_is_its_key_with_shift_where_it_needs_it() {
        let strokes = strokes("aA?");
        assert_eq!(strokes.iter().map(|stroke| stroke.key.code).collect::<Vec<_>>(), [0, 0, 0x2c]);
        assert_eq!(
            strokes.iter().map(|stroke| stroke.modifiers).collect::<Vec<_>>(),
            [Modifiers::default(), Modifiers::SHIFT, Modifiers::SHIFT]
        );
    }

    #[test]
    fn a_line_break_is_one_return_key() {
        let strokes = strokes("a\r\nb");
        assert_eq!(
            strokes.iter().map(|stroke| stroke.key.code).collect::<Vec<_>>(),
            [0, 0x24, 0x0b]
        );
    }
}
