//! Shared by tests with real browsers: a small web server, a browser, and a wait until a call has begun.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "every test program uses another part of it"
)]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uipilot_engine::testing::{FrameId, Page};

pub mod needs;

/// Drives a call until it runs in the page.
///
/// The in-page script has to be in the frame already, so that the call is a single command. Commands of one
/// connection are answered in order. So the answer to a later call shows that the page has begun the first.
pub async fn until_running<T: std::fmt::Debug>(
    call: &mut (impl Future<Output = T> + Unpin),
    page: &Arc<dyn Page>,
    frame: &FrameId,
) {
    tokio::select! {
        biased;
        ended = call => panic!("the call ended too early: {ended:?}"),
        later = page.call(frame, "page", "{}") => drop(later.expect("the page answers")),
    }
}

/// The server's answer for a path.
#[derive(Debug, Clone)]
pub struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
    delay: Duration,
}

impl Answer {
    /// An HTML page. `{here}` and `{cross}` in it become the server's two origins.
    pub fn html(body: &str) -> Self {
        Self {
            status: 200,
            headers: vec![("content-type".into(), "text/html; charset=utf-8".into())],
            body: body.into(),
            delay: Duration::ZERO,
        }
    }

    /// A status code without a document.
    pub fn status(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: String::new(),
            delay: Duration::ZERO,
        }
    }

    /// A download with this file name.
    pub fn file(name: &str, body: &str) -> Self {
        let mut answer = Self::status(200);
        answer.body = body.into();
        answer
            .header("content-type", "application/octet-stream")
            .header("content-disposition", &format!("attachment; filename=\"{name}\""))
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Delays the answer.
    pub fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }
}

/// A web server on a free port, reachable as `127.0.0.1` and, for pages of another site, as
/// `localhost`.
pub struct Server {
    port: u16,
    answers: Arc<Mutex<HashMap<String, Answer>>>,
    /// The requested paths.
    requests: watch::Receiver<Vec<String>>,
    task: JoinHandle<()>,
}

impl Server {
    pub async fn start(pages: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let answers: Arc<Mutex<HashMap<String, Answer>>> = Arc::default();
        let known = Arc::clone(&answers);
        let (log, requests) = watch::channel(Vec::new());
        let task = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(answer(socket, Arc::clone(&known), log.clone(), port));
            }
        });
        let server = Self {
            port,
            answers,
            requests,
            task,
        };
        for (path, body) in pages {
            server.set(path, Answer::html(body));
        }
        server
    }

    /// Sets the answer for a path.
    pub fn set(&self, path: &str, answer: Answer) {
        self.answers.lock().unwrap().insert(path.into(), answer);
    }

    /// Waits until a browser has requested a path.
    pub async fn requested(&self, path: &str) {
        let mut requests = self.requests.clone();
        let asked = requests.wait_for(|paths| paths.iter().any(|asked| asked == path));
        let found = tokio::time::timeout(Duration::from_secs(10), asked).await;
        assert!(found.is_ok(), "no request for {path}");
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// An address on the main site.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The same page on another site.
    pub fn cross(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(
    mut socket: TcpStream,
    answers: Arc<Mutex<HashMap<String, Answer>>>,
    log: watch::Sender<Vec<String>>,
    port: u16,
) -> Option<()> {
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    while !request.windows(4).any(|four| four == b"\r\n\r\n") {
        let read = socket.read(&mut buffer).await.ok()?;
        if read == 0 {
            return None;
        }
        request.extend_from_slice(&buffer[..read]);
    }
    let request = String::from_utf8_lossy(&request).into_owned();
    let target = request.split_whitespace().nth(1)?;
    let path = target.split(['?', '#']).next()?;
    log.send_modify(|paths| paths.push(path.to_owned()));
    let found = answers.lock().unwrap().get(path).cloned();
    let answer = found.unwrap_or_else(|| Answer::status(404));
    tokio::time::sleep(answer.delay).await;
    let body = answer
        .body
        .replace("{here}", &format!("http://127.0.0.1:{port}"))
        .replace("{cross}", &format!("http://localhost:{port}"));
    let mut response = format!("HTTP/1.1 {} x\r\nconnection: close\r\n", answer.status);
    for (name, value) in &answer.headers {
        let _ = write!(response, "{name}: {value}\r\n");
    }
    if answer.status != 204 {
        let _ = write!(response, "content-length: {}\r\n", body.len());
    }
    response.push_str("\r\n");
    response.push_str(&body);
    socket.write_all(response.as_bytes()).await.ok()?;
    socket.shutdown().await.ok()
}
