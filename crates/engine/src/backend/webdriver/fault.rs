//! The refusals of a WebDriver server, by the error codes of the standard.
//!
//! Standard: [WebDriver, handling errors](https://www.w3.org/TR/webdriver2/#handling-errors).

use super::secrets;
use crate::error::{EngineError, ErrorKind};
use crate::text::{quote, shorten};
use serde_json::Value;
use std::fmt;
use std::time::Duration;
use thirtyfour::error::{WebDriverError, WebDriverErrorInfo, WebDriverErrorInner};

/// The error codes that the engine treats differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// The session does not exist or has ended.
    NoSession,
    /// The window, or the frame that was switched to, is closed.
    NoWindow,
    /// The frame does not exist.
    NoFrame,
    /// The element is gone, or belongs to another document.
    StaleNode,
    /// The element has no shadow root.
    NoShadowRoot,
    /// An open dialog blocks the command.
    DialogOpen,
    /// No dialog is open.
    NoDialog,
    /// The element or the dialog does not accept the input.
    NotInteractable,
    /// The script or the page exceeded the session's own timeouts.
    Timeout,
    /// The server itself did not answer in time.
    Late,
    /// An argument is malformed.
    InvalidArgument,
    /// The point is outside the viewport.
    OutOfBounds,
    /// The server does not know the command, or cannot do it.
    Unsupported,
    /// The page's process crashed.
    Crashed,
    /// The driver has lost its browser.
    Disconnected,
    /// Nothing answers at the server's address.
    Unreachable,
    /// The answer does not come from a WebDriver server.
    NotWebDriver,
    /// The server, or what stands before it, takes no more requests now.
    Busy,
    /// The server could not create a session.
    NotCreated,
    /// The script threw an exception, or its document was replaced.
    Script,
    /// Any other code.
    Other,
}

/// A refused command.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub(super) code: Code,
    /// The server's message. It is shown to users, and no code depends on it.
    message: String,
    /// The text of the dialog that blocked the command.
    pub(super) dialog: Option<String>,
}

impl Fault {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            dialog: None,
        }
    }

    /// The fault without what the request was to keep secret.
    pub(super) fn without(self, secrets: &[String]) -> Self {
        Self {
            message: secrets::without(&self.message, secrets),
            ..self
        }
    }

    /// The server did not answer within `limit`.
    pub(super) fn late(limit: Duration) -> Self {
        Self::new(Code::Late, format!("no answer within {} s", limit.as_secs_f32()))
    }

    fn of_info(code: Code, info: &WebDriverErrorInfo) -> Self {
        let dialog = info
            .value
            .data
            .as_ref()
            .and_then(|data| data.get("text")?.as_str().map(str::to_owned));
        Self {
            code,
            message: info.value.message.clone(),
            dialog,
        }
    }

    /// Converts the fault to an engine error. `doing` says what was tried.
    pub(super) fn during(self, doing: &str) -> EngineError {
        let (kind, found) = match self.code {
            Code::NoSession => (ErrorKind::SessionEnded, "the WebDriver session is over"),
            Code::Unreachable => (ErrorKind::SessionEnded, "the WebDriver server cannot be reached"),
            Code::Disconnected => (ErrorKind::SessionEnded, "the driver has lost its browser"),
            Code::NoWindow => (ErrorKind::PageClosed, "the page was closed"),
            Code::NoFrame => (ErrorKind::StaleUid, "the frame is no longer in the page"),
            Code::StaleNode | Code::NoShadowRoot => (ErrorKind::StaleUid, "the element is no longer in the document"),
            Code::DialogOpen => (ErrorKind::DialogOpen, "a dialog is open"),
            Code::NoDialog => (ErrorKind::NoDialog, "no dialog is open"),
            Code::Timeout | Code::Late => (ErrorKind::Timeout, "it took too long"),
            Code::InvalidArgument => (ErrorKind::InvalidInput, "the WebDriver server takes no such argument"),
            Code::OutOfBounds => (ErrorKind::NotVisible, "the point is outside the viewport"),
            Code::Unsupported => (ErrorKind::Unsupported, "this WebDriver server cannot do that"),
            Code::Crashed => (ErrorKind::PageCrashed, "the page's process crashed"),
            Code::NotInteractable => (ErrorKind::WrongElement, "the element does not take that"),
            Code::NotWebDriver => (ErrorKind::Protocol, "the answer is not one of a WebDriver server"),
            Code::Busy => (ErrorKind::Timeout, "the WebDriver server is busy"),
            Code::NotCreated => (ErrorKind::ConnectFailed, "the WebDriver server made no session"),
            Code::Script => (ErrorKind::Protocol, "the script in the page failed"),
            Code::Other => (ErrorKind::Protocol, "the WebDriver server refused"),
        };
        EngineError::new(kind, format!("{doing}: {found}")).with_source(self)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Further lines contain the driver's stack trace.
        let first = self.message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        f.write_str(&quote(&shorten(first.trim(), 300)))
    }
}

impl std::error::Error for Fault {}

/// The standard's codes that thirtyfour lacks, and chromedriver's own codes.
fn other_code(word: &str) -> Code {
    match word {
        "detached shadow root" => Code::StaleNode,
        "no such shadow root" => Code::NoShadowRoot,
        "tab crashed" => Code::Crashed,
        "disconnected" | "chrome not reachable" => Code::Disconnected,
        _ => Code::Other,
    }
}

impl From<WebDriverError> for Fault {
    fn from(error: WebDriverError) -> Self {
        use WebDriverErrorInner as Inner;
        match error.as_inner() {
            Inner::InvalidSessionId(info) => Self::of_info(Code::NoSession, info),
            Inner::NoSuchWindow(info) => Self::of_info(Code::NoWindow, info),
            Inner::NoSuchFrame(info) => Self::of_info(Code::NoFrame, info),
            Inner::NoSuchElement(info) | Inner::StaleElementReference(info) => Self::of_info(Code::StaleNode, info),
            Inner::UnexpectedAlertOpen(info) => Self::of_info(Code::DialogOpen, info),
            Inner::NoSuchAlert(info) => Self::of_info(Code::NoDialog, info),
            Inner::ElementNotInteractable(info) => Self::of_info(Code::NotInteractable, info),
            Inner::ScriptTimeout(info) | Inner::WebDriverTimeout(info) => Self::of_info(Code::Timeout, info),
            Inner::InvalidArgument(info) => Self::of_info(Code::InvalidArgument, info),
            Inner::MoveTargetOutOfBounds(info) => Self::of_info(Code::OutOfBounds, info),
            Inner::UnsupportedOperation(info) | Inner::UnknownCommand(info) | Inner::UnknownMethod(info) => {
                Self::of_info(Code::Unsupported, info)
            }
            Inner::SessionNotCreated(info) => Self::of_info(Code::NotCreated, info),
            Inner::JavascriptError(info) => Self::of_info(Code::Script, info),
            Inner::NotInSpec(info) => Self::of_info(other_code(info.value.error.as_deref().unwrap_or_default()), info),
            Inner::UnknownError(info) => Self::of_info(Code::Other, info),
            Inner::RequestFailed(why) | Inner::HttpError(why) => Self::new(Code::Unreachable, why.clone()),
            Inner::Timeout(why) => Self::new(Code::Late, why.clone()),
            Inner::UnknownResponse(status, body) if let Some(plain) = with_plain_trace(body) => {
                WebDriverError::parse(*status, plain).into()
            }
            Inner::UnknownResponse(429 | 502 | 503 | 504, _) => Self::new(Code::Busy, error.to_string()),
            Inner::UnknownResponse(status, _) => Self::new(Code::NotWebDriver, format!("HTTP {status}")),
            Inner::Json(why) | Inner::ParseError(why) => Self::new(Code::NotWebDriver, why.clone()),
            _ => Self::new(Code::Other, error.to_string()),
        }
    }
}

/// An error of the standard whose `stacktrace` is no text, as those of a Selenium hub, with one that is. `None` for all else.
fn with_plain_trace(body: &str) -> Option<String> {
    let mut answer: Value = serde_json::from_str(body).ok()?;
    let error = answer.get_mut("value")?.as_object_mut()?;
    if !error.get("error")?.is_string() || error.get("stacktrace").is_none_or(Value::is_string) {
        return None;
    }
    error.insert("stacktrace".into(), "".into());
    Some(answer.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_trace_may_be_a_list() {
        let hub = r#"{"value":{"message":"Could not start a new session","error":"session not created","stacktrace":[{"lineNumber":439}]}}"#;
        assert_eq!(fault(hub).code, Code::NotCreated);
        assert_eq!(fault(r#"{"value":{"error":7,"stacktrace":[]}}"#).code, Code::NotWebDriver);
    }

    fn fault(body: &str) -> Fault {
        WebDriverError::parse(404, body.to_owned()).into()
    }

    #[test]
    fn codes_decide_and_messages_do_not() {
        let gone = fault(r#"{"value":{"error":"invalid session id","message":"no such window","stacktrace":"a\nb"}}"#);
        assert_eq!(gone.code, Code::NoSession);
        assert_eq!(
            fault(r#"{"value":{"error":"tab crashed","message":"x"}}"#).code,
            Code::Crashed
        );
        assert_eq!(fault("<html>").code, Code::NotWebDriver);
    }

    #[test]
    fn the_text_of_a_dialog_is_kept_and_stacks_are_not_shown() {
        let json = r#"{"value":{"error":"unexpected alert open","message":"{x}\n  (Session info)","data":{"text":"Sure?"}}}"#;
        let open = fault(json);
        assert_eq!((open.code, open.dialog.as_deref()), (Code::DialogOpen, Some("Sure?")));
        assert_eq!(open.to_string(), r#""{x}""#);
    }
}
