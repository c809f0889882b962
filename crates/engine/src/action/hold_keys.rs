//! Keys that stay down over several calls.

use super::gesture::all;
use super::press_key::refuse_closed_key;
use super::{Done, Target, is_effect};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, Key};
use crate::page_script::Expects;

const HELD_ALREADY: &str = "It was held down already, so nothing was pressed.";

/// Presses a key where the focus is, and keeps it down.
///
/// # Errors
/// `Unsupported` if the connection cannot keep keys down.
pub(crate) async fn key_down(target: &Target, key: &Key) -> Result<Done> {
    let mut kept = target.page.kept_keys().ok_or_else(|| {
        EngineError::new(
            ErrorKind::Unsupported,
            "this connection cannot keep keys down between calls; nothing was pressed",
        )
        .with_next_step("hold modifiers during an action with its modifiers, or press the key as a whole")
    })?;
    if kept.contains(key) {
        return Ok(Done {
            notice: Some(HELD_ALREADY),
            ..Done::trusted()
        });
    }
    kept.push(key.clone());
    let modifiers = all(&kept);
    let mark = target.page.state().mark();
    let key = key.clone();
    let down = InputEvent::KeyDown {
        key: key.clone(),
        modifiers,
    };
    match target.page.input(&[down]).await {
        Err(error) if !is_effect(target, mark, &error) => return Err(error),
        Err(_) => refuse_closed_key(target)?,
        Ok(()) => {}
    }
    target.page.keep_key(&key, true);
    Ok(Done {
        expects: if matches!(key.key.as_str(), "Enter" | " ") {
            Expects::Navigation
        } else {
            Expects::Nothing
        },
        ..Done::trusted()
    })
}

/// Releases a key that is kept down, or all of them, the last one first. Returns those that were released.
///
/// # Errors
/// `InvalidInput` if the key is not kept down.
pub(crate) async fn key_up(target: &Target, key: Option<&Key>) -> Result<Vec<Key>> {
    let kept = target.page.kept_keys().unwrap_or_default();
    let gone: Vec<Key> = match key {
        None => kept.iter().rev().cloned().collect(),
        Some(key) if kept.contains(key) => vec![key.clone()],
        Some(key) => {
            let held: Vec<_> = kept.iter().map(Key::name).collect();
            let held = if held.is_empty() {
                "no key".to_owned()
            } else {
                held.join(", ")
            };
            let what = format!("{} is not held down; held down: {held}", key.name());
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
    };
    for key in &gone {
        target.page.keep_key(key, false);
        // The keys that are still kept add their modifiers.
        let up = InputEvent::KeyUp {
            key: key.clone(),
            modifiers: crate::input::Modifiers::default(),
        };
        target.page.input(&[up]).await?;
    }
    Ok(gone)
}
