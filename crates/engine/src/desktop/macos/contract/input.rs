//! Events: pairs, flags, click counts, places.

use super::*;
use crate::desktop::PointerStep;
use crate::desktop::keys;
use crate::desktop::macos::shim::{Event, EventKind, Logged};
use crate::input::{MouseButton, Point};

/// Every key that goes down comes up immediately after, and every event sets its flags.
fn assert_keys(events: &[Event]) {
    let keys: Vec<(u16, bool)> = events
        .iter()
        .map(|event| match event.kind {
            EventKind::Key(code, down) => (code, down),
            other => panic!("{other:?} among keys"),
        })
        .collect();
    for pair in keys.chunks(2) {
        let [(down, true), (up, false)] = pair else {
            panic!("no key-up after a key-down: {keys:?}");
        };
        assert_eq!(down, up, "another key came up");
    }
    assert!(
        events.iter().all(|event| event.flags.is_some()),
        "flags that are not set let in what is held"
    );
}

async fn posted(session: &Session, app: &dyn DesktopApp, text: &str) -> Vec<Event> {
    session.shim.take_log();
    app.type_text(None, text).await.expect("typed");
    let log = session.shim.take_log();
    let pid = i32::try_from(own_pid()).expect("a pid");
    assert!(
        log.iter().all(|entry| !matches!(entry, Logged::Posted(to, _) if *to != pid)),
        "events go to this process only"
    );
    Shim::events(&log)
}

#[test]
fn text_of_any_length_and_script_arrives_whole() {
    contract(|session| async move {
        let app = session.attach().await;
        for text in ["Hello, World!", "漢字 😀\tüß\nnext", &"😀".repeat(57), &"aé😀".repeat(40)] {
            let events = posted(&session, app.as_ref(), text).await;
            assert_keys(&events);
            let typed: String = events
                .iter()
                .filter_map(|event| match event.kind {
                    EventKind::Key(0x24, true) => Some("\n"),
                    EventKind::Key(0x30, true) => Some("\t"),
                    EventKind::Key(_, true) => Some(event.text.as_str()),
                    _ => None,
                })
                .collect();
            assert_eq!(typed, text);
        }
    });
}

#[test]
fn a_chord_carries_its_flags_and_a_plain_key_none() {
    contract(|session| async move {
        let app = session.attach().await;
        let cases = [
            ("s", &["cmd"][..], 0x01, 0x10_0000),
            ("s", &["cmd", "shift"], 0x01, 0x12_0000),
            ("a", &["ctrl", "alt"], 0x00, 0x0c_0000),
            ("a", &[], 0x00, 0),
            ("pagedown", &[], 0x79, 0x80_0000),
            ("pageup", &[], 0x74, 0x80_0000),
            ("home", &[], 0x73, 0x80_0000),
            ("end", &[], 0x77, 0x80_0000),
            ("forwarddelete", &[], 0x75, 0x80_0000),
            ("backspace", &[], 0x33, 0),
            ("left", &["shift"], 0x7b, 0xa2_0000),
            ("f20", &[], 0x5a, 0x80_0000),
            ("mute", &[], 0x4a, 0),
            (";", &[], 0x29, 0),
            ("\\", &["cmd"], 0x2a, 0x10_0000),
        ];
        for (key, modifiers, code, flags) in cases {
            let modifiers: Vec<String> = modifiers.iter().map(|name| (*name).to_owned()).collect();
            session.shim.take_log();
            app.press(None, &keys::chord(key, &modifiers).expect(key)).await.expect(key);
            let events = Shim::events(&session.shim.take_log());
            assert_keys(&events);
            assert_eq!(events.len(), 2, "{key}");
            assert_eq!(events[0].kind, EventKind::Key(code, true), "{key}");
            assert_eq!(events[0].flags, Some(flags), "{key}");
        }
    });
}

#[test]
fn a_key_that_no_mac_has_is_refused_and_posts_nothing() {
    contract(|session| async move {
        let app = session.attach().await;
        session.shim.take_log();
        for key in ["f24", "play"] {
            let error = app.press(None, &keys::chord(key, &[]).expect(key)).await.expect_err(key);
            assert_eq!(error.code(), "UNSUPPORTED");
        }
        assert!(Shim::events(&session.shim.take_log()).is_empty());
        assert_eq!(keys::chord("hyperspace", &[]).expect_err("unknown").code(), "INVALID_INPUT");
    });
}

#[test]
fn a_double_click_counts_its_clicks_and_names_the_window() {
    contract(|session| async move {
        let app = session.attach().await;
        session.shim.take_log();
        let at = Point { x: 150.0, y: 120.0 };
        let button = MouseButton::Left;
        let steps: Vec<PointerStep> = [1, 2]
            .into_iter()
            .flat_map(|clicks| [PointerStep::Down(at, button, clicks), PointerStep::Up(at, button, clicks)])
            .collect();
        app.pointer(&steps).await.expect("clicked");
        let events = Shim::events(&session.shim.take_log());
        let seen: Vec<_> = events.iter().map(|event| (event.kind, event.clicks, event.window)).collect();
        let (down, up) = (EventKind::Mouse(1, 0), EventKind::Mouse(2, 0));
        assert_eq!(
            seen,
            [(down, 1, Some(42)), (up, 1, Some(42)), (down, 2, Some(42)), (up, 2, Some(42))]
        );
        assert!(events.iter().all(|event| event.flags == Some(0)));
    });
}

#[test]
fn a_drag_moves_with_the_button_held_and_always_lets_go() {
    contract(|session| async move {
        let app = session.attach().await;
        session.shim.take_log();
        let point = |x| Point { x, y: 120.0 };
        let button = MouseButton::Left;
        app.pointer(&[
            PointerStep::Move(point(150.0)),
            PointerStep::Down(point(150.0), button, 1),
            PointerStep::Pause(1),
            PointerStep::Move(point(160.0)),
            PointerStep::Move(point(170.0)),
        ])
        .await
        .expect("dragged");
        let kinds: Vec<_> = Shim::events(&session.shim.take_log())
            .iter()
            .map(|event| (event.kind, event.at.map(|(x, _)| x)))
            .collect();
        let mouse = |kind| EventKind::Mouse(kind, 0);
        assert_eq!(
            kinds,
            [
                (mouse(5), Some(150.0)),
                (mouse(1), Some(150.0)),
                (mouse(6), Some(160.0)),
                (mouse(6), Some(170.0)),
                (mouse(2), Some(170.0))
            ]
        );
    });
}

#[test]
fn the_wheel_turns_at_its_point_in_small_steps() {
    contract(|session| async move {
        let app = session.attach().await;
        session.shim.take_log();
        app.pointer(&[PointerStep::Wheel(Point { x: 320.0, y: 200.0 }, 0, 23)])
            .await
            .expect("scrolled");
        let events = Shim::events(&session.shim.take_log());
        let turned: Vec<_> = events.iter().map(|event| event.kind).collect();
        // The system counts down as negative.
        assert_eq!(
            turned,
            [EventKind::Wheel(-10, 0), EventKind::Wheel(-10, 0), EventKind::Wheel(-3, 0)]
        );
        assert!(
            events
                .iter()
                .all(|event| event.at == Some((320.0, 200.0)) && event.flags == Some(0)),
            "its place is not that of the real pointer: {events:?}"
        );
    });
}
