//! The deadline of a running call.
//!
//! A call has one deadline, which covers everything in it: its turn, the page's answers, the effects that it
//! waits for, and the snapshot that follows. [`within`] sets it for the task that carries out the call. Every
//! wait below asks for the time that is left. Tasks that a call leaves behind have no deadline.

use crate::error::{EngineError, ErrorKind, Result};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// What a call gets beyond its limit: for a last look at the page, and for its own report or error.
const LAST_LOOK: Duration = Duration::from_millis(200);

/// How long after that a call that has not ended by itself is ended.
const GRACE: Duration = Duration::from_millis(100);

/// A practically unlimited time, for work outside of a call.
const UNLIMITED: Duration = Duration::from_hours(24 * 365);

tokio::task_local! {
    static CALL: Arc<Call>;
}

#[derive(Debug)]
struct Call {
    limit: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    until: Instant,
    /// Since when the browser is starting. That time does not count.
    held: Option<Instant>,
    /// What the call waits for, as a clause.
    waits: Option<Cow<'static, str>>,
    /// Whether the page was given input.
    input: bool,
}

impl Call {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn left(&self) -> Duration {
        let state = self.lock();
        match state.held {
            Some(_) => UNLIMITED,
            None => state.until.saturating_duration_since(Instant::now()),
        }
    }

    fn late(&self) -> EngineError {
        let state = self.lock();
        let waits = state.waits.as_deref().unwrap_or("the browser has not finished it");
        let mut what = format!("the call did not end within {:.1} s: {waits}", self.limit.as_secs_f64());
        if state.input {
            what.push_str("; the page had been given input before, and may act on it later");
        }
        EngineError::new(ErrorKind::Timeout, what)
    }
}

/// Carries out a call, which ends by its deadline. Within another call, that call's deadline counts.
pub(crate) async fn within<T>(limit: Duration, work: impl Future<Output = Result<T>>) -> Result<T> {
    if CALL.try_with(|_| ()).is_ok() {
        return work.await;
    }
    let call = Arc::new(Call {
        limit,
        state: Mutex::new(State {
            until: Instant::now() + limit + LAST_LOOK,
            held: None,
            waits: None,
            input: false,
        }),
    });
    let work = CALL.scope(Arc::clone(&call), work);
    tokio::pin!(work);
    loop {
        let wake = Instant::now() + call.left() + GRACE;
        tokio::select! {
            biased;
            done = &mut work => return done,
            () = sleep_until(wake) => {}
        }
        // The deadline moves while the browser starts.
        if call.left().is_zero() {
            return Err(call.late());
        }
    }
}

/// The time that is left for the running call. Outside of a call it is practically unlimited.
pub(crate) fn left() -> Duration {
    CALL.try_with(|call| call.left()).unwrap_or(UNLIMITED)
}

/// `limit`, or the time that is left for the running call if that is less.
pub(crate) fn at_most(limit: Duration) -> Duration {
    limit.min(left())
}

/// Names what the call waits for while `work` runs, for the error of a call that does not end in time.
pub(crate) async fn waiting_for<T>(what: impl Into<Cow<'static, str>>, work: impl Future<Output = T>) -> T {
    let set = |waits| {
        let _ = CALL.try_with(|call| call.lock().waits = waits);
    };
    set(Some(what.into()));
    let done = work.await;
    set(None);
    done
}

/// Notes that the page is given input.
pub(crate) fn note_input() {
    let _ = CALL.try_with(|call| call.lock().input = true);
}

/// Whether the running call has given the page input.
pub(crate) fn has_given_input() -> bool {
    CALL.try_with(|call| call.lock().input).unwrap_or(false)
}

/// Does not count the time that `work` takes, such as the start of a browser, which has a limit of its own.
pub(crate) async fn uncounted<T>(work: impl Future<Output = T>) -> T {
    let Ok(call) = CALL.try_with(Arc::clone) else {
        return work.await;
    };
    call.lock().held.get_or_insert_with(Instant::now);
    let _resumes = Resumes(call);
    work.await
}

struct Resumes(Arc<Call>);

impl Drop for Resumes {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        if let Some(since) = state.held.take() {
            state.until += since.elapsed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;

    #[tokio::test(start_paused = true)]
    async fn a_call_ends_by_its_deadline_and_says_what_it_waited_for() {
        let began = Instant::now();
        let limit = Duration::from_secs(2);
        let error = within(limit, async {
            note_input();
            waiting_for("another call acts on the page", pending::<()>()).await;
            Ok(())
        })
        .await
        .expect_err("late");
        assert_eq!(began.elapsed(), limit + LAST_LOOK + GRACE);
        assert_eq!(*error.kind(), ErrorKind::Timeout);
        assert!(error.context().contains("another call acts on the page"), "{error}");
        assert!(error.context().contains("given input"), "{error}");
    }

    #[tokio::test(start_paused = true)]
    async fn the_start_of_a_browser_does_not_count_and_an_inner_call_has_the_outer_deadline() {
        let limit = Duration::from_secs(2);
        let left = within(limit, async {
            uncounted(tokio::time::sleep(Duration::from_mins(1))).await;
            within(Duration::from_hours(1), async { Ok(left()) }).await
        })
        .await
        .expect("in time");
        assert_eq!(left, limit + LAST_LOOK);
        assert!(super::left() > Duration::from_hours(1));
    }
}
