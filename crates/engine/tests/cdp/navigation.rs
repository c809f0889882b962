//! Navigations by call and by link, and their outcomes.

use crate::common::{Answer, Server, until_running};
use crate::fixture::{click, facts, go, happened, main_frame, setup, wait_for_title};
use std::time::Duration;
use uipilot_engine::testing::{Browser as _, Happening, Navigation};

#[tokio::test(flavor = "multi_thread")]
async fn a_navigation_during_a_call() {
    let setup = setup!("--site-per-process");
    let server = Server::start(&[("/", "<title>first</title>"), ("/second", "<title>second</title>here")]).await;
    let page = &setup.page;
    for second in [server.url("/second"), server.cross("/second")] {
        setup.go(&server.url("/")).await;
        let frame = main_frame(page).await;
        // A call that only reads continues in the new document.
        facts(page, &frame).await;
        let mut waiting = page.call(&frame, "wait", r#"{"text":"here","timeoutMs":20000}"#);
        until_running(&mut waiting, page, &frame).await;
        let (found, ()) = tokio::join!(waiting, go(page, &second));
        assert!(found.unwrap().contains("true"));
        // The frame keeps its id, and calls reach the new document.
        assert_eq!(main_frame(page).await, frame);
        assert_eq!(facts(page, &frame).await["title"], "second");
    }
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn navigations_and_what_they_end_in() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>one</title>"), ("/two", "<title>two</title>")]).await;
    server.set("/204", Answer::status(204));
    server.set("/file", Answer::file("../a b.txt", "hello"));
    let page = &setup.page;
    let error = page.navigate(&Navigation::Back).await.unwrap_err();
    assert_eq!(error.code(), "NAVIGATION_FAILED", "{error}");
    setup.go(&server.url("/")).await;
    setup.go(&server.url("/two")).await;
    // This navigation stays within the document.
    page.navigate(&Navigation::To(server.url("/two#x"))).await.unwrap();
    assert_eq!(page.state().url(), server.url("/two#x"));
    page.navigate(&Navigation::Back).await.unwrap();
    assert_eq!(page.state().url(), server.url("/two"));
    // This navigation leads to another document, which may come from the cache.
    page.navigate(&Navigation::Back).await.unwrap();
    assert_eq!(page.state().url(), server.url("/"));
    wait_for_title(page, "one").await;
    page.state()
        .wait(Duration::from_secs(5), |state| state.load_state().1.then_some(()))
        .await
        .expect("loaded after going back");
    page.navigate(&Navigation::Forward).await.unwrap();
    wait_for_title(page, "two").await;
    let document = page.state().document();
    page.navigate(&Navigation::Reload).await.unwrap();
    assert_eq!(page.state().document(), document + 1);
    // These navigations bring no document.
    let error = page.navigate(&Navigation::To(server.url("/204"))).await.unwrap_err();
    assert!(error.context().contains("net::ERR_ABORTED"), "{error}");
    let error = page.navigate(&Navigation::To("nowhere".into())).await.unwrap_err();
    assert_eq!(error.code(), "NAVIGATION_FAILED", "{error}");
    let error = page
        .navigate(&Navigation::To("http://127.0.0.1:9/".into()))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "NAVIGATION_FAILED");
    assert!(error.context().contains("net::ERR_"), "{error}");
    assert!(page.state().url().starts_with("chrome-error:"));
    let error = page.navigate(&Navigation::Reload).await.unwrap_err();
    assert_eq!(error.code(), "NAVIGATION_FAILED", "{error}");
    // This address is a file to download.
    setup.go(&server.url("/")).await;
    let mark = page.state().mark();
    page.navigate(&Navigation::To(server.url("/file"))).await.unwrap();
    let ended = happened(page, mark, |happening| {
        matches!(happening, Happening::DownloadFinished { .. })
    })
    .await;
    let Happening::DownloadFinished { path: Some(path), .. } = ended else {
        panic!("{ended:?}")
    };
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "hello");
    assert!(
        std::path::Path::new(&path).starts_with(setup.launched.download_dir()),
        "{path}"
    );
    assert!(path.ends_with("a b.txt"), "{path}");
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_tell_what_comes_of_them() {
    let setup = setup!();
    let server = Server::start(&[
        ("/", "<style>a{position:absolute;left:0;width:90px;height:40px}</style><a style='top:0' href='/two'>go</a><a style='top:50px' href='/file'>file</a><a style='top:100px' href='/two' target=_blank>new</a><a style='top:150px' href='/204'>nothing</a>"),
        ("/two", "<title>two</title><script>addEventListener('load', () => alert('hi'))</script>"),
    ])
    .await;
    server.set("/204", Answer::status(204).after(Duration::from_millis(100)));
    server.set("/file", Answer::file("f.txt", "hello"));
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    // The state has recorded the navigation by the next call, so an action can wait for it.
    let mark = page.state().mark();
    page.input(&click(20.0, 170.0)).await.unwrap();
    facts(page, &main_frame(page).await).await;
    assert!(
        page.state()
            .since(mark)
            .iter()
            .any(|h| matches!(h, Happening::NavigationRequested { .. })),
        "{:?}",
        page.state().since(mark)
    );
    happened(page, mark, |h| matches!(h, Happening::NavigationAborted { .. })).await;
    let mark = page.state().mark();
    page.input(&click(20.0, 70.0)).await.unwrap();
    happened(
        page,
        mark,
        |h| matches!(h, Happening::DownloadStarted { name, .. } if name == "f.txt"),
    )
    .await;
    happened(page, mark, |h| matches!(h, Happening::DownloadFinished { path: Some(_), .. })).await;
    // The dialog of a new page is known before the page is attached.
    let mark = page.state().mark();
    page.input(&click(20.0, 120.0)).await.unwrap();
    let opened = happened(page, mark, |h| matches!(h, Happening::PageOpened { .. })).await;
    let Happening::PageOpened { page: id, .. } = opened else {
        panic!()
    };
    let popup = setup.browser.page(&id).await.unwrap();
    popup
        .state()
        .wait(Duration::from_secs(5), uipilot_engine::testing::PageState::dialog)
        .await
        .expect("the dialog of the new page");
    popup.answer_dialog(true, None).await.unwrap();
    wait_for_title(&popup, "two").await;
    assert_eq!(setup.browser.pages().await.unwrap().last().unwrap().title, "two");
    setup.browser.close_page(&id).await.unwrap();
    assert_eq!(popup.frames().await.unwrap_err().code(), "PAGE_CLOSED");
    assert_eq!(setup.browser.page(&id).await.err().unwrap().code(), "PAGE_NOT_FOUND");
    let mark = page.state().mark();
    page.input(&click(20.0, 20.0)).await.unwrap();
    happened(page, mark, |h| matches!(h, Happening::Committed { main: true, .. })).await;
    setup.end().await;
}
