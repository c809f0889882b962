//! The names of browsers in options.

use super::{BrowserKind, Channel};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::quote;
use std::fmt;

/// All accepted names. The first name for a pair of kind and channel is the one in messages.
const NAMES: &[(&str, BrowserKind, Channel)] = &[
    ("chromium", BrowserKind::Chromium, Channel::Any),
    ("chrome", BrowserKind::Chrome, Channel::Any),
    ("chrome-beta", BrowserKind::Chrome, Channel::Beta),
    ("chrome-dev", BrowserKind::Chrome, Channel::Dev),
    ("chrome-canary", BrowserKind::Chrome, Channel::Nightly),
    ("msedge", BrowserKind::Edge, Channel::Any),
    ("msedge-beta", BrowserKind::Edge, Channel::Beta),
    ("msedge-dev", BrowserKind::Edge, Channel::Dev),
    ("msedge-canary", BrowserKind::Edge, Channel::Nightly),
    ("edge", BrowserKind::Edge, Channel::Any),
    ("brave", BrowserKind::Brave, Channel::Any),
    ("brave-beta", BrowserKind::Brave, Channel::Beta),
    ("brave-nightly", BrowserKind::Brave, Channel::Nightly),
    ("firefox", BrowserKind::Firefox, Channel::Any),
    ("firefox-beta", BrowserKind::Firefox, Channel::Beta),
    ("firefox-developer", BrowserKind::Firefox, Channel::Dev),
    ("firefox-nightly", BrowserKind::Firefox, Channel::Nightly),
];

/// The browser family, which decides the protocol and the start procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Chromium and derived browsers: driven over the DevTools protocol.
    Chromium,
    /// Firefox: driven over WebDriver BiDi.
    Firefox,
}

impl Family {
    /// The family that an executable's file name indicates, if any.
    pub(super) fn of_file_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let starts = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
        if starts(&["firefox", "org.mozilla.firefox"]) {
            Some(Self::Firefox)
        } else if starts(&["chrom", "google-chrome", "google chrome", "com.google.chrome", "org.chromium"])
            || starts(&["msedge", "microsoft-edge", "microsoft edge", "com.microsoft.edge"])
            || starts(&["brave", "com.brave"])
        {
            Some(Self::Chromium)
        } else {
            None
        }
    }
}

impl BrowserKind {
    /// Parses a browser's name, such as `chromium`, `chrome-beta`, `msedge` or `firefox-nightly`, ignoring case.
    ///
    /// # Errors
    /// `InvalidInput` for any other text; the next step lists all names.
    pub fn parse(name: &str) -> Result<(Self, Channel)> {
        NAMES
            .iter()
            .find(|(accepted, ..)| accepted.eq_ignore_ascii_case(name.trim()))
            .map(|&(_, kind, channel)| (kind, channel))
            .ok_or_else(|| {
                EngineError::new(ErrorKind::InvalidInput, format!("no browser is called {}", quote(name)))
                    .with_next_step(crate::error::NextStep::one_of(Self::names()))
            })
    }

    /// The names that [`BrowserKind::parse`] accepts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(name, ..)| name)
    }

    /// The family of this kind of browser.
    pub fn family(self) -> Family {
        match self {
            Self::Chromium | Self::Chrome | Self::Edge | Self::Brave => Family::Chromium,
            Self::Firefox => Family::Firefox,
        }
    }
}

impl fmt::Display for BrowserKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chromium => "Chromium",
            Self::Chrome => "Chrome",
            Self::Edge => "Edge",
            Self::Brave => "Brave",
            Self::Firefox => "Firefox",
        })
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        for (text, kind, channel) in [
            ("chromium", BrowserKind::Chromium, Channel::Any),
            ("Chrome", BrowserKind::Chrome, Channel::Any),
            ("chrome-canary", BrowserKind::Chrome, Channel::Nightly),
            ("msedge-beta", BrowserKind::Edge, Channel::Beta),
            (" edge ", BrowserKind::Edge, Channel::Any),
            ("brave", BrowserKind::Brave, Channel::Any),
            ("firefox-developer", BrowserKind::Firefox, Channel::Dev),
            ("firefox-nightly", BrowserKind::Firefox, Channel::Nightly),
        ] {
            assert_eq!(BrowserKind::parse(text).expect(text), (kind, channel), "{text}");
        }
    }

    #[test]
    fn an_unknown_name_lists_the_choices() {
        let error = BrowserKind::parse("netscape\n").expect_err("not a browser");
        assert_eq!(error.kind(), &ErrorKind::InvalidInput);
        assert_eq!(error.context(), r#"no browser is called "netscape\n""#);
        assert!(
            error.next_step().to_string().contains("chrome-beta") && error.next_step().to_string().contains("firefox-nightly")
        );
    }

    #[test]
    fn a_file_name_tells_the_family() {
        for (name, family) in [
            ("chromium", Some(Family::Chromium)),
            ("chrome.exe", Some(Family::Chromium)),
            ("Google Chrome Beta", Some(Family::Chromium)),
            ("msedge.exe", Some(Family::Chromium)),
            ("Brave Browser", Some(Family::Chromium)),
            ("firefox-esr", Some(Family::Firefox)),
            ("org.mozilla.firefox", Some(Family::Firefox)),
            ("my-browser.sh", None),
        ] {
            assert_eq!(Family::of_file_name(name), family, "{name}");
        }
    }
}
