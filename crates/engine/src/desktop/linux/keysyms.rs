//! Keysyms of keys and characters. X11 and Wayland use the same ones.

use crate::input::{Chord, Key};
use std::time::Duration;

/// The pause between two characters: some toolkits lose keys that come faster.
pub(super) const KEY_PAUSE: Duration = Duration::from_millis(1);

pub(super) const CAPS_LOCK: u32 = 0xffe5;
pub(super) const SHIFT: u32 = 0xffe1;

/// Keysyms of keys by their UI Events names.
const NAMED: &[(&str, u32)] = &[
    ("Enter", 0xff0d),
    ("Tab", 0xff09),
    ("Escape", 0xff1b),
    ("Backspace", 0xff08),
    ("Delete", 0xffff),
    ("Insert", 0xff63),
    ("ArrowUp", 0xff52),
    ("ArrowDown", 0xff54),
    ("ArrowLeft", 0xff51),
    ("ArrowRight", 0xff53),
    ("Home", 0xff50),
    ("End", 0xff57),
    ("PageUp", 0xff55),
    ("PageDown", 0xff56),
    ("CapsLock", CAPS_LOCK),
    ("ContextMenu", 0xff67),
    ("PrintScreen", 0xff61),
    ("ScrollLock", 0xff14),
    ("Pause", 0xff13),
    ("NumLock", 0xff7f),
    ("MediaPlayPause", 0x1008_ff14),
    ("MediaTrackNext", 0x1008_ff17),
    ("MediaTrackPrevious", 0x1008_ff16),
    ("AudioVolumeMute", 0x1008_ff12),
    ("AudioVolumeDown", 0x1008_ff11),
    ("AudioVolumeUp", 0x1008_ff13),
    ("Shift", SHIFT),
    ("Control", 0xffe3),
    ("Alt", 0xffe9),
    ("Meta", 0xffeb),
];

const F1: u32 = 0xffbe;

/// The keysym of a key that types no character, by its UI Events name.
pub(super) fn of_name(name: &str) -> Option<u32> {
    NAMED.iter().find(|(key, _)| *key == name).map(|(_, keysym)| *keysym)
}

/// The keysym of a chord's key and those of the keys to hold. Together with other modifiers a letter is lower case
/// unless Shift is held.
pub(super) fn of_chord(chord: &Chord) -> Option<(u32, Vec<u32>)> {
    let wanted = of_key(&chord.key)?;
    let mut held: Vec<u32> = chord.held.iter().filter_map(of_key).collect();
    let Some(capital) = char::from_u32(wanted).filter(char::is_ascii_uppercase) else {
        return Some((wanted, held));
    };
    if !held.contains(&SHIFT) {
        held.push(SHIFT);
    }
    Some((u32::from(capital.to_ascii_lowercase()), held))
}

/// The keysym of a key. Letters are lower case; Shift is held for a capital.
pub(super) fn of_key(key: &Key) -> Option<u32> {
    if let Some(keysym) = of_name(&key.key) {
        return Some(keysym);
    }
    let mut chars = key.key.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Some(of_char(c)),
        (Some('F'), Some(_)) => {
            let number: u32 = key.key[1..].parse().ok()?;
            (1..=24).contains(&number).then(|| F1 + number - 1)
        }
        _ => None,
    }
}

/// The keysyms that type a text, one for each character. A line break counts as one.
pub(super) fn of_text(text: &str) -> Vec<u32> {
    text.replace("\r\n", "\n").chars().map(of_char).collect()
}

/// The keysym that types a character.
pub(super) fn of_char(c: char) -> u32 {
    match c {
        '\n' | '\r' => 0xff0d,
        '\t' => 0xff09,
        ' '..='~' | '\u{a0}'..='\u{ff}' => c as u32,
        other => 0x0100_0000 | other as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::keys::chord;

    #[test]
    fn every_key_has_a_keysym() {
        for (name, keysym) in [
            ("return", 0xff0d),
            ("pagedown", 0xff56),
            ("f1", 0xffbe),
            ("f20", 0xffd1),
            ("a", 0x61),
            ("/", 0x2f),
            ("space", 0x20),
            ("mute", 0x1008_ff12),
        ] {
            assert_eq!(of_key(&chord(name, &[]).expect("known").key), Some(keysym), "{name}");
        }
        assert_eq!((of_char('é'), of_char('漢'), of_char('😀')), (0xe9, 0x0100_6f22, 0x0101_f600));
    }
}
