//! Navigation.

use super::context::Turn;
use super::document::Look;
use super::page::ClassicPage;
use crate::backend::Navigation;
use crate::backend::monitor::lock;
use crate::backend::refusal;
use crate::backend::state::{Happening, PageEnd};
use crate::backend::webdriver::driver::Request;
use crate::backend::webdriver::fault::{Code, Fault};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::text::{quote, shorten};
use serde_json::json;
use std::time::{Duration, Instant};

/// How long a driver may take to load a page. The limit is longer than the default limit of drivers, which is
/// five minutes.
const LIMIT: Duration = Duration::from_secs(310);

/// How long a history step may take to have a visible effect.
const STEP: Duration = Duration::from_millis(700);

/// How long an adopted session waits for a new document to be parsed.
const PARSED: Duration = Duration::from_secs(10);

/// The pause between two observations of the document.
const PAUSE: Duration = Duration::from_millis(30);

impl ClassicPage {
    /// Navigates. The driver answers when the page has loaded as far as the session's page load strategy
    /// requires.
    pub(super) async fn go(&self, to: &Navigation) -> Result<()> {
        // A navigation may restore a crashed page.
        if self.state.end() != Some(PageEnd::Crashed) {
            self.check()?;
        }
        let request = match to {
            Navigation::To(url) => Request::post("url", json!({"url": url})),
            Navigation::Back => Request::post("back", json!({})),
            Navigation::Forward => Request::post("forward", json!({})),
            Navigation::Reload => Request::post("refresh", json!({})),
        };
        let result = self.load(to, request.within(LIMIT)).await;
        self.watch();
        result
    }

    async fn load(&self, to: &Navigation, request: Request) -> Result<()> {
        let mark = self.state.mark();
        let mut turn = self.context.turn().await;
        let arrived = self.load_in(&mut turn, to, request, mark).await;
        turn.leave().await;
        let arrived = arrived?;
        if let Some(dialog) = self.state.dialog() {
            return Err(refusal::dialog_open(&dialog).during("navigating"));
        }
        let arrived = arrived?;
        if let Some(failed) = lock(&self.document).as_ref().and_then(Look::failed_load) {
            let cause = failed.cause;
            let what = format!("{} could not be loaded: {}", shown(to), cause.phrase());
            return Err(EngineError::new(ErrorKind::NavigationFailed, what).with_next_step(NextStep::RepairLoad { cause }));
        }
        match to {
            Navigation::Back if !arrived => Err(nothing_new("earlier", "back")),
            Navigation::Forward if !arrived => Err(nothing_new("later", "forward")),
            _ => Ok(()),
        }
    }

    /// Sends the request and observes the page until the new document has arrived. The inner result is the
    /// browser's refusal of the address, or whether a document arrived.
    async fn load_in(&self, turn: &mut Turn<'_>, to: &Navigation, request: Request, mark: u64) -> Result<Result<bool>> {
        let went = match turn.enter(&self.id, &[]).await {
            Ok(()) => turn.run(request).await,
            Err(fault) => Err(fault),
        };
        // The main frame may have another document now.
        turn.forget_position();
        match went {
            Ok(_) => {}
            // The page continues to load.
            Err(fault) if fault.code == Code::Timeout => {}
            Err(fault) if is_refusal(&fault) => {
                self.observe(turn).await?;
                return Ok(Err(refused(to, fault)));
            }
            Err(fault) => return Err(self.why(turn, &self.id, fault, "navigating").await),
        }
        let began = Instant::now();
        loop {
            self.observe(turn).await?;
            let arrived = self.state.since(mark).iter().any(is_arrival);
            // An adopted session is not observed after the call.
            let parsed = self.context.driver.is_ours() || self.state.load_state().0 || began.elapsed() > PARSED;
            if (arrived && parsed) || self.state.dialog().is_some() || (!arrived && began.elapsed() > STEP) {
                return Ok(Ok(arrived));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// The error for a step in the history that the main frame shows nothing of. The commands do not tell why.
fn nothing_new(word: &str, way: &str) -> EngineError {
    EngineError::new(
        ErrorKind::NavigationFailed,
        format!(
            "the page shows no other document after going {way}: its history has no {word} page, or the step was one of a frame"
        ),
    )
    .with_next_step(crate::error::NextStep::LoadAddress)
}

/// Whether the fault means that loading failed, and not that the driver could not be reached.
fn is_refusal(fault: &Fault) -> bool {
    matches!(fault.code, Code::Other | Code::InvalidArgument)
}

fn is_arrival(happening: &Happening) -> bool {
    matches!(
        happening,
        Happening::Committed { main: true, .. } | Happening::SameDocument { .. }
    )
}

fn shown(to: &Navigation) -> String {
    match to {
        Navigation::To(url) => quote(&shorten(url, 300)),
        Navigation::Back => "the earlier page".to_owned(),
        Navigation::Forward => "the later page".to_owned(),
        Navigation::Reload => "the page".to_owned(),
    }
}

fn refused(to: &Navigation, fault: Fault) -> EngineError {
    EngineError::new(ErrorKind::NavigationFailed, format!("{} could not be loaded", shown(to))).with_source(fault)
}
