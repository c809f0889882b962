//! A Chromium with the test's own page, and the queries that tests make repeatedly.

use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use uipilot_engine::testing::cdp::CdpBrowser;
use uipilot_engine::testing::input::{InputEvent, MouseButton, Point};
use uipilot_engine::testing::launch::{LaunchOptions, Launched};
use uipilot_engine::testing::{Browser as _, Frame, FrameId, Happening, Navigation, Owner, Page};

use crate::common::needs;

/// A browser and one of its pages.
pub(crate) struct Setup {
    pub(crate) launched: Launched,
    pub(crate) browser: Arc<CdpBrowser>,
    pub(crate) page: Arc<dyn Page>,
}

impl Setup {
    pub(crate) async fn new(arguments: &[&str]) -> Option<Self> {
        let options = LaunchOptions::default().arguments(arguments.iter().map(ToString::to_string).collect());
        let launched = needs::browser(&options).await?;
        let browser = CdpBrowser::connect(launched.endpoint(), Owner::Us, Some(launched.download_dir()))
            .await
            .unwrap();
        let id = browser.open_page().await.unwrap();
        let page = browser.page(&id).await.unwrap();
        Some(Self { launched, browser, page })
    }

    pub(crate) async fn end(self) {
        self.browser.end().await;
        self.launched.end().await;
    }

    pub(crate) async fn go(&self, url: &str) {
        go(&self.page, url).await;
    }
}

/// A [`Setup`] with these browser arguments. The test ends here if the user skips browsers.
macro_rules! setup {
    ($($argument:expr),*) => {
        match $crate::fixture::Setup::new(&[$($argument),*]).await {
            Some(setup) => setup,
            None => return,
        }
    };
}

pub(crate) use setup;

pub(crate) async fn go(page: &Arc<dyn Page>, url: &str) {
    page.navigate(&Navigation::To(url.into())).await.unwrap();
    let loaded = page
        .state()
        .wait(Duration::from_secs(10), |state| state.load_state().1.then_some(()));
    loaded.await.expect("the page loads");
}

pub(crate) async fn frames(page: &Arc<dyn Page>) -> Vec<Frame> {
    page.frames().await.unwrap()
}

/// Waits until the page has this many frames.
pub(crate) async fn wait_for_frames(page: &Arc<dyn Page>, count: usize) -> Vec<Frame> {
    for _ in 0..200 {
        let now = frames(page).await;
        if now.len() == count && now.iter().all(|frame| !frame.url.is_empty()) {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{count} frames wanted: {:?}", frames(page).await);
}

pub(crate) async fn facts(page: &Arc<dyn Page>, frame: &FrameId) -> Value {
    serde_json::from_str(&page.call(frame, "page", "{}").await.unwrap()).unwrap()
}

pub(crate) async fn main_frame(page: &Arc<dyn Page>) -> FrameId {
    frames(page).await[0].id.clone()
}

/// Waits for a title. The test pages report in their title what they saw.
pub(crate) async fn wait_for_title(page: &Arc<dyn Page>, wanted: &str) {
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

pub(crate) fn click(x: f64, y: f64) -> [InputEvent; 3] {
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

pub(crate) async fn happened(page: &Arc<dyn Page>, mark: u64, wanted: impl Fn(&Happening) -> bool) -> Happening {
    let found = page.state().wait(Duration::from_secs(10), |state| {
        state.since(mark).into_iter().find(|happening| wanted(happening))
    });
    match found.await {
        Some(happening) => happening,
        None => panic!("not among {:?}", page.state().since(mark)),
    }
}

pub(crate) const BUTTONS: &str = "<title>start</title><body style='margin:0'>
<style>button,a{position:absolute;left:0;width:100px;height:40px;display:block}</style>
<button style='top:0' onclick='alert(\"a \\ud800\")'>alert</button>
<button style='top:50px' onclick='document.title=String(prompt(\"name?\",\"me\"))'>prompt</button>
<button style='top:100px' onclick='document.title=\"clicked\"'>title</button>
<button style='top:150px' onclick='setTimeout(()=>document.title=confirm(\"sure?\"),200)'>later</button>";
