//! Dialogs: what is refused while one is open, and how they are answered.

use crate::common::until_running;
use crate::fixture::{Session, point, press};
use std::time::{Duration, Instant};
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::{DialogKind, Happening, Navigation, PageState};

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_block_no_call() {
    let Some(session) = Session::start().await else { return };
    let there = session.origin("localhost");
    session.serve(
        "/frame",
        "<body style='margin:0' onclick='alert(\"inside\")'><p style='height:90px'>",
    );
    session.serve("/", &format!("<title>T</title><body style='margin:0'><button style='width:90px;height:40px' onmousedown='window.answer = prompt(\"name?\", \"nobody\")'>b</button>
        <iframe src='{there}/frame' style='position:absolute;left:0;top:100px;width:200px;height:100px;border:0'></iframe>"));
    session.serve("/sticky", "<title>S</title><body onclick='window.touched=1'><script>onbeforeunload = (e) => { e.preventDefault(); return 'stay' }</script><p style='height:90px'>");
    let page = session.open("/").await;
    session.loaded(&*page).await;
    let main = page.id().clone();
    page.call(&main, "page", "{}").await.unwrap();

    // A waiting call ends when the dialog opens.
    let mut waiting = page.call(&main, "wait", r#"{"text":"never","timeoutMs":60000}"#);
    until_running(&mut waiting, &page, &main).await;
    let begun = Instant::now();
    page.input(&press(point(10.0, 10.0))).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2));
    let dialog = page.state().dialog().unwrap();
    assert_eq!(
        (dialog.kind, dialog.message.as_str(), dialog.default_text.as_deref()),
        (DialogKind::Prompt, "name?", Some("nobody"))
    );
    assert_eq!(waiting.await.unwrap_err().kind(), &ErrorKind::DialogOpen);
    assert_eq!(
        page.call(&main, "page", "{}").await.unwrap_err().kind(),
        &ErrorKind::DialogOpen
    );
    assert_eq!(
        page.input(&press(point(10.0, 10.0))).await.unwrap_err().kind(),
        &ErrorKind::DialogOpen
    );
    assert_eq!(
        page.navigate(&Navigation::Reload).await.unwrap_err().kind(),
        &ErrorKind::DialogOpen
    );
    page.answer_dialog(true, Some("Ada")).await.unwrap();
    assert!(page.state().dialog().is_none());
    assert_eq!(session.evaluate(&main, "answer").await, "Ada");
    assert_eq!(page.answer_dialog(true, None).await.unwrap_err().kind(), &ErrorKind::NoDialog);

    // The dialog is opened by a frame of another site.
    page.input(&press(point(10.0, 110.0))).await.unwrap();
    assert_eq!(page.state().dialog().unwrap().message, "inside");
    page.answer_dialog(false, None).await.unwrap();

    page.navigate(&Navigation::To(session.origin("127.0.0.1") + "/sticky"))
        .await
        .unwrap();
    session.loaded(&*page).await;
    page.input(&press(point(10.0, 10.0))).await.unwrap();
    let leave = Navigation::To(session.origin("127.0.0.1") + "/");
    assert_eq!(page.navigate(&leave).await.unwrap_err().kind(), &ErrorKind::DialogOpen);
    assert_eq!(page.state().dialog().unwrap().kind, DialogKind::BeforeUnload);
    page.answer_dialog(false, None).await.unwrap();
    assert!(page.state().url().ends_with("/sticky"));
    assert_eq!(page.navigate(&leave).await.unwrap_err().kind(), &ErrorKind::DialogOpen);
    let mark = page.state().mark();
    page.answer_dialog(true, None).await.unwrap();
    let committed = |state: &PageState| {
        state
            .since(mark)
            .iter()
            .any(|h| matches!(h, Happening::Committed { main: true, .. }))
            .then_some(())
    };
    assert!(page.state().wait(Duration::from_secs(10), committed).await.is_some());
    session.end().await;
}
