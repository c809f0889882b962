//! What a test needs from the machine. A test fails if it is missing. Only an explicit choice of the user
//! skips the test.

use std::io::Write as _;
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::launch::{LaunchOptions, Launched, launch};

/// Set by users who run the tests without browsers.
const SKIP: &str = "UIPILOT_SKIP_BROWSERS";

/// Reports that a program is missing.
///
/// # Panics
///
/// Unless [`SKIP`] is set: a test that did not run must not count as passed.
pub fn missing(what: &str) {
    assert!(
        std::env::var_os(SKIP).is_some(),
        "{what}. Install it with `npm run setup`, or set {SKIP}=1 to skip every test that needs a browser."
    );
    // The test harness hides what a passing test prints with `eprintln!`, but not what it writes to the stream.
    let _ = writeln!(std::io::stderr(), "skipped: {what} ({SKIP} is set)");
}

/// Starts a browser. `None` only if the browser is missing and the user skips browsers.
pub async fn browser(options: &LaunchOptions) -> Option<Launched> {
    match launch(options).await {
        Ok(launched) => Some(launched),
        Err(error) if *error.kind() == ErrorKind::BrowserNotFound => {
            missing(&error.to_string());
            None
        }
        Err(error) => panic!("{error}"),
    }
}
