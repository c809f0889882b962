//! What every route to a browser must support.

use crate::common::Server;
use crate::pages::{facts, first_page, go, is_open, key, press, wait_for, wait_for_title};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::input::{Point, PointerDrag};
use uipilot_engine::testing::{
    Browser, FileInput, Frame, FrameId, Happening, ImageFormat, Navigation, Page, Protocol, ScreenshotRequest,
};

/// Prints what a call and a click cost on this route.
async fn measure(browser: &Arc<dyn Browser>, page: &Arc<dyn Page>) {
    let main = page.frames().await.unwrap()[0].id.clone();
    let (mut calls, mut clicks) = (Vec::new(), Vec::new());
    for _ in 0..21 {
        let began = Instant::now();
        page.call(&main, "page", "{}").await.unwrap();
        calls.push(began.elapsed());
        let began = Instant::now();
        page.input(&press(50.0, 20.0)).await.unwrap();
        clicks.push(began.elapsed());
    }
    calls.sort();
    clicks.sort();
    let described = browser.describe();
    let (product, protocol) = (described.product, described.protocol.name());
    eprintln!("{product} over {protocol}: call {:?}, click {:?}", calls[10], clicks[10]);
}

/// Checks what every route must support.
pub(crate) async fn drive(browser: &Arc<dyn Browser>, site: &Server) {
    let classic = browser.describe().protocol == Protocol::WebDriver;
    let firefox = browser.describe().product.starts_with("firefox");
    let page = first_page(browser).await;
    go(&page, &site.url("/")).await;
    let main = page.frames().await.unwrap()[0].id.clone();
    let walk = page.call(&main, "walk", "{}").await.unwrap();
    assert!(walk.contains("Go") && !walk.contains("Hidden away"), "{walk}");
    assert!(page.adopt_closed_shadow_roots(&main).await.unwrap());
    assert!(page.call(&main, "walk", "{}").await.unwrap().contains("Hidden away"));

    page.input(&press(50.0, 20.0)).await.unwrap();
    wait_for_title(&page, "clicked true").await;
    page.input(&press(50.0, 60.0)).await.unwrap();
    page.input(&[key("o"), key("k")].concat()).await.unwrap();
    wait_for_title(&page, "ok").await;

    let mark = page.state().mark();
    page.input(&press(50.0, 120.0)).await.unwrap();
    wait_for(&page, mark, "the dialog", |h| matches!(h, Happening::DialogOpened(_))).await;
    assert_eq!(page.state().dialog().unwrap().message, "Sure?");
    assert!(is_open(page.call(&main, "page", "{}").await.unwrap_err().kind()));
    page.answer_dialog(true, None).await.unwrap();
    wait_for_title(&page, "true").await;
    assert!(page.state().dialog().is_none());

    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = ["a.txt", "b.txt"].map(|name| folder.path().join(name)).into();
    for file in &files {
        std::fs::write(file, "x").unwrap();
    }
    let walk = page.call(&main, "walk", "{}").await.unwrap();
    let line = walk.lines().find(|line| line.contains("Files")).unwrap();
    let node: u32 = line.split('\t').nth(1).unwrap().parse().unwrap();
    page.set_files(&main, &FileInput::Node(node), &files).await.unwrap();
    wait_for_title(&page, "a.txt,b.txt").await;
    page.set_files(&main, &FileInput::Node(node), &files[..1]).await.unwrap();
    wait_for_title(&page, "a.txt").await;

    let dragged = page
        .drag(
            &PointerDrag::along(
                (0..=10)
                    .map(|step| Point {
                        x: 25.0 + 20.0 * f64::from(step),
                        y: 325.0,
                    })
                    .collect(),
            ),
            None,
        )
        .await;
    if firefox {
        assert_eq!(*dragged.unwrap_err().kind(), ErrorKind::Unsupported);
    } else {
        dragged.unwrap();
        wait_for_title(&page, "dropped true").await;
    }

    let request = |clip| ScreenshotRequest {
        format: ImageFormat::Png,
        clip,
        scale: 1.0,
    };
    for clip in [None, Some([0.0, 0.0, 100.0, 40.0])] {
        let picture = page.screenshot(&request(clip)).await.unwrap();
        assert!(picture.starts_with(b"\x89PNG"), "{clip:?}");
    }
    page.set_viewport(777, 555).await.unwrap();
    let now = facts(&page, &main).await;
    assert_eq!((now["width"].as_f64(), now["height"].as_f64()), (Some(777.0), Some(555.0)));

    let (mark, before) = (page.state().mark(), page.state().document());
    page.input(&press(50.0, 160.0)).await.unwrap();
    wait_for(
        &page,
        mark,
        "the navigation",
        |h| matches!(h, Happening::Committed { main: true, url, .. } if url.ends_with("/next")),
    )
    .await;
    assert_eq!(page.state().document(), before + 1, "{:?}", page.state().since(mark));
    wait_for_title(&page, "next").await;
    page.navigate(&Navigation::Back).await.unwrap();
    wait_for(
        &page,
        mark,
        "the way back",
        |h| matches!(h, Happening::Committed { main: true, url, .. } if url.ends_with('/')),
    )
    .await;
    page.navigate(&Navigation::Forward).await.unwrap();
    let error = page.navigate(&Navigation::Forward).await.unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::NavigationFailed, "{error}");
    let error = page
        .navigate(&Navigation::To("http://127.0.0.1:9/".into()))
        .await
        .unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::NavigationFailed, "{error}");

    go(&page, &site.url("/")).await;
    measure(browser, &page).await;
    let mark = page.state().mark();
    page.input(&press(50.0, 220.0)).await.unwrap();
    wait_for(&page, mark, "the new page", |h| matches!(h, Happening::PageOpened { .. })).await;
    let opened = browser.pages().await.unwrap();
    assert_eq!(opened.len(), 2, "{opened:?}");
    assert_eq!(opened[0].id, *page.id());
    let second = browser.page(&opened[1].id).await.unwrap();
    wait_for_title(&second, "next").await;
    wait_for_title(&page, "clicked true").await;
    browser.close_page(second.id()).await.unwrap();
    assert_eq!(browser.pages().await.unwrap().len(), 1);
    let frame = FrameId::from(&**second.id());
    assert_eq!(
        *second.call(&frame, "page", "{}").await.unwrap_err().kind(),
        ErrorKind::PageClosed
    );

    frames(&page, site).await;
    let main = page.frames().await.unwrap()[0].id.clone();
    let wait = |timeout: u64| json!({"text": "never there", "timeoutMs": timeout}).to_string();
    let began = Instant::now();
    assert!(page.call(&main, "wait", &wait(600)).await.unwrap().contains("false"));
    assert!(began.elapsed() >= Duration::from_millis(580) && began.elapsed() < Duration::from_secs(3));
    if classic {
        // A wait does not block other calls.
        let (waited, asked) = tokio::join!(
            async {
                let _ = page.call(&main, "wait", &wait(1500)).await.unwrap();
                Instant::now()
            },
            async {
                facts(&page, &main).await;
                Instant::now()
            }
        );
        assert!(asked < waited);
    }
}

pub(crate) async fn frames(page: &Arc<dyn Page>, site: &Server) {
    go(page, &site.url("/frames")).await;
    let mut found: Vec<Frame> = Vec::new();
    for _ in 0..100 {
        found = page.frames().await.unwrap();
        if found.len() == 4 && found.iter().all(|frame| frame.url.starts_with("http")) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(found.len(), 4, "{found:?}");
    for frame in &found {
        assert_eq!(facts(page, &frame.id).await["url"], *frame.url);
    }
    let inner = |parent: usize| {
        let frame = found
            .iter()
            .find(|frame| frame.parent.as_ref() == Some(&found[parent].id) && frame.url.ends_with("/inner"));
        frame.unwrap().id.clone()
    };
    let middle = found.iter().position(|frame| frame.url.ends_with("/middle")).unwrap();
    // One frame is of the same site, and one is nested in a frame of another site.
    for (frame, x, y) in [(inner(0), 60.0, 35.0), (inner(middle), 375.0, 70.0)] {
        page.input(&press(x, y)).await.unwrap();
        let mut seen = Value::Null;
        for _ in 0..50 {
            seen = facts(page, &frame).await["title"].clone();
            if seen == "hit true" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(seen, "hit true", "{frame}");
    }
    let owners = page.child_frames(&found[0].id).await.unwrap();
    assert_eq!(owners.len(), 2);
    go(page, &site.url("/next")).await;
    let error = page.call(&found[1].id, "page", "{}").await.unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::StaleUid, "{error}");
}
