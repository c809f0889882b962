use crate::desktop::geometry::{drag_interpolation_points, element_center};
use crate::desktop::keys::{chord, modifiers};
use crate::desktop::node::Rect;
use crate::desktop::settle::settle;
use crate::input::{Modifiers, Point};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn the_middle_of_an_element() {
    let rect = |x, y, w, h| Rect { x, y, w, h };
    assert_eq!(element_center(&rect(100.0, 200.0, 80.0, 30.0)), Point { x: 140.0, y: 215.0 });
    assert_eq!(element_center(&rect(0.0, 0.0, 100.0, 50.0)), Point { x: 50.0, y: 25.0 });
}

#[test]
fn a_drag_goes_straight_and_ends_at_its_end() {
    let points = drag_interpolation_points(Point { x: 0.0, y: 0.0 }, Point { x: 100.0, y: 200.0 }, 10);
    assert_eq!(points.len(), 10);
    assert!(points[0].x > 0.0 && points[0].x < 100.0);
    assert_eq!(points[9], Point { x: 100.0, y: 200.0 });
    assert!(points.windows(2).all(|pair| pair[1].x >= pair[0].x && pair[1].y >= pair[0].y));

    let one = drag_interpolation_points(Point { x: 10.0, y: 20.0 }, Point { x: 50.0, y: 80.0 }, 1);
    assert_eq!(one, [Point { x: 50.0, y: 80.0 }]);
}

#[test]
fn modifiers_have_many_names() {
    let all = Modifiers::META
        .with(Modifiers::SHIFT)
        .with(Modifiers::ALT)
        .with(Modifiers::CONTROL);
    for (given, mask) in [
        (names(&["cmd", "shift"]), Modifiers::META.with(Modifiers::SHIFT)),
        (names(&[]), Modifiers::default()),
        (names(&["cmd", "shift", "alt", "ctrl"]), all),
        (names(&["Command", "option", "CONTROL", "shift"]), all),
        (names(&["super", "opt"]), Modifiers::META.with(Modifiers::ALT)),
    ] {
        assert_eq!(modifiers(&given).expect("known"), mask, "{given:?}");
    }
    let error = modifiers(&names(&["hyper"])).expect_err("unknown");
    assert_eq!(error.code(), "INVALID_INPUT");
    for known in ["cmd", "ctrl", "alt", "shift"] {
        assert!(error.next_step().to_string().contains(known), "{error}");
    }
}

#[test]
fn every_key_of_the_list_is_known() {
    let mut all: Vec<String> = ('a'..='z').chain('0'..='9').map(String::from).collect();
    all.extend((1..=20).map(|number| format!("f{number}")));
    all.extend("`-=[]\\;',./".chars().map(String::from));
    for name in [
        "return",
        "enter",
        "tab",
        "space",
        "delete",
        "backspace",
        "forwarddelete",
        "forward delete",
        "escape",
        "esc",
        "left",
        "right",
        "up",
        "down",
        "pageup",
        "pagedown",
        "page_down",
        "home",
        "end",
        "insert",
        "mute",
        "volumeup",
        "volume down",
        "play",
        "nexttrack",
        "previoustrack",
        "comma",
        "minus",
        "plus",
        "capslock",
        "menu",
    ] {
        all.push(name.to_owned());
    }
    for name in all {
        assert!(chord(&name, &[]).is_ok(), "{name}");
    }
    assert_eq!(chord("pagedown", &[]).expect("known").key.key, "PageDown");
    assert_eq!(chord("forward delete", &[]).expect("known").key.key, "Delete");
}

#[test]
fn a_chord_holds_what_it_says() {
    let chord_of = |key: &str, given: &[&str]| chord(key, &names(given)).expect("known");
    let held = |key: &str, given: &[&str]| -> Vec<String> {
        let held = chord_of(key, given).held;
        held.into_iter().map(|key| key.key).collect()
    };
    assert_eq!(held("s", &["cmd"]), ["Meta"]);
    assert_eq!(held("ctrl+shift+s", &[]), ["Control", "Shift"]);
    assert_eq!(chord_of("+", &["ctrl"]).key.key, "+");
    assert_eq!(chord_of("ctrl+plus", &[]).key.key, "+");
    assert!(held("a", &[]).is_empty());
}

#[test]
fn an_unknown_key_lists_the_known() {
    let error = chord("blorp", &[]).expect_err("unknown");
    assert!(error.context().contains("unknown key"));
    for known in ["return", "pagedown", "f1-f24", "a-z", "home"] {
        assert!(error.next_step().to_string().contains(known), "{known}: {error}");
    }
}

#[tokio::test(start_paused = true)]
async fn settling_waits_for_the_floor_and_for_quiet() {
    let began = Instant::now();
    settle(None, Duration::from_millis(80)).await;
    assert_eq!(began.elapsed().as_millis(), 80);

    let (sender, receiver) = watch::channel(0_u64);
    let began = Instant::now();
    tokio::join!(settle(Some(receiver.clone()), Duration::from_millis(80)), async {
        for _ in 0..5 {
            tokio::time::sleep(Duration::from_millis(40)).await;
            sender.send_modify(|count| *count += 1);
        }
    });
    assert!((250..300).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());

    let began = Instant::now();
    tokio::select! {
        () = settle(Some(receiver), Duration::from_millis(80)) => {}
        () = async { loop {
            tokio::time::sleep(Duration::from_millis(10)).await;
            sender.send_modify(|count| *count += 1);
        } } => {}
    }
    assert!((1080..1200).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());
}
