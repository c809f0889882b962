//! What a session emulates. The session keeps it over a restart of its browser.

use super::connect::Connection;
use super::{Session, lock};
use crate::error::Result;
use crate::options::EmulateOptions;
use crate::report::{EmulateReport, Emulation};
use std::sync::Mutex;

/// What is emulated.
#[derive(Debug, Default)]
pub(super) struct Emulated {
    now: Mutex<Emulation>,
    /// Held by a call that changes it.
    changing: tokio::sync::Mutex<()>,
}

impl Emulated {
    /// What a session begins with.
    pub(super) fn begin(options: Option<&EmulateOptions>) -> Result<Self> {
        let now = match options {
            Some(options) => Emulation::default().with(options)?,
            None => Emulation::default(),
        };
        Ok(Self {
            now: Mutex::new(now),
            ..Self::default()
        })
    }
}

impl Session {
    /// Changes what is emulated in all pages of the session: those that are open, those that are opened from now on, and their
    /// frames. Without options, only tells what is. A call that fails changes nothing.
    ///
    /// # Errors
    /// `Unsupported` naming what the browser cannot do, and in the user's own tabs; `InvalidInput` for values out of range, for
    /// an unknown device, and for a time zone, a locale or a permission that the browser does not know.
    pub async fn emulate(&self, options: &EmulateOptions) -> Result<EmulateReport> {
        self.in_time(async {
            let alone = self.inner.emulated.changing.lock().await;
            let before = self.emulation();
            let mut next = before.with(options)?;
            let changed = async {
                let connection = self.connection().await?;
                self.target(None).await?;
                next.fill_version(&connection.browser.describe().product);
                // A call that is cancelled from here on has sent what it wanted, or the next one sends it.
                *lock(&self.inner.emulated.now) = next.clone();
                let told = if next == before && !next.is_any() {
                    Ok(0)
                } else {
                    connection.browser.emulate(&self.with_viewport(&next)).await
                };
                told.inspect_err(|_| *lock(&self.inner.emulated.now) = before.clone())
            };
            let unconfirmed = changed.await.map_err(|error| self.noted(error))?;
            drop(alone);
            Ok(EmulateReport {
                stale: !next.asks_like(&before),
                now: next,
                unconfirmed,
            })
        })
        .await
    }

    /// Emulates in a browser that has just been connected.
    pub(super) async fn emulate_from_start(&self, connection: &Connection) -> Result<()> {
        let mut now = self.emulation();
        if !now.is_any() {
            return Ok(());
        }
        now.fill_version(&connection.browser.describe().product);
        connection.browser.emulate(&self.with_viewport(&now)).await?;
        *lock(&self.inner.emulated.now) = now;
        Ok(())
    }

    /// Whether the pages have the viewport that is emulated, and not that of the session's options.
    pub(super) fn emulates_viewport(&self) -> bool {
        lock(&self.inner.emulated.now).has_metrics()
    }

    fn emulation(&self) -> Emulation {
        lock(&self.inner.emulated.now).clone()
    }

    /// With the viewport of the session's options, where no other one is emulated.
    fn with_viewport(&self, wanted: &Emulation) -> Emulation {
        Emulation {
            viewport: wanted.viewport.or(self.inner.options.viewport),
            ..wanted.clone()
        }
    }
}
