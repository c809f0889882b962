//! Clicks, keys and drags.

use crate::fixture::{RECORDER, Session, key, point, press, press_with};
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::input::{InputEvent, MouseButton, PointerDrag};
use uipilot_engine::testing::{Browser as _, Dragged, Navigation};

#[tokio::test(flavor = "multi_thread")]
async fn input_is_trusted_and_complete() {
    let Some(session) = Session::start().await else { return };
    session.serve("/", &format!("{RECORDER}<body style='margin:0'><input id=i style='position:absolute;left:0;top:0;width:200px;height:30px'>
        <div id=d style='position:absolute;left:0;top:100px;width:90px;height:40px;background:red'></div>
        <a draggable=true style='position:absolute;left:300px;top:100px'>drag me</a>
        <input id=k style='position:absolute;left:0;top:200px;width:200px;height:30px'>
        <script>d.onpointerdown = (e) => {{ d.setPointerCapture(e.pointerId); d.onpointermove = (m) => d.style.left = m.clientX - 10 + 'px' }};
        d.onpointerup = () => d.onpointermove = null</script>"));
    let page = session.open("/").await;
    session.loaded(&*page).await;
    let main = page.id().clone();

    let at = point(10.0, 10.0);
    page.input(&press(at)).await.unwrap();
    assert_eq!(session.seen(&main).await, "pointermove mousedown mouseup click");
    // A second press at the same place is one more click, not a double click.
    page.input(&press(at)).await.unwrap();
    assert_eq!(session.seen(&main).await, "pointermove pointermove mousedown mouseup click");
    let mut double = press(at).to_vec();
    double.extend([
        InputEvent::MouseDown {
            at,
            button: MouseButton::Left,
            click_count: 2,
        },
        InputEvent::MouseUp {
            at,
            button: MouseButton::Left,
            click_count: 2,
        },
    ]);
    page.input(&double).await.unwrap();
    assert!(
        session
            .seen(&main)
            .await
            .ends_with("mousedown mouseup click mousedown mouseup click dblclick")
    );
    page.input(&press_with(at, MouseButton::Right)).await.unwrap();
    assert!(session.seen(&main).await.contains("contextmenu"));

    for text in ["a", "é", "漢", "😀", "Shift+B"] {
        page.input(&key(text)).await.unwrap();
    }
    session.seen(&main).await;
    assert_eq!(session.evaluate(&main, "i.value").await, "aé漢😀B");
    page.input(&key("Control+a")).await.unwrap();
    assert_eq!(session.seen(&main).await, "keydown:Control+C keydown:a+C");
    page.input(&key("Backspace")).await.unwrap();
    assert_eq!(session.evaluate(&main, "i.value").await, "");
    let error = page.input(&key("MediaPlayPause")).await.unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Unsupported);

    let control = key("Control");
    let mut held = vec![control[0].clone()];
    held.extend(press(point(10.0, 60.0)));
    held.push(control[1].clone());
    session.seen(&main).await;
    page.input(&held).await.unwrap();
    assert!(session.seen(&main).await.contains("click+C"));

    // A page that was never in front receives focus events all the same.
    let mut pages = session.browser.pages().await.unwrap();
    let behind = session.browser.page(&pages.remove(0).id).await.unwrap();
    let focus = "<body style='margin:0'><input style='position:absolute;left:0;top:0'><input style='position:absolute;left:0;top:100px'>
        <script>window.seen = []; for (const type of ['focus', 'blur', 'change']) addEventListener(type, (e) => e.target.tagName && seen.push(type), true)</script>";
    session.serve("/focus", focus);
    behind
        .navigate(&Navigation::To(session.origin("127.0.0.1") + "/focus"))
        .await
        .unwrap();
    session.loaded(&*behind).await;
    behind.input(&press(point(10.0, 10.0))).await.unwrap();
    behind.input(&key("x")).await.unwrap();
    behind.input(&press(point(10.0, 110.0))).await.unwrap();
    assert_eq!(session.seen(behind.id()).await, "focus change blur focus");

    let outside = page.input(&press(point(10.0, 99_999.0))).await.unwrap_err();
    assert_eq!(outside.kind(), &ErrorKind::NotVisible, "{outside}");

    page.drag(
        &PointerDrag::along(vec![point(20.0, 120.0), point(100.0, 125.0), point(250.0, 130.0)]),
        None,
    )
    .await
    .unwrap();
    assert_eq!(session.evaluate(&main, "d.style.left").await, "240px");
    session.seen(&main).await;
    // Nothing can finish an HTML drag here, so it ends without a drop, and the page has seen its press.
    let html = page
        .drag(&PointerDrag::along(vec![point(310.0, 110.0), point(10.0, 10.0)]), None)
        .await
        .unwrap();
    assert!(matches!(html, Dragged::Held), "{html:?}");
    let seen = session.seen(&main).await;
    assert!(seen.contains("mousedown") && seen.contains("dragstart"), "{seen}");
    session.end().await;
}
