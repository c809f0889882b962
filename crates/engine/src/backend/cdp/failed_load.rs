//! Documents that could not be loaded: the browser's error page, and the code that it shows.

use super::page::CdpPage;
use super::protocol::ScriptReply;
use super::tree::FrameTree;
use crate::backend::wire::{Command, read};
use crate::error::{EngineError, ErrorKind, LoadFailure, NextStep};
use crate::report::FailedLoad;
use crate::text::{quote, shorten};
use serde_json::json;
use std::time::Duration;

/// How long the browser's error page may take until it is parsed, and then to answer.
const PAGE_LIMIT: Duration = Duration::from_secs(1);

/// The element of the error page that holds the code, such as `ERR_CONNECTION_REFUSED`. Events name the address
/// of an error page, but not its code.
const CODE: &str = "document.querySelector('#main-frame-error .error-code, #error-code')?.textContent ?? ''";

impl CdpPage {
    /// The document that could not be loaded, if the main frame shows the browser's error page.
    pub(super) async fn read_failed_load(&self) -> Option<FailedLoad> {
        let url = self.tree.look(FrameTree::unreachable)?;
        let _ = self.state.wait(PAGE_LIMIT, |state| state.load_state().0.then_some(())).await;
        let method = "Runtime.evaluate";
        let params = json!({"expression": CODE, "returnByValue": true});
        let command = Command::new(method, params).on(&self.session).within(PAGE_LIMIT);
        let code = match read::<ScriptReply>(method, self.wire.send(command).await) {
            Ok(reply) => reply.result.value.unwrap_or_default(),
            Err(error) => {
                tracing::debug!(%error, "the error page was not read");
                String::new()
            }
        };
        Some(FailedLoad {
            url,
            cause: LoadFailure::of_chromium(code.trim()),
        })
    }
}

/// The error for an address that could not be loaded. `code` is the browser's name of the error.
pub(super) fn failed(url: &str, code: &str) -> EngineError {
    let cause = LoadFailure::of_chromium(code);
    EngineError::new(
        ErrorKind::NavigationFailed,
        format!(
            "{} could not be loaded: {} ({})",
            quote(&shorten(url, 300)),
            cause.phrase(),
            shorten(code, 100)
        ),
    )
    .with_next_step(NextStep::RepairLoad { cause })
}
