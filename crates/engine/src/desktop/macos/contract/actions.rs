//! The six actions, through the core.

use super::*;
use crate::desktop::macos::shim::Logged;
use crate::desktop::{Method, Verified};
use serde_json::json;

#[test]
fn presses_and_clicks_have_their_effect_and_leave_nothing_behind() {
    contract(|session| async move {
        let app = session.attach().await;
        let app = app.as_ref();
        let mut memory = Memory::default();
        let tree = session.tree(app, &mut memory).await;

        let pressed = session
            .act(app, &mut memory, json!({"action": "click", "id": id(&tree, "Save")}))
            .await;
        assert_eq!((pressed.success, pressed.method), (true, Some(Method::Ax)), "{pressed:?}");
        // The button itself is unchanged: the effect is elsewhere and is observed.
        assert_eq!((pressed.changed, pressed.verified), (Some(false), Some(Verified::Yes)));

        let checked = session
            .act(app, &mut memory, json!({"action": "click", "id": id(&tree, "Loud")}))
            .await;
        assert_eq!(
            (checked.success, checked.verified),
            (true, Some(Verified::Yes)),
            "{checked:?}"
        );
        assert!(checked.node_after.is_some_and(|node| node.is("checked")));

        let focused = session
            .act(app, &mut memory, json!({"action": "click", "id": id(&tree, "Password")}))
            .await;
        assert_eq!(
            (focused.success, focused.verified),
            (true, Some(Verified::Yes)),
            "{focused:?}"
        );
    });
}

#[test]
fn values_and_text_have_their_effect_and_leave_nothing_behind() {
    contract(|session| async move {
        let app = session.attach().await;
        let app = app.as_ref();
        let mut memory = Memory::default();
        let tree = session.tree(app, &mut memory).await;

        let slid = session
            .act(
                app,
                &mut memory,
                json!({"action": "set_value", "id": id(&tree, "Volume"), "value": 0.8}),
            )
            .await;
        assert_eq!(
            (slid.method, slid.verified),
            (Some(Method::Ax), Some(Verified::Yes)),
            "{slid:?}"
        );

        let set = session
            .act(
                app,
                &mut memory,
                json!({"action": "set_value", "id": id(&tree, "Name"), "value": "Ada"}),
            )
            .await;
        assert_eq!((set.success, set.verified), (true, Some(Verified::Yes)), "{set:?}");

        let typed = session
            .act(
                app,
                &mut memory,
                json!({"action": "type", "id": id(&tree, "Name"), "text": " Lovelace 漢字 😀"}),
            )
            .await;
        assert_eq!((typed.success, typed.method), (true, Some(Method::Cgevent)), "{typed:?}");
        assert_eq!(
            typed.node_after.and_then(|node| node.value).as_deref(),
            Some("Ada Lovelace 漢字 😀")
        );
    });
}

#[test]
fn keys_scrolls_and_drags_have_their_effect_and_leave_nothing_behind() {
    contract(|session| async move {
        let app = session.attach().await;
        let app = app.as_ref();
        let mut memory = Memory::default();
        let tree = session.tree(app, &mut memory).await;

        let key = session
            .act(
                app,
                &mut memory,
                json!({"action": "key", "key": "pagedown", "modifiers": ["cmd"]}),
            )
            .await;
        assert_eq!((key.success, key.method), (true, Some(Method::Cgevent)), "{key:?}");

        let scrolled = session
            .act(
                app,
                &mut memory,
                json!({"action": "scroll", "id": id(&tree, "Songs"), "direction": "down", "amount": 4}),
            )
            .await;
        assert!(scrolled.success, "{scrolled:?}");
        assert_eq!(scrolled.verified, Some(Verified::Yes));

        let dragged = session
            .act(
                app,
                &mut memory,
                json!({"action": "drag", "id": id(&tree, "Drag Source"), "toId": id(&tree, "Drop Here")}),
            )
            .await;
        assert_eq!(
            (dragged.success, dragged.method),
            (true, Some(Method::Cgevent)),
            "{dragged:?}"
        );
        // This application ignores drags, so the effect is unknown.
        assert_eq!(dragged.verified, Some(Verified::Unknown));
    });
}

#[test]
fn a_press_without_effect_is_not_verified() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        let pressed = session
            .act(
                app.as_ref(),
                &mut memory,
                json!({"action": "click", "id": id(&tree, "Hollow")}),
            )
            .await;
        assert_eq!(pressed.verified, Some(Verified::Unknown), "{pressed:?}");
    });
}

#[test]
fn a_press_that_opens_something_modal_counts_by_its_effect() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        let pressed = session
            .act(app.as_ref(), &mut memory, json!({"action": "click", "id": id(&tree, "Ask")}))
            .await;
        assert_eq!(
            (pressed.success, pressed.verified),
            (true, Some(Verified::Yes)),
            "{pressed:?}"
        );
    });
}

#[test]
fn what_is_disabled_is_not_pressed() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        let refused = session
            .act(
                app.as_ref(),
                &mut memory,
                json!({"action": "click", "id": id(&tree, "Later")}),
            )
            .await;
        assert_eq!(refused.code.as_deref(), Some("NOT_ENABLED"));
        // The same if it became disabled after the tree was read.
        let key = memory.tree.handle(&id(&tree, "Save")).expect("known").key.clone();
        session.shim.world(|world| {
            let save = world.nodes.get_mut(&SAVE).expect("there");
            save.attributes.insert("AXEnabled".to_owned(), Value::Flag(false));
        });
        let error = app.perform(&key, "AXPress").await.expect_err("disabled");
        assert_eq!(error.code(), "NOT_ENABLED");
        let log = session.shim.take_log();
        assert!(!log.iter().any(|entry| matches!(entry, Logged::Performed(..))), "{log:?}");
    });
}

#[test]
fn a_password_is_never_read_nor_set() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        let secret = find(&tree, "Password").expect("listed");
        assert_eq!(secret.value, None);
        let set = session
            .act(
                app.as_ref(),
                &mut memory,
                json!({"action": "set_value", "id": secret.id, "value": "guess"}),
            )
            .await;
        assert_eq!(set.code.as_deref(), Some("WRONG_ELEMENT"));
        let key = memory.tree.handle(&secret.id).expect("known").key.clone();
        for error in [
            app.insert_text(&key, "guess").await.expect_err("refused"),
            app.set_value(&key, &crate::desktop::NewValue::Text("guess".into()))
                .await
                .expect_err("refused"),
        ] {
            assert_eq!(error.code(), "WRONG_ELEMENT");
        }
        let log = session.shim.take_log();
        assert!(
            !log.contains(&Logged::Read(SECRET, "AXValue".to_owned())),
            "the password was read"
        );
        assert!(
            !log.iter()
                .any(|entry| matches!(entry, Logged::Set(SECRET, name, _) if name == "AXValue"))
        );
    });
}

#[test]
fn unsettable_values_are_refused_before_an_attempt() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        assert!(find(&tree, "Fixed").expect("listed").is("readonly"));
        let key = memory.tree.handle(&id(&tree, "Fixed")).expect("known").key.clone();
        let error = app
            .set_value(&key, &crate::desktop::NewValue::Text("other".into()))
            .await
            .expect_err("refused");
        assert_eq!(error.code(), "WRONG_ELEMENT");
        // An element that reports success but keeps its value is noticed.
        session
            .shim
            .world(|world| world.nodes.get_mut(&NAME).expect("there").ignores_values = true);
        let set = session
            .act(
                app.as_ref(),
                &mut memory,
                json!({"action": "set_value", "id": id(&tree, "Name"), "value": "Ada"}),
            )
            .await;
        assert_eq!((set.success, set.verified), (false, Some(Verified::No)), "{set:?}");
    });
}

#[test]
fn menus_that_are_closed_can_be_pressed() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let shown = session.tree(app.as_ref(), &mut memory).await;
        assert!(find(&shown, "File").is_some(), "the menu bar is part of the tree");
        assert!(find(&shown, "New").is_none(), "a closed menu is not shown");
        let all = crate::desktop::act::read(app.as_ref(), &mut memory, true)
            .await
            .expect("a tree");
        assert!(find(&all.roots, "Wrap").expect("listed").is("checked"));
        let menu = &find(&all.roots, "File").expect("listed").children[0];
        assert_eq!(
            (menu.role.as_str(), menu.title.as_deref()),
            ("menu", None),
            "a path names it once"
        );
        let chosen = session
            .act(
                app.as_ref(),
                &mut memory,
                json!({"action": "click", "id": id(&all.roots, "New")}),
            )
            .await;
        assert_eq!((chosen.success, chosen.method), (true, Some(Method::Ax)), "{chosen:?}");
        let after = session.tree(app.as_ref(), &mut memory).await;
        assert!(find(&after, "New").is_some(), "its effect is in the window");
    });
}

#[test]
fn input_goes_to_the_front_or_is_refused_naming_what_is_there() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        let behind = |world: &mut crate::desktop::macos::shim::World| {
            for (node, front) in [(APPLICATION, false), (OTHER, true)] {
                let node = world.nodes.get_mut(&node).expect("there");
                node.attributes.insert("AXFrontmost".to_owned(), Value::Flag(front));
            }
        };
        session.shim.world(behind);
        let typed = session
            .act(
                app.as_ref(),
                &mut memory,
                json!({"action": "type", "id": id(&tree, "Name"), "text": "x"}),
            )
            .await;
        assert!(typed.success, "{typed:?}");
        assert_eq!(typed.notices.len(), 1, "taking the keyboard is said: {typed:?}");

        session.shim.world(behind);
        // It cannot be raised: the other window stays in front.
        session
            .shim
            .world(|world| world.nodes.get_mut(&APPLICATION).expect("there").ignores_values = true);
        session.shim.take_log();
        let refused = session
            .act(
                app.as_ref(),
                &mut memory,
                json!({"action": "type", "id": id(&tree, "Name"), "text": "x"}),
            )
            .await;
        assert_eq!(refused.code.as_deref(), Some("COVERED"), "{refused:?}");
        assert!(refused.error.is_some_and(|error| error.contains("\"Other\"")));
        let clicked = session
            .act(
                app.as_ref(),
                &mut memory,
                json!({"action": "scroll", "id": id(&tree, "Songs"), "direction": "up"}),
            )
            .await;
        assert_eq!(clicked.code.as_deref(), Some("COVERED"), "{clicked:?}");
        assert!(Shim::events(&session.shim.take_log()).is_empty(), "nothing was posted");
    });
}
