//! What is said of one element.

use serde::{Deserialize, Serialize};

/// A path to an element in CSS selectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SelectorReport {
    /// The path as one string: a plain selector where the element is in the main frame and in no
    /// shadow tree; else steps joined with ` >>> ` (into a shadow tree) and ` >>frame>> ` (into a
    /// frame).
    pub selector: String,
    /// Selectors of the frame owners on the way, outermost first, each a path through shadow
    /// trees.
    pub frames: Vec<Vec<String>>,
    /// The path inside the last frame: one selector a shadow tree, outermost first.
    pub path: Vec<String>,
}

/// What an element is to assistive technology (accname, html-aam, svg-aam, wai-aria).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Described {
    /// The computed role: `generic` and `none` where there is no meaning.
    pub role: String,
    /// The computed name, empty where there is none or the element is hidden.
    pub name: String,
    /// The computed description, empty likewise.
    pub description: String,
    /// The states that its role supports.
    pub states: States,
}

/// The states of an element: only those that apply to it are there.
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
    /// Of what can be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// Of what opens and closes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// By itself, its fieldset, or an ancestor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    /// A value has to be given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// The value can be read and not changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readonly: Option<bool>,
    /// A field of several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiline: Option<bool>,
    /// More than one item can be selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiselectable: Option<bool>,
    /// What is around it cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modal: Option<bool>,
    /// It is being changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<bool>,
    /// It has the keyboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focused: Option<bool>,
    /// Assistive technology is not told of it: not rendered, `aria-hidden`, or inert.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// `true`, `grammar` or `spelling`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid: Option<String>,
    /// `true`, `page`, `step`, `location`, `date` or `time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
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
    /// The value now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuenow: Option<f64>,
    /// The value in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuetext: Option<String>,
    /// What a field shows; bullets for a password.
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
