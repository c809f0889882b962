//! Reports about one element.

use serde::{Deserialize, Serialize};

/// A path to an element in CSS selectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SelectorReport {
    /// The path as one string. It is a plain selector if the element is in the main frame and in no shadow
    /// tree. Otherwise ` >>> ` (into a shadow tree) and ` >>frame>> ` (into a frame) join its steps.
    pub selector: String,
    /// The selectors of the frames' elements, outermost first, each a path through shadow trees.
    pub frames: Vec<Vec<String>>,
    /// The path inside the last frame: one selector for each shadow tree, outermost first.
    pub path: Vec<String>,
}

/// The text of an element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextReport {
    /// The text as the page provided it, at most 1,000,000 characters. Quote it before showing.
    pub text: String,
    /// Whether the text is longer.
    pub cut: bool,
}

/// How many elements match a locator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CountReport {
    /// The number of matches, visible or not, in all frames that answered.
    pub total: usize,
    /// The frames that did not answer and were not searched, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

/// What a press on an element, or a key in it, would activate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Activated {
    /// The element as the snapshot showed it, quoted.
    pub target: String,
    /// Its UID.
    pub uid: String,
    /// The number of its page.
    pub page: u32,
    /// The origin of its document: `https://example.org`, or `null` for one that has none.
    pub origin: String,
    /// The element itself, then the controls that it labels, those that it stands in, those inside of it that a press reaches, and
    /// the options that would be chosen, with roles and names as the page gives them.
    pub parts: Vec<ActivatedControl>,
    /// Whether an option would be chosen that is not there yet, as of a list that is made when it is opened.
    pub unknown: bool,
}

/// What a key may choose, and where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ActivatedByKey {
    /// The origin of the document that gets the key, as in [`Activated::origin`]. Absent where the focus is in a frame that this
    /// connection cannot look into: what the key changes there is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// What the key may change or choose; absent if nothing is known to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Activated>,
}

/// A control that a press on an element would activate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ActivatedControl {
    /// Its role.
    pub role: String,
    /// Its accessible name, of at most 4,000 characters. Quote it before showing.
    pub name: String,
    /// The name without the control characters in it, for which browsers draw nothing. Absent if it has none; in `name`
    /// they are blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bare: Option<String>,
    /// Whether there is more of the name.
    pub cut: bool,
}

/// An element as assistive technology sees it (accname, html-aam, svg-aam, wai-aria).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Described {
    /// The computed role; `generic` or `none` for an element without meaning.
    pub role: String,
    /// The computed name; empty if there is none or the element is hidden.
    pub name: String,
    /// The computed description; empty if there is none or the element is hidden.
    pub description: String,
    /// The states that its role supports.
    pub states: States,
}

/// The states of an element. States that do not apply to it are absent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct States {
    /// `true`, `false` or `mixed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<String>,
    /// Of a toggle button: `true`, `false` or `mixed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressed: Option<String>,
    /// Whether an item is selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// Whether an element that opens and closes is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// Whether the element, its fieldset or an ancestor is disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    /// Whether a value is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// Whether the value can be read but not changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readonly: Option<bool>,
    /// Whether a field has several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiline: Option<bool>,
    /// Whether more than one item can be selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiselectable: Option<bool>,
    /// Whether the content around it is blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modal: Option<bool>,
    /// Whether the page is updating the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<bool>,
    /// Whether the element has the keyboard focus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focused: Option<bool>,
    /// Whether the element is hidden from assistive technology: not rendered, `aria-hidden`, or inert.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// `true`, `grammar` or `spelling`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid: Option<String>,
    /// `true`, `page`, `step`, `location`, `date` or `time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    /// Of the headers of columns and rows: `ascending`, `descending` or `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
    /// `menu`, `listbox`, `tree`, `grid` or `dialog`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub haspopup: Option<String>,
    /// `horizontal` or `vertical`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orientation: Option<String>,
    /// Of headings and items, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<f64>,
    /// The least value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuemin: Option<f64>,
    /// The greatest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuemax: Option<f64>,
    /// The current value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuenow: Option<f64>,
    /// The value in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuetext: Option<String>,
    /// The text of a field; bullets for a password.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// A box in CSS pixels, in the viewport of the element's frame.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoundingBox {
    /// From the left edge of the frame's viewport.
    pub x: f64,
    /// From its top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl From<[f64; 4]> for BoundingBox {
    fn from([x, y, width, height]: [f64; 4]) -> Self {
        Self { x, y, width, height }
    }
}
