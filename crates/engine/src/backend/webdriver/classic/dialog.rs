//! Dialogs. Classic WebDriver does not announce them, so they are polled.

use super::context::Turn;
use super::page::ClassicPage;
use crate::backend::webdriver::driver::Request;
use crate::backend::webdriver::fault::{Code, Fault};
use crate::backend::{Dialog, DialogKind, Happening, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use serde_json::json;

impl ClassicPage {
    /// Checks whether a dialog is open in the page's window, and records it. Returns the error for the dialog
    /// that blocked the call: the open one, or the one in `fault`, which the driver has closed because the
    /// session's settings say so.
    pub(super) async fn look_for_dialog(&self, turn: &mut Turn<'_>, fault: Option<Fault>) -> Result<Option<EngineError>> {
        const DOING: &str = "looking for a dialog";
        // An open dialog blocks switching frames, but not switching windows.
        turn.window(&self.id).await.map_err(|fault| self.failed(fault, DOING))?;
        match turn.run(Request::get("alert/text")).await {
            Ok(text) => {
                let dialog = dialog_of(text.as_str().unwrap_or_default());
                if self.state.dialog().as_ref() != Some(&dialog) {
                    self.state.record(Happening::DialogOpened(dialog.clone()));
                }
                Ok(Some(refusal::dialog_open(&dialog)))
            }
            Err(none) if none.code == Code::NoDialog => {
                if self.state.dialog().is_some() {
                    self.state.record(Happening::DialogClosed);
                }
                let Some(fault) = fault else { return Ok(None) };
                let dialog = dialog_of(fault.dialog.as_deref().unwrap_or_default());
                self.state.record(Happening::DialogOpened(dialog.clone()));
                self.state.record(Happening::DialogClosed);
                Ok(Some(
                    EngineError::new(
                        ErrorKind::DialogOpen,
                        format!(
                            "a dialog opened and the driver closed it: {}",
                            quote(&shorten(&dialog.message, 200))
                        ),
                    )
                    .with_next_step(crate::error::NextStep::snapshot(
                        "check the page; dialogs stay open in sessions that are made with \"unhandledPromptBehavior\": \"ignore\"",
                    )),
                ))
            }
            Err(fault) => Err(self.failed(fault, DOING)),
        }
    }

    /// Answers the open dialog.
    pub(super) async fn close_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        let mut turn = self.context.turn().await;
        let answered = self.answer(&mut turn, accept, text).await;
        turn.leave().await;
        self.watch();
        answered
    }

    async fn answer(&self, turn: &mut Turn<'_>, accept: bool, text: Option<&str>) -> Result<()> {
        let doing = "answering the dialog";
        let failed = |fault: Fault| self.failed(fault, doing);
        turn.window(&self.id).await.map_err(failed)?;
        if let Some(text) = text.filter(|_| accept) {
            match turn.run(Request::post("alert/text", json!({"text": text}))).await {
                Ok(_) => {}
                // The dialog is not a prompt and accepts no text.
                Err(fault) if matches!(fault.code, Code::NotInteractable | Code::NoDialog) => {}
                Err(fault) => return Err(failed(fault)),
            }
        }
        let path = if accept { "alert/accept" } else { "alert/dismiss" };
        let answered = turn.run(Request::post(path, json!({}))).await;
        match answered {
            Ok(_) => {
                self.state.record(Happening::DialogClosed);
                // The script that opened the dialog continues, and may have opened the next one.
                self.observe_effects(turn, self.state.mark()).await
            }
            Err(fault) => {
                if fault.code == Code::NoDialog && self.state.dialog().is_some() {
                    self.state.record(Happening::DialogClosed);
                }
                Err(failed(fault))
            }
        }
    }
}

/// A dialog of which only the text is known.
fn dialog_of(message: &str) -> Dialog {
    Dialog {
        kind: DialogKind::Unknown,
        message: message.to_owned(),
        default_text: None,
    }
}
