//! Errors of commands, in a form that code can match on.

use crate::error::{EngineError, ErrorKind};
use crate::text::{plain, quote, shorten};
use std::sync::Arc;
use std::time::Duration;

/// Why a command failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The other side answered with an error.
    #[error("{}", refusal(message, code))]
    Refused {
        /// The command.
        method: &'static str,
        /// CDP's number as text (`-32000`), or BiDi's error word (`no such frame`).
        code: String,
        /// The other side's message. It is for people; do not match on it.
        message: String,
    },
    /// The user's own browser does not allow the command. The extension answered with one of its codes.
    #[error("{}", quote(&shorten(message, 400)))]
    Denied {
        /// The command.
        method: &'static str,
        /// The kind of denial.
        denial: Denial,
        /// The extension's message. It is for people; do not match on it.
        message: String,
    },
    /// The answer violates the protocol.
    #[error("{why}")]
    Malformed {
        /// The command.
        method: &'static str,
        /// A description of the violation.
        why: String,
    },
    /// No answer arrived within the deadline.
    #[error("no answer to {method} within {limit:?}")]
    Late {
        /// The command.
        method: &'static str,
        /// The deadline.
        limit: Duration,
    },
    /// The command's session is gone. The connection is still open.
    #[error("the session of {method} is gone")]
    SessionGone {
        /// The command.
        method: &'static str,
    },
    /// The connection has ended.
    #[error("{why}")]
    Ended {
        /// The reason, as a clause for messages to users.
        why: Arc<str>,
    },
}

/// A refusal in words. BiDi's code for errors without a code of their own says nothing.
fn refusal(message: &str, code: &str) -> String {
    let message = quote(&shorten(message, 400));
    match code {
        "unknown error" => message,
        code => format!("{message}, code {}", plain(code, 60)),
    }
}

/// The reason for which the extension in the user's browser denies a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denial {
    /// The origin of the page, of the frame, or of the address to load is not allowed.
    Origin,
    /// The user has not granted access to the tab, or has revoked it.
    Tab,
    /// The browser refuses to let the extension debug this tab.
    Attach,
    /// The extension does not forward this command.
    Command,
}

impl Denial {
    /// The denial for an error number of `extension/src/policy/denied.ts`.
    pub(super) fn of_code(code: i64) -> Option<Self> {
        match code {
            -32901 => Some(Self::Origin),
            -32902 => Some(Self::Tab),
            -32903 => Some(Self::Attach),
            -32904 => Some(Self::Command),
            _ => None,
        }
    }

    fn kind(self) -> ErrorKind {
        match self {
            Self::Origin => ErrorKind::OriginNotAllowed,
            Self::Tab => ErrorKind::TabNotGranted,
            Self::Attach => ErrorKind::CdpAttachFailed,
            Self::Command => ErrorKind::Unsupported,
        }
    }

    fn context(self, method: &str) -> String {
        match self {
            Self::Origin => "the user has not allowed this origin in the extension".to_owned(),
            Self::Tab => "the user has not granted this tab in the extension".to_owned(),
            Self::Attach => "the browser does not let the extension debug this tab".to_owned(),
            Self::Command => format!("the extension does not pass {method} on"),
        }
    }
}

impl WireError {
    /// Whether the other side answered with this error code.
    pub fn is_code(&self, wanted: &str) -> bool {
        matches!(self, Self::Refused { code, .. } if code == wanted)
    }
}

impl From<WireError> for EngineError {
    fn from(error: WireError) -> Self {
        match &error {
            WireError::Refused { method, .. } => {
                EngineError::new(ErrorKind::Protocol, format!("the browser refused {method}")).with_source(error)
            }
            WireError::Denied { method, denial, .. } => {
                EngineError::new(denial.kind(), denial.context(method)).with_source(error)
            }
            WireError::Malformed { method, .. } => EngineError::new(
                ErrorKind::Protocol,
                format!("the browser's answer to {method} could not be read"),
            )
            .with_source(error),
            WireError::Late { method, limit } => EngineError::new(
                ErrorKind::Timeout,
                format!("the browser did not answer {method} within {} s", limit.as_secs_f32()),
            ),
            WireError::SessionGone { method } => {
                EngineError::new(ErrorKind::PageClosed, format!("the page or frame went away during {method}"))
            }
            WireError::Ended { why } => {
                EngineError::new(ErrorKind::SessionEnded, format!("the connection to the browser ended: {why}"))
            }
        }
    }
}
