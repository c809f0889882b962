//! The relay of a session that works in the user's own browser.

use super::{Inner, Session, lock};
use crate::backend::wire::Tunnel;
use crate::error::{EngineError, ErrorKind, Result};
use crate::interact::{InteractReport, InteractRequest};
use crate::options::Route;
use crate::relay::{Actor, ExtensionOptions, ExtensionStatus, Relay};
use async_trait::async_trait;
use std::sync::{Arc, Mutex, Weak};

/// The relay of a session. It starts when it is first needed.
#[derive(Default)]
pub(super) struct RelaySlot {
    /// Held while the relay is started or closed.
    starting: tokio::sync::Mutex<()>,
    relay: Mutex<Option<Arc<Relay>>>,
}

impl RelaySlot {
    /// The running relay.
    pub(super) fn current(&self) -> Option<Arc<Relay>> {
        lock(&self.relay).clone()
    }

    /// The running relay, started if there is none. `actor` carries out its requests.
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

/// The session as the relay sees it. The relay does not keep the session alive.
pub(super) struct SessionActor(Weak<Inner>);

#[async_trait]
impl Actor for SessionActor {
    async fn act(&self, request: &InteractRequest) -> Result<InteractReport> {
        let Some(inner) = self.0.upgrade() else {
            return Err(EngineError::new(ErrorKind::SessionEnded, "the session was closed"));
        };
        // A caller over HTTP has no snapshot, so the in-page script is tried before the debugger.
        Box::pin(Session { inner, page: None }.interact_by(request, true)).await
    }
}

impl Session {
    /// Whether the session works in tabs of the user's own browser.
    pub(super) fn is_in_tabs(&self) -> bool {
        matches!(self.inner.options.route(), Ok(Route::Extension(_)))
    }

    /// A tunnel to the browser whose extension connected last.
    pub(super) async fn tunnel(&self, options: &ExtensionOptions) -> Result<Tunnel> {
        self.inner.relay.get(options, self.actor()).await?.tunnel().await
    }

    pub(super) fn actor(&self) -> Arc<dyn Actor> {
        Arc::new(SessionActor(Arc::downgrade(&self.inner)))
    }

    /// The port on which the extension connects, the pairing code, and the connected browsers. Starts the
    /// relay if it does not run, and does not wait for a connection.
    ///
    /// # Errors
    /// `Unsupported` for a session that was not opened for the extension; `SessionEnded`; `ConnectFailed`
    /// if no port is free.
    pub async fn extension_status(&self) -> Result<ExtensionStatus> {
        let Route::Extension(options) = self.inner.options.route()? else {
            return Err(
                EngineError::new(ErrorKind::Unsupported, "this session does not use the user's own browser")
                    .with_next_step("open a session for the extension"),
            );
        };
        self.refuse_closed()?;
        self.inner.relay.get(options, self.actor()).await?.status()
    }
}
