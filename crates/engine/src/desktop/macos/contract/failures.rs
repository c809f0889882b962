//! Every call fails in turn: the result is an error with a code, and nothing leaks.

use super::*;
use crate::desktop::{NewValue, PointerStep, ReadScope, ScrollDirection, WindowAction};
use crate::error::Result;
use crate::input::{MouseButton, Point};

/// The calls that can fail, and the codes that they can return.
const CALLS: [&str; 9] = [
    "AXUIElementCopyAttributeValue",
    "AXUIElementCopyMultipleAttributeValues",
    "AXUIElementIsAttributeSettable",
    "AXUIElementSetAttributeValue",
    "AXUIElementCopyActionNames",
    "AXUIElementPerformAction",
    "AXUIElementCopyElementAtPosition",
    "AXUIElementGetPid",
    "none",
];
const CODES: [i32; 8] = [-25200, -25201, -25202, -25204, -25205, -25211, -25212, -1];

/// Makes every call to an application, ignoring the results.
async fn all_calls(app: &dyn DesktopApp, keys: &[String]) -> Vec<Result<()>> {
    let at = Point { x: 150.0, y: 120.0 };
    let mut answers = vec![app.read(&ReadScope { hidden: true }).await.map(drop)];
    for key in keys {
        answers.push(app.read_node(key).await.map(drop));
        answers.push(app.perform(key, "AXPress").await.map(drop));
        answers.push(app.set_value(key, &NewValue::Number(0.5)).await);
        answers.push(app.set_value(key, &NewValue::Text("x".into())).await);
        answers.push(app.insert_text(key, "y").await);
        answers.push(app.focus(key).await);
        answers.push(app.scroll(key, ScrollDirection::Down, 2).await);
        answers.push(app.scroll_into_view(key).await);
        answers.push(app.hit(key, at).await.map(drop));
        answers.push(app.keyboard(Some(key)).await.map(drop));
    }
    answers.push(app.raise(None).await);
    answers.push(app.windows().await.map(drop));
    answers.push(app.window_action(42, WindowAction::Raise).await);
    answers.push(app.window_action(42, WindowAction::Move { x: 100, y: 100 }).await);
    answers.push(app.pointer(&[PointerStep::Down(at, MouseButton::Left, 1)]).await);
    answers.push(app.type_text(None, "z").await);
    answers
}

async fn some_keys(session: &Session, app: &dyn DesktopApp) -> Vec<String> {
    let mut memory = Memory::default();
    let tree = session.tree(app, &mut memory).await;
    ["Save", "Name", "Songs"]
        .map(|title| memory.tree.handle(&id(&tree, title)).expect("known").key.clone())
        .to_vec()
}

#[test]
fn any_failure_of_any_call_gives_an_error_and_leaks_nothing() {
    for call in CALLS {
        for code in CODES {
            // Failing from the first call of this name on, or only at the third: in the middle of an operation.
            for (skip, times) in [(0, 1), (0, usize::MAX), (2, 1)] {
                contract(|session| async move {
                    let app = session.attach().await;
                    let keys = some_keys(&session, app.as_ref()).await;
                    session.shim.fail(call, skip, times, code);
                    let answers = all_calls(app.as_ref(), &keys).await;
                    if times == usize::MAX && call != "none" {
                        assert!(
                            answers.iter().any(Result::is_err) || [-25202, -25204, -25205, -25212].contains(&code),
                            "{call} answered {code}, and no error was reported"
                        );
                    }
                    for error in answers.into_iter().filter_map(Result::err) {
                        assert_ne!(error.code(), "INTERNAL", "{call} {code}: {error}");
                    }
                });
            }
        }
    }
}

#[test]
fn an_exception_is_an_error_and_not_the_end_of_the_process() {
    contract(|session| async move {
        let app = session.attach().await;
        let keys = some_keys(&session, app.as_ref()).await;
        session.shim.throw();
        let error = app.perform(&keys[0], "AXPress").await.expect_err("thrown");
        assert_eq!(error.code(), "PROTOCOL");
        app.perform(&keys[0], "AXPress").await.expect("the next call works");
    });
}

#[test]
fn a_missing_permission_says_what_to_allow_and_where() {
    contract(|session| async move {
        session.shim.world(|world| world.trusted = false);
        for _ in 0..3 {
            let error = MacPlatform.attach(own_pid()).await.err().expect("not allowed");
            assert_eq!(error.code(), "PERMISSION_DENIED");
            let step = error.next_step().to_string();
            assert!(step.contains("Privacy & Security > Accessibility"), "{error}");
            let program = std::env::current_exe().expect("we run");
            assert!(step.contains(&*program.to_string_lossy()), "{error}");
        }
        assert!(session.shim.world(|world| world.asked) <= 1, "the user is asked once");
    });
}

#[test]
fn a_permission_revoked_later_is_reported() {
    contract(|session| async move {
        let app = session.attach().await;
        session.shim.world(|world| world.trusted = false);
        let error = app.read(&ReadScope::default()).await.expect_err("not allowed");
        assert_eq!(error.code(), "PERMISSION_DENIED");
        let refused = app.picture(42).await.expect_err("not allowed");
        assert_eq!(refused.code(), "PERMISSION_DENIED");
    });
}

#[test]
fn an_ended_process_is_reported() {
    contract(|_session| async move {
        let mut child = std::process::Command::new("true").spawn().expect("a process");
        let pid = child.id();
        child.wait().expect("it ends");
        let error = MacPlatform.attach(pid).await.err().expect("not running");
        assert_eq!(error.code(), "SESSION_ENDED");
        assert!(error.context().contains(&pid.to_string()));
    });
}
