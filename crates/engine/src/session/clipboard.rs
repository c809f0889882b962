//! The clipboard of the browser.

use super::Session;
use crate::api::json::invalid;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::ClipboardOptions;
use crate::report::ClipboardReport;

/// The length of a text without a wish of the caller.
const DEFAULT_LENGTH: usize = 20_000;
/// The longest text.
const MOST_LENGTH: usize = 1_000_000;

impl Session {
    /// What the browser's clipboard holds: what a page copied or cut last, by keys or by a button. It is read by a paste
    /// into an empty page, which is closed again.
    ///
    /// # Errors
    /// `Unsupported` unless the session started the browser without windows, for itself: the clipboard of any other browser
    /// is that of the desktop, which is the user's, or that of other sessions. `InvalidInput` for a length over 1,000,000.
    pub async fn read_clipboard(&self, options: &ClipboardOptions) -> Result<ClipboardReport> {
        self.in_time(async {
            let most = options.max_length.unwrap_or(DEFAULT_LENGTH);
            if most > MOST_LENGTH {
                return Err(invalid(format!("maxLength must be 0 to {MOST_LENGTH}, got {most}")));
            }
            let connection = self.connection().await?;
            if !connection.has_own_clipboard() {
                return Err(shared());
            }
            connection.browser.clipboard(most).await
        })
        .await
    }
}

fn shared() -> EngineError {
    let what = "only a headless browser that this session started for itself has a clipboard of its own; \
        the clipboard of this one can be the user's or another session's, and was not read";
    EngineError::new(ErrorKind::Unsupported, what)
        .with_next_step("read the text where the page shows it, or do this in a headless browser of the session")
}
