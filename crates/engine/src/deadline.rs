//! The deadline of a running call.
//!
//! A call has one deadline, which covers everything in it: its turn, the page's answers, the effects that it
//! waits for, and the snapshot that follows. [`within`] sets it for the task that carries out the call. Every
//! wait below asks for the time that is left. Tasks that a call leaves behind have no deadline.
//!
//! The waits end a moment before the call does, with errors that name the cause. On a busy machine the end of
//! the call may come first. Then the error is taken from the question that has no answer ([`asking`]).

use crate::error::{EngineError, ErrorKind, Result};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// What a call gets beyond its limit: for a last look at the page, and for its own report or error.
pub(crate) const LAST_LOOK: Duration = Duration::from_millis(200);

/// How long after that a call that has not ended by itself is ended.
const GRACE: Duration = Duration::from_millis(180);

/// How long an answer of the page takes that counts as slow.
const SLOW: Duration = Duration::from_millis(400);

/// Said of a call that ends by its deadline after it has given the page input.
const GIVEN_INPUT: &str = "The page had been given input before, and may act on it when it answers.";

/// A practically unlimited time, for work outside of a call.
const UNLIMITED: Duration = Duration::from_hours(24 * 365);

tokio::task_local! {
    static CALL: Arc<Call>;
    static TOGETHER: OneDeadline;
}

/// Calls that follow on each other and have one deadline together: that of the first.
///
/// Without it each call has a deadline of its own, and what is made of three calls may take three times as long.
/// The time that a later call asks for itself, such as the pauses of typing, is added. Clones share the deadline.
///
/// ```no_run
/// # async fn example(session: &uipilot_engine::Session) -> uipilot_engine::error::Result<String> {
/// use uipilot_engine::{OneDeadline, options::SnapshotOptions};
///
/// let together = OneDeadline::default();
/// together.run(session.start()).await?;
/// let snapshot = together.run(session.snapshot(&SnapshotOptions::default())).await?; // the time that is left
/// # Ok(snapshot.text)
/// # }
/// ```
#[derive(Clone, Default)]
pub struct OneDeadline(Arc<Mutex<Option<Arc<Call>>>>);

impl OneDeadline {
    /// Carries out `work`. The calls in it end by the deadline of the first call.
    pub async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        TOGETHER.scope(self.clone(), work).await
    }

    /// Gives a call that begins the deadline that all share. Its caller asked for `extra` time of that.
    fn join(&self, call: &Arc<Call>, extra: Duration) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*first {
            None => *first = Some(Arc::clone(call)),
            Some(first) => {
                let shared = {
                    let mut state = first.lock();
                    state.until += extra;
                    state.until
                };
                let mut state = call.lock();
                state.until = state.until.min(shared);
            }
        }
    }
}

impl std::fmt::Debug for OneDeadline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OneDeadline").finish_non_exhaustive()
    }
}

struct Call {
    state: Mutex<State>,
}

/// Makes the error for a question that has no answer.
type Unanswered = Arc<dyn Fn() -> EngineError + Send + Sync>;

struct State {
    until: Instant,
    /// The time that the call has, for its error: without what it gets beyond that.
    limit: Duration,
    /// Since when the browser is starting. That time does not count.
    held: Option<Instant>,
    /// What the call waits for, as a clause.
    waits: Option<Cow<'static, str>>,
    /// The questions that have no answer yet, oldest first.
    asked: Vec<(u64, Unanswered)>,
    /// The longest time that the page took for an answer.
    slowest: Duration,
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
        let (asked, input, waits, limit) = {
            let state = self.lock();
            let asked = state.asked.first().map(|(_, unanswered)| Arc::clone(unanswered));
            (asked, state.input, state.waits.clone(), state.limit)
        };
        let error = if let Some(unanswered) = asked {
            unanswered()
        } else {
            let waits = waits.as_deref().unwrap_or("the browser has not finished it");
            let what = format!("the call did not end within {:.1} s: {waits}", limit.as_secs_f64());
            EngineError::new(ErrorKind::Timeout, what)
        };
        if input { error.besides(GIVEN_INPUT) } else { error }
    }

    /// Adds to the error of a call that ran out of time that the page was slow before.
    fn explained(&self, error: EngineError) -> EngineError {
        let slowest = self.lock().slowest;
        if *error.kind() != ErrorKind::Timeout || slowest < SLOW {
            return error;
        }
        let seconds = slowest.as_secs_f64();
        error.besides(&format!(
            "The page had taken {seconds:.1} s for an earlier answer: its script is busy."
        ))
    }
}

/// Carries out a call, which ends by its deadline. Within another call, that call's deadline counts.
pub(crate) async fn within<T>(limit: Duration, work: impl Future<Output = Result<T>>) -> Result<T> {
    within_and(limit, Duration::ZERO, work).await
}

/// Carries out a call as [`within`], with the `extra` time that its caller asked for, such as pauses, besides the limit.
pub(crate) async fn within_and<T>(limit: Duration, extra: Duration, work: impl Future<Output = Result<T>>) -> Result<T> {
    let limit = limit + extra;
    if CALL.try_with(|_| ()).is_ok() {
        return work.await;
    }
    let call = Arc::new(Call {
        state: Mutex::new(State {
            until: Instant::now() + limit + LAST_LOOK,
            limit,
            held: None,
            waits: None,
            asked: Vec::new(),
            slowest: Duration::ZERO,
            input: false,
        }),
    });
    let _ = TOGETHER.try_with(|together| together.join(&call, extra));
    let work = CALL.scope(Arc::clone(&call), work);
    tokio::pin!(work);
    loop {
        let wake = Instant::now() + call.left() + GRACE;
        tokio::select! {
            biased;
            done = &mut work => return done.map_err(|error| call.explained(error)),
            () = sleep_until(wake) => {}
        }
        // The deadline moves while the browser starts, and where time is added.
        if call.left().is_zero() {
            return Err(call.explained(call.late()));
        }
    }
}

/// Gives the running call more time, for what takes longer the larger it is.
pub(crate) fn add(time: Duration) {
    let _ = CALL.try_with(|call| {
        let mut state = call.lock();
        state.until += time;
        state.limit += time;
    });
}

/// The time that is left for the running call. Outside of a call it is practically unlimited.
pub(crate) fn left() -> Duration {
    CALL.try_with(|call| call.left()).unwrap_or(UNLIMITED)
}

/// The time that is left for the running call, also in a part of it that does not count.
#[cfg(feature = "relay")]
pub(crate) fn left_in_any_case() -> Duration {
    let left = |call: &Arc<Call>| call.lock().until.saturating_duration_since(Instant::now());
    CALL.try_with(left).unwrap_or(UNLIMITED)
}

/// `limit`, or the time that is left for the running call if that is less.
pub(crate) fn at_most(limit: Duration) -> Duration {
    limit.min(left())
}

/// `limit`, or less where the running call would have no time left for a last look at the page.
pub(crate) fn before_last_look(limit: Duration) -> Duration {
    limit.min(left().saturating_sub(LAST_LOOK))
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

/// A question that has no answer yet. Dropping it ends that.
pub(crate) struct Asked {
    call: Arc<Call>,
    id: u64,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.call.lock().asked.retain(|(id, _)| *id != self.id);
    }
}

/// Notes a question to a page until the result is dropped. `unanswered` makes the error for a call that ends
/// before the answer.
pub(crate) fn asking(unanswered: impl Fn() -> EngineError + Send + Sync + 'static) -> Option<Asked> {
    let call = CALL.try_with(Arc::clone).ok()?;
    let id = {
        let mut state = call.lock();
        let id = state.asked.last().map_or(0, |(id, _)| id + 1);
        state.asked.push((id, Arc::new(unanswered)));
        id
    };
    Some(Asked { call, id })
}

/// Notes how long the page took for an answer.
pub(crate) fn note_answer(after: Duration) {
    let _ = CALL.try_with(|call| {
        let mut state = call.lock();
        state.slowest = state.slowest.max(after);
    });
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

    #[cfg(feature = "relay")]
    #[tokio::test(start_paused = true)]
    async fn the_time_of_a_call_is_known_where_it_does_not_count() {
        let limit = Duration::from_secs(2);
        let part = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok((left(), left_in_any_case()))
        };
        let (counted, in_any_case) = within(limit, uncounted(part)).await.expect("in time");
        assert_eq!((counted, in_any_case), (UNLIMITED, Duration::from_secs(1) + LAST_LOOK));
    }

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
        assert!(error.to_string().contains("given input"), "{error}");
    }

    #[tokio::test(start_paused = true)]
    async fn the_error_names_the_time_that_was_added_too() {
        let began = Instant::now();
        let error = within(Duration::from_secs(2), async {
            add(Duration::from_secs(3));
            pending::<Result<()>>().await
        })
        .await
        .expect_err("late");
        assert_eq!(began.elapsed(), Duration::from_secs(5) + LAST_LOOK + GRACE);
        assert!(error.context().contains("within 5.0 s"), "{error}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_question_without_an_answer_is_the_cause() {
        let error = within(Duration::from_secs(1), async {
            drop(asking(|| EngineError::new(ErrorKind::Internal, "answered")));
            let _asked = asking(|| EngineError::new(ErrorKind::Timeout, "the frame has not answered"));
            let _later = asking(|| EngineError::new(ErrorKind::Internal, "asked later"));
            pending::<Result<()>>().await
        })
        .await
        .expect_err("late");
        assert_eq!(error.context(), "the frame has not answered");
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

    #[tokio::test(start_paused = true)]
    async fn calls_that_follow_on_each_other_can_have_one_deadline() {
        let (limit, second) = (Duration::from_secs(5), Duration::from_secs(1));
        let together = OneDeadline::default();
        let call = |extra| within_and(limit, extra, async { Ok(left()) });
        let began = together.run(call(Duration::ZERO)).await.expect("in time");
        tokio::time::sleep(3 * second).await;
        let next = together.clone().run(call(Duration::ZERO)).await.expect("in time");
        let with_pauses = together.run(call(second)).await.expect("in time");
        let alone = call(Duration::ZERO).await.expect("in time");
        assert_eq!(
            (began, next, with_pauses, alone),
            (limit + LAST_LOOK, 2 * second + LAST_LOOK, 3 * second + LAST_LOOK, began)
        );
        tokio::time::sleep(4 * second).await;
        let asked = Instant::now();
        together
            .run(within(limit, pending::<Result<()>>()))
            .await
            .expect_err("no time is left");
        assert!(asked.elapsed() <= GRACE, "{:?}", asked.elapsed());
    }
}
