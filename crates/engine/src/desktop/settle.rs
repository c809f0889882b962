//! Waits until an application has followed an action: until its change events stop for a moment.

use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// A pause of this length without events counts as quiet.
const QUIET: Duration = Duration::from_millis(60);
/// The longest wait beyond the floor. It limits the wait for an application that never comes to rest, such as a clock
/// or a video.
const CAP: Duration = Duration::from_secs(1);

/// Waits for `floor`, then until no event has arrived for [`QUIET`], for at most [`CAP`] longer. `activity` counts
/// the application's events; without it, only the floor is waited for.
pub(super) async fn settle(activity: Option<watch::Receiver<u64>>, floor: Duration) {
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
            // The sender is gone: no more events will arrive.
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
