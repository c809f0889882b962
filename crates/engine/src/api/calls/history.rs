//! Steps in the history of a page, as calls name them.

use crate::backend::Navigation;

words! {
    /// A step in the history of a page.
    pub enum HistoryStep {
        /// One step back.
        Back = "back",
        /// One step forward.
        Forward = "forward",
        /// Load the same address again.
        Reload = "reload",
    }
}

impl From<HistoryStep> for Navigation {
    fn from(step: HistoryStep) -> Self {
        match step {
            HistoryStep::Back => Self::Back,
            HistoryStep::Forward => Self::Forward,
            HistoryStep::Reload => Self::Reload,
        }
    }
}
