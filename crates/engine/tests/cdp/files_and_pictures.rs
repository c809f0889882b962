//! Files for inputs, and screenshots.

use crate::common::Server;
use crate::fixture::{main_frame, setup, wait_for_title};
use std::time::{Duration, Instant};
use uipilot_engine::testing::{Browser as _, FileInput, ImageFormat, ScreenshotRequest};

#[tokio::test(flavor = "multi_thread")]
async fn files_go_into_a_hidden_input() {
    let setup = setup!();
    let server = Server::start(&[(
        "/",
        "<input type=file multiple style='display:none' onchange='Promise.all([...this.files].map(f => f.text())).then(all => document.title = all.join())'>",
    )])
    .await;
    setup.go(&server.url("/")).await;
    let frame = main_frame(&setup.page).await;
    let walk = setup.page.call(&frame, "walk", "{}").await.unwrap();
    // A hidden input is listed last. It is the only element of the page.
    let line = walk.lines().last().expect(&walk);
    let node: u32 = line.split('\t').nth(1).unwrap().parse().expect(&walk);
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = ["a", "b"].iter().map(|name| folder.path().join(name)).collect();
    for file in &files {
        std::fs::write(file, file.file_name().unwrap().as_encoded_bytes()).unwrap();
    }
    setup.page.set_files(&frame, &FileInput::Node(node), &files).await.unwrap();
    wait_for_title(&setup.page, "a,b").await;
    let error = setup
        .page
        .set_files(&frame, &FileInput::Node(99_999), &files)
        .await
        .unwrap_err();
    assert_eq!(error.code(), "STALE_UID");
    setup.end().await;
}

fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures() {
    let setup = setup!();
    let server = Server::start(&[(
        "/",
        "<body style='margin:0;height:3000px;background:linear-gradient(red,blue)'>",
    )])
    .await;
    setup.page.set_viewport(800, 600).await.unwrap();
    setup.go(&server.url("/")).await;
    let request = |clip, scale, format| ScreenshotRequest { format, clip, scale };
    let page = &setup.page;
    let shot = page.screenshot(&request(None, 1.0, ImageFormat::Png)).await.unwrap();
    // A classic scroll bar may take part of the width.
    let (width, height) = png_size(&shot);
    assert!((780..=800).contains(&width) && height == 600, "{width}x{height}");
    let clip = Some([10.0, 2500.0, 100.0, 50.0]);
    let shot = page.screenshot(&request(clip, 1.0, ImageFormat::Png)).await.unwrap();
    assert_eq!(png_size(&shot), (100, 50));
    let shot = page
        .screenshot(&request(Some([0.0, 0.0, 800.0, 3000.0]), 0.5, ImageFormat::Png))
        .await
        .unwrap();
    assert_eq!(png_size(&shot), (400, 1500));
    let shot = page.screenshot(&request(None, 1.0, ImageFormat::Jpeg(60))).await.unwrap();
    assert_eq!(&shot[..2], b"\xff\xd8");
    // The page is behind another one.
    let id = setup.browser.open_page().await.unwrap();
    setup.browser.page(&id).await.unwrap().activate().await.unwrap();
    let start = Instant::now();
    page.screenshot(&request(None, 1.0, ImageFormat::Png)).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    setup.end().await;
}
