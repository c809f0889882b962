//! The real backend over the stand-in for the C calls: which calls it makes, in which order, and that it releases
//! everything.

mod actions;
mod failures;
mod input;
mod reading;
mod windows;

use super::MacPlatform;
use super::shim::{APPLICATION, Effect, Node, Shim, Value};
use crate::desktop::act::{Memory, act};
use crate::desktop::{DesktopApp, DesktopPlatform, UiActionRequest, UiActionResponse, UiNode};
use std::rc::Rc;
use std::sync::Arc;

const WINDOW: usize = 10;
const CLOSE: usize = 11;
const SAVE: usize = 12;
const CHECK: usize = 13;
const NAME: usize = 14;
const SECRET: usize = 15;
const SLIDER: usize = 16;
const GREY: usize = 17;
const AREA: usize = 18;
const STATUS: usize = 19;
const BAR: usize = 21;
const CONTENTS: usize = 22;
const SOURCE: usize = 23;
const TARGET: usize = 24;
const HOLLOW: usize = 25;
const MODAL: usize = 26;
const FIXED: usize = 27;
const MENU_BAR: usize = 60;
const OTHER: usize = 90;
/// The process of the other application. It never receives anything.
const OTHER_PID: i32 = 1;

fn own_pid() -> u32 {
    std::process::id()
}

fn status(text: &str) -> Effect {
    Effect::Set(STATUS, "AXValue", Value::Text(text.to_owned()))
}

/// An application with one window and a menu, in front of another application.
#[expect(clippy::too_many_lines, reason = "a table of elements")]
fn fixture() -> Shim {
    let other = Node {
        pid: OTHER_PID,
        ..Node::new("AXApplication")
            .holding(&[91])
            .settable("AXFrontmost", Value::Flag(false))
    };
    let other_window = Node {
        pid: OTHER_PID,
        ..Node::new("AXWindow").text("AXTitle", "Other").at([0.0, 0.0, 900.0, 700.0])
    };
    let shim = Shim::start([
        (
            APPLICATION,
            Node::new("AXApplication")
                .text("AXTitle", "Fixture")
                .settable("AXFrontmost", Value::Flag(true))
                .with("AXFocusedWindow", Value::Element(WINDOW))
                .with("AXWindows", Value::Elements(vec![WINDOW]))
                .with("AXMenuBar", Value::Element(MENU_BAR))
                .holding(&[WINDOW, MENU_BAR]),
        ),
        (
            WINDOW,
            Node::new("AXWindow")
                .text("AXTitle", "Main")
                .settable("AXMain", Value::Flag(true))
                .settable("AXMinimized", Value::Flag(false))
                .settable("AXPosition", Value::Point(100.0, 100.0))
                .settable("AXSize", Value::Size(400.0, 300.0))
                .with("AXCloseButton", Value::Element(CLOSE))
                .acting("AXRaise")
                .holding(&[
                    CLOSE, SAVE, CHECK, NAME, SECRET, SLIDER, GREY, AREA, STATUS, SOURCE, TARGET, HOLLOW, MODAL, FIXED,
                ]),
        ),
        (
            CLOSE,
            Node::new("AXButton").text("AXTitle", "Close").pressed(Effect::Remove(WINDOW)),
        ),
        (
            SAVE,
            Node::new("AXButton")
                .text("AXTitle", "Save")
                .text("AXIdentifier", "save")
                .with("AXTitleUIElement", Value::Absent)
                .at([110.0, 110.0, 80.0, 20.0])
                .pressed(status("Saved")),
        ),
        (
            CHECK,
            Node::new("AXCheckBox")
                .text("AXTitle", "Loud")
                .with("AXValue", Value::Integer(0))
                .pressed(Effect::Toggle),
        ),
        (
            NAME,
            Node::new("AXTextField")
                .text("AXDescription", "Name")
                .settable("AXValue", Value::Text(String::new()))
                .settable("AXSelectedText", Value::Text(String::new()))
                .settable("AXFocused", Value::Flag(false))
                .at([110.0, 140.0, 120.0, 20.0]),
        ),
        (
            SECRET,
            Node::new("AXTextField")
                .text("AXSubrole", "AXSecureTextField")
                .text("AXTitle", "Password")
                .settable("AXValue", Value::Text("hunter2".to_owned()))
                .settable("AXFocused", Value::Flag(false))
                .at([110.0, 170.0, 120.0, 20.0]),
        ),
        (
            SLIDER,
            Node::new("AXSlider")
                .text("AXTitle", "Volume")
                .settable("AXValue", Value::Number(0.25)),
        ),
        (
            GREY,
            Node::new("AXButton")
                .text("AXTitle", "Later")
                .with("AXEnabled", Value::Flag(false))
                .pressed(status("Later")),
        ),
        (
            AREA,
            Node::new("AXScrollArea")
                .at([300.0, 120.0, 100.0, 200.0])
                .with("AXVerticalScrollBar", Value::Element(BAR))
                .with("AXContents", Value::Elements(vec![CONTENTS]))
                .holding(&[CONTENTS, BAR]),
        ),
        (BAR, Node::new("AXScrollBar").settable("AXValue", Value::Number(0.5))),
        (
            CONTENTS,
            Node::new("AXList").text("AXTitle", "Songs").at([300.0, 120.0, 90.0, 1200.0]),
        ),
        (STATUS, Node::new("AXStaticText").text("AXValue", "Ready")),
        (
            SOURCE,
            Node::new("AXStaticText")
                .text("AXValue", "Drag Source")
                .at([110.0, 300.0, 80.0, 20.0]),
        ),
        (
            TARGET,
            Node::new("AXStaticText")
                .text("AXValue", "Drop Here")
                .at([210.0, 340.0, 80.0, 20.0]),
        ),
        (
            HOLLOW,
            Node::new("AXButton").text("AXTitle", "Hollow").pressed(Effect::Nothing),
        ),
        (
            MODAL,
            Node::new("AXButton").text("AXTitle", "Ask").pressed(Effect::SetAndBlock(
                STATUS,
                "AXValue",
                Value::Text("Asking".to_owned()),
            )),
        ),
        (
            FIXED,
            Node::new("AXTextField").text("AXTitle", "Fixed").text("AXValue", "as it is"),
        ),
        (MENU_BAR, Node::new("AXMenuBar").holding(&[61])),
        (61, Node::new("AXMenuBarItem").text("AXTitle", "File").holding(&[62])),
        (62, Node::new("AXMenu").text("AXTitle", "File").holding(&[63, 64])),
        (63, Node::new("AXMenuItem").text("AXTitle", "New").pressed(status("New"))),
        (
            64,
            Node::new("AXMenuItem")
                .text("AXTitle", "Wrap")
                .text("AXMenuItemMarkChar", "✓")
                .pressed(status("Wrap")),
        ),
        (OTHER, other),
        (91, other_window),
    ]);
    shim.world(|world| {
        let pid = i64::from(own_pid());
        world.windows = vec![
            (7, pid, "Fixture".to_owned(), 25, [0.0, 0.0, 900.0, 24.0]),
            (42, pid, "Fixture".to_owned(), 0, [100.0, 100.0, 400.0, 300.0]),
            (43, i64::from(OTHER_PID), "Other".to_owned(), 0, [0.0, 0.0, 900.0, 700.0]),
        ];
    });
    shim
}

/// Runs a test over the fixture. Afterwards no object may be left, and none may have been used after its release.
fn contract<F: Future>(body: impl FnOnce(Session) -> F) -> F::Output {
    on(fixture(), body)
}

/// The same over another application.
fn on<F: Future>(shim: Shim, body: impl FnOnce(Session) -> F) -> F::Output {
    let shim = Rc::new(shim);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let answer = runtime.block_on(body(Session { shim: Rc::clone(&shim) }));
    // Ends the threads that ran the calls.
    drop(runtime);
    shim.assert_clean();
    answer
}

/// What a test works with.
struct Session {
    shim: Rc<Shim>,
}

impl Session {
    async fn attach(&self) -> Arc<dyn DesktopApp> {
        MacPlatform.attach(own_pid()).await.expect("allowed").expect("it answers")
    }

    /// Reads the tree with ids.
    async fn tree(&self, app: &dyn DesktopApp, memory: &mut Memory) -> Vec<UiNode> {
        crate::desktop::act::read(app, memory, false).await.expect("a tree").roots
    }

    /// Carries out a request in its wire format.
    async fn act(&self, app: &dyn DesktopApp, memory: &mut Memory, request: serde_json::Value) -> UiActionResponse {
        let mut request = request;
        request["sessionId"] = "s".into();
        let request: UiActionRequest = serde_json::from_value(request).expect("a request");
        request.validate().expect("valid");
        act(app, memory, &request).await.expect("an answer")
    }
}

/// Finds a node by its title.
fn find<'a>(nodes: &'a [UiNode], title: &str) -> Option<&'a UiNode> {
    nodes.iter().find_map(|node| {
        if node.title.as_deref() == Some(title) {
            return Some(node);
        }
        find(&node.children, title)
    })
}

fn id(nodes: &[UiNode], title: &str) -> String {
    find(nodes, title).unwrap_or_else(|| panic!("no node {title}")).id.clone()
}
