//! Translates AT-SPI roles and states to the words of web snapshots.

/// The state bits of an accessible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct States(pub(super) u64);

impl States {
    const ACTIVE: u32 = 1;
    const BUSY: u32 = 3;
    const CHECKED: u32 = 4;
    const DEFUNCT: u32 = 6;
    const EDITABLE: u32 = 7;
    const ENABLED: u32 = 8;
    const EXPANDABLE: u32 = 9;
    const EXPANDED: u32 = 10;
    const FOCUSED: u32 = 12;
    const MODAL: u32 = 16;
    const MULTI_LINE: u32 = 17;
    const PRESSED: u32 = 20;
    const SELECTED: u32 = 23;
    const SENSITIVE: u32 = 24;
    pub(super) const SHOWING: u32 = 25;
    const VERTICAL: u32 = 29;
    const VISIBLE: u32 = 30;
    const INDETERMINATE: u32 = 32;
    const REQUIRED: u32 = 33;
    const INVALID_ENTRY: u32 = 36;
    const READ_ONLY: u32 = 43;

    /// Combines the two halves that AT-SPI sends.
    pub(super) fn of(halves: &[u32]) -> Self {
        let half = |index: usize| u64::from(halves.get(index).copied().unwrap_or_default());
        Self(half(0) | half(1) << 32)
    }

    fn has(self, bit: u32) -> bool {
        self.0 & (1 << bit) != 0
    }

    /// Whether the object is on the screen, as far as its application knows.
    pub(super) fn is_showing(self) -> bool {
        self.has(Self::SHOWING)
    }

    /// Whether the object would be on the screen if its parent were.
    pub(super) fn is_visible(self) -> bool {
        self.has(Self::VISIBLE)
    }

    pub(super) fn is_defunct(self) -> bool {
        self.has(Self::DEFUNCT)
    }

    /// Whether the object accepts input. Toolkits set one bit or the other.
    pub(super) fn is_enabled(self) -> bool {
        self.has(Self::ENABLED) || self.has(Self::SENSITIVE)
    }

    /// Whether the window has the keyboard.
    pub(super) fn is_active(self) -> bool {
        self.has(Self::ACTIVE)
    }

    pub(super) fn is_focused(self) -> bool {
        self.has(Self::FOCUSED)
    }

    pub(super) fn is_vertical(self) -> bool {
        self.has(Self::VERTICAL)
    }

    pub(super) fn is_editable(self) -> bool {
        self.has(Self::EDITABLE)
    }

    /// The words for the states that are set.
    pub(super) fn words(self, role: &str) -> Vec<String> {
        let mut words = Vec::new();
        let mut add = |yes: bool, word: &str| {
            if yes {
                words.push(word.to_owned());
            }
        };
        let on = self.has(Self::CHECKED) || self.has(Self::PRESSED);
        match role {
            "togglebutton" => add(on, "pressed"),
            "button" => add(self.has(Self::PRESSED), "pressed"),
            _ => add(self.has(Self::CHECKED), "checked"),
        }
        add(self.has(Self::INDETERMINATE) && is_checkable(role), "mixed");
        add(self.has(Self::SELECTED), "selected");
        add(self.has(Self::EXPANDED), "expanded");
        add(self.has(Self::EXPANDABLE) && !self.has(Self::EXPANDED), "collapsed");
        add(self.has(Self::REQUIRED), "required");
        add(self.has(Self::INVALID_ENTRY), "invalid");
        add(self.has(Self::BUSY), "busy");
        add(self.has(Self::MODAL), "modal");
        add(role == "window" && self.has(Self::ACTIVE), "active");
        if role == "textbox" {
            add(self.has(Self::READ_ONLY) || !self.has(Self::EDITABLE), "readonly");
            add(self.has(Self::MULTI_LINE), "multiline");
        }
        words
    }
}

fn is_checkable(role: &str) -> bool {
    matches!(role, "checkbox" | "menuitemcheckbox" | "switch" | "togglebutton")
}

/// The role of a password field.
pub(super) const PASSWORD_TEXT: u32 = 40;

/// The word for a role. Roles without a counterpart are groups.
pub(super) fn role(number: u32) -> &'static str {
    match number {
        2 => "alert",
        6 | 18 => "canvas",
        7 => "checkbox",
        8 => "menuitemcheckbox",
        10 | 57 => "columnheader",
        11 => "combobox",
        16 | 9 | 19 | 22 => "dialog",
        15 | 51 => "slider",
        23 | 28 | 69 => "window",
        26 | 27 => "image",
        29 | 116 | 81 => "text",
        31 => "list",
        32 => "listitem",
        33 | 41 => "menu",
        34 => "menubar",
        35 | 59 => "menuitem",
        37 => "tab",
        38 => "tablist",
        40 | 61 | 76 | 77 | 79 | 60 | 12 => "textbox",
        42 | 103 => "progressbar",
        43 | 129 => "button",
        44 => "radio",
        45 => "menuitemradio",
        47 | 58 => "rowheader",
        48 => "scrollbar",
        50 => "separator",
        52 => "spinbutton",
        54 => "status",
        55 => "table",
        56 => "cell",
        62 => "togglebutton",
        63 => "toolbar",
        64 => "tooltip",
        65 => "tree",
        66 => "treegrid",
        71 => "banner",
        72 => "contentinfo",
        73 => "paragraph",
        75 => "application",
        82 | 92..=96 => "document",
        83 => "heading",
        87 => "form",
        88 => "link",
        90 => "row",
        91 => "treeitem",
        98 => "listbox",
        105 => "blockquote",
        109 => "article",
        110 => "region",
        111 => "log",
        113 => "math",
        115 => "timer",
        130 => "switch",
        _ => "group",
    }
}

/// The further reading that a node's value requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// The node has no value.
    None,
    /// The text of interface `Text`.
    Text,
    /// The number of interface `Value`.
    Number,
}

/// How to read the value of a node.
pub(super) fn value_kind(role: &str, states: States) -> ValueKind {
    match role {
        "textbox" => ValueKind::Text,
        "slider" | "scrollbar" | "spinbutton" | "progressbar" => ValueKind::Number,
        "document" | "paragraph" | "combobox" if states.is_editable() => ValueKind::Text,
        _ => ValueKind::None,
    }
}

/// Names that toolkits give to the action that means "press", best first.
const PRESSES: &[&str] = &[
    "click",
    "press",
    "activate",
    "toggle",
    "jump",
    "select",
    "dodefault",
    "expand or contract",
    "open",
];

/// The action that means "press".
pub(super) fn press(actions: &[String]) -> Option<String> {
    PRESSES.iter().find_map(|wanted| {
        actions
            .iter()
            .find(|name| name.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case(wanted)))
            .cloned()
    })
}
