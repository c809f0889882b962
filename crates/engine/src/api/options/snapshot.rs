//! What to read of a page, and in which form.

use derive_setters::Setters;
use serde::Deserialize;

words! {
    /// The form of a snapshot.
    #[derive(Default)]
    pub enum SnapshotFormat {
        /// One indented line for each node.
        #[default]
        Text = "text",
        /// A JSON tree.
        Json = "json",
    }
}

/// What to snapshot and how much of it to give.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct SnapshotOptions {
    /// Only the subtree of this UID.
    #[setters(into)]
    pub uid: Option<String>,
    /// Only the subtree of the first match of this CSS selector in the main frame.
    #[setters(into)]
    pub selector: Option<String>,
    /// Only lines that contain this text (in any case), with their ancestors.
    #[setters(into)]
    pub find: Option<String>,
    /// At most this many lines. The limit in bytes applies too.
    pub max_lines: Option<usize>,
    /// At most about this many bytes of text; 0: no limit. Default: 20,000.
    pub max_bytes: Option<usize>,
    /// Continue where an earlier answer of the same snapshot was cut.
    #[setters(into)]
    pub cursor: Option<String>,
    /// Text or JSON. Default: text.
    pub format: SnapshotFormat,
    /// Only interactive elements, and the named containers around them. Default: false.
    pub interactive_only: bool,
    /// The number of levels below the first line. Deeper nodes are only counted. Default: all.
    pub max_depth: Option<u16>,
    /// Whether to include text that is not interactive. Default: true.
    pub include_text: bool,
    /// Include all attributes of the elements, and complete addresses and descriptions. Default: false.
    pub include_attributes: bool,
    /// Show each drawn element on a line of its own, also those without a role or content, and fold or cut nothing.
    /// Inline elements with text join the text around them. Default: false.
    pub include_all: bool,
    /// Show where each element with a UID is drawn: `bounds=x,y,width,height`, in CSS pixels of its frame's
    /// viewport. Default: false.
    pub bounds: bool,
    /// Show text that a person cannot see too, marked `unseen`: transparent, clipped, without size, of the colour of its
    /// ground, or outside of the page. Without this it is left out, and the last line says how much. Default: false.
    pub include_unseen: bool,
    /// Only the changes of the whole page since the snapshot with this number, or since the last one for 0,
    /// as text. The answer is the whole tree if that is shorter or if the snapshot is no longer kept, and
    /// its text says so.
    pub since: Option<u32>,
    /// With `since`: first wait until the page has stopped changing, for at most half a second. Default:
    /// false.
    pub settle: bool,
}

impl Default for SnapshotOptions {
    fn default() -> Self {
        Self {
            uid: None,
            selector: None,
            find: None,
            max_lines: None,
            max_bytes: None,
            cursor: None,
            format: SnapshotFormat::Text,
            interactive_only: false,
            max_depth: None,
            include_text: true,
            include_attributes: false,
            include_all: false,
            bounds: false,
            include_unseen: false,
            since: None,
            settle: false,
        }
    }
}

/// Which nodes to give as data.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct NodesOptions {
    /// Only the subtree of this UID.
    #[setters(into)]
    pub uid: Option<String>,
    /// Only the subtree of the first match of this CSS selector in the main frame.
    #[setters(into)]
    pub selector: Option<String>,
    /// Every attribute of the elements, and whole addresses and descriptions. Default: false.
    pub include_attributes: bool,
    /// Where each element with a UID is drawn, in CSS pixels of its frame's viewport, as the value
    /// `bounds`. Default: false.
    pub bounds: bool,
}

/// What to search for. A line matches if all given criteria match. At least one of `text`, `regex`, `role`
/// and `name` is required.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct FindOptions {
    /// Text in a line's name, role or values, in any case.
    #[setters(into)]
    pub text: Option<String>,
    /// Regular expression (of the Rust crate `regex`) that the name or a value matches.
    #[setters(into)]
    pub regex: Option<String>,
    /// The role.
    #[setters(into)]
    pub role: Option<String>,
    /// Text in the name, in any case.
    #[setters(into)]
    pub name: Option<String>,
    /// At most this many hits. Default: 20; at most 500.
    pub limit: Option<usize>,
    /// The number of lines to show before and after each hit. Default: 0; at most 50.
    pub context: Option<usize>,
    /// Continue where an earlier answer ended, with the same arguments. The page is not read again.
    #[setters(into)]
    pub cursor: Option<String>,
}
