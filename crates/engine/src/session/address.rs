//! Which addresses may be opened, and which pages may be read and acted on once they are shown.

use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::text::{quote, shorten};
use url::Url;

/// The extension inside Chromium that shows PDF files, in a frame of the page that has the file's address.
const PDF_VIEWER: &str = "mhjfbmdgcfjbbpaeojofohoefgiehjai";

/// What the session's options allow beside web pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Allowed {
    /// Files of this machine.
    pub(crate) files: bool,
    /// Pages of the browser itself and of its extensions: settings, passwords, logs.
    pub(crate) browser_pages: bool,
}

/// What an address leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Web,
    File,
    /// A page of the browser, of an extension, or of a program that is built on a browser.
    Browser,
    /// What is no place, such as `javascript:`.
    None,
}

/// Parses an address from a caller. `example.com` and `localhost:3000` get the scheme https or http.
///
/// # Errors
/// `InvalidInput` if the text is not an address. `UrlNotAllowed` for `javascript:` and, unless they are allowed, for
/// `file:` and the browser's own pages except `about:blank`, also inside of schemes such as `view-source:`.
pub(crate) fn parse(text: &str, allowed: Allowed) -> Result<String> {
    let trimmed = text.trim();
    let shown = || quote(&shorten(trimmed, 200));
    if trimmed.is_empty() {
        return Err(EngineError::new(ErrorKind::InvalidInput, "the address is empty"));
    }
    let url = match Url::parse(trimmed) {
        // `localhost:3000` parses as the scheme `localhost`.
        Ok(url) if place(&url) != Place::None && url.cannot_be_a_base() && is_host_and_port(trimmed) => {
            Url::parse(&format!("http://{trimmed}"))
        }
        Err(url::ParseError::RelativeUrlWithoutBase) if !trimmed.starts_with(['/', '.', '?', '#']) => {
            let scheme = if is_local(trimmed) { "http" } else { "https" };
            Url::parse(&format!("{scheme}://{trimmed}"))
        }
        other => other,
    };
    let url = url.map_err(|source| {
        EngineError::new(ErrorKind::InvalidInput, format!("{} is not an address", shown())).with_source(source)
    })?;
    match place(&url) {
        Place::Web => Ok(url.into()),
        // It ends the tab's process and shows nothing.
        Place::Browser if url.as_str().trim_end_matches('/') == "chrome://crash" => Ok(url.into()),
        Place::File if allowed.files => Ok(url.into()),
        // Only browsers' own schemes can be typed: others may start programs of this machine.
        Place::Browser if allowed.browser_pages && is_browsers(url.scheme()) => Ok(url.into()),
        Place::File => Err(EngineError::new(
            ErrorKind::UrlNotAllowed,
            format!("{} is a file on this machine; opening files is not allowed", shown()),
        )
        .with_next_step(NextStep::AllowFileUrls)),
        Place::Browser if is_browsers(url.scheme()) => Err(EngineError::new(
            ErrorKind::UrlNotAllowed,
            format!("{} is a page of the browser itself; opening those is not allowed", shown()),
        )
        .with_next_step(NextStep::AllowBrowserPages)),
        Place::Browser | Place::None => Err(EngineError::new(
            ErrorKind::UrlNotAllowed,
            format!(
                "opening addresses of the scheme {} is not allowed",
                quote(&shorten(url.scheme(), 40))
            ),
        )),
    }
}

/// Refuses a document by the address that the browser gives it. A page gets to addresses that a caller cannot open:
/// the user and other programs go there too.
///
/// # Errors
/// `UrlNotAllowed`.
pub(crate) fn check_shown(address: &str, allowed: Allowed) -> Result<()> {
    if address.starts_with("https://") || address.starts_with("http://") {
        return Ok(());
    }
    // A page that has not loaded anything has no address, or one without a scheme.
    let Ok(url) = Url::parse(address) else { return Ok(()) };
    let (what, step) = match place(&url) {
        Place::File if !allowed.files => ("a file on this machine", NextStep::AllowFileUrls),
        Place::Browser | Place::None if !allowed.browser_pages => ("a page of the browser itself", NextStep::AllowBrowserPages),
        _ => return Ok(()),
    };
    let context = format!(
        "the page shows {}, {what}, which may be neither read nor acted on",
        quote(&shorten(address, 200))
    );
    Err(EngineError::new(ErrorKind::UrlNotAllowed, context).with_next_step(step))
}

/// The place that an address leads to, also inside of other schemes.
fn place(url: &Url) -> Place {
    match url.scheme() {
        // The last is Chromium's page about an error.
        "http" | "https" | "data" | "chrome-error" => Place::Web,
        "about" => match url.path() {
            // The last three are Firefox's pages about an error, at which a navigation ends.
            "blank" | "srcdoc" | "neterror" | "certerror" | "httpsonlyerror" => Place::Web,
            _ => Place::Browser,
        },
        "chrome-extension" if url.host_str() == Some(PDF_VIEWER) => Place::Web,
        // The origin comes first in the path. A document without an origin has `null` there.
        "blob" if url.path().starts_with("null/") => Place::Web,
        "blob" | "view-source" | "feed" | "jar" | "wyciwyg" | "filesystem" => {
            Url::parse(url.path()).map_or(Place::None, |inner| place(&inner))
        }
        "file" => Place::File,
        "javascript" => Place::None,
        _ => Place::Browser,
    }
}

fn is_browsers(scheme: &str) -> bool {
    matches!(
        scheme,
        "about" | "chrome" | "edge" | "brave" | "vivaldi" | "opera" | "chrome-extension" | "moz-extension" | "view-source"
    )
}

fn is_host_and_port(text: &str) -> bool {
    text.split_once(':').is_some_and(|(_, rest)| {
        let digits = rest.split(['/', '?', '#']).next().unwrap_or_default();
        !digits.is_empty() && digits.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit())
    })
}

fn is_local(text: &str) -> bool {
    let host = text.split(['/', '?', '#', ':']).next().unwrap_or_default();
    host == "localhost"
        || host.ends_with(".localhost")
        || host.starts_with("127.")
        || host == "["
        || host.starts_with("192.168.")
        || host.starts_with("10.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_becomes_an_address() {
        for (typed, address) in [
            ("example.com", "https://example.com/"),
            ("localhost:3000/x", "http://localhost:3000/x"),
            ("127.0.0.1:80", "http://127.0.0.1/"),
            (" https://a.b/c?d#e ", "https://a.b/c?d#e"),
            ("about:blank", "about:blank"),
            ("data:text/html,hi", "data:text/html,hi"),
            ("chrome://crash", "chrome://crash"),
            ("view-source:https://a.b/", "view-source:https://a.b/"),
        ] {
            assert_eq!(parse(typed, Allowed::default()).expect(typed), address);
        }
    }

    #[test]
    fn files_and_scripts_are_refused_in_any_wrapping() {
        for bad in [
            "file:///etc/passwd",
            "FILE:///etc/passwd",
            "view-source:file:///etc/passwd",
            "javascript:alert(1)",
            "ftp://x/",
            "jar:file:///x!/y",
        ] {
            assert_eq!(
                parse(bad, Allowed::default()).expect_err(bad).code(),
                "URL_NOT_ALLOWED",
                "{bad}"
            );
        }
        let all = Allowed {
            files: true,
            browser_pages: true,
        };
        assert_eq!(parse("file:///tmp/x.html", all).expect("allowed"), "file:///tmp/x.html");
        assert_eq!(parse("chrome://settings/", all).expect("allowed"), "chrome://settings/");
        for bad in [
            "javascript:1",
            "vbscript:x",
            "ms-settings:x",
            "steam://run/1",
            "view-source:javascript:1",
        ] {
            assert_eq!(parse(bad, all).expect_err(bad).code(), "URL_NOT_ALLOWED", "{bad}");
        }
        assert_eq!(parse("", all).expect_err("empty").code(), "INVALID_INPUT");
        assert_eq!(parse("/etc/passwd", all).expect_err("a path").code(), "INVALID_INPUT");
    }

    #[test]
    fn pages_of_the_browser_are_refused_typed_and_shown() {
        for bad in [
            "chrome://settings/passwords",
            "CHROME://net-export",
            "edge://settings",
            "brave://wallet",
            "about:config",
            "about:preferences",
            "about:logins",
            "view-source:chrome://settings",
            "chrome-extension://abcdefghijklmnopabcdefghijklmnop/popup.html",
            "moz-extension://x/y",
        ] {
            let error = parse(bad, Allowed::default()).expect_err(bad);
            assert_eq!(
                (error.code(), error.next_step()),
                ("URL_NOT_ALLOWED", &NextStep::AllowBrowserPages),
                "{bad}"
            );
            let error = check_shown(bad, Allowed::default()).expect_err(bad);
            assert_eq!(
                (error.code(), error.next_step()),
                ("URL_NOT_ALLOWED", &NextStep::AllowBrowserPages),
                "{bad}"
            );
        }
        for bad in [
            "devtools://devtools/x",
            "chrome-untrusted://x/",
            "resource://x/",
            "blob:chrome-extension://abcdefghijklmnopabcdefghijklmnop/1",
            "blob:devtools://x/1",
        ] {
            assert_eq!(
                check_shown(bad, Allowed::default()).expect_err(bad).code(),
                "URL_NOT_ALLOWED",
                "{bad}"
            );
        }
    }

    #[test]
    fn files_that_are_shown_are_refused() {
        for bad in [
            "file:///etc/passwd",
            "view-source:file:///etc/passwd",
            "blob:file:///1",
            "filesystem:file:///x",
        ] {
            let error = check_shown(bad, Allowed::default()).expect_err(bad);
            assert_eq!(error.next_step(), &NextStep::AllowFileUrls, "{bad}");
            let files = Allowed {
                files: true,
                ..Allowed::default()
            };
            check_shown(bad, files).expect("allowed");
        }
    }

    #[test]
    fn what_a_web_page_shows_is_read() {
        for good in [
            "",
            ":",
            "https://a.b/",
            "about:blank",
            "about:blank#x",
            "about:srcdoc",
            "data:text/html,x",
            "blob:https://a.b/1",
            "blob:null/1",
            "chrome-error://chromewebdata/",
            "about:neterror?e=dnsNotFound",
            "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html",
        ] {
            check_shown(good, Allowed::default()).expect(good);
        }
    }
}
