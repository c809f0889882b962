//! Wait until a page has had no open request for a while.

use crate::backend::{Network, PageState};
use std::time::Duration;
use tokio::time::Instant;

/// Waits until the page has been idle for `quiet`. `false` after `limit`, or when a dialog opens or the
/// page ends.
pub(crate) async fn network_idle(state: &PageState, quiet: Duration, limit: Duration) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        if state.dialog().is_some() || state.end().is_some() {
            return false;
        }
        let remaining = deadline.saturating_duration_since(Instant::now());
        let now = state.network();
        match now {
            Network::Quiet(time) if time >= quiet => return true,
            _ if remaining.is_zero() => return false,
            Network::Quiet(time) => {
                let busy = |state: &PageState| matches!(state.network(), Network::Busy(_)).then_some(());
                state.wait(remaining.min(quiet.saturating_sub(time)), busy).await;
            }
            Network::Busy(time) => {
                let calm = |state: &PageState| matches!(state.network(), Network::Quiet(_)).then_some(());
                state.wait(remaining.min(time), calm).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[tokio::test]
    async fn idle_is_reported_after_the_last_request_and_busy_at_the_limit() {
        let state = Arc::new(PageState::default());
        state.watch_network(true);
        state.request_began("a", false);
        let other = Arc::clone(&state);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(80)).await;
            other.request_ended("a");
        });
        let began = Instant::now();
        assert!(network_idle(&state, Duration::from_millis(50), Duration::from_secs(5)).await);
        assert!(began.elapsed() >= Duration::from_millis(125));
        state.request_began("b", false);
        assert!(!network_idle(&state, Duration::from_millis(50), Duration::from_millis(60)).await);
    }
}
