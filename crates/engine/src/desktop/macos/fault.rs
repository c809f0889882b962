//! The failures of accessibility calls.

use crate::error::{EngineError, ErrorKind};

/// An `AXError` other than success, or an exception instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The element no longer exists.
    Gone,
    /// The application did not answer in time.
    NoAnswer,
    /// The element lacks this attribute or action.
    Unsupported,
    /// The attribute exists without a value.
    NoValue,
    /// Accessibility is not permitted for this program, or off for the system.
    NotAllowed,
    /// The application threw an exception.
    Thrown,
    /// Any other code.
    Other(i32),
}

impl Fault {
    /// Converts a code.
    ///
    /// # Errors
    /// Every code but 0.
    pub(crate) fn check(code: i32) -> Result<(), Self> {
        Err(match code {
            0 => return Ok(()),
            -25202 => Self::Gone,
            -25204 => Self::NoAnswer,
            -25205 | -25206 | -25208 | -25213 => Self::Unsupported,
            -25212 => Self::NoValue,
            -25211 => Self::NotAllowed,
            other => Self::Other(other),
        })
    }

    /// Whether the fault concerns only this attribute, and the element itself is fine.
    pub(crate) fn is_absence(self) -> bool {
        matches!(self, Self::Unsupported | Self::NoValue)
    }

    /// Converts to an error of the engine. `what` names the operation in progress.
    pub(crate) fn during(self, what: &str) -> EngineError {
        let (kind, found) = match self {
            Self::Gone => (ErrorKind::StaleUid, "the element is gone".to_owned()),
            Self::NoAnswer => (ErrorKind::Timeout, "the application did not answer".to_owned()),
            Self::Unsupported => (ErrorKind::Unsupported, "the element does not offer that".to_owned()),
            Self::NoValue => (ErrorKind::Unsupported, "the element has no such value".to_owned()),
            Self::NotAllowed => return super::permissions::missing().during(what),
            Self::Thrown => (ErrorKind::Protocol, "the application threw an exception".to_owned()),
            Self::Other(code) => (ErrorKind::Protocol, format!("accessibility answered error {code}")),
        };
        EngineError::new(kind, format!("{what}: {found}"))
    }
}
