//! The frame around every action: it waits for the page, and shows the action in the extension.
//!
//! In the user's own tab, the browser's debugging bar appears or disappears with a new document. That resizes
//! the page and closes what an action has just opened. An action waits until the resizing has ended. While it
//! runs, the extension shows it to the user. In other browsers a guard does nothing.

use super::Session;
use super::recent::{cut_off, only_reads};
use crate::backend::{Page, PageId, PageState};
use crate::error::Result;
use crate::picture;
use crate::relay::{Activity, Relay, next_id};
use crate::report::ScreenshotReport;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64_STANDARD;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long an action waits for the browser to finish resizing the page. The extension reports the end
/// within 2 s.
const RESIZE_LIMIT: Duration = Duration::from_millis(2_500);

/// The longer side of a thumbnail, in pixels.
const THUMBNAIL: u32 = 160;

/// Accompanies one action from before its first effect to its end. Dropping it before the end reports the
/// action as cut off.
pub(super) struct ActionGuard {
    /// The extension's relay; `None` if the action is not shown.
    relay: Option<Arc<Relay>>,
    id: u64,
    action: &'static str,
    page: PageId,
    began: Instant,
    /// Whether the action was announced and its end was not reported.
    open: AtomicBool,
    thumbnail: OnceLock<String>,
}

impl ActionGuard {
    /// Reports to the user that the action begins.
    pub(super) fn announce(&self) {
        self.open.store(true, Ordering::Relaxed);
        self.report("", None);
    }

    /// Keeps a small copy of a picture that was taken after the action.
    pub(super) fn illustrate(&self, picture: &ScreenshotReport) {
        if self.relay.is_none() {
            return;
        }
        match thumbnail(&picture.data) {
            Ok(address) => {
                let _ = self.thumbnail.set(address);
            }
            Err(error) => tracing::debug!(%error, "no thumbnail was made"),
        }
    }

    /// Reports the end of the action; `outcome` is `ok` or the code of an error.
    pub(super) fn end(&self, target: &str, outcome: &'static str, took: Duration) {
        self.open.store(false, Ordering::Relaxed);
        self.report(target, Some((outcome, took)));
    }

    fn report(&self, target: &str, ended: Option<(&'static str, Duration)>) {
        if let Some(relay) = &self.relay {
            relay.record(&Activity {
                id: self.id,
                action: self.action,
                target,
                page: &self.page,
                ended,
                thumbnail: self.thumbnail.get().map(String::as_str),
            });
        }
    }
}

impl Drop for ActionGuard {
    fn drop(&mut self) {
        if self.open.load(Ordering::Relaxed) {
            self.report("", Some((cut_off(), self.began.elapsed())));
        }
    }
}

impl Session {
    /// A guard for an action, which waits until the page may be acted on. The action is shown once it is
    /// announced.
    pub(super) async fn guard(&self, action: &'static str, page: &dyn Page) -> ActionGuard {
        if !only_reads(action) {
            let rests =
                |state: &PageState| (!state.is_resizing() || state.dialog().is_some() || state.end().is_some()).then_some(());
            page.state().wait(RESIZE_LIMIT, rests).await;
        }
        self.guard_for_script(action, page.id())
    }

    /// A guard for an action that the extension carries out by itself, and that waits for the page itself.
    pub(super) fn guard_for_script(&self, action: &'static str, page: &PageId) -> ActionGuard {
        ActionGuard {
            relay: self.inner.relay.current().filter(|_| !only_reads(action)),
            id: next_id(),
            action,
            page: Arc::clone(page),
            began: Instant::now(),
            open: AtomicBool::new(false),
            thumbnail: OnceLock::new(),
        }
    }
}

/// A small copy of a picture as a `data:` address. About a hundred of them are kept.
fn thumbnail(bytes: &[u8]) -> Result<String> {
    let whole = picture::read(bytes)?;
    let larger = whole.width().max(whole.height()).max(1);
    let side = |length: u32| (length * THUMBNAIL / larger).max(1);
    let (width, height) = (side(whole.width()), side(whole.height()));
    let format = crate::backend::ImageFormat::Jpeg(60);
    let (data, _) = picture::write(&whole.shrink(width, height), format, None)?;
    Ok(format!("data:image/jpeg;base64,{}", BASE64_STANDARD.encode(data)))
}
