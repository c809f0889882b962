//! Sessions of a Selenium grid.

use crate::drive::drive;
use crate::fixture::Driver;
use crate::fixture::connect;
use crate::pages::{first_page, go, site};
use serde_json::json;
use uipilot_engine::testing::Protocol;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a Selenium grid (UIPILOT_GRID)"]
async fn grid_sessions_are_driven_over_their_socket() {
    let grid = Driver::grid();
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
