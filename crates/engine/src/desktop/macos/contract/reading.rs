//! Readings: their contents, what interrupts them, and what they leave behind.

use super::*;
use crate::desktop::ReadScope;
use crate::desktop::macos::shim::Logged;
use std::time::{Duration, Instant};

#[test]
fn a_reading_has_every_element_once_with_what_it_shows() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        assert_eq!(
            tree.iter().map(|node| node.role.as_str()).collect::<Vec<_>>(),
            ["window", "menubar"]
        );
        let window = &tree[0];
        assert_eq!(window.title.as_deref(), Some("Main"));
        assert_eq!(window.bounds.map(|bounds| (bounds.x, bounds.w)), Some((100.0, 400.0)));
        let roles: Vec<&str> = window.children.iter().map(|node| node.role.as_str()).collect();
        assert_eq!(
            roles[..7],
            ["button", "button", "checkbox", "textbox", "textbox", "slider", "button"]
        );
        assert_eq!(find(&tree, "Volume").and_then(|node| node.value.as_deref()), Some("0.25"));
        assert_eq!(find(&tree, "Ready").map(|node| node.role.as_str()), Some("text"));
        assert!(!find(&tree, "Later").expect("listed").enabled);
        assert_eq!(find(&tree, "Save").expect("listed").actions, ["AXPress"]);
    });
}

#[test]
fn ids_stay_and_nothing_piles_up_over_many_readings() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let first = session.tree(app.as_ref(), &mut memory).await;
        session.tree(app.as_ref(), &mut memory).await;
        let before = session.shim.live();
        for _ in 0..20 {
            assert_eq!(session.tree(app.as_ref(), &mut memory).await, first);
        }
        assert_eq!(session.shim.live(), before, "objects pile up");
        session.shim.world(|world| {
            let save = world.nodes.get_mut(&SAVE).expect("there");
            save.attributes.insert("AXTitle".to_owned(), Value::Text("Store".to_owned()));
        });
        let renamed = session.tree(app.as_ref(), &mut memory).await;
        assert_eq!(id(&renamed, "Store"), id(&first, "Save"), "a new title is the same button");
    });
}

#[test]
fn an_element_that_went_is_forgotten_in_time_and_stale_at_once() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        let key = memory.tree.handle(&id(&tree, "Save")).expect("known").key.clone();
        session.shim.world(|world| {
            world.nodes.get_mut(&SAVE).expect("there").gone = true;
        });
        assert_eq!(app.read_node(&key).await.expect("an answer"), None);
        assert_eq!(app.perform(&key, "AXPress").await.expect_err("gone").code(), "STALE_UID");
        let before = session.shim.live();
        for _ in 0..10 {
            session.tree(app.as_ref(), &mut memory).await;
        }
        assert_eq!(session.shim.live(), before - 1, "the element is not held any more");
    });
}

#[test]
fn a_cyclic_tree_ends() {
    let shim = fixture();
    shim.world(|world| {
        let list = world.nodes.get_mut(&CONTENTS).expect("there");
        *list = list.clone().holding(&[WINDOW, AREA, CONTENTS]);
    });
    on(shim, |session| async move {
        let app = session.attach().await;
        let reading = app.read(&ReadScope::default()).await.expect("a reading");
        assert_eq!(reading.cut, None);
        let mut keys: Vec<&str> = reading.nodes.iter().map(|raw| raw.key.as_str()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), reading.nodes.len());
    });
}

#[test]
fn a_tree_without_a_bottom_is_cut_and_says_so() {
    let shim = fixture();
    shim.world(|world| {
        for number in 1000..1400 {
            let node = Node::new("AXGroup").holding(&[number + 1]);
            world.nodes.insert(number, node);
        }
        let list = world.nodes.get_mut(&CONTENTS).expect("there");
        *list = list.clone().holding(&[1000]);
    });
    on(shim, |session| async move {
        let app = session.attach().await;
        let reading = app.read(&ReadScope::default()).await.expect("a reading");
        assert!(reading.cut.is_some_and(|why| why.contains("deep")));
    });
}

#[test]
fn every_call_has_a_limit_and_a_hung_application_is_reported_in_time() {
    contract(|session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        let key = memory.tree.handle(&id(&tree, "Save")).expect("known").key.clone();
        app.perform(&key, "AXPress").await.expect("pressed");
        let log = session.shim.take_log();
        let limited = |wanted: usize| {
            log.iter()
                .position(|entry| matches!(entry, Logged::Limit(node, _) if *node == wanted))
        };
        let pressed = log.iter().position(|entry| matches!(entry, Logged::Performed(SAVE, _)));
        assert!(limited(0).is_some(), "no limit for all elements");
        assert!(limited(APPLICATION).is_some(), "no limit for the application");
        assert!(
            limited(SAVE).is_some_and(|at| Some(at) < pressed),
            "no limit for the element acted on"
        );

        session.shim.world(|world| world.hung = true);
        let began = Instant::now();
        let error = app.read(&ReadScope::default()).await.expect_err("no answer");
        assert_eq!(error.code(), "TIMEOUT");
        assert_eq!(app.perform(&key, "AXPress").await.expect_err("no answer").code(), "TIMEOUT");
        assert!(began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
        session.shim.world(|world| world.hung = false);
        app.read(&ReadScope::default()).await.expect("it answers again");
    });
}

#[test]
fn an_application_builds_its_tree_on_request() {
    let shim = fixture();
    shim.world(|world| {
        let mut page = Node::new("AXWebArea").text("AXTitle", "Page").holding(&[]);
        page.asleep = vec![201];
        world.nodes.insert(200, page);
        world.nodes.insert(
            201,
            Node::new("AXButton").text("AXTitle", "In the page").pressed(Effect::Nothing),
        );
        let list = world.nodes.get_mut(&CONTENTS).expect("there");
        *list = list.clone().holding(&[200]);
    });
    on(shim, |session| async move {
        let app = session.attach().await;
        let mut memory = Memory::default();
        let tree = session.tree(app.as_ref(), &mut memory).await;
        assert!(find(&tree, "In the page").is_some());
        let log = session.shim.take_log();
        assert!(
            !log.iter()
                .any(|entry| matches!(entry, Logged::Set(_, name, _) if name == "AXEnhancedUserInterface"))
        );
    });
}
