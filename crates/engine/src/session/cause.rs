//! Causes of loads that failed, where this side knows more than the browser says.

use super::Session;
use super::connect::Connection;
use crate::error::{EngineError, ErrorKind, LoadFailure, NextStep};
use crate::proxy::Faults;
use crate::text::{quote, shorten};
use std::sync::Arc;

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
        let asks = matches!(
            error.next_step(),
            NextStep::RepairLoad {
                cause: LoadFailure::Authentication
            }
        );
        if !asks || self.inner.policy.credentials.refused() == before.refused {
            return error;
        }
        let cause = LoadFailure::CredentialsRefused;
        let what = match address {
            Some(address) => format!("{} could not be loaded: {}", quote(&shorten(address, 300)), cause.phrase()),
            None => cause.phrase().to_owned(),
        };
        EngineError::new(ErrorKind::NavigationFailed, what).with_next_step(NextStep::RepairLoad { cause })
    }
}

/// The error for an address that no proxy carried, also where the browser shows the forwarder's answer as a document.
pub(super) fn unproxied(address: &str, before: &Before) -> Option<EngineError> {
    let fault = before.connection.proxy_faults()?.since(before.faults, address)?;
    let what = format!("{} could not be loaded: {}", quote(&shorten(address, 300)), fault.phrase());
    Some(EngineError::new(ErrorKind::NavigationFailed, what).with_next_step(fault.advice()))
}
