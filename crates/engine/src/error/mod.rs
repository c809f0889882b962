//! The one error type of the engine.
//!
//! Every error has a stable [code](ErrorKind::code), a context that says what was tried, and the next step.
//! Callers branch on [`ErrorKind`] or on the code. Messages may change in any release, codes may not. The
//! next step is data ([`NextStep`]), because each interface has its own names for it.

mod fault;
mod load_failure;
mod next_step;

use crate::text::plain;
use serde::Serialize;
use std::fmt;

pub use fault::Fault;
pub use load_failure::LoadFailure;
pub use next_step::NextStep;

/// The longest cause in a message, in characters.
const LONGEST_CAUSE: usize = 1_000;

/// Short for a result with an [`EngineError`].
pub type Result<T, E = EngineError> = std::result::Result<T, E>;

/// What went wrong, in a form that a program can branch on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The element or document of the UID is gone or has changed its meaning.
    StaleUid,
    /// The UID was never assigned in this session.
    UnknownUid,
    /// The UID names an element of a page that is not selected.
    UidOfOtherPage,
    /// No element matches the locator.
    ElementNotFound,
    /// Several elements match the locator, and it does not say which one is meant.
    Ambiguous,
    /// The element has no visible box.
    NotVisible,
    /// The element is disabled.
    NotEnabled,
    /// The element keeps moving.
    NotStable,
    /// The element does not accept text: it is read-only or not a field.
    NotEditable,
    /// Another element is on top of the target.
    Covered {
        /// A short description of the element on top, already quoted.
        by: String,
    },
    /// The action does not apply to this kind of element.
    WrongElement,
    /// A `<select>` has no such option.
    OptionNotFound,
    /// An awaited condition did not hold in time.
    Timeout,
    /// A JavaScript dialog is open and must be answered first.
    DialogOpen,
    /// No JavaScript dialog is open.
    NoDialog,
    /// The page was closed.
    PageClosed,
    /// The page's renderer crashed.
    PageCrashed,
    /// No page with this id.
    PageNotFound,
    /// The browser ended, or the connection to it was lost.
    SessionEnded,
    /// No browser was found on this machine.
    BrowserNotFound,
    /// A browser was found but did not start.
    LaunchFailed,
    /// Nothing answered at the endpoint to attach to.
    ConnectFailed,
    /// The navigation failed. The page shows an error or its previous document.
    NavigationFailed,
    /// The URL's scheme is not allowed here.
    UrlNotAllowed,
    /// The file is outside the allowed roots.
    PathNotAllowed,
    /// The user has not allowed this origin in their own browser.
    OriginNotAllowed,
    /// The user has granted no tab of their own browser, or not this one.
    TabNotGranted,
    /// The user's browser refuses to let the extension debug the tab.
    CdpAttachFailed,
    /// A file could not be read or written.
    Io,
    /// The operating system denied the permission.
    PermissionDenied,
    /// This backend does not support the call.
    Unsupported,
    /// An argument is wrong.
    InvalidInput,
    /// The caller cancelled the call.
    Cancelled,
    /// The input was sent, and what became of it is not known: it may have taken effect.
    OutcomeUnknown,
    /// The action began and ended early. The error says how much of it was done.
    Interrupted,
    /// The browser accepted the input, but the input did not reach the page.
    DispatchFailed,
    /// The browser gave an unexpected answer.
    Protocol,
    /// A fault in the engine itself.
    Internal,
}

impl ErrorKind {
    /// The stable code, in capitals, as it crosses the binding.
    pub fn code(&self) -> &'static str {
        match self {
            Self::StaleUid => "STALE_UID",
            Self::UnknownUid => "UNKNOWN_UID",
            Self::UidOfOtherPage => "UID_OF_OTHER_PAGE",
            Self::ElementNotFound => "ELEMENT_NOT_FOUND",
            Self::Ambiguous => "AMBIGUOUS",
            Self::NotVisible => "NOT_VISIBLE",
            Self::NotEnabled => "NOT_ENABLED",
            Self::NotStable => "NOT_STABLE",
            Self::NotEditable => "NOT_EDITABLE",
            Self::Covered { .. } => "COVERED",
            Self::WrongElement => "WRONG_ELEMENT",
            Self::OptionNotFound => "OPTION_NOT_FOUND",
            Self::Timeout => "TIMEOUT",
            Self::DialogOpen => "DIALOG_OPEN",
            Self::NoDialog => "NO_DIALOG",
            Self::PageClosed => "PAGE_CLOSED",
            Self::PageCrashed => "PAGE_CRASHED",
            Self::PageNotFound => "PAGE_NOT_FOUND",
            Self::SessionEnded => "SESSION_ENDED",
            Self::BrowserNotFound => "BROWSER_NOT_FOUND",
            Self::LaunchFailed => "LAUNCH_FAILED",
            Self::ConnectFailed => "CONNECT_FAILED",
            Self::NavigationFailed => "NAVIGATION_FAILED",
            Self::UrlNotAllowed => "URL_NOT_ALLOWED",
            Self::PathNotAllowed => "PATH_NOT_ALLOWED",
            Self::OriginNotAllowed => "ORIGIN_NOT_ALLOWED",
            Self::TabNotGranted => "TAB_NOT_GRANTED",
            Self::CdpAttachFailed => "CDP_ATTACH_FAILED",
            Self::Io => "IO",
            Self::PermissionDenied => "PERMISSION_DENIED",
            Self::Unsupported => "UNSUPPORTED",
            Self::InvalidInput => "INVALID_INPUT",
            Self::Cancelled => "CANCELLED",
            Self::OutcomeUnknown => "OUTCOME_UNKNOWN",
            Self::Interrupted => "INTERRUPTED",
            Self::DispatchFailed => "DISPATCH_FAILED",
            Self::Protocol => "PROTOCOL",
            Self::Internal => "INTERNAL",
        }
    }

    /// What a caller usually does next. An error may replace it with a better step.
    pub fn usual_next_step(&self) -> &'static NextStep {
        use NextStep as Next;
        const fn advice(text: &'static str) -> NextStep {
            NextStep::advice(text)
        }
        match self {
            Self::StaleUid | Self::UnknownUid | Self::UidOfOtherPage => const { &Next::snapshot("use a UID from it") },
            Self::ElementNotFound => const { &Next::more_time("see what there is") },
            Self::Ambiguous => const { &advice("give the UID of the one that is meant, or say which with nth or within") },
            Self::NotVisible | Self::NotStable => const { &Next::snapshot("see the page as it is now") },
            Self::NotEnabled => const { &advice("do what the page needs to enable it first, or wait for it") },
            Self::NotEditable => {
                const { &advice("if it opens a calendar or a list, click it and choose there; otherwise choose another UID") }
            }
            Self::WrongElement => const { &advice("choose another UID from the snapshot") },
            Self::Covered { .. } => const { &advice("close or move what covers it, then try again") },
            Self::OptionNotFound => const { &advice("use one of the options listed") },
            Self::Timeout => const { &Next::more_time("check the page") },
            Self::DialogOpen => const { &Next::AnswerDialog { other_page: false } },
            Self::NoDialog => const { &advice("continue: there is nothing to answer") },
            Self::PageClosed | Self::PageNotFound => const { &Next::ChoosePage },
            Self::PageCrashed => const { &Next::ReloadPage },
            Self::SessionEnded => {
                const {
                    &advice(
                        "call again: a browser that the session launched is started anew; one that it attached to must be started by its owner",
                    )
                }
            }
            Self::BrowserNotFound => const { &advice("install one of them, or name an executable") },
            Self::LaunchFailed => const { &advice("check the executable, the profile and the display") },
            Self::ConnectFailed => const { &advice("check that the browser or driver is running and that the address is right") },
            Self::NavigationFailed => const { &advice("check the address and that its server is up") },
            Self::UrlNotAllowed => const { &advice("use an http or https address") },
            Self::PathNotAllowed => const { &advice("use a path inside an allowed folder") },
            Self::OriginNotAllowed => const { &Next::AllowOrigin },
            Self::TabNotGranted => const { &advice("ask the user to grant the tab in the extension's popup") },
            Self::CdpAttachFailed => {
                const {
                    &advice(
                        "use another tab: pages of the browser itself, its web store and other extensions' pages cannot be driven",
                    )
                }
            }
            Self::Io => const { &advice("check the path, the free space and the permissions") },
            Self::PermissionDenied => const { &advice("grant the permission and try again") },
            Self::Unsupported => const { &advice("reach the same goal in another way") },
            Self::InvalidInput => const { &advice("correct the argument and call again") },
            Self::Cancelled => const { &advice("call again if it is still wanted") },
            Self::OutcomeUnknown => const { &Next::snapshot("see whether it took effect before you repeat it") },
            Self::Interrupted => const { &Next::snapshot("continue from there: do not repeat the part that was done") },
            Self::DispatchFailed => const { &Next::snapshot("try again if the page is as before") },
            Self::Protocol | Self::Internal => const { &advice("try again; if it persists, report it with the log") },
        }
    }
}

impl Serialize for ErrorKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// An error with what was tried and what to do next.
///
/// `Display` gives one line: context, then the next step.
#[derive(Debug)]
pub struct EngineError {
    kind: ErrorKind,
    context: String,
    next_step: Option<NextStep>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
    attempt: Option<Box<Attempt>>,
}

/// The progress of a call with a locator before it failed.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attempt {
    /// The locator in its canonical text form; absent if the call had none.
    #[serde(rename = "selectorUsed", skip_serializing_if = "String::is_empty")]
    pub selector: String,
    /// The strategies of the locator, in the order in which they are tried.
    pub tried: Vec<&'static str>,
    /// Whether exactly one element was found.
    pub resolved: bool,
    /// The UID of the element, if exactly one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// How many elements matched; absent if no search came to its end.
    #[serde(rename = "matchedCount", skip_serializing_if = "Option::is_none")]
    pub matched: Option<usize>,
    /// The element's box in its frame's viewport: x, y, width, height.
    #[serde(
        rename = "boundingBox",
        skip_serializing_if = "Option::is_none",
        serialize_with = "fault::bounding_box"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::report::BoundingBox>"))]
    pub bounds: Option<[f64; 4]>,
}

impl EngineError {
    /// An error of `kind`. `context` says what was tried and what was found, as a clause without a final
    /// stop. Page text in it must be quoted with [`crate::text::quote`].
    pub fn new(kind: ErrorKind, context: impl Into<String>) -> Self {
        Self {
            kind,
            context: context.into(),
            next_step: None,
            source: None,
            attempt: None,
        }
    }

    /// Replaces the usual next step.
    #[must_use]
    pub fn with_next_step(mut self, step: impl Into<NextStep>) -> Self {
        self.next_step = Some(step.into());
        self
    }

    /// Keeps the error that caused this one.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Adds the progress of the call.
    #[must_use]
    pub fn with_attempt(mut self, mut attempt: Attempt) -> Self {
        attempt.resolved = attempt.uid.is_some() || attempt.matched == Some(1);
        self.attempt = Some(Box::new(attempt));
        self
    }

    /// The progress of a call with a locator.
    pub fn attempt(&self) -> Option<&Attempt> {
        self.attempt.as_deref()
    }

    /// The same error, of another kind.
    #[must_use]
    pub fn into_kind(mut self, kind: ErrorKind) -> Self {
        self.kind = kind;
        self
    }

    /// Adds what else happened after the context.
    #[must_use]
    pub(crate) fn besides(mut self, what: &str) -> Self {
        self.context = format!("{} ({what})", self.context);
        self
    }

    /// Adds what the caller was doing before the context.
    #[must_use]
    pub fn during(mut self, what: &str) -> Self {
        self.context = format!("{what}: {}", self.context);
        self
    }

    /// The kind, to branch on.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// What was tried and found, without the next step.
    pub fn context(&self) -> &str {
        &self.context
    }

    /// [`EngineError::context`] with the cause, if there is one. The cause stays on the line.
    pub fn message(&self) -> String {
        match &self.source {
            Some(source) => {
                // What to do next is said once: the cause's own step is for callers that see the cause alone.
                let cause = source
                    .downcast_ref::<Self>()
                    .map_or_else(|| source.to_string(), Self::message);
                format!("{} ({})", self.context, plain(&cause, LONGEST_CAUSE))
            }
            None => self.context.clone(),
        }
    }

    /// What to do next.
    pub fn next_step(&self) -> &NextStep {
        self.next_step.as_ref().unwrap_or_else(|| self.kind.usual_next_step())
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} – {}", self.message(), self.next_step())
    }
}

impl std::error::Error for EngineError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source.as_ref() as _)
    }
}

/// Gives an error of another library a kind and a context.
pub trait ErrorContext<T> {
    /// Wraps the error, which remains available as the source.
    fn or_kind(self, kind: ErrorKind, context: impl Into<String>) -> Result<T>;
}

impl<T, E: Into<Box<dyn std::error::Error + Send + Sync>>> ErrorContext<T> for std::result::Result<T, E> {
    fn or_kind(self, kind: ErrorKind, context: impl Into<String>) -> Result<T> {
        self.map_err(|source| EngineError::new(kind, context).with_source(source))
    }
}
