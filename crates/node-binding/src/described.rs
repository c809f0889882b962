//! What one element is to assistive technology.

use napi_derive::napi;
use uipilot_engine::report as engine;

/// What an element is to assistive technology (accname, html-aam, svg-aam, wai-aria).
#[napi(object, object_from_js = false)]
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
#[napi(object, object_from_js = false)]
pub struct States {
    /// `true`, `false` or `mixed`.
    #[napi(ts_type = "'true' | 'false' | 'mixed'")]
    pub checked: Option<String>,
    /// Of a toggle button: `true`, `false` or `mixed`.
    #[napi(ts_type = "'true' | 'false' | 'mixed'")]
    pub pressed: Option<String>,
    /// Of what can be chosen.
    pub selected: Option<bool>,
    /// Of what opens and closes.
    pub expanded: Option<bool>,
    /// By itself, its fieldset, or an ancestor.
    pub disabled: Option<bool>,
    /// A value has to be given.
    pub required: Option<bool>,
    /// The value can be read and not changed.
    pub readonly: Option<bool>,
    /// A field of several lines.
    pub multiline: Option<bool>,
    /// More than one item can be selected.
    pub multiselectable: Option<bool>,
    /// What is around it cannot be used.
    pub modal: Option<bool>,
    /// It is being changed.
    pub busy: Option<bool>,
    /// It has the keyboard.
    pub focused: Option<bool>,
    /// Assistive technology is not told of it: not rendered, `aria-hidden`, or inert.
    pub hidden: Option<bool>,
    /// `true`, `grammar` or `spelling`.
    #[napi(ts_type = "'true' | 'grammar' | 'spelling'")]
    pub invalid: Option<String>,
    /// `true`, `page`, `step`, `location`, `date` or `time`.
    #[napi(ts_type = "'true' | 'page' | 'step' | 'location' | 'date' | 'time'")]
    pub current: Option<String>,
    /// `menu`, `listbox`, `tree`, `grid` or `dialog`.
    #[napi(ts_type = "'menu' | 'listbox' | 'tree' | 'grid' | 'dialog'")]
    pub haspopup: Option<String>,
    /// `horizontal` or `vertical`.
    #[napi(ts_type = "'horizontal' | 'vertical'")]
    pub orientation: Option<String>,
    /// Of headings and items, from 1.
    pub level: Option<f64>,
    /// The least value.
    pub valuemin: Option<f64>,
    /// The greatest value.
    pub valuemax: Option<f64>,
    /// The value now.
    pub valuenow: Option<f64>,
    /// The value in words.
    pub valuetext: Option<String>,
    /// What a field shows; bullets for a password.
    pub value: Option<String>,
}

impl From<engine::Described> for Described {
    fn from(described: engine::Described) -> Self {
        let engine::Described {
            role,
            name,
            description,
            states,
        } = described;
        Self {
            role,
            name,
            description,
            states: states.into(),
        }
    }
}

impl From<engine::States> for States {
    fn from(states: engine::States) -> Self {
        Self {
            checked: states.checked,
            pressed: states.pressed,
            selected: states.selected,
            expanded: states.expanded,
            disabled: states.disabled,
            required: states.required,
            readonly: states.readonly,
            multiline: states.multiline,
            multiselectable: states.multiselectable,
            modal: states.modal,
            busy: states.busy,
            focused: states.focused,
            hidden: states.hidden,
            invalid: states.invalid,
            current: states.current,
            haspopup: states.haspopup,
            orientation: states.orientation,
            level: states.level,
            valuemin: states.valuemin,
            valuemax: states.valuemax,
            valuenow: states.valuenow,
            valuetext: states.valuetext,
            value: states.value,
        }
    }
}
