//! Press a key or a chord.

use super::Target;
use super::gesture::{all, hold, let_go};
use super::keys::{KeyWatch, Seen, Stop, interrupted};
use super::ready::ready;
use super::{Done, is_effect};
use crate::error::Result;
use crate::input::{Chord, InputEvent};
use crate::page_script::{ActionKind, Expects};
use crate::snapshot::NodeRef;

/// The events of a chord: modifiers down, key down and up, modifiers up.
pub(super) fn strokes(chord: &Chord) -> Vec<InputEvent> {
    let modifiers = all(&chord.held);
    let mut events = hold(&chord.held);
    events.push(InputEvent::KeyDown {
        key: chord.key.clone(),
        modifiers: modifiers.with(chord.key.modifier()),
    });
    events.push(InputEvent::KeyUp {
        key: chord.key.clone(),
        modifiers,
    });
    events.extend(let_go(&chord.held));
    events
}

/// Presses `chord` where the focus is, or in `node` after giving it the focus.
pub(crate) async fn press_key(target: &Target, node: Option<&NodeRef>, chord: &Chord) -> Result<Done> {
    if let Some(node) = node {
        ready(target, node, ActionKind::Focus).await?;
    }
    let watch = match node {
        Some(_) => Some(KeyWatch::begin(target, node).await?),
        None => None,
    };
    let mark = target.page.state().mark();
    match target.page.input(&strokes(chord)).await {
        Err(error) if !is_effect(target, mark, &error) => return Err(error),
        _ => {}
    }
    if let Some(watch) = watch
        && let Some(Seen {
            keys: 0,
            stop: Some(stop @ Stop::Moved(_)),
        }) = watch.seen(true).await?
    {
        return Err(interrupted(target, "no key was pressed", &stop));
    }
    // Enter follows links and sends forms; Space presses buttons.
    let may_navigate = matches!(chord.key.key.as_str(), "Enter" | " ");
    Ok(Done {
        expects: if may_navigate { Expects::Navigation } else { Expects::Nothing },
        ..Done::trusted()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_go_down_first_and_up_last() {
        let chord = Chord::parse("Control+Shift+k").expect("known");
        let shape: Vec<_> = strokes(&chord)
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
