//! A proxy on this machine that hands everything to the real one. It adds the log-in, if there is one, and sees why the real one
//! did not carry a connection: of that, browsers tell little, and a proxy that asks for a log-in makes them ask their user.
//!
//! It takes connections of this machine only, and, on Linux, only from processes of the same user: a port has no other guard.

use super::faults::{Fault, Faults};
use super::{Login, Proxy, Scheme};
use crate::error::{ErrorContext as _, ErrorKind, Result};
use rustls::pki_types::ServerName;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsConnector;

/// The longest head of a request or an answer, in bytes.
const LONGEST_HEAD: usize = 64 * 1024;
/// How long a head may take, and a connection to the proxy.
const LIMIT: Duration = Duration::from_secs(30);
/// How an answer of a proxy begins.
const START: &[u8] = b"HTTP/1.";
/// The status by which a proxy asks for a log-in.
const PROXY_ASKS: u16 = 407;
/// The most connections at once. Browsers open at most 256 to a proxy.
const MOST_CONNECTIONS: usize = 1_024;

/// Stops when it is dropped, with its connections.
#[derive(Debug)]
pub(crate) struct Forwarder {
    port: u16,
    task: JoinHandle<()>,
    faults: Arc<Faults>,
}

impl Drop for Forwarder {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Where to, and with what.
struct Upstream {
    host: String,
    port: u16,
    is_tls: bool,
    login: Option<Login>,
    faults: Arc<Faults>,
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

impl Forwarder {
    /// # Errors
    /// `Io` if there is no free port.
    pub(super) async fn start(proxy: &Proxy, login: Option<Login>) -> Result<Self> {
        let what = "could not listen for the connections to a proxy";
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.or_kind(ErrorKind::Io, what)?;
        let port = listener.local_addr().or_kind(ErrorKind::Io, what)?.port();
        let faults = Arc::new(Faults::default());
        let upstream = Arc::new(Upstream {
            faults: Arc::clone(&faults),
            host: proxy.host.trim_matches(['[', ']']).to_owned(),
            port: proxy.port,
            is_tls: proxy.scheme == Scheme::Https,
            login,
        });
        let task = tokio::spawn(serve(listener, upstream));
        Ok(Self { port, task, faults })
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// What the proxy did not do.
    pub(crate) fn faults(&self) -> &Faults {
        &self.faults
    }
}

async fn serve(listener: TcpListener, upstream: Arc<Upstream>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((client, from)) if connections.len() < MOST_CONNECTIONS && is_of_this_user(from) => {
                    let upstream = Arc::clone(&upstream);
                    connections.spawn(async move {
                        if let Err(error) = forward(client, &upstream).await {
                            tracing::debug!(%error, "a connection to the proxy ended");
                        }
                    });
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::debug!(%error, "a connection to the forwarder failed");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
        }
    }
}

/// Whether the other end belongs to a process of this user, where the system says so.
fn is_of_this_user(from: SocketAddr) -> bool {
    #[cfg(target_os = "linux")]
    {
        let Ok(table) = std::fs::read_to_string("/proc/net/tcp") else {
            return true;
        };
        // SAFETY: the call has no arguments and cannot fail.
        let own = unsafe { libc::geteuid() };
        owner_in(&table, from).is_none_or(|owner| owner == own)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = from;
        true
    }
}

/// The user of the socket with this local address, from `/proc/net/tcp`.
#[cfg(target_os = "linux")]
fn owner_in(table: &str, local: SocketAddr) -> Option<u32> {
    let SocketAddr::V4(local) = local else { return None };
    let wanted = format!("{:08X}:{:04X}", u32::from_le_bytes(local.ip().octets()), local.port());
    table.lines().skip(1).find_map(|line| {
        let mut fields = line.split_whitespace().skip(1);
        (fields.next()? == wanted).then(|| fields.nth(5)?.parse().ok())?
    })
}

async fn forward(mut client: TcpStream, upstream: &Upstream) -> io::Result<()> {
    let request = within(read_head(&mut client)).await?;
    let Some((head, rest)) = request else { return Ok(()) };
    let head = match &upstream.login {
        Some(login) => with_login(&head, login),
        None => Some(head),
    };
    let Some(head) = head else {
        return refuse(&mut client, "400 Bad Request", "The request could not be read.").await;
    };
    let mut server = match within(connect(upstream)).await {
        Ok(server) => server,
        Err(error) => {
            tracing::warn!(%error, "the proxy cannot be reached");
            upstream.faults.note(target_of(&head), Fault::Unreachable);
            return refuse(&mut client, "502 Bad Gateway", "The proxy cannot be reached.").await;
        }
    };
    server.write_all(head.as_bytes()).await?;
    server.write_all(&rest).await?;
    // A request may be longer than what came with its head, so both directions run from here on.
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = tokio::io::split(server);
    let up = async {
        tokio::io::copy(&mut from_client, &mut to_server).await?;
        to_server.shutdown().await
    };
    let down = async {
        let start = read_start(&mut from_server).await?;
        if let Some(fault) = fault_in(&start, &head, upstream.login.is_some()) {
            tracing::warn!("{}", fault.phrase());
            upstream.faults.note(target_of(&head), fault);
            return refuse(&mut to_client, "502 Bad Gateway", &fault.phrase()).await;
        }
        to_client.write_all(&start).await?;
        tokio::io::copy(&mut from_server, &mut to_client).await?;
        to_client.shutdown().await
    };
    tokio::pin!(up, down);
    tokio::select! {
        // An answer ends the connection, whatever the browser still sends.
        ended = &mut down => ended,
        sent = &mut up => {
            sent?;
            down.await
        }
    }
}

async fn within<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(LIMIT, work).await?
}

async fn connect(upstream: &Upstream) -> io::Result<Box<dyn Stream>> {
    let stream = TcpStream::connect((upstream.host.as_str(), upstream.port)).await?;
    stream.set_nodelay(true)?;
    if !upstream.is_tls {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(upstream.host.clone()).map_err(io::Error::other)?;
    let connector = TlsConnector::from(crate::backend::tls::client_config());
    Ok(Box::new(connector.connect(name, stream).await?))
}

/// The head of a request, and what came with it; `None` if the client has gone.
async fn read_head(client: &mut TcpStream) -> io::Result<Option<(String, Vec<u8>)>> {
    let mut bytes = Vec::with_capacity(2_048);
    loop {
        if client.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let rest = bytes.split_off(end + 4);
            let head = String::from_utf8(bytes).map_err(io::Error::other)?;
            return Ok(Some((head, rest)));
        }
        if bytes.len() > LONGEST_HEAD {
            return Err(io::Error::other("the head of a request is too long"));
        }
    }
}

/// The head with the log-in. A request that is no tunnel ends its connection: the next one needs the log-in too.
fn with_login(head: &str, login: &Login) -> Option<String> {
    let (first, fields) = head.split_once("\r\n")?;
    if first.split(' ').count() != 3 {
        return None;
    }
    let is_tunnel = first.starts_with("CONNECT ");
    let mut written = format!("{first}\r\nProxy-Authorization: {}\r\n", login.0);
    for field in fields.split("\r\n").filter(|field| !field.is_empty()) {
        let name = field.split(':').next().unwrap_or_default().trim().to_ascii_lowercase();
        let is_ours = name == "proxy-authorization"
            || (!is_tunnel && matches!(name.as_str(), "connection" | "proxy-connection" | "keep-alive"));
        if !is_ours {
            written.push_str(field);
            written.push_str("\r\n");
        }
    }
    if !is_tunnel {
        written.push_str("Connection: close\r\n");
    }
    written.push_str("\r\n");
    Some(written)
}

/// The head of the proxy's answer, and what came with it: less where it ends early, or where the head is of another form.
async fn read_start(server: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(2_048);
    loop {
        let more = server.read_buf(&mut bytes).await?;
        let is_http = bytes.starts_with(&START[..bytes.len().min(START.len())]);
        let is_whole = bytes.windows(4).any(|window| window == b"\r\n\r\n");
        if more == 0 || !is_http || is_whole || bytes.len() > LONGEST_HEAD {
            return Ok(bytes);
        }
    }
}

/// What the proxy did not do, from the first answer of a connection.
fn fault_in(answer: &[u8], request: &str, has_login: bool) -> Option<Fault> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n");
    let head = String::from_utf8_lossy(&answer[..end.unwrap_or(answer.len())]);
    let mut lines = head.strip_prefix("HTTP/1.")?.split("\r\n");
    let status: u16 = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    match status {
        PROXY_ASKS if has_login => Some(Fault::LoginRefused),
        PROXY_ASKS => {
            let schemes = lines.filter_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("proxy-authenticate").then(|| value.trim())
            });
            // With these, the browser logs in as the user of the machine, without a prompt.
            let is_silent = |scheme: &str| {
                let word = scheme.split([' ', ',']).next().unwrap_or_default();
                ["negotiate", "ntlm", "kerberos"]
                    .iter()
                    .any(|silent| word.eq_ignore_ascii_case(silent))
            };
            let mut schemes = schemes;
            (!schemes.any(is_silent)).then_some(Fault::LoginWanted)
        }
        200..=299 => None,
        _ => request.starts_with("CONNECT ").then_some(Fault::Refused(status)),
    }
}

/// What a request is for: its address, or host and port of a tunnel.
fn target_of(head: &str) -> &str {
    head.split(' ').nth(1).unwrap_or_default()
}

async fn refuse(client: &mut (impl AsyncWrite + Unpin), status: &str, why: &str) -> io::Result<()> {
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{why}",
        why.len()
    );
    client.write_all(answer.as_bytes()).await?;
    client.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_in_is_added_once_and_the_connection_ends() {
        let login = Login::new("user", "pass");
        let head = "GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic x\r\nProxy-Connection: keep-alive\r\nConnection: keep-alive\r\nA: b\r\n\r\n";
        let wanted =
            "GET http://a/ HTTP/1.1\r\nProxy-Authorization: Basic dXNlcjpwYXNz\r\nHost: a\r\nA: b\r\nConnection: close\r\n\r\n";
        assert_eq!(with_login(head, &login).as_deref(), Some(wanted));
        let tunnel = with_login(
            "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\nProxy-Connection: keep-alive\r\n\r\n",
            &login,
        )
        .expect("a tunnel");
        assert!(tunnel.contains("Proxy-Connection: keep-alive\r\n") && !tunnel.contains("close"));
        for odd in ["", "GET\r\n\r\n", "\r\n\r\n", "a b c d\r\n\r\n"] {
            assert_eq!(with_login(odd, &login), None);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_owner_of_a_connection_is_read() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 1 1\n";
        let at = |port| SocketAddr::from(([127, 0, 0, 1], port));
        assert_eq!((owner_in(table, at(8080)), owner_in(table, at(8081))), (Some(1000), None));
        assert_eq!(owner_in("", at(1)), None);
    }

    #[test]
    fn the_proxys_first_answer_says_what_it_did_not_do() {
        let (tunnel, plain) = ("CONNECT a:443 HTTP/1.1\r\n\r\n", "GET http://a/ HTTP/1.1\r\n\r\n");
        let asks = |scheme: &str| format!("HTTP/1.1 407 x\r\nProxy-Authenticate: {scheme}\r\n\r\n");
        for (answer, request, has_login, fault) in [
            ("HTTP/1.1 200 OK\r\n\r\n", tunnel, false, None),
            ("HTTP/1.1 502 Bad Gateway\r\n\r\n", tunnel, false, Some(Fault::Refused(502))),
            ("HTTP/1.1 502 Bad Gateway\r\n\r\n", plain, false, None),
            (&asks("Basic realm=x"), plain, false, Some(Fault::LoginWanted)),
            (&asks("Basic realm=x"), tunnel, true, Some(Fault::LoginRefused)),
            (&asks("Negotiate"), tunnel, false, None),
            ("HTTP/1.1 407", tunnel, false, Some(Fault::LoginWanted)),
            ("SSH-2.0", tunnel, false, None),
            ("", tunnel, false, None),
        ] {
            assert_eq!(fault_in(answer.as_bytes(), request, has_login), fault, "{answer} {request}");
        }
    }

    #[tokio::test]
    async fn a_proxy_that_is_not_there_is_a_bad_gateway() {
        let nobody = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port")
            .local_addr()
            .expect("an address")
            .port();
        let proxy = Proxy {
            scheme: Scheme::Http,
            host: "127.0.0.1".into(),
            port: nobody,
            bypass: Vec::new(),
        };
        let forwarder = Forwarder::start(&proxy, Some(Login::new("u", "p")))
            .await
            .expect("a forwarder");
        let mut client = TcpStream::connect(("127.0.0.1", forwarder.port())).await.expect("connected");
        client.write_all(b"CONNECT a:443 HTTP/1.1\r\n\r\n").await.expect("written");
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 502 "), "{answer}");
        assert_eq!(forwarder.faults().since(0, "https://a/x"), Some(Fault::Unreachable));
    }
}
