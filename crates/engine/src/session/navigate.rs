//! Open pages, load addresses, and go through the history.

use super::address::Allowed;
use super::cause::unproxied;
use super::leave::{UnderWay, stop_loading};
use super::pages::Select;
use super::withheld::WithheldFiles;
use super::{Session, address, dialog_info, lock};
use crate::action::Target;
use crate::backend::state::PageEnd;
use crate::backend::{Happening, Navigation, PageState, load_failed};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::NavigateOptions;
use crate::page_script::PageFacts;
use crate::report::{Arrival, LoadState, NavigationReport};
use crate::text::{quote, shorten};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the new document may take to say its title.
const TITLE: Duration = Duration::from_secs(1);
/// How long to wait until the document is parsed, after its first content. It can be used before.
const PARSING: Duration = Duration::from_secs(5);
/// What is left of the time of a navigation that is too slow, for stopping it.
const END: Duration = Duration::from_millis(200);
/// How long to wait for `load` after the document is parsed.
const LOADING: Duration = Duration::from_secs(3);

impl Session {
    /// Opens a page, selects it and loads `url` in it.
    ///
    /// # Errors
    /// As [`Session::navigate`]. The page stays open and selected if loading fails.
    pub async fn new_page(&self, url: &str) -> Result<NavigationReport> {
        let url = self.permitted(address::parse(url, self.allowed())?)?;
        deadline::within(self.inner.options.navigation_timeout, self.open_and_load(url)).await
    }

    async fn open_and_load(&self, url: String) -> Result<NavigationReport> {
        let connection = self.connection().await?;
        let id = connection.browser.open_page().await?;
        let target = self.connect_page(&connection, &id, Select::Chosen).await?;
        self.note_in_front(true).await;
        let number = target.number;
        let loaded = self.load(target, &Navigation::To(url), None).await;
        // Where a dialog blocks the page, or its process is gone, the error says what is left of it.
        let stays = |error: EngineError| match error.kind() {
            ErrorKind::NavigationFailed | ErrorKind::Timeout => {
                error.besides(&format!("page {number} was opened for it, and stays open and selected"))
            }
            _ => error,
        };
        loaded.map_err(stays).map_err(|error| self.noted(error))
    }

    /// Loads an address, or goes through the history, in a page (by default the selected one). Returns when
    /// the document is parsed and its `load` event has fired or takes too long.
    ///
    /// # Errors
    /// `UrlNotAllowed`, `InvalidInput`, `NavigationFailed`, `Timeout`, `DialogOpen`.
    pub async fn navigate(&self, to: Navigation, options: &NavigateOptions) -> Result<NavigationReport> {
        let to = match to {
            Navigation::To(url) => Navigation::To(self.permitted(address::parse(&url, self.allowed())?)?),
            other => other,
        };
        let limit = options.timeout.unwrap_or(self.inner.options.navigation_timeout);
        deadline::within(limit, self.go(to, options)).await
    }

    async fn go(&self, to: Navigation, options: &NavigateOptions) -> Result<NavigationReport> {
        let gone = async {
            let target = self.target(options.page).await?;
            let (target, to) = self.make_way(target, to).await?;
            self.bring_forward(&target).await;
            self.load(target, &to, options.timeout).await
        };
        gone.await.map_err(|error| self.noted(error))
    }

    /// What the options allow beside web pages.
    pub(super) fn allowed(&self) -> Allowed {
        let options = &self.inner.options;
        Allowed {
            files: options.allow_file_urls,
            browser_pages: options.allow_browser_pages,
        }
    }

    /// What no page may show all the same.
    pub(super) fn withheld(&self) -> WithheldFiles {
        WithheldFiles::new(&self.inner.options.withheld_files)
    }

    async fn load(&self, target: Arc<Target>, to: &Navigation, timeout: Option<Duration>) -> Result<NavigationReport> {
        let began = Instant::now();
        let limit = timeout.unwrap_or(self.inner.options.navigation_timeout);
        let state = target.page.state();
        let mark = state.mark();
        let before = state.url();
        let is_download = |h: &Happening| matches!(h, Happening::DownloadStarted { .. });
        let blocked = state.blocked.documents();
        let known = self.before_load(self.connection().await?);
        let asked = match to {
            Navigation::To(url) => Some(url.as_str()),
            _ => None,
        };
        let under_way = UnderWay::begin(&target);
        let navigated = tokio::time::timeout(limit.min(deadline::left().saturating_sub(END)), target.page.navigate(to)).await;
        under_way.end();
        match navigated {
            Err(_) => {
                let stopped = stop_loading(&target).await;
                // Firefox reports no document whose first bytes it holds back, and shows an empty one when that is stopped.
                let left = stopped && self.facts(&target).await.0 != before;
                let error = too_slow(to, limit, stopped, left);
                return Err(match self.held_requests().await {
                    Some(held) => error.besides(&held),
                    None => error,
                });
            }
            // A `beforeunload` dialog and a download are results, not errors.
            Ok(Err(error)) if *error.kind() == ErrorKind::DialogOpen && state.dialog().is_some() => {}
            Ok(Err(_)) if state.since(mark).iter().any(is_download) => {}
            Ok(Err(error)) => {
                let error = || self.caused(error, asked, &known);
                return Err(super::intercept::blocked_document(state, blocked).unwrap_or_else(error));
            }
            Ok(Ok(())) => {}
        }
        // The call may have begun before, with the launch of a browser.
        let left = || {
            let of_call = deadline::left().saturating_sub(END);
            limit.saturating_sub(began.elapsed()).min(of_call)
        };
        let stopped = |state: &PageState| state.dialog().is_some() || state.end().is_some();
        let ended = |state: &PageState| stopped(state) || state.is_incomplete();
        let is_commit = |h: &Happening| matches!(h, Happening::Committed { main: true, .. });
        let main = target.page.main_frame();
        let is_step = |h: &Happening| matches!(h, Happening::SameDocument { frame, .. } if *frame == main);
        let committed = state.since(mark).iter().any(is_commit);
        let moved = state.since(mark).iter().any(is_step);
        if committed {
            let _ = state
                .wait(left().min(PARSING), |state| {
                    (state.load_state().0 || ended(state)).then_some(())
                })
                .await;
            let _ = state
                .wait(left().min(LOADING), |state| {
                    (state.load_state().1 || ended(state)).then_some(())
                })
                .await;
        }
        lock(&self.inner.snapshots).remove(target.number);
        let (url, title) = self.facts(&target).await;
        // The document may have led elsewhere meanwhile, as with a refresh at once.
        if committed && let Some(failed) = target.page.failed_load().await {
            let error = || load_failed(&failed);
            return Err(super::intercept::blocked_document(state, blocked).unwrap_or_else(error));
        }
        let downloaded = state.since(mark).iter().any(is_download);
        // A page that crashed before stays as it is where the address gives a file.
        if committed || !downloaded {
            refuse_crashed(&target, to)?;
        }
        if committed && let Some(error) = unproxied(&state.url(), &known) {
            return Err(error);
        }
        if let Navigation::To(wanted) = to
            && !committed
            && url == before
            && url != *wanted
            && !stopped(state)
            && !downloaded
        {
            return Err(loading_stopped(wanted));
        }
        if dialog_info(&target).is_none() {
            self.warm(&target);
        }
        let load_state = match state.load_state() {
            (_, true) => LoadState::Loaded,
            (true, false) => LoadState::DomContentLoaded,
            (false, false) => LoadState::Committed,
        };
        let mut effects = self.effects(&target, &main, mark);
        effects.navigated_to = None;
        Ok(NavigationReport {
            page: target.number,
            url,
            title,
            arrival: match () {
                () if committed || moved => Arrival::Arrived,
                () if effects.dialog.is_some() => Arrival::Blocked,
                () if downloaded => Arrival::Download,
                () if matches!(to, Navigation::Back | Navigation::Forward) => Arrival::Frame,
                () => Arrival::Arrived,
            },
            load_state,
            incomplete: state.is_incomplete(),
            effects,
            duration: began.elapsed(),
        })
    }

    /// Address and title. The address comes from the journal if the page cannot be queried.
    async fn facts(&self, target: &Target) -> (String, String) {
        let state = target.page.state();
        let document = state.document();
        let facts = self.facts_now(target).await;
        if !facts.1.is_empty() || state.document() == document {
            return facts;
        }
        // Another document has replaced it meanwhile, as by a refresh at once.
        let parsed = |state: &PageState| {
            let ended = state.dialog().is_some() || state.end().is_some();
            (state.load_state().0 || ended || state.is_incomplete()).then_some(())
        };
        let _ = state.wait(deadline::at_most(TITLE), parsed).await;
        self.facts_now(target).await
    }

    async fn facts_now(&self, target: &Target) -> (String, String) {
        let url = target.page.state().url();
        if dialog_info(target).is_some() {
            return (url, String::new());
        }
        let main = target.page.main_frame();
        let nothing = serde_json::json!({});
        let asked = target.ask::<PageFacts>(&main, "page", &nothing);
        let limit = deadline::at_most(TITLE);
        match tokio::time::timeout(limit, asked).await {
            Err(_) => (url, String::new()),
            Ok(Ok(facts)) => (facts.url, facts.title),
            Ok(Err(error)) => {
                tracing::debug!(%error, "the new document could not be asked for its title");
                (url, String::new())
            }
        }
    }
}

fn too_slow(to: &Navigation, limit: Duration, stopped: bool, left: bool) -> EngineError {
    let seconds = limit.as_secs_f64();
    let what = match to {
        Navigation::To(url) if !left => format!("{} did not answer within {seconds:.1} s", quote(&shorten(url, 200))),
        Navigation::To(url) => format!("{} did not load within {seconds:.1} s", quote(&shorten(url, 200))),
        _ => format!("the page did not load within {seconds:.1} s"),
    };
    let end = if left {
        "; the loading was stopped, and the page shows what had come by then, which may be nothing"
    } else if stopped {
        "; the loading was stopped, and the page shows what it showed before"
    } else {
        "; the page did not answer when the loading was to be stopped, so it may still end"
    };
    EngineError::new(ErrorKind::Timeout, format!("{what}{end}"))
}

/// Refuses to call a page loaded whose process has crashed.
///
/// # Errors
/// `PageCrashed`
fn refuse_crashed(target: &Target, to: &Navigation) -> Result<()> {
    if target.page.state().end() != Some(PageEnd::Crashed) {
        return Ok(());
    }
    let what = match to {
        Navigation::To(url) => format!("loading {}", quote(&shorten(url, 200))),
        _ => "loading the page".to_owned(),
    };
    target.page.refuse_ended().map_err(|error| error.during(&what))
}

/// The error for a page that aborted the loading of `wanted`, for example because it rewrote itself.
fn loading_stopped(wanted: &str) -> EngineError {
    EngineError::new(
        ErrorKind::NavigationFailed,
        format!(
            "the page aborted the loading of {} and still shows the previous document",
            quote(&shorten(wanted, 200))
        ),
    )
    .with_next_step("try again, or open the address in a new page")
}
