//! Reading the clipboard by a paste into an empty page, see [`clipboard`].

use super::browser::CdpBrowser;
use super::context::Context;
use super::hub::Place;
use super::protocol::ScriptReply;
use crate::backend::clipboard::{self, PASTE_LIMIT, PASTED};
use crate::backend::wire::{Command, read};
use crate::error::Result;
use crate::input::Modifiers;
use crate::report::ClipboardReport;
use serde_json::json;
use std::sync::Arc;

impl CdpBrowser {
    pub(super) async fn paste_clipboard(&self, most: usize) -> Result<ClipboardReport> {
        let scratch = Context::create(&self.wire, &self.hub, Place::Scratch).await?;
        let tab = self.open_tab(&scratch).await?;
        let session = Arc::clone(&tab.session);
        let listen = [
            // A page in the background has no focus for the keys.
            Command::new("Emulation.setFocusEmulationEnabled", json!({"enabled": true})),
            Command::new("Runtime.evaluate", json!({"expression": clipboard::listen(most)})),
        ];
        self.each(&session, listen).await?;
        // The editing command makes the paste, since a page without a field has none for its keys.
        let key = |kind, commands: &[&str]| {
            let params =
                json!({"type": kind, "key": "v", "code": "KeyV", "modifiers": Modifiers::CONTROL.0, "commands": commands});
            Command::new("Input.dispatchKeyEvent", params)
        };
        self.each(&session, [key("rawKeyDown", &["paste"]), key("keyUp", &[])])
            .await?;
        let params = json!({"expression": PASTED, "awaitPromise": true, "returnByValue": true});
        let pasted = Command::new("Runtime.evaluate", params).on(&session).within(PASTE_LIMIT);
        let pasted: ScriptReply = read("Runtime.evaluate", self.wire.send(pasted).await)?;
        clipboard::report(pasted.result.value.as_deref())
    }
}
