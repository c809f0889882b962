//! Every call by its name, with its arguments and its report as JSON. Bindings for other languages are
//! built on this.
//!
//! The tables in `session` and `desktop` are the only place that names a call for them. The methods
//! of `@uipilot/core`, their declarations, documentation and argument checks are generated from these.

#[macro_use]
mod table;

mod arguments;

#[cfg(feature = "desktop")]
mod desktop;
mod history;
mod session;

#[cfg(feature = "desktop")]
pub use desktop::call as call_desktop;
pub use session::call as call_session;
#[cfg(feature = "schema")]
pub(crate) use {desktop::describe as describe_desktop, session::describe as describe_session};

use super::json;
use crate::error::Result;
use arguments::Arguments;
use serde::Serialize;

/// The result of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The report. `{"$bytes": n}` in it stands for the n-th of the `parts`.
    pub json: String,
    /// Binary data of the report, such as a picture.
    pub parts: Vec<Vec<u8>>,
}

impl Answer {
    fn of(report: &impl Serialize) -> Result<Self> {
        let (json, parts) = json::write(report)?;
        Ok(Self { json, parts })
    }
}
