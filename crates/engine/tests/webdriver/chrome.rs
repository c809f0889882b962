//! New and adopted sessions of chromedriver, over CDP and by commands.

use crate::drive::{drive, frames};
use crate::fixture::{connect, options};
use crate::pages::{driver, first_page, go, is_open, press, site, title, wait_for, wait_for_title};
use serde_json::json;
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::webdriver::WebDriverSession;
use uipilot_engine::testing::{Happening, Navigation, Protocol};

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
    let browser = WebDriverSession::open(&options(&driver.url, None, Some(&capabilities)))
        .await
        .unwrap()
        .by_commands();
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
    // The other program's current window is listed last, although it is the older one.
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
    // The driver closes dialogs in a session with these settings.
    let other = driver.other_session(&json!({})).await;
    other.go(&site.url("/frames")).await;
    let window = other.get("window").await;
    let browser = WebDriverSession::open(&options(&driver.url, Some(&other.id), None))
        .await
        .unwrap()
        .by_commands();
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
async fn a_crashed_page_and_a_lost_browser_are_told() {
    let driver = driver!(chrome);
    let browser = WebDriverSession::open(&options(&driver.url, None, Some(&driver.capabilities(&json!({})))))
        .await
        .unwrap()
        .by_commands();
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
