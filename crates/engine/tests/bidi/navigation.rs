//! Navigations and downloads, and their outcomes.

use crate::fixture::{Session, point, press, wait_for};
use uipilot_engine::error::ErrorKind;
use uipilot_engine::testing::{Happening, Navigation};

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

    // The document changes during the call. A call that only reads continues. A call that acts is refused.
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
        ("http://nobody.invalid/", "the host name has no address"),
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

    // An address that leads to a download leaves the page as it is.
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

    // A link with the attribute `download` causes no navigation.
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
