//! Waits until an application has followed an action: as long as it tells of changes, and a quiet
//! moment after the last.

use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// This long without an event counts as quiet.
const QUIET: Duration = Duration::from_millis(60);
/// An application that never comes to rest (a clock, a film) is not waited for longer than this
/// beyond the floor.
const CAP: Duration = Duration::from_secs(1);

/// Waits for `floor`, then until nothing was told for a quiet moment, at most [`CAP`] longer.
/// `activity` counts the application's events; without it only the floor is waited for.
pub async fn settle(activity: Option<watch::Receiver<u64>>, floor: Duration) {
    let began = Instant::now();
    let least = began + floor;
    let Some(mut activity) = activity else {
        tokio::time::sleep_until(least).await;
        return;
    };
    let most = least + CAP;
    let mut quiet_since = began;
    loop {
        let until = least.max(quiet_since + QUIET.min(floor)).min(most);
        match timeout_at(until, activity.changed()).await {
            Ok(Ok(())) => quiet_since = Instant::now(),
            // Nobody tells any more.
            Ok(Err(_)) => {
                tokio::time::sleep_until(least).await;
                return;
            }
            Err(_) => return,
        }
        if Instant::now() >= most {
            return;
        }
    }
}
