//! What a session emulates. The session keeps it over a restart of its browser.

use super::connect::Connection;
use super::{Session, lock};
use crate::backend::Emulating;
use crate::error::{ErrorKind, Result};
use crate::options::{EmulateOptions, Viewport};
use crate::report::{EmulateReport, Emulation};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is emulated.
#[derive(Debug, Default)]
pub(super) struct Emulated {
    now: Mutex<Emulation>,
    /// The sizes that single pages were given since, by the numbers of the pages.
    resized: Mutex<BTreeMap<u32, Viewport>>,
    /// Whether the browser was told of a change and has not confirmed it, so that it is told again.
    unsure: AtomicBool,
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
                let selected = self.target(None).await?.number;
                next.fill_version(&connection.browser.describe().product);
                // A call that is cancelled from here on has sent what it wanted, or the next one sends it.
                *lock(&self.inner.emulated.now) = next.clone();
                let sizes_again = options.sets_size();
                let unsure = &self.inner.emulated.unsure;
                let told = if next == before && !next.is_any() && !unsure.load(Ordering::Relaxed) {
                    Ok(Emulating::default())
                } else {
                    unsure.store(true, Ordering::Relaxed);
                    connection.browser.emulate(&self.with_viewport(&next), sizes_again).await
                };
                let told = told.inspect_err(|error| {
                    unsure.store(*error.kind() == ErrorKind::Timeout, Ordering::Relaxed);
                    *lock(&self.inner.emulated.now) = before.clone();
                })?;
                unsure.store(told.unconfirmed > 0, Ordering::Relaxed);
                next.timezone.clone_from(&told.timezone);
                *lock(&self.inner.emulated.now) = next.clone();
                let mut resized = lock(&self.inner.emulated.resized);
                if sizes_again {
                    resized.clear();
                }
                let resized = resized.get(&selected).copied().filter(|_| next.viewport.is_some());
                Ok((told.unconfirmed, resized))
            };
            let (unconfirmed, resized) = changed.await.map_err(|error| self.noted(error))?;
            drop(alone);
            Ok(EmulateReport {
                stale: !next.asks_like(&before),
                now: next,
                resized,
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
        let told = connection.browser.emulate(&self.with_viewport(&now), true).await?;
        now.timezone = told.timezone;
        lock(&self.inner.emulated.resized).clear();
        *lock(&self.inner.emulated.now) = now;
        Ok(())
    }

    /// Whether the pages have the viewport that is emulated, and not that of the session's options.
    pub(super) fn emulates_viewport(&self) -> bool {
        lock(&self.inner.emulated.now).has_metrics()
    }

    /// Notes that a page has got a size of its own.
    pub(super) fn note_resized(&self, page: u32, size: Viewport) {
        lock(&self.inner.emulated.resized).insert(page, size);
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
