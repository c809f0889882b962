//! The end of a page or of the browser, and browsers that this program does not own.

use crate::common::until_running;
use crate::fixture::{Session, point, press};
use std::time::{Duration, Instant};
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::{Browser as _, Navigation, Owner};

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_browser_ends_everything_at_once() {
    let Some(session) = Session::start().await else { return };
    session.serve("/", "<p>text");
    let page = session.open("/").await;
    let main = page.id().clone();
    page.call(&main, "page", "{}").await.unwrap();
    let mut waiting = page.call(&main, "wait", r#"{"text":"never","timeoutMs":60000}"#);
    until_running(&mut waiting, &page, &main).await;
    let begun = Instant::now();
    session.kill();
    assert_eq!(waiting.await.unwrap_err().kind(), &ErrorKind::SessionEnded);
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert!(session.browser.state().ended().is_some());
    for error in [
        page.frames().await.unwrap_err(),
        page.input(&press(point(1.0, 1.0))).await.unwrap_err(),
        page.navigate(&Navigation::Reload).await.unwrap_err(),
        page.answer_dialog(true, None).await.unwrap_err(),
        session.browser.pages().await.unwrap_err(),
        session.browser.open_page().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), &ErrorKind::SessionEnded, "{error}");
    }
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn a_crashed_page_is_brought_back_by_a_navigation() {
    let Some(session) = Session::start().await else { return };
    session.serve("/", "<p>text");
    let page = session.open("/").await;
    let main = page.id().clone();
    page.call(&main, "page", "{}").await.unwrap();
    let mut waiting = page.call(&main, "wait", r#"{"text":"never","timeoutMs":60000}"#);
    until_running(&mut waiting, &page, &main).await;
    session.kill_content();
    assert_eq!(waiting.await.unwrap_err().kind(), &ErrorKind::PageCrashed);
    assert_eq!(
        page.input(&press(point(1.0, 1.0))).await.unwrap_err().kind(),
        &ErrorKind::PageCrashed
    );
    page.navigate(&Navigation::To(session.origin("127.0.0.1") + "/"))
        .await
        .unwrap();
    assert!(page.call(&main, "page", "{}").await.unwrap().contains("127.0.0.1"));
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_of_others_is_left_alone() {
    let Some(mut session) = Session::start().await else { return };
    // Firefox allows one BiDi session, and it is in use.
    let taken = session.connect(Owner::Others).await.map(|_| ()).unwrap_err();
    assert_eq!(taken.kind(), &ErrorKind::ConnectFailed, "{taken}");
    session.browser = session.reconnect(Owner::Others).await;
    session.serve("/", "<p>text");
    session.open("/").await;
    session.browser.end().await;
    session.browser.end().await;
    assert!(!session.has_exited());
    // The session is free again, and the page is still open.
    session.browser = session.connect(Owner::Us).await.unwrap();
    let pages = session.browser.pages().await.unwrap();
    assert!(pages.iter().any(|page| page.url.ends_with('/')), "{pages:?}");
    session.end().await;
    assert!(session.has_exited());
}
