//! What a cookie must be so that browsers keep it as it was given. They drop or change some without a word, and each
//! refuses others, so what can be known by its form is checked here, and the rest is read back.

use crate::api::json::invalid;
use crate::error::Result;
use crate::report::{Cookie, SameSite};
use crate::text::{quote, shorten};
use std::time::{SystemTime, UNIX_EPOCH};
use url::Host;

/// The most bytes of a name and its value together (RFC 6265, 6.1).
const MOST_BYTES: usize = 4_096;
/// The end of the year 9999, after which browsers know no dates.
const LAST: f64 = 253_402_300_799.0;

/// Refuses cookies that no browser would keep as they are.
///
/// # Errors
/// `InvalidInput` with the name of the argument.
pub(super) fn check(cookies: &[Cookie]) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let wrong = cookies.iter().find_map(|cookie| Some((cookie, wrong(cookie, now)?)));
    match wrong {
        None => Ok(()),
        Some((_, why)) if cookies.len() == 1 => Err(invalid(why)),
        Some((cookie, why)) => Err(invalid(format!("the cookie {}: {why}", called(&cookie.name)))),
    }
}

/// Refuses to confirm cookies that are not among those that the browser has.
///
/// # Errors
/// `InvalidInput` with the cookie.
pub(super) fn check_kept(wanted: &[Cookie], has: &[Cookie]) -> Result<()> {
    let kept = |wanted: &&Cookie| {
        has.iter().any(|has| {
            has.name == wanted.name
                && has.value == wanted.value
                && has.path == wanted.path
                // A domain such as `com` has no owner: a browser keeps its cookie for the one host of that name only.
                && (has.domain.starts_with('.'), host(&has.domain)) == (wanted.domain.starts_with('.'), host(&wanted.domain))
        })
    };
    let Some(lost) = wanted.iter().find(|cookie| !kept(cookie)) else {
        return Ok(());
    };
    let instead = has
        .iter()
        .find(|has| has.name == lost.name && host(&has.domain) == host(&lost.domain));
    let instead = instead.map_or_else(
        || "it has none of this name and domain".to_owned(),
        |has| {
            format!(
                "it has one of {} with a value of {} characters",
                called(&format!("{}{}", has.domain, has.path)),
                has.value.chars().count()
            )
        },
    );
    Err(invalid(format!(
        "the browser did not keep the cookie {} of {} as it was given, and gave no cause; {instead}; {} of {} were kept",
        called(&lost.name),
        called(&lost.domain),
        wanted.iter().filter(kept).count(),
        wanted.len()
    )))
}

fn called(text: &str) -> String {
    quote(&shorten(text, 100))
}

/// The host of a domain, with or without a leading dot, as browsers write it.
fn host(domain: &str) -> Option<String> {
    let host = domain.strip_prefix('.').unwrap_or(domain);
    // These would be decoded.
    if host.contains('%') {
        return None;
    }
    Host::parse(host).ok().map(|host| host.to_string())
}

/// Why a cookie would not be kept as it is, beginning with the argument.
fn wrong(cookie: &Cookie, now: f64) -> Option<String> {
    let Cookie {
        name,
        value,
        domain,
        path,
        expires,
        secure,
        same_site,
        ..
    } = cookie;
    let control = |text: &str| text.chars().any(|c| c.is_ascii_control());
    if name.is_empty() || domain.is_empty() {
        return Some(format!(
            "a cookie needs a name and a domain, got the name {} and the domain {}",
            called(name),
            called(domain)
        ));
    }
    if control(name) || name.contains([';', '=']) || name.trim() != name {
        let what = "name: must have no control characters, no \";\", no \"=\" and no spaces around it, got";
        return Some(format!("{what} {}", called(name)));
    }
    // A value is a secret, so it is not shown.
    if control(value) || value.contains(';') || value.trim() != value {
        return Some("value: must have no control characters, no \";\" and no spaces around it".to_owned());
    }
    let bytes = name.len() + value.len();
    if bytes > MOST_BYTES {
        return Some(format!(
            "value: must have at most {MOST_BYTES} bytes together with the name, got {bytes}"
        ));
    }
    if host(domain).is_none() {
        let what = "domain: must be a host name without a scheme, a port or a path, as example.org or .example.org, got";
        return Some(format!("{what} {}", called(domain)));
    }
    if !path.starts_with('/') || control(path) || path.contains(';') {
        let what = "path: must begin with \"/\" and have no control characters and no \";\", got";
        return Some(format!("{what} {}", called(path)));
    }
    let is_session = (*expires + 1.0).abs() < f64::EPSILON;
    if !is_session && !(0.0..=LAST).contains(expires) {
        return Some(format!(
            "expires: must be seconds since 1970, or -1 for the end of the browser's session, got {expires:e}"
        ));
    }
    if !is_session && *expires <= now {
        return Some(format!(
            "expires: {expires} is in the past, so the browser would not keep the cookie; delete cookies to remove one"
        ));
    }
    if *same_site == SameSite::None && !secure {
        return Some("sameSite: None needs secure, without which browsers drop the cookie".to_owned());
    }
    let prefixed = |prefix: &str| {
        name.get(..prefix.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(prefix))
    };
    if (prefixed("__Secure-") || prefixed("__Host-")) && !secure {
        return Some(format!(
            "secure: must be true for a cookie whose name begins as {}",
            called(name)
        ));
    }
    if prefixed("__Host-") && (path != "/" || domain.starts_with('.')) {
        let what = "path: must be \"/\", and domain must have no leading dot, for a cookie whose name begins with __Host-";
        return Some(what.to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Cookie {
        Cookie {
            name: "a".into(),
            value: "b".into(),
            domain: "example.org".into(),
            path: "/".into(),
            expires: -1.0,
            http_only: false,
            secure: false,
            same_site: SameSite::Lax,
        }
    }

    fn with(change: impl FnOnce(&mut Cookie)) -> Option<String> {
        let mut cookie = good();
        change(&mut cookie);
        wrong(&cookie, 1_000.0)
    }

    #[test]
    fn what_no_browser_keeps_is_refused_by_the_name_of_its_argument() {
        for name in ["a=b", "a;b", "a\nb", " a", "a\t", "a\u{7f}"] {
            assert!(
                with(|c| c.name = name.into()).is_some_and(|why| why.starts_with("name:")),
                "{name:?}"
            );
        }
        for domain in [
            "http://127.0.0.1",
            "localhost:8080",
            "bad domain/",
            "a%62.org",
            ".",
            "..org@x",
        ] {
            let why = with(|c| c.domain = domain.into());
            assert!(why.is_some_and(|why| why.starts_with("domain:")), "{domain:?}");
        }
        for expires in [-5.0, 0.0, 5.0, 1_000.0, 1e300, f64::NAN, f64::INFINITY, 1e12] {
            let why = with(|c| c.expires = expires);
            assert!(why.is_some_and(|why| why.starts_with("expires:")), "{expires}");
        }
        for path in ["", "a", "/a;b", "/a\nb"] {
            assert!(
                with(|c| c.path = path.into()).is_some_and(|why| why.starts_with("path:")),
                "{path:?}"
            );
        }
        for value in ["a;b".to_owned(), "a\nb".to_owned(), " a".to_owned(), "a".repeat(4_096)] {
            assert!(with(|c| c.value = value).is_some_and(|why| why.starts_with("value:")));
        }
        assert!(with(|c| c.same_site = SameSite::None).is_some_and(|why| why.starts_with("sameSite:")));
        assert!(with(|c| c.name = "__secure-a".into()).is_some_and(|why| why.starts_with("secure:")));
        let host = |path: &str, domain: &str| {
            with(|c| (c.name, c.secure, c.path, c.domain) = ("__Host-a".into(), true, path.into(), domain.into()))
        };
        assert!(host("/a", "example.org").is_some_and(|why| why.starts_with("path:")));
        assert!(host("/", ".example.org").is_some());
        assert_eq!(host("/", "example.org"), None);
        assert_eq!(with(|_| ()), None);
        assert_eq!(with(|c| c.expires = 1_001.0), None);
        for domain in [
            ".example.org",
            "localhost",
            "127.0.0.1",
            "[::1]",
            "bücher.example",
            "a_b.example",
        ] {
            assert_eq!(with(|c| c.domain = domain.into()), None, "{domain}");
        }
        assert_eq!(with(|c| c.value = "\"ü\" a=b,c".into()), None);
    }

    #[test]
    fn a_cookie_is_kept_under_the_name_that_browsers_give_its_host() {
        let has = |domain: &str| {
            let mut cookie = good();
            cookie.domain = domain.into();
            vec![cookie]
        };
        assert!(check_kept(&has("Bücher.example"), &has("xn--bcher-kva.example")).is_ok());
        assert!(check_kept(&has(".example.org"), &has(".example.org")).is_ok());
        assert!(check_kept(&has(".com"), &[]).is_err());
        assert!(check_kept(&has(".com"), &has("com")).is_err());
    }
}
