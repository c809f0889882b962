//! How much of a snapshot is written, and which roles are worth a UID or a line.

use super::wire::Line;

/// What a caller asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Detail {
    /// Only what can be operated, and the named containers around it.
    pub(crate) interactive_only: bool,
    /// Text that nothing can be done with.
    pub(crate) text: bool,
    /// Every property as the walk gave it.
    pub(crate) attributes: bool,
    /// Every node on a line of its own, nothing folded, cut or left out.
    pub(crate) all: bool,
    /// Texts are given whole, and long runs are not folded: a part of the page was asked for.
    pub(crate) whole: bool,
    /// Levels below the outermost line; what is deeper is counted only.
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
    /// Whether a node gets a line at all; the lines below it do not depend on that.
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

/// A container that an author gave a meaning and a name.
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

/// Roles that are there to be read.
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

/// Whether the UID of a node says something: it can be operated, looked into, or has a name of its own.
pub(super) fn wants_uid(line: &Line<'_>) -> bool {
    line.is_interactive()
        || line.owns_frame()
        // What is sorted by dragging are mostly items of text.
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

/// Cells of a table's row.
pub(super) fn is_cell(role: &str) -> bool {
    matches!(role, "cell" | "gridcell" | "columnheader" | "rowheader")
}

/// Containers that say nothing where they have no name and one thing in them.
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
