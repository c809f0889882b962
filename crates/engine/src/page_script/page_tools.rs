//! Tools that the page offers: `injected/src/page-tools`.

use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedTool {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) schema: Option<String>,
    pub(crate) read_only: bool,
    pub(crate) untrusted_content: bool,
    pub(crate) consequential: bool,
}

/// Answer of `pageTools`.
#[derive(Debug, Deserialize)]
pub(crate) struct ListedTools {
    pub(crate) supported: bool,
    pub(crate) origin: String,
    pub(crate) tools: Vec<ListedTool>,
    pub(crate) more: usize,
}

/// Arguments of `pageTools`.
#[derive(Debug, Serialize)]
pub(crate) struct PageToolsArgs<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<&'a str>,
}

/// Arguments of `startTool`.
#[derive(Debug, Serialize)]
pub(crate) struct StartToolArgs<'a> {
    pub(crate) name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) schema: Option<&'a str>,
    pub(crate) input: &'a str,
}

/// Answer of `startTool`.
#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "camelCase")]
pub(crate) enum ToolStarted {
    Started { id: u32 },
    NoTool,
    OtherTool,
}

/// Arguments of `toolResult` and `stopTool`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolArgs {
    pub(crate) id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) timeout_ms: Option<u64>,
}

/// Answer of `toolResult`.
#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "camelCase")]
pub(crate) enum ToolResult {
    Answered {
        text: String,
        cut: bool,
    },
    Threw {
        text: String,
    },
    /// The browser does not run it.
    Refused {
        text: String,
    },
    Running,
    Gone,
}
