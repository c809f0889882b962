//! The WebDriver BiDi backend against a real Firefox. A machine without one says so and passes.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

#[path = "bidi/fixture.rs"]
mod fixture;

use fixture::{Session, key, press, press_with};
use std::time::{Duration, Instant};
use uipilot_engine::backend::{
    Browser as _, DialogKind, Happening, ImageFormat, Navigation, Owner, Page, PageState, ScreenshotRequest,
};
use uipilot_engine::error::ErrorKind;
use uipilot_engine::input::{InputEvent, MouseButton, Point};

/// Records the events that a page sees, as `type` or `type:key`, in `window.seen`.
const RECORDER: &str = "<script>window.seen = [];
for (const type of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'keydown', 'input', 'pointermove', 'dragstart'])
  addEventListener(type, (e) => seen.push(type + (e.isTrusted ? '' : '!') + (e.key ? ':' + e.key : '') + (e.ctrlKey ? '+C' : '')), true);
</script>";

fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

async fn wait_for(page: &dyn Page, what: &str, found: impl Fn(&Happening) -> bool) {
    let happened = |state: &PageState| state.since(0).iter().any(&found).then_some(());
    assert!(
        page.state().wait(Duration::from_secs(10), happened).await.is_some(),
        "{what} did not happen; what did: {:?}",
        page.state().since(0)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_reach_nested_frames_of_any_site() {
    let Some(session) = Session::start().await else { return };
    let (here, there) = (session.origin("127.0.0.1"), session.origin("localhost"));
    session.serve("/inner", &format!("{RECORDER}<title>inner</title><body style='margin:0'><button style='width:90px;height:40px'>b</button><input style='width:90px'>"));
    session.serve("/middle", &format!("{RECORDER}<title>middle</title><body style='margin:0'><iframe src='{here}/inner' style='position:absolute;left:20px;top:30px;width:200px;height:100px;border:2px solid'></iframe>"));
    session.serve("/", &format!("{RECORDER}<title>Top</title><body style='margin:0'><p>text</p>
        <iframe src='/inner' style='position:absolute;left:0;top:100px;width:200px;height:100px;border:5px solid'></iframe>
        <iframe src='{there}/middle' style='position:absolute;left:300px;top:100px;width:300px;height:200px;border:5px solid;padding:3px'></iframe>
        <script>const s = document.body.appendChild(document.createElement('div')).attachShadow({{mode: 'closed'}});
        s.innerHTML = `<button>secret</button><iframe src='{there}/inner' style='position:absolute;left:0;top:350px;width:200px;height:100px;border:0'></iframe>`</script>"));
    let page = session.open("/").await;
    session.loaded(&*page).await;

    let frames = page.frames().await.unwrap();
    assert_eq!(frames.len(), 5, "{frames:?}");
    assert!(frames[0].parent.is_none() && frames[0].url == format!("{here}/"));
    for frame in &frames {
        let facts = page.call(&frame.id, "page", "{}").await.unwrap();
        assert!(facts.contains(&frame.url), "{facts}");
    }
    let walk = page.call(&frames[0].id, "walk", "{}").await.unwrap();
    assert!(walk.contains("text") && !walk.contains("secret"), "{walk}");

    // The closed root comes with what the browser knows and the page does not tell.
    assert!(page.adopt_closed_shadow_roots(&frames[0].id).await.unwrap());
    let walk = page.call(&frames[0].id, "walk", "{}").await.unwrap();
    assert!(walk.contains("secret"), "{walk}");
    assert!(!page.adopt_closed_shadow_roots(&frames[0].id).await.unwrap());

    let children = page.child_frames(&frames[0].id).await.unwrap();
    assert_eq!(children.len(), 3, "{children:?}");
    assert!(
        children
            .iter()
            .all(|(number, child)| *number > 0 && frames.iter().any(|frame| frame.id == *child))
    );
    let middle = frames.iter().find(|frame| frame.url.ends_with("/middle")).unwrap();
    let inner = frames.iter().find(|frame| frame.parent.as_ref() == Some(&middle.id)).unwrap();
    assert_eq!(page.child_frames(&middle.id).await.unwrap()[0].1, inner.id);
    let cross = frames.iter().find(|frame| frame.url == format!("{there}/inner")).unwrap();
    let same = frames
        .iter()
        .find(|frame| frame.url == format!("{here}/inner") && frame.parent.as_ref() == Some(&frames[0].id))
        .unwrap();

    // Main frame coordinates reach every frame, whatever its process.
    for (frame, at) in [
        (same, point(20.0, 120.0)),
        (inner, point(300.0 + 8.0 + 22.0 + 20.0, 100.0 + 8.0 + 32.0 + 20.0)),
        (cross, point(20.0, 370.0)),
    ] {
        page.input(&press(at)).await.unwrap();
        assert_eq!(
            session.seen(&frame.id).await,
            "pointermove mousedown mouseup click",
            "{}",
            frame.url
        );
        assert_eq!(session.seen(&frames[0].id).await, "", "{}", frame.url);
    }
    // Keys reach the frame with the focus.
    page.input(&press(point(20.0 + 95.0, 370.0))).await.unwrap();
    session.seen(&cross.id).await;
    page.input(&key("x")).await.unwrap();
    assert_eq!(session.seen(&cross.id).await, "keydown:x input");
    session.end().await;
}

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
    // Again, at the same place: one more click, not a double click.
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

    // A page that is not in front, and never was, sees the focus come and go all the same.
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

    page.drag(&[point(20.0, 120.0), point(100.0, 125.0), point(250.0, 130.0)])
        .await
        .unwrap();
    assert_eq!(session.evaluate(&main, "d.style.left").await, "240px");
    session.seen(&main).await;
    let html = page.drag(&[point(310.0, 110.0), point(10.0, 10.0)]).await.unwrap_err();
    assert_eq!(html.kind(), &ErrorKind::Unsupported);
    assert_eq!(session.seen(&main).await, "", "nothing was pressed");
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_hold_nobody_up() {
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

    // A call that waits is let go when the dialog opens.
    let waiting = {
        let (page, main) = (page.clone(), main.clone());
        tokio::spawn(async move { page.call(&main, "wait", r#"{"text":"never","timeoutMs":60000}"#).await })
    };
    tokio::time::sleep(Duration::from_millis(200)).await;
    let begun = Instant::now();
    page.input(&press(point(10.0, 10.0))).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2));
    let dialog = page.state().dialog().unwrap();
    assert_eq!(
        (dialog.kind, dialog.message.as_str(), dialog.default_text.as_deref()),
        (DialogKind::Prompt, "name?", Some("nobody"))
    );
    assert_eq!(waiting.await.unwrap().unwrap_err().kind(), &ErrorKind::DialogOpen);
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

    // From a frame of another site.
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

#[tokio::test(flavor = "multi_thread")]
async fn navigations_say_how_they_end() {
    let Some(session) = Session::start().await else { return };
    let here = session.origin("127.0.0.1");
    session.serve(
        "/1",
        "<title>one</title><a href='/2' onmousedown='location.href = this.href'>two</a>",
    );
    session.serve("/2", "<title>two</title><p>two");
    session.serve_file("/file", "data.txt", "content");
    let page = session.open("/1").await;
    session.loaded(&*page).await;
    let main = page.id().clone();
    assert_eq!(page.state().url(), format!("{here}/1"));

    // Another document during a call: what only looks goes on there, what acts is refused.
    page.call(&main, "page", "{}").await.unwrap();
    let looking = {
        let (page, main) = (page.clone(), main.clone());
        tokio::spawn(async move {
            page.call(&main, "wait", r#"{"text":"two","selector":"p","timeoutMs":20000}"#)
                .await
        })
    };
    page.input(&press(point(15.0, 15.0))).await.unwrap();
    let found = looking.await.unwrap().unwrap();
    assert!(found.contains("true"), "{found}");
    wait_for(
        &*page,
        "the commit",
        |h| matches!(h, Happening::Committed { url, main: true, .. } if url.ends_with("/2")),
    )
    .await;
    session.loaded(&*page).await;

    page.navigate(&Navigation::Back).await.unwrap();
    assert_eq!(page.state().url(), format!("{here}/1"));
    let error = page.navigate(&Navigation::Back).await.unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::NavigationFailed, "{error}");
    page.navigate(&Navigation::Forward).await.unwrap();
    assert_eq!(page.state().url(), format!("{here}/2"));
    page.navigate(&Navigation::Back).await.unwrap();
    page.navigate(&Navigation::Reload).await.unwrap();
    assert_eq!(page.state().url(), format!("{here}/1"));
    page.navigate(&Navigation::To(format!("{here}/1#part"))).await.unwrap();
    assert_eq!(page.state().url(), format!("{here}/1#part"));
    page.navigate(&Navigation::Back).await.unwrap();
    assert_eq!(page.state().url(), format!("{here}/1"));
    session.evaluate(&main, "history.pushState({}, '', '/pushed'), 'x'").await;
    wait_for(
        &*page,
        "the new address",
        |h| matches!(h, Happening::SameDocument { url, .. } if url.ends_with("/pushed")),
    )
    .await;
    assert_eq!(page.state().url(), format!("{here}/pushed"));

    for (address, name) in [
        ("http://127.0.0.1:9/", ""),
        ("http://nobody.invalid/", "NS_ERROR_UNKNOWN_HOST"),
    ] {
        let error = page.navigate(&Navigation::To(address.into())).await.unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::NavigationFailed);
        assert!(error.to_string().contains(name), "{error}");
    }
    assert_eq!(
        page.navigate(&Navigation::To("foo:bar".into())).await.unwrap_err().kind(),
        &ErrorKind::UrlNotAllowed
    );
    session.serve_locked("/locked");
    let error = page.navigate(&Navigation::To(format!("{here}/locked"))).await.unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::NavigationFailed, "{error}");
    assert!(error.to_string().contains("password"), "{error}");
    page.navigate(&Navigation::To(format!("{here}/2"))).await.unwrap();

    // An address that turns out to be a download leaves the page as it is.
    page.navigate(&Navigation::To(format!("{here}/file"))).await.unwrap();
    wait_for(&*page, "the download", |h| {
        matches!(h, Happening::DownloadFinished { path: Some(_), .. })
    })
    .await;
    let happened = page.state().since(0);
    let started = happened.iter().find_map(|h| match h {
        Happening::DownloadStarted { id, name } => Some((id, name)),
        _ => None,
    });
    let finished = happened.iter().find_map(|h| match h {
        Happening::DownloadFinished { id, path } => Some((id, path.as_deref().unwrap())),
        _ => None,
    });
    let ((begun, name), (ended, path)) = (started.unwrap(), finished.unwrap());
    assert_eq!((begun, name.as_str()), (ended, "data.txt"));
    assert!(std::path::Path::new(path).starts_with(session.downloads()), "{path}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "content");
    assert_eq!(page.state().url(), format!("{here}/2"));

    // A link that is one from the start: no navigation comes with it.
    session.serve(
        "/link",
        "<body style='margin:0'><a download='kept.txt' href='/2' style='font-size:30px'>keep</a>",
    );
    page.navigate(&Navigation::To(format!("{here}/link"))).await.unwrap();
    session.loaded(&*page).await;
    page.input(&press(point(10.0, 15.0))).await.unwrap();
    wait_for(
        &*page,
        "the second download",
        |h| matches!(h, Happening::DownloadFinished { path: Some(path), .. } if path.ends_with("kept.txt")),
    )
    .await;
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_come_and_go() {
    let Some(session) = Session::start().await else { return };
    let here = session.origin("127.0.0.1");
    session.serve("/", &format!("{RECORDER}<title>Opener</title><body style='margin:0'><button style='width:90px;height:40px' onclick='window.open(\"/other\")'>b</button><a style='position:absolute;left:0;top:100px' target=_blank href='/other'>link</a><input id=i style='position:absolute;left:0;top:200px'>"));
    session.serve(
        "/other",
        &format!("{RECORDER}<title>Other</title><body style='margin:0'><input id=i style='position:absolute;left:0;top:200px'>"),
    );
    let page = session.open("/").await;
    session.loaded(&*page).await;

    for at in [point(10.0, 10.0), point(5.0, 108.0)] {
        let mark = page.state().mark();
        page.input(&press(at)).await.unwrap();
        let opened = |state: &PageState| {
            state.since(mark).into_iter().find_map(|h| match h {
                Happening::PageOpened { page, .. } => Some(page),
                _ => None,
            })
        };
        let id = page.state().wait(Duration::from_secs(5), opened).await.unwrap();
        let popup = session.browser.page(&id).await.unwrap();
        session.loaded(&*popup).await;
        assert_eq!(popup.state().url(), format!("{here}/other"));
    }
    let pages = session.browser.pages().await.unwrap();
    let titles: Vec<_> = pages.iter().map(|page| page.title.as_str()).collect();
    assert!(titles.ends_with(&["Opener", "Other", "Other"]), "{titles:?}");

    // Two pages side by side, both typed into: the one behind as well.
    let other = session.browser.page(&pages[pages.len() - 1].id).await.unwrap();
    for page in [&page, &other] {
        page.input(&press(point(5.0, 205.0))).await.unwrap();
    }
    let (one, two) = (key("x"), key("y"));
    let (first, second) = tokio::join!(page.input(&one), other.input(&two));
    first.unwrap();
    second.unwrap();
    assert_eq!(session.evaluate(page.id(), "i.value").await, "x");
    assert_eq!(session.evaluate(other.id(), "i.value").await, "y");
    page.activate().await.unwrap();

    // Closed in the middle of a call.
    let id = other.id().clone();
    let waiting = {
        let (other, id) = (other.clone(), id.clone());
        tokio::spawn(async move { other.call(&id, "wait", r#"{"text":"never","timeoutMs":60000}"#).await })
    };
    tokio::time::sleep(Duration::from_millis(200)).await;
    session.browser.close_page(&id).await.unwrap();
    assert_eq!(waiting.await.unwrap().unwrap_err().kind(), &ErrorKind::PageClosed);
    assert_eq!(other.frames().await.unwrap_err().kind(), &ErrorKind::PageClosed);
    assert_eq!(
        session.browser.close_page(&id).await.unwrap_err().kind(),
        &ErrorKind::PageNotFound
    );
    let nobody = session.browser.page(&id).await.map(|_| ()).unwrap_err();
    assert_eq!(nobody.kind(), &ErrorKind::PageNotFound);
    session.end().await;
}

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
    page.set_files(&main, number("files"), &files).await.unwrap();
    assert_eq!(session.evaluate(&main, "changed").await, "a.txt,b.txt");
    let wrong = page.set_files(&main, number("field"), &files).await.unwrap_err();
    assert_eq!(wrong.kind(), &ErrorKind::WrongElement);
    let missing = page
        .set_files(&main, number("files"), &[folder.path().join("none")])
        .await
        .unwrap_err();
    assert_eq!(missing.kind(), &ErrorKind::Io);
    assert_eq!(
        page.set_files(&main, 9999, &files).await.unwrap_err().kind(),
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
    // Far below the viewport.
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

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_browser_ends_everything_at_once() {
    let Some(session) = Session::start().await else { return };
    session.serve("/", "<p>text");
    let page = session.open("/").await;
    let main = page.id().clone();
    let waiting = {
        let (page, main) = (page.clone(), main.clone());
        tokio::spawn(async move { page.call(&main, "wait", r#"{"text":"never","timeoutMs":60000}"#).await })
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    let begun = Instant::now();
    session.kill();
    assert_eq!(waiting.await.unwrap().unwrap_err().kind(), &ErrorKind::SessionEnded);
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert!(session.browser.state().ended().is_some());
    for error in [
        page.frames().await.unwrap_err(),
        page.input(&press(point(1.0, 1.0))).await.unwrap_err(),
        page.navigate(&Navigation::Reload).await.unwrap_err(),
        page.answer_dialog(true, None).await.unwrap_err(),
        session.browser.pages().await.unwrap_err(),
        session.browser.open_page().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), &ErrorKind::SessionEnded, "{error}");
    }
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn a_crashed_page_is_brought_back_by_a_navigation() {
    let Some(session) = Session::start().await else { return };
    session.serve("/", "<p>text");
    let page = session.open("/").await;
    let main = page.id().clone();
    page.call(&main, "page", "{}").await.unwrap();
    let waiting = {
        let (page, main) = (page.clone(), main.clone());
        tokio::spawn(async move { page.call(&main, "wait", r#"{"text":"never","timeoutMs":60000}"#).await })
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    session.kill_content();
    assert_eq!(waiting.await.unwrap().unwrap_err().kind(), &ErrorKind::PageCrashed);
    assert_eq!(
        page.input(&press(point(1.0, 1.0))).await.unwrap_err().kind(),
        &ErrorKind::PageCrashed
    );
    page.navigate(&Navigation::To(session.origin("127.0.0.1") + "/"))
        .await
        .unwrap();
    assert!(page.call(&main, "page", "{}").await.unwrap().contains("127.0.0.1"));
    session.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_of_others_is_left_alone() {
    let Some(mut session) = Session::start().await else { return };
    // The one session is taken.
    let taken = session.connect(Owner::Others).await.map(|_| ()).unwrap_err();
    assert_eq!(taken.kind(), &ErrorKind::ConnectFailed, "{taken}");
    session.browser = session.reconnect(Owner::Others).await;
    session.serve("/", "<p>text");
    session.open("/").await;
    session.browser.end().await;
    session.browser.end().await;
    assert!(!session.has_exited());
    // Its place is free again, and the page is still there.
    session.browser = session.connect(Owner::Us).await.unwrap();
    let pages = session.browser.pages().await.unwrap();
    assert!(pages.iter().any(|page| page.url.ends_with('/')), "{pages:?}");
    session.end().await;
    assert!(session.has_exited());
}
