//! What the protocols share about cookies and storage.

/// The address at which the page begins in which a script runs for an origin: no other page is ever created there, so
/// it is told from the pages of the session.
pub(super) const EMPTY_PAGE: &str = "about:blank#uipilot-storage";
