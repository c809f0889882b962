//! What can be asked about the relay.

use super::activity::ActivityLog;
use crate::api::json::Millis;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// When the relay began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Started(Instant);

impl Started {
    pub(super) fn now() -> Self {
        Self(Instant::now())
    }
}

/// A browser whose extension is connected.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConnectedBrowser {
    /// What the extension calls its browser: quote before showing.
    pub name: String,
    /// How many tabs the user has granted.
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
    /// The port of 127.0.0.1 that is listened on.
    pub port: u16,
    /// The code to enter in the extension's popup; it changes when it was used, and with time.
    pub pairing_code: String,
    /// How many extensions are paired.
    pub paired: usize,
    /// Who is connected now, the one in use last.
    pub browsers: Vec<ConnectedBrowser>,
}

/// What `GET /connection-health` answers: to everybody on this machine no names, to those who know
/// the token (`known`) also who is connected and what was done.
pub(super) fn report(started: Started, browsers: &[ConnectedBrowser], activity: &ActivityLog, known: bool) -> Value {
    let mut report = json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "uptimeMs": u64::try_from(started.0.elapsed().as_millis()).unwrap_or(u64::MAX),
        "connected": !browsers.is_empty(),
        "pendingActions": activity.pending(),
        "grantedTabs": browsers.iter().map(|browser| browser.tabs).sum::<u32>(),
    });
    if let (true, Value::Object(report)) = (known, &mut report) {
        report.insert("browsers".into(), json!(browsers));
        report.insert("recentActions".into(), json!(activity.recent()));
    }
    report
}
