//! Wait until the page shows, hides or becomes something.
//!
//! The waiting itself is in the page, where a mutation wakes it; a frame that navigates meanwhile
//! is asked again.

use super::Target;
use super::evaluate::{Outcome as ScriptOutcome, evaluate};
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

/// How often a function is called.
const PACE: Duration = Duration::from_millis(100);
/// How long one call of a function may take.
const FUNCTION: Duration = Duration::from_secs(5);
/// The longest single wait in the page: new frames are noticed at least this often.
const SLICE: Duration = Duration::from_millis(500);

/// Waits until everything in `options` holds at the same time.
///
/// # Errors
/// `InvalidInput` when nothing is to be waited for; `Timeout` naming what did not happen.
pub(crate) async fn wait_for(target: &Target, options: &WaitOptions, limit: Duration) -> Result<Duration> {
    if conditions(options) == 0 {
        return Err(EngineError::new(ErrorKind::InvalidInput, "nothing to wait for was given")
            .with_next_step("give text, textGone, selector, url or loadState"));
    }
    let began = Instant::now();
    loop {
        let remaining = limit.saturating_sub(began.elapsed());
        let unmet = first_unmet(target, options, remaining.min(SLICE)).await?;
        let Some(unmet) = unmet else { return Ok(began.elapsed()) };
        if remaining.is_zero() {
            return Err(EngineError::new(
                ErrorKind::Timeout,
                format!("waited {:.1} s and {unmet}", limit.as_secs_f64()),
            ));
        }
    }
}

/// Waits a slice for each condition in turn; what did not come true. Conditions that come later
/// take time in which earlier ones may end, so all are looked at once more in the end.
async fn first_unmet(target: &Target, options: &WaitOptions, slice: Duration) -> Result<Option<String>> {
    let rounds: &[Duration] = if conditions(options) > 1 {
        &[slice, Duration::ZERO]
    } else {
        &[slice]
    };
    let state = target.page.state();
    for &slice in rounds {
        if let Some(pattern) = &options.url
            && state
                .wait(slice, |state| is_like(&state.url(), pattern).then_some(()))
                .await
                .is_none()
        {
            return Ok(Some(format!(
                "the address {} is not like {}",
                quote(&shorten(&state.url(), 200)),
                quote(&shorten(pattern, 200))
            )));
        }
        if let Some(wanted) = options.load_state
            && state
                .wait(slice, |state| has_come_to(state.load_state(), wanted).then_some(()))
                .await
                .is_none()
        {
            return Ok(Some(format!("the page has not come to {} yet", wanted.name())));
        }
        if let Some(script) = &options.function
            && !holds_in_page(target, script, slice).await?
        {
            return Ok(Some("the function has given nothing true".to_owned()));
        }
        if let Some(text) = &options.text
            && !in_frames(
                target,
                &WaitArgs {
                    text: Some(text),
                    text_gone: None,
                    selector: None,
                    timeout_ms: millis(slice),
                },
                false,
            )
            .await?
        {
            return Ok(Some(format!("no visible text contains {}", quote(&shorten(text, 200)))));
        }
        if let Some(selector) = &options.selector
            && !in_frames(
                target,
                &WaitArgs {
                    text: None,
                    text_gone: None,
                    selector: Some(selector),
                    timeout_ms: millis(slice),
                },
                false,
            )
            .await?
        {
            return Ok(Some(format!("no visible element matches {}", quote(&shorten(selector, 200)))));
        }
        if let Some(text) = &options.text_gone
            && !in_frames(
                target,
                &WaitArgs {
                    text: None,
                    text_gone: Some(text),
                    selector: None,
                    timeout_ms: millis(slice),
                },
                true,
            )
            .await?
        {
            return Ok(Some(format!("visible text still contains {}", quote(&shorten(text, 200)))));
        }
    }
    Ok(None)
}

/// Whether a script of the caller's gives something true within the time. It is asked at a pace: what
/// it looks at is not known.
async fn holds_in_page(target: &Target, script: &str, slice: Duration) -> Result<bool> {
    let began = Instant::now();
    let main = target.page.main_frame();
    let asked = format!(
        "async () => {{ let value = ({script}\n); if (typeof value === 'function') value = value(); return !!(await value); }}"
    );
    loop {
        match evaluate(target, None, &main, &asked, FUNCTION).await {
            Ok(ScriptOutcome::Json(json)) if json == "true" => return Ok(true),
            Ok(ScriptOutcome::Json(_)) => {}
            Ok(ScriptOutcome::Threw(why)) => {
                return Err(EngineError::new(
                    ErrorKind::InvalidInput,
                    format!("the function threw {}", quote(&shorten(&why, 300))),
                ));
            }
            // The next document is asked in its turn.
            Err(error) if *error.kind() == ErrorKind::StaleUid => {}
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

/// Whether an address contains a text or, where that has `*` for any text, is like it from end to
/// end.
fn is_like(url: &str, pattern: &str) -> bool {
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

/// `(parsed, loaded)` as the page's state tells it.
fn has_come_to((parsed, loaded): (bool, bool), wanted: LoadState) -> bool {
    match wanted {
        LoadState::Committed => true,
        LoadState::DomContentLoaded => parsed,
        LoadState::Loaded => loaded,
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Whether the condition came true in some frame, or (`all`) holds in every frame.
async fn in_frames(target: &Target, args: &WaitArgs<'_>, all: bool) -> Result<bool> {
    let frames = target.page.frames().await?;
    let one = |frame: crate::backend::FrameId| async move {
        match target.ask::<Waited>(&frame, "wait", args).await {
            Ok(Waited::Found { found }) => Ok(found),
            Ok(Waited::Refused { why }) => {
                let shown = quote(&shorten(args.selector.unwrap_or_default(), 200));
                Err(EngineError::new(
                    ErrorKind::InvalidInput,
                    format!("{shown} cannot be waited for: {why}"),
                ))
            }
            // The frame has navigated or is gone; the next round sees what is there then. The
            // pause keeps a page that reloads without end from being asked without end.
            Err(error) if *error.kind() == ErrorKind::StaleUid => {
                sleep(Duration::from_millis(20)).await;
                Ok(all)
            }
            Err(error) => Err(error),
        }
    };
    if all {
        let found: Vec<bool> = join_all(frames.into_iter().map(|frame| one(frame.id)))
            .await
            .into_iter()
            .collect::<Result<_>>()?;
        return Ok(found.into_iter().all(|found| found));
    }
    let mut waits: FuturesUnordered<_> = frames.into_iter().map(|frame| one(frame.id)).collect();
    while let Some(found) = waits.next().await {
        if found? {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_like_a_part_of_it_or_a_pattern_for_all_of_it() {
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
            assert_eq!(is_like("https://a.test/x?q=1", pattern), like, "{pattern}");
        }
    }
}
