//! What accessibility answers when it does not do what was asked.

use crate::error::{EngineError, ErrorKind};

/// An `AXError` that is not success, or an exception in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The element is gone.
    Gone,
    /// The application did not answer in time.
    NoAnswer,
    /// There is no such attribute or action here.
    Unsupported,
    /// There is the attribute, without a value.
    NoValue,
    /// Accessibility is off for us or for the system.
    NotAllowed,
    /// The application threw an exception.
    Thrown,
    /// Anything else, by its number.
    Other(i32),
}

impl Fault {
    /// What a code means.
    ///
    /// # Errors
    /// Everything but 0.
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

    /// Whether only this attribute is concerned, and the element is fine.
    pub(crate) fn is_absence(self) -> bool {
        matches!(self, Self::Unsupported | Self::NoValue)
    }

    /// As an error of the engine; `what` is the clause that says what was tried.
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
