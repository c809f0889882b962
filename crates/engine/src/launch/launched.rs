//! A browser that was started here, and its cleanup.

use super::firefox::SavedPreferences;
use super::folders::SessionFolder;
use super::names::Family;
use super::process::BrowserProcess;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::timeout;

/// How long a browser that was asked to close may take.
const CLOSE_TIME: Duration = Duration::from_millis(1500);
/// How long the system may take to end a killed process.
const KILL_TIME: Duration = Duration::from_secs(5);

/// A browser that was started here. It ends when this value is dropped, and when the whole program ends, for any
/// reason.
#[derive(Debug)]
pub struct Launched {
    /// Empty for a browser that is driven over a pipe.
    pub(super) endpoint: String,
    #[cfg(unix)]
    pub(super) pipe: std::sync::Mutex<Option<super::Pipe>>,
    /// Whether it runs without its sandbox.
    pub(super) unsandboxed: bool,
    /// Whether it runs without windows.
    pub(super) headless: bool,
    pub(super) executable: PathBuf,
    pub(super) family: Family,
    pub(super) data_dir: PathBuf,
    pub(super) download_dir: PathBuf,
    /// Whether the profile is persistent.
    pub(super) is_kept: bool,
    /// The preferences to restore in a persistent profile of Firefox.
    pub(super) preferences: Option<SavedPreferences>,
    pub(super) process: BrowserProcess,
    pub(super) folder: Arc<SessionFolder>,
    pub(super) close_requested: AtomicBool,
    /// Set when everything is cleaned up. The lock makes a second `end` wait for the first.
    pub(super) cleaned: tokio::sync::Mutex<bool>,
}

impl Launched {
    /// The WebSocket address: Chromium's browser target, or the endpoint at which Firefox accepts `session.new`.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Our end of its pipe, if it is driven over one. Only the first call gets it.
    #[cfg(unix)]
    pub(crate) fn take_pipe(&self) -> Option<super::Pipe> {
        self.pipe.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }

    /// Whether it runs without its sandbox, because that cannot work here or the caller switched it off.
    pub fn is_unsandboxed(&self) -> bool {
        self.unsandboxed
    }

    /// Whether it runs without windows, and so with a clipboard of its own.
    pub fn is_headless(&self) -> bool {
        self.headless
    }

    /// The program that was started.
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// The family, which decides the protocol.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The process id of its main process.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// The folder of its profile.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// The folder for downloads. It is removed at the end.
    pub fn download_dir(&self) -> &Path {
        &self.download_dir
    }

    /// Resolves when the browser's process has exited. Any number of callers may wait; waiting is cancel safe.
    pub async fn exited(&self) {
        self.process.ended().await;
    }

    /// Whether the browser's process has exited.
    pub fn has_exited(&self) -> bool {
        self.process.has_ended()
    }

    /// The exit status and the last lines of error output, on one line and without control characters.
    pub fn exit_summary(&self) -> String {
        let lines = self.process.last_lines();
        let status = self.process.status();
        if lines.is_empty() {
            status
        } else {
            format!("{status}; its last output: {}", lines.replace('\n', " | "))
        }
    }

    /// Records that the browser was asked over its protocol to close. [`Launched::end`] then gives it time to exit.
    pub fn expect_close(&self) {
        self.close_requested.store(true, Ordering::Relaxed);
    }

    /// Ends the browser with all its processes, and removes what the session left on the disk. Waits up to 1.5 s for
    /// a browser that was asked to close, or that has a persistent profile to save. May be called again, even after
    /// an earlier call was cancelled.
    pub async fn end(&self) {
        let mut cleaned = self.cleaned.lock().await;
        if *cleaned {
            return;
        }
        let requested = self.close_requested.load(Ordering::Relaxed);
        if !requested && self.is_kept {
            self.process.ask();
        }
        if requested || self.is_kept {
            let _ = timeout(CLOSE_TIME, self.process.ended()).await;
        }
        self.process.kill();
        if timeout(KILL_TIME, self.process.ended()).await.is_err() {
            tracing::warn!(pid = self.pid(), "the browser does not end; its guard keeps trying");
            return self.process.abandon();
        }
        if let Some(Err(error)) = self.preferences.as_ref().map(SavedPreferences::restore) {
            tracing::warn!(profile = %self.data_dir.display(), %error, "could not restore the profile's preferences");
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
