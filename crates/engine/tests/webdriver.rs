//! WebDriver sessions against real drivers: made and adopted, over sockets and by commands alone. A
//! machine without a driver says so and passes.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::too_many_lines, missing_docs)]

mod common;
#[path = "webdriver/fixture.rs"]
mod fixture;

use common::{Answer, Server};
use fixture::Driver;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use uipilot_engine::backend::webdriver::{connect, connect_classic};
use uipilot_engine::backend::{
    Browser, Frame, FrameId, Happening, ImageFormat, Navigation, Page, PageState, Protocol, ScreenshotRequest,
};
use uipilot_engine::error::ErrorKind;
use uipilot_engine::input::{InputEvent, Key, Modifiers, MouseButton, Point};
use uipilot_engine::{Route, Session, SessionOptions, SnapshotOptions};

macro_rules! driver {
    ($which:ident) => {
        match Driver::$which().await {
            Some(driver) => driver,
            None => return,
        }
    };
}

async fn first_page(browser: &Arc<dyn Browser>) -> Arc<dyn Page> {
    let pages = browser.pages().await.unwrap();
    browser.page(&pages.last().unwrap().id).await.unwrap()
}

async fn go(page: &Arc<dyn Page>, url: &str) {
    page.navigate(&Navigation::To(url.into())).await.unwrap();
    let loaded = page
        .state()
        .wait(Duration::from_secs(10), |state| state.load_state().1.then_some(()));
    loaded.await.expect("the page loads");
}

async fn facts(page: &Arc<dyn Page>, frame: &FrameId) -> Value {
    serde_json::from_str(&page.call(frame, "page", "{}").await.unwrap()).unwrap()
}

async fn title(page: &Arc<dyn Page>) -> String {
    let main = page.frames().await.unwrap()[0].id.clone();
    facts(page, &main).await["title"].as_str().unwrap().to_owned()
}

/// The title is how the test pages say what they saw.
async fn wait_for_title(page: &Arc<dyn Page>, wanted: &str) {
    let mut last = String::new();
    for _ in 0..100 {
        last = title(page).await;
        if last == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("title {last:?}, wanted {wanted:?}");
}

async fn wait_for(page: &Arc<dyn Page>, mark: u64, what: &str, found: impl Fn(&Happening) -> bool) {
    let happened = |state: &PageState| state.since(mark).iter().any(&found).then_some(());
    assert!(
        page.state().wait(Duration::from_secs(5), happened).await.is_some(),
        "{what} did not happen; what did: {:?}",
        page.state().since(mark)
    );
}

fn press(x: f64, y: f64) -> Vec<InputEvent> {
    let (at, button, click_count) = (Point { x, y }, MouseButton::Left, 1);
    vec![
        InputEvent::MouseMove(at),
        InputEvent::MouseDown { at, button, click_count },
        InputEvent::MouseUp { at, button, click_count },
    ]
}

fn key(name: &str) -> [InputEvent; 2] {
    let (key, modifiers) = (Key::parse(name, false).unwrap(), Modifiers::default());
    [
        InputEvent::KeyDown {
            key: key.clone(),
            modifiers,
        },
        InputEvent::KeyUp { key, modifiers },
    ]
}

fn is_open(error: &ErrorKind) -> bool {
    *error == ErrorKind::DialogOpen
}

const FORM: &str = "<title>form</title><body style='margin:0'>
    <button style='position:absolute;left:0;top:0;width:100px;height:40px' onclick='document.title = `clicked ${event.isTrusted}`'>Go</button>
    <input aria-label=Name style='position:absolute;left:0;top:50px;width:100px;height:20px' oninput='document.title = this.value'>
    <button style='position:absolute;left:0;top:100px;width:100px;height:40px' onclick='document.title = confirm(\"Sure?\")'>Ask</button>
    <a href=/next style='position:absolute;left:0;top:150px;width:100px;height:20px'>Next</a>
    <button style='position:absolute;left:0;top:200px;width:100px;height:40px' onclick='window.open(\"/next\")'>Open</button>
    <input type=file multiple aria-label=Files style='position:absolute;left:0;top:250px' onchange='document.title = [...this.files].map((f) => f.name)'>
    <div draggable=true style='position:absolute;left:0;top:300px;width:50px;height:50px;background:red'></div>
    <div style='position:absolute;left:200px;top:300px;width:50px;height:50px;background:blue'
        ondragover='event.preventDefault()' ondrop='document.title = `dropped ${event.isTrusted}`'></div>
    <div id=host></div><script>host.attachShadow({mode: 'closed'}).innerHTML = '<button>Hidden away</button>'</script>";

async fn site() -> Server {
    let server = Server::start(&[
        ("/", FORM),
        ("/next", "<title>next</title><p>next</p>"),
        (
            "/frames",
            "<title>frames</title><body style='margin:0'>
            <iframe src='{here}/inner' style='position:absolute;left:10px;top:10px;width:200px;height:100px;border:5px solid'></iframe>
            <iframe src='{cross}/middle' style='position:absolute;left:300px;top:10px;width:300px;height:200px;border:5px solid;padding:3px'></iframe>",
        ),
        (
            "/middle",
            "<body style='margin:0'><iframe src='{here}/inner' style='position:absolute;left:20px;top:30px;width:200px;height:100px;border:2px solid'></iframe>",
        ),
        (
            "/inner",
            "<title>inner</title><body style='margin:0'><button style='width:90px;height:40px' onclick='document.title = `hit ${event.isTrusted}`'>b</button>",
        ),
    ])
    .await;
    server.set("/slow", Answer::html("<title>slow</title>").after(Duration::from_millis(300)));
    server
}

/// Prints what a call and a click cost on this route.
async fn measure(browser: &Arc<dyn Browser>, page: &Arc<dyn Page>) {
    let main = page.frames().await.unwrap()[0].id.clone();
    let (mut calls, mut clicks) = (Vec::new(), Vec::new());
    for _ in 0..21 {
        let began = Instant::now();
        page.call(&main, "page", "{}").await.unwrap();
        calls.push(began.elapsed());
        let began = Instant::now();
        page.input(&press(50.0, 20.0)).await.unwrap();
        clicks.push(began.elapsed());
    }
    calls.sort();
    clicks.sort();
    let described = browser.describe();
    let (product, protocol) = (described.product, described.protocol.name());
    eprintln!("{product} over {protocol}: call {:?}, click {:?}", calls[10], clicks[10]);
}

/// What every route must be able to do.
async fn drive(browser: &Arc<dyn Browser>, site: &Server) {
    let classic = browser.describe().protocol == Protocol::WebDriver;
    let firefox = browser.describe().product.starts_with("firefox");
    let page = first_page(browser).await;
    go(&page, &site.url("/")).await;
    let main = page.frames().await.unwrap()[0].id.clone();
    let walk = page.call(&main, "walk", "{}").await.unwrap();
    assert!(walk.contains("Go") && !walk.contains("Hidden away"), "{walk}");
    assert!(page.adopt_closed_shadow_roots(&main).await.unwrap());
    assert!(page.call(&main, "walk", "{}").await.unwrap().contains("Hidden away"));

    page.input(&press(50.0, 20.0)).await.unwrap();
    wait_for_title(&page, "clicked true").await;
    page.input(&press(50.0, 60.0)).await.unwrap();
    page.input(&[key("o"), key("k")].concat()).await.unwrap();
    wait_for_title(&page, "ok").await;

    let mark = page.state().mark();
    page.input(&press(50.0, 120.0)).await.unwrap();
    wait_for(&page, mark, "the dialog", |h| matches!(h, Happening::DialogOpened(_))).await;
    assert_eq!(page.state().dialog().unwrap().message, "Sure?");
    assert!(is_open(page.call(&main, "page", "{}").await.unwrap_err().kind()));
    page.answer_dialog(true, None).await.unwrap();
    wait_for_title(&page, "true").await;
    assert!(page.state().dialog().is_none());

    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = ["a.txt", "b.txt"].map(|name| folder.path().join(name)).into();
    for file in &files {
        std::fs::write(file, "x").unwrap();
    }
    let walk = page.call(&main, "walk", "{}").await.unwrap();
    let line = walk.lines().find(|line| line.contains("Files")).unwrap();
    let node: u32 = line.split('\t').nth(1).unwrap().parse().unwrap();
    page.set_files(&main, node, &files).await.unwrap();
    wait_for_title(&page, "a.txt,b.txt").await;
    page.set_files(&main, node, &files[..1]).await.unwrap();
    wait_for_title(&page, "a.txt").await;

    let dragged = page
        .drag(
            &(0..=10)
                .map(|step| Point {
                    x: 25.0 + 20.0 * f64::from(step),
                    y: 325.0,
                })
                .collect::<Vec<_>>(),
        )
        .await;
    if firefox {
        assert_eq!(*dragged.unwrap_err().kind(), ErrorKind::Unsupported);
    } else {
        dragged.unwrap();
        wait_for_title(&page, "dropped true").await;
    }

    let request = |clip| ScreenshotRequest {
        format: ImageFormat::Png,
        clip,
        scale: 1.0,
    };
    for clip in [None, Some([0.0, 0.0, 100.0, 40.0])] {
        let picture = page.screenshot(&request(clip)).await.unwrap();
        assert!(picture.starts_with(b"\x89PNG"), "{clip:?}");
    }
    page.set_viewport(777, 555).await.unwrap();
    let now = facts(&page, &main).await;
    assert_eq!((now["width"].as_f64(), now["height"].as_f64()), (Some(777.0), Some(555.0)));

    let (mark, before) = (page.state().mark(), page.state().document());
    page.input(&press(50.0, 160.0)).await.unwrap();
    wait_for(
        &page,
        mark,
        "the navigation",
        |h| matches!(h, Happening::Committed { main: true, url, .. } if url.ends_with("/next")),
    )
    .await;
    assert_eq!(page.state().document(), before + 1, "{:?}", page.state().since(mark));
    wait_for_title(&page, "next").await;
    page.navigate(&Navigation::Back).await.unwrap();
    wait_for(
        &page,
        mark,
        "the way back",
        |h| matches!(h, Happening::Committed { main: true, url, .. } if url.ends_with('/')),
    )
    .await;
    page.navigate(&Navigation::Forward).await.unwrap();
    let error = page.navigate(&Navigation::Forward).await.unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::NavigationFailed, "{error}");
    let error = page
        .navigate(&Navigation::To("http://127.0.0.1:9/".into()))
        .await
        .unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::NavigationFailed, "{error}");

    go(&page, &site.url("/")).await;
    measure(browser, &page).await;
    let mark = page.state().mark();
    page.input(&press(50.0, 220.0)).await.unwrap();
    wait_for(&page, mark, "the new page", |h| matches!(h, Happening::PageOpened { .. })).await;
    let opened = browser.pages().await.unwrap();
    assert_eq!(opened.len(), 2, "{opened:?}");
    assert_eq!(opened[0].id, *page.id());
    let second = browser.page(&opened[1].id).await.unwrap();
    wait_for_title(&second, "next").await;
    wait_for_title(&page, "clicked true").await;
    browser.close_page(second.id()).await.unwrap();
    assert_eq!(browser.pages().await.unwrap().len(), 1);
    let frame = FrameId::from(&**second.id());
    assert_eq!(
        *second.call(&frame, "page", "{}").await.unwrap_err().kind(),
        ErrorKind::PageClosed
    );

    frames(&page, site).await;
    let main = page.frames().await.unwrap()[0].id.clone();
    let wait = |timeout: u64| json!({"text": "never there", "timeoutMs": timeout}).to_string();
    let began = Instant::now();
    assert!(page.call(&main, "wait", &wait(600)).await.unwrap().contains("false"));
    assert!(began.elapsed() >= Duration::from_millis(580) && began.elapsed() < Duration::from_secs(3));
    if classic {
        // A wait gives way to others.
        let (waited, asked) = tokio::join!(
            async {
                let _ = page.call(&main, "wait", &wait(1500)).await.unwrap();
                Instant::now()
            },
            async {
                facts(&page, &main).await;
                Instant::now()
            }
        );
        assert!(asked < waited);
    }
}

async fn frames(page: &Arc<dyn Page>, site: &Server) {
    go(page, &site.url("/frames")).await;
    let mut found: Vec<Frame> = Vec::new();
    for _ in 0..100 {
        found = page.frames().await.unwrap();
        if found.len() == 4 && found.iter().all(|frame| frame.url.starts_with("http")) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(found.len(), 4, "{found:?}");
    for frame in &found {
        assert_eq!(facts(page, &frame.id).await["url"], *frame.url);
    }
    let inner = |parent: usize| {
        let frame = found
            .iter()
            .find(|frame| frame.parent.as_ref() == Some(&found[parent].id) && frame.url.ends_with("/inner"));
        frame.unwrap().id.clone()
    };
    let middle = found.iter().position(|frame| frame.url.ends_with("/middle")).unwrap();
    // The same site, and a frame in a frame of another site.
    for (frame, x, y) in [(inner(0), 60.0, 35.0), (inner(middle), 375.0, 70.0)] {
        page.input(&press(x, y)).await.unwrap();
        let mut seen = Value::Null;
        for _ in 0..50 {
            seen = facts(page, &frame).await["title"].clone();
            if seen == "hit true" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(seen, "hit true", "{frame}");
    }
    let owners = page.child_frames(&found[0].id).await.unwrap();
    assert_eq!(owners.len(), 2);
    go(page, &site.url("/next")).await;
    let error = page.call(&found[1].id, "page", "{}").await.unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::StaleUid, "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_ours_is_driven_over_cdp_and_ends_with_us() {
    let driver = driver!(chrome);
    let site = site().await;
    let browser = connect(&driver.url, None, Some(&driver.capabilities(&json!({}))))
        .await
        .unwrap();
    assert_eq!(browser.describe().protocol, Protocol::Cdp);
    drive(&browser, &site).await;
    assert_eq!(driver.get("/sessions").await.as_array().unwrap().len(), 1);
    browser.end().await;
    browser.end().await;
    assert_eq!(driver.get("/sessions").await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_ours_is_driven_by_commands() {
    let driver = driver!(chrome);
    let site = site().await;
    let capabilities = driver.capabilities(&json!({}));
    let browser = connect_classic(&driver.url, None, Some(&capabilities)).await.unwrap();
    assert_eq!(browser.describe().protocol, Protocol::WebDriver);
    drive(&browser, &site).await;
    browser.end().await;
    assert_eq!(driver.get("/sessions").await, json!([]));
    let error = browser.pages().await.unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::SessionEnded);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adopted_session_is_driven_over_cdp_and_left_alone() {
    let driver = driver!(chrome);
    let site = site().await;
    let other = driver.other_session(&json!({})).await;
    other.go(&site.url("/")).await;
    let second = other.post("window/new", json!({"type": "tab"})).await;
    assert!(second["handle"].is_string());
    let timeouts = other.get("timeouts").await;

    let browser = connect(&driver.url, Some(&other.id), None).await.unwrap();
    assert_eq!(browser.describe().protocol, Protocol::Cdp);
    // The window that the other program is in comes last, though it is the older one.
    let pages = browser.pages().await.unwrap();
    assert_eq!(pages.len(), 2);
    assert_eq!(pages[1].title, "form");
    let page = first_page(&browser).await;
    page.input(&press(50.0, 20.0)).await.unwrap();
    wait_for_title(&page, "clicked true").await;
    browser.end().await;
    drop((browser, page));

    assert_eq!(other.execute("return document.title").await, "clicked true");
    assert_eq!(other.get("timeouts").await, timeouts);
    other.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adopted_session_is_driven_by_commands_and_left_where_it_was() {
    let driver = driver!(chrome);
    let site = site().await;
    // Dialogs are closed by the driver in a session like this.
    let other = driver.other_session(&json!({})).await;
    other.go(&site.url("/frames")).await;
    let window = other.get("window").await;
    let browser = connect_classic(&driver.url, Some(&other.id), None).await.unwrap();
    let page = first_page(&browser).await;
    frames(&page, &site).await;
    let opened = browser.open_page().await.unwrap();
    let second = browser.page(&opened).await.unwrap();
    go(&second, &site.url("/")).await;
    assert_eq!(other.get("window").await, window);
    assert_eq!(other.execute("return location.pathname + (self === top)").await, "/nexttrue");

    let main = second.frames().await.unwrap()[0].id.clone();
    let mark = second.state().mark();
    second.input(&press(50.0, 120.0)).await.unwrap();
    let error = second.call(&main, "page", "{}").await;
    assert!(error.is_ok() || is_open(error.unwrap_err().kind()));
    wait_for(&second, mark, "the dialog", |h| matches!(h, Happening::DialogOpened(_))).await;
    browser.close_page(&opened).await.unwrap();
    browser.end().await;
    assert_eq!(other.get("window").await, window);
    other.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn grid_sessions_are_driven_over_their_socket() {
    let Some(grid) = Driver::grid() else { return };
    let site = site().await;
    let browser = connect(&grid.url, None, Some(&grid.capabilities(&json!({})))).await.unwrap();
    assert_eq!(browser.describe().protocol, Protocol::Cdp);
    drive(&browser, &site).await;
    browser.end().await;
    let other = grid.other_session(&json!({})).await;
    let adopted = connect(&grid.url, Some(&other.id), None).await.unwrap();
    assert_eq!(adopted.describe().protocol, Protocol::Cdp);
    go(&first_page(&adopted).await, &site.url("/next")).await;
    adopted.end().await;
    assert_eq!(other.execute("return document.title").await, "next");
    other.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_session_works_by_commands() {
    let driver = driver!(firefox);
    let site = site().await;
    let session = Session::open(SessionOptions {
        route: Route::WebDriver {
            url: driver.url.clone(),
            session: None,
            capabilities: Some(driver.capabilities(&json!({"webSocketUrl": false}))),
        },
        ..SessionOptions::default()
    })
    .unwrap();
    session.new_page(&site.url("/")).await.unwrap();
    let uid = async |name: &str| {
        let shown = session.snapshot(&SnapshotOptions::default()).await.unwrap().text;
        let line = shown.lines().find(|line| line.contains(&format!("\"{name}\"")));
        let line = line.unwrap_or_else(|| panic!("no {name} in {shown}"));
        line.split("uid=").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    let clicked = session.click(&uid("Go").await, false).await.unwrap();
    assert!(clicked.trusted);
    session.fill(&uid("Name").await, "typed").await.unwrap();
    let asked = session.click(&uid("Ask").await, false).await.unwrap();
    assert_eq!(asked.effects.dialog.unwrap().message, "Sure?");
    let error = session.snapshot(&SnapshotOptions::default()).await.unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::DialogOpen);
    session.answer_dialog(false, None).await.unwrap();
    let went = session.click(&uid("Next").await, false).await.unwrap();
    assert!(went.effects.navigated_to.unwrap().ends_with("/next"));
    session.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_session_is_told_apart() {
    let error = |result: uipilot_engine::Result<Arc<dyn Browser>>| result.err().expect("refused");
    let unreachable = error(connect("http://127.0.0.1:9", None, None).await);
    assert_eq!(*unreachable.kind(), ErrorKind::ConnectFailed);
    assert!(unreachable.to_string().contains("127.0.0.1:9"), "{unreachable}");
    let site = site().await;
    let other = error(connect(&site.url(""), Some("abc"), None).await);
    assert_eq!(*other.kind(), ErrorKind::ConnectFailed);
    assert!(other.to_string().contains("not a WebDriver server"), "{other}");
    for (url, id) in [("ftp://x", "a"), ("http://127.0.0.1:9", "../status")] {
        assert_eq!(*error(connect(url, Some(id), None).await).kind(), ErrorKind::InvalidInput);
    }
    let driver = driver!(chrome);
    let unknown = error(connect(&driver.url, Some("0123abcd"), None).await);
    assert_eq!(*unknown.kind(), ErrorKind::ConnectFailed);
    assert!(unknown.to_string().contains("no session \"0123abcd\""), "{unknown}");
    let refused = error(connect(&driver.url, None, Some("{\"browserName\": \"netscape\"}")).await);
    assert_eq!(*refused.kind(), ErrorKind::ConnectFailed, "{refused}");
    let malformed = error(connect(&driver.url, None, Some("netscape")).await);
    assert_eq!(*malformed.kind(), ErrorKind::InvalidInput);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crashed_page_and_a_lost_browser_are_told() {
    let driver = driver!(chrome);
    let browser = connect_classic(&driver.url, None, Some(&driver.capabilities(&json!({}))))
        .await
        .unwrap();
    let page = first_page(&browser).await;
    let main = page.frames().await.unwrap()[0].id.clone();
    let second = browser.open_page().await.unwrap();
    let second = browser.page(&second).await.unwrap();
    let crashed = page.navigate(&Navigation::To("chrome://crash".into())).await.unwrap_err();
    assert_eq!(*crashed.kind(), ErrorKind::PageCrashed, "{crashed}");
    assert_eq!(
        *page.call(&main, "page", "{}").await.unwrap_err().kind(),
        ErrorKind::PageCrashed
    );
    let third = browser.open_page().await.unwrap();
    assert_eq!(title(&browser.page(&third).await.unwrap()).await, "");

    let sessions = driver.get("/sessions").await;
    let pid = sessions[0]["capabilities"]["goog:processID"].as_i64().unwrap();
    // SAFETY: the process is the browser that the driver of this test started.
    assert_eq!(unsafe { libc::kill(i32::try_from(pid).unwrap(), libc::SIGKILL) }, 0);
    let lost = second.frames().await.unwrap_err();
    assert_eq!(*lost.kind(), ErrorKind::SessionEnded, "{lost}");
    assert!(browser.state().ended().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn firefox_is_driven_over_its_socket() {
    let driver = driver!(firefox);
    let site = site().await;
    let browser = connect(&driver.url, None, Some(&driver.capabilities(&json!({}))))
        .await
        .unwrap();
    assert_eq!(browser.describe().protocol, Protocol::Bidi);
    assert!(browser.describe().product.starts_with("firefox/"));
    drive(&browser, &site).await;
    browser.end().await;
    // geckodriver has one session; the next one can be made.
    driver.other_session(&json!({})).await.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn firefox_is_driven_by_commands() {
    let driver = driver!(firefox);
    let site = site().await;
    let capabilities = driver.capabilities(&json!({"webSocketUrl": false}));
    let browser = connect(&driver.url, None, Some(&capabilities)).await.unwrap();
    assert_eq!(browser.describe().protocol, Protocol::WebDriver);
    drive(&browser, &site).await;
    browser.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adopted_firefox_is_left_alone() {
    let driver = driver!(firefox);
    let site = site().await;
    let other = driver.other_session(&json!({})).await;
    other.go(&site.url("/")).await;
    let browser = connect(&driver.url, Some(&other.id), None).await.unwrap();
    assert_eq!(browser.describe().protocol, Protocol::WebDriver);
    let page = first_page(&browser).await;
    page.input(&press(50.0, 20.0)).await.unwrap();
    wait_for_title(&page, "clicked true").await;
    browser.end().await;
    drop((browser, page));
    assert_eq!(other.execute("return document.title").await, "clicked true");
    other.end().await;
}
