//! Attaching to a browser that another program started.

use crate::common::Server;
use crate::fixture::{BUTTONS, click, go, setup, wait_for_title};
use std::time::{Duration, Instant};
use uipilot_engine::testing::cdp::{CdpBrowser, resolve_endpoint};
use uipilot_engine::testing::{Browser as _, Owner};

#[tokio::test(flavor = "multi_thread")]
async fn attaching_leaves_the_browser_alone() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>mine</title>")]).await;
    setup.go(&server.url("/")).await;
    let address = setup
        .launched
        .endpoint()
        .trim_start_matches("ws://")
        .split('/')
        .next()
        .unwrap();
    let port = address.rsplit(':').next().unwrap();
    for text in [port.to_owned(), address.to_owned(), format!("http://localhost:{port}")] {
        let endpoint = resolve_endpoint(&text).await.unwrap();
        let attached = CdpBrowser::connect(endpoint, Owner::Others, None).await.unwrap();
        let pages = attached.pages().await.unwrap();
        let mine = pages.iter().find(|page| page.title == "mine").expect("the open page");
        let page = attached.page(&mine.id).await.unwrap();
        // The page was loaded before the connection.
        assert_eq!(page.state().load_state(), (true, true));
        assert_eq!(page.state().url(), server.url("/"));
        wait_for_title(&page, "mine").await;
        attached.end().await;
        attached.end().await;
        assert_eq!(page.frames().await.unwrap_err().code(), "SESSION_ENDED");
    }
    wait_for_title(&setup.page, "mine").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_a_browser_is_refused() {
    let server = Server::start(&[("/", "x")]).await;
    let error = resolve_endpoint(&server.port().to_string()).await.unwrap_err();
    assert_eq!(error.code(), "CONNECT_FAILED", "{error}");
    let error = CdpBrowser::connect(&format!("ws://127.0.0.1:{}/", server.port()), Owner::Others, None)
        .await
        .unwrap_err();
    assert_eq!(error.code(), "CONNECT_FAILED", "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_cannot_answer_when_it_is_attached_to() {
    let setup = setup!();
    let server = Server::start(&[
        ("/", BUTTONS),
        ("/busy", "<title>busy</title><script>onload=()=>setTimeout(()=>{let x=new XMLHttpRequest;x.open('GET','/looping',false);x.send();for(;;);},300)</script>"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    setup.page.input(&click(20.0, 20.0)).await.unwrap();
    assert!(setup.page.state().dialog().is_some());
    let attached = CdpBrowser::connect(setup.launched.endpoint(), Owner::Others, None)
        .await
        .unwrap();
    let start = Instant::now();
    // The browser does not report dialogs that were open before. The page is there, so that it can be left.
    let page = attached.page(setup.page.id()).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    setup.page.answer_dialog(true, None).await.unwrap();
    wait_for_title(&page, "start").await;
    let busy = setup.browser.open_page().await.unwrap();
    let page = setup.browser.page(&busy).await.unwrap();
    go(&page, &server.url("/busy")).await;
    server.requested("/looping").await;
    let start = Instant::now();
    let stuck = attached.page(&busy).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(10));
    // Its script never ends, so it can only be left.
    let main = stuck.main_frame();
    let answer = tokio::time::timeout(Duration::from_secs(1), stuck.call(&main, "page", "{}")).await;
    assert!(answer.is_err(), "{answer:?}");
    attached.end().await;
    setup.browser.close_page(&busy).await.unwrap();
    setup.end().await;
}
