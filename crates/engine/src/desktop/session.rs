//! A session with one application: its tree, actions on it, its windows and its output.

use super::act::{Memory, act, not_running, read};
use super::app::{DesktopApp, Picture, WindowAction, WindowInfo};
use super::diff::{TreeDiff, diff_trees};
use super::find::{self, Query};
use super::marks;
use super::menu::press_menu;
use super::node::UiNode;
use super::registry::SessionInfo;
use super::render::{Limits, render};
use super::request::{UiActionRequest, UiActionResponse};
use super::tree::{UiTree, each};
use crate::backend::ImageFormat;
use crate::error::{EngineError, ErrorKind, Result};
use crate::launch::Program;
use crate::options::SnapshotFormat;
use crate::picture;
use crate::report::Bytes;
use crate::text::{json_line, quote, shorten};
use derive_setters::Setters;
use futures_util::stream::{self, StreamExt as _};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;

/// Time for a program to exit after it was asked to.
const END_LIMIT: Duration = Duration::from_secs(2);
/// Number of nodes that are read concurrently.
const DETAIL_WIDTH: usize = 32;
/// Number of earlier trees that are stored to report changes against.
const KEPT_TREES: usize = 8;

/// The part of a tree to return, and how.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopUiOptions"))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct UiQuery {
    /// Only this node and its descendants.
    #[setters(into)]
    pub id: Option<String>,
    /// Only nodes with this in role, title or value, in any case; and their ancestors.
    #[setters(into)]
    pub find: Option<String>,
    /// Only nodes with this role.
    #[setters(into)]
    pub role: Option<String>,
    /// Only nodes with exactly this title.
    #[setters(into)]
    pub title: Option<String>,
    /// Only the node at the end of these titles, from the outside in.
    pub path: Vec<String>,
    /// Levels below the roots. Default: all.
    pub depth: Option<usize>,
    /// Also nodes that are not shown. Default: false.
    pub hidden: bool,
    /// Only the changes since the tree with this number.
    pub since: Option<u32>,
    /// At most about this many bytes of text. Default: 20,000.
    pub max_bytes: Option<usize>,
    /// Text, or JSON with bounds and actions. Default: text.
    pub format: SnapshotFormat,
}

impl UiQuery {
    fn matching(&self) -> Query {
        Query {
            id: None,
            role: self.role.clone(),
            title: self.title.clone(),
            text: self.find.clone(),
            path: self.path.clone(),
        }
    }
}

/// A tree, or its changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopUiReport"))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct UiReport {
    /// The number of this tree, to be passed as `since` later.
    pub tree: u32,
    /// The tree or the changes, followed by remarks on what is missing. The application's text in it is
    /// quoted.
    pub text: String,
    /// Number of nodes in the tree.
    pub nodes: usize,
}

/// What to take a picture of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopScreenshotOptions"))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct WindowPictureOptions {
    /// The number of a window. Default: the active one.
    pub window: Option<u64>,
    /// Put numbers on nodes that can be operated. Default: false.
    pub marked: bool,
}

/// A picture of a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopPicture"))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WindowPicture {
    /// PNG.
    pub data: Bytes,
    /// For a marked picture: each number with its node.
    pub legend: String,
}

/// Which window to operate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopWindowOptions"))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct WindowOptions {
    /// The number of a window. Default: the active one.
    pub window: Option<u64>,
}

/// One driven application.
pub struct Session {
    id: String,
    app: Arc<dyn DesktopApp>,
    program: Option<Program>,
    enabled: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    memory: Memory,
    trees: Vec<(u32, UiTree)>,
    count: u32,
}

impl Session {
    pub(super) fn new(id: String, app: Arc<dyn DesktopApp>, program: Option<Program>) -> Self {
        Self {
            id,
            app,
            program,
            enabled: AtomicBool::new(true),
            state: Mutex::default(),
        }
    }

    /// Its id, process id and origin.
    pub fn info(&self) -> SessionInfo {
        SessionInfo {
            session_id: self.id.clone(),
            pid: self.app.pid(),
            launched: self.program.is_some(),
        }
    }

    /// The end of a launched program's output.
    pub fn output(&self) -> String {
        self.program.as_ref().map(Program::output).unwrap_or_default()
    }

    /// Switches actions on or off. While they are off, the application can be read but not changed.
    pub fn enable(&self, enabled: bool) {
        self.enabled.store(enabled, Ordering::SeqCst);
        tracing::info!(session = self.id, enabled, "desktop actions switched");
    }

    fn check(&self) -> Result<()> {
        if !self.app.is_running() || self.program.as_ref().is_some_and(|program| program.exit_status().is_some()) {
            return Err(not_running(self.app.pid()));
        }
        Ok(())
    }

    fn check_enabled(&self) -> Result<()> {
        self.check()?;
        if self.enabled.load(Ordering::SeqCst) {
            return Ok(());
        }
        Err(
            EngineError::new(ErrorKind::PermissionDenied, "actions of this session are switched off")
                .with_next_step(crate::error::NextStep::EnableActions),
        )
    }

    /// Its tree, or the changes in it.
    ///
    /// # Errors
    /// `SessionEnded`, `Timeout` if the application hangs, `StaleUid` for an id that no longer exists.
    pub async fn ui(&self, query: &UiQuery) -> Result<UiReport> {
        self.check()?;
        let mut state = self.state.lock().await;
        let tree = read(&*self.app, &mut state.memory, query.hidden).await?;
        let text = match query.since {
            Some(number) => {
                let (_, old) = state.trees.iter().find(|(stored, _)| *stored == number).ok_or_else(|| {
                    EngineError::new(ErrorKind::InvalidInput, format!("the tree {number} is not kept any more"))
                        .with_next_step("read the whole tree")
                })?;
                changes(&diff_trees(old, &tree), query.format)
            }
            None => self.tree_text(&tree, &state.memory, query).await?,
        };
        state.count += 1;
        let number = state.count;
        let nodes = tree.len();
        state.trees.push((number, tree));
        let surplus = state.trees.len().saturating_sub(KEPT_TREES);
        state.trees.drain(..surplus);
        Ok(UiReport {
            tree: number,
            text,
            nodes,
        })
    }

    async fn tree_text(&self, tree: &UiTree, memory: &Memory, query: &UiQuery) -> Result<String> {
        let scope: Vec<UiNode> = match &query.id {
            Some(id) => vec![tree.get(id).cloned().ok_or_else(|| node_not_found(id, memory))?],
            None => tree.roots.clone(),
        };
        let matching = query.matching();
        let finds = matching != Query::default();
        let found: HashSet<&str> = if finds {
            find::find(&scope, &matching).iter().map(|node| node.id.as_str()).collect()
        } else {
            HashSet::new()
        };
        if finds && found.is_empty() {
            return Ok(format!("Nothing found among {} nodes.\n", tree.len()));
        }
        if query.format == SnapshotFormat::Json {
            let mut shown: Vec<UiNode> = if finds {
                find::find(&scope, &matching).into_iter().map(UiNode::alone).collect()
            } else {
                scope.clone()
            };
            for node in &mut shown {
                cut_depth(node, query.depth.unwrap_or(usize::MAX));
            }
            self.detail(&mut shown, tree).await;
            return serde_json::to_string(&shown)
                .map(|json| json_line(&json).into_owned())
                .map_err(|error| EngineError::new(ErrorKind::Internal, "the tree could not be written").with_source(error));
        }
        let keep = |node: &UiNode| found.contains(node.id.as_str());
        let limits = Limits {
            depth: query.depth,
            max_bytes: query.max_bytes,
        };
        let rendered = render(&scope, limits, finds.then_some(&keep as &dyn Fn(&UiNode) -> bool));
        let mut text = rendered.text;
        if rendered.shown < rendered.total {
            let _ = writeln!(
                text,
                "… {} of {} lines left out. Narrow down: id, find, role, title or depth.",
                rendered.total - rendered.shown,
                rendered.total
            );
        }
        if let Some(cut) = &tree.cut {
            let _ = writeln!(text, "({cut})");
        }
        if tree.is_empty() {
            text.push_str("The application shows no window.\n");
        }
        Ok(text)
    }

    /// Adds bounds and actions, which only single readings give.
    async fn detail(&self, nodes: &mut [UiNode], tree: &UiTree) {
        let mut wanted = Vec::new();
        each(nodes, &mut |node| {
            if let Some(handle) = tree.handle(&node.id) {
                wanted.push((node.id.clone(), handle.key.clone()));
            }
        });
        let mut details: HashMap<String, UiNode> = stream::iter(wanted)
            .map(|(id, key)| async move { Some((id, self.app.read_node(&key).await.ok()??.node)) })
            .buffer_unordered(DETAIL_WIDTH)
            .filter_map(|detail| async { detail })
            .collect()
            .await;
        let mut stack: Vec<&mut UiNode> = nodes.iter_mut().collect();
        while let Some(node) = stack.pop() {
            if let Some(detail) = details.remove(&node.id) {
                node.bounds = detail.bounds;
                node.actions = detail.actions;
            }
            stack.extend(&mut node.children);
        }
    }

    /// Carries out an action.
    ///
    /// # Errors
    /// `InvalidInput` for an incomplete request, `SessionEnded`, `PermissionDenied` while actions are switched off.
    /// Failures of the node are reported in the answer.
    pub async fn act(&self, request: &UiActionRequest) -> Result<UiActionResponse> {
        request.validate()?;
        self.check_enabled()?;
        let mut state = self.state.lock().await;
        act(&*self.app, &mut state.memory, request).await
    }

    /// Presses a menu item by its path.
    ///
    /// # Errors
    /// `InvalidInput` for an empty path, `OptionNotFound` with the available items, `NotEnabled` for a
    /// disabled one; `PermissionDenied` while actions are switched off.
    pub async fn menu(&self, path: &[String]) -> Result<TreeDiff> {
        self.check_enabled()?;
        let mut state = self.state.lock().await;
        press_menu(&*self.app, &mut state.memory, path).await
    }

    /// Its windows.
    ///
    /// # Errors
    /// `Unsupported` if the platform cannot list windows.
    pub async fn windows(&self) -> Result<Vec<WindowInfo>> {
        self.check()?;
        self.app.windows().await
    }

    /// Performs an operation on one of its windows. Without a number, on its active window, or else on the topmost
    /// one. Returns the window afterwards; `None` if it is gone.
    ///
    /// # Errors
    /// `InvalidInput` for a window of another application, `PermissionDenied` while actions are switched off.
    pub async fn window_action(&self, action: WindowAction, options: &WindowOptions) -> Result<Option<WindowInfo>> {
        self.check_enabled()?;
        if let WindowAction::Resize { width: 0, .. } | WindowAction::Resize { height: 0, .. } = action {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                "width and height must be at least 1",
            ));
        }
        let window = self.choose(options.window).await?;
        self.app.window_action(window, action).await?;
        super::settle::settle(self.app.activity(), Duration::from_millis(200)).await;
        if !self.app.is_running() {
            return Ok(None);
        }
        Ok(self.app.windows().await?.into_iter().find(|shown| shown.window == window))
    }

    async fn choose(&self, window: Option<u64>) -> Result<u64> {
        if let Some(window) = window {
            return Ok(window);
        }
        let windows = self.app.windows().await?;
        let active = windows.iter().find(|window| window.active);
        active.or(windows.last()).map(|window| window.window).ok_or_else(|| {
            EngineError::new(ErrorKind::NotVisible, "the application has no window").with_next_step("wait until it opens one")
        })
    }

    /// A picture of a window as PNG. With `marked`, operable nodes carry numbers, and the returned text maps each
    /// number to an id.
    ///
    /// # Errors
    /// `Unsupported` if the platform cannot take pictures.
    pub async fn screenshot(&self, options: &WindowPictureOptions) -> Result<WindowPicture> {
        self.check()?;
        let window = self.choose(options.window).await?;
        let mut picture: Picture = self.app.picture(window).await?;
        let (mut placed, mut legend) = (Vec::new(), String::new());
        if options.marked {
            let mut state = self.state.lock().await;
            let tree = read(&*self.app, &mut state.memory, false).await?;
            let mut nodes = marks::candidates(&tree.roots);
            self.detail(&mut nodes, &tree).await;
            (placed, legend) = marks::place(&picture, &nodes);
        }
        // Encoding takes long: it runs on a blocking thread.
        let work = move || {
            picture::draw(&mut picture.pixels, &placed);
            picture::write(&picture.pixels, ImageFormat::Png, None)
        };
        let (data, _) = tokio::task::spawn_blocking(work).await.map_err(|source| {
            EngineError::new(ErrorKind::Internal, "the picture could not be processed").with_source(source)
        })??;
        Ok(WindowPicture {
            data: data.into(),
            legend,
        })
    }

    /// Ends a launched program with its children.
    pub(super) async fn end(&self) {
        let Some(program) = &self.program else { return };
        program.ask();
        let _ = tokio::time::timeout(END_LIMIT, program.ended()).await;
        program.kill();
    }
}

fn node_not_found(id: &str, memory: &Memory) -> EngineError {
    let kind = if memory.book.contains(id) {
        ErrorKind::StaleUid
    } else {
        ErrorKind::UnknownUid
    };
    EngineError::new(kind, format!("node not found: {}", quote(&shorten(id, 60))))
        .with_next_step(crate::error::NextStep::application("use an id from it"))
}

fn changes(diff: &TreeDiff, format: SnapshotFormat) -> String {
    match format {
        SnapshotFormat::Text if diff.is_empty() => "Nothing changed.\n".to_owned(),
        SnapshotFormat::Text => diff.text(),
        SnapshotFormat::Json => json_line(&serde_json::to_string(diff).unwrap_or_default()).into_owned(),
    }
}

fn cut_depth(node: &mut UiNode, depth: usize) {
    if depth == 0 {
        node.children.clear();
    } else {
        for child in &mut node.children {
            cut_depth(child, depth - 1);
        }
    }
}
