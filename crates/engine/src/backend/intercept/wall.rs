//! What a browser is started with, so that neither pages nor the browser itself make a connection out of bounds.
//!
//! The protocols stop requests. They do not see `WebSockets` and speculative loads (Chromium), shared and service workers
//! (Firefox), connections that are made ahead of a request, and WebRTC (both).

use super::origins::{Host, Origins, Pattern, Port, default_port};
use serde_json::json;
use std::fmt::Write as _;

/// A proxy whose name has no address: what is sent to it goes nowhere. The name is reserved for that (RFC 6761).
const NOWHERE: &str = "blocked.invalid:1";

const RESOLVER: &str = "--host-resolver-rules";

/// Switches that send connections elsewhere, or past every proxy.
const PROXIES: [&str; 4] = [
    "--proxy-server",
    "--proxy-pac-url",
    "--proxy-auto-detect",
    "--no-proxy-server",
];

/// What a browser is started with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wall {
    /// Arguments of a Chromium. They replace those of the same name.
    pub(crate) arguments: Vec<String>,
    /// The program that names the proxy of each address, for a Firefox.
    pub(crate) proxy_script: String,
}

impl Wall {
    /// The wall around where a session may go. `given`: the other arguments of the browser.
    pub(crate) fn around(origins: &Origins, given: &[String]) -> Self {
        let value = |switch: &str| {
            let given = given
                .iter()
                .rev()
                .find_map(|argument| argument.strip_prefix(switch)?.strip_prefix('='));
            given.filter(|value| !value.is_empty())
        };
        // The first rule that fits wins.
        let mut rules: Vec<String> = origins.block.iter().flat_map(resolver_rules).collect();
        let mut arguments = Vec::new();
        if !origins.allow.is_empty() {
            rules.push("MAP blocked.invalid ~NOTFOUND".to_owned());
            let around = origins.allow.iter().flat_map(places);
            // Without the first, the hosts of this machine would be reached past the proxy.
            let around: Vec<String> = std::iter::once("<-loopback>".to_owned()).chain(around).collect();
            arguments.push(format!("--proxy-server=http://{NOWHERE}"));
            arguments.push(format!("--proxy-bypass-list={}", around.join(";")));
        }
        rules.extend(value(RESOLVER).map(str::to_owned));
        if !rules.is_empty() {
            arguments.push(format!("{RESOLVER}={}", rules.join(",")));
        }
        arguments.push("--webrtc-ip-handling-policy=disable_non_proxied_udp".to_owned());
        Self {
            arguments,
            proxy_script: proxy_script(origins),
        }
    }
}

/// Whether the arguments of a Chromium send its connections elsewhere.
pub(crate) fn has_proxy(arguments: &[String]) -> bool {
    let names = |argument: &str| {
        PROXIES.iter().any(|proxy| {
            argument
                .strip_prefix(proxy)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        })
    };
    arguments.iter().any(|argument| names(argument))
}

/// The ports of a pattern; `None` for every port.
fn ports(pattern: &Pattern) -> Vec<Option<u16>> {
    match (pattern.port, pattern.scheme) {
        (Port::Any, _) => vec![None],
        (Port::Is(port), _) => vec![Some(port)],
        (Port::Default, Some(scheme)) => vec![Some(default_port(scheme))],
        (Port::Default, None) => vec![Some(80), Some(443)],
    }
}

/// The host in the way of Chromium's lists.
fn host(pattern: &Pattern) -> String {
    match &pattern.host {
        Host::Any => "*".to_owned(),
        Host::Is(host) => host.clone(),
        Host::Below(end) => format!("*{end}"),
    }
}

/// The host in the way of Chromium's lists, also with the dot that a name can have at its end.
fn names(pattern: &Pattern) -> Vec<String> {
    let host = host(pattern);
    if host.contains('[') || host == "*" {
        vec![host]
    } else {
        vec![format!("{host}."), host]
    }
}

/// Names and ports of a pattern.
fn places(pattern: &Pattern) -> Vec<String> {
    let each = names(pattern).into_iter().flat_map(|name| {
        let place = move |port: Option<u16>| port.map_or_else(|| name.clone(), |port| format!("{name}:{port}"));
        ports(pattern).into_iter().map(place)
    });
    each.collect()
}

/// Rules of Chromium's resolver for a pattern that is blocked.
fn resolver_rules(pattern: &Pattern) -> Vec<String> {
    places(pattern).iter().map(|place| format!("MAP {place} ~NOTFOUND")).collect()
}

/// The program for a Firefox, in the form of its list of proxies: `FindProxyForURL`.
fn proxy_script(origins: &Origins) -> String {
    let list = |patterns: &[Pattern]| {
        let rules = patterns.iter().map(|pattern| {
            let (exact, below) = match &pattern.host {
                Host::Any => (None, None),
                Host::Is(host) => (Some(host), None),
                Host::Below(end) => (None, Some(end)),
            };
            let port = match pattern.port {
                Port::Any => json!("any"),
                Port::Default => json!(null),
                Port::Is(port) => json!(port),
            };
            json!([pattern.scheme, exact, below, port])
        });
        json!(rules.collect::<Vec<_>>()).to_string()
    };
    let mut script = String::new();
    let _ = write!(script, "var allow={},block={};", list(&origins.allow), list(&origins.block));
    script.push_str(
        "function fits(r,s,h,p){return(!r[0]||r[0]===s)&&(!r[1]||r[1]===h)&&(!r[2]||h.slice(-r[2].length)===r[2])&&\
         (r[3]==='any'||p===(r[3]===null?(s==='https'?443:80):r[3]))}\
         function FindProxyForURL(url,host){\
         var m=/^(https?|wss?):\\/\\/(?:[^\\/?#@]*@)?(\\[[^\\]]*\\]|[^:\\/?#]*)(?::(\\d+))?/i.exec(url);\
         if(!m)return 'DIRECT';\
         var s=/^(https|wss)$/i.test(m[1])?'https':'http',h=m[2].toLowerCase().replace(/\\.$/,''),\
         p=m[3]?+m[3]:s==='https'?443:80,i,ok=allow.length===0;\
         for(i=0;i<block.length;i++)if(fits(block[i],s,h,p))return 'PROXY ",
    );
    script.push_str(NOWHERE);
    script.push_str("';for(i=0;i<allow.length;i++)ok=ok||fits(allow[i],s,h,p);return ok?'DIRECT':'PROXY ");
    script.push_str(NOWHERE);
    script.push_str("'}");
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(allow: &[&str], block: &[&str], given: &[&str]) -> Vec<String> {
        let own = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let origins = Origins::read(&own(allow), &own(block)).expect("patterns");
        Wall::around(&origins, &own(given)).arguments
    }

    const QUIET: &str = "--webrtc-ip-handling-policy=disable_non_proxied_udp";

    #[test]
    fn what_is_blocked_has_no_address() {
        assert_eq!(
            wall(
                &[],
                &["http://a.test", "*://*.b.test:*", "https://[::1]:1"],
                &["--host-resolver-rules=MAP c.test 127.0.0.1"]
            ),
            [
                "--host-resolver-rules=MAP a.test.:80 ~NOTFOUND,MAP a.test:80 ~NOTFOUND,MAP *.b.test. ~NOTFOUND,MAP *.b.test ~NOTFOUND,\
                 MAP [::1]:1 ~NOTFOUND,MAP c.test 127.0.0.1",
                QUIET
            ]
        );
    }

    #[test]
    fn what_is_not_allowed_goes_to_a_proxy_that_is_not_there() {
        assert_eq!(
            wall(&["https://*.a.test", "http://localhost:*", "*://b.test"], &[], &[]),
            [
                "--proxy-server=http://blocked.invalid:1",
                "--proxy-bypass-list=<-loopback>;*.a.test.:443;*.a.test:443;localhost.;localhost;b.test.:80;b.test.:443;b.test:80;b.test:443",
                "--host-resolver-rules=MAP blocked.invalid ~NOTFOUND",
                QUIET
            ]
        );
    }

    #[test]
    fn other_proxies_are_known() {
        for argument in [
            "--proxy-server=http://p.test:1",
            "--proxy-pac-url=data:,x",
            "--proxy-auto-detect",
            "--no-proxy-server",
        ] {
            assert!(has_proxy(&["--lang=de".to_owned(), argument.to_owned()]), "{argument}");
        }
        assert!(!has_proxy(&["--proxy-bypass-list=a.test".to_owned()]));
    }
}
