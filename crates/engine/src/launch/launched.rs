//! A running browser that we started and answer for.

use super::firefox::KeptPreferences;
use super::folders::SessionFolder;
use super::names::Family;
use super::process::BrowserProcess;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::timeout;

/// How long a browser that was told to close may take.
const CLOSE_TIME: Duration = Duration::from_millis(1500);
/// How long the system may take to end a killed process.
const KILL_TIME: Duration = Duration::from_secs(5);

/// A browser that was started here. It ends when this is dropped, and also when the whole program
/// ends, however it ends.
#[derive(Debug)]
pub struct Launched {
    pub(super) endpoint: String,
    pub(super) executable: PathBuf,
    pub(super) family: Family,
    pub(super) data_dir: PathBuf,
    pub(super) download_dir: PathBuf,
    /// Whether the profile stays after the end.
    pub(super) is_kept: bool,
    /// What to put back into a kept profile of Firefox.
    pub(super) preferences: Option<KeptPreferences>,
    pub(super) process: BrowserProcess,
    pub(super) folder: Arc<SessionFolder>,
    pub(super) told_to_close: AtomicBool,
    /// Set when everything is cleaned up; the lock makes a second `end` wait for the first.
    pub(super) cleaned: tokio::sync::Mutex<bool>,
}

impl Launched {
    /// The WebSocket address: of Chromium's browser target, or where Firefox takes `session.new`.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// The program that was started.
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// Which protocol it speaks.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The number of its main process.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// The folder of its profile.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// A folder for downloads. It is removed with the session.
    pub fn download_dir(&self) -> &Path {
        &self.download_dir
    }

    /// Resolves when the browser's process has ended; at once if it already has. Any number of
    /// callers may wait, and stop waiting, at any time.
    pub async fn exited(&self) {
        self.process.ended().await;
    }

    /// Whether the browser's process has ended.
    pub fn has_exited(&self) -> bool {
        self.process.has_ended()
    }

    /// How the process ended and the last lines of its error output, on one line and without
    /// control characters.
    pub fn exit_summary(&self) -> String {
        let lines = self.process.last_lines();
        let status = self.process.status();
        if lines.is_empty() {
            status
        } else {
            format!("{status}; its last output: {}", lines.replace('\n', " | "))
        }
    }

    /// Notes that the browser was told over its protocol to close, so that [`Launched::end`] gives
    /// it time to.
    pub fn expect_close(&self) {
        self.told_to_close.store(true, Ordering::Relaxed);
    }

    /// Ends the browser with every process that it started, and removes what the session left on
    /// the disk. Waits up to 1.5 s for a browser that was told to close or that has a profile to
    /// save; a temporary profile has nothing to save. May be called again, also where an earlier
    /// call was cancelled.
    pub async fn end(&self) {
        let mut cleaned = self.cleaned.lock().await;
        if *cleaned {
            return;
        }
        let told = self.told_to_close.load(Ordering::Relaxed);
        if !told && self.is_kept {
            self.process.ask();
        }
        if told || self.is_kept {
            let _ = timeout(CLOSE_TIME, self.process.ended()).await;
        }
        self.process.kill();
        if timeout(KILL_TIME, self.process.ended()).await.is_err() {
            tracing::warn!(pid = self.pid(), "the browser does not end; its guard goes on trying");
            return self.process.abandon();
        }
        if let Some(Err(error)) = self.preferences.as_ref().map(KeptPreferences::restore) {
            tracing::warn!(profile = %self.data_dir.display(), %error, "could not put the profile's preferences back");
        }
        let folder = Arc::clone(&self.folder);
        let removed = tokio::task::spawn_blocking(move || folder.remove())
            .await
            .map_err(std::io::Error::other)
            .flatten();
        match removed {
            Ok(()) => self.process.release(),
            Err(error) => {
                tracing::warn!(folder = %self.folder.path().display(), %error, "could not remove the session's folder");
                self.process.abandon();
            }
        }
        *cleaned = true;
    }
}
