//! A small server on this machine to which the extension in the user's own browser connects.
//!
//! The extension dials in ([`socket`]), is checked ([`pairing`]) and then carries, in one WebSocket,
//! a tunnel that speaks CDP for the tabs which the user granted. Programs may ask for single actions
//! over HTTP ([`http`]). Only 127.0.0.1 is listened on; `Host` and `Origin` of every request are
//! checked, so that neither a web page nor another extension gets in, not even by DNS rebinding.

mod activity;
mod answers;
mod by_script;
mod chunks;
mod dom_action;
mod health;
mod http;
mod link;
mod message;
mod pairing;
mod perform;
mod socket;
mod store;

pub(crate) use activity::{Activity, next_id};
pub(crate) use by_script::{NotDone, Question};
pub(crate) use dom_action::Actor;
pub use health::{ConnectedBrowser, ExtensionStatus};

use crate::backend::wire::Tunnel;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use activity::ActivityLog;
use answers::Answers;
use derive_setters::Setters;
use health::Started;
use link::Link;
use pairing::Pairing;
use serde::Deserialize;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Where the extension looks for servers, in this order; the same in `extension/src/connection/ports.ts`.
const PORTS: std::ops::RangeInclusive<u16> = 38_401..=38_410;

/// The only extension that is let in. The key in its manifest gives it this id everywhere.
const EXTENSION_ORIGIN: &str = "chrome-extension://ipgkmbooopcmpdaijamnoghkkgajdhoj";

/// How long a paired extension may take to come back: its browser wakes it every 30 s.
const RETURN_LIMIT: Duration = Duration::from_secs(35);
/// How long to wait where no extension was ever paired: somebody has to do something first.
const UNPAIRED_LIMIT: Duration = Duration::from_millis(1_500);

/// The tabs that the user granted in their own browser, through the uipilot extension in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ExtensionOptions {
    /// Listen on this port. Default: the first free one of 38401 to 38410, where the extension looks by
    /// itself; another port has to be added in the extension's popup.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub port: Option<u16>,
    /// Folder for what is remembered of paired extensions. Default: the user's own for such state.
    #[setters(into)]
    pub state: Option<PathBuf>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the relay's tasks share.
struct Shared {
    port: u16,
    started: Started,
    store: Store,
    pairing: Mutex<Pairing>,
    /// Paired and connected extensions, the newest last.
    links: watch::Sender<Vec<Arc<Link>>>,
    /// Whether the user has stopped the extension since one connected.
    stopped: AtomicBool,
    activity: Mutex<ActivityLog>,
    /// Carries out what is asked for over HTTP.
    actor: Arc<dyn Actor>,
    answers: Mutex<Answers>,
    /// How many tunnels were opened.
    tunnels: AtomicU64,
    tasks: Mutex<JoinSet<()>>,
}

impl Shared {
    /// Runs a task that ends with the relay at the latest.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }
}

/// A running relay. Dropping it ends the server and all connections to it.
pub(crate) struct Relay {
    shared: Arc<Shared>,
}

impl Relay {
    /// Starts to listen. `actor` carries out what programs ask for over HTTP.
    ///
    /// # Errors
    /// `ConnectFailed` when no port is free, `Io` when the state cannot be read or written.
    pub(crate) async fn start(options: &ExtensionOptions, actor: Arc<dyn Actor>) -> Result<Self> {
        let store = Store::open(options.state.as_deref())?;
        let listener = listen(options.port).await?;
        let port = listener
            .local_addr()
            .or_kind(ErrorKind::Internal, "the port that is listened on is not known")?
            .port();
        let shared = Arc::new(Shared {
            port,
            started: Started::now(),
            store,
            pairing: Mutex::new(Pairing::new()?),
            links: watch::Sender::default(),
            stopped: AtomicBool::new(false),
            activity: Mutex::default(),
            actor,
            answers: Mutex::default(),
            tunnels: AtomicU64::new(0),
            tasks: Mutex::default(),
        });
        shared.spawn(http::serve(listener, Arc::clone(&shared)));
        tracing::info!(port, "waiting for the extension");
        Ok(Self { shared })
    }

    /// A tunnel to the browser of the extension that connected last; waits for one to connect.
    ///
    /// # Errors
    /// `ConnectFailed` when none does; the next step names the pairing code.
    pub(crate) async fn tunnel(&self) -> Result<Tunnel> {
        let link = self.link().await?;
        Ok(self.shared.open_tunnel(&link))
    }

    /// The extension that connected last.
    async fn link(&self) -> Result<Arc<Link>> {
        let limit = if self.shared.store.is_empty() || self.shared.stopped.load(Ordering::Relaxed) {
            UNPAIRED_LIMIT
        } else {
            RETURN_LIMIT
        };
        let mut links = self.shared.links.subscribe();
        let connected = links.wait_for(|links| !links.is_empty());
        let link = match tokio::time::timeout(limit, connected).await {
            Ok(Ok(links)) => links.last().cloned(),
            Ok(Err(_)) | Err(_) => None,
        };
        match link {
            Some(link) => Ok(link),
            None => Err(self.nobody()?),
        }
    }

    fn nobody(&self) -> Result<EngineError> {
        let port = self.shared.port;
        if self.shared.stopped.load(Ordering::Relaxed) {
            let what = format!("the user has stopped the browser extension that was connected to port {port}");
            let step = "ask the user to press Start in its popup, and to grant the tab again";
            return Ok(EngineError::new(ErrorKind::ConnectFailed, what).with_next_step(step));
        }
        let what = format!("no browser extension is connected to port {port}");
        let step = if self.shared.store.is_empty() {
            format!(
                "ask the user to open the popup of the uipilot extension in their browser and to enter the pairing code {}",
                self.pairing_code()?
            )
        } else {
            format!(
                "check that the browser with the paired extension is running and that the extension is not stopped; to pair another one, enter {} in its popup",
                self.pairing_code()?
            )
        };
        Ok(EngineError::new(ErrorKind::ConnectFailed, what).with_next_step(step))
    }

    /// The code that pairs an extension, once; a new one when it is old or used.
    ///
    /// # Errors
    /// `Internal` when the system gives no random numbers.
    pub(crate) fn pairing_code(&self) -> Result<String> {
        lock(&self.shared.pairing).code()
    }

    /// What is known of the relay and of who is connected.
    ///
    /// # Errors
    /// As [`Relay::pairing_code`].
    pub(crate) fn status(&self) -> Result<ExtensionStatus> {
        Ok(ExtensionStatus {
            port: self.shared.port,
            pairing_code: self.pairing_code()?,
            paired: self.shared.store.count(),
            browsers: self.shared.links.borrow().iter().map(|link| link.describe()).collect(),
        })
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        lock(&self.shared.tasks).abort_all();
        self.shared.links.send_replace(Vec::new());
    }
}

async fn listen(port: Option<u16>) -> Result<TcpListener> {
    let wanted = port.map_or(PORTS, |port| port..=port);
    let mut last = None;
    for port in wanted {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => last = Some(error),
        }
    }
    let what = match port {
        Some(port) => format!("port {port} of 127.0.0.1 cannot be listened on"),
        None => format!("none of the ports {} to {} is free", PORTS.start(), PORTS.end()),
    };
    let error = EngineError::new(ErrorKind::ConnectFailed, what)
        .with_next_step("end the program that has the port, or name another one and add it in the extension's popup");
    Err(match last {
        Some(source) => error.with_source(source),
        None => error,
    })
}
