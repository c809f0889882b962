use super::*;

fn info(id: &str, parent: Option<&str>, loader: &str) -> FrameInfo {
    FrameInfo {
        id: id.into(),
        parent_id: parent.map(Into::into),
        loader_id: loader.into(),
        url: format!("http://x/{loader}"),
        url_fragment: String::new(),
        unreachable_url: None,
    }
}

fn tree() -> (FrameTree, SessionId) {
    let session: SessionId = "S".into();
    let mut tree = FrameTree::new(&"main".into(), Arc::clone(&session));
    assert!(tree.navigated(&session, &info("main", None, "L1")));
    tree.place_frame("child", Some("main"), Arc::clone(&session));
    tree.navigated(&session, &info("child", Some("main"), "L2"));
    (tree, session)
}

fn ids(tree: &FrameTree) -> Vec<String> {
    tree.list().iter().map(|frame| frame.id.to_string()).collect()
}

#[test]
fn a_new_document_drops_the_frames_of_the_old_one() {
    let (mut tree, session) = tree();
    tree.place_frame("grandchild", Some("child"), Arc::clone(&session));
    assert_eq!(ids(&tree), ["main", "child", "grandchild"]);
    let before = tree.document_ref("main").expect("placed").number;
    tree.navigated(&session, &info("main", None, "L3"));
    assert_eq!(ids(&tree), ["main"]);
    assert!(tree.document_ref("main").expect("placed").number > before);
    assert!(tree.has_committed("L1") && tree.has_committed("L3") && !tree.has_committed("L2"));
}

#[test]
fn a_frame_keeps_its_id_when_it_moves_to_another_process_and_back() {
    for told_first in [true, false] {
        let (mut tree, session) = tree();
        let other: SessionId = "T".into();
        if told_first {
            tree.place_frame("child", Some("main"), Arc::clone(&other));
            tree.detached(&session, "child", true);
        } else {
            tree.detached(&session, "child", true);
            assert_eq!(ids(&tree), ["main"], "it cannot be reached in between");
            tree.place_frame("child", Some("main"), Arc::clone(&other));
        }
        assert_eq!(tree.document_ref("child").expect("placed").session, other);
        tree.session_gone(&other);
        assert_eq!(tree.document_ref("child"), None);
        tree.place_frame("child", Some("main"), Arc::clone(&session));
        assert_eq!(tree.document_ref("child").expect("placed").session, session);
    }
}

#[test]
fn a_session_takes_its_inner_frames_along() {
    let (mut tree, _) = tree();
    let other: SessionId = "T".into();
    tree.place_frame("child", Some("main"), Arc::clone(&other));
    tree.place_frame("inner", Some("child"), Arc::clone(&other));
    tree.session_gone(&other);
    assert!(tree.contains("child") && !tree.contains("inner"));
    tree.detached("S", "child", false);
    assert!(!tree.contains("child"));
}

#[test]
fn frames_that_come_back_from_the_cache_before_their_parent_stay() {
    let (mut tree, session) = tree();
    tree.place_frame("remote", Some("main"), "T".into());
    tree.navigated(&session, &info("main", None, "L0"));
    assert_eq!(ids(&tree), ["main", "remote"]);
}

#[test]
fn what_a_session_tells_late_does_not_make_a_known_document_new() {
    let (mut tree, session) = tree();
    tree.unsettle(Arc::clone(&session));
    let before = tree.document_ref("main");
    tree.merge(
        &session,
        &FrameBranch {
            frame: info("main", None, "L1"),
            child_frames: vec![],
        },
    );
    assert_eq!(tree.document_ref("main"), before);
    assert!(!tree.is_settled());
    tree.settle(&session);
    assert!(tree.is_settled());
}

#[test]
fn a_navigation_is_announced_once() {
    let (mut tree, _) = tree();
    assert!(tree.announce("main") && !tree.announce("main"));
    assert!(tree.retract("main") && !tree.retract("main"));
    assert!(!tree.announce("unknown"));
}

#[test]
fn the_main_frame_cannot_be_removed() {
    let (mut tree, session) = tree();
    tree.detached(&session, "main", false);
    assert_eq!(ids(&tree), ["main", "child"]);
}

#[test]
fn a_frame_whose_parent_is_gone_goes_with_its_session() {
    let (mut tree, session) = tree();
    tree.place_frame("child", Some("main"), "T".into());
    tree.place_frame("inner", Some("child"), "U".into());
    tree.session_gone("T");
    tree.navigated(&session, &info("main", None, "L1"));
    tree.session_gone("U");
    assert_eq!(tree.count(), 1);
}
