//! The HTTP server: which requests it accepts, and its few addresses.
//!
//! Only 127.0.0.1 is listened on. `Host` has to be the relay's own, against DNS rebinding. `Origin` of a WebSocket
//! has to be the extension, whose id is fixed by the key in its manifest. Requests that a browser makes for a page
//! are refused.

use super::pairing::same;
use super::{EXTENSION_ORIGIN, Shared, dom_action, health, lock, perform, socket};
use bytes::Bytes;
use http::header::{
    AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST, ORIGIN, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION,
    SERVER, UPGRADE,
};
use http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The time limit for a request's head.
const HEAD_LIMIT: Duration = Duration::from_secs(10);
/// The maximum number of open connections.
const MAX_CONNECTIONS: usize = 64;
/// The pause after a failure to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

type Answer = Response<Full<Bytes>>;

/// Accepts connections until the relay ends.
pub(super) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "accepting a connection failed");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let serving = Arc::clone(&shared);
        shared.spawn(async move {
            let service = service_fn(|request| answer(request, Arc::clone(&serving)));
            let served = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_LIMIT)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades()
                .await;
            if let Err(error) = served {
                tracing::debug!(%error, "a connection ended with an error");
            }
            drop(place);
        });
    }
}

async fn answer(request: Request<Incoming>, shared: Arc<Shared>) -> Result<Answer, Infallible> {
    Ok(match route(request, &shared) {
        Routed::Answered(answer) => answer,
        Routed::Action(request) => {
            let body = Limited::new(request.into_body(), dom_action::MAX_BODY).collect().await;
            match body {
                Ok(body) => {
                    let (status, answer) = perform::perform(&body.to_bytes(), &shared).await;
                    json_answer(status, &answer)
                }
                Err(_) => refuse(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    "INVALID_INPUT",
                    "the body is too long or broke off",
                ),
            }
        }
    })
}

/// What to do with a request.
enum Routed {
    Answered(Answer),
    /// An action: its body has to be read.
    Action(Request<Incoming>),
}

fn route(request: Request<Incoming>, shared: &Arc<Shared>) -> Routed {
    let headers = request.headers();
    let answer = match (request.method(), request.uri().path()) {
        _ if !host_is_ours(headers, shared.port) => refuse(
            StatusCode::MISDIRECTED_REQUEST,
            "HOST_NOT_ALLOWED",
            "the Host header is not this server's",
        ),
        (&Method::GET, "/extension") => match accept_key(headers) {
            _ if header(headers, ORIGIN.as_str()) != Some(EXTENSION_ORIGIN) => refuse(
                StatusCode::FORBIDDEN,
                "ORIGIN_NOT_ALLOWED",
                "only the uipilot extension may connect here",
            ),
            None => refuse(StatusCode::UPGRADE_REQUIRED, "INVALID_INPUT", "this is a WebSocket"),
            Some(key) => upgrade(request, shared, &key),
        },
        _ if from_a_page(headers) => refuse(
            StatusCode::FORBIDDEN,
            "ORIGIN_NOT_ALLOWED",
            "web pages may not ask this server",
        ),
        (&Method::GET, "/connection-health") => {
            let browsers: Vec<_> = shared.links.borrow().iter().map(|link| link.describe()).collect();
            let authorized = has_token(headers, shared);
            json_answer(
                StatusCode::OK,
                &health::report(shared.started, &browsers, &lock(&shared.activity), authorized),
            )
        }
        (&Method::POST, "/dom-action") if !has_token(headers, shared) => refuse(
            StatusCode::UNAUTHORIZED,
            "TOKEN_WRONG",
            "the Authorization header has to be \"Bearer\" and the token in extension.json",
        ),
        (&Method::POST, "/dom-action") => return Routed::Action(request),
        (_, "/connection-health" | "/dom-action" | "/extension") => refuse(
            StatusCode::METHOD_NOT_ALLOWED,
            "INVALID_INPUT",
            "this address takes another method",
        ),
        _ => refuse(StatusCode::NOT_FOUND, "INVALID_INPUT", "there is nothing at this address"),
    };
    Routed::Answered(answer)
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Whether the `Host` header is the relay's own. Any other name may point here by DNS rebinding.
fn host_is_ours(headers: &HeaderMap, port: u16) -> bool {
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) {
        (Some(host), None) => host == format!("127.0.0.1:{port}") || host == format!("localhost:{port}"),
        _ => false,
    }
}

/// Whether a browser sent the request for a page. Browsers mark such requests; programs do not.
fn from_a_page(headers: &HeaderMap) -> bool {
    headers.contains_key(ORIGIN) || headers.contains_key("sec-fetch-site")
}

/// Whether the request carries the token, which only programs of this user can read.
fn has_token(headers: &HeaderMap, shared: &Shared) -> bool {
    header(headers, AUTHORIZATION.as_str())
        .and_then(|value| value.strip_prefix("Bearer "))
        .is_some_and(|given| same(given, shared.store.api_token()))
}

/// The answer to a WebSocket handshake's key, if the request is one.
fn accept_key(headers: &HeaderMap) -> Option<String> {
    let holds = |name: &str, word: &str| {
        header(headers, name).is_some_and(|value| value.split(',').any(|part| part.trim().eq_ignore_ascii_case(word)))
    };
    let is_socket = holds(UPGRADE.as_str(), "websocket")
        && holds(CONNECTION.as_str(), "upgrade")
        && header(headers, SEC_WEBSOCKET_VERSION.as_str()) == Some("13");
    let key = headers.get(SEC_WEBSOCKET_KEY)?;
    is_socket.then(|| derive_accept_key(key.as_bytes()))
}

fn upgrade(mut request: Request<Incoming>, shared: &Arc<Shared>, key: &str) -> Answer {
    let upgrading = hyper::upgrade::on(&mut request);
    let serving = Arc::clone(shared);
    shared.spawn(async move {
        match upgrading.await {
            Ok(upgraded) => socket::serve(upgraded, serving).await,
            Err(error) => tracing::debug!(%error, "a WebSocket was not opened"),
        }
    });
    let built = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(UPGRADE, "websocket")
        .header(CONNECTION, "Upgrade")
        .header(SEC_WEBSOCKET_ACCEPT, key)
        .body(Full::default());
    built.unwrap_or_else(|_| refuse(StatusCode::BAD_REQUEST, "INVALID_INPUT", "the WebSocket's key is wrong"))
}

fn json_answer(status: StatusCode, body: &Value) -> Answer {
    let mut answer = Response::new(Full::from(body.to_string()));
    *answer.status_mut() = status;
    answer
        .headers_mut()
        .insert(CONTENT_TYPE, http::HeaderValue::from_static("application/json"));
    // The extension recognises the server by this header before it opens a WebSocket: after failed attempts, browsers
    // delay WebSockets for seconds.
    answer.headers_mut().insert(
        SERVER,
        http::HeaderValue::from_static(concat!("uipilot/", env!("CARGO_PKG_VERSION"))),
    );
    answer
}

fn refuse(status: StatusCode, code: &str, message: &str) -> Answer {
    tracing::debug!(code, message, "a request was refused");
    json_answer(
        status,
        &json!({"success": false, "error": {"code": code, "message": message}}),
    )
}
