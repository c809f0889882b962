//! Chooses how to drive the browser of a WebDriver session.
//!
//! A WebDriver command takes three to five milliseconds, and a session has one current frame. A socket
//! answers in half a millisecond, reports events, and has isolated worlds. So a socket is preferred
//! wherever one can be reached: CDP before BiDi, which is slow in Chromium.

use crate::backend::bidi::{BidiBrowser, SessionAt};
use crate::backend::cdp::{self, CdpBrowser};
use crate::backend::leftovers::Leftovers;
use crate::backend::webdriver::{Socket, WebDriverSession};
use crate::backend::{Browser, Owner};
use crate::error::Result;
use crate::options::WebDriverOptions;
use crate::proxy::Access;
use std::sync::Arc;
use std::time::Duration;

/// How long one socket may take to connect. Most are on this machine, and an unreachable one must not
/// delay the others.
const LIMIT: Duration = Duration::from_secs(5);

/// Opens or adopts a WebDriver session and drives its browser through its best socket, or by WebDriver
/// commands if no socket is reached.
///
/// # Errors
/// As [`WebDriverSession::open`].
pub async fn connect_webdriver(options: &WebDriverOptions) -> Result<Arc<dyn Browser>> {
    connect(options, &Leftovers::default()).await
}

/// [`connect_webdriver`]. Counts the sessions among `leftovers` that are begun at the server, not used, and still to be ended.
pub(super) async fn connect(options: &WebDriverOptions, leftovers: &Leftovers) -> Result<Arc<dyn Browser>> {
    let session = WebDriverSession::open_counted(options, leftovers).await?;
    Ok(match reach(&session).await {
        Some(browser) => session.over(browser),
        None => session.by_commands(),
    })
}

/// The browser behind the first socket that shows the session's own window. The window's id tells the
/// session's browser from another one that listens at the same address.
async fn reach(session: &WebDriverSession) -> Option<Arc<dyn Browser>> {
    for socket in by_preference(session.sockets()) {
        let browser = match tokio::time::timeout(LIMIT, open(&socket, session)).await {
            Ok(Ok(browser)) => browser,
            Ok(Err(error)) => {
                tracing::debug!(?socket, %error, "the socket could not be reached");
                continue;
            }
            Err(_) => {
                tracing::debug!(?socket, "the socket does not answer");
                continue;
            }
        };
        let pages = browser.pages().await.unwrap_or_default();
        if session
            .window()
            .is_none_or(|window| pages.iter().any(|page| page.id == *window))
        {
            return Some(browser);
        }
        tracing::debug!(?socket, "the socket belongs to another browser");
        browser.end().await;
    }
    None
}

/// The options with capabilities for the way of requests. Those that the caller gives by name win.
pub(super) fn with_access(options: &WebDriverOptions, access: &Access) -> Result<WebDriverOptions> {
    let mut options = options.clone();
    let mut capabilities = options.capabilities.take().unwrap_or_default();
    if access.trusts_all {
        capabilities.entry("acceptInsecureCerts").or_insert(true.into());
    }
    if let Some(proxy) = &access.proxy {
        capabilities.entry("proxy").or_insert(proxy.for_webdriver()?);
    }
    options.capabilities = Some(capabilities);
    Ok(options)
}

fn by_preference(mut sockets: Vec<Socket>) -> Vec<Socket> {
    sockets.sort_by_key(|socket| matches!(socket, Socket::Bidi(_)));
    sockets
}

async fn open(socket: &Socket, session: &WebDriverSession) -> Result<Arc<dyn Browser>> {
    Ok(match socket {
        Socket::Debugger(address) => {
            let endpoint = cdp::resolve_endpoint(address.expose()).await?;
            CdpBrowser::connect(endpoint, Owner::Others, None).await?
        }
        Socket::Cdp(url) => CdpBrowser::connect(url.clone(), Owner::Others, None).await?,
        Socket::Bidi(url) => {
            let product = session.product();
            BidiBrowser::connect(url.clone(), SessionAt::Driver { product }, Owner::Others, None).await?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cdp_comes_before_bidi_and_the_order_is_kept_otherwise() {
        let (near, far) = (Socket::Cdp("ws://near".into()), Socket::Debugger("far:1".into()));
        let (first, second) = (Socket::Bidi("ws://a".into()), Socket::Bidi("ws://b".into()));
        assert_eq!(
            by_preference(vec![first.clone(), near.clone(), second.clone(), far.clone()]),
            [near, far, first, second]
        );
    }
}
