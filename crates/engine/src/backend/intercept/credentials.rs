//! Names and passwords for servers that ask for them (HTTP authentication), each bound to one origin.

use crate::error::{EngineError, ErrorKind, Result};
use crate::options::HttpCredentials;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use url::Url;

/// The most questions that are remembered.
const MOST_ASKED: usize = 1_024;

/// Names and passwords by origin.
#[derive(Default)]
pub(crate) struct Credentials {
    known: Vec<(String, String, String)>,
    /// Requests that were answered once. A server that asks again does not accept the answer.
    answered: Mutex<HashSet<String>>,
    /// How many documents did not come because their server did not accept an answer.
    refused: AtomicU64,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("origins", &self.origins()).finish()
    }
}

impl Credentials {
    /// # Errors
    /// `InvalidInput` for what is no origin of HTTP, and for two of one origin.
    pub(crate) fn read(given: &[HttpCredentials]) -> Result<Self> {
        let refuse = |what: &str| {
            let what = format!("httpCredentials: {what}");
            Err(EngineError::new(ErrorKind::InvalidInput, what))
        };
        let mut known: Vec<(String, String, String)> = Vec::new();
        for one in given {
            // The text is not shown: it may hold a password.
            let url = Url::parse(one.origin.trim())
                .ok()
                .filter(|url| matches!(url.scheme(), "http" | "https"));
            let Some(url) =
                url.filter(|url| url.username().is_empty() && url.password().is_none() && matches!(url.path(), "/" | ""))
            else {
                return refuse("an origin is scheme, host and port, as in https://intranet.example");
            };
            let origin = url.origin().ascii_serialization();
            if known.iter().any(|(other, ..)| *other == origin) {
                return refuse("there are two of one origin");
            }
            if one.username.contains(':') {
                return refuse("a user name has no colon");
            }
            known.push((origin, one.username.clone(), one.password.clone()));
        }
        Ok(Self {
            known,
            answered: Mutex::default(),
            refused: AtomicU64::new(0),
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The origins.
    pub(crate) fn origins(&self) -> Vec<&str> {
        self.known.iter().map(|(origin, ..)| &**origin).collect()
    }

    /// Whether there are some for the origin of an address.
    pub(crate) fn is_for(&self, address: &str) -> bool {
        let origin = Url::parse(address).map(|url| url.origin().ascii_serialization());
        origin.is_ok_and(|origin| self.known.iter().any(|(known, ..)| *known == origin))
    }

    /// Notes that the server of a document asks again.
    pub(crate) fn note_refused(&self, address: &str) {
        if self.is_for(address) {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many documents servers have refused so far in spite of an answer.
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// The name and the password for an address that asks for them, once for each request.
    pub(crate) fn answer(&self, address: &str, request: &str) -> Option<(&str, &str)> {
        let origin = Url::parse(address).ok()?.origin().ascii_serialization();
        let (origin, name, password) = self.known.iter().find(|(known, ..)| *known == origin)?;
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        if answered.len() >= MOST_ASKED {
            answered.clear();
        }
        answered.insert(format!("{origin} {request}")).then_some((name, password))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credentials(origin: &str) -> Result<Credentials> {
        Credentials::read(&[HttpCredentials::new(origin, "ann", "s3cret")])
    }

    #[test]
    fn each_request_of_the_origin_is_answered_once() {
        let known = credentials("https://a.test:8443").expect("valid");
        assert_eq!(known.answer("https://a.test:8443/x", "1"), Some(("ann", "s3cret")));
        assert_eq!(known.answer("https://a.test:8443/x", "1"), None);
        assert_eq!(known.answer("https://a.test:8443/y", "2"), Some(("ann", "s3cret")));
        for other in [
            "https://a.test/",
            "http://a.test:8443/",
            "https://b.a.test:8443/",
            "https://a.test:8443@b.test/",
            "x",
        ] {
            assert_eq!(known.answer(other, "3"), None, "{other}");
        }
        assert!(!format!("{known:?}").contains("s3cret"));
        known.note_refused("https://b.test/");
        assert_eq!(known.refused(), 0);
        known.note_refused("https://a.test:8443/x");
        assert_eq!(known.refused(), 1);
    }

    #[test]
    fn what_is_no_origin_is_refused_without_showing_it() {
        for origin in ["a.test", "ftp://a.test", "https://u:s3cret@a.test", "https://a.test/x"] {
            let error = credentials(origin).expect_err(origin);
            assert!(!error.to_string().contains("s3cret"), "{error}");
        }
    }
}
