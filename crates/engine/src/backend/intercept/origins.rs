//! Patterns of origins, and whether an address fits them.
//!
//! A pattern and an address are read by the same URL parser, so that another spelling of a host (capitals, a dot at its end, an
//! IDN, a decimal or hexadecimal IP address) is the same host, and `https://allowed@evil` is `evil`.

use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use url::Url;

/// The most patterns of one kind.
const MOST: usize = 1_000;

/// How deep addresses may be in addresses.
const DEPTH: usize = 4;

/// One pattern, such as `https://*.example.org` or `http://localhost:*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    /// As it was given.
    pub(super) text: String,
    /// `http` or `https`; any of both if it is absent.
    pub(super) scheme: Option<&'static str>,
    pub(super) host: Host,
    pub(super) port: Port,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Host {
    Any,
    /// This one, as URLs spell it.
    Is(String),
    /// Those whose name ends with this, which begins with a dot.
    Below(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Port {
    Any,
    /// That of the scheme.
    Default,
    Is(u16),
}

/// Scheme, host and port of an address on the network.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    scheme: &'static str,
    host: String,
    port: u16,
}

/// Why an address is out of bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Blocked {
    /// Scheme, host and port of the address.
    pub(crate) origin: String,
    /// The pattern that blocks it; `None` if it is not among the allowed ones.
    pub(crate) pattern: Option<String>,
}

/// Where a session may go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Origins {
    pub(super) allow: Vec<Pattern>,
    pub(super) block: Vec<Pattern>,
}

impl Origins {
    /// # Errors
    /// `InvalidInput` for what is no pattern.
    pub(crate) fn read(allow: &[String], block: &[String]) -> Result<Self> {
        let all = |texts: &[String]| {
            if texts.len() > MOST {
                let what = format!("at most {MOST} patterns of origins can be given");
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
            texts.iter().map(|text| Pattern::read(text)).collect::<Result<Vec<_>>>()
        };
        Ok(Self {
            allow: all(allow)?,
            block: all(block)?,
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.allow.is_empty() && self.block.is_empty()
    }

    /// Why an address may not be asked for anything; `None` if it may, or is no address on the network.
    pub(crate) fn refuses(&self, address: &str) -> Option<Blocked> {
        if self.is_empty() {
            return None;
        }
        let url = match Url::parse(address) {
            Ok(url) => url,
            // The browser understands it in its own way, so it is not let through.
            Err(_) if address.is_empty() => return None,
            Err(_) => return Some(unreadable(address)),
        };
        self.refuses_url(&url, DEPTH)
    }

    fn refuses_url(&self, url: &Url, depth: usize) -> Option<Blocked> {
        match url.scheme() {
            "http" | "https" | "ws" | "wss" => {}
            // The origin, or the whole address, comes first in the path.
            "blob" if url.path().starts_with("null") => return None,
            "blob" | "filesystem" | "view-source" | "feed" | "jar" | "wyciwyg" => {
                return match Url::parse(url.path()) {
                    Ok(inner) if depth > 0 => self.refuses_url(&inner, depth - 1),
                    _ => Some(unreadable(url.as_str())),
                };
            }
            // Others of the network are known to no browser any more.
            "ftp" | "ftps" | "gopher" => return Some(unreadable(url.as_str())),
            // Files and the browser's own pages have options of their own. The rest asks no server.
            _ => return None,
        }
        let Some(place) = place(url) else {
            return Some(unreadable(url.as_str()));
        };
        let blocked = self.block.iter().find(|pattern| pattern.fits(&place));
        let pattern = match blocked {
            Some(pattern) => Some(pattern.text.clone()),
            None if self.allow.is_empty() || self.allow.iter().any(|pattern| pattern.fits(&place)) => return None,
            None => None,
        };
        Some(Blocked {
            origin: url.origin().ascii_serialization(),
            pattern,
        })
    }
}

fn unreadable(address: &str) -> Blocked {
    Blocked {
        origin: shorten(address, 100),
        pattern: None,
    }
}

fn place(url: &Url) -> Option<Place> {
    let scheme = match url.scheme() {
        "http" | "ws" => "http",
        "https" | "wss" => "https",
        _ => return None,
    };
    Some(Place {
        scheme,
        host: without_dot(url.host_str()?).to_owned(),
        port: url.port_or_known_default()?,
    })
}

/// A name with a dot at its end leads to the same server.
fn without_dot(host: &str) -> &str {
    host.strip_suffix('.').unwrap_or(host)
}

impl Pattern {
    fn read(text: &str) -> Result<Self> {
        let refuse = |why: &str| {
            let what = format!("{} is no pattern of origins: {why}", quote(&shorten(text, 120)));
            EngineError::new(ErrorKind::InvalidInput, what).with_next_step(
                "give scheme, host and port, as in https://example.org, https://*.example.org, http://localhost:* or *://10.0.0.1:8080",
            )
        };
        let Some((scheme, rest)) = text.trim().split_once("://") else {
            return Err(refuse("it has no scheme"));
        };
        let scheme = match scheme.to_ascii_lowercase().as_str() {
            "http" | "ws" => Some("http"),
            "https" | "wss" => Some("https"),
            "*" => None,
            _ => return Err(refuse("its scheme is not http, https or *")),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains(['/', '\\', '?', '#', '@']) || rest.contains(char::is_whitespace) {
            return Err(refuse("it has more than scheme, host and port"));
        }
        // The colons of an IPv6 address are in brackets.
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            _ => (rest, None),
        };
        let port = match port {
            None => Port::Default,
            Some("*") => Port::Any,
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => match digits.parse() {
                Ok(port) => Port::Is(port),
                Err(_) => return Err(refuse("its port is none")),
            },
            Some(_) => return Err(refuse("its port is neither a number nor *")),
        };
        let host = if host == "*" {
            Host::Any
        } else {
            let (below, name) = host.strip_prefix("*.").map_or((false, host), |name| (true, name));
            if name.is_empty() || name.contains('*') || name.contains(':') != name.starts_with('[') {
                return Err(refuse("* may stand for all of the host, or for the names before a domain"));
            }
            // Like each address, so that both are spelled alike.
            let url = Url::parse(&format!("http://{name}/")).map_err(|source| refuse("its host is none").with_source(source))?;
            let Some(known) = url.host_str().map(without_dot).filter(|host| !host.is_empty()) else {
                return Err(refuse("its host is none"));
            };
            match url.host() {
                Some(url::Host::Domain(_)) if below => Host::Below(format!(".{known}")),
                Some(_) if below => return Err(refuse("an IP address has no subdomains")),
                _ => Host::Is(known.to_owned()),
            }
        };
        Ok(Self {
            text: shorten(text.trim(), 200),
            scheme,
            host,
            port,
        })
    }

    fn fits(&self, place: &Place) -> bool {
        let host = match &self.host {
            Host::Any => true,
            Host::Is(host) => *host == place.host,
            Host::Below(end) => place.host.ends_with(end.as_str()),
        };
        let port = match self.port {
            Port::Any => true,
            Port::Default => place.port == default_port(place.scheme),
            Port::Is(port) => place.port == port,
        };
        host && port && self.scheme.is_none_or(|scheme| scheme == place.scheme)
    }
}

pub(super) fn default_port(scheme: &str) -> u16 {
    if scheme == "https" { 443 } else { 80 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(allow: &[&str], block: &[&str]) -> Origins {
        let own = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        Origins::read(&own(allow), &own(block)).expect("patterns")
    }

    #[test]
    fn an_address_is_allowed_by_scheme_host_and_port() {
        let rules = origins(
            &[
                "https://*.example.org",
                "http://localhost:*",
                "*://[::1]:8080",
                "https://bücher.example",
            ],
            &[],
        );
        for (address, allowed) in [
            ("https://www.example.org/x", true),
            ("wss://a.b.example.org/", true),
            ("HTTPS://WWW.EXAMPLE.ORG./", true),
            ("https://xn--bcher-kva.example/", true),
            ("http://localhost:3000/", true),
            ("http://localhost./", true),
            ("https://[0:0::1]:8080/", true),
            ("about:blank", true),
            ("about:srcdoc", true),
            ("data:text/html,https://evil.test", true),
            ("blob:null/1", true),
            ("blob:http://localhost:1/uuid", true),
            ("https://example.org/", false),
            ("https://notexample.org/", false),
            ("https://www.example.org:8443/", false),
            ("http://www.example.org/", false),
            ("https://www.example.org@evil.test/", false),
            ("https://www.example.org:443@evil.test/", false),
            ("https://evil.test/?https://www.example.org/", false),
            ("https://evil.test\\@www.example.org/", false),
            ("https://www.example.org.evil.test/", false),
            ("https://localhost/", false),
            ("http://127.0.0.1/", false),
            ("http://2130706433/", false),
            ("ws://evil.test/", false),
            ("blob:https://evil.test/uuid", false),
            ("view-source:https://evil.test/", false),
            ("filesystem:https://evil.test/temporary/x", false),
            (
                "view-source:view-source:view-source:view-source:view-source:http://localhost/",
                false,
            ),
            ("ftp://localhost/", false),
            ("https://", false),
        ] {
            assert_eq!(rules.refuses(address).is_none(), allowed, "{address}");
        }
    }

    #[test]
    fn what_is_blocked_stays_blocked_where_it_is_allowed_too() {
        let rules = origins(&["*://*:*"], &["*://127.0.0.1:*", "https://*.evil.test"]);
        for (address, by) in [
            ("http://127.0.0.1:9/", Some("*://127.0.0.1:*")),
            ("http://2130706433/", Some("*://127.0.0.1:*")),
            ("http://0x7f.1/", Some("*://127.0.0.1:*")),
            ("https://a.evil.test/", Some("https://*.evil.test")),
            ("http://a.evil.test/", None),
            ("https://evil.test/", None),
        ] {
            let blocked = rules.refuses(address).map(|blocked| blocked.pattern);
            assert_eq!(blocked.flatten().as_deref(), by, "{address}");
        }
        assert_eq!(origins(&[], &["http://a.test"]).refuses("http://b.test/"), None);
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for text in [
            "",
            "example.org",
            "https://",
            "https://*",
            "ftp://a.test",
            "https://a.test/path",
            "https://u@a.test",
            "https://a.*",
            "https://*a.test",
            "https://*.*.test",
            "https://a.test:x",
            "https://a.test:99999",
            "https://*.127.0.0.1",
            "https://a b.test",
            "https://a.test:",
            "https://::1",
            "*",
        ] {
            let read = Pattern::read(text);
            assert_eq!(read.is_err(), text != "https://*", "{text}: {read:?}");
        }
    }
}
