//! Finds browsers on this machine and starts them, so that they end with this process.

mod chromium;
pub(crate) mod environment;
mod find;
mod firefox;
mod folders;
mod host;
#[cfg_attr(unix, path = "keeper_unix.rs")]
#[cfg_attr(windows, path = "keeper_windows.rs")]
mod keeper;
mod launched;
mod names;
#[cfg(unix)]
mod pipe;
mod places;
mod process;
#[cfg(feature = "desktop")]
mod program;
mod start;

pub(crate) use environment::Names;
pub use find::PATH_VARIABLE;
pub use launched::Launched;
pub use names::Family;
#[cfg(unix)]
pub(crate) use pipe::{Pipe, PipeReader, PipeWriter};
pub use start::launch;
#[cfg(feature = "desktop")]
pub(crate) use {environment::check as check_environment, environment::clean, program::Program};

use crate::api::json::Millis;
use crate::backend::intercept::Wall;
use crate::options::Viewport;
use crate::proxy::Access;
use derive_setters::Setters;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Which browser to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum BrowserKind {
    /// The first installed browser of the Chromium family: Chromium, Chrome, Edge or Brave, in this order.
    #[default]
    Chromium,
    /// Google Chrome.
    Chrome,
    /// Microsoft Edge.
    Edge,
    /// Brave.
    Brave,
    /// Mozilla Firefox in any channel, including the extended support release.
    Firefox,
}

/// Release channel of a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Channel {
    /// The first installed channel, starting with the stable one.
    #[default]
    Any,
    /// Beta.
    Beta,
    /// Dev (Chrome, Edge), Developer Edition (Firefox).
    Dev,
    /// Canary (Chrome, Edge), Nightly (Brave, Firefox).
    Nightly,
}

/// The folder for the browser's data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Profile {
    /// A fresh folder that is removed when the browser ends.
    #[default]
    Temporary,
    /// This folder. It is created if missing, and kept.
    Kept(PathBuf),
}

impl<'de> Deserialize<'de> for Profile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        PathBuf::deserialize(from).map(Self::Kept)
    }
}

/// A browser and its release channel, in one word: `chromium`, `chrome-beta`, `firefox-nightly`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BrowserChoice {
    /// Which browser.
    pub kind: BrowserKind,
    /// Which channel of it.
    pub channel: Channel,
}

impl From<BrowserKind> for BrowserChoice {
    fn from(kind: BrowserKind) -> Self {
        Self {
            kind,
            channel: Channel::default(),
        }
    }
}

impl<'de> Deserialize<'de> for BrowserChoice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        let (kind, channel) = BrowserKind::parse(&name).map_err(D::Error::custom)?;
        Ok(Self { kind, channel })
    }
}

/// How to start a browser. It ends with the session.
#[derive(Clone, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct LaunchOptions {
    /// Which browser: `chromium` (default: any of the Chromium family that is installed), `chrome`,
    /// `msedge`, `brave` or `firefox`, each also with a channel: `chrome-beta`, `firefox-nightly`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[setters(into)]
    pub browser: BrowserChoice,
    /// This executable instead of looking for one.
    #[setters(into)]
    pub executable: Option<PathBuf>,
    /// Without a window. Default: true.
    pub headless: bool,
    /// Window size in CSS pixels. Default: that of the session.
    #[serde(skip)]
    pub viewport: Option<Viewport>,
    /// Folder for the browser's data, made if it is missing and kept. Default: a fresh one that is
    /// removed when the browser ends.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub profile: Profile,
    /// What keeps the browser's connections within bounds. Default: nothing.
    #[serde(skip)]
    pub(crate) wall: Option<Wall>,
    /// What servers get that ask for a log-in. Default: nothing.
    #[serde(skip)]
    pub(crate) log_ins: LogIns,
    /// Drive Chromium over a pipe that no other program can reach, instead of a port. Sessions do so, except on
    /// Windows, where only a port can be had.
    #[serde(skip)]
    pub pipe: bool,
    /// Whether pages may offer tools to agents (WebMCP): switches the feature on in Chromium 150 and newer, and in Firefox where it has it.
    /// A kept profile of Firefox keeps its own setting. Default: false.
    pub page_tools: bool,
    /// How its requests leave it.
    #[serde(skip)]
    pub(crate) access: Access,
    /// Further arguments for the browser, appended to ours.
    pub arguments: Vec<String>,
    /// Environment variables for the browser. It otherwise gets only those that programs need to run, and not
    /// what else this process was given.
    pub env: BTreeMap<String, String>,
    /// How long the browser may take until it listens, in milliseconds. Default: 30,000.
    #[serde(rename = "timeoutMs", with = "Millis")]
    pub timeout: Duration,
}

/// What servers get that ask for a log-in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum LogIns {
    #[default]
    None,
    /// The session has some, and asks to be told.
    OfSession,
}

impl fmt::Debug for LaunchOptions {
    /// Without arguments and values of variables, which may hold the password of a proxy or a token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LaunchOptions")
            .field("browser", &self.browser)
            .field("executable", &self.executable)
            .field("headless", &self.headless)
            .field("viewport", &self.viewport)
            .field("profile", &self.profile)
            .field("pipe", &self.pipe)
            .field("page_tools", &self.page_tools)
            .field("arguments", &self.arguments.len())
            .field("env", &Names(&self.env))
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl Default for LaunchOptions {
    fn default() -> Self {
        Self {
            browser: BrowserChoice::default(),
            executable: None,
            headless: true,
            viewport: None,
            profile: Profile::default(),
            wall: None,
            log_ins: LogIns::None,
            pipe: false,
            page_tools: false,
            access: Access::default(),
            arguments: Vec::new(),
            env: BTreeMap::new(),
            timeout: Duration::from_secs(30),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{FormField, SessionOptions};

    #[test]
    fn options_show_no_secret() {
        let launch = LaunchOptions::default()
            .env(BTreeMap::from([("TOKEN".to_owned(), "secret".to_owned())]))
            .arguments(vec!["--proxy-server=http://user:secret@proxy:1".to_owned()]);
        let options = SessionOptions::default().launch(launch);
        let shown = format!("{options:?} {:?}", FormField::new("1_2", "secret"));
        assert!(shown.contains("TOKEN") && !shown.contains("secret"), "{shown}");
    }
}
