//! Nested frames in one or several processes; closed shadow roots; frames that disappear.

use crate::common::Server;
use crate::fixture::{Setup, click, facts, main_frame, setup, wait_for_frames};
use serde_json::Value;
use std::time::{Duration, Instant};
use uipilot_engine::testing::FrameId;

const FRAME: &str = "style='position:absolute;left:20px;top:30px;width:400px;height:300px;border:5px solid'";

fn nested(first: &str, second: &str) -> Vec<(&'static str, String)> {
    vec![
        (
            "/",
            format!("<title>top</title><iframe {FRAME} src='{{{first}}}/middle'></iframe><iframe srcdoc='<title>doc</title>'></iframe>"),
        ),
        (
            "/middle",
            format!("<title>middle</title><iframe {FRAME} src='{{{second}}}/leaf'></iframe>"),
        ),
        (
            "/leaf",
            "<title>leaf</title><body style='margin:0'><button style='position:absolute;left:10px;top:10px;width:80px;height:40px' \
             onclick='document.title=`${event.clientX},${event.clientY},${event.isTrusted}`'>b</button>"
                .into(),
        ),
    ]
}

async fn nested_frames(arguments: &[&str], first: &str, second: &str) {
    let Some(setup) = Setup::new(arguments).await else { return };
    let pages = nested(first, second);
    let pages: Vec<(&str, &str)> = pages.iter().map(|(path, body)| (*path, body.as_str())).collect();
    let server = Server::start(&pages).await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    let list = wait_for_frames(page, 4).await;
    let mut titles = Vec::new();
    for frame in &list {
        titles.push(facts(page, &frame.id).await["title"].as_str().unwrap().to_owned());
    }
    assert_eq!(titles, ["top", "middle", "leaf", "doc"]);
    assert_eq!(list[2].parent.as_ref(), Some(&list[1].id));
    // The second query for the frame owners is answered from memory.
    for _ in 0..2 {
        let mut children = page.child_frames(&list[0].id).await.unwrap();
        children.sort();
        let mut ids: Vec<FrameId> = children.iter().map(|child| child.1.clone()).collect();
        ids.sort();
        let mut wanted = vec![list[1].id.clone(), list[3].id.clone()];
        wanted.sort();
        assert_eq!(ids, wanted);
        assert_ne!(children[0].0, children[1].0);
        assert_eq!(page.child_frames(&list[1].id).await.unwrap()[0].1, list[2].id);
        assert!(page.child_frames(&list[2].id).await.unwrap().is_empty());
    }
    // Points of the main viewport reach the innermost frame, at 2 × (20+5, 30+5), and its button.
    page.input(&click(50.0 + 30.0, 70.0 + 25.0)).await.unwrap();
    let title = facts(page, &list[2].id).await["title"].clone();
    assert_eq!(title, "30,25,true");
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nested_frames_of_one_site() {
    nested_frames(&[], "here", "here").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nested_frames_in_processes_of_their_own() {
    nested_frames(&["--site-per-process"], "cross", "here").await;
    nested_frames(&["--site-per-process"], "cross", "cross").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_move_between_processes_and_go() {
    let setup = setup!("--site-per-process");
    let server = Server::start(&[
        ("/", "<title>top</title><iframe id=f src='/one'></iframe><button onclick=\"f.src=next.shift()\" style='position:absolute;left:0;top:300px;width:90px;height:50px'>go</button><button onclick='f.remove()' style='position:absolute;left:200px;top:300px;width:90px;height:50px'>remove</button><script>var next=['{cross}/two','{here}/three']</script>"),
        ("/one", "<title>one</title>"),
        ("/two", "<title>two</title>"),
        ("/three", "<title>three</title>"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    let child = wait_for_frames(page, 2).await[1].id.clone();
    let main = main_frame(page).await;
    let owner = page.child_frames(&main).await.unwrap();
    for title in ["one", "two", "three"] {
        let mut now = Value::Null;
        for _ in 0..100 {
            now = match page.call(&child, "page", "{}").await {
                Ok(text) => serde_json::from_str::<Value>(&text).unwrap()["title"].clone(),
                Err(error) => panic!("{error}"),
            };
            if now == title {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(now, title);
        assert_eq!(page.child_frames(&main).await.unwrap(), owner, "the same element owns it");
        page.input(&click(20.0, 320.0)).await.unwrap();
    }
    page.input(&click(220.0, 320.0)).await.unwrap();
    wait_for_frames(page, 1).await;
    let error = page.call(&child, "page", "{}").await.unwrap_err();
    assert_eq!(error.code(), "STALE_UID", "{error}");
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_shadow_roots_are_handed_in() {
    let setup = setup!();
    let server = Server::start(&[(
        "/",
        "<x-a></x-a><x-b></x-b><script>for (const [name, mode] of [['x-a','closed'],['x-b','open']]) customElements.define(name, class extends HTMLElement { constructor() { super(); this.attachShadow({mode}).innerHTML = `<button>in ${mode}</button>`; } })</script>",
    )])
    .await;
    setup.go(&server.url("/")).await;
    let frame = main_frame(&setup.page).await;
    let before = setup.page.call(&frame, "walk", "{}").await.unwrap();
    assert!(before.contains("in open") && !before.contains("in closed"), "{before}");
    assert!(setup.page.adopt_closed_shadow_roots(&frame).await.unwrap());
    let after = setup.page.call(&frame, "walk", "{}").await.unwrap();
    assert!(after.contains("in closed"), "{after}");
    assert!(!setup.page.adopt_closed_shadow_roots(&frame).await.unwrap());
    setup.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_is_removed_ends_its_calls() {
    let setup = setup!();
    let server = Server::start(&[
        (
            "/",
            "<iframe id=f src='/sub'></iframe><script>setTimeout(()=>f.remove(),1200)</script>",
        ),
        ("/sub", "sub"),
    ])
    .await;
    setup.go(&server.url("/")).await;
    let child = wait_for_frames(&setup.page, 2).await[1].id.clone();
    let start = Instant::now();
    let error = setup
        .page
        .call(&child, "wait", r#"{"text":"never","timeoutMs":20000}"#)
        .await
        .unwrap_err();
    assert_eq!(error.code(), "STALE_UID", "{error}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    setup.end().await;
}
