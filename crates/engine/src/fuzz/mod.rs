//! What is fuzzed: every parser whose input a page, another program or a caller decides.
//!
//! A target takes bytes and panics where a property does not hold: errors have a code and one clean line, output is
//! bounded and has no deceptive characters, what was written reads as what it was. Each target is beside the code that
//! it tests, in a file `fuzz.rs`.
//!
//! Targets run in two ways. `cargo test` runs them on the corpus in `fuzz/corpus` and on mutations of it (`tests`). `npm
//! run fuzz` runs them in libFuzzer, which keeps the inputs that reach new code; cargo-fuzz sets the cfg `fuzzing`.

#[cfg(test)]
mod tests;

use crate::error::EngineError;
use crate::text::is_deceptive;

/// A target: asserts its properties on any input.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("address", crate::session::fuzz::address),
    ("answers", crate::page_script::fuzz::answers),
    ("bidi", crate::backend::bidi::fuzz::bidi),
    ("cdp", crate::backend::cdp::fuzz::cdp),
    ("cursor", crate::session::fuzz::cursor),
    #[cfg(all(feature = "desktop", target_os = "linux"))]
    ("dbus", crate::desktop::fuzz::dbus),
    #[cfg(feature = "desktop")]
    ("desktop", crate::desktop::fuzz::desktop),
    ("envelope", crate::backend::wire::fuzz::envelope),
    ("keys", crate::input::fuzz::keys),
    ("locator", crate::locator::fuzz::locator),
    ("network", crate::network::fuzz::network),
    ("reading", crate::reading::fuzz::reading),
    #[cfg(feature = "relay")]
    ("relay", crate::relay::fuzz::relay),
    ("text", crate::text::fuzz::text),
    ("walk", crate::snapshot::fuzz::walk),
];

/// Runs the target with this name.
///
/// # Panics
/// If there is none, or if a property does not hold.
pub fn run(name: &str, data: &[u8]) {
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    assert!(found.is_some(), "there is no fuzz target {name}");
    if let Some((_, target)) = found {
        target(data);
    }
}

/// The longest message of an error, in bytes.
const MESSAGE_BYTES: usize = 8_000;

/// Asserts that no character of an answer's text can deceive its reader.
#[track_caller]
pub(crate) fn assert_clean(text: &str) {
    let found = text.chars().find(|&c| c != '\n' && is_deceptive(c));
    assert_eq!(found, None, "in {text:?}");
}

/// Asserts that a text is clean and has one line.
#[track_caller]
pub(crate) fn assert_line(text: &str) {
    assert_clean(text);
    assert!(!text.contains('\n'), "several lines: {text:?}");
}

/// Asserts that an error has one of these codes, and that its words are one clean line of bounded size.
#[track_caller]
pub(crate) fn assert_error(error: &EngineError, codes: &[&str]) {
    assert!(codes.contains(&error.code()), "{}: {error}", error.code());
    for text in [error.context(), &error.message(), &error.next_step().to_string()] {
        assert_line(text);
        assert!(text.len() <= MESSAGE_BYTES, "{} bytes: {text:?}", text.len());
    }
}
