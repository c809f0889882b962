//! Causes of loads that failed, where this side knows more than the browser says.

use super::Session;
use super::connect::Connection;
use crate::error::{EngineError, ErrorKind, LoadFailure, NextStep};
use crate::proxy::Faults;
use crate::text::{quote, shorten};
use std::sync::Arc;
use std::sync::atomic::Ordering;

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
        let because = |why: &str| {
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
                because(cause.phrase()).with_next_step(NextStep::RepairLoad { cause })
            }
            LoadFailure::Offline if before.connection.is_offline.load(Ordering::Relaxed) => {
                because("the network conditions of this session have it offline").with_next_step("set the network online again")
            }
            _ => error,
        }
    }
}

/// The error for an address that no proxy carried, also where the browser shows the forwarder's answer as a document.
pub(super) fn unproxied(address: &str, before: &Before) -> Option<EngineError> {
    let fault = before.connection.proxy_faults()?.since(before.faults, address)?;
    let what = format!("{} could not be loaded: {}", quote(&shorten(address, 300)), fault.phrase());
    Some(EngineError::new(ErrorKind::NavigationFailed, what).with_next_step(fault.advice()))
}
