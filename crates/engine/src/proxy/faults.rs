//! What a proxy behind a forwarder did not do. The browser sees an answer of the forwarder's, which looks like one of the server.

use crate::error::{LoadFailure, NextStep};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use url::{Position, Url};

/// The most faults that are remembered.
const MOST: usize = 100;

/// Why a request was answered in the proxy's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Unreachable,
    LoginRefused,
    /// It asks for a log-in, and there is none.
    LoginWanted,
    /// It answered a request for a connection with this status.
    Refused(u16),
}

impl Fault {
    /// The cause in words, as a clause.
    pub(crate) fn phrase(self) -> Cow<'static, str> {
        match self {
            Self::Unreachable => "the proxy cannot be reached".into(),
            Self::LoginRefused => "the proxy refused the log-in".into(),
            Self::LoginWanted => LoadFailure::ProxyAuthentication.phrase().into(),
            Self::Refused(status) => format!("the proxy refused to connect to the server (status {status})").into(),
        }
    }

    /// What a caller does next.
    pub(crate) fn next_step(self) -> NextStep {
        match self {
            Self::Unreachable => NextStep::advice("check the proxy's address, and that it is running"),
            Self::LoginRefused => NextStep::advice("check the name and the password for the proxy"),
            Self::LoginWanted => NextStep::RepairLoad {
                cause: LoadFailure::ProxyAuthentication,
            },
            Self::Refused(_) => NextStep::advice(
                "check the host and the port of the address, and in the proxy's log why it did not connect to them",
            ),
        }
    }
}

/// The last faults, with what the requests were for.
#[derive(Debug, Default)]
pub(crate) struct Faults(Mutex<Noted>);

#[derive(Debug, Default)]
struct Noted {
    count: u64,
    last: VecDeque<(u64, String, Fault)>,
}

impl Faults {
    pub(super) fn note(&self, target: &str, fault: Fault) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.last.len() == MOST {
            noted.last.pop_front();
        }
        let number = noted.count;
        noted.count += 1;
        noted.last.push_back((number, target.to_owned(), fault));
    }

    /// How many there were so far.
    pub(crate) fn count(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).count
    }

    /// The last one for a request of this address, after there were `before`.
    pub(crate) fn since(&self, before: u64, address: &str) -> Option<Fault> {
        let url = Url::parse(address).ok()?;
        let plain = &url[..Position::AfterQuery];
        let tunnel = format!("{}:{}", url.host_str()?, url.port_or_known_default()?);
        let fits = |target: &str| {
            if url.scheme() == "http" {
                target == plain
            } else {
                target == tunnel
            }
        };
        let noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut latest = noted.last.iter().rev().take_while(|(number, ..)| *number >= before);
        latest.find_map(|(_, target, fault)| fits(target).then_some(*fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_by_address_and_since_when() {
        let faults = Faults::default();
        faults.note("http://a.test/x?y", Fault::Unreachable);
        let before = faults.count();
        faults.note("b.test:443", Fault::LoginRefused);
        assert_eq!(faults.since(0, "http://a.test/x?y#z"), Some(Fault::Unreachable));
        assert_eq!(faults.since(before, "http://a.test/x?y"), None);
        assert_eq!(faults.since(0, "http://a.test/x"), None);
        assert_eq!(faults.since(before, "https://b.test/any"), Some(Fault::LoginRefused));
        assert_eq!(faults.since(0, "about:blank"), None);
        for _ in 0..2 * MOST {
            faults.note("c.test:443", Fault::Unreachable);
        }
        assert_eq!(faults.since(0, "https://b.test/"), None);
    }
}
