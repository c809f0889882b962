//! Answering JavaScript dialogs.

use super::page::CdpPage;
use crate::backend::monitor::lock;
use crate::backend::state::Happening;
use crate::backend::wire::{Command, WireError};
use crate::backend::{DialogKind, refusal};
use crate::error::Result;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long after the answer the browser may take to report that the dialog closed.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

impl CdpPage {
    /// Answers the open dialog.
    pub(super) async fn close_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        let Some(dialog) = self.state.dialog() else {
            self.check()?;
            return Err(refusal::no_dialog());
        };
        if dialog.kind == DialogKind::BeforeUnload && !accept {
            *lock(&self.stayed) = Some(Instant::now());
        }
        let mark = self.state.mark();
        let mut params = json!({"accept": accept});
        if let (Some(text), Value::Object(params)) = (text, &mut params) {
            params.insert("promptText".into(), text.into());
        }
        let command = Command::new("Page.handleJavaScriptDialog", params).on(&self.session);
        match self.wire.send(command).await {
            Ok(_) => {}
            // The user or another program has answered the dialog.
            Err(WireError::Refused { .. }) => {
                self.related.publish(None);
                self.state.record(Happening::DialogClosed);
                return Err(refusal::no_dialog());
            }
            Err(error) => return Err(error.into()),
        }
        // The next dialog may be open already, so the wait is for the report that this one closed.
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
