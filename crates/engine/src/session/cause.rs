//! Causes of loads that failed, where this side knows more than the browser says.

use super::Session;
use super::connect::Connection;
use crate::error::{EngineError, ErrorKind, LoadFailure, NextStep};
use crate::proxy::Faults;
use crate::text::{quote, shorten};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use url::Url;

/// What was known before a load.
pub(super) struct Before {
    connection: Arc<Connection>,
    faults: u64,
    refused: u64,
}

impl Session {
    pub(super) fn before_load(&self, connection: Arc<Connection>) -> Before {
        Before {
            faults: connection.proxy_faults().map_or(0, Faults::count),
            refused: self.inner.policy.credentials.refused(),
            connection,
        }
    }

    /// The error for a load that the browser says failed.
    pub(super) fn caused(&self, error: EngineError, address: Option<&str>, before: &Before) -> EngineError {
        if let Some(known) = address.and_then(|address| unproxied(address, before)) {
            return known;
        }
        let because = |why: &str, address: Option<&str>| {
            let what = match address {
                Some(address) => format!("{} could not be loaded: {why}", quote(&shorten(address, 300))),
                None => why.to_owned(),
            };
            EngineError::new(ErrorKind::NavigationFailed, what)
        };
        let NextStep::RepairLoad { cause } = error.next_step() else {
            return error;
        };
        match cause {
            LoadFailure::Authentication if self.inner.policy.credentials.refused() != before.refused => {
                let cause = LoadFailure::CredentialsRefused;
                because(cause.phrase(), address).with_next_step(NextStep::RepairLoad { cause })
            }
            LoadFailure::Authentication if address.is_some_and(has_login) => {
                let cause = LoadFailure::AddressCredentialsRefused;
                let shown = address.map(without_login);
                because(cause.phrase(), shown.as_deref()).with_next_step(NextStep::RepairLoad { cause })
            }
            LoadFailure::Offline if before.connection.is_offline.load(Ordering::Relaxed) => {
                let why = "the network conditions of this session have it offline";
                because(why, address).with_next_step("set the network online again")
            }
            _ => error,
        }
    }
}

/// Whether an address gives a name or a password.
fn has_login(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| !url.username().is_empty() || url.password().is_some())
}

/// The address without them, which no answer repeats.
fn without_login(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else {
        return String::new();
    };
    let cleared = url.set_username("").and_then(|()| url.set_password(None));
    cleared.map_or_else(|()| String::new(), |()| url.into())
}

/// The error for an address that no proxy carried, also where the browser shows the forwarder's answer as a document.
pub(super) fn unproxied(address: &str, before: &Before) -> Option<EngineError> {
    let fault = before.connection.proxy_faults()?.since(before.faults, address)?;
    let what = format!("{} could not be loaded: {}", quote(&shorten(address, 300)), fault.phrase());
    Some(EngineError::new(ErrorKind::NavigationFailed, what).with_next_step(fault.next_step()))
}
