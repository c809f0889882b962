//! Keys, drags, and clicks in a page that has just loaded.

use crate::common::Server;
use crate::fixture::{BUTTONS, click, facts, main_frame, setup, wait_for_title};
use std::time::Duration;
use uipilot_engine::testing::input::{InputEvent, Key, Modifiers, Point, PointerDrag};

#[tokio::test(flavor = "multi_thread")]
async fn keys_type_and_select() {
    let setup = setup!();
    let server = Server::start(&[("/", "<body style='margin:0'><input id=i oninput='document.title=i.value'>")]).await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    // The page's own request for focus takes effect only with its first frame.
    let mut events = click(20.0, 10.0).to_vec();
    let press = |events: &mut Vec<InputEvent>, key: Key, modifiers: Modifiers| {
        events.push(InputEvent::KeyDown {
            key: key.clone(),
            modifiers,
        });
        events.push(InputEvent::KeyUp { key, modifiers });
    };
    for c in "héllo 😀".chars() {
        press(&mut events, Key::from_char(c, false), Modifiers::default());
    }
    page.input(&events).await.unwrap();
    wait_for_title(page, "héllo 😀").await;
    let control = Key::parse("ControlOrMeta", false).unwrap();
    let held = control.modifier();
    let mut events = vec![InputEvent::KeyDown {
        key: control.clone(),
        modifiers: held,
    }];
    let mut a = Key::from_char('a', false);
    a.text = None;
    press(&mut events, a, held);
    events.push(InputEvent::KeyUp {
        key: control,
        modifiers: Modifiers::default(),
    });
    press(&mut events, Key::from_char('x', false), Modifiers::default());
    page.input(&events).await.unwrap();
    wait_for_title(page, "x").await;
    setup.end().await;
}

const DRAGS: &str = "<body style='margin:0'><style>div{position:absolute;width:100px;height:100px;top:0}</style>
<div id=from draggable=true style='left:0;background:red'></div><div id=to style='left:300px;background:blue'></div>
<div id=pointer style='left:0;top:200px;background:green'></div>
<script>
var seen = [];
const note = event => { if (event.isTrusted && seen.at(-1) !== event.type) seen.push(event.type); document.title = seen.join(' '); };
from.ondragstart = event => { event.dataTransfer.setData('text/plain', 'carried'); note(event); };
to.ondragenter = note;
to.ondragover = event => { event.preventDefault(); note(event); };
to.ondrop = event => { note(event); seen.push(event.dataTransfer.getData('text/plain')); };
from.ondragend = note;
pointer.onpointerdown = event => { seen = []; note(event); pointer.setPointerCapture(event.pointerId); };
pointer.onpointermove = event => { if (event.buttons) note(event); };
pointer.onpointerup = event => { note(event); seen.push(event.clientX); note({isTrusted: false}); };
</script>";

fn path(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|&(x, y)| Point { x, y }).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_kinds_of_drag() {
    let setup = setup!();
    let server = Server::start(&[("/", DRAGS)]).await;
    let page = &setup.page;
    setup.go(&server.url("/")).await;
    for _ in 0..3 {
        page.drag(
            &PointerDrag::along(path(&[(50.0, 250.0), (60.0, 250.0), (200.0, 250.0), (350.0, 250.0)])),
            None,
        )
        .await
        .unwrap();
        wait_for_title(page, "pointerdown pointermove pointerup 350").await;
        setup.go(&server.url("/")).await;
        page.drag(
            &PointerDrag::along(path(&[(50.0, 50.0), (60.0, 52.0), (200.0, 50.0), (350.0, 50.0)])),
            None,
        )
        .await
        .unwrap();
        wait_for_title(page, "dragstart dragenter dragover drop carried dragend").await;
    }
    // A drag along two points is enough.
    setup.go(&server.url("/")).await;
    page.drag(&PointerDrag::along(path(&[(50.0, 50.0), (350.0, 50.0)])), None)
        .await
        .unwrap();
    wait_for_title(page, "dragstart dragenter dragover drop carried dragend").await;
    // A cancelled drag releases the button.
    let long: Vec<(f64, f64)> = (0..200).map(|step| (50.0 + f64::from(step), 50.0)).collect();
    let cut = tokio::time::timeout(Duration::from_millis(30), page.drag(&PointerDrag::along(path(&long)), None)).await;
    assert!(cut.is_err(), "a long drag takes longer");
    setup.go(&server.url("/")).await;
    page.drag(
        &PointerDrag::along(path(&[(50.0, 250.0), (60.0, 250.0), (300.0, 250.0)])),
        None,
    )
    .await
    .unwrap();
    wait_for_title(page, "pointerdown pointermove pointerup 300").await;
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn input_right_after_the_load_is_not_lost() {
    let setup = setup!();
    let server = Server::start(&[("/", BUTTONS)]).await;
    let page = &setup.page;
    let mut lost = Vec::new();
    for round in 0..20 {
        let url = if round % 2 == 0 { server.url("/") } else { server.cross("/") };
        setup.go(&url).await;
        page.input(&click(20.0, 120.0)).await.unwrap();
        if facts(page, &main_frame(page).await).await["title"] != "clicked" {
            lost.push(round);
        }
    }
    assert!(lost.is_empty(), "{lost:?}");
    setup.end().await;
}
