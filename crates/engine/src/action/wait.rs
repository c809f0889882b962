//! Wait for conditions of the page.
//!
//! The in-page script waits, and DOM mutations wake it. A frame that navigates during the wait is asked
//! again.

use super::Target;
use super::evaluate::{Outcome as ScriptOutcome, evaluate};
use crate::backend::{FrameId, PageState, WAIT_OR_LEAVE, silent};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::WaitOptions;
use crate::page_script::{WaitArgs, Waited};
use crate::report::LoadState;
use crate::text::{quote, shorten};
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The pause between two calls of a function.
const PACE: Duration = Duration::from_millis(100);
/// The time limit of one call of a function.
const FUNCTION: Duration = Duration::from_secs(5);
/// How many frames that do not answer are named.
const MOST_NAMED: usize = 3;
/// The longest single wait in the page. New frames are noticed at least this often.
const SLICE: Duration = Duration::from_millis(500);

/// For how long a navigation counts, whose document would have the load state. Firefox does not report the end of each.
const ARRIVES: Duration = Duration::from_secs(30);

/// Waits until all conditions in `options` hold at the same time.
///
/// # Errors
/// `InvalidInput` if there is no condition; `Timeout` naming the unmet condition.
pub(crate) async fn wait_for(target: &Target, options: &WaitOptions, limit: Duration) -> Result<Duration> {
    if conditions(options) == 0 {
        return Err(
            EngineError::new(ErrorKind::InvalidInput, "no condition to wait for was given")
                .with_next_step("give text, textGone, selector, url or loadState"),
        );
    }
    let began = Instant::now();
    loop {
        let remaining = limit.saturating_sub(began.elapsed());
        let unmet = first_unmet(target, options, remaining.min(SLICE)).await?;
        let Some(unmet) = unmet else { return Ok(began.elapsed()) };
        if remaining.is_zero() {
            return Err(too_late(target, limit, &unmet));
        }
    }
}

/// The error for a condition that does not hold in time. A page that does not answer is named as the cause.
fn too_late(target: &Target, limit: Duration, unmet: &str) -> EngineError {
    let main = target.page.main_frame();
    let waited = format!("waited {:.1} s, but ", limit.as_secs_f64());
    if let Some(next) = target.page.state().navigating_to(&main) {
        let next = quote(&shorten(&next, 200));
        let why = if target.page.capabilities().navigations_hold_calls {
            format!("the browser is loading {next} in the place of the page, which answers no questions meanwhile")
        } else {
            format!("{unmet}; the browser is loading {next} in the place of the page")
        };
        return EngineError::new(ErrorKind::Timeout, waited + why.as_str()).with_next_step(WAIT_OR_LEAVE);
    }
    let mut what = waited + unmet;
    for (frame, _) in target.page.state().silent_frames().iter().take(MOST_NAMED) {
        let error = silent(&*target.page, frame, Instant::now());
        what = format!("{what}; {}", error.context());
        if *frame == main {
            return EngineError::new(ErrorKind::Timeout, what).with_next_step(error.next_step().clone());
        }
    }
    EngineError::new(ErrorKind::Timeout, what)
}

/// Waits a slice for each condition in turn. Returns the first unmet condition as a sentence. An earlier
/// condition may end while a later one is waited for, so all are checked once more at the end.
async fn first_unmet(target: &Target, options: &WaitOptions, slice: Duration) -> Result<Option<String>> {
    let rounds: &[Duration] = if conditions(options) > 1 {
        &[slice, Duration::ZERO]
    } else {
        &[slice]
    };
    for &slice in rounds {
        if let Some(unmet) = unmet_state(target, options, slice).await {
            return Ok(Some(unmet));
        }
        if let Some(script) = &options.function
            && !holds_in_page(target, script, slice).await?
        {
            return Ok(Some("the function has not returned a true value".to_owned()));
        }
        if let Some(unmet) = unmet_content(target, options, slice).await? {
            return Ok(Some(unmet));
        }
    }
    Ok(None)
}

/// The unmet condition about the page's address or load state.
async fn unmet_state(target: &Target, options: &WaitOptions, slice: Duration) -> Option<String> {
    let state = target.page.state();
    if let Some(pattern) = &options.url {
        let matches = |state: &PageState| matches_pattern(&state.url(), pattern).then_some(());
        if matches(state).is_none() {
            target.page.look_at_address().await;
        }
        if state.wait(slice, matches).await.is_none() {
            let (url, pattern) = (state.url(), shorten(pattern, 200));
            return Some(format!(
                "the address {} does not match {}",
                quote(&shorten(&url, 200)),
                quote(&pattern)
            ));
        }
    }
    if let Some(wanted) = options.load_state {
        let main = target.page.main_frame();
        let here = |state: &PageState| !state.is_arriving(&main, ARRIVES);
        let reached = |state: &PageState| (here(state) && has_reached(state.load_state(), wanted)).then_some(());
        if state.wait(slice, reached).await.is_none() {
            let what = format!("the page has not reached the load state {}", wanted.name());
            return Some(if state.is_incomplete() {
                what + ": its loading ended before the document was whole"
            } else {
                what
            });
        }
    }
    None
}

/// The unmet condition about what the frames show.
async fn unmet_content(target: &Target, options: &WaitOptions, slice: Duration) -> Result<Option<String>> {
    let none = WaitArgs {
        text: None,
        text_gone: None,
        selector: None,
        timeout_ms: millis(slice),
    };
    let shown = |text: &str| quote(&shorten(text, 200));
    if let Some(text) = &options.text {
        let args = WaitArgs {
            text: Some(text),
            ..none.clone()
        };
        if !in_frames(target, &args, false).await? {
            return Ok(Some(format!("no visible text contains {}", shown(text))));
        }
    }
    if let Some(selector) = &options.selector {
        let args = WaitArgs {
            selector: Some(selector),
            ..none.clone()
        };
        if !in_frames(target, &args, false).await? {
            return Ok(Some(format!("no visible element matches {}", shown(selector))));
        }
    }
    if let Some(text) = &options.text_gone {
        let args = WaitArgs {
            text_gone: Some(text),
            ..none
        };
        if !in_frames(target, &args, true).await? {
            return Ok(Some(format!("visible text still contains {}", shown(text))));
        }
    }
    Ok(None)
}

/// Whether the caller's function returns a true value within the time. It is polled: what it reads is
/// unknown.
async fn holds_in_page(target: &Target, script: &str, slice: Duration) -> Result<bool> {
    let began = Instant::now();
    let main = target.page.main_frame();
    let asked = format!(
        "async () => {{ let value = ({script}\n); if (typeof value === 'function') value = value(); return !!(await value); }}"
    );
    loop {
        match evaluate(target, None, &main, &asked, deadline::at_most(FUNCTION)).await {
            Ok(ScriptOutcome::Json(json)) if json == "true" => return Ok(true),
            Ok(ScriptOutcome::Json(_)) => {}
            Ok(ScriptOutcome::Threw(why)) => {
                return Err(EngineError::new(
                    ErrorKind::InvalidInput,
                    format!("the function threw {}", quote(&shorten(&why, 300))),
                ));
            }
            // The page has navigated. The next call asks the new document.
            Err(error) if *error.kind() == ErrorKind::StaleUid => {}
            // The page does not answer. It may still do so within the time of the call.
            Err(error) if *error.kind() == ErrorKind::Timeout => return Ok(false),
            Err(error) => return Err(error),
        }
        if began.elapsed() + PACE > slice {
            return Ok(false);
        }
        sleep(PACE).await;
    }
}

fn conditions(options: &WaitOptions) -> usize {
    options.url.iter().count()
        + options.load_state.iter().count()
        + options.function.iter().count()
        + options.text.iter().count()
        + options.selector.iter().count()
        + options.text_gone.iter().count()
}

/// Whether an address contains the pattern or, if the pattern has `*` for any text, matches it as a whole.
fn matches_pattern(url: &str, pattern: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return url.contains(pattern);
    };
    let Some(mut left) = url.strip_prefix(first) else {
        return false;
    };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return left.ends_with(part);
        }
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    true
}

/// Whether the page has reached a load state. The first argument is `(parsed, loaded)` from the page's
/// state.
fn has_reached((parsed, loaded): (bool, bool), wanted: LoadState) -> bool {
    match wanted {
        LoadState::Committed => true,
        LoadState::DomContentLoaded => parsed,
        LoadState::Loaded => loaded,
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Whether the condition came true in some frame, or (`all`) holds in every frame. Frames that do not answer
/// are left out.
async fn in_frames(target: &Target, args: &WaitArgs<'_>, all: bool) -> Result<bool> {
    let state = target.page.state();
    let listed = target.page.frames().await?;
    let frames: Vec<_> = listed
        .into_iter()
        .filter(|frame| state.silent_since(&frame.id).is_none())
        .collect();
    if frames.is_empty() {
        let main = target.page.main_frame();
        let answers = |state: &PageState| (state.silent_since(&main).is_none() || state.end().is_some()).then_some(());
        let _ = target.wait(Duration::from_millis(args.timeout_ms), answers).await;
        target.page.refuse_blocked()?;
        return Ok(false);
    }
    if all {
        let found: Vec<bool> = join_all(frames.iter().map(|frame| in_frame(target, &frame.id, args, true)))
            .await
            .into_iter()
            .collect::<Result<_>>()?;
        return Ok(found.into_iter().all(|found| found));
    }
    let mut waits: FuturesUnordered<_> = frames.iter().map(|frame| in_frame(target, &frame.id, args, false)).collect();
    while let Some(found) = waits.next().await {
        if found? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the condition came true in a frame. `otherwise`: the result for a frame that cannot say.
async fn in_frame(target: &Target, frame: &FrameId, args: &WaitArgs<'_>, otherwise: bool) -> Result<bool> {
    let own = Duration::from_millis(args.timeout_ms);
    match target.ask_one(frame, own, target.ask::<Waited>(frame, "wait", args)).await {
        Ok(Waited::Found { found }) => Ok(found),
        Ok(Waited::Refused { why }) => {
            let shown = quote(&shorten(args.selector.unwrap_or_default(), 200));
            Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("{shown} cannot be waited for: {why}"),
            ))
        }
        // The frame has navigated or is gone. The next round asks the new document. The pause limits the
        // requests to a page that keeps reloading.
        Err(error) if *error.kind() == ErrorKind::StaleUid => {
            sleep(Duration::from_millis(20)).await;
            Ok(otherwise)
        }
        Err(error) if *error.kind() == ErrorKind::Timeout => Ok(otherwise && *frame != target.page.main_frame()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_a_part_of_an_address_or_with_a_star_all_of_it() {
        for (pattern, like) in [
            ("a.test/x", true),
            ("/x?q=1", true),
            ("/y", false),
            ("*", true),
            ("https://a.test/*", true),
            ("https://*/x?q=*", true),
            ("*/x", false),
            ("http://*", false),
            ("*a*t*1", true),
            ("https://a.test/x?q=1*1", false),
        ] {
            assert_eq!(matches_pattern("https://a.test/x?q=1", pattern), like, "{pattern}");
        }
    }
}
