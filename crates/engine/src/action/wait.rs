//! Wait until the page shows, hides or becomes something.
//!
//! The waiting itself is in the page, where a mutation wakes it; a frame that navigates meanwhile
//! is asked again.

use crate::error::{EngineError, ErrorKind, Result};
use crate::injected::{WaitArgs, Waited};
use crate::report::WaitOptions;
use crate::target::Target;
use crate::text::{quote, shorten};
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The longest single wait in the page: new frames are noticed at least this often.
const SLICE: Duration = Duration::from_millis(500);

/// Waits until everything in `options` holds at the same time.
///
/// # Errors
/// `InvalidInput` when nothing is to be waited for; `Timeout` naming what did not happen.
pub(crate) async fn wait_for(target: &Target, options: &WaitOptions, limit: Duration) -> Result<Duration> {
    if options.text.is_none() && options.text_gone.is_none() && options.selector.is_none() && options.url.is_none() {
        return Err(EngineError::new(ErrorKind::InvalidInput, "nothing to wait for was given")
            .with_next_step("give text, textGone, selector or url"));
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
    let conditions = options.url.iter().count()
        + options.text.iter().count()
        + options.selector.iter().count()
        + options.text_gone.iter().count();
    let rounds: &[Duration] = if conditions > 1 { &[slice, Duration::ZERO] } else { &[slice] };
    for &slice in rounds {
        if let Some(part) = &options.url
            && target
                .page
                .state()
                .wait(slice, |state| state.url().contains(part.as_str()).then_some(()))
                .await
                .is_none()
        {
            return Ok(Some(format!("the address does not contain {}", quote(&shorten(part, 200)))));
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
