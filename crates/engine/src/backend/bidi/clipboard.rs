//! Reading the clipboard by a paste into an empty page, see [`clipboard`].

use super::browser::BidiBrowser;
use super::context::UserContext;
use super::protocol::Created;
use super::registry::Place;
use crate::backend::actions::{self, Mapping};
use crate::backend::clipboard::{self, PASTE_LIMIT, PASTED};
use crate::error::Result;
use crate::input::{Chord, InputEvent, Modifiers};
use crate::report::ClipboardReport;
use serde_json::{Value, json};

impl BidiBrowser {
    pub(super) async fn paste_clipboard(&self, most: usize) -> Result<ClipboardReport> {
        let scratch = UserContext::create(&self.wire, &self.registry, Place::Scratch).await?;
        let params = json!({"type": "tab", "background": true, "userContext": &*scratch.id});
        let Created { context } = self.ask("browsingContext.create", params).await?;
        self.evaluate_in(&context, &clipboard::listen(most), PASTE_LIMIT).await?;
        let keys = actions::encode(&paste()?, Mapping::IDENTITY, &mut None)?;
        let params = json!({"context": context, "actions": keys});
        self.ask::<Value>("input.performActions", params).await?;
        let pasted = self.evaluate_in(&context, PASTED, PASTE_LIMIT).await?;
        clipboard::report(pasted.as_deref())
    }
}

/// The events of a paste by keys.
///
/// # Errors
/// None for the keys that it presses.
fn paste() -> Result<Vec<InputEvent>> {
    let Chord { held, key } = Chord::parse("ControlOrMeta+V")?;
    let modifiers = held.iter().fold(Modifiers::default(), |all, key| all.with(key.modifier()));
    let mut events = Vec::new();
    for key in &held {
        let key = key.clone();
        events.push(InputEvent::KeyDown { key, modifiers });
    }
    let pressed = key.clone();
    events.push(InputEvent::KeyDown { key: pressed, modifiers });
    events.push(InputEvent::KeyUp { key, modifiers });
    for key in held {
        let modifiers = Modifiers::default();
        events.push(InputEvent::KeyUp { key, modifiers });
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_are_released() {
        let (mut down, mut up) = (Vec::new(), Vec::new());
        for event in paste().expect("known keys") {
            match event {
                InputEvent::KeyDown { key, .. } => down.push(key.code),
                InputEvent::KeyUp { key, .. } => up.push(key.code),
                other => panic!("{other:?}"),
            }
        }
        up.reverse();
        assert_eq!((down.len(), down), (2, up));
    }
}
