//! The relay's status, for callers and for `GET /connection-health`.

use super::activity::ActivityLog;
use crate::api::json::Millis;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The time when the relay started.
#[derive(Debug, Clone, Copy)]
pub(super) struct Started(Instant);

impl Started {
    pub(super) fn now() -> Self {
        Self(Instant::now())
    }
}

/// A browser with a connected extension.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConnectedBrowser {
    /// The browser's name, as the extension reports it. Quote it before showing it.
    pub name: String,
    /// The number of granted tabs.
    pub tabs: u32,
    /// For how long it has been connected, in milliseconds.
    #[serde(rename = "connectedMs", with = "Millis")]
    pub connected: Duration,
}

/// The relay's port, the code that pairs, and who is connected.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ExtensionStatus {
    /// The port on 127.0.0.1.
    pub port: u16,
    /// The code to enter in the extension's popup. It changes when it is used, and after a while.
    pub pairing_code: String,
    /// The number of paired extensions.
    pub paired: usize,
    /// The connected browsers. The last one is in use.
    pub browsers: Vec<ConnectedBrowser>,
}

/// The answer of `GET /connection-health`. Callers that know the token (`authorized`) also get the connected browsers
/// and the recent actions; others get no names.
pub(super) fn report(started: Started, browsers: &[ConnectedBrowser], activity: &ActivityLog, authorized: bool) -> Value {
    let mut report = json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "uptimeMs": u64::try_from(started.0.elapsed().as_millis()).unwrap_or(u64::MAX),
        "connected": !browsers.is_empty(),
        "pendingActions": activity.pending(),
        "grantedTabs": browsers.iter().map(|browser| browser.tabs).sum::<u32>(),
    });
    if let (true, Value::Object(report)) = (authorized, &mut report) {
        report.insert("browsers".into(), json!(browsers));
        report.insert("recentActions".into(), json!(activity.recent()));
    }
    report
}
