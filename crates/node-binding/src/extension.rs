//! What is known of the extension in the user's own browser.

use crate::reports::{count, ms};
use napi_derive::napi;
use uipilot_engine::relay as engine;

/// A browser whose extension is connected.
#[napi(object, object_from_js = false)]
pub struct ConnectedBrowser {
    /// What the extension calls its browser: quote it before showing it.
    pub name: String,
    /// How many tabs the user has granted.
    pub tabs: u32,
    /// For how long it has been connected, in milliseconds.
    pub connected_ms: f64,
}

/// Who is connected, and the code that pairs another extension.
#[napi(object, object_from_js = false)]
pub struct ExtensionStatus {
    /// The port of 127.0.0.1 that is listened on.
    pub port: u32,
    /// The code to enter in the extension's popup; it changes when it was used, and with time.
    pub pairing_code: String,
    /// How many extensions are paired.
    pub paired: f64,
    /// Who is connected now, the one in use last.
    pub browsers: Vec<ConnectedBrowser>,
}

impl From<engine::ExtensionStatus> for ExtensionStatus {
    fn from(status: engine::ExtensionStatus) -> Self {
        Self {
            port: status.port.into(),
            pairing_code: status.pairing_code,
            paired: count(status.paired),
            browsers: status
                .browsers
                .into_iter()
                .map(|browser| ConnectedBrowser {
                    name: browser.name,
                    tabs: browser.tabs,
                    connected_ms: ms(browser.connected),
                })
                .collect(),
        }
    }
}
