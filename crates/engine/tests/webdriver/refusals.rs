//! Addresses, sessions and capabilities that are refused, each with a specific reason.

use crate::fixture::connect;
use crate::pages::{driver, site};
use serde_json::json;
use std::sync::Arc;
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::Browser;

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
    let refused = error(
        connect(
            &driver.url,
            None,
            Some(json!({"browserName": "netscape"}).as_object().unwrap()),
        )
        .await,
    );
    assert_eq!(*refused.kind(), ErrorKind::ConnectFailed, "{refused}");
}
