//! Wait until a page is at rest after an action, so that its changes can be read.
//!
//! A page is at rest when nothing is known that could still change it: its documents have not changed for 12 ms,
//! no timer and no frame is due within some 40 ms, no finite animation runs, and the requests that it began since
//! the action have ended. A document is at rest after 5 ms and a frame if the browser had a long idle moment
//! before, and the page has asked for no timer, frame or idle moment since (`injected/src/dom/due.ts`). Work
//! outside of the page that sends nothing (a worker, a database) is not visible. A page that is never at rest is
//! read after a pause of 50 ms between changes. The end of what comes or goes since the action, such as the backdrop
//! before its dialog, is waited for (`injected/src/watching/fading.ts`), but not of colours, ripples and whatever else may
//! still fade; [`fade`] waits for that. Everything is bounded: by 600 ms for the documents, and by [`REQUESTS`] for requests.

use super::Target;
use crate::backend::{FrameId, Network, PageState};
use crate::deadline;
use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// How long requests are waited for.
const REQUESTS: Duration = Duration::from_millis(300);
/// How long the wait takes for a hidden page, whose own timers are slow.
const HIDDEN: Duration = Duration::from_millis(50);
/// How long after its end a request may change the page.
const JUST_NOW: Duration = Duration::from_millis(12);
/// Time limit for all of it, for pages whose requests and changes follow on each other.
const LIMIT: Duration = Duration::from_millis(800);

/// The answer of `quiet`.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum State {
    Done,
    Hidden,
}

#[derive(Debug, Deserialize)]
struct Quiet {
    state: State,
    #[serde(default)]
    fading: bool,
}

/// Waits until the documents of `frames` are at rest, and the page's requests if they are watched. A failure is
/// harmless: the page is read as it is. Returns whether a short transition was still under way, after which something may be gone.
pub(crate) async fn rest(target: &Target, frames: &[FrameId], watched: bool) -> bool {
    let began = Instant::now();
    let until = began + LIMIT;
    let state = target.page.state();
    let all = async {
        loop {
            let answering = frames.iter().filter(|frame| state.silent_since(frame).is_none());
            let fading = join_all(answering.map(|frame| quiet(target, frame))).await.contains(&true);
            if !watched || !requested(target.page.state(), began + REQUESTS).await {
                return fading;
            }
        }
    };
    tokio::time::timeout_at(until, all).await.unwrap_or(false)
}

async fn quiet(target: &Target, frame: &FrameId) -> bool {
    match target.ask::<Quiet>(frame, "quiet", &json!({})).await {
        Ok(Quiet {
            state: State::Hidden, ..
        }) => tokio::time::sleep(HIDDEN).await,
        Ok(Quiet { fading, .. }) => return fading,
        Err(error) => tracing::debug!(%error, "the page did not say whether it has settled"),
    }
    false
}

/// Waits for the end of short transitions, after which what faded may be gone. A failure is harmless.
pub(crate) async fn fade(target: &Target, frames: &[FrameId]) {
    let state = target.page.state();
    let answering = frames.iter().filter(|frame| state.silent_since(frame).is_none());
    let all = join_all(answering.map(|frame| async move { target.ask::<bool>(frame, "fade", &json!({})).await }));
    let _ = tokio::time::timeout(deadline::before_last_look(LIMIT), all).await;
}

/// Waits for open requests until `limit`. Returns whether some have ended just now, so that the page may change
/// because of them.
async fn requested(state: &PageState, limit: Instant) -> bool {
    let ended = |state: &PageState| {
        let interrupted = state.dialog().is_some() || state.end().is_some();
        (interrupted || matches!(state.network(), Network::Quiet(_))).then_some(())
    };
    let left = limit.saturating_duration_since(Instant::now());
    state.wait(left, ended).await.is_some() && matches!(state.network(), Network::Quiet(time) if time < JUST_NOW)
}
