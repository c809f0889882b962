//! Finds browsers on this machine and starts them so that they end with us.

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
    /// Any of the Chromium family that is installed: Chromium, Chrome, Edge, Brave, in this order.
    #[default]
    Chromium,
    /// Google Chrome.
    Chrome,
    /// Microsoft Edge.
    Edge,
    /// Brave.
    Brave,
    /// Mozilla Firefox, any channel, extended support release included.
    Firefox,
}

/// Release channel of a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Channel {
    /// The first channel that is installed, the stable one first.
    #[default]
    Any,
    /// Beta.
    Beta,
    /// Dev (Chrome, Edge), Developer Edition (Firefox).
    Dev,
    /// Canary (Chrome, Edge), Nightly (Brave, Firefox).
    Nightly,
}

/// Where the browser keeps its data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Profile {
    /// A fresh folder that is removed when the browser ends.
    #[default]
    Temporary,
    /// This folder, made if it is missing and kept.
    Kept(PathBuf),
}

/// How to start a browser.
#[derive(Debug, Clone)]
pub struct LaunchOptions {
    /// Which browser.
    pub browser: BrowserKind,
    /// Which channel of it.
    pub channel: Channel,
    /// This executable instead of looking for one.
    pub executable: Option<PathBuf>,
    /// Without a window.
    pub headless: bool,
    /// Window size in CSS pixels.
    pub viewport: Option<(u32, u32)>,
    /// Where the browser keeps its data.
    pub profile: Profile,
    /// Further arguments for the browser, after ours.
    pub arguments: Vec<String>,
    /// How long the browser may take until it listens.
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
