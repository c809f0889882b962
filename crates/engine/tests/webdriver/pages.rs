//! The site that the tests visit, and the queries that they make repeatedly.

use crate::common::{Answer, Server};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::input::{InputEvent, Key, Modifiers, MouseButton, Point};
use uipilot_engine::testing::{Browser, FrameId, Happening, Navigation, Page, PageState};

/// A driver of this kind. The test ends here if the user skips browsers.
macro_rules! driver {
    ($which:ident) => {
        match $crate::fixture::Driver::$which().await {
            Some(driver) => driver,
            None => return,
        }
    };
}

pub(crate) use driver;

pub(crate) async fn first_page(browser: &Arc<dyn Browser>) -> Arc<dyn Page> {
    let pages = browser.pages().await.unwrap();
    browser.page(&pages.last().unwrap().id).await.unwrap()
}

pub(crate) async fn go(page: &Arc<dyn Page>, url: &str) {
    page.navigate(&Navigation::To(url.into())).await.unwrap();
    let loaded = page
        .state()
        .wait(Duration::from_secs(10), |state| state.load_state().1.then_some(()));
    loaded.await.expect("the page loads");
}

pub(crate) async fn facts(page: &Arc<dyn Page>, frame: &FrameId) -> Value {
    serde_json::from_str(&page.call(frame, "page", "{}").await.unwrap()).unwrap()
}

pub(crate) async fn title(page: &Arc<dyn Page>) -> String {
    let main = page.frames().await.unwrap()[0].id.clone();
    facts(page, &main).await["title"].as_str().unwrap().to_owned()
}

/// Waits for a title. The test pages report in their title what they saw.
pub(crate) async fn wait_for_title(page: &Arc<dyn Page>, wanted: &str) {
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

pub(crate) async fn wait_for(page: &Arc<dyn Page>, mark: u64, what: &str, found: impl Fn(&Happening) -> bool) {
    let happened = |state: &PageState| state.since(mark).iter().any(&found).then_some(());
    assert!(
        page.state().wait(Duration::from_secs(5), happened).await.is_some(),
        "{what} did not happen; what did: {:?}",
        page.state().since(mark)
    );
}

pub(crate) fn press(x: f64, y: f64) -> Vec<InputEvent> {
    let (at, button, click_count) = (Point { x, y }, MouseButton::Left, 1);
    vec![
        InputEvent::MouseMove(at),
        InputEvent::MouseDown { at, button, click_count },
        InputEvent::MouseUp { at, button, click_count },
    ]
}

pub(crate) fn key(name: &str) -> [InputEvent; 2] {
    let (key, modifiers) = (Key::parse(name, false).unwrap(), Modifiers::default());
    [
        InputEvent::KeyDown {
            key: key.clone(),
            modifiers,
        },
        InputEvent::KeyUp { key, modifiers },
    ]
}

pub(crate) fn is_open(error: &ErrorKind) -> bool {
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

pub(crate) async fn site() -> Server {
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
