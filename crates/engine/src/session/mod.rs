//! A session: one browser, its pages, the UIDs given out, and every call that a caller can make.
//!
//! A session starts its browser when a call first needs it, and ends it when the session is closed or
//! dropped. If the browser has died, the next call starts it again, and its answer says so.

mod act;
mod activated;
mod address;
mod by_hand;
#[cfg(feature = "relay")]
mod by_script;
mod cause;
mod changes;
mod clipboard;
#[cfg(feature = "pictures")]
mod compare;
mod connect;
mod console;
mod contexts;
mod cookies;
mod coverage;
mod describe;
mod dialog;
mod downloads;
mod emulate;
mod evaluate;
#[cfg(feature = "relay")]
mod extension;
mod fields;
mod film;
mod find;
mod form;
mod front;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod gone;
#[cfg(feature = "relay")]
mod guard;
mod held_keys;
mod hidden;
mod inspect;
mod interact;
mod intercept;
mod kept;
mod lasting;
mod leave;
mod locate;
mod located;
mod marks;
mod navigate;
mod network;
#[cfg(not(feature = "relay"))]
mod no_extension;
mod observe;
mod page_file;
mod page_tools;
mod pages;
mod paper;
mod read;
mod read_kept;
mod recent;
mod running;
mod scroll;
mod sight;
mod since;
mod storage;
mod trace;
mod until_idle;
mod withheld;

use crate::action;
use crate::action::Target;
use crate::backend::intercept::Policy;
use crate::backend::leftovers::Leftovers;
use crate::backend::state::PageEnd;
use crate::backend::traffic::Traffic;
use crate::backend::{Network, Page};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{Recorded, SessionOptions};
use crate::report::{BrowserInfo, Download, Effects, FileChooserInfo, OpenedPage};
use crate::snapshot::{Lookup, NodeRef, Uid, UidMap};
use crate::text::{quote, shorten};
use connect::Connection;
#[cfg(feature = "webdriver")]
pub use connect::connect_webdriver;
use dialog::{dialog_info, refuse_open_dialog};
#[cfg(feature = "relay")]
use extension::RelaySlot;
#[cfg(feature = "relay")]
use guard::ActionGuard;
use kept::Kept;
#[cfg(not(feature = "relay"))]
use no_extension::{ActionGuard, RelaySlot};
use pages::PageTable;
use recent::Ring;
use running::RunningAction;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// How many frames that do not answer are named.
const MOST_SILENT: usize = 5;

/// The maximum number of notices that wait for an answer.
const MOST_NOTICES: usize = 32;

/// How long the end of a session waits for what it has left at a server.
const LEFTOVERS_LIMIT: Duration = Duration::from_secs(5);

/// Said once of each browser that is started without its sandbox.
const UNSANDBOXED: &str = "The browser runs without its sandbox, because this user is root or may not create user namespaces.";

/// One session. Clones share it, and all calls may run at the same time.
#[derive(Clone)]
pub struct Session {
    inner: Arc<Inner>,
    /// The page that calls use, see [`Session::on_page`].
    page: Option<u32>,
}

struct Inner {
    options: SessionOptions,
    /// The session whose browser this one shares.
    host: Option<Session>,
    connection: tokio::sync::Mutex<Option<Arc<Connection>>>,
    /// Outlives connections: the extension connects to it again.
    relay: RelaySlot,
    closed: watch::Sender<bool>,
    leftovers: Leftovers,
    uids: Mutex<UidMap>,
    snapshots: Mutex<Kept>,
    readings: Mutex<read_kept::Kept>,
    pages: Mutex<PageTable>,
    /// What the options say about requests.
    policy: Policy,
    /// Sentences about the session that the next answer carries.
    notices: Mutex<Vec<String>>,
    recent: Mutex<Ring>,
    /// The requests of its pages, if they are recorded. Outlives connections.
    traffic: Option<Arc<Traffic>>,
    held: Mutex<held_keys::HeldOn>,
    emulated: emulate::Emulated,
    traced: Mutex<trace::Traced>,
    covered: Mutex<Option<Arc<Target>>>,
    film: film::Slot,
    hands: Mutex<by_hand::Ways>,
    /// Whether a snapshot was taken since a page was last prepared, see [`Session::warm`].
    looked: AtomicBool,
}

/// A download as an action tells it. The path of a file on another machine says nothing here: [`Session::downloads`] fetches
/// the file.
fn told(download: Download, elsewhere: bool) -> Download {
    match download.path {
        Some(_) if elsewhere => Download {
            path: None,
            finished: false,
            ..download
        },
        _ => download,
    }
}

fn closed() -> EngineError {
    EngineError::new(ErrorKind::SessionEnded, "the session was closed").with_next_step("open a new session")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    /// Creates a session. Nothing is started yet.
    ///
    /// # Errors
    /// `InvalidInput` for invalid options, such as an empty viewport.
    pub fn open(options: SessionOptions) -> Result<Self> {
        Self::with_host(options, None)
    }

    fn with_host(options: SessionOptions, host: Option<Session>) -> Result<Self> {
        options.check()?;
        let emulated = emulate::Emulated::begin(options.emulate.as_ref())?;
        let policy = Policy::of(&options)?;
        let traffic = options.record.contains(&Recorded::Network).then(Arc::default);
        Ok(Self {
            page: None,
            inner: Arc::new(Inner {
                options,
                host,
                connection: tokio::sync::Mutex::new(None),
                relay: RelaySlot::default(),
                closed: watch::Sender::new(false),
                leftovers: Leftovers::default(),
                uids: Mutex::default(),
                snapshots: Mutex::default(),
                readings: Mutex::default(),
                traced: Mutex::default(),
                covered: Mutex::default(),
                film: film::Slot::default(),
                hands: Mutex::default(),
                pages: Mutex::default(),
                policy,
                notices: Mutex::default(),
                recent: Mutex::default(),
                traffic,
                held: Mutex::default(),
                emulated,
                looked: AtomicBool::new(true),
            }),
        })
    }

    /// Starts the browser or connects to it, if that has not happened. Other calls do so when they need it.
    ///
    /// # Errors
    /// `BrowserNotFound`, `LaunchFailed`, `ConnectFailed`, `SessionEnded` after [`Session::close`].
    pub async fn start(&self) -> Result<BrowserInfo> {
        self.in_time(async {
            let connection = self.connection().await?;
            self.target(None).await?;
            let description = connection.browser.describe();
            Ok(BrowserInfo {
                product: description.product,
                protocol: description.protocol,
                pid: connection.pid(),
                unsandboxed: connection.is_unsandboxed(),
            })
        })
        .await
    }

    /// Carries out a call that has no time limit of its own, within the action timeout.
    fn in_time<T>(&self, work: impl Future<Output = Result<T>> + Send) -> impl Future<Output = Result<T>> + Send {
        self.acting(Duration::ZERO, work)
    }

    /// Carries out a call within `extra` time besides the action timeout.
    fn acting<T>(&self, extra: Duration, work: impl Future<Output = Result<T>> + Send) -> impl Future<Output = Result<T>> + Send {
        deadline::within_and(self.inner.options.action_timeout, extra, Box::pin(work))
    }

    /// Ends the session, and the browser if the session launched it. Idempotent.
    pub async fn close(&self) {
        // Ends a start under way, which holds the connection.
        self.inner.closed.send_replace(true);
        self.release_keys_at_end().await;
        self.drop_film();
        let connection = self.inner.connection.lock().await.take();
        if let Some(connection) = connection {
            connection.end().await;
        }
        self.inner.leftovers.wait(LEFTOVERS_LIMIT).await;
        self.inner.relay.close().await;
        self.forget_pages();
    }

    /// The current connection, or a new one if there is none or it has ended.
    async fn connection(&self) -> Result<Arc<Connection>> {
        let connecting = Box::pin(self.connect());
        // The user of a browser that is found by its profile may be asked whether it may be attached to.
        if self.inner.options.attach.as_ref().is_some_and(|attach| !attach.may_ask()) {
            return deadline::waiting_for("the browser at the endpoint has not answered", connecting).await;
        }
        // A browser that starts, a driver that starts one and a user who pairs have limits of their own.
        deadline::uncounted(connecting).await
    }

    async fn connect(&self) -> Result<Arc<Connection>> {
        let mut slot = self.inner.connection.lock().await;
        self.refuse_closed()?;
        let mut lost = None;
        if let Some(connection) = slot.as_ref() {
            match connection.browser.state().ended() {
                None => return Ok(Arc::clone(connection)),
                Some(why) => lost = Some(why),
            }
        }
        let before = slot.take();
        if let Some(dead) = &before {
            dead.end().await;
            self.forget_pages();
        }
        let mut closing = self.inner.closed.subscribe();
        let connection = tokio::select! {
            biased;
            _ = closing.wait_for(|closed| *closed) => return Err(closed()),
            connection = connect::connect(self) => Arc::new(connection?),
        };
        if let Err(error) = self.emulate_from_start(&connection).await {
            connection.end().await;
            return Err(error);
        }
        if let Some(dead) = before {
            Self::watch_again(&dead, &connection).await;
        }
        if let Some(why) = lost {
            tracing::warn!(why, "the browser had ended");
            let again = if connection.pid().is_some() {
                "a new one was started"
            } else {
                "the connection was made again"
            };
            self.notice(format!(
                "The browser had ended ({why}); {again}. Pages and UIDs from before are gone."
            ));
        }
        if connection.is_unsandboxed() {
            self.notice(UNSANDBOXED.to_owned());
        }
        *slot = Some(Arc::clone(&connection));
        Ok(connection)
    }

    fn refuse_closed(&self) -> Result<()> {
        if *self.inner.closed.borrow() { Err(closed()) } else { Ok(()) }
    }

    fn forget_pages(&self) {
        lock(&self.inner.uids).clear(None);
        lock(&self.inner.snapshots).clear();
        self.forget_readings(None);
        lock(&self.inner.pages).clear();
    }

    /// The element that a UID names on the selected page.
    fn resolve(&self, target: &Target, text: &str) -> Result<NodeRef> {
        let Ok(uid) = text.parse::<Uid>() else {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("{} is not a UID; UIDs look like 1_4", quote(&shorten(text, 60))),
            )
            .with_next_step(crate::error::NextStep::snapshot("use a UID from it")));
        };
        let node = match lock(&self.inner.uids).look_up(uid) {
            Lookup::Live(node) => *node,
            Lookup::Stale => {
                return Err(action::stale_uid(
                    text,
                    "the page or the element's frame has navigated or gone since, or the snapshot was cleared",
                ));
            }
            Lookup::Unknown => {
                return Err(EngineError::new(
                    ErrorKind::UnknownUid,
                    format!("UID {uid} was never given out in this session"),
                ));
            }
        };
        if node.page != target.number {
            return Err(EngineError::new(
                ErrorKind::UidOfOtherPage,
                format!(
                    "UID {uid} ({}) belongs to page {}, and page {} is selected",
                    node.describe(),
                    node.page,
                    target.number
                ),
            )
            .with_next_step(crate::error::NextStep::SelectPage { page: node.page }));
        }
        if node.epoch != target.page.state().document() {
            return Err(action::stale(&node, "the page has navigated since"));
        }
        Ok(node)
    }

    /// What happened on a page since `mark`, with the pending notices.
    fn effects(&self, target: &Target, main: &str, mark: u64) -> Effects {
        let collected = action::collect(target.page.state(), main, mark);
        let mut notices = self.take_notices();
        match target.page.state().end() {
            Some(PageEnd::Closed) => {
                // Another call, or an earlier part of this one, may have met the end of the page and told of it.
                for notice in self.gone(target) {
                    if !notices.contains(&notice) {
                        notices.push(notice);
                    }
                }
            }
            Some(PageEnd::Crashed) => {
                notices.push(format!("Page {} crashed and must be loaded again.", target.number));
            }
            None => {}
        }
        notices.extend(intercept::blocked_requests(target.page.state()));
        notices.extend(silent_frames(&*target.page));
        notices.extend(held_keys::held_keys(target));
        let mut pages = lock(&self.inner.pages);
        Effects {
            navigated_to: collected.navigated_to,
            failed_load: None,
            navigating: collected.navigating,
            opened: collected
                .opened
                .into_iter()
                .map(|opened| OpenedPage {
                    page: pages.number(&opened.id),
                    url: opened.url,
                    closed: opened.closed,
                })
                .collect(),
            opened_more: collected.opened_more,
            dialog: dialog_info(target),
            file_chooser: target.page.state().chooser_since(mark).map(|chooser| FileChooserInfo {
                multiple: chooser.multiple,
            }),
            requesting: matches!(target.page.state().network(), Network::Busy(_)),
            downloads: collected
                .downloads
                .into_iter()
                .map(|download| told(download, target.remote_files.is_some()))
                .collect(),
            downloads_more: collected.downloads_more,
            console_errors: self.console_errors(target, mark),
            changes: None,
            notices,
        }
    }

    /// Prepares the new document of a page for the next call. The document is walked ahead of a snapshot
    /// only if the caller has taken a snapshot since the last time, so that other callers' pages do no
    /// needless work.
    fn warm(&self, target: &Arc<Target>) {
        let empty = target.page.state().url() == "about:blank";
        let ahead = if empty {
            false
        } else {
            self.inner.looked.swap(false, Ordering::Relaxed)
        };
        target.warm(ahead);
    }

    /// Keeps something for the next answer. A caller that asks only for lists of pages gets no notices, so the oldest
    /// make room.
    fn notice(&self, notice: String) {
        let mut notices = lock(&self.inner.notices);
        if notices.len() == MOST_NOTICES {
            notices.remove(0);
        }
        notices.push(notice);
    }

    fn take_notices(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.inner.notices))
    }

    /// Adds the pending notices to an error. After a restart, the next call often fails on a UID of the
    /// dead browser, and the notice explains why.
    fn noted(&self, error: EngineError) -> EngineError {
        let notices = self.take_notices();
        if notices.is_empty() {
            return error;
        }
        error.besides(&notices.join(" "))
    }
}

/// The frames of a page that do not answer, as a sentence. The main frame is not among them: an answer that
/// needs it is an error.
fn silent_frames(page: &dyn Page) -> Option<String> {
    let main = page.main_frame();
    let silent = page.state().silent_frames();
    let shown: Vec<_> = silent
        .iter()
        .filter(|(frame, _)| *frame != main)
        .map(|(_, url)| quote(&shorten(url, 120)))
        .collect();
    let more = shown.len().saturating_sub(MOST_SILENT);
    let list = shown
        .iter()
        .take(MOST_SILENT)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    match shown.len() {
        0 => None,
        1 => Some(format!(
            "The frame {list} does not answer and is left out: its script is busy."
        )),
        _ => Some(format!(
            "The frames {list}{rest} do not answer and are left out: their scripts are busy."
        )),
    }
}
