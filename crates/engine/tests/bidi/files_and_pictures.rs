//! Files for inputs, and screenshots.

use crate::fixture::Session;
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::{FileInput, ImageFormat, ScreenshotRequest};

#[tokio::test(flavor = "multi_thread")]
async fn files_and_pictures() {
    let Some(session) = Session::start().await else { return };
    session.serve("/", "<body style='margin:0;height:3000px'><input type=file multiple id=f aria-label=files><input id=t aria-label=field><script>f.onchange = () => window.changed = [...f.files].map((x) => x.name).join()</script>");
    let page = session.open("/").await;
    session.loaded(&*page).await;
    let main = page.id().clone();
    let walk = page.call(&main, "walk", "{}").await.unwrap();
    let number = |name: &str| -> u32 {
        let line = walk
            .lines()
            .find(|line| line.contains(name))
            .unwrap_or_else(|| panic!("{walk}"));
        line.split('\t').nth(1).unwrap().parse().unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.txt", "b.txt"].map(|name| folder.path().join(name));
    for file in &files {
        std::fs::write(file, "x").unwrap();
    }
    page.set_files(&main, &FileInput::Node(number("files")), &files)
        .await
        .unwrap();
    assert_eq!(session.evaluate(&main, "changed").await, "a.txt,b.txt");
    let wrong = page
        .set_files(&main, &FileInput::Node(number("field")), &files)
        .await
        .unwrap_err();
    assert_eq!(wrong.kind(), &ErrorKind::WrongElement);
    let missing = page
        .set_files(&main, &FileInput::Node(number("files")), &[folder.path().join("none")])
        .await
        .unwrap_err();
    assert_eq!(missing.kind(), &ErrorKind::Io);
    assert_eq!(
        page.set_files(&main, &FileInput::Node(9999), &files)
            .await
            .unwrap_err()
            .kind(),
        &ErrorKind::StaleUid
    );

    page.set_viewport(640, 480).await.unwrap();
    let request = |format, clip| ScreenshotRequest {
        format,
        clip,
        scale: 1.0,
    };
    let png = page.screenshot(&request(ImageFormat::Png, None)).await.unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let size = |png: &[u8]| {
        (
            u32::from_be_bytes(png[16..20].try_into().unwrap()),
            u32::from_be_bytes(png[20..24].try_into().unwrap()),
        )
    };
    assert_eq!(size(&png), (640, 480));
    // The clip lies far below the viewport.
    let clip = page
        .screenshot(&request(ImageFormat::Png, Some([0.0, 2000.0, 50.0, 60.0])))
        .await
        .unwrap();
    assert_eq!(size(&clip), (50, 60));
    let jpeg = page.screenshot(&request(ImageFormat::Jpeg(60), None)).await.unwrap();
    assert!(jpeg.starts_with(b"\xff\xd8"));
    let nothing = page
        .screenshot(&request(ImageFormat::Png, Some([0.0, 99_999.0, 0.0, 0.0])))
        .await
        .unwrap_err();
    assert_eq!(nothing.kind(), &ErrorKind::InvalidInput);
    session.end().await;
}
