//! Dialogs: what is refused while one is open, and how they are answered.

use crate::common::Server;
use crate::fixture::{BUTTONS, click, happened, main_frame, setup, wait_for_title};
use std::time::{Duration, Instant};
use uipilot_engine::error::NextStep;
use uipilot_engine::testing::{Browser as _, DialogKind, Happening, Navigation};

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_never_hang_a_call() {
    let setup = setup!();
    let server = Server::start(&[("/", BUTTONS)]).await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    let frame = main_frame(page).await;
    let start = Instant::now();
    page.input(&click(20.0, 20.0)).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let dialog = page.state().dialog().expect("an alert");
    assert_eq!((dialog.kind, dialog.message.as_str()), (DialogKind::Alert, "a \u{fffd}"));
    // Every call is refused at once with the reason.
    for code in [
        page.call(&frame, "page", "{}").await.unwrap_err().code(),
        page.input(&click(20.0, 120.0)).await.unwrap_err().code(),
        page.child_frames(&frame).await.unwrap_err().code(),
        page.navigate(&Navigation::Reload).await.unwrap_err().code(),
        page.activate().await.unwrap_err().code(),
    ] {
        assert_eq!(code, "DIALOG_OPEN");
    }
    page.answer_dialog(true, None).await.unwrap();
    assert_eq!(page.state().dialog(), None);
    assert_eq!(page.answer_dialog(true, None).await.unwrap_err().code(), "NO_DIALOG");
    // A prompt receives its text.
    page.input(&click(20.0, 70.0)).await.unwrap();
    let dialog = page.state().dialog().expect("a prompt");
    assert_eq!(
        (dialog.kind, dialog.default_text.as_deref()),
        (DialogKind::Prompt, Some("me"))
    );
    page.answer_dialog(true, Some("you")).await.unwrap();
    wait_for_title(page, "you").await;
    // A dialog that opens while a call waits ends the call.
    page.input(&click(20.0, 170.0)).await.unwrap();
    let start = Instant::now();
    let waiting = page.call(&frame, "wait", r#"{"text":"never there","timeoutMs":20000}"#);
    let error = waiting.await.unwrap_err();
    assert_eq!(error.code(), "DIALOG_OPEN", "{error}");
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    page.answer_dialog(false, None).await.unwrap();
    wait_for_title(page, "false").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_a_page_that_asks_says_so() {
    let setup = setup!();
    let server = Server::start(&[
        ("/", "<button style='position:absolute;left:0;top:0;width:90px;height:50px'>x</button><script>onbeforeunload=event=>event.preventDefault()</script>"),
        ("/next", "<title>next</title>"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    page.input(&click(20.0, 20.0)).await.unwrap();
    for accept in [false, true] {
        let error = page.navigate(&Navigation::To(server.url("/next"))).await.unwrap_err();
        assert_eq!(error.code(), "DIALOG_OPEN", "{error}, {accept}: {:?}", page.state().since(0));
        assert_eq!(page.state().dialog().unwrap().kind, DialogKind::BeforeUnload);
        let mark = page.state().mark();
        page.answer_dialog(accept, None).await.unwrap();
        if accept {
            happened(page, mark, |happening| matches!(happening, Happening::Committed { .. })).await;
        }
    }
    wait_for_title(page, "next").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_in_a_page_of_the_same_process() {
    let setup = setup!();
    let server = Server::start(&[
        ("/", "<title>opener</title><button style='position:absolute;left:0;top:0;width:90px;height:40px' onclick='window.open(\"/popup\")'>open</button>"),
        ("/popup", "<title>popup</title><script>setTimeout(()=>alert(1),300)</script>"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    let mark = setup.page.state().mark();
    setup.page.input(&click(20.0, 20.0)).await.unwrap();
    let opened = happened(&setup.page, mark, |h| matches!(h, Happening::PageOpened { .. })).await;
    let Happening::PageOpened { page: id, .. } = opened else {
        panic!()
    };
    let popup = setup.browser.page(&id).await.unwrap();
    popup
        .state()
        .wait(Duration::from_secs(5), uipilot_engine::testing::PageState::dialog)
        .await
        .expect("a dialog");
    let start = Instant::now();
    let frame = main_frame(&setup.page).await;
    for error in [
        setup.page.call(&frame, "page", "{}").await.unwrap_err(),
        setup.page.input(&click(20.0, 20.0)).await.unwrap_err(),
    ] {
        assert_eq!(error.code(), "DIALOG_OPEN", "{error}");
        assert_eq!(*error.next_step(), NextStep::AnswerDialog { other_page: true }, "{error}");
    }
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    popup.answer_dialog(true, None).await.unwrap();
    wait_for_title(&setup.page, "opener").await;
    setup.end().await;
}
