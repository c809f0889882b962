//! Answering JavaScript dialogs.

use super::page::CdpPage;
use crate::backend::DialogKind;
use crate::backend::state::Happening;
use crate::backend::wire::{Command, WireError};
use crate::error::{EngineError, ErrorKind, Result};
use serde_json::{Value, json};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// How long after the answer the dialog may still be on the screen.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

impl CdpPage {
    /// Answers the open dialog.
    pub(super) async fn close_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        let Some(dialog) = self.state.dialog() else {
            self.check()?;
            return Err(no_dialog());
        };
        if dialog.kind == DialogKind::BeforeUnload && !accept {
            *self.stayed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        let mark = self.state.mark();
        let mut params = json!({"accept": accept});
        if let (Some(text), Value::Object(params)) = (text, &mut params) {
            params.insert("promptText".into(), text.into());
        }
        let command = Command::new("Page.handleJavaScriptDialog", params).on(&self.session);
        match self.wire.send(command).await {
            Ok(_) => {}
            // Someone else was faster.
            Err(WireError::Refused { .. }) => {
                self.tell_related(None);
                self.state.record(Happening::DialogClosed);
                return Err(no_dialog());
            }
            Err(error) => return Err(error.into()),
        }
        // The next dialog may be open already: what counts is that this one was told to be closed.
        self.state
            .wait(CLOSE_LIMIT, |state| {
                let closed = state
                    .since(mark)
                    .iter()
                    .any(|happening| matches!(happening, Happening::DialogClosed));
                (closed || state.end().is_some()).then_some(())
            })
            .await;
        Ok(())
    }
}

fn no_dialog() -> EngineError {
    EngineError::new(ErrorKind::NoDialog, "no dialog is open in this page")
}
