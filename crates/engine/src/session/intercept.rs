//! Rules for requests, and what was blocked by them.

use super::Session;
use crate::backend::PageState;
use crate::backend::Unsent;
use crate::backend::intercept::{Blocked, Conditions, Ending};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, NextStep, Result};
use crate::options::{FailReason, NetworkOptions, RouteAction, RouteOptions};
use crate::report::RouteInfo;
use crate::text::{quote, shorten};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Session {
    /// Adds a route: what happens to requests of the session's pages that fit. It lasts as long as the session. Requests that
    /// are under way are not stopped any more.
    ///
    /// # Errors
    /// `InvalidInput`; `Unsupported` where requests cannot be stopped.
    pub async fn add_route(&self, route: RouteOptions) -> Result<RouteInfo> {
        route.check()?;
        let mut route = route;
        if let Some(text) = route.text.take() {
            route.base64 = Some(BASE64.encode(text));
        } else if let Some(body) = &route.base64 {
            BASE64.decode(body).or_kind(ErrorKind::InvalidInput, "base64 is not base64")?;
        }
        if route.action == RouteAction::Fulfill {
            route.status.get_or_insert(200);
        }
        self.in_time(async {
            let connection = self.interceptable().await?;
            connection.browser.add_route(route).await
        })
        .await
        .map_err(|error| self.noted(error))
    }

    /// The routes, oldest first.
    ///
    /// # Errors
    /// As [`Session::start`].
    pub async fn routes(&self) -> Result<Vec<RouteInfo>> {
        self.in_time(async { Ok(self.connection().await?.browser.routes()) }).await
    }

    /// Removes the route with this number, or all routes. Returns those that were removed.
    ///
    /// # Errors
    /// `InvalidInput` if there is no such route.
    pub async fn remove_routes(&self, id: Option<u32>) -> Result<Vec<RouteInfo>> {
        self.in_time(async {
            let connection = self.connection().await?;
            let removed = connection.browser.remove_routes(id).await?;
            match id {
                Some(id) if removed.is_empty() => {
                    let what = format!("there is no route {id}");
                    Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("list the routes"))
                }
                _ => Ok(removed),
            }
        })
        .await
    }

    /// Sets how the session's pages see the network, until it is set again. Returns how many pages do not answer, and may
    /// see it later.
    ///
    /// # Errors
    /// `InvalidInput`; `Unsupported` by name for what the browser cannot do.
    pub async fn set_network(&self, options: &NetworkOptions) -> Result<usize> {
        options.check()?;
        let bytes = |kilobytes: Option<f64>| kilobytes.map(|rate| rate * 1_000.0);
        let conditions = Conditions {
            offline: options.offline,
            latency: options.latency_ms,
            download: bytes(options.download_kbytes),
            upload: bytes(options.upload_kbytes),
        };
        self.in_time(async {
            let connection = self.interceptable().await?;
            // A browser that does not answer in time may have done it.
            let before = connection.is_offline.fetch_or(conditions.offline, Ordering::Relaxed);
            let set = connection.browser.set_network(conditions).await;
            let is_offline = match &set {
                Ok(_) => conditions.offline,
                Err(error) => before || (conditions.offline && *error.kind() == ErrorKind::Timeout),
            };
            connection.is_offline.store(is_offline, Ordering::Relaxed);
            set
        })
        .await
        .map_err(|error| self.noted(error))
    }

    /// The connection, unless its browser is the one that the user lends out tab by tab.
    async fn interceptable(&self) -> Result<Arc<super::Connection>> {
        #[cfg(feature = "relay")]
        if self.inner.options.extension.is_some() {
            let what = "requests of the user's own tabs are not stopped, changed or slowed down";
            return Err(EngineError::new(ErrorKind::Unsupported, what));
        }
        self.connection().await
    }

    /// That routes hold requests now, as a sentence.
    pub(super) async fn held_requests(&self) -> Option<String> {
        let connection = self.connection().await.ok()?;
        let held: u32 = connection.browser.routes().iter().map(|route| route.held).sum();
        (held > 0).then(|| format!("Routes of this session hold {held} of its requests now."))
    }

    /// Refuses an address that the session may not go to.
    pub(super) fn permitted(&self, url: String) -> Result<String> {
        self.withheld().check(&url)?;
        match self.inner.policy.origins.refuses(&url) {
            None => Ok(url),
            Some(blocked) => Err(out_of_bounds(&blocked, "nothing was sent")),
        }
    }
}

fn out_of_bounds(blocked: &Blocked, what: &str) -> EngineError {
    let origin = quote(&shorten(&blocked.origin, 200));
    let context = match &blocked.pattern {
        Some(pattern) => format!("{origin} is blocked by the pattern {}; {what}", quote(pattern)),
        None => format!("{origin} is not among the origins that this session may go to; {what}"),
    };
    let blocked_by = blocked.pattern.clone();
    EngineError::new(ErrorKind::UrlNotAllowed, context).with_next_step(NextStep::StayWithinOrigins { blocked_by })
}

/// The error for a navigation whose request was stopped, after there were `before` such ones.
pub(super) fn blocked_document(state: &PageState, before: u64) -> Option<EngineError> {
    Some(match state.blocked.document_since(before)? {
        Unsent::OutOfBounds(blocked) => {
            // The error says it.
            let _ = state.blocked.take();
            out_of_bounds(&blocked, "the address led there, and the request was stopped")
        }
        Unsent::Ended(url, ending) => {
            let url = quote(&shorten(&url, 200));
            let (why, step) = match ending {
                Ending::Blocked => ("a route of this session blocks it".to_owned(), "remove the route"),
                Ending::Failed(FailReason::InternetDisconnected) => (
                    "a route of this session, or its network conditions, have it offline".to_owned(),
                    "remove the route, or set the network online again",
                ),
                Ending::Failed(reason) => (
                    format!("a route of this session has it fail ({})", reason.name()),
                    "remove the route",
                ),
            };
            EngineError::new(ErrorKind::NavigationFailed, format!("{url} could not be loaded: {why}")).with_next_step(step)
        }
    })
}

/// What was blocked since the last answer, as a sentence.
pub(super) fn blocked_requests(state: &PageState) -> Option<String> {
    let (origins, more) = state.blocked.take();
    if origins.is_empty() {
        return None;
    }
    let mut text = "Stopped, because this session may not go there: ".to_owned();
    for (index, (blocked, count)) in origins.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let plural = if *count == 1 { "" } else { "s" };
        let _ = write!(
            text,
            "{comma}{count} request{plural} to {}",
            quote(&shorten(&blocked.origin, 120))
        );
    }
    if more > 0 {
        let _ = write!(text, ", {more} to others");
    }
    text.push('.');
    Some(text)
}
