//! The routes of a session, and what they do with a request.

use super::Blocked;
use crate::options::{FailReason, RequestKind, RouteAction, RouteOptions};
use crate::report::RouteInfo;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The most routes of a session.
pub(crate) const MOST: usize = 200;

/// The header of a question whether a page may ask another origin (CORS preflight): the method that it asks for.
pub(crate) const ASKS_FOR: &str = "access-control-request-method";

/// The method of preflights.
const PREFLIGHT: &str = "OPTIONS";

/// What is known of a request that was stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopped<'a> {
    pub(crate) url: &'a str,
    pub(crate) method: &'a str,
    pub(crate) kind: RequestKind,
    /// Its header [`ASKS_FOR`].
    pub(crate) asks_for: Option<&'a str>,
}

/// Other headers of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    set: BTreeMap<String, String>,
    remove: Vec<String>,
}

impl Change {
    /// The headers with the changes.
    pub(crate) fn apply(&self, headers: impl IntoIterator<Item = (String, String)>) -> Vec<(String, String)> {
        let goes = |name: &str| {
            let same = |other: &String| other.eq_ignore_ascii_case(name);
            self.remove.iter().any(same) || self.set.keys().any(same)
        };
        let mut kept: Vec<_> = headers.into_iter().filter(|(name, _)| !goes(name)).collect();
        kept.extend(self.set.iter().map(|(name, value)| (name.clone(), value.clone())));
        kept
    }
}

/// What happens to a request.
#[derive(Debug, Clone)]
pub(crate) enum Verdict {
    /// It goes on.
    Pass,
    /// It is out of bounds.
    Refuse(Blocked),
    /// It ends without an answer.
    End(Ending),
    /// Status, headers and the body in base64.
    Answer(Arc<RouteOptions>),
    /// It asks whether a request may follow, which a route decides about: it may.
    Allow,
    Change(Change),
    /// It goes on after this time.
    Hold(Duration, Held),
}

/// How a route, or the network conditions of a session, end a request without an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ending {
    Blocked,
    Failed(FailReason),
}

/// A request that is held. It counts until this is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Held(watch::Receiver<()>);

impl Held {
    /// Waits for this time, or until the route is removed.
    pub(crate) async fn wait(mut self, delay: Duration) {
        let _ = tokio::time::timeout(delay, self.0.changed()).await;
    }
}

#[derive(Debug)]
struct Route {
    id: u32,
    options: Arc<RouteOptions>,
    hits: u32,
    /// Has a receiver for each request that is held. It goes with the route.
    held: watch::Sender<()>,
}

impl Route {
    fn is_over(&self) -> bool {
        self.options.times.is_some_and(|times| self.hits >= times)
    }

    fn fits(&self, request: Stopped<'_>) -> bool {
        !self.is_over()
            && self
                .options
                .method
                .as_deref()
                .is_none_or(|method| method.eq_ignore_ascii_case(request.method))
            && self.options.kind.is_none_or(|kind| kind == request.kind)
            && fits(&self.options.url, request.url)
    }

    /// Whether it was made for preflights themselves.
    fn is_for_preflights(&self) -> bool {
        self.options
            .method
            .as_deref()
            .is_some_and(|method| method.eq_ignore_ascii_case(PREFLIGHT))
    }

    /// Whether it decides about the request of this method that a preflight asks for.
    fn fits_after(&self, request: Stopped<'_>, method: &str) -> bool {
        let kind = RequestKind::Fetch;
        !self.is_for_preflights() && self.fits(Stopped { method, kind, ..request })
    }

    fn info(&self) -> RouteInfo {
        RouteInfo {
            id: self.id,
            url: self.options.url.clone(),
            action: self.options.action,
            method: self.options.method.clone(),
            kind: self.options.kind.map(|kind| kind.name().to_owned()),
            hits: self.hits,
            left: self.options.times.map(|times| times.saturating_sub(self.hits)),
            held: u32::try_from(self.held.receiver_count()).unwrap_or(u32::MAX),
            passes_service_workers: false,
        }
    }
}

/// The routes of a session, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    last: u32,
    routes: Vec<Route>,
}

impl Routes {
    /// Adds a route; `None` if there are too many.
    pub(crate) fn add(&mut self, options: RouteOptions) -> Option<RouteInfo> {
        if self.routes.len() >= MOST {
            // Those that hold for no further request make room.
            self.routes
                .retain(|route| !route.is_over() || route.held.receiver_count() > 0);
        }
        if self.routes.len() >= MOST {
            return None;
        }
        self.last += 1;
        self.routes.push(Route {
            id: self.last,
            options: Arc::new(options),
            hits: 0,
            held: watch::Sender::new(()),
        });
        self.routes.last().map(Route::info)
    }

    pub(crate) fn list(&self) -> Vec<RouteInfo> {
        self.routes.iter().map(Route::info).collect()
    }

    /// Removes a route, or all; those that were removed.
    pub(crate) fn remove(&mut self, id: Option<u32>) -> Vec<RouteInfo> {
        let goes = |route: &mut Route| id.is_none_or(|id| route.id == id);
        self.routes.extract_if(.., goes).map(|route| route.info()).collect()
    }

    /// The patterns of addresses.
    pub(crate) fn patterns(&self) -> Vec<String> {
        let mut patterns: Vec<String> = self.routes.iter().map(|route| route.options.url.clone()).collect();
        patterns.sort_unstable();
        patterns.dedup();
        patterns
    }

    /// What happens to a request. It counts as a hit of the route that decides.
    pub(crate) fn decide(&mut self, request: Stopped<'_>) -> Verdict {
        if let Some(method) = request.asks_for.filter(|_| request.method == PREFLIGHT) {
            let own = |route: &Route| route.is_for_preflights() && route.fits(request);
            let decides = |route: &&Route| own(route) || route.fits_after(request, method);
            match self.routes.iter().rev().find(decides) {
                Some(route) if own(route) => {}
                Some(route) => {
                    return match route.options.action {
                        RouteAction::Fulfill | RouteAction::Block | RouteAction::Fail => Verdict::Allow,
                        RouteAction::Continue | RouteAction::Delay => Verdict::Pass,
                    };
                }
                None => return Verdict::Pass,
            }
        }
        let Some(route) = self.routes.iter_mut().rev().find(|route| route.fits(request)) else {
            return Verdict::Pass;
        };
        route.hits = route.hits.saturating_add(1);
        let options = &route.options;
        match options.action {
            RouteAction::Block => Verdict::End(Ending::Blocked),
            RouteAction::Fail => Verdict::End(Ending::Failed(options.reason.unwrap_or(FailReason::Failed))),
            RouteAction::Fulfill => Verdict::Answer(Arc::clone(options)),
            RouteAction::Continue => Verdict::Change(Change {
                set: options.headers.clone(),
                remove: options.remove_headers.clone(),
            }),
            RouteAction::Delay => Verdict::Hold(options.delay.unwrap_or_default(), Held(route.held.subscribe())),
        }
    }
}

/// The headers of an answer. A page that may read answers of its own origin only gets to read this one, unless the route says
/// otherwise. `origin`: that of the page, if the request names it.
pub(crate) fn answer_headers(answer: &RouteOptions, origin: Option<&str>) -> Vec<(String, String)> {
    let has = |name: &str| answer.headers.keys().any(|given| given.eq_ignore_ascii_case(name));
    let mut headers: Vec<_> = answer
        .headers
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let mut add = |name: &str, value: &str| headers.push((name.to_owned(), value.to_owned()));
    if let Some(origin) = origin.filter(|_| !has("access-control-allow-origin")) {
        add("access-control-allow-origin", origin);
        add("access-control-allow-credentials", "true");
    }
    if !has("content-type") {
        add("content-type", "text/plain; charset=utf-8");
    }
    headers
}

/// The headers that allow what a preflight asks for. `asked`: the value of a header of it.
pub(crate) fn preflight_headers<'a>(asked: impl Fn(&str) -> Option<&'a str>) -> Vec<(String, String)> {
    [
        ("access-control-allow-origin", asked("origin")),
        ("access-control-allow-methods", asked(ASKS_FOR)),
        ("access-control-allow-headers", asked("access-control-request-headers")),
        (
            "access-control-allow-private-network",
            asked("access-control-request-private-network"),
        ),
        ("access-control-allow-credentials", Some("true")),
        // The next request may concern another route.
        ("access-control-max-age", Some("0")),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
    .collect()
}

/// Whether an address fits a pattern, in which `*` stands for any text. Takes time in proportion to their product at most.
pub(crate) fn fits(pattern: &str, address: &str) -> bool {
    let (pattern, address) = (pattern.as_bytes(), address.as_bytes());
    let (mut p, mut a) = (0, 0);
    // Where the last star was, and up to where it reaches.
    let mut star: Option<(usize, usize)> = None;
    while a < address.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, a));
                p += 1;
            }
            Some(byte) if *byte == address[a] => {
                p += 1;
                a += 1;
            }
            _ => {
                let Some((at, reach)) = star else { return false };
                star = Some((at, reach + 1));
                p = at + 1;
                a = reach + 1;
            }
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, address, expected) in [
            ("*", "http://a/", true),
            ("http://a/*", "http://a/b/c?d", true),
            ("http://a/*", "http://ab/", false),
            ("*/api/*.json", "http://a/api/x.json", true),
            ("*/api/*.json", "http://a/api/x.json?y", false),
            ("http://a/?x", "http://a/?x", true),
            ("http://a/?x", "http://a/yx", false),
            ("**a**", "a", true),
            ("", "", true),
            ("", "a", false),
        ] {
            assert_eq!(fits(pattern, address), expected, "{pattern} {address}");
        }
        let long = format!("{}b", "a".repeat(8_000));
        assert!(!fits(&"*a".repeat(4_000), &long));
    }

    fn stopped(url: &str) -> Stopped<'_> {
        Stopped {
            url,
            method: "GET",
            kind: RequestKind::Fetch,
            asks_for: None,
        }
    }

    #[test]
    fn what_a_preflight_asks_for_is_allowed_where_a_route_decides_about_it_and_is_no_hit() {
        let mut routes = Routes::default();
        let fulfill = RouteOptions::new("http://a/*", RouteAction::Fulfill).method("POST").times(1);
        routes.add(fulfill).expect("room");
        let ask = |method| Stopped {
            method: "OPTIONS",
            kind: RequestKind::Other,
            asks_for: Some(method),
            ..stopped("http://a/x")
        };
        assert!(matches!(routes.decide(ask("POST")), Verdict::Allow));
        assert!(matches!(routes.decide(ask("DELETE")), Verdict::Pass));
        assert_eq!(routes.list()[0].hits, 0);
        let own = RouteOptions::new("http://a/*", RouteAction::Fulfill).method("OPTIONS");
        routes.add(own).expect("room");
        assert!(matches!(routes.decide(ask("DELETE")), Verdict::Answer(_)));
        routes
            .add(RouteOptions::new("http://a/*", RouteAction::Delay).delay(Duration::ZERO))
            .expect("room");
        assert!(matches!(routes.decide(ask("POST")), Verdict::Pass));
    }

    #[test]
    fn the_last_route_that_fits_decides_until_it_is_over() {
        let mut routes = Routes::default();
        let first = routes.add(RouteOptions::new("http://a/*", RouteAction::Block)).expect("room");
        let once = RouteOptions::new("*", RouteAction::Delay)
            .delay(Duration::from_secs(1))
            .times(1);
        routes.add(once).expect("room");
        let held = routes.decide(stopped("http://a/x"));
        assert!(matches!(held, Verdict::Hold(..)));
        assert_eq!(
            (routes.list()[1].hits, routes.list()[1].left, routes.list()[1].held),
            (1, Some(0), 1)
        );
        drop(held);
        assert_eq!(routes.list()[1].held, 0);
        assert!(matches!(routes.decide(stopped("http://a/x")), Verdict::End(Ending::Blocked)));
        assert!(matches!(routes.decide(stopped("http://b/x")), Verdict::Pass));
        assert_eq!(routes.remove(Some(first.id)).len(), 1);
        assert!(matches!(routes.decide(stopped("http://a/x")), Verdict::Pass));
        assert_eq!(routes.remove(None).len(), 1);
        assert!(routes.list().is_empty());
    }

    #[test]
    fn headers_are_set_and_removed_whatever_their_case() {
        let change = Change {
            set: [("X-A".to_owned(), "1".to_owned())].into(),
            remove: vec!["cookie".to_owned()],
        };
        let own = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let headers = [own("x-a", "0"), own("Cookie", "s"), own("Accept", "*")];
        assert_eq!(change.apply(headers), [own("Accept", "*"), own("X-A", "1")]);
    }
}
