//! The effects of an action, read from the page's journal. An effect is waited for only if something
//! indicates it.

use super::Target;
use crate::backend::state::EMPTY;
use crate::backend::{FrameId, Happening, PageId, PageState};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::page_script::Expects;
use crate::report::{Download, Omitted, PendingNavigation};
use crate::text::{quote, shorten};
use std::time::Duration;

/// How long an expected effect may take to start. The protocol usually reports it within milliseconds, but a
/// busy machine needs longer. An expected effect almost always occurs.
const BEGIN: Duration = Duration::from_secs(1);
/// The same for keys, which may have no effect at all.
const BEGIN_MAYBE: Duration = Duration::from_millis(30);
/// How long a started navigation may take to commit a document before the action is reported without it.
const COMMIT: Duration = Duration::from_secs(5);
/// How long the new document may take until it is parsed.
const PARSED: Duration = Duration::from_secs(3);
/// How long after the end of its navigation the browser may report a download. Another part of the browser
/// reports it.
const REASON: Duration = Duration::from_millis(300);
/// How long a download may take before the action is reported without its end.
const DOWNLOAD: Duration = Duration::from_secs(2);
/// How long after a new page the browser may report the address that it goes to.
const ADDRESS: Duration = Duration::from_millis(250);
/// How long a navigation may be under way before a page that does not answer counts as held by it.
const HELD: Duration = Duration::from_millis(100);
/// The same for a question about input: the page may still be busy with that, and answer then.
const OVERTAKEN: Duration = Duration::from_millis(250);
/// What to do after input that made a page leave.
pub(super) const ARRIVED: &str = "wait for the new document, and see whether it took effect before you repeat it";
/// How many opened pages, downloads and pending navigations one report lists.
const LISTED: usize = 20;

/// Waits for the effect that `expects` names, and for effects that have started since `mark`. `certain`:
/// the expected effect almost always occurs, so that a longer wait for its start costs nothing.
///
/// Returns the mark until which navigations were waited for.
pub(crate) async fn settle(target: &Target, mark: u64, expects: Expects, certain: bool) -> u64 {
    let waited = settle_effects(target, mark, expects, certain).await;
    target.hear().await;
    if !is_going_on(target, waited) {
        return waited;
    }
    settle_effects(target, waited, Expects::Nothing, false).await
}

/// Whether a navigation of the main frame is under way that began since `waited`, and that can be waited for.
pub(crate) fn is_going_on(target: &Target, waited: u64) -> bool {
    let state = target.page.state();
    !is_interrupted(state) && is_leaving(state, &target.page.main_frame(), waited)
}

/// Waits for effects as [`settle`], after an action that failed with `error`: the next call would still find the document that its input
/// has made the page leave, read it and type into it. Returns the error with the step that is next once the new document is there.
pub(crate) async fn settle_failed(target: &Target, mark: u64, error: EngineError) -> EngineError {
    if !deadline::has_given_input() {
        return error;
    }
    let (state, main) = (target.page.state(), target.page.main_frame());
    let is_cut = matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::OutcomeUnknown);
    let was_leaving = is_leaving(state, &main, mark);
    let expects = if is_cut { Expects::Navigation } else { Expects::Nothing };
    settle(target, mark, expects, false).await;
    let has_come = was_leaving && !is_leaving(state, &main, mark) && !is_interrupted(state);
    if is_cut && has_come {
        error.with_next_step(NextStep::snapshot(
            "see in the new document what took effect before you go on",
        ))
    } else {
        error
    }
}

async fn settle_effects(target: &Target, mark: u64, expects: Expects, certain: bool) -> u64 {
    let state = target.page.state();
    if expects == Expects::Navigation || expects == Expects::Window || expects == Expects::Download {
        let limit = if certain { BEGIN } else { BEGIN_MAYBE };
        let _ = target
            .wait(limit, |state| {
                (is_interrupted(state) || state.since(mark).iter().any(is_beginning)).then_some(())
            })
            .await;
    }
    if is_interrupted(state) {
        return state.mark();
    }
    if opens_unknown(state, mark) {
        let _ = state
            .wait(ADDRESS, |state| {
                (is_interrupted(state) || !opens_unknown(state, mark)).then_some(())
            })
            .await;
    }
    let mut waited = state.mark();
    if navigation_pending(state, mark) {
        let ended = target
            .wait(COMMIT, |state| {
                (is_interrupted(state) || !navigation_pending(state, mark)).then_some(())
            })
            .await;
        if ended.is_none() {
            waited = state.mark();
        }
    }
    if ended_without_a_document(state, mark) {
        let _ = target
            .wait(REASON, |state| {
                (is_interrupted(state) || !ended_without_a_document(state, mark)).then_some(())
            })
            .await;
    }
    if state
        .since(mark)
        .iter()
        .any(|h| matches!(h, Happening::Committed { main: true, .. }))
    {
        let _ = target
            .wait(PARSED, |state| {
                (is_interrupted(state) || state.load_state().0 || state.is_incomplete()).then_some(())
            })
            .await;
    }
    if download_pending(state, mark) {
        let _ = target
            .wait(DOWNLOAD, |state| {
                (is_interrupted(state) || !download_pending(state, mark)).then_some(())
            })
            .await;
    }
    waited
}

fn is_interrupted(state: &PageState) -> bool {
    state.dialog().is_some() || state.end().is_some()
}

fn is_beginning(happening: &Happening) -> bool {
    matches!(
        happening,
        Happening::NavigationRequested { .. }
            | Happening::Committed { .. }
            | Happening::SameDocument { .. }
            | Happening::PageOpened { .. }
            | Happening::DownloadStarted { .. }
    )
}

/// The navigations requested since `mark` that have neither committed nor ended, with their addresses.
fn pending(state: &PageState, mark: u64) -> Vec<(FrameId, String)> {
    let mut pending: Vec<(FrameId, String)> = Vec::new();
    for happening in state.since(mark) {
        match happening {
            Happening::NavigationRequested { frame, url } => {
                pending.retain(|(waiting, _)| *waiting != frame);
                pending.push((frame, url));
            }
            Happening::Committed { frame, .. } | Happening::NavigationAborted { frame } => {
                pending.retain(|(waiting, _)| *waiting != frame);
            }
            Happening::SameDocument { frame, url } => {
                pending.retain(|(waiting, next)| *waiting != frame || !(next.is_empty() || *next == url));
            }
            // The navigation has turned into a download. No document follows.
            Happening::DownloadStarted { .. } => pending.clear(),
            _ => {}
        }
    }
    pending
}

fn navigation_pending(state: &PageState, mark: u64) -> bool {
    !pending(state, mark).is_empty()
}

/// Whether a navigation of a frame is under way, since `mark`.
pub(crate) fn is_leaving(state: &PageState, frame: &str, mark: u64) -> bool {
    pending(state, mark).iter().any(|(waiting, _)| **waiting == *frame)
}

/// Whether anything that an action can expect has begun since `mark`.
pub(super) fn has_begun(state: &PageState, mark: u64) -> bool {
    state.since(mark).iter().any(is_beginning)
}

/// Resolves when a navigation under way keeps the browser from answering. Never resolves where navigations do
/// not do that. `known`: the navigation has been under way for a while.
pub(crate) async fn held(target: &Target, main: &str, mark: u64, known: bool) {
    if !target.page.capabilities().navigations_hold_calls {
        return std::future::pending().await;
    }
    let state = target.page.state();
    loop {
        state.until(|state| is_leaving(state, main, mark)).await;
        if !known {
            tokio::time::sleep(HELD).await;
        }
        if is_leaving(state, main, mark) {
            return;
        }
    }
}

/// Resolves when a navigation of the main frame, which input of the running call may have begun, keeps the browser from answering.
/// Returns its address. What is asked of such a page before the navigation has its document gets no answer.
pub(super) async fn overtaken(target: &Target) -> String {
    if !target.page.capabilities().navigations_hold_calls {
        return std::future::pending().await;
    }
    let (state, main) = (target.page.state(), target.page.main_frame());
    loop {
        state.until(|state| state.navigating_to(&main).is_some()).await;
        tokio::time::sleep(OVERTAKEN).await;
        if deadline::has_given_input()
            && let Some(next) = state.navigating_to(&main)
        {
            return next;
        }
    }
}

/// Refuses to go on with a page that has begun to leave since `mark`: it takes nothing more along.
///
/// # Errors
/// `Interrupted`
pub(crate) async fn refuse_leaving(target: &Target, mark: u64) -> Result<()> {
    let (state, main) = (target.page.state(), target.page.main_frame());
    // A document that comes soon makes the UIDs stale, which says more.
    let stays = |state: &PageState| (is_interrupted(state) || !is_leaving(state, &main, mark)).then_some(());
    if target.wait(OVERTAKEN, stays).await.is_some() {
        return Ok(());
    }
    let next = quote(&shorten(&state.navigating_to(&main).unwrap_or_default(), 200));
    let what = format!("the page began to load {next}, and nothing more was done");
    Err(EngineError::new(ErrorKind::Interrupted, what).with_next_step(NextStep::advice(ARRIVED)))
}

/// Whether a page was opened whose address was not reported yet.
fn opens_unknown(state: &PageState, mark: u64) -> bool {
    let is_unknown =
        |h: &Happening| matches!(h, Happening::PageOpened { url, closed: false, .. } if url.is_empty() || url == EMPTY);
    state.since(mark).iter().any(is_unknown)
}

/// Whether a navigation was aborted, and nothing that replaced it has been reported.
fn ended_without_a_document(state: &PageState, mark: u64) -> bool {
    let happened = state.since(mark);
    happened.iter().any(|h| matches!(h, Happening::NavigationAborted { .. }))
        && !happened.iter().any(|h| {
            matches!(
                h,
                Happening::Committed { .. }
                    | Happening::SameDocument { .. }
                    | Happening::PageOpened { .. }
                    | Happening::DownloadStarted { .. }
            )
        })
}

fn download_pending(state: &PageState, mark: u64) -> bool {
    let mut pending = Vec::new();
    for happening in state.since(mark) {
        match happening {
            Happening::DownloadStarted { id, .. } => pending.push(id),
            Happening::DownloadFinished { id, .. } => pending.retain(|waiting| *waiting != id),
            _ => {}
        }
    }
    !pending.is_empty()
}

/// A page that was opened.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) id: PageId,
    /// Its address; empty if it is not known yet.
    pub(crate) url: String,
    pub(crate) closed: bool,
}

/// What happened since a mark. Pages have their protocol ids here; the session numbers them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Collected {
    pub(crate) navigated_to: Option<String>,
    pub(crate) navigating: Vec<PendingNavigation>,
    pub(crate) opened: Vec<Opened>,
    pub(crate) opened_more: Option<Omitted>,
    pub(crate) downloads: Vec<Download>,
    pub(crate) downloads_more: Option<Omitted>,
}

/// Reads the journal from `mark` on.
pub(crate) fn collect(state: &PageState, main: &str, mark: u64) -> Collected {
    let mut collected = Collected::default();
    let mut ids = Vec::new();
    for happening in state.since(mark) {
        match happening {
            Happening::Committed { url, main: true, .. } => collected.navigated_to = Some(url),
            Happening::SameDocument { frame, url } if *frame == *main && state.has_moved(mark) => {
                collected.navigated_to = Some(url);
            }
            Happening::PageOpened { page: id, url, closed } => collected.opened.push(Opened { id, url, closed }),
            Happening::DownloadStarted { id, name } => {
                ids.push(id);
                collected.downloads.push(Download {
                    name,
                    path: None,
                    finished: false,
                });
            }
            Happening::DownloadFinished { id, path } => {
                if let Some(download) = ids
                    .iter()
                    .position(|started| *started == id)
                    .and_then(|index| collected.downloads.get_mut(index))
                {
                    download.path = path;
                    download.finished = true;
                }
            }
            _ => {}
        }
    }
    // Before a dialog of the page is answered, the page has not begun to leave.
    if state.dialog().is_none() {
        collected.navigating = pending(state, mark)
            .into_iter()
            .map(|(frame, url)| PendingNavigation {
                url,
                main_frame: *frame == *main,
            })
            .collect();
        collected.navigating.sort_by_key(|pending| !pending.main_frame);
        collected.navigating.truncate(LISTED);
    }
    let (lost_pages, lost_downloads) = state.has_lost(mark);
    collected.opened_more = cut(&mut collected.opened, lost_pages);
    collected.downloads_more = cut(&mut collected.downloads, lost_downloads);
    collected
}

/// Cuts a list to the length of a report. `incomplete`: entries before it were dropped.
fn cut<T>(list: &mut Vec<T>, incomplete: bool) -> Option<Omitted> {
    let count = list.len().saturating_sub(LISTED);
    list.truncate(LISTED);
    (count > 0 || incomplete).then_some(Omitted { count, more: incomplete })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requested(frame: &str) -> Happening {
        Happening::NavigationRequested {
            frame: FrameId::from(frame),
            url: String::new(),
        }
    }

    #[test]
    fn a_navigation_is_pending_until_it_commits_aborts_or_becomes_a_download() {
        for end in [
            Happening::Committed {
                frame: FrameId::from("m"),
                url: "u".into(),
                main: true,
            },
            Happening::NavigationAborted {
                frame: FrameId::from("m"),
            },
            Happening::DownloadStarted {
                id: "1".into(),
                name: "n".into(),
            },
        ] {
            let state = PageState::default();
            state.record(requested("m"));
            assert!(navigation_pending(&state, 0));
            state.record(end);
            assert!(!navigation_pending(&state, 0));
        }
    }

    #[test]
    fn a_navigation_that_was_given_up_may_yet_turn_out_to_be_a_download() {
        let state = PageState::default();
        state.record(requested("m"));
        assert!(!ended_without_a_document(&state, 0));
        state.record(Happening::NavigationAborted {
            frame: FrameId::from("m"),
        });
        assert!(ended_without_a_document(&state, 0));
        state.record(Happening::DownloadStarted {
            id: "1".into(),
            name: "n".into(),
        });
        assert!(!ended_without_a_document(&state, 0));
    }

    #[test]
    fn collects_only_what_came_after_the_mark() {
        let state = PageState::default();
        state.record(Happening::DownloadStarted {
            id: "0".into(),
            name: "old".into(),
        });
        let mark = state.mark();
        state.record(Happening::DownloadStarted {
            id: "1".into(),
            name: "new".into(),
        });
        state.record(Happening::DownloadFinished {
            id: "1".into(),
            path: Some("/p".into()),
        });
        state.record(Happening::SameDocument {
            frame: FrameId::from("child"),
            url: "x".into(),
        });
        let collected = collect(&state, "m", mark);
        assert_eq!(
            collected.downloads,
            [crate::report::Download {
                name: "new".into(),
                path: Some("/p".into()),
                finished: true
            }]
        );
        assert_eq!(collected.navigated_to, None);
    }

    #[test]
    fn an_address_that_is_written_again_is_no_navigation() {
        let state = PageState::default();
        let frame = || FrameId::from("m");
        let step = |url: &str| Happening::SameDocument {
            frame: frame(),
            url: url.into(),
        };
        state.record(Happening::Committed {
            frame: frame(),
            url: "a".into(),
            main: true,
        });
        let mark = state.mark();
        state.record(step("a"));
        assert_eq!(collect(&state, "m", mark).navigated_to, None);
        state.record(step("b"));
        state.record(step("b"));
        assert_eq!(collect(&state, "m", mark).navigated_to.as_deref(), Some("b"));
        let mark = state.mark();
        state.record(step("b"));
        assert_eq!(collect(&state, "m", mark).navigated_to, None);
        state.record(Happening::Committed {
            frame: frame(),
            url: "b".into(),
            main: true,
        });
        assert_eq!(collect(&state, "m", mark).navigated_to.as_deref(), Some("b"));
    }
}
