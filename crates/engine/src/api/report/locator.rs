//! How an element can be found again.

use serde::{Deserialize, Serialize};

/// A locator as `interact` takes it: its target, and the frame to search.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WrittenLocator {
    /// The kind: `role`, `testid`, `label`, `placeholder`, `text` or `css`.
    pub by: String,
    /// The role, text or selector.
    pub value: String,
    /// With a role: the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the text is the whole one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// Which of several matches, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<i32>,
    /// The chain that leads to what contains the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// The frame, as a chain of selectors of its element and of those around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_selector: Option<String>,
}

/// One step of a way to an element. Texts and names are the whole ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LocatorStep {
    /// The kind: `role`, `testid`, `label`, `placeholder`, `text` or `css`.
    pub by: String,
    /// The role, text or selector.
    pub value: String,
    /// With a role: the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// How WebDriver finds an element in its document or shadow tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NativeLocator {
    /// The strategy: `css` or `xpath`.
    pub using: String,
    /// The selector or expression.
    pub value: String,
}

/// How an element can be found again: by its meaning if that is unique, else by a path of selectors. All texts are the
/// page's: quote them before you show them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LocatorReport {
    /// The element in words, quoted.
    pub target: String,
    /// Its UID.
    pub uid: String,
    /// The number of its page.
    pub page: u32,
    /// The locator for `interact`.
    pub locator: WrittenLocator,
    /// Whether the locator found this element and no other one, in all frames that it searches.
    pub unique: bool,
    /// The same way in steps, for other programs. In the element's document, it leads to nothing else.
    pub steps: Vec<LocatorStep>,
    /// Which of several matches of the last step; absent if there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
    /// CSS selectors of the frames' elements, outermost first, each a path through shadow trees.
    pub frames: Vec<Vec<String>>,
    /// CSS selectors that lead to it in its document, one for each shadow tree.
    pub path: Vec<String>,
    /// How WebDriver finds it in its document or shadow tree.
    pub native: NativeLocator,
    /// Whether it is in a closed shadow tree, which other programs cannot enter.
    pub closed: bool,
    /// Its role.
    pub role: String,
    /// Its accessible name.
    pub name: String,
    /// Its tag.
    pub tag: String,
    /// Its type if it is an `input`, else empty.
    pub r#type: String,
    /// Whether what is typed into it is a password.
    pub secret: bool,
    /// The text that it shows, at most 200 characters.
    pub text: String,
}
