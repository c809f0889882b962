//! All rules of one browser: those of its sessions, and those that hold for all of them.

use super::routes::{Ending, Routes, Stopped, Verdict};
use super::{Conditions, Policy};
use crate::backend::monitor::lock;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{FailReason, RouteOptions};
use crate::report::RouteInfo;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The session that a rule belongs to, by its browser context; `None` for that of the browser itself.
pub(crate) type Holder = Option<Arc<str>>;

/// The rules of a browser.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    pub(crate) policy: Policy,
    /// Whether every request that is asked for a log-in gets an answer, so that the browser asks no person.
    pub(crate) answers_prompts: bool,
    routes: HashMap<Holder, Routes>,
    conditions: HashMap<Holder, Conditions>,
}

impl Rules {
    /// What happens to a request. `holder`: whose page it is of; `None` where that is not known.
    pub(crate) fn decide(&mut self, holder: Option<&Holder>, request: Stopped<'_>) -> Verdict {
        if let Some(blocked) = self.policy.origins.refuses(request.url) {
            return Verdict::Refuse(blocked);
        }
        let Some(holder) = holder else { return Verdict::Pass };
        if self.conditions(holder).offline {
            return Verdict::End(Ending::Failed(FailReason::InternetDisconnected));
        }
        self.routes
            .get_mut(holder)
            .map_or(Verdict::Pass, |routes| routes.decide(request))
    }

    /// The patterns of addresses whose requests are to be stopped for a session; for all if it is `None`. `*` stands for any text.
    pub(crate) fn patterns(&self, holder: Option<&Holder>) -> Vec<String> {
        let concerns = |of: &Holder| holder.is_none_or(|holder| holder == of);
        let is_offline = self
            .conditions
            .iter()
            .any(|(of, conditions)| conditions.offline && concerns(of));
        if !self.policy.origins.is_empty() || self.answers_prompts || is_offline {
            return vec!["*".to_owned()];
        }
        let routes = self
            .routes
            .iter()
            .filter(|(of, _)| concerns(of))
            .flat_map(|(_, routes)| routes.patterns());
        let servers = self
            .policy
            .credentials
            .origins()
            .into_iter()
            .map(|origin| format!("{origin}/*"));
        routes.chain(servers).collect()
    }

    /// The patterns of addresses whose requests are to be stopped before they are sent.
    pub(crate) fn requests(&self) -> Vec<String> {
        if !self.policy.origins.is_empty() {
            return vec!["*".to_owned()];
        }
        self.routes.values().flat_map(Routes::patterns).collect()
    }

    /// Whether this session has routes.
    pub(crate) fn has_routes_of(&self, holder: &Holder) -> bool {
        self.routes.get(holder).is_some_and(|routes| !routes.patterns().is_empty())
    }

    /// Whether a session has routes.
    pub(crate) fn has_routes(&self) -> bool {
        self.routes.values().any(|routes| !routes.patterns().is_empty())
    }

    pub(crate) fn add(&mut self, holder: &Holder, mut route: RouteOptions) -> Result<RouteInfo> {
        route.url = super::pattern::as_address(&route.url);
        let added = self.routes.entry(holder.clone()).or_default().add(route);
        added.ok_or_else(|| {
            let what = format!("a session may have {} routes", super::routes::MOST);
            EngineError::new(ErrorKind::InvalidInput, what).with_next_step("remove some first")
        })
    }

    pub(crate) fn list(&self, holder: &Holder) -> Vec<RouteInfo> {
        self.routes.get(holder).map(Routes::list).unwrap_or_default()
    }

    pub(crate) fn remove(&mut self, holder: &Holder, id: Option<u32>) -> Vec<RouteInfo> {
        self.routes
            .get_mut(holder)
            .map(|routes| routes.remove(id))
            .unwrap_or_default()
    }

    pub(crate) fn conditions(&self, holder: &Holder) -> Conditions {
        self.conditions.get(holder).copied().unwrap_or_default()
    }

    pub(crate) fn set_conditions(&mut self, holder: &Holder, conditions: Conditions) {
        self.conditions.insert(holder.clone(), conditions);
        if conditions.is_real() {
            self.conditions.remove(holder);
        }
    }

    /// Forgets a session's rules.
    pub(crate) fn forget(&mut self, holder: &Holder) {
        self.routes.remove(holder);
        self.conditions.remove(holder);
    }
}

/// A route that the browser is being told of. Unless it is confirmed, it is taken back, also where the call is given up.
pub(crate) struct Unconfirmed<'a> {
    rules: &'a Mutex<Rules>,
    holder: &'a Holder,
    info: RouteInfo,
    is_confirmed: bool,
}

impl<'a> Unconfirmed<'a> {
    pub(crate) fn add(rules: &'a Mutex<Rules>, holder: &'a Holder, route: RouteOptions) -> Result<Self> {
        let info = lock(rules).add(holder, route)?;
        Ok(Self {
            rules,
            holder,
            info,
            is_confirmed: false,
        })
    }

    pub(crate) fn confirm(mut self) -> RouteInfo {
        self.is_confirmed = true;
        self.info.clone()
    }
}

impl Drop for Unconfirmed<'_> {
    fn drop(&mut self) {
        if !self.is_confirmed {
            lock(self.rules).remove(self.holder, Some(self.info.id));
        }
    }
}
