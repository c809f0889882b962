//! A Firefox, a connection to it, and a web server with the test's own pages.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use uipilot_engine::error::Result;
use uipilot_engine::testing::bidi::{BidiBrowser, SessionAt};
use uipilot_engine::testing::input::{Chord, InputEvent, Modifiers, MouseButton, Point};
use uipilot_engine::testing::launch::{BrowserKind, LaunchOptions, Launched};
use uipilot_engine::testing::wire::{Command, parse};
use uipilot_engine::testing::{Browser as _, FrameId, Happening, Navigation, Owner, Page, PageState};

use crate::common::needs;

/// Records the events that a page sees, as `type` or `type:key`, in `window.seen`.
pub(crate) const RECORDER: &str = "<script>window.seen = [];
for (const type of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'keydown', 'input', 'pointermove', 'dragstart'])
  addEventListener(type, (e) => seen.push(type + (e.isTrusted ? '' : '!') + (e.key ? ':' + e.key : '') + (e.ctrlKey ? '+C' : '')), true);
</script>";

type Pages = Arc<Mutex<HashMap<String, String>>>;

pub(crate) struct Session {
    pub(crate) browser: Arc<BidiBrowser>,
    launched: Launched,
    pages: Pages,
    port: u16,
}

impl Session {
    /// Starts everything. `None` only if the user skips browsers.
    pub(crate) async fn start() -> Option<Self> {
        let options = LaunchOptions::default().browser(BrowserKind::Firefox);
        let launched = needs::browser(&options).await?;
        let pages = Pages::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(answer(listener, Arc::clone(&pages)));
        let connecting = BidiBrowser::connect(
            launched.endpoint(),
            SessionAt::Browser,
            Owner::Us,
            Some(launched.download_dir()),
        );
        let browser = connecting.await.unwrap();
        Some(Self {
            browser,
            launched,
            pages,
            port,
        })
    }

    pub(crate) async fn connect(&self, owner: Owner) -> Result<Arc<BidiBrowser>> {
        BidiBrowser::connect(self.launched.endpoint(), SessionAt::Browser, owner, None).await
    }

    /// Ends the BiDi session and starts another one.
    pub(crate) async fn reconnect(&self, owner: Owner) -> Arc<BidiBrowser> {
        // `end` would close the browser that the connection owns.
        self.browser
            .wire()
            .send(Command::new("session.end", serde_json::json!({})))
            .await
            .unwrap();
        self.connect(owner).await.unwrap()
    }

    pub(crate) fn origin(&self, host: &str) -> String {
        format!("http://{host}:{}", self.port)
    }

    pub(crate) fn serve(&self, path: &str, html: &str) {
        let answer = format!(
            "Content-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n{html}",
            html.len()
        );
        self.pages.lock().unwrap().insert(path.to_owned(), answer);
    }

    /// Serves a page that requires a password.
    pub(crate) fn serve_locked(&self, path: &str) {
        let answer = "401\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno".to_owned();
        self.pages.lock().unwrap().insert(path.to_owned(), answer);
    }

    pub(crate) fn serve_file(&self, path: &str, name: &str, content: &str) {
        let answer = format!(
            "Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename={name}\r\nContent-Length: {}\r\n\r\n{content}",
            content.len()
        );
        self.pages.lock().unwrap().insert(path.to_owned(), answer);
    }

    pub(crate) fn downloads(&self) -> &Path {
        self.launched.download_dir()
    }

    /// Opens a new page with this path.
    pub(crate) async fn open(&self, path: &str) -> Arc<dyn Page> {
        let id = self.browser.open_page().await.unwrap();
        let page = self.browser.page(&id).await.unwrap();
        page.navigate(&Navigation::To(self.origin("127.0.0.1") + path)).await.unwrap();
        page
    }

    pub(crate) async fn loaded(&self, page: &dyn Page) {
        let loaded = |state: &PageState| state.load_state().1.then_some(());
        assert!(
            page.state().wait(Duration::from_secs(15), loaded).await.is_some(),
            "not loaded: {:?}",
            page.state().since(0)
        );
    }

    /// Evaluates an expression in the page's own realm, as a string.
    pub(crate) async fn evaluate(&self, frame: &FrameId, expression: &str) -> String {
        let params = serde_json::json!({"expression": expression, "target": {"context": &**frame}, "awaitPromise": false});
        let reply = self
            .browser
            .wire()
            .send(Command::new("script.evaluate", params))
            .await
            .unwrap();
        let reply: serde_json::Value = parse(&reply).unwrap();
        reply["result"]["value"]
            .as_str()
            .unwrap_or_else(|| panic!("{expression}: {reply}"))
            .to_owned()
    }

    /// What the page's recorder saw since the last call.
    pub(crate) async fn seen(&self, frame: &FrameId) -> String {
        self.evaluate(frame, "seen.splice(0).join(' ')").await
    }

    pub(crate) fn kill(&self) {
        kill(self.launched.pid());
    }

    /// Kills the processes that show pages. The browser itself continues to run.
    #[cfg(target_os = "linux")]
    pub(crate) fn kill_content(&self) {
        let mut ours = vec![self.launched.pid()];
        for _ in 0..4 {
            for (pid, parent, _) in processes() {
                if ours.contains(&parent) && !ours.contains(&pid) {
                    ours.push(pid);
                }
            }
        }
        for (pid, _, command) in processes() {
            if ours.contains(&pid) && command.trim_end_matches('\0').ends_with("tab") {
                kill(pid);
            }
        }
    }

    pub(crate) fn has_exited(&self) -> bool {
        self.launched.has_exited()
    }

    pub(crate) async fn end(&self) {
        self.launched.expect_close();
        self.browser.end().await;
        self.launched.end().await;
    }
}

fn kill(pid: u32) {
    // SAFETY: a signal to a process of the browser that the fixture started.
    unsafe { libc::kill(i32::try_from(pid).unwrap(), libc::SIGKILL) };
}

/// All processes, each with its number, parent and command line.
#[cfg(target_os = "linux")]
fn processes() -> Vec<(u32, u32, String)> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            let command = std::fs::read_to_string(entry.path().join("cmdline")).ok()?;
            Some((pid, parent, command))
        })
        .collect()
}

async fn answer(listener: TcpListener, pages: Pages) {
    while let Ok((mut socket, _)) = listener.accept().await {
        let pages = Arc::clone(&pages);
        tokio::spawn(async move {
            let mut request = vec![0; 8192];
            let length = socket.read(&mut request).await.unwrap_or(0);
            let request = String::from_utf8_lossy(&request[..length]).into_owned();
            let path = request.split(' ').nth(1).unwrap_or("/").to_owned();
            let found = pages.lock().unwrap().get(&path).cloned();
            let answer = match found {
                Some(locked) if locked.starts_with("401") => {
                    format!("HTTP/1.1 401 Unauthorized\r\nConnection: close{}", &locked[3..])
                }
                Some(answer) => format!("HTTP/1.1 200 OK\r\nConnection: close\r\n{answer}"),
                None => "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".into(),
            };
            let _ = socket.write_all(answer.as_bytes()).await;
            let _ = socket.shutdown().await;
        });
    }
}

/// A click at a point.
pub(crate) fn press(at: Point) -> [InputEvent; 3] {
    press_with(at, MouseButton::Left)
}

pub(crate) fn press_with(at: Point, button: MouseButton) -> [InputEvent; 3] {
    [
        InputEvent::MouseMove(at),
        InputEvent::MouseDown {
            at,
            button,
            click_count: 1,
        },
        InputEvent::MouseUp {
            at,
            button,
            click_count: 1,
        },
    ]
}

/// The events of a key or a chord.
pub(crate) fn key(name: &str) -> Vec<InputEvent> {
    let chord = Chord::parse(name).unwrap();
    let mut events = Vec::new();
    let mut modifiers = Modifiers::default();
    for held in &chord.held {
        modifiers = modifiers.with(held.modifier());
        events.push(InputEvent::KeyDown {
            key: held.clone(),
            modifiers,
        });
    }
    events.push(InputEvent::KeyDown {
        key: chord.key.clone(),
        modifiers,
    });
    events.push(InputEvent::KeyUp {
        key: chord.key,
        modifiers,
    });
    for held in chord.held.iter().rev() {
        modifiers = modifiers.without(held.modifier());
        events.push(InputEvent::KeyUp {
            key: held.clone(),
            modifiers,
        });
    }
    events
}

pub(crate) fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

pub(crate) async fn wait_for(page: &dyn Page, what: &str, found: impl Fn(&Happening) -> bool) {
    let happened = |state: &PageState| state.since(0).iter().any(&found).then_some(());
    assert!(
        page.state().wait(Duration::from_secs(10), happened).await.is_some(),
        "{what} did not happen; what did: {:?}",
        page.state().since(0)
    );
}
