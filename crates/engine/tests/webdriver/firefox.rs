//! New and adopted sessions of geckodriver, over BiDi and by commands.
//!
//! The set-up does not install geckodriver, so these tests are ignored by default.
//! `cargo test --test webdriver firefox:: -- --ignored` runs them. `npm test` runs them if geckodriver is
//! installed.

use crate::drive::drive;
use crate::fixture::connect;
use crate::pages::{driver, first_page, press, site, wait_for_title};
use serde_json::json;
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::Protocol;
use uipilot_engine::{ClickOptions, FillOptions, Session, SessionOptions, SnapshotOptions, WebDriverOptions};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs geckodriver (UIPILOT_GECKODRIVER or PATH)"]
async fn a_whole_session_works_by_commands() {
    let driver = driver!(firefox);
    let site = site().await;
    let webdriver = WebDriverOptions::new(&driver.url).capabilities(driver.capabilities(&json!({"webSocketUrl": false})));
    let session = Session::open(SessionOptions::default().webdriver(webdriver)).unwrap();
    session.new_page(&site.url("/")).await.unwrap();
    let uid = async |name: &str| {
        let shown = session.snapshot(&SnapshotOptions::default()).await.unwrap().text;
        let line = shown.lines().find(|line| line.contains(&format!("\"{name}\"")));
        let line = line.unwrap_or_else(|| panic!("no {name} in {shown}"));
        line.split("uid=").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    let clicked = session.click(&uid("Go").await, &ClickOptions::default()).await.unwrap();
    assert!(clicked.trusted);
    session
        .fill(&uid("Name").await, "typed", &FillOptions::default())
        .await
        .unwrap();
    let asked = session.click(&uid("Ask").await, &ClickOptions::default()).await.unwrap();
    assert_eq!(asked.effects.dialog.unwrap().message, "Sure?");
    let error = session.snapshot(&SnapshotOptions::default()).await.unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::DialogOpen);
    session.answer_dialog(false, None).await.unwrap();
    let went = session.click(&uid("Next").await, &ClickOptions::default()).await.unwrap();
    assert!(went.effects.navigated_to.unwrap().ends_with("/next"));
    session.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs geckodriver (UIPILOT_GECKODRIVER or PATH)"]
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
    // geckodriver allows one session. The next one can be created now.
    driver.other_session(&json!({})).await.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs geckodriver (UIPILOT_GECKODRIVER or PATH)"]
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
#[ignore = "needs geckodriver (UIPILOT_GECKODRIVER or PATH)"]
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
