//! A small server on this machine to which the extension in the user's own browser connects.
//!
//! ```text
//! session → backend/cdp → wire/tunnel → relay (127.0.0.1) ⇄ WebSocket ⇄ extension → chrome.debugger → the granted tab
//! ```
//!
//! The extension dials in; the relay never connects outwards. Inside the WebSocket the extension behaves like a
//! browser over CDP: `extension/src/tabs/endpoint.ts` answers the `Target` commands from its list of granted tabs and
//! passes everything else to `chrome.debugger`. So `backend/cdp` is used unchanged.
//!
//! - **Pairing** (`pairing`). The server shows a code, which the user enters in the popup once. Both sides prove
//!   with HMAC-SHA-256 over random numbers of both that they know the code, and later the token. The code is never
//!   sent; the token is sent once, when it is made. Tokens are in a file that only the user can read, shared by all
//!   servers of the user (`store`).
//! - **Access** (`http`, `socket`). Only requests to 127.0.0.1 from the extension or from programs with the token
//!   are accepted; web pages and other extensions are refused.
//! - **What the extension permits** is decided in the extension (`extension/src/policy`), which the user trusts, not
//!   here: granted tabs and tabs that they open, a list of CDP commands, and origins. Only this machine's origins are
//!   allowed until the user allows another one. A page of another origin can be left, but neither read nor touched;
//!   only its origin is reported. A frame without an address of its own (`srcdoc`, `data:`, empty) counts as the
//!   origin of its parent.
//! - **Single actions over HTTP** (`dom_action`, `perform`). `POST /dom-action` takes the arguments of
//!   `interactWithPage` from programs with the token. A request with a `requestId` is carried out only once, however
//!   often it is sent (`answers`).
//! - **Without the debugger** (`by_script`). The extension itself carries out actions that need no trusted input.
//!   With `fallbackToCdp` off it is the only way; clicks are then scripted, untrusted events, and the answer says so.
//! - **Visibility** (`activity`). The extension is told when each action begins and ends, without values of fields.
//! - **Nothing twice.** A command that was in progress when the connection dropped fails with `SessionEnded` and is
//!   never sent again. Earlier UIDs are stale.
//! - **Reconnecting.** A ping every 15 s keeps the extension's worker awake. If the worker was killed, an alarm, a
//!   tab event or the popup wakes it, and it looks for servers on ports 38401 to 38410 and on ports that the user
//!   added. Grants survive the worker, but not the browser: tab ids change their meaning then.
//! - **The browser's bar** about debugging makes the page smaller, which closes lists that close on resize. The
//!   extension reports the debugger as attached when the page has a stable size (`extension/src/tabs/debug-bar.ts`),
//!   a few tenths of a second, once for each tab. Each new document gets a new bar, which moves the page for about
//!   150 ms. The extension reports that (`Tab.resizing`), and actions that are more than a look wait for it.
//! - **Stop** in the popup, or "Cancel" in the browser's bar, revokes every tab and ends every connection. The
//!   extension announces it, and the next call fails at once.

mod activity;
mod answers;
mod by_script;
mod chunks;
mod dom_action;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
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
use crate::deadline;
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

/// The ports on which the extension looks for servers, in this order; `extension/src/connection/ports.ts` has the same.
const PORTS: std::ops::RangeInclusive<u16> = 38_401..=38_410;

/// The only extension that is accepted. The key in its manifest gives it this id everywhere.
const EXTENSION_ORIGIN: &str = "chrome-extension://ipgkmbooopcmpdaijamnoghkkgajdhoj";

/// How long a paired extension may take to connect: its browser wakes it every 30 s. A call waits that long for the first
/// connection, and no longer than its own time for one that was lost.
const RETURN_LIMIT: Duration = Duration::from_secs(35);
/// How long to wait if no extension was ever paired: the user has to act first.
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

/// The state that the relay's tasks share.
struct Shared {
    port: u16,
    started: Started,
    store: Store,
    pairing: Mutex<Pairing>,
    /// Connected extensions, the newest last.
    links: watch::Sender<Vec<Arc<Link>>>,
    /// Whether the user has stopped the extension since the last connection.
    stopped: AtomicBool,
    activity: Mutex<ActivityLog>,
    /// Carries out requests over HTTP.
    actor: Arc<dyn Actor>,
    answers: Mutex<Answers>,
    /// The number of tunnels opened so far.
    tunnels: AtomicU64,
    tasks: Mutex<JoinSet<()>>,
}

impl Shared {
    /// Spawns a task that ends with the relay at the latest.
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
    /// Starts to listen. `actor` carries out the requests of programs over HTTP.
    ///
    /// # Errors
    /// `ConnectFailed` if no port is free, `Io` if the state cannot be read or written.
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

    /// A tunnel to the browser whose extension connected last. Waits for a connection.
    ///
    /// # Errors
    /// `ConnectFailed` if none connects; the next step names the pairing code.
    pub(crate) async fn tunnel(&self) -> Result<Tunnel> {
        let link = self.link().await?;
        Ok(self.shared.open_tunnel(&link))
    }

    /// The extension that connected last.
    async fn link(&self) -> Result<Arc<Link>> {
        let limit = if self.shared.store.is_empty() || self.shared.stopped.load(Ordering::Relaxed) {
            UNPAIRED_LIMIT
        } else if self.shared.tunnels.load(Ordering::Relaxed) == 0 {
            RETURN_LIMIT
        } else {
            // A browser that was lost does not start now, so the call's own time counts.
            deadline::left_in_any_case().min(RETURN_LIMIT)
        };
        let mut links = self.shared.links.subscribe();
        let connected = links.wait_for(|links| !links.is_empty());
        let link = match tokio::time::timeout(limit, connected).await {
            Ok(Ok(links)) => links.last().cloned(),
            Ok(Err(_)) | Err(_) => None,
        };
        match link {
            Some(link) => Ok(link),
            None => Err(self.not_connected()?),
        }
    }

    fn not_connected(&self) -> Result<EngineError> {
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

    /// The code that pairs one extension. Renewed when it is expired or used.
    ///
    /// # Errors
    /// `Internal` if the system provides no random numbers.
    pub(crate) fn pairing_code(&self) -> Result<String> {
        lock(&self.shared.pairing).code()
    }

    /// The status of the relay and its connections.
    ///
    /// # Errors
    /// Those of [`Relay::pairing_code`].
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
