//! Reports of the code that a page uses.

use serde::Serialize;

words! {
    /// What a file holds.
    pub enum CoverageKind {
        /// JavaScript.
        Script = "script",
        /// A style sheet.
        Style = "style",
    }
}

/// A script or a style sheet, and what of it was used. Lengths and offsets are in UTF-16 code units of its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CoveredFile {
    /// Script or style.
    pub kind: CoverageKind,
    /// Its address; that of the document for what stands in it.
    pub url: String,
    /// How long it is.
    pub length: u64,
    /// How much of it was used.
    pub used_length: u64,
    /// The parts that were used: where each begins, and where it ends, in order.
    pub used: Vec<[u64; 2]>,
}

/// The code that a page used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CoverageReport {
    /// The page's number.
    pub page: u32,
    /// The 2,000 files with the most that was not used, that with the most first.
    pub files: Vec<CoveredFile>,
    /// How many frames did not answer, so that what only they use is not told.
    pub frames_left_out: usize,
    /// How many documents the page has left meanwhile. The browser may have forgotten what only they used.
    pub documents_left: usize,
}
