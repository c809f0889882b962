//! Windows and applications.

use super::*;
use crate::desktop::WindowAction;
use crate::desktop::macos::shim::Logged;

#[test]
fn windows_are_listed_moved_resized_raised_and_closed() {
    contract(|session| async move {
        let app = session.attach().await;
        let windows = app.windows().await.expect("a list");
        assert_eq!(windows.len(), 1);
        let window = &windows[0];
        assert_eq!((window.window, window.title.as_str(), window.active), (42, "Main", true));

        app.window_action(42, WindowAction::Move { x: 100, y: 100 })
            .await
            .expect("moved");
        app.window_action(42, WindowAction::Resize { width: 500, height: 350 })
            .await
            .expect("resized");
        session.shim.world(|world| world.windows[1].4 = [100.0, 100.0, 500.0, 350.0]);
        let after = app.windows().await.expect("a list");
        assert_eq!((after[0].bounds.map(|bounds| bounds.w), after[0].window), (Some(500.0), 42));

        session.shim.take_log();
        app.window_action(42, WindowAction::Raise).await.expect("raised");
        let log = session.shim.take_log();
        assert!(log.contains(&Logged::Performed(WINDOW, "AXRaise".to_owned())));
        assert!(log.contains(&Logged::Set(APPLICATION, "AXFrontmost".to_owned(), Value::Flag(true))));

        app.window_action(42, WindowAction::Close).await.expect("closed");
        assert!(
            session
                .shim
                .take_log()
                .contains(&Logged::Performed(CLOSE, "AXPress".to_owned()))
        );
        assert_eq!(
            app.window_action(7777, WindowAction::Raise)
                .await
                .expect_err("unknown")
                .code(),
            "STALE_UID"
        );
    });
}

#[test]
fn a_minimised_window_is_listed_and_comes_back() {
    contract(|session| async move {
        let app = session.attach().await;
        session.shim.world(|world| {
            let window = world.nodes.get_mut(&WINDOW).expect("there");
            window.attributes.insert("AXMinimized".to_owned(), Value::Flag(true));
        });
        let window = app.windows().await.expect("a list").remove(0);
        assert!(window.hidden && window.window != 42);
        assert_eq!(app.picture(window.window).await.expect_err("not shown").code(), "NOT_VISIBLE");
        app.window_action(window.window, WindowAction::Raise).await.expect("raised");
        assert_eq!(app.windows().await.expect("a list")[0].window, 42);
    });
}

#[test]
fn applications_and_windows_of_the_desktop_are_listed_without_panels() {
    contract(|_session| async move {
        let applications = MacPlatform.applications().await.expect("a list");
        let names: Vec<_> = applications.iter().map(|app| (app.name.as_str(), app.windows)).collect();
        assert_eq!(names, [("Fixture", 1), ("Other", 1)]);
        let windows = MacPlatform.windows().await.expect("a list");
        // The topmost is last.
        assert_eq!(windows.iter().map(|window| window.window).collect::<Vec<_>>(), [43, 42]);
        assert_eq!(windows.iter().map(|window| window.active).collect::<Vec<_>>(), [false, true]);
    });
}
