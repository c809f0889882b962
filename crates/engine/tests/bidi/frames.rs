//! Calls, keys and clicks in frames of the same and of other sites.

use crate::fixture::{RECORDER, Session, key, point, press};

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

    // The browser exposes the closed root, which the page's scripts cannot reach.
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

    // Coordinates of the main frame reach every frame, in whichever process it runs.
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
    // Keys reach the focused frame.
    page.input(&press(point(20.0 + 95.0, 370.0))).await.unwrap();
    session.seen(&cross.id).await;
    page.input(&key("x")).await.unwrap();
    assert_eq!(session.seen(&cross.id).await, "keydown:x input");
    session.end().await;
}
