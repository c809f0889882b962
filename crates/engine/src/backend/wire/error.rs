//! Why a command failed, in a form to branch on.

use crate::error::{EngineError, ErrorKind};
use crate::text::{quote, shorten};
use std::sync::Arc;
use std::time::Duration;

/// Why a command brought no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The other side answered with an error.
    #[error("{}, code {code}", quote(&shorten(message, 400)))]
    Refused {
        /// The command.
        method: &'static str,
        /// CDP's number as text (`-32000`), or BiDi's error word (`no such frame`).
        code: String,
        /// The other side's words: for people, never to branch on.
        message: String,
    },
    /// The user's own browser does not allow it: the extension answered with one of its codes.
    #[error("{}", quote(&shorten(message, 400)))]
    Denied {
        /// The command.
        method: &'static str,
        /// What is not allowed.
        denial: Denial,
        /// The extension's words: for people, never to branch on.
        message: String,
    },
    /// The answer is not what the protocol says.
    #[error("{why}")]
    Malformed {
        /// The command.
        method: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// No answer within the deadline.
    #[error("no answer to {method} within {limit:?}")]
    Late {
        /// The command.
        method: &'static str,
        /// The deadline.
        limit: Duration,
    },
    /// The session that the command was for is gone; the connection lives.
    #[error("the session of {method} is gone")]
    SessionGone {
        /// The command.
        method: &'static str,
    },
    /// The connection is over.
    #[error("{why}")]
    Ended {
        /// A clause for a person.
        why: Arc<str>,
    },
}

/// What the extension in the user's browser does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denial {
    /// The origin of the page, of the frame, or of the address to load.
    Origin,
    /// The user has not granted the tab, or has taken the grant back.
    Tab,
    /// The browser lets the extension not debug this tab.
    Attach,
    /// The extension does not pass this command on.
    Command,
}

impl Denial {
    /// The denial behind an error number of `extension/src/policy/denied.ts`.
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
