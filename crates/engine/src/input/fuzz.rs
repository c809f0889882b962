//! Chords and typed characters.

use super::{Chord, Key};
use crate::fuzz::assert_error;

/// Parses a chord, and types every character of the text.
pub(crate) fn keys(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check(Chord::parse(&text));
    for c in text.chars() {
        for shifted in [false, true] {
            let key = Key::from_char(c, shifted);
            assert!(!key.key.is_empty());
            let typed = key.text.as_deref().unwrap_or("\t");
            assert_eq!(typed.chars().count(), 1, "{key:?}");
            if !shifted && !c.is_control() {
                assert_eq!(typed, c.to_string());
            }
        }
    }
    #[cfg(feature = "desktop")]
    {
        let (key, names) = text.split_once('\n').unwrap_or((&text, ""));
        let names: Vec<String> = names.lines().map(str::to_owned).collect();
        check(crate::desktop::fuzz::chord(key, &names));
    }
}

/// A chord holds each modifier once, and its own words lead to it again.
fn check(parsed: crate::error::Result<Chord>) {
    let chord = match parsed {
        Ok(chord) => chord,
        Err(error) => return assert_error(&error, &["INVALID_INPUT"]),
    };
    assert!(!chord.key.key.is_empty());
    let mut held: Vec<&str> = chord.held.iter().map(|key| key.key.as_str()).collect();
    let words = [held.clone(), vec![&chord.key.key]].concat().join("+");
    let again = Chord::parse(&words);
    assert_eq!(again.as_ref().ok(), Some(&chord), "{words:?}");
    held.sort_unstable();
    held.dedup();
    assert_eq!(held.len(), chord.held.len());
    assert!(held.iter().all(|key| ["Alt", "Control", "Meta", "Shift"].contains(key)));
}
