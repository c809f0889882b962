//! Navigation, and detection of a new document.

use super::failed_load::failed;
use super::page::CdpPage;
use super::protocol::{NavigateReply, NavigationHistory};
use super::tree::FrameTree;
use crate::backend::monitor::{NO_LIMIT, lock};
use crate::backend::state::{Happening, PageEnd};
use crate::backend::wire::{Command, DEFAULT_LIMIT, WireError, read};
use crate::backend::{Navigation, PageState, Unblocked, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long after the browser's answer the page's process may take to report a document, a fragment, an error
/// page or a crash.
const COMMIT_LIMIT: Duration = Duration::from_secs(10);

/// How often a refused command is retried, and the pause before each retry.
const PATIENCE: usize = 5;
const PAUSE: Duration = Duration::from_millis(30);

/// How long after an aborted navigation the browser may take to report the reason.
const REASON_LIMIT: Duration = Duration::from_millis(200);

/// The network error of a navigation that ended without a document.
const ABORTED: &str = "net::ERR_ABORTED";

/// How long after a dismissed `beforeunload` dialog the cancelled navigation may still be ending.
const STAY_LIMIT: Duration = Duration::from_secs(2);

/// How long a page that did not answer before may take to answer now.
const PROBE_LIMIT: Duration = Duration::from_millis(300);

/// How long the browser may take to end the page's process, or to show in another one what was to be shown in that.
const CRASH_LIMIT: Duration = Duration::from_secs(1);

/// The pause before the history is asked whether a step is done, and how long its document may take to be told after it.
const STEP_PAUSE: Duration = Duration::from_millis(100);

/// How long the browser may take to stop a navigation.
const STOP_LIMIT: Duration = Duration::from_secs(1);

/// A navigation that ended without a document.
enum Ended {
    /// Cancelled: by the page, by another navigation, or by an answer without a document.
    Aborted(EngineError),
    Failed(EngineError),
}

impl Ended {
    fn into_error(self) -> EngineError {
        match self {
            Self::Aborted(error) | Self::Failed(error) => error,
        }
    }
}

impl From<EngineError> for Ended {
    fn from(error: EngineError) -> Self {
        Self::Failed(error)
    }
}

impl CdpPage {
    /// Navigates. Returns when the new document is committed.
    pub(super) async fn go(&self, to: &Navigation) -> Result<()> {
        // A crashed page can navigate, which restores it.
        if self.state.end() != Some(PageEnd::Crashed) {
            self.check()?;
        }
        match to {
            Navigation::To(url) => self.load(url).await,
            Navigation::Reload => {
                let (mark, crashes) = (self.state.mark(), self.crashes());
                let _: Value = self.ask_even_crashed("Page.reload", json!({})).await?;
                self.arrive(mark, crashes, "reloading").await
            }
            Navigation::Back => self.step(-1).await,
            Navigation::Forward => self.step(1).await,
        }
    }

    /// Like `ask`, but works on a crashed page and reports a dialog that opens (`beforeunload`).
    async fn ask_even_crashed<T: DeserializeOwned>(&self, method: &'static str, params: Value) -> Result<T> {
        let mut patience = PATIENCE;
        loop {
            let reply = self.wire.send(Command::new(method, params.clone()).on(&self.session));
            match read(method, self.unless_blocked(reply).await?) {
                // Just after the page moved to another process, the browser refuses some commands, although
                // it has already reported the document.
                Err(WireError::Refused { .. }) if patience > 0 => {
                    patience -= 1;
                    tokio::time::sleep(PAUSE).await;
                }
                reply => return Ok(reply?),
            }
        }
    }

    /// Ends a script that never yields, or else the page's process, because either would block leaving the page.
    /// The browser holds commands to the page back once a navigation has begun, so this comes before it.
    pub(super) async fn end_stuck_page(&self) -> Unblocked {
        let dialog = self.state.dialog().is_some();
        if !dialog {
            if self.answers().await {
                return Unblocked::Needless;
            }
            self.wire
                .post(vec![Command::new("Runtime.terminateExecution", json!({})).on(&self.session)]);
            if self.answers().await {
                return Unblocked::ScriptEnded;
            }
        }
        tracing::warn!("the page does not answer; its process is ended so that the page can be left");
        let before = self.crashes();
        self.wire.post(vec![Command::new("Page.crash", json!({})).on(&self.session)]);
        if self.crashes_within(CRASH_LIMIT, before).await {
            Unblocked::ProcessEnded
        } else {
            Unblocked::Impossible
        }
    }

    async fn answers(&self) -> bool {
        let probe = Command::new("Runtime.evaluate", json!({"expression": "0"})).on(&self.session);
        !matches!(self.wire.send(probe.within(PROBE_LIMIT)).await, Err(WireError::Late { .. }))
    }

    /// Stops the navigation that is under way. Its end may also abort a navigation that begins right after it.
    pub(super) async fn stop_navigation(&self) -> Result<()> {
        let main = self.tree.look(|tree| tree.main().clone());
        let stop = Command::new("Page.stopLoading", json!({})).on(&self.session);
        self.wire.send(stop.within(STOP_LIMIT)).await?;
        *lock(&self.stayed) = Some(Instant::now());
        self.state
            .wait(STOP_LIMIT, |state| state.navigating_to(&main).is_none().then_some(()))
            .await;
        Ok(())
    }

    /// Does `work`, unless a dialog opens or the page is closed.
    async fn unless_blocked<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        let blocked = self.state.wait(Duration::from_hours(24), |state| {
            (state.dialog().is_some() || state.end() == Some(PageEnd::Closed)).then_some(())
        });
        tokio::select! {
            biased;
            done = work => Ok(done),
            _ = blocked => Err(match self.check() {
                Err(error) => error.during("navigating"),
                Ok(()) => EngineError::new(ErrorKind::DialogOpen, "a dialog opened while navigating and was answered"),
            }),
        }
    }

    /// How often the page's renderer has crashed.
    fn crashes(&self) -> u64 {
        self.crashes.look(|crashes| *crashes)
    }

    fn has_crashed_since(&self, before: u64) -> bool {
        self.crashes() != before
    }

    /// Whether the renderer crashes within this time, or has done so since it had crashed `before` times.
    async fn crashes_within(&self, limit: Duration, before: u64) -> bool {
        let crashed = |now: &u64| (*now != before).then_some(());
        self.crashes.wait(limit, crashed).await.is_some()
    }

    /// Waits for what another renderer would show shortly after a crash, or else until there is nothing to wait for. `before` is
    /// how often the page had crashed.
    async fn unless_crashed<T>(&self, before: u64, arrival: impl Future<Output = Option<T>>) -> Option<T> {
        tokio::pin!(arrival);
        tokio::select! {
            biased;
            arrived = &mut arrival => return arrived,
            _ = self.crashes_within(NO_LIMIT, before) => {}
        }
        tokio::time::timeout(CRASH_LIMIT, arrival).await.ok().flatten()
    }

    async fn load(&self, url: &str) -> Result<()> {
        let before = Instant::now();
        let result = self.load_once(url).await;
        // Just after a dismissed `beforeunload` dialog or a stop, the end of the cancelled navigation may also
        // abort a navigation that begins right after it.
        let stayed = lock(&self.stayed).take();
        let cut = stayed.is_some_and(|stayed| before.duration_since(stayed) < STAY_LIMIT);
        match result {
            Err(Ended::Aborted(_)) if cut => self.load_once(url).await.map_err(Ended::into_error),
            result => result.map_err(Ended::into_error),
        }
    }

    async fn load_once(&self, url: &str) -> Result<(), Ended> {
        let mark = self.state.mark();
        let crashes_before = self.crashes();
        let reply: NavigateReply =
            self.ask_even_crashed("Page.navigate", json!({"url": url}))
                .await
                .map_err(|error| match error.kind() {
                    ErrorKind::Protocol => EngineError::new(
                        ErrorKind::NavigationFailed,
                        format!("the browser rejects {} as an address", quote(&shorten(url, 300))),
                    )
                    .with_source(error)
                    .with_next_step("use a complete address, such as https://example.com/"),
                    _ => error,
                })?;
        let committed = |tree: &FrameTree| {
            reply
                .loader_id
                .as_deref()
                .is_some_and(|loader| tree.has_committed(loader))
                .then_some(())
        };
        match reply.error_text.as_deref() {
            None | Some("") if reply.loader_id.is_none() => {
                self.same_document(mark).await;
                Ok(())
            }
            None | Some("") => {
                let arrived = self.unless_crashed(crashes_before, self.tree.wait(COMMIT_LIMIT, committed));
                if self.unless_blocked(arrived).await?.is_some() {
                    return Ok(());
                }
                if self.has_crashed_since(crashes_before) {
                    return Err(Ended::Failed(crashed_on(url)));
                }
                Err(Ended::Failed(EngineError::new(
                    ErrorKind::Timeout,
                    format!(
                        "the browser accepted {} but shows no document of it",
                        quote(&shorten(url, 300))
                    ),
                )))
            }
            // The page stays. The download is recorded among the happenings.
            Some(_) if reply.is_download => Ok(()),
            Some(ABORTED) => Err(self.aborted(url, &reply, crashes_before).await),
            Some(error) => {
                // The browser's own error page replaces the document. Later calls must see that page.
                self.unless_blocked(self.tree.wait(COMMIT_LIMIT, committed)).await?;
                Err(Ended::Failed(failed(url, error)))
            }
        }
    }

    /// The reason why the browser aborted a navigation: the renderer crashed, or the page stays.
    async fn aborted(&self, url: &str, reply: &NavigateReply, crashes_before: u64) -> Ended {
        // Without a loader, the browser itself handled the address.
        let limit = if reply.loader_id.is_none() {
            COMMIT_LIMIT
        } else {
            REASON_LIMIT
        };
        if self.crashes_within(limit, crashes_before).await {
            return Ended::Failed(crashed_on(url));
        }
        Ended::Aborted(failed(url, ABORTED))
    }

    /// Waits until the browser reports a change of the address within the document.
    async fn same_document(&self, mark: u64) {
        let main = self.tree.look(|tree| tree.main().clone());
        self.state
            .wait(Duration::from_secs(1), |state| {
                let happened = state.since(mark);
                happened
                    .iter()
                    .any(|happening| matches!(happening, Happening::SameDocument { frame, .. } if *frame == main))
                    .then_some(())
            })
            .await;
    }

    async fn step(&self, by: isize) -> Result<()> {
        let history: NavigationHistory = self.ask_even_crashed("Page.getNavigationHistory", json!({})).await?;
        let entry = history
            .current_index
            .checked_add_signed(by)
            .and_then(|index| history.entries.get(index));
        let Some(entry) = entry else {
            let (word, way) = if by < 0 { ("earlier", "back") } else { ("later", "forward") };
            return Err(EngineError::new(
                ErrorKind::NavigationFailed,
                format!("there is no {word} page in this page's history to go {way} to"),
            )
            .with_next_step(crate::error::NextStep::LoadAddress));
        };
        let (mark, crashes) = (self.state.mark(), self.crashes());
        let _: Value = self
            .ask_even_crashed("Page.navigateToHistoryEntry", json!({"entryId": entry.id}))
            .await?;
        tokio::select! {
            biased;
            arrived = self.arrive(mark, crashes, "going through the history") => arrived,
            () = self.stepped_in_frame(mark, entry.id) => Ok(()),
        }
    }

    /// Resolves when the history is at this entry and a frame below the main one has changed for it: some steps are of such a
    /// frame alone.
    async fn stepped_in_frame(&self, mark: u64, entry: i64) {
        let main = self.tree.look(|tree| tree.main().clone());
        let below = |state: &PageState| {
            state
                .since(mark)
                .iter()
                .any(|happening| happening.is_below(&main))
                .then_some(())
        };
        self.state.wait(NO_LIMIT, below).await;
        loop {
            tokio::time::sleep(STEP_PAUSE).await;
            let history = self
                .ask_even_crashed::<NavigationHistory>("Page.getNavigationHistory", json!({}))
                .await;
            let Ok(NavigationHistory { current_index, entries }) = history else {
                continue;
            };
            if entries.get(current_index).is_some_and(|current| current.id == entry) {
                // The document of a step of the main frame is told by then.
                tokio::time::sleep(STEP_PAUSE).await;
                return;
            }
        }
    }

    /// Waits until the main frame has another document or address, or the navigation has failed. `mark` and `crashes` are of before
    /// it began.
    async fn arrive(&self, mark: u64, crashes: u64, doing: &str) -> Result<()> {
        let main = self.tree.look(|tree| tree.main().clone());
        let arrival = self.state.wait(DEFAULT_LIMIT, |state| {
            state.since(mark).into_iter().find_map(|happening| match happening {
                Happening::Committed { main: true, .. } => Some(true),
                Happening::SameDocument { frame, .. } if frame == main => Some(true),
                Happening::NavigationAborted { frame } if frame == main => Some(false),
                _ => None,
            })
        });
        match self.unless_blocked(self.unless_crashed(crashes, arrival)).await? {
            Some(true) => match self.read_failed_load().await {
                Some(failed) => Err(refusal::load_failed(&failed).during(doing)),
                None => Ok(()),
            },
            // The reason is reported after the end.
            Some(false) if !self.crashes_within(REASON_LIMIT, crashes).await => Err(EngineError::new(
                ErrorKind::NavigationFailed,
                format!("{doing}: the navigation ended without a new document"),
            )),
            _ if self.has_crashed_since(crashes) => Err(EngineError::new(
                ErrorKind::PageCrashed,
                format!("{doing}: the page's renderer crashed"),
            )),
            _ => Err(EngineError::new(
                ErrorKind::Timeout,
                format!("{doing}: no document came within {} s", DEFAULT_LIMIT.as_secs()),
            )),
        }
    }
}

/// The error for a renderer that crashed before it showed the document.
fn crashed_on(url: &str) -> EngineError {
    let what = format!("the page's renderer crashed on {}", quote(&shorten(url, 300)));
    EngineError::new(ErrorKind::PageCrashed, what).with_next_step(crate::error::NextStep::LoadAddress)
}
