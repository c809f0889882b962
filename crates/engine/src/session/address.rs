//! Which addresses may be opened.

use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use url::Url;

/// Parses an address from a caller. `example.com` and `localhost:3000` get the scheme https or http.
///
/// # Errors
/// `InvalidInput` if the text is not an address. `UrlNotAllowed` for `javascript:` and, without
/// `allow_file`, for `file:`, also inside of schemes such as `view-source:`.
pub(crate) fn parse(text: &str, allow_file: bool) -> Result<String> {
    let trimmed = text.trim();
    let shown = || quote(&shorten(trimmed, 200));
    if trimmed.is_empty() {
        return Err(EngineError::new(ErrorKind::InvalidInput, "the address is empty"));
    }
    let url = match Url::parse(trimmed) {
        // `localhost:3000` parses as the scheme `localhost`.
        Ok(url) if url.cannot_be_a_base() && is_host_and_port(trimmed) => Url::parse(&format!("http://{trimmed}")),
        Err(url::ParseError::RelativeUrlWithoutBase) if !trimmed.starts_with(['/', '.', '?', '#']) => {
            let scheme = if is_local(trimmed) { "http" } else { "https" };
            Url::parse(&format!("{scheme}://{trimmed}"))
        }
        other => other,
    };
    let url = url.map_err(|source| {
        EngineError::new(ErrorKind::InvalidInput, format!("{} is not an address", shown())).with_source(source)
    })?;
    let mut inner = url.clone();
    while matches!(inner.scheme(), "view-source" | "feed" | "jar" | "wyciwyg") {
        let Ok(next) = Url::parse(inner.path()) else { break };
        inner = next;
    }
    match inner.scheme() {
        "http" | "https" | "about" | "data" | "blob" | "chrome" | "edge" | "brave" => Ok(url.into()),
        "file" if allow_file => Ok(url.into()),
        "file" => Err(EngineError::new(
            ErrorKind::UrlNotAllowed,
            format!("{} is a file on this machine; opening files is not allowed", shown()),
        )
        .with_next_step(crate::error::NextStep::AllowFileUrls)),
        scheme => Err(EngineError::new(
            ErrorKind::UrlNotAllowed,
            format!(
                "opening addresses of the scheme {} is not allowed",
                quote(&shorten(scheme, 40))
            ),
        )),
    }
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
        ] {
            assert_eq!(parse(typed, false).expect(typed), address);
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
            assert_eq!(parse(bad, false).expect_err(bad).code(), "URL_NOT_ALLOWED", "{bad}");
        }
        assert_eq!(parse("file:///tmp/x.html", true).expect("allowed"), "file:///tmp/x.html");
        assert_eq!(parse("", true).expect_err("empty").code(), "INVALID_INPUT");
        assert_eq!(parse("/etc/passwd", true).expect_err("a path").code(), "INVALID_INPUT");
    }
}
