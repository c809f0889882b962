//! Pages that open, work side by side and close.

use crate::common::until_running;
use crate::fixture::{RECORDER, Session, key, point, press};
use std::time::Duration;
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::{Browser as _, Happening, PageState};

#[tokio::test(flavor = "multi_thread")]
async fn pages_come_and_go() {
    let Some(session) = Session::start().await else { return };
    let here = session.origin("127.0.0.1");
    session.serve("/", &format!("{RECORDER}<title>Opener</title><body style='margin:0'><button style='width:90px;height:40px' onclick='window.open(\"/other\")'>b</button><a style='position:absolute;left:0;top:100px' target=_blank href='/other'>link</a><input id=i style='position:absolute;left:0;top:200px'>"));
    session.serve(
        "/other",
        &format!("{RECORDER}<title>Other</title><body style='margin:0'><input id=i style='position:absolute;left:0;top:200px'>"),
    );
    let page = session.open("/").await;
    session.loaded(&*page).await;

    for at in [point(10.0, 10.0), point(5.0, 108.0)] {
        let mark = page.state().mark();
        page.input(&press(at)).await.unwrap();
        let opened = |state: &PageState| {
            state.since(mark).into_iter().find_map(|h| match h {
                Happening::PageOpened { page, .. } => Some(page),
                _ => None,
            })
        };
        let id = page.state().wait(Duration::from_secs(5), opened).await.unwrap();
        let popup = session.browser.page(&id).await.unwrap();
        session.loaded(&*popup).await;
        assert_eq!(popup.state().url(), format!("{here}/other"));
    }
    let pages = session.browser.pages().await.unwrap();
    let titles: Vec<_> = pages.iter().map(|page| page.title.as_str()).collect();
    assert!(titles.ends_with(&["Opener", "Other", "Other"]), "{titles:?}");

    // Input reaches two pages side by side, including the one in the background.
    let other = session.browser.page(&pages[pages.len() - 1].id).await.unwrap();
    for page in [&page, &other] {
        page.input(&press(point(5.0, 205.0))).await.unwrap();
    }
    let (one, two) = (key("x"), key("y"));
    let (first, second) = tokio::join!(page.input(&one), other.input(&two));
    first.unwrap();
    second.unwrap();
    assert_eq!(session.evaluate(page.id(), "i.value").await, "x");
    assert_eq!(session.evaluate(other.id(), "i.value").await, "y");
    page.activate().await.unwrap();

    // The page is closed during a call.
    let id = other.id().clone();
    other.call(&id, "page", "{}").await.unwrap();
    let mut waiting = other.call(&id, "wait", r#"{"text":"never","timeoutMs":60000}"#);
    until_running(&mut waiting, &other, &id).await;
    session.browser.close_page(&id).await.unwrap();
    assert_eq!(waiting.await.unwrap_err().kind(), &ErrorKind::PageClosed);
    assert_eq!(other.frames().await.unwrap_err().kind(), &ErrorKind::PageClosed);
    assert_eq!(
        session.browser.close_page(&id).await.unwrap_err().kind(),
        &ErrorKind::PageNotFound
    );
    let gone = session.browser.page(&id).await.map(|_| ()).unwrap_err();
    assert_eq!(gone.kind(), &ErrorKind::PageNotFound);
    session.end().await;
}
