//! Open pages, load addresses, and go through the history.

use super::address::Allowed;
use super::pages::Select;
use super::{Session, address, dialog_info, lock, refuse_open_dialog};
use crate::action::Target;
use crate::backend::{Happening, Navigation, PageState};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::NavigateOptions;
use crate::page_script::PageFacts;
use crate::report::{LoadState, NavigationReport};
use crate::text::{quote, shorten};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to wait for `load` after the document is parsed.
const LOADING: Duration = Duration::from_secs(3);

impl Session {
    /// Opens a page, selects it and loads `url` in it.
    ///
    /// # Errors
    /// As [`Session::navigate`]. The page stays open and selected if loading fails.
    pub async fn new_page(&self, url: &str) -> Result<NavigationReport> {
        let url = address::parse(url, self.allowed())?;
        let connection = self.connection().await?;
        let id = connection.browser.open_page().await?;
        let target = self.connect_page(&connection, &id, Select::Chosen).await?;
        self.load(target, &Navigation::To(url), None)
            .await
            .map_err(|error| self.noted(error))
    }

    /// Loads an address, or goes through the history, in a page (by default the selected one). Returns when
    /// the document is parsed and its `load` event has fired or takes too long.
    ///
    /// # Errors
    /// `UrlNotAllowed`, `InvalidInput`, `NavigationFailed`, `Timeout`, `DialogOpen`.
    pub async fn navigate(&self, to: Navigation, options: &NavigateOptions) -> Result<NavigationReport> {
        let to = match to {
            Navigation::To(url) => Navigation::To(address::parse(&url, self.allowed())?),
            other => other,
        };
        let target = self.target(options.page).await.map_err(|error| self.noted(error))?;
        refuse_open_dialog(&target).map_err(|error| self.noted(error))?;
        self.load(target, &to, options.timeout)
            .await
            .map_err(|error| self.noted(error))
    }

    /// What the options allow beside web pages.
    pub(super) fn allowed(&self) -> Allowed {
        let options = &self.inner.options;
        Allowed {
            files: options.allow_file_urls,
            browser_pages: options.allow_browser_pages,
        }
    }

    async fn load(&self, target: Arc<Target>, to: &Navigation, timeout: Option<Duration>) -> Result<NavigationReport> {
        let began = Instant::now();
        let limit = timeout.unwrap_or(self.inner.options.navigation_timeout);
        let state = target.page.state();
        let mark = state.mark();
        let before = state.url();
        let is_download = |h: &Happening| matches!(h, Happening::DownloadStarted { .. });
        match tokio::time::timeout(limit, target.page.navigate(to)).await {
            Err(_) => return Err(too_slow(to, limit)),
            // A `beforeunload` dialog and a download are results, not errors.
            Ok(Err(error)) if *error.kind() == ErrorKind::DialogOpen && state.dialog().is_some() => {}
            Ok(Err(_)) if state.since(mark).iter().any(is_download) => {}
            Ok(result) => result?,
        }
        let left = || limit.saturating_sub(began.elapsed());
        let stopped = |state: &PageState| state.dialog().is_some() || state.end().is_some();
        let is_commit = |h: &Happening| matches!(h, Happening::Committed { main: true, .. });
        let committed = state.since(mark).iter().any(is_commit);
        if committed {
            let _ = state
                .wait(left(), |state| (state.load_state().0 || stopped(state)).then_some(()))
                .await;
            let _ = state
                .wait(left().min(LOADING), |state| {
                    (state.load_state().1 || stopped(state)).then_some(())
                })
                .await;
        }
        lock(&self.inner.snapshots).remove(target.number);
        let (url, title) = self.facts(&target).await;
        if let Navigation::To(wanted) = to
            && !committed
            && url == before
            && url != *wanted
            && !stopped(state)
            && !state.since(mark).iter().any(is_download)
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
        let main = target.page.main_frame();
        let mut effects = self.effects(&target, &main, mark);
        effects.navigated_to = None;
        Ok(NavigationReport {
            page: target.number,
            url,
            title,
            load_state,
            effects,
            duration: began.elapsed(),
        })
    }

    /// Address and title. The address comes from the journal if the page cannot be queried.
    async fn facts(&self, target: &Target) -> (String, String) {
        let url = target.page.state().url();
        if dialog_info(target).is_some() {
            return (url, String::new());
        }
        let main = target.page.main_frame();
        match target.ask::<PageFacts>(&main, "page", &serde_json::json!({})).await {
            Ok(facts) => (facts.url, facts.title),
            Err(error) => {
                tracing::debug!(%error, "the new document could not be asked for its title");
                (url, String::new())
            }
        }
    }
}

fn too_slow(to: &Navigation, limit: Duration) -> EngineError {
    let seconds = limit.as_secs_f64();
    let what = match to {
        Navigation::To(url) => format!("{} did not answer within {seconds:.1} s", quote(&shorten(url, 200))),
        _ => format!("the page did not load within {seconds:.1} s"),
    };
    EngineError::new(ErrorKind::Timeout, what)
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
