//! The parts of CDP's messages that this backend reads, with the protocol's names.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetInfo {
    pub(super) target_id: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) title: String,
    pub(super) url: String,
    pub(super) opener_id: Option<String>,
    pub(super) parent_frame_id: Option<String>,
    pub(super) browser_context_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetEvent {
    pub(super) target_info: TargetInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetInfos {
    pub(super) target_infos: Vec<TargetInfo>,
}

/// Answer of `Target.createBrowserContext`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BrowserContext {
    pub(super) browser_context_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetId {
    pub(super) target_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttachedToTarget {
    pub(super) session_id: String,
    /// Whether the target waits until it is told to run.
    #[serde(default)]
    pub(super) waiting_for_debugger: bool,
    pub(super) target_info: TargetInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionId {
    pub(super) session_id: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameInfo {
    pub(super) id: String,
    pub(super) parent_id: Option<String>,
    pub(super) loader_id: String,
    pub(super) url: String,
    #[serde(default)]
    pub(super) url_fragment: String,
    pub(super) unreachable_url: Option<String>,
}

impl FrameInfo {
    /// The address with its fragment, which the protocol sends separately.
    pub(super) fn address(&self) -> String {
        format!("{}{}", self.url, self.url_fragment)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameBranch {
    pub(super) frame: FrameInfo,
    #[serde(default)]
    pub(super) child_frames: Vec<FrameBranch>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameTreeReply {
    pub(super) frame_tree: FrameBranch,
}

#[derive(Debug, Deserialize)]
pub(super) struct FrameNavigated {
    pub(super) frame: FrameInfo,
    #[serde(rename = "type", default)]
    pub(super) kind: String,
}

/// `Page.frameAttached`, `frameDetached`, `frameStoppedLoading` and similar events.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameEvent {
    pub(super) frame_id: String,
    pub(super) parent_frame_id: Option<String>,
    #[serde(default)]
    pub(super) reason: String,
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) disposition: String,
    #[serde(default)]
    pub(super) navigation_type: String,
    /// The life cycle event's name.
    #[serde(default)]
    pub(super) name: String,
}

/// `Page.javascriptDialogClosed`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DialogClosed {
    /// Whether it was accepted.
    pub(super) result: bool,
    /// What was typed into a prompt.
    #[serde(default)]
    pub(super) user_input: String,
}

/// `Page.windowOpen`.
#[derive(Debug, Deserialize)]
pub(super) struct WindowOpen {
    pub(super) url: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DialogOpening {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) message: String,
    #[serde(default)]
    pub(super) default_prompt: String,
}

/// Not part of CDP: our extension reports a tab whose page the browser is resizing.
#[derive(Debug, Deserialize)]
pub(super) struct Resizing {
    pub(super) resizing: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DownloadBegin {
    pub(super) frame_id: String,
    pub(super) guid: String,
    pub(super) suggested_filename: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DownloadProgress {
    pub(super) guid: String,
    #[serde(default)]
    pub(super) received_bytes: f64,
    pub(super) state: String,
    pub(super) file_path: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavigateReply {
    pub(super) loader_id: Option<String>,
    pub(super) error_text: Option<String>,
    #[serde(default)]
    pub(super) is_download: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavigationHistory {
    pub(super) current_index: usize,
    pub(super) entries: Vec<HistoryEntry>,
}

#[derive(Debug, Deserialize)]
pub(super) struct HistoryEntry {
    pub(super) id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorldReply {
    pub(super) execution_context_id: i64,
}

/// `Page.fileChooserOpened`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileChooserOpened {
    pub(super) frame_id: String,
    #[serde(default)]
    pub(super) mode: String,
    /// Absent if no input of the page opened it.
    pub(super) backend_node_id: Option<i64>,
}

/// The reply to `Runtime.evaluate` and `Runtime.callFunctionOn`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScriptReply {
    pub(super) result: RemoteObject,
    pub(super) exception_details: Option<ExceptionDetails>,
}

/// A value (only strings are requested) or a handle.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoteObject {
    #[serde(default, deserialize_with = "string_or_nothing")]
    pub(super) value: Option<String>,
    pub(super) object_id: Option<String>,
}

/// Keeps a string; any other value counts as absent.
fn string_or_nothing<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value {
        Text(String),
        Other(serde::de::IgnoredAny),
    }
    Ok(match Option::<Value>::deserialize(input)? {
        Some(Value::Text(text)) => Some(text),
        Some(Value::Other(_)) | None => None,
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct ExceptionDetails {
    pub(super) text: String,
    pub(super) exception: Option<ExceptionObject>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ExceptionObject {
    pub(super) description: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ResolvedNode {
    pub(super) object: RemoteObject,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameOwner {
    pub(super) backend_node_id: i64,
}

#[derive(Debug, Deserialize)]
pub(super) struct DescribedNode {
    pub(super) node: Node,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Node {
    pub(super) backend_node_id: i64,
    #[serde(default)]
    pub(super) shadow_roots: Vec<Node>,
    pub(super) shadow_root_type: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Properties {
    pub(super) result: Vec<Property>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: Option<RemoteObject>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Screenshot {
    pub(super) data: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct LayoutMetrics {
    /// In device pixels.
    #[serde(rename = "layoutViewport")]
    pub(super) device: LayoutViewport,
    #[serde(rename = "cssLayoutViewport")]
    pub(super) layout: LayoutViewport,
    #[serde(rename = "cssVisualViewport")]
    pub(super) visual: VisualViewport,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayoutViewport {
    pub(super) page_x: f64,
    pub(super) page_y: f64,
    pub(super) client_width: f64,
    pub(super) client_height: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VisualViewport {
    /// Where it begins in the viewport.
    pub(super) offset_x: f64,
    pub(super) offset_y: f64,
    /// How far the page is zoomed in.
    pub(super) scale: f64,
}

#[derive(Debug, Deserialize)]
pub(super) struct Version {
    pub(super) product: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct DragIntercepted {
    pub(super) data: serde_json::Value,
}
