//! Addresses of browsers and drivers. They often hold secrets: a password, a token in the query, the path or the
//! fragment, or the id of a browser's own WebSocket, which lets any program drive it. Only a connection reads them.

use std::fmt;
use url::Url;

/// Segments of a path that every server of a kind has. Any other segment may be a token.
const COMMON: &[&str] = &[
    "",
    "bidi",
    "browser",
    "cdp",
    "devtools",
    "hub",
    "json",
    "list",
    "page",
    "playwright",
    "se",
    "session",
    "status",
    "v1",
    "version",
    "wd",
];

/// An address with secrets. `Display` and `Debug` show its scheme, host and port, and the usual words of its path.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint(String);

impl Endpoint {
    /// The address itself, for a connection. It must not enter a message or the log.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Endpoint {
    fn from(address: T) -> Self {
        Self(address.into())
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.trim();
        let parsed = match text.parse::<u16>() {
            Ok(port) => Url::parse(&format!("http://127.0.0.1:{port}")),
            Err(_) if text.contains("://") => Url::parse(text),
            Err(_) => Url::parse(&format!("http://{text}")),
        };
        let Some((url, host)) = parsed.as_ref().ok().and_then(|url| Some((url, url.host_str()?))) else {
            return write!(f, "(an address of {} characters that cannot be read)", text.chars().count());
        };
        write!(f, "{}://{host}", url.scheme())?;
        if let Some(port) = url.port() {
            write!(f, ":{port}")?;
        }
        for segment in url.path().trim_end_matches('/').split('/').skip(1) {
            write!(f, "/{}", if COMMON.contains(&segment) { segment } else { "…" })?;
        }
        if url.query().is_some() {
            f.write_str("?…")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_form_of_an_address_shows_its_secret() {
        for (address, shown) in [
            ("9222", "http://127.0.0.1:9222"),
            ("grid.test:4444", "http://grid.test:4444"),
            ("http://127.0.0.1:9222/", "http://127.0.0.1:9222"),
            ("http://h:4444/wd/hub", "http://h:4444/wd/hub"),
            ("ws://user:SECRET@h:1/", "ws://h:1"),
            ("ws://SECRET@h:1/", "ws://h:1"),
            ("user:SECRET@h:1", "http://h:1"),
            ("wss://h/?token=SECRET", "wss://h?…"),
            ("wss://h/x?token=%53%45CRET", "wss://h/…?…"),
            ("wss://h/SECRET", "wss://h/…"),
            ("wss://h/%53ECRET/chromium", "wss://h/…/…"),
            ("wss://h/devtools/browser/SECRET", "wss://h/devtools/browser/…"),
            ("wss://h/#SECRET", "wss://h"),
            ("wss://h/;t=SECRET", "wss://h/…"),
            ("https://h/wd/hub/session/SECRET", "https://h/wd/hub/session/…"),
            ("ws://u:SECRET@h:999999/", "(an address of 23 characters that cannot be read)"),
            ("SECRET SECRET", "(an address of 13 characters that cannot be read)"),
            ("", "(an address of 0 characters that cannot be read)"),
        ] {
            let endpoint = Endpoint::from(address);
            assert_eq!(endpoint.to_string(), shown);
            assert_eq!(format!("{endpoint:?}"), format!("\"{shown}\""));
            assert_eq!(endpoint.expose(), address);
        }
    }
}
