//! What keeps the pointer from an element, in the words of the in-page script.

use serde::Deserialize;

/// Where a covered target is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Veiled {
    /// Under the blocker.
    #[default]
    Under,
    /// Under the backdrop of the blocker.
    Backdrop,
    /// Behind the blocker, which keeps the focus.
    Behind,
    /// In a page that takes no pointer while the blocker is open.
    Beside,
    /// In a page that is inert while the blocker is open.
    Inert,
    /// Under the blocker, a clear box of the target's own item, or in it; the blocker takes the pointer for it.
    Over,
}
