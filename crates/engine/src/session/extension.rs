//! The relay of a session that works in the user's own browser.

use super::{Inner, Session, lock};
use crate::backend::{ImageFormat, PageId};
use crate::error::{EngineError, ErrorKind, Result};
use crate::interact::{InteractReport, InteractRequest};
use crate::options::Route;
use crate::picture;
use crate::relay::{Activity, Actor, ExtensionOptions, ExtensionStatus, Relay, next_id};
use crate::report::ScreenshotReport;
use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64_STANDARD;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::{Duration, Instant};

/// The longer side of a thumbnail, in pixels.
const THUMBNAIL: u32 = 160;

/// The relay, once it is needed.
#[derive(Default)]
pub(super) struct RelaySlot {
    /// Held by whoever starts it.
    starting: tokio::sync::Mutex<()>,
    relay: Mutex<Option<Arc<Relay>>>,
}

impl RelaySlot {
    fn current(&self) -> Option<Arc<Relay>> {
        lock(&self.relay).clone()
    }

    /// The running relay: the one there is, or a new one, whose requests `actor` carries out.
    pub(super) async fn get(&self, options: &ExtensionOptions, actor: Arc<dyn Actor>) -> Result<Arc<Relay>> {
        let _starting = self.starting.lock().await;
        if let Some(relay) = self.current() {
            return Ok(relay);
        }
        let relay = Arc::new(Relay::start(options, actor).await?);
        *lock(&self.relay) = Some(Arc::clone(&relay));
        Ok(relay)
    }

    pub(super) async fn close(&self) {
        let _starting = self.starting.lock().await;
        lock(&self.relay).take();
    }
}

/// The session as the relay sees it, which does not keep it alive.
pub(super) struct SessionActor(Weak<Inner>);

#[async_trait]
impl Actor for SessionActor {
    async fn act(&self, request: &InteractRequest) -> Result<InteractReport> {
        let Some(inner) = self.0.upgrade() else {
            return Err(EngineError::new(ErrorKind::SessionEnded, "the session was closed"));
        };
        // A program that asks over HTTP has no snapshot: the way without the debugger comes first.
        Session { inner }.interact_by(request, true).await
    }
}

/// An action that the user can watch in their browser, from its beginning to its end.
pub(super) struct Watched {
    relay: Option<Arc<Relay>>,
    id: u64,
    action: &'static str,
    page: PageId,
    began: Instant,
    ended: AtomicBool,
    thumbnail: OnceLock<String>,
}

impl Watched {
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

    fn tell(&self, target: &str, ended: Option<(&'static str, Duration)>) {
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

    /// It has ended; `outcome` is `ok` or the code of an error.
    pub(super) fn end(&self, target: &str, outcome: &'static str, took: Duration) {
        self.ended.store(true, Ordering::Relaxed);
        self.tell(target, Some((outcome, took)));
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // The caller took the call back before it ended.
        if !self.ended.load(Ordering::Relaxed) {
            self.tell("", Some((ErrorKind::Cancelled.code(), self.began.elapsed())));
        }
    }
}

/// Whether the action changes nothing in the page.
pub(super) fn only_reads(action: &str) -> bool {
    matches!(action, "screenshot" | "waitFor" | "resolveUid")
}

/// A picture so small that a hundred of them may be kept, as a `data:` address.
fn thumbnail(bytes: &[u8]) -> Result<String> {
    let whole = picture::read(bytes)?;
    let larger = whole.width().max(whole.height()).max(1);
    let side = |length: u32| (length * THUMBNAIL / larger).max(1);
    let (width, height) = (side(whole.width()), side(whole.height()));
    let (data, _) = picture::write(&whole.shrink(width, height), ImageFormat::Jpeg(60), None)?;
    Ok(format!("data:image/jpeg;base64,{}", BASE64_STANDARD.encode(data)))
}

impl Session {
    pub(super) fn actor(&self) -> Arc<dyn Actor> {
        Arc::new(SessionActor(Arc::downgrade(&self.inner)))
    }

    /// Lets the user watch an action of the session, where it is in their own browser.
    pub(super) fn watch(&self, action: &'static str, page: &PageId) -> Watched {
        // What only reads is not remembered either.
        let watched = Watched {
            relay: self.inner.relay.current().filter(|_| !only_reads(action)),
            id: next_id(),
            action,
            page: Arc::clone(page),
            began: Instant::now(),
            ended: AtomicBool::new(false),
            thumbnail: OnceLock::new(),
        };
        watched.tell("", None);
        watched
    }

    /// The port that the extension finds, the code that pairs it, and who is connected. Starts to
    /// listen, if that has not happened, and waits for nobody.
    ///
    /// # Errors
    /// `Unsupported` for a session that is not opened for the extension; `SessionEnded`,
    /// `ConnectFailed` when no port is free.
    pub async fn extension_status(&self) -> Result<ExtensionStatus> {
        let Route::Extension(options) = &self.inner.options.route else {
            return Err(
                EngineError::new(ErrorKind::Unsupported, "this session does not work in the user's own browser")
                    .with_next_step("open a session for the extension"),
            );
        };
        self.refuse_closed()?;
        self.inner.relay.get(options, self.actor()).await?.status()
    }
}
