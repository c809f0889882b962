//! How a page is read as text.

use derive_setters::Setters;
use serde::Deserialize;

words! {
    /// The form of a page's text.
    #[derive(Default)]
    pub enum ReadFormat {
        /// Markdown, with references to links and a list of their addresses.
        #[default]
        Markdown = "markdown",
        /// Plain text, without addresses.
        Text = "text",
    }
}

words! {
    /// How much of a page is read.
    #[derive(Default)]
    pub enum ReadContent {
        /// What the page is about, without navigation, advertisements and the like; all of it if there is no such part.
        #[default]
        Main = "main",
        /// Everything that is shown.
        All = "all",
    }
}

words! {
    /// How Markdown says where links lead.
    #[derive(Default)]
    pub enum ReadLinks {
        /// By a number, with a list of the addresses at the end of each piece.
        #[default]
        References = "references",
        /// Behind the text of each link.
        Inline = "inline",
        /// Not at all; the texts of links stand in brackets. Half of a usual page is addresses.
        None = "none",
    }
}

/// How to read a page. Without a UID, the selected page is read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ReadPageOptions {
    /// Only this element, with everything in it.
    #[setters(into)]
    pub uid: Option<String>,
    /// The main part of the page, or all of it. Default: main.
    pub content: ReadContent,
    /// Markdown or plain text. Default: Markdown.
    pub format: ReadFormat,
    /// How links are written. Default: as references.
    pub links: ReadLinks,
    /// Give the headings instead of the text. Default: false.
    pub outline: bool,
    /// Only the section below this heading: its number in the outline, its text, or a part of it.
    #[setters(into)]
    pub section: Option<String>,
    /// Continue where an earlier answer was cut, with the text of then.
    #[setters(into)]
    pub cursor: Option<String>,
    /// Also text that a person cannot see, as `{unseen: …}`; it is left out and counted otherwise. Default: false.
    pub include_unseen: bool,
    /// At most about this many bytes of text; 0: no limit. Default: 18,000.
    pub max_bytes: Option<usize>,
}
