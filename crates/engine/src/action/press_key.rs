//! Press a key or a chord.

use super::Target;
use super::delivery::{Witness, is_closed, unknown};
use super::gesture::{all, hold, let_go};
use super::keys::{BESIDE, KeyWatch, Seen, Stop, interrupted};
use super::ready::ready;
use super::{Done, is_effect};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::{Chord, InputEvent};
use crate::page_script::{ActionKind, Expects};
use crate::snapshot::NodeRef;
use std::time::Duration;

/// The longest time that a key may be held.
const LONGEST: Duration = Duration::from_secs(30);

/// The events of a chord: modifiers down, key down and up, modifiers up.
pub(super) fn strokes(chord: &Chord, held: Duration) -> Vec<InputEvent> {
    let modifiers = all(&chord.held);
    let mut events = hold(&chord.held);
    events.push(InputEvent::KeyDown {
        key: chord.key.clone(),
        modifiers: modifiers.with(chord.key.modifier()),
    });
    if !held.is_zero() {
        events.push(InputEvent::Pause(held));
    }
    events.push(InputEvent::KeyUp {
        key: chord.key.clone(),
        modifiers,
    });
    events.extend(let_go(&chord.held));
    events
}

/// Presses `chord` where the focus is, or in `node` after giving it the focus, and holds it so long.
///
/// # Errors
/// `InvalidInput` for more than 30 s.
pub(crate) async fn press_key(target: &Target, node: Option<&NodeRef>, chord: &Chord, held: Duration) -> Result<Done> {
    if held > LONGEST {
        let what = format!("a key can be held for at most {} s", LONGEST.as_secs());
        return Err(EngineError::new(ErrorKind::InvalidInput, what));
    }
    let mut beside = false;
    if let Some(node) = node {
        beside = press_in(target, node, std::slice::from_ref(chord), held).await?;
    } else {
        // A page that does not answer gets no key that it would act on later.
        target.page.call(&target.page.main_frame(), "alive", "{}").await?;
        let mark = target.page.state().mark();
        match target.page.input(&strokes(chord, held)).await {
            Err(error) if !is_effect(target, mark, &error) => return Err(error),
            Err(_) => refuse_closed_key(target)?,
            Ok(()) => {}
        }
    }
    // Enter follows links and sends forms; Space presses buttons.
    let may_navigate = matches!(chord.key.key.as_str(), "Enter" | " ");
    Ok(Done {
        notice: beside.then_some(BESIDE),
        expects: if may_navigate { Expects::Navigation } else { Expects::Nothing },
        ..Done::trusted()
    })
}

/// Refuses to call a key pressed that the browser had not taken when the page was closed.
///
/// # Errors
/// `OutcomeUnknown`
pub(super) fn refuse_closed_key(target: &Target) -> Result<()> {
    if !is_closed(target) {
        return Ok(());
    }
    let what = "the page may have got the key: it was closed at that moment";
    Err(EngineError::new(ErrorKind::OutcomeUnknown, what).with_next_step(NextStep::ChoosePage))
}

const UNCONFIRMED: &str = "may have got the key";
const REFUSED: &str = "may have got the key: the browser refused a part of it, and the page was replaced meanwhile";

/// Presses `chords` in `node` after giving it the focus. Returns whether another cell of its grid is selected.
pub(super) async fn press_in(target: &Target, node: &NodeRef, chords: &[Chord], held: Duration) -> Result<bool> {
    // Each held key goes down too.
    let mut witness = Witness::new(target, node, chords.iter().map(|chord| chord.held.len() + 1).sum());
    witness.during(ready(target, node, ActionKind::Focus)).await?;
    let watch = witness.during(KeyWatch::begin(target, Some(node))).await?;
    let events: Vec<_> = chords.iter().flat_map(|chord| strokes(chord, held)).collect();
    match witness.during(watch.press(&events)).await {
        Err(error) if is_effect(target, watch.mark(), &error) => {}
        Err(error) if watch.may_have_passed(&error).await => {
            let saw = witness.saw(node).await;
            return if saw {
                Ok(watch.beside)
            } else {
                Err(unknown(node, REFUSED).with_source(error))
            };
        }
        Err(error) => return Err(error),
        _ => {}
    }
    match witness.during(watch.seen(true)).await? {
        Some(Seen {
            keys: 0,
            stop: Some(stop @ (Stop::Moved(_) | Stop::Removed)),
            ..
        }) => return Err(interrupted(target, "no key was pressed", &stop)),
        // The document is leaving, and the key came too late for it.
        Some(Seen { keys: 0, .. }) if watch.stopped().is_some() => {
            witness.confirm(target, node, UNCONFIRMED, watch.is_frameless()).await?;
        }
        None => witness.confirm(target, node, UNCONFIRMED, watch.is_frameless()).await?,
        _ => {}
    }
    Ok(watch.beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_go_down_first_and_up_last() {
        let chord = Chord::parse("Control+Shift+k").expect("known");
        let shape: Vec<_> = strokes(&chord, Duration::ZERO)
            .iter()
            .map(|event| match event {
                InputEvent::KeyDown { key, modifiers } => format!("+{}:{}", key.key, modifiers.0),
                InputEvent::KeyUp { key, modifiers } => format!("-{}:{}", key.key, modifiers.0),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(shape, ["+Control:2", "+Shift:10", "+K:10", "-K:10", "-Shift:2", "-Control:0"]);
    }
}
