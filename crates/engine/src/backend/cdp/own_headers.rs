//! Headers of requests that are the browser's own, whatever a route says.

use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{RouteAction, RouteOptions};
use crate::text::{quote, shorten};

/// Headers that the network stack adds after a request was decided about, where they are missing.
const ADDED: [&str; 5] = ["accept-encoding", "accept-language", "cookie", "referer", "user-agent"];

/// Headers of the connection. A request that goes on with one of them is refused by the browser, and waits for ever.
const OF_THE_CONNECTION: [&str; 10] = [
    "connection",
    "content-length",
    "cookie2",
    "host",
    "keep-alive",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Refuses a route that would not do what it says.
pub(super) fn refuse_own_headers(route: &RouteOptions) -> Result<()> {
    if route.action != RouteAction::Continue {
        return Ok(());
    }
    let of_connection = |name: &str| OF_THE_CONNECTION.iter().any(|own| name.eq_ignore_ascii_case(own));
    let added = |name: &str| {
        ADDED.iter().any(|own| name.eq_ignore_ascii_case(own))
            || name.get(..10).is_some_and(|begin| begin.eq_ignore_ascii_case("sec-fetch-"))
    };
    if let Some(name) = route.headers.keys().find(|name| of_connection(name)) {
        return Err(refused("headers", name, "sets it by itself", "leave it out"));
    }
    if let Some(name) = route.remove_headers.iter().find(|name| of_connection(name)) {
        return Err(refused("removeHeaders", name, "sets it by itself", "leave it out"));
    }
    if let Some(name) = route.remove_headers.iter().find(|name| added(name)) {
        return Err(refused(
            "removeHeaders",
            name,
            "adds it again after the route",
            "leave it out, or give it another value in headers",
        ));
    }
    Ok(())
}

fn refused(field: &str, name: &str, why: &str, step: &'static str) -> EngineError {
    let name = quote(&shorten(name, 60));
    EngineError::new(
        ErrorKind::Unsupported,
        format!("{field}: Chromium does not let go of {name}: it {why}"),
    )
    .with_next_step(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_that_would_not_do_what_it_says_is_refused() {
        let route = || RouteOptions::new("*", RouteAction::Continue);
        for name in ["Accept-Language", "cookie", "Sec-Fetch-Mode", "Host"] {
            let error = refuse_own_headers(&route().remove_headers(vec!["x-a".into(), name.into()])).expect_err(name);
            assert_eq!(error.code(), "UNSUPPORTED");
            assert!(error.context().contains(name), "{}", error.context());
        }
        let set = |name: &str| route().headers([(name.to_owned(), "1".to_owned())].into());
        assert_eq!(
            refuse_own_headers(&set("Content-Length")).expect_err("set").code(),
            "UNSUPPORTED"
        );
        for name in ["Accept-Language", "Cookie", "Sec-Fetch-Mode", "X-A"] {
            refuse_own_headers(&set(name)).expect(name);
        }
        refuse_own_headers(&route().remove_headers(vec!["Accept".into(), "sec-ch-ua".into()])).expect("removed");
        let answer = RouteOptions::new("*", RouteAction::Fulfill).headers([("Set-Cookie".into(), "a=b".into())].into());
        refuse_own_headers(&answer).expect("an answer's own");
    }
}
