//! What happens to requests before they leave the browser: rules that all backends share, without I/O.
//!
//! [`Origins`] says where a session may go, [`routes`] what the caller wants done with requests, and [`Credentials`] which
//! server gets which name and password. A backend asks [`Rules::decide`] for each request that its browser stops, and tells the
//! browser. `wall` adds what a browser that we start can be given so that connections are refused which no protocol stops.

mod credentials;
mod network;
mod origins;
mod pattern;
mod routes;
mod rules;
mod wall;

pub(crate) use credentials::Credentials;
pub(crate) use network::Conditions;
pub(crate) use origins::{Blocked, Origins};
pub(crate) use pattern::without_fragment;
pub(crate) use routes::{ASKS_FOR, Ending, Held, Stopped, Verdict, answer_headers, preflight_headers};
pub(crate) use rules::{Holder, Rules, Unconfirmed};
pub(crate) use wall::{Wall, has_proxy};

use crate::error::Result;
use crate::options::SessionOptions;
use std::sync::Arc;

/// What the options of a session say about requests.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Where its pages may go.
    pub(crate) origins: Arc<Origins>,
    /// Which server gets which name and password.
    pub(crate) credentials: Arc<Credentials>,
}

impl Policy {
    /// # Errors
    /// `InvalidInput` for what is no pattern or no origin.
    pub(crate) fn of(options: &SessionOptions) -> Result<Self> {
        Ok(Self {
            origins: Arc::new(Origins::read(&options.allow_origins, &options.block_origins)?),
            credentials: Arc::new(Credentials::read(&options.http_credentials)?),
        })
    }

    /// Whether there is nothing to do.
    pub(crate) fn is_empty(&self) -> bool {
        self.origins.is_empty() && self.credentials.is_empty()
    }
}
