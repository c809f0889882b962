//! What a caller does next, as data.
//!
//! The engine does not know its caller's interface. A caller with its own names for these steps, such as
//! the tools of an MCP server, writes the text itself. `Display` gives a text that fits the Rust and the
//! npm interface.

use super::LoadFailure;
use crate::text::{quote, shorten};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// Longest value of [`NextStep::UseOneOf`] in `Display`, in characters.
const MAX_VALUE: usize = 60;

/// What a caller does next.
///
/// `purpose` and `text` are clauses by the engine, and page text in them is quoted. The values of
/// [`NextStep::UseOneOf`] are not quoted: quote them before you show them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum NextStep {
    /// Advice that needs no call of this interface.
    Advice {
        /// The advice.
        text: Cow<'static, str>,
    },
    /// Take a new snapshot.
    TakeSnapshot {
        /// What the caller does with it, as a clause that follows "and".
        purpose: Cow<'static, str>,
    },
    /// Take a new snapshot, or allow the call more time. Some calls have no time of their own, but one that is set for all actions.
    AllowMoreTime {
        /// What the caller does with the snapshot, as a clause that follows "and".
        purpose: Cow<'static, str>,
    },
    /// Take a new screenshot, and read the point from that.
    TakeScreenshot,
    /// Use one of these values.
    UseOneOf {
        /// The values, as the page, the application or the engine has them.
        values: Vec<String>,
    },
    /// Select the page that the UID belongs to.
    SelectPage {
        /// Its number.
        page: u32,
    },
    /// Select one of the open pages, or open a new one.
    ChoosePage,
    /// Accept or dismiss the open dialog.
    AnswerDialog {
        /// Whether the dialog belongs to another page, which must be selected first.
        other_page: bool,
    },
    /// Load the page again.
    ReloadPage,
    /// Load another address.
    LoadAddress,
    /// Remove the cause for which a document could not be loaded.
    RepairLoad {
        /// The cause.
        cause: LoadFailure,
    },
    /// Wait for a page that does not answer, or load another address, which ends its work.
    LeaveSilentPage,
    /// Have the user allow the origin, or load an address of an allowed one.
    AllowOrigin,
    /// Load an address of an origin that the session may go to. The user decides which those are.
    StayWithinOrigins {
        /// The pattern that blocks the address; absent if it is not among the allowed ones.
        #[serde(skip_serializing_if = "Option::is_none")]
        blocked_by: Option<String>,
    },
    /// Serve the file over HTTP, or open the session with file addresses allowed.
    AllowFileUrls,
    /// Load a web page, or open the session with the browser's own pages allowed.
    AllowBrowserPages,
    /// Fill in the text instead of typing it.
    FillInstead,
    /// Choose one of the running desktop applications.
    ListApplications,
    /// Start a desktop application, or attach to a running one.
    OpenApplication,
    /// Enable the actions of a desktop session again, if the user wants that.
    EnableActions,
    /// Wait for a desktop application that does not answer, or stop it.
    StopApplication,
    /// Read a desktop application's tree again.
    ReadApplication {
        /// What the caller does with it, as a clause that follows "and".
        purpose: Cow<'static, str>,
    },
    /// Raise the window.
    RaiseWindow,
    /// List the windows and use a number from the list.
    ListWindows,
}

impl NextStep {
    pub(crate) const fn advice(text: &'static str) -> Self {
        Self::Advice {
            text: Cow::Borrowed(text),
        }
    }

    pub(crate) const fn snapshot(purpose: &'static str) -> Self {
        Self::TakeSnapshot {
            purpose: Cow::Borrowed(purpose),
        }
    }

    pub(crate) const fn more_time(purpose: &'static str) -> Self {
        Self::AllowMoreTime {
            purpose: Cow::Borrowed(purpose),
        }
    }

    #[cfg(feature = "desktop")]
    pub(crate) const fn application(purpose: &'static str) -> Self {
        Self::ReadApplication {
            purpose: Cow::Borrowed(purpose),
        }
    }

    pub(crate) fn one_of<T: Into<String>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::UseOneOf {
            values: values.into_iter().map(Into::into).collect(),
        }
    }
}

/// Advice by the engine.
impl From<&'static str> for NextStep {
    fn from(text: &'static str) -> Self {
        Self::advice(text)
    }
}

/// Advice by the engine. Page text in it is quoted with [`crate::text::quote`].
impl From<String> for NextStep {
    fn from(text: String) -> Self {
        Self::Advice { text: text.into() }
    }
}

impl fmt::Display for NextStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Advice { text } => text,
            Self::TakeSnapshot { purpose } => return write!(f, "take a new snapshot and {purpose}"),
            Self::AllowMoreTime { purpose } => {
                return write!(f, "take a new snapshot and {purpose}, or allow more time");
            }
            Self::UseOneOf { values } => {
                let values: Vec<_> = values.iter().map(|value| quote(&shorten(value, MAX_VALUE))).collect();
                return write!(f, "use one of {}", values.join(", "));
            }
            Self::TakeScreenshot => "take a new screenshot and read the point from that",
            Self::SelectPage { page } => return write!(f, "select page {page}, or use a UID of this page"),
            Self::ChoosePage => "select one of the open pages, or open a new one",
            Self::AnswerDialog { other_page: false } => "accept or dismiss the dialog first",
            Self::AnswerDialog { other_page: true } => "select that page and accept or dismiss its dialog first",
            Self::ReloadPage => "load the page again",
            Self::LoadAddress => "load another address",
            Self::RepairLoad { cause } => cause.advice(),
            Self::LeaveSilentPage => "wait for the page to finish its work, or load another address, which ends it",
            Self::AllowOrigin => {
                "ask the user to allow the origin in the extension's popup, or load an address of an allowed one"
            }
            Self::StayWithinOrigins { blocked_by: None } => {
                "load an address of an allowed origin, or open the session with more `allow_origins`, if the user wants that"
            }
            Self::StayWithinOrigins { blocked_by: Some(_) } => {
                "load another address, or open the session without that pattern in `block_origins`, if the user wants that"
            }
            Self::AllowBrowserPages => "load a web page, or open the session with the browser's own pages allowed",
            Self::AllowFileUrls => "serve the file over HTTP, or open the session with file addresses allowed",
            Self::FillInstead => "fill the text in instead of typing it",
            Self::ListApplications => "list the running applications and choose one of them",
            Self::OpenApplication => "start the application, or attach to it while it runs",
            Self::EnableActions => "enable the session's actions, if the user wants it",
            Self::StopApplication => "the application seems to hang: wait and try again, or stop it",
            Self::ReadApplication { purpose } => return write!(f, "read the application's tree again and {purpose}"),
            Self::RaiseWindow => "raise the window first",
            Self::ListWindows => "list the windows and use a number from the list",
        };
        f.write_str(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_step_is_data_with_its_kind() {
        let data = |step: &NextStep| serde_json::to_value(step).expect("serializable");
        assert_eq!(data(&"wait".into()), json!({"kind": "advice", "text": "wait"}));
        assert_eq!(
            data(&NextStep::SelectPage { page: 2 }),
            json!({"kind": "selectPage", "page": 2})
        );
        assert_eq!(
            data(&NextStep::AnswerDialog { other_page: true }),
            json!({"kind": "answerDialog", "otherPage": true})
        );
        assert_eq!(data(&NextStep::ReloadPage), json!({"kind": "reloadPage"}));
        assert_eq!(
            data(&NextStep::one_of(["a\nb"])),
            json!({"kind": "useOneOf", "values": ["a\nb"]})
        );
    }

    #[test]
    fn values_are_quoted_and_shortened_in_words() {
        let long = "x".repeat(100);
        let words = NextStep::one_of(["a\nb", &long]).to_string();
        assert_eq!(words, format!("use one of \"a\\nb\", \"{}…\"", "x".repeat(MAX_VALUE)));
    }

    #[test]
    fn a_step_with_a_purpose_reads_as_one_clause() {
        assert_eq!(
            NextStep::snapshot("use a UID from it").to_string(),
            "take a new snapshot and use a UID from it"
        );
        assert_eq!(
            NextStep::more_time("check the page").to_string(),
            "take a new snapshot and check the page, or allow more time"
        );
        assert_eq!(
            NextStep::application("use an id from it").to_string(),
            "read the application's tree again and use an id from it"
        );
    }
}
