//! Pages side by side, crashed pages, and the end of the whole browser.

use crate::common::{Server, until_running};
use crate::fixture::{BUTTONS, click, facts, go, main_frame, setup, wait_for_title};
use std::time::{Duration, Instant};
use uipilot_engine::testing::{Browser as _, Navigation};

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_ends_calls_and_a_navigation_brings_the_page_back() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>one</title>")]).await;
    let page = &setup.page;
    for _ in 0..2 {
        setup.go(&server.url("/")).await;
        let frame = main_frame(page).await;
        facts(page, &frame).await;
        let mut waiting = page.call(&frame, "wait", r#"{"text":"never","timeoutMs":20000}"#);
        until_running(&mut waiting, page, &frame).await;
        let start = Instant::now();
        let crash = Navigation::To("chrome://crash".into());
        let (call, crash) = tokio::join!(waiting, page.navigate(&crash));
        assert!(start.elapsed() < Duration::from_secs(5));
        assert_eq!(crash.unwrap_err().code(), "PAGE_CRASHED");
        assert_eq!(call.unwrap_err().code(), "PAGE_CRASHED");
        assert_eq!(page.frames().await.unwrap_err().code(), "PAGE_CRASHED");
    }
    // A crashed page can be reloaded, too.
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
    // A dialog in one page does not suspend the other.
    other.input(&click(20.0, 20.0)).await.unwrap();
    assert!(other.state().dialog().is_some());
    facts(&setup.page, &main_frame(&setup.page).await).await;
    // Closing one page during a call does not affect the other.
    other.answer_dialog(true, None).await.unwrap();
    let frame = main_frame(&other).await;
    facts(&other, &frame).await;
    let mut waiting = other.call(&frame, "wait", r#"{"text":"never","timeoutMs":20000}"#);
    until_running(&mut waiting, &other, &frame).await;
    let (call, closed) = tokio::join!(waiting, setup.browser.close_page(&id));
    closed.unwrap();
    assert_eq!(call.unwrap_err().code(), "PAGE_CLOSED");
    facts(&setup.page, &main_frame(&setup.page).await).await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_browser_ends_everything_at_once() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>one</title>")]).await;
    setup.go(&server.url("/")).await;
    let frame = main_frame(&setup.page).await;
    facts(&setup.page, &frame).await;
    let mut waiting = setup.page.call(&frame, "wait", r#"{"text":"never","timeoutMs":20000}"#);
    until_running(&mut waiting, &setup.page, &frame).await;
    let start = Instant::now();
    let (call, ()) = tokio::join!(waiting, setup.launched.end());
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
