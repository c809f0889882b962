//! Requests that go past the service workers of their site, so that routes decide about them.
//!
//! What a service worker answers by itself never becomes a request that the browser would stop. So while a session has routes,
//! its pages ask the network: documents that load then have no service worker, and those that are there go on having one that is
//! asked for nothing. Only workers of theirs that are not attached to are still answered by it. The browser holds to this only in
//! sessions that report their requests.

use super::browser::CdpBrowser;
use super::emulation::CONFIRM_LIMIT;
use super::page::CdpPage;
use super::tree::SessionId;
use crate::backend::monitor::lock;
use crate::backend::wire::Command;
use crate::deadline;
use crate::report::RouteInfo;
use serde_json::json;
use std::sync::atomic::Ordering;

/// What leads a session's requests past service workers, or to them again. `reports`: it reports its requests also otherwise.
pub(super) fn commands(past: bool, reports: bool) -> impl Iterator<Item = Command> {
    let switch = |on: bool| (!reports && on == past).then(|| super::network::command(on));
    let set = Command::new("Network.setBypassServiceWorker", json!({"bypass": past}));
    switch(true).into_iter().chain([set]).chain(switch(false))
}

/// A route as it holds in this browser.
pub(super) fn told(route: RouteInfo) -> RouteInfo {
    RouteInfo {
        passes_service_workers: true,
        ..route
    }
}

impl CdpPage {
    /// Whether rules need the browser to report requests. Without these reports it would forget how slow the network is, and that
    /// service workers are not asked.
    pub(super) fn reports_for_rules(&self) -> bool {
        self.is_slowed.load(Ordering::Relaxed) || self.is_routed.load(Ordering::Relaxed)
    }

    /// Whether the browser reports the page's requests now.
    pub(super) fn reports(&self) -> bool {
        self.state.recorder().is_some() || self.state.is_network_watched() || self.reports_for_rules()
    }
}

impl CdpBrowser {
    /// Tells the pages of sessions with routes, and those of sessions that had some. A busy page does it before its next task, and
    /// is not waited for.
    pub(super) async fn lead_past_workers(&self) {
        let sessions: Vec<_> = {
            let rules = lock(&self.hub.intercept.rules);
            self.hub.known.look(|known| {
                let page = |session: &SessionId| known.of_session(session);
                let all = known.page_sessions().into_iter();
                all.filter_map(|(session, holder)| Some((page(&session)?, session, rules.has_routes_of(&holder))))
                    .filter(|(page, _, past)| *past || page.is_routed.load(Ordering::Relaxed))
                    .collect()
            })
        };
        for (page, _, past) in &sessions {
            page.is_routed.store(*past, Ordering::Relaxed);
        }
        let limit = deadline::at_most(CONFIRM_LIMIT);
        let each = sessions.iter().flat_map(|(page, session, past)| {
            let reports = if *past {
                page.state.recorder().is_some()
            } else {
                page.reports()
            };
            commands(*past, reports).map(|command| command.on(session).within(limit))
        });
        for reply in self.wire.batch(each.collect()).await {
            if let Err(error) = reply {
                tracing::debug!(%error, "a page was not told to go past service workers");
            }
        }
    }
}
