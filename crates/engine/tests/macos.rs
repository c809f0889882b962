//! Tests the macOS backend on a real application. Runs on a Mac where this program may use accessibility.
//! `UIPILOT_TEST_MACOS_FIXTURE` names the fixture's program. The test compiles for a Mac, but has never been
//! run.
#![cfg(target_os = "macos")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use uipilot_engine::desktop::{UiActionRequest, UiActionResponse, UiNode, Verified, WindowAction};
use uipilot_engine::testing::desktop::{DesktopApp, DesktopPlatform, MacPlatform, Memory, act, read};

struct Fixture {
    child: Child,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        // The application may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Fixture {
    /// Starts the application and waits until it is ready.
    fn start() -> Self {
        let program = std::env::var_os("UIPILOT_TEST_MACOS_FIXTURE").expect("UIPILOT_TEST_MACOS_FIXTURE names the fixture");
        let mut child = Command::new(program)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the fixture starts");
        let output = child.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("its first line");
        assert!(line.starts_with("ready"), "{line}");
        Self { child }
    }

    async fn attach(&self) -> Arc<dyn DesktopApp> {
        for _ in 0..50 {
            if let Some(app) = MacPlatform.attach(self.child.id()).await.expect("accessibility is allowed") {
                return app;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the fixture cannot be seen after 5 s");
    }
}

fn find<'a>(nodes: &'a [UiNode], title: &str) -> Option<&'a UiNode> {
    nodes.iter().find_map(|node| {
        if node.title.as_deref() == Some(title) {
            return Some(node);
        }
        find(&node.children, title)
    })
}

async fn id(app: &dyn DesktopApp, memory: &mut Memory, title: &str) -> String {
    let tree = read(app, memory, true).await.expect("a tree");
    find(&tree.roots, title)
        .unwrap_or_else(|| panic!("no node {title}"))
        .id
        .clone()
}

async fn request(app: &dyn DesktopApp, memory: &mut Memory, mut wire: Value) -> UiActionResponse {
    wire["sessionId"] = "s".into();
    let request: UiActionRequest = serde_json::from_value(wire).expect("a request");
    request.validate().expect("valid");
    act(app, memory, &request).await.expect("an answer")
}

async fn says(app: &dyn DesktopApp, memory: &mut Memory, status: &str) {
    for _ in 0..20 {
        let tree = read(app, memory, false).await.expect("a tree");
        if find(&tree.roots, status).is_some() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the fixture does not say {status}");
}

#[tokio::test]
#[ignore = "needs the fixture (UIPILOT_TEST_MACOS_FIXTURE)"]
async fn every_action_reaches_a_real_application() {
    let fixture = Fixture::start();
    let app = fixture.attach().await;
    let app = app.as_ref();
    let memory = &mut Memory::default();

    let press = id(app, memory, "Press").await;
    assert!(request(app, memory, json!({"action": "click", "id": press})).await.success);
    says(app, memory, "Pressed 1").await;

    let disabled = id(app, memory, "Disabled").await;
    let refused = request(app, memory, json!({"action": "click", "id": disabled})).await;
    assert_eq!(refused.code.as_deref(), Some("NOT_ENABLED"));

    let loud = id(app, memory, "Loud").await;
    let checked = request(app, memory, json!({"action": "click", "id": loud})).await;
    assert_eq!(checked.verified, Some(Verified::Yes), "{checked:?}");

    let volume = id(app, memory, "Volume").await;
    let slid = request(app, memory, json!({"action": "set_value", "id": volume, "value": 0.75})).await;
    assert_eq!(slid.verified, Some(Verified::Yes), "{slid:?}");

    let name = id(app, memory, "Name").await;
    let set = request(app, memory, json!({"action": "set_value", "id": name, "value": "Ada"})).await;
    assert!(set.success, "{set:?}");
    let key = request(app, memory, json!({"action": "key", "id": name, "key": "end"})).await;
    assert!(key.success, "{key:?}");
    let typed = request(app, memory, json!({"action": "type", "id": name, "text": " 漢字 😀"})).await;
    assert_eq!(typed.node_after.and_then(|node| node.value).as_deref(), Some("Ada 漢字 😀"));

    let tree = read(app, memory, false).await.expect("a tree");
    assert_eq!(find(&tree.roots, "Password").expect("listed").value, None);

    let rows = id(app, memory, "Rows").await;
    let scrolled = request(app, memory, json!({"action": "scroll", "id": rows, "direction": "down"})).await;
    assert!(scrolled.success, "{scrolled:?}");

    let (source, target) = (id(app, memory, "Drag Source").await, id(app, memory, "Drop Here").await);
    let dragged = request(app, memory, json!({"action": "drag", "id": source, "toId": target})).await;
    assert!(dragged.success, "{dragged:?}");
    says(app, memory, "Drop Received").await;

    let new = id(app, memory, "New").await;
    assert!(request(app, memory, json!({"action": "click", "id": new})).await.success);
    says(app, memory, "New").await;

    let window = app.windows().await.expect("a list").remove(0);
    app.window_action(window.window, WindowAction::Move { x: 60, y: 80 })
        .await
        .expect("moved");
    let moved = app.windows().await.expect("a list").remove(0);
    assert!(
        moved
            .bounds
            .is_some_and(|bounds| (bounds.x - 60.0).abs() < 1.0 && (bounds.y - 80.0).abs() < 1.0),
        "{moved:?}"
    );

    let unknown = request(app, memory, json!({"action": "click", "id": "btn_00000000"})).await;
    assert_eq!(unknown.code.as_deref(), Some("UNKNOWN_UID"));
    let nonsense = request(app, memory, json!({"action": "key", "key": "hyperspace"})).await;
    assert_eq!(nonsense.code.as_deref(), Some("INVALID_INPUT"));
}
