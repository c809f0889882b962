//! Finds browsers on this machine and starts them, so that they end with this process.

mod chromium;
mod find;
mod firefox;
mod folders;
mod host;
#[cfg_attr(unix, path = "keeper_unix.rs")]
#[cfg_attr(windows, path = "keeper_windows.rs")]
mod keeper;
mod launched;
mod names;
mod places;
mod process;
mod program;
mod start;

pub use find::PATH_VARIABLE;
pub use launched::Launched;
pub use names::Family;
pub(crate) use program::Program;
pub use start::launch;

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

/// Options for starting a browser.
#[derive(Debug, Clone)]
pub struct LaunchOptions {
    /// The browser to look for.
    pub browser: BrowserKind,
    /// Its release channel.
    pub channel: Channel,
    /// The executable to use instead of looking for one.
    pub executable: Option<PathBuf>,
    /// Whether to run without a window.
    pub headless: bool,
    /// Window size in CSS pixels.
    pub viewport: Option<(u32, u32)>,
    /// The folder for the browser's data.
    pub profile: Profile,
    /// Further arguments for the browser, appended to ours.
    pub arguments: Vec<String>,
    /// The time limit for the browser to accept connections.
    pub timeout: Duration,
}

impl Default for LaunchOptions {
    fn default() -> Self {
        Self {
            browser: BrowserKind::default(),
            channel: Channel::default(),
            executable: None,
            headless: true,
            viewport: None,
            profile: Profile::default(),
            arguments: Vec::new(),
            timeout: Duration::from_secs(30),
        }
    }
}
