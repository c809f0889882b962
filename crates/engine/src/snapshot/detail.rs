//! How much of a snapshot is written, and which roles get a UID or a line.

use super::wire::Line;

/// The level of detail that a caller requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Detail {
    /// Only operable nodes, and the named containers around them.
    pub(crate) interactive_only: bool,
    /// Include text that cannot be operated.
    pub(crate) text: bool,
    /// Write every property as the walk reported it.
    pub(crate) attributes: bool,
    /// Write every node on its own line; nothing is folded, cut or left out.
    pub(crate) all: bool,
    /// Write texts in full and do not fold long runs: part of a page was requested.
    pub(crate) whole: bool,
    /// Levels below the outermost line. Deeper lines are only counted.
    pub(crate) max_depth: Option<u16>,
}

impl Default for Detail {
    fn default() -> Self {
        Self {
            interactive_only: false,
            text: true,
            attributes: false,
            all: false,
            whole: false,
            max_depth: None,
        }
    }
}

impl Detail {
    /// Whether a node gets a line. The lines below it do not depend on that.
    pub(super) fn keeps(self, line: &Line<'_>, has_controls: bool) -> bool {
        if self.all || line.is_interactive() {
            return true;
        }
        if self.interactive_only {
            return has_controls
                && (line.owns_frame() || matches!(line.role, "document" | "dialog" | "alertdialog") || is_area(line));
        }
        self.text || has_controls || !is_text(line.role) || line.properties().next().is_some()
    }
}

/// A container with a role and a name from the author.
fn is_area(line: &Line<'_>) -> bool {
    !line.name.is_empty()
        && !line.is_shown_by_text()
        && matches!(
            line.role,
            "banner"
                | "complementary"
                | "contentinfo"
                | "form"
                | "grid"
                | "group"
                | "list"
                | "listbox"
                | "main"
                | "menu"
                | "menubar"
                | "navigation"
                | "radiogroup"
                | "region"
                | "search"
                | "table"
                | "tablist"
                | "tabpanel"
                | "toolbar"
                | "tree"
                | "treegrid"
        )
}

/// Roles whose nodes are only read.
pub(super) fn is_text(role: &str) -> bool {
    is_cell(role)
        || matches!(
            role,
            "text"
                | "paragraph"
                | "listitem"
                | "term"
                | "definition"
                | "blockquote"
                | "caption"
                | "row"
                | "rowgroup"
                | "code"
                | "time"
                | "strong"
                | "emphasis"
                | "superscript"
                | "subscript"
                | "deletion"
                | "insertion"
                | "mark"
                | "separator"
        )
}

/// Whether a node gets its UID written: it can be operated or inspected, or has a name of its own.
pub(super) fn wants_uid(line: &Line<'_>) -> bool {
    line.is_interactive()
        || line.owns_frame()
        // Items that are sorted by dragging are mostly items of text.
        || line.role == "listitem" && line.is_shown_by_text()
        || !(is_text(line.role)
            || matches!(line.role, "img" | "heading")
            || (line.name.is_empty()
                && line.properties().next().is_none()
                && matches!(
                    line.role,
                    "list"
                        | "group"
                        | "generic"
                        | "figure"
                        | "article"
                        | "main"
                        | "banner"
                        | "contentinfo"
                        | "navigation"
                        | "complementary"
                )))
}

/// The cells of a table row.
pub(super) fn is_cell(role: &str) -> bool {
    matches!(role, "cell" | "gridcell" | "columnheader" | "rowheader")
}

/// Containers without meaning if they have no name and one child.
pub(super) fn is_wrapper(line: &Line<'_>) -> bool {
    line.name.is_empty()
        && !line.is_interactive()
        && !line.owns_frame()
        && line.properties().all(|(key, _)| key == "offscreen")
        && matches!(
            line.role,
            "group" | "generic" | "figure" | "list" | "listitem" | "paragraph" | "article" | "definition" | "term" | "blockquote"
        )
}

/// Roles whose text and controls read as one line.
pub(super) fn is_flow(role: &str) -> bool {
    matches!(
        role,
        "paragraph" | "listitem" | "definition" | "term" | "blockquote" | "caption" | "note" | "status" | "cell" | "gridcell"
    )
}
