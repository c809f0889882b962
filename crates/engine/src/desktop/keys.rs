//! Names of keys and modifiers in requests. The keys themselves are those of [`crate::input::keys`], so a
//! key has the same name for pages and applications.

use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, Modifiers};
use crate::text::{quote, shorten};

/// Modifiers with all their names and the name that [`crate::input::keys`] uses.
const MODIFIERS: &[(&[&str], &str, Modifiers)] = &[
    (&["cmd", "command", "meta", "super", "win"], "Meta", Modifiers::META),
    (&["ctrl", "control"], "Control", Modifiers::CONTROL),
    (&["alt", "option", "opt"], "Alt", Modifiers::ALT),
    (&["shift"], "Shift", Modifiers::SHIFT),
];

/// Further names of keys, in lower case without blanks, `_` and `-`, and their UI Events names.
const ALIASES: &[(&str, &str)] = &[
    ("page up", "PageUp"),
    ("page down", "PageDown"),
    ("forward delete", "Delete"),
    ("left arrow", "ArrowLeft"),
    ("right arrow", "ArrowRight"),
    ("up arrow", "ArrowUp"),
    ("down arrow", "ArrowDown"),
    ("caps lock", "CapsLock"),
    ("num lock", "NumLock"),
    ("scroll lock", "ScrollLock"),
    ("print", "PrintScreen"),
    ("menu", "ContextMenu"),
    ("play", "MediaPlayPause"),
    ("play pause", "MediaPlayPause"),
    ("next track", "MediaTrackNext"),
    ("previous track", "MediaTrackPrevious"),
    ("mute", "AudioVolumeMute"),
    ("volume down", "AudioVolumeDown"),
    ("volume up", "AudioVolumeUp"),
    ("minus", "-"),
    ("plus", "+"),
    ("equal", "="),
    ("equals", "="),
    ("comma", ","),
    ("period", "."),
    ("dot", "."),
    ("slash", "/"),
    ("backslash", "\\"),
    ("semicolon", ";"),
    ("quote", "'"),
    ("apostrophe", "'"),
    ("backquote", "`"),
    ("grave", "`"),
    ("bracket left", "["),
    ("bracket right", "]"),
];

/// The modifiers of a call as one mask.
///
/// # Errors
/// `InvalidInput` for an unknown name; the next step lists the valid ones.
pub(super) fn modifiers(names: &[String]) -> Result<Modifiers> {
    names.iter().try_fold(Modifiers::default(), |mask, name| {
        let lower = name.trim().to_ascii_lowercase();
        MODIFIERS
            .iter()
            .find(|(aliases, _, _)| aliases.contains(&lower.as_str()))
            .map(|(_, _, bit)| mask.with(*bit))
            .ok_or_else(|| {
                let known: Vec<_> = MODIFIERS.iter().map(|(names, _, _)| names.join(" or ")).collect();
                EngineError::new(
                    ErrorKind::InvalidInput,
                    format!("unknown modifier {}", quote(&shorten(name, 40))),
                )
                .with_next_step(format!("use {}", known.join(", ")))
            })
    })
}

/// A key with the modifiers to hold. `key` may contain modifiers too, as in `ctrl+s`.
///
/// # Errors
/// `InvalidInput` for an unknown key or modifier; the next step lists the valid ones.
pub(super) fn chord(key: &str, names: &[String]) -> Result<Chord> {
    chord_on(key, names, cfg!(target_os = "macos"))
}

/// [`chord`] for a given platform: the "delete" key deletes backwards on a Mac and forwards elsewhere.
fn chord_on(key: &str, names: &[String], mac: bool) -> Result<Chord> {
    let mask = modifiers(names)?;
    let mut held: Vec<&str> = MODIFIERS
        .iter()
        .filter(|(_, _, bit)| mask.contains(*bit))
        .map(|(_, name, _)| *name)
        .collect();
    let (prefix, last) = split(key);
    held.extend(prefix.iter().copied());
    let name = canonical(last, mac);
    let mut text = held.join("+");
    if !text.is_empty() {
        text.push('+');
    }
    text.push_str(&name);
    Chord::parse(&text).map_err(|error| unknown_key(&error, key))
}

/// Splits `ctrl+shift+s` into the modifiers and the key. `+` itself is a key.
fn split(key: &str) -> (Vec<&str>, &str) {
    let (prefix, last) = if let Some(prefix) = key.strip_suffix("++") {
        (prefix, "+")
    } else if key == "+" {
        ("", "+")
    } else {
        key.rsplit_once('+').unwrap_or(("", key))
    };
    (prefix.split('+').filter(|name| !name.is_empty()).collect(), last)
}

fn canonical(name: &str, mac: bool) -> String {
    if name.chars().count() == 1 {
        return name.to_owned();
    }
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| !matches!(c, ' ' | '_' | '-'))
            .collect::<String>()
            .to_ascii_lowercase()
    };
    let wanted = plain(name);
    if mac && wanted == "delete" {
        return "Backspace".to_owned();
    }
    ALIASES
        .iter()
        .find(|(alias, _)| plain(alias) == wanted)
        .map_or(wanted, |(_, key)| (*key).to_owned())
}

fn unknown_key(error: &EngineError, key: &str) -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, format!("unknown key {}", quote(&shorten(key, 40)))).with_next_step(format!(
        "use a-z, 0-9, punctuation, return, tab, space, backspace, forwarddelete, escape, arrow keys (up, down, left, right), home, end, pageup, pagedown, insert, f1-f24; {}",
        error.next_step()
    ))
}
