//! What the backends share about films: frames of a page as it draws them, and a page of this program's own in which they are
//! encoded.

use crate::error::{EngineError, ErrorKind, Result};
use async_trait::async_trait;
use serde_json::Value;

/// A page as it was drawn at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnFrame {
    /// JPEG in base64.
    pub data: String,
    /// When it was drawn, in milliseconds since 1970 by the clock of the browser; `None` if the browser does not say.
    pub at: Option<f64>,
    /// The address of the document that was shown.
    pub url: String,
    /// That of the document before it, which the frame may show if it was drawn about then.
    pub before: Option<String>,
}

/// A page of this program's own, in which an object of the caller's script lives: in a browser context of its own, without a
/// window, and no page of any session. No server is asked for it. Dropping it closes it.
#[async_trait]
pub trait Workroom: Send + Sync {
    /// Calls a method of the object, which answers a text or the promise of one.
    ///
    /// # Errors
    /// `Protocol` if it throws or answers something else; `PageClosed` if the page has crashed; `Timeout`; `SessionEnded`.
    async fn call(&self, method: &str, argument: Value) -> Result<String>;
}

/// The error of a connection without frames or without such a page.
pub(super) fn no_films() -> EngineError {
    let what = "films are made in a Chromium that this program starts or attaches to, and not over this connection";
    EngineError::new(ErrorKind::Unsupported, what)
}
