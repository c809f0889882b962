//! File choosers: the browser's dialogs in which a person picks files.

use super::FrameId;
use std::sync::Arc;

/// A file chooser that the page opened. The browser did not show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChooser {
    /// The frame whose document opened it.
    pub frame: FrameId,
    /// Whether it takes several files.
    pub multiple: bool,
    /// The protocol's id of the input that gets the files. `None` if a script gets them, as with
    /// `showOpenFilePicker()`: no protocol can pass it any.
    pub input: Option<Arc<str>>,
}

/// The file input that gets files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileInput {
    /// The element with this in-page node number.
    Node(u32),
    /// The input of a file chooser ([`FileChooser::input`]). It may be outside the document.
    Chooser(Arc<str>),
    /// The in-page script's own input outside of the document, whose files a paste or a drop carries.
    Carrier,
}
