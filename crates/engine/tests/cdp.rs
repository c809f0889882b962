//! The CDP backend against a real Chromium.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::too_many_lines, clippy::print_stdout, missing_docs)]

mod common;

use common::{Answer, Server};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uipilot_engine::backend::cdp::{CdpBrowser, resolve_endpoint};
use uipilot_engine::backend::wire::{Command, Event, EventSink, Wire};
use uipilot_engine::backend::{
    Browser, DialogKind, Frame, FrameId, Happening, ImageFormat, Navigation, Owner, Page, ScreenshotRequest,
};
use uipilot_engine::error::ErrorKind;
use uipilot_engine::input::{InputEvent, Key, Modifiers, MouseButton, Point};
use uipilot_engine::launch::{BrowserKind, LaunchOptions, Launched, launch};

/// A browser and one page of it.
struct Setup {
    launched: Launched,
    browser: Arc<CdpBrowser>,
    page: Arc<dyn Page>,
}

impl Setup {
    async fn new(arguments: &[&str]) -> Option<Self> {
        let options = LaunchOptions {
            browser: BrowserKind::Chromium,
            arguments: arguments.iter().map(ToString::to_string).collect(),
            ..LaunchOptions::default()
        };
        let launched = match launch(&options).await {
            Ok(launched) => launched,
            Err(error) if *error.kind() == ErrorKind::BrowserNotFound => {
                eprintln!("skipped: {error}");
                return None;
            }
            Err(error) => panic!("{error}"),
        };
        let browser = CdpBrowser::connect(launched.endpoint(), Owner::Us, Some(launched.download_dir()))
            .await
            .unwrap();
        let id = browser.open_page().await.unwrap();
        let page = browser.page(&id).await.unwrap();
        Some(Self { launched, browser, page })
    }

    async fn end(self) {
        self.browser.end().await;
        self.launched.end().await;
    }

    async fn go(&self, url: &str) {
        go(&self.page, url).await;
    }
}

macro_rules! setup {
    ($($argument:expr),*) => {
        match Setup::new(&[$($argument),*]).await {
            Some(setup) => setup,
            None => return,
        }
    };
}

async fn go(page: &Arc<dyn Page>, url: &str) {
    page.navigate(&Navigation::To(url.into())).await.unwrap();
    let loaded = page
        .state()
        .wait(Duration::from_secs(10), |state| state.load_state().1.then_some(()));
    loaded.await.expect("the page loads");
}

async fn frames(page: &Arc<dyn Page>) -> Vec<Frame> {
    page.frames().await.unwrap()
}

/// Waits until the page has this many frames.
async fn wait_for_frames(page: &Arc<dyn Page>, count: usize) -> Vec<Frame> {
    for _ in 0..200 {
        let now = frames(page).await;
        if now.len() == count && now.iter().all(|frame| !frame.url.is_empty()) {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{count} frames wanted: {:?}", frames(page).await);
}

async fn facts(page: &Arc<dyn Page>, frame: &FrameId) -> Value {
    serde_json::from_str(&page.call(frame, "page", "{}").await.unwrap()).unwrap()
}

async fn main_frame(page: &Arc<dyn Page>) -> FrameId {
    frames(page).await[0].id.clone()
}

/// The title is how the test pages say what they saw.
async fn wait_for_title(page: &Arc<dyn Page>, wanted: &str) {
    let frame = main_frame(page).await;
    let mut title = Value::Null;
    for _ in 0..100 {
        title = facts(page, &frame).await["title"].take();
        if title == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("title {title}, wanted {wanted:?}");
}

fn click(x: f64, y: f64) -> [InputEvent; 3] {
    let at = Point { x, y };
    let button = MouseButton::Left;
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

async fn happened(page: &Arc<dyn Page>, mark: u64, wanted: impl Fn(&Happening) -> bool) -> Happening {
    let found = page.state().wait(Duration::from_secs(10), |state| {
        state.since(mark).into_iter().find(|happening| wanted(happening))
    });
    match found.await {
        Some(happening) => happening,
        None => panic!("not among {:?}", page.state().since(mark)),
    }
}

const FRAME: &str = "style='position:absolute;left:20px;top:30px;width:400px;height:300px;border:5px solid'";

fn nested(first: &str, second: &str) -> Vec<(&'static str, String)> {
    vec![
        (
            "/",
            format!("<title>top</title><iframe {FRAME} src='{{{first}}}/middle'></iframe><iframe srcdoc='<title>doc</title>'></iframe>"),
        ),
        (
            "/middle",
            format!("<title>middle</title><iframe {FRAME} src='{{{second}}}/leaf'></iframe>"),
        ),
        (
            "/leaf",
            "<title>leaf</title><body style='margin:0'><button style='position:absolute;left:10px;top:10px;width:80px;height:40px' \
             onclick='document.title=`${event.clientX},${event.clientY},${event.isTrusted}`'>b</button>"
                .into(),
        ),
    ]
}

async fn nested_frames(arguments: &[&str], first: &str, second: &str) {
    let Some(setup) = Setup::new(arguments).await else { return };
    let pages = nested(first, second);
    let pages: Vec<(&str, &str)> = pages.iter().map(|(path, body)| (*path, body.as_str())).collect();
    let server = Server::start(&pages).await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    let list = wait_for_frames(page, 4).await;
    let mut titles = Vec::new();
    for frame in &list {
        titles.push(facts(page, &frame.id).await["title"].as_str().unwrap().to_owned());
    }
    assert_eq!(titles, ["top", "middle", "leaf", "doc"]);
    assert_eq!(list[2].parent.as_ref(), Some(&list[1].id));
    // Owners, twice: the second time from memory.
    for _ in 0..2 {
        let mut children = page.child_frames(&list[0].id).await.unwrap();
        children.sort();
        let mut ids: Vec<FrameId> = children.iter().map(|child| child.1.clone()).collect();
        ids.sort();
        let mut wanted = vec![list[1].id.clone(), list[3].id.clone()];
        wanted.sort();
        assert_eq!(ids, wanted);
        assert_ne!(children[0].0, children[1].0);
        assert_eq!(page.child_frames(&list[1].id).await.unwrap()[0].1, list[2].id);
        assert!(page.child_frames(&list[2].id).await.unwrap().is_empty());
    }
    // Points of the main viewport arrive in the innermost frame: 2 × (20+5, 30+5), and the button.
    page.input(&click(50.0 + 30.0, 70.0 + 25.0)).await.unwrap();
    let title = facts(page, &list[2].id).await["title"].clone();
    assert_eq!(title, "30,25,true");
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nested_frames_of_one_site() {
    nested_frames(&[], "here", "here").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nested_frames_in_processes_of_their_own() {
    nested_frames(&["--site-per-process"], "cross", "here").await;
    nested_frames(&["--site-per-process"], "cross", "cross").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_move_between_processes_and_go() {
    let setup = setup!("--site-per-process");
    let server = Server::start(&[
        ("/", "<title>top</title><iframe id=f src='/one'></iframe><button onclick=\"f.src=next.shift()\" style='position:absolute;left:0;top:300px;width:90px;height:50px'>go</button><button onclick='f.remove()' style='position:absolute;left:200px;top:300px;width:90px;height:50px'>remove</button><script>var next=['{cross}/two','{here}/three']</script>"),
        ("/one", "<title>one</title>"),
        ("/two", "<title>two</title>"),
        ("/three", "<title>three</title>"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    let child = wait_for_frames(page, 2).await[1].id.clone();
    let main = main_frame(page).await;
    let owner = page.child_frames(&main).await.unwrap();
    for title in ["one", "two", "three"] {
        let mut now = Value::Null;
        for _ in 0..100 {
            now = match page.call(&child, "page", "{}").await {
                Ok(text) => serde_json::from_str::<Value>(&text).unwrap()["title"].clone(),
                Err(error) => panic!("{error}"),
            };
            if now == title {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(now, title);
        assert_eq!(page.child_frames(&main).await.unwrap(), owner, "the same element owns it");
        page.input(&click(20.0, 320.0)).await.unwrap();
    }
    page.input(&click(220.0, 320.0)).await.unwrap();
    wait_for_frames(page, 1).await;
    let error = page.call(&child, "page", "{}").await.unwrap_err();
    assert_eq!(error.code(), "STALE_UID", "{error}");
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_shadow_roots_are_handed_in() {
    let setup = setup!();
    let server = Server::start(&[(
        "/",
        "<x-a></x-a><x-b></x-b><script>for (const [name, mode] of [['x-a','closed'],['x-b','open']]) customElements.define(name, class extends HTMLElement { constructor() { super(); this.attachShadow({mode}).innerHTML = `<button>in ${mode}</button>`; } })</script>",
    )])
    .await;
    setup.go(&server.url("/")).await;
    let frame = main_frame(&setup.page).await;
    let before = setup.page.call(&frame, "walk", "{}").await.unwrap();
    assert!(before.contains("in open") && !before.contains("in closed"), "{before}");
    assert!(setup.page.adopt_closed_shadow_roots(&frame).await.unwrap());
    let after = setup.page.call(&frame, "walk", "{}").await.unwrap();
    assert!(after.contains("in closed"), "{after}");
    assert!(!setup.page.adopt_closed_shadow_roots(&frame).await.unwrap());
    setup.end().await;
}

const BUTTONS: &str = "<title>start</title><body style='margin:0'>
<style>button,a{position:absolute;left:0;width:100px;height:40px;display:block}</style>
<button style='top:0' onclick='alert(\"a \\ud800\")'>alert</button>
<button style='top:50px' onclick='document.title=String(prompt(\"name?\",\"me\"))'>prompt</button>
<button style='top:100px' onclick='document.title=\"clicked\"'>title</button>
<button style='top:150px' onclick='setTimeout(()=>document.title=confirm(\"sure?\"),200)'>later</button>";

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_never_hang_a_call() {
    let setup = setup!();
    let server = Server::start(&[("/", BUTTONS)]).await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    let frame = main_frame(page).await;
    let start = Instant::now();
    page.input(&click(20.0, 20.0)).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let dialog = page.state().dialog().expect("an alert");
    assert_eq!((dialog.kind, dialog.message.as_str()), (DialogKind::Alert, "a \u{fffd}"));
    // Everything is refused at once, and says why.
    for code in [
        page.call(&frame, "page", "{}").await.unwrap_err().code(),
        page.input(&click(20.0, 120.0)).await.unwrap_err().code(),
        page.child_frames(&frame).await.unwrap_err().code(),
        page.navigate(&Navigation::Reload).await.unwrap_err().code(),
        page.activate().await.unwrap_err().code(),
    ] {
        assert_eq!(code, "DIALOG_OPEN");
    }
    page.answer_dialog(true, None).await.unwrap();
    assert_eq!(page.state().dialog(), None);
    assert_eq!(page.answer_dialog(true, None).await.unwrap_err().code(), "NO_DIALOG");
    // A prompt gets its text.
    page.input(&click(20.0, 70.0)).await.unwrap();
    let dialog = page.state().dialog().expect("a prompt");
    assert_eq!(
        (dialog.kind, dialog.default_text.as_deref()),
        (DialogKind::Prompt, Some("me"))
    );
    page.answer_dialog(true, Some("you")).await.unwrap();
    wait_for_title(page, "you").await;
    // A dialog that opens while a call waits ends the call.
    page.input(&click(20.0, 170.0)).await.unwrap();
    let start = Instant::now();
    let waiting = page.call(&frame, "wait", r#"{"text":"never there","timeoutMs":20000}"#);
    let error = waiting.await.unwrap_err();
    assert_eq!(error.code(), "DIALOG_OPEN", "{error}");
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    page.answer_dialog(false, None).await.unwrap();
    wait_for_title(page, "false").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_a_page_that_asks_says_so() {
    let setup = setup!();
    let server = Server::start(&[
        ("/", "<button style='position:absolute;left:0;top:0;width:90px;height:50px'>x</button><script>onbeforeunload=event=>event.preventDefault()</script>"),
        ("/next", "<title>next</title>"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    page.input(&click(20.0, 20.0)).await.unwrap();
    for accept in [false, true] {
        let error = page.navigate(&Navigation::To(server.url("/next"))).await.unwrap_err();
        assert_eq!(error.code(), "DIALOG_OPEN", "{error}, {accept}: {:?}", page.state().since(0));
        assert_eq!(page.state().dialog().unwrap().kind, DialogKind::BeforeUnload);
        let mark = page.state().mark();
        page.answer_dialog(accept, None).await.unwrap();
        if accept {
            happened(page, mark, |happening| matches!(happening, Happening::Committed { .. })).await;
        }
    }
    wait_for_title(page, "next").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_navigation_during_a_call() {
    let setup = setup!("--site-per-process");
    let server = Server::start(&[("/", "<title>first</title>"), ("/second", "<title>second</title>here")]).await;
    let page = &setup.page;
    for second in [server.url("/second"), server.cross("/second")] {
        setup.go(&server.url("/")).await;
        let frame = main_frame(page).await;
        // One that only looks goes on in the new document.
        let waiting = page.call(&frame, "wait", r#"{"text":"here","timeoutMs":20000}"#);
        let going = async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            go(page, &second).await;
        };
        let (found, ()) = tokio::join!(waiting, going);
        assert!(found.unwrap().contains("true"));
        // The tree names the same frame, and calls reach the new document.
        assert_eq!(main_frame(page).await, frame);
        assert_eq!(facts(page, &frame).await["title"], "second");
    }
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_is_removed_ends_its_calls() {
    let setup = setup!();
    let server = Server::start(&[
        (
            "/",
            "<iframe id=f src='/sub'></iframe><script>setTimeout(()=>f.remove(),1200)</script>",
        ),
        ("/sub", "sub"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    let child = wait_for_frames(&setup.page, 2).await[1].id.clone();
    let start = Instant::now();
    let error = setup
        .page
        .call(&child, "wait", r#"{"text":"never","timeoutMs":20000}"#)
        .await
        .unwrap_err();
    assert_eq!(error.code(), "STALE_UID", "{error}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn navigations_and_what_they_end_in() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>one</title>"), ("/two", "<title>two</title>")]).await;
    server.set("/204", Answer::status(204));
    server.set("/file", Answer::file("../a b.txt", "hello"));
    let page = &setup.page;
    let error = page.navigate(&Navigation::Back).await.unwrap_err();
    assert_eq!(error.code(), "NAVIGATION_FAILED", "{error}");
    setup.go(&server.url("/")).await;
    setup.go(&server.url("/two")).await;
    // Within the document.
    page.navigate(&Navigation::To(server.url("/two#x"))).await.unwrap();
    assert_eq!(page.state().url(), server.url("/two#x"));
    page.navigate(&Navigation::Back).await.unwrap();
    assert_eq!(page.state().url(), server.url("/two"));
    // To another document, which may come from the cache.
    page.navigate(&Navigation::Back).await.unwrap();
    assert_eq!(page.state().url(), server.url("/"));
    wait_for_title(page, "one").await;
    page.state()
        .wait(Duration::from_secs(5), |state| state.load_state().1.then_some(()))
        .await
        .expect("loaded after going back");
    page.navigate(&Navigation::Forward).await.unwrap();
    wait_for_title(page, "two").await;
    let document = page.state().document();
    page.navigate(&Navigation::Reload).await.unwrap();
    assert_eq!(page.state().document(), document + 1);
    // No document.
    let error = page.navigate(&Navigation::To(server.url("/204"))).await.unwrap_err();
    assert!(error.context().contains("net::ERR_ABORTED"), "{error}");
    let error = page.navigate(&Navigation::To("nowhere".into())).await.unwrap_err();
    assert_eq!(error.code(), "NAVIGATION_FAILED", "{error}");
    let error = page
        .navigate(&Navigation::To("http://127.0.0.1:9/".into()))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "NAVIGATION_FAILED");
    assert!(error.context().contains("net::ERR_"), "{error}");
    assert!(page.state().url().starts_with("chrome-error:"));
    let error = page.navigate(&Navigation::Reload).await.unwrap_err();
    assert_eq!(error.code(), "NAVIGATION_FAILED", "{error}");
    // A file.
    setup.go(&server.url("/")).await;
    let mark = page.state().mark();
    page.navigate(&Navigation::To(server.url("/file"))).await.unwrap();
    let ended = happened(page, mark, |happening| {
        matches!(happening, Happening::DownloadFinished { .. })
    })
    .await;
    let Happening::DownloadFinished { path: Some(path), .. } = ended else {
        panic!("{ended:?}")
    };
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "hello");
    assert!(
        std::path::Path::new(&path).starts_with(setup.launched.download_dir()),
        "{path}"
    );
    assert!(path.ends_with("a b.txt"), "{path}");
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_tell_what_comes_of_them() {
    let setup = setup!();
    let server = Server::start(&[
        ("/", "<style>a{position:absolute;left:0;width:90px;height:40px}</style><a style='top:0' href='/two'>go</a><a style='top:50px' href='/file'>file</a><a style='top:100px' href='/two' target=_blank>new</a><a style='top:150px' href='/204'>nothing</a>"),
        ("/two", "<title>two</title><script>addEventListener('load', () => alert('hi'))</script>"),
    ])
    .await;
    server.set("/204", Answer::status(204).after(Duration::from_millis(100)));
    server.set("/file", Answer::file("f.txt", "hello"));
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    // Told by the time of the next call: an action can know that something will come.
    let mark = page.state().mark();
    page.input(&click(20.0, 170.0)).await.unwrap();
    facts(page, &main_frame(page).await).await;
    assert!(
        page.state()
            .since(mark)
            .iter()
            .any(|h| matches!(h, Happening::NavigationRequested { .. })),
        "{:?}",
        page.state().since(mark)
    );
    happened(page, mark, |h| matches!(h, Happening::NavigationAborted { .. })).await;
    let mark = page.state().mark();
    page.input(&click(20.0, 70.0)).await.unwrap();
    happened(
        page,
        mark,
        |h| matches!(h, Happening::DownloadStarted { name, .. } if name == "f.txt"),
    )
    .await;
    happened(page, mark, |h| matches!(h, Happening::DownloadFinished { path: Some(_), .. })).await;
    // A new page, whose dialog is known without anyone asking for the page.
    let mark = page.state().mark();
    page.input(&click(20.0, 120.0)).await.unwrap();
    let opened = happened(page, mark, |h| matches!(h, Happening::PageOpened { .. })).await;
    let Happening::PageOpened { page: id, .. } = opened else {
        panic!()
    };
    let popup = setup.browser.page(&id).await.unwrap();
    popup
        .state()
        .wait(Duration::from_secs(5), uipilot_engine::backend::PageState::dialog)
        .await
        .expect("the dialog of the new page");
    popup.answer_dialog(true, None).await.unwrap();
    wait_for_title(&popup, "two").await;
    assert_eq!(setup.browser.pages().await.unwrap().last().unwrap().title, "two");
    setup.browser.close_page(&id).await.unwrap();
    assert_eq!(popup.frames().await.unwrap_err().code(), "PAGE_CLOSED");
    assert_eq!(setup.browser.page(&id).await.err().unwrap().code(), "PAGE_NOT_FOUND");
    let mark = page.state().mark();
    page.input(&click(20.0, 20.0)).await.unwrap();
    happened(page, mark, |h| matches!(h, Happening::Committed { main: true, .. })).await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_ends_calls_and_a_navigation_brings_the_page_back() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>one</title>")]).await;
    let page = &setup.page;
    for _ in 0..2 {
        setup.go(&server.url("/")).await;
        let frame = main_frame(page).await;
        let waiting = page.call(&frame, "wait", r#"{"text":"never","timeoutMs":20000}"#);
        let crashing = async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            page.navigate(&Navigation::To("chrome://crash".into())).await
        };
        let start = Instant::now();
        let (call, crash) = tokio::join!(waiting, crashing);
        assert!(start.elapsed() < Duration::from_secs(5));
        assert_eq!(crash.unwrap_err().code(), "PAGE_CRASHED");
        assert_eq!(call.unwrap_err().code(), "PAGE_CRASHED");
        assert_eq!(page.frames().await.unwrap_err().code(), "PAGE_CRASHED");
    }
    // A page that has crashed can be reloaded, too.
    setup.go(&server.url("/")).await;
    let _ = page.navigate(&Navigation::To("chrome://crash".into())).await;
    page.navigate(&Navigation::Reload).await.unwrap();
    wait_for_title(page, "one").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_pages_side_by_side() {
    let setup = setup!();
    let server = Server::start(&[("/", BUTTONS)]).await;
    let id = setup.browser.open_page().await.unwrap();
    let other = setup.browser.page(&id).await.unwrap();
    setup.go(&server.url("/")).await;
    go(&other, &server.cross("/")).await;
    let (one, two) = (click(20.0, 120.0), click(20.0, 120.0));
    let (first, second) = tokio::join!(setup.page.input(&one), other.input(&two));
    first.unwrap();
    second.unwrap();
    wait_for_title(&setup.page, "clicked").await;
    wait_for_title(&other, "clicked").await;
    // A dialog in one does not stop the other.
    other.input(&click(20.0, 20.0)).await.unwrap();
    assert!(other.state().dialog().is_some());
    facts(&setup.page, &main_frame(&setup.page).await).await;
    // Neither does closing it in the middle of a call.
    other.answer_dialog(true, None).await.unwrap();
    let frame = main_frame(&other).await;
    let waiting = other.call(&frame, "wait", r#"{"text":"never","timeoutMs":20000}"#);
    let closing = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        setup.browser.close_page(&id).await.unwrap();
    };
    let (call, ()) = tokio::join!(waiting, closing);
    assert_eq!(call.unwrap_err().code(), "PAGE_CLOSED");
    facts(&setup.page, &main_frame(&setup.page).await).await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_type_and_select() {
    let setup = setup!();
    let server = Server::start(&[("/", "<body style='margin:0'><input id=i oninput='document.title=i.value'>")]).await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    // The focus that a page asks for itself waits for its first frame.
    let mut events = click(20.0, 10.0).to_vec();
    let press = |events: &mut Vec<InputEvent>, key: Key, modifiers: Modifiers| {
        events.push(InputEvent::KeyDown {
            key: key.clone(),
            modifiers,
        });
        events.push(InputEvent::KeyUp { key, modifiers });
    };
    for c in "héllo 😀".chars() {
        press(&mut events, Key::from_char(c, false), Modifiers::default());
    }
    page.input(&events).await.unwrap();
    wait_for_title(page, "héllo 😀").await;
    let control = Key::parse("ControlOrMeta", false).unwrap();
    let held = control.modifier();
    let mut events = vec![InputEvent::KeyDown {
        key: control.clone(),
        modifiers: held,
    }];
    let mut a = Key::from_char('a', false);
    a.text = None;
    press(&mut events, a, held);
    events.push(InputEvent::KeyUp {
        key: control,
        modifiers: Modifiers::default(),
    });
    press(&mut events, Key::from_char('x', false), Modifiers::default());
    page.input(&events).await.unwrap();
    wait_for_title(page, "x").await;
    setup.end().await;
}

const DRAGS: &str = "<body style='margin:0'><style>div{position:absolute;width:100px;height:100px;top:0}</style>
<div id=from draggable=true style='left:0;background:red'></div><div id=to style='left:300px;background:blue'></div>
<div id=pointer style='left:0;top:200px;background:green'></div>
<script>
var seen = [];
const note = event => { if (event.isTrusted && seen.at(-1) !== event.type) seen.push(event.type); document.title = seen.join(' '); };
from.ondragstart = event => { event.dataTransfer.setData('text/plain', 'carried'); note(event); };
to.ondragenter = note;
to.ondragover = event => { event.preventDefault(); note(event); };
to.ondrop = event => { note(event); seen.push(event.dataTransfer.getData('text/plain')); };
from.ondragend = note;
pointer.onpointerdown = event => { seen = []; note(event); pointer.setPointerCapture(event.pointerId); };
pointer.onpointermove = event => { if (event.buttons) note(event); };
pointer.onpointerup = event => { note(event); seen.push(event.clientX); note({isTrusted: false}); };
</script>";

fn path(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|&(x, y)| Point { x, y }).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_kinds_of_drag() {
    let setup = setup!();
    let server = Server::start(&[("/", DRAGS)]).await;
    let page = &setup.page;
    setup.go(&server.url("/")).await;
    for _ in 0..3 {
        page.drag(&path(&[(50.0, 250.0), (60.0, 250.0), (200.0, 250.0), (350.0, 250.0)]))
            .await
            .unwrap();
        wait_for_title(page, "pointerdown pointermove pointerup 350").await;
        setup.go(&server.url("/")).await;
        page.drag(&path(&[(50.0, 50.0), (60.0, 52.0), (200.0, 50.0), (350.0, 50.0)]))
            .await
            .unwrap();
        wait_for_title(page, "dragstart dragenter dragover drop carried dragend").await;
    }
    // Two points are enough.
    setup.go(&server.url("/")).await;
    page.drag(&path(&[(50.0, 50.0), (350.0, 50.0)])).await.unwrap();
    wait_for_title(page, "dragstart dragenter dragover drop carried dragend").await;
    // What is cancelled on the way lets go of the button.
    let long: Vec<(f64, f64)> = (0..200).map(|step| (50.0 + f64::from(step), 50.0)).collect();
    let cut = tokio::time::timeout(Duration::from_millis(30), page.drag(&path(&long))).await;
    assert!(cut.is_err(), "a long drag takes longer");
    setup.go(&server.url("/")).await;
    page.drag(&path(&[(50.0, 250.0), (60.0, 250.0), (300.0, 250.0)]))
        .await
        .unwrap();
    wait_for_title(page, "pointerdown pointermove pointerup 300").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_go_into_a_hidden_input() {
    let setup = setup!();
    let server = Server::start(&[(
        "/",
        "<input type=file multiple style='display:none' onchange='Promise.all([...this.files].map(f => f.text())).then(all => document.title = all.join())'>",
    )])
    .await;
    setup.go(&server.url("/")).await;
    let frame = main_frame(&setup.page).await;
    let walk = setup.page.call(&frame, "walk", "{}").await.unwrap();
    // A hidden input is listed last: it is the only thing in the page.
    let line = walk.lines().last().expect(&walk);
    let node: u32 = line.split('\t').nth(1).unwrap().parse().expect(&walk);
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = ["a", "b"].iter().map(|name| folder.path().join(name)).collect();
    for file in &files {
        std::fs::write(file, file.file_name().unwrap().as_encoded_bytes()).unwrap();
    }
    setup.page.set_files(&frame, node, &files).await.unwrap();
    wait_for_title(&setup.page, "a,b").await;
    let error = setup.page.set_files(&frame, 99_999, &files).await.unwrap_err();
    assert_eq!(error.code(), "STALE_UID");
    setup.end().await;
}

fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures() {
    let setup = setup!();
    let server = Server::start(&[(
        "/",
        "<body style='margin:0;height:3000px;background:linear-gradient(red,blue)'>",
    )])
    .await;
    setup.page.set_viewport(800, 600).await.unwrap();
    setup.go(&server.url("/")).await;
    let request = |clip, scale, format| ScreenshotRequest { format, clip, scale };
    let page = &setup.page;
    let shot = page.screenshot(&request(None, 1.0, ImageFormat::Png)).await.unwrap();
    // A classic scroll bar may take some of the width.
    let (width, height) = png_size(&shot);
    assert!((780..=800).contains(&width) && height == 600, "{width}x{height}");
    let clip = Some([10.0, 2500.0, 100.0, 50.0]);
    let shot = page.screenshot(&request(clip, 1.0, ImageFormat::Png)).await.unwrap();
    assert_eq!(png_size(&shot), (100, 50));
    let shot = page
        .screenshot(&request(Some([0.0, 0.0, 800.0, 3000.0]), 0.5, ImageFormat::Png))
        .await
        .unwrap();
    assert_eq!(png_size(&shot), (400, 1500));
    let shot = page.screenshot(&request(None, 1.0, ImageFormat::Jpeg(60))).await.unwrap();
    assert_eq!(&shot[..2], b"\xff\xd8");
    // A page behind another one.
    let id = setup.browser.open_page().await.unwrap();
    setup.browser.page(&id).await.unwrap().activate().await.unwrap();
    let start = Instant::now();
    page.screenshot(&request(None, 1.0, ImageFormat::Png)).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attaching_leaves_the_browser_alone() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>mine</title>")]).await;
    setup.go(&server.url("/")).await;
    let address = setup
        .launched
        .endpoint()
        .trim_start_matches("ws://")
        .split('/')
        .next()
        .unwrap();
    let port = address.rsplit(':').next().unwrap();
    for text in [port.to_owned(), address.to_owned(), format!("http://localhost:{port}")] {
        let endpoint = resolve_endpoint(&text).await.unwrap();
        let attached = CdpBrowser::connect(&endpoint, Owner::Others, None).await.unwrap();
        let pages = attached.pages().await.unwrap();
        let mine = pages.iter().find(|page| page.title == "mine").expect("the open page");
        let page = attached.page(&mine.id).await.unwrap();
        // It was loaded before we came.
        assert_eq!(page.state().load_state(), (true, true));
        assert_eq!(page.state().url(), server.url("/"));
        wait_for_title(&page, "mine").await;
        attached.end().await;
        attached.end().await;
        assert_eq!(page.frames().await.unwrap_err().code(), "SESSION_ENDED");
    }
    wait_for_title(&setup.page, "mine").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_browser_ends_everything_at_once() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>one</title>")]).await;
    setup.go(&server.url("/")).await;
    let frame = main_frame(&setup.page).await;
    let waiting = setup.page.call(&frame, "wait", r#"{"text":"never","timeoutMs":20000}"#);
    let killing = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        setup.launched.end().await;
    };
    let start = Instant::now();
    let (call, ()) = tokio::join!(waiting, killing);
    let error = call.unwrap_err();
    assert_eq!(error.code(), "SESSION_ENDED", "{error}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(setup.browser.state().ended().is_some());
    for code in [
        setup.page.input(&click(1.0, 1.0)).await.unwrap_err().code(),
        setup.page.navigate(&Navigation::Reload).await.unwrap_err().code(),
        setup.browser.pages().await.unwrap_err().code(),
        setup.browser.open_page().await.unwrap_err().code(),
        setup.browser.page(setup.page.id()).await.err().unwrap().code(),
        setup.browser.close_page(setup.page.id()).await.unwrap_err().code(),
    ] {
        assert_eq!(code, "SESSION_ENDED");
    }
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_a_browser_is_refused() {
    let server = Server::start(&[("/", "x")]).await;
    let error = resolve_endpoint(&server.port().to_string()).await.unwrap_err();
    assert_eq!(error.code(), "CONNECT_FAILED", "{error}");
    let error = CdpBrowser::connect(&format!("ws://127.0.0.1:{}/", server.port()), Owner::Others, None)
        .await
        .unwrap_err();
    assert_eq!(error.code(), "CONNECT_FAILED", "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_cannot_answer_when_it_is_attached_to() {
    let setup = setup!();
    let server = Server::start(&[
        ("/", BUTTONS),
        ("/busy", "<title>busy</title><script>setTimeout(()=>{for(;;);},300)</script>"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    setup.page.input(&click(20.0, 20.0)).await.unwrap();
    assert!(setup.page.state().dialog().is_some());
    let attached = CdpBrowser::connect(setup.launched.endpoint(), Owner::Others, None)
        .await
        .unwrap();
    let start = Instant::now();
    let outcome = attached.page(setup.page.id()).await;
    // The browser does not tell of dialogs that were open before; the error says what to do.
    let error = outcome.err().expect("it cannot answer");
    assert_eq!(error.code(), "TIMEOUT", "{error}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    setup.page.answer_dialog(true, None).await.unwrap();
    let page = attached.page(setup.page.id()).await.unwrap();
    wait_for_title(&page, "start").await;
    let busy = setup.browser.open_page().await.unwrap();
    let page = setup.browser.page(&busy).await.unwrap();
    go(&page, &server.url("/busy")).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let start = Instant::now();
    let error = attached.page(&busy).await.err().expect("it is busy");
    assert_eq!(error.code(), "TIMEOUT", "{error}");
    assert!(start.elapsed() < Duration::from_secs(10));
    attached.end().await;
    setup.browser.close_page(&busy).await.unwrap();
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_in_a_page_of_the_same_process() {
    let setup = setup!();
    let server = Server::start(&[
        ("/", "<title>opener</title><button style='position:absolute;left:0;top:0;width:90px;height:40px' onclick='window.open(\"/popup\")'>open</button>"),
        ("/popup", "<title>popup</title><script>setTimeout(()=>alert(1),300)</script>"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    let mark = setup.page.state().mark();
    setup.page.input(&click(20.0, 20.0)).await.unwrap();
    let opened = happened(&setup.page, mark, |h| matches!(h, Happening::PageOpened { .. })).await;
    let Happening::PageOpened { page: id, .. } = opened else {
        panic!()
    };
    let popup = setup.browser.page(&id).await.unwrap();
    popup
        .state()
        .wait(Duration::from_secs(5), uipilot_engine::backend::PageState::dialog)
        .await
        .expect("a dialog");
    let start = Instant::now();
    let frame = main_frame(&setup.page).await;
    for error in [
        setup.page.call(&frame, "page", "{}").await.unwrap_err(),
        setup.page.input(&click(20.0, 20.0)).await.unwrap_err(),
    ] {
        assert_eq!(error.code(), "DIALOG_OPEN", "{error}");
        assert!(error.next_step().contains("select_page"), "{error}");
    }
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    popup.answer_dialog(true, None).await.unwrap();
    wait_for_title(&setup.page, "opener").await;
    setup.end().await;
}

/// Hears no events.
struct Deaf;

impl EventSink for Deaf {
    fn event(&self, _: &Wire, _: Event<'_>) {}
    fn ended(&self, _: &str) {}
}

/// Figures, for whoever asks: `cargo test --test cdp figures -- --ignored --nocapture`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn figures() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>one</title>")]).await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    let frame = main_frame(page).await;
    let mut first = Vec::new();
    for _ in 0..10 {
        setup.go(&server.url("/")).await;
        let start = Instant::now();
        page.call(&frame, "page", "{}").await.unwrap();
        first.push(start.elapsed());
    }
    first.sort();
    println!("first call in a document: median {:?}, best {:?}", first[5], first[0]);
    macro_rules! median {
        ($name:literal, $count:expr, $work:expr) => {{
            let mut times = Vec::new();
            for _ in 0..$count {
                let start = Instant::now();
                $work;
                times.push(start.elapsed());
            }
            times.sort();
            println!("{}: median {:?}, best {:?}", $name, times[times.len() / 2], times[0]);
        }};
    }
    median!("no-op (Target.getTargets)", 200, setup.browser.pages().await.unwrap());
    median!("call page", 200, page.call(&frame, "page", "{}").await.unwrap());
    median!("move, press, release", 100, page.input(&click(500.0, 400.0)).await.unwrap());
    let wire = Wire::connect(setup.launched.endpoint(), Arc::new(Deaf), Duration::from_secs(5))
        .await
        .unwrap();
    let attach = serde_json::json!({"targetId": &**page.id(), "flatten": true});
    let reply = wire.send(Command::new("Target.attachToTarget", attach)).await.unwrap();
    let session: Value = serde_json::from_str(reply.get()).unwrap();
    let session: Arc<str> = session["sessionId"].as_str().unwrap().into();
    let evaluate = |expression: &str| {
        let params = serde_json::json!({"expression": expression, "returnByValue": true});
        wire.send(Command::new("Runtime.evaluate", params).on(&session))
    };
    median!("Browser.getVersion", 200, {
        wire.send(Command::new("Browser.getVersion", serde_json::json!({})))
            .await
            .unwrap()
    });
    median!("evaluate 1", 200, evaluate("1").await.unwrap());
    median!("evaluate a string of 1 MiB", 20, {
        assert!(evaluate("'x'.repeat(1 << 20)").await.unwrap().get().len() > 1 << 20);
    });
    // Twice as large as the frames that other clients give up at.
    let large = evaluate("'x'.repeat(1 << 25)").await.unwrap();
    assert!(large.get().len() > 1 << 25);
    wire.close("done");
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn input_right_after_the_load_is_not_lost() {
    let setup = setup!();
    let server = Server::start(&[("/", BUTTONS)]).await;
    let page = &setup.page;
    let mut lost = Vec::new();
    for round in 0..20 {
        let url = if round % 2 == 0 { server.url("/") } else { server.cross("/") };
        setup.go(&url).await;
        page.input(&click(20.0, 120.0)).await.unwrap();
        if facts(page, &main_frame(page).await).await["title"] != "clicked" {
            lost.push(round);
        }
    }
    assert!(lost.is_empty(), "{lost:?}");
    setup.end().await;
}
