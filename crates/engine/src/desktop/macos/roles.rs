//! Translates accessibility roles to the words of web snapshots.

/// The word for a role and its subrole.
pub(crate) fn word(role: &str, subrole: &str) -> String {
    let word = match (role, subrole) {
        ("AXWindow", "AXDialog" | "AXSystemDialog") | ("AXSheet", _) => "dialog",
        ("AXWindow", _) => "window",
        ("AXApplication", _) => "application",
        ("AXButton" | "AXCheckBox", "AXSwitch") => "switch",
        ("AXButton" | "AXCheckBox", "AXToggle") => "togglebutton",
        ("AXButton", "AXSortButton") => "columnheader",
        ("AXButton" | "AXMenuButton" | "AXDisclosureTriangle" | "AXColorWell" | "AXDockItem", _) => "button",
        ("AXRadioButton", "AXTabButton") => "tab",
        ("AXRadioButton", _) => "radio",
        ("AXCheckBox", _) => "checkbox",
        ("AXPopUpButton" | "AXComboBox", _) => "combobox",
        ("AXTextField", "AXSearchField") => "searchbox",
        ("AXTextField" | "AXTextArea" | "AXDateField" | "AXTimeField", _) => "textbox",
        ("AXStaticText", _) => "text",
        ("AXHeading", _) => "heading",
        ("AXImage", _) => "image",
        ("AXLink", _) => "link",
        ("AXSlider", _) => "slider",
        ("AXIncrementor" | "AXStepper", _) => "spinbutton",
        ("AXProgressIndicator" | "AXBusyIndicator" | "AXLevelIndicator" | "AXRelevanceIndicator", _) => "progressbar",
        ("AXScrollBar", _) => "scrollbar",
        ("AXSplitter", _) => "separator",
        ("AXRow", "AXOutlineRow") => "treeitem",
        ("AXRow", _) => "row",
        ("AXCell", _) => "cell",
        ("AXColumn", _) => "column",
        ("AXTable", _) => "table",
        ("AXGrid", _) => "grid",
        ("AXOutline", _) => "tree",
        ("AXList", _) => "list",
        ("AXTabGroup", _) => "tablist",
        ("AXToolbar", _) => "toolbar",
        ("AXMenuBar", _) => "menubar",
        ("AXMenu", _) => "menu",
        ("AXMenuBarItem" | "AXMenuItem", _) => "menuitem",
        ("AXRadioGroup", _) => "radiogroup",
        ("AXWebArea", _) => "document",
        ("AXHelpTag", _) => "tooltip",
        ("AXGroup" | "AXScrollArea" | "AXSplitGroup" | "AXLayoutArea" | "AXLayoutItem" | "AXBrowser" | "AXDrawer", _) => "group",
        ("AXUnknown" | "", _) => "generic",
        _ => return role.strip_prefix("AX").unwrap_or(role).to_lowercase(),
    };
    word.to_owned()
}

/// Whether the contents of the element are secret.
pub(crate) fn is_secure(subrole: &str) -> bool {
    subrole == "AXSecureTextField"
}

/// Whether an element with this word can have a value. Other elements are not asked for one.
pub(crate) fn holds_value(word: &str) -> bool {
    !matches!(
        word,
        "window"
            | "dialog"
            | "application"
            | "group"
            | "toolbar"
            | "menubar"
            | "menu"
            | "table"
            | "grid"
            | "tree"
            | "list"
            | "row"
            | "treeitem"
            | "column"
            | "image"
            | "generic"
            | "document"
    )
}

/// Whether the value states that the element is on or off.
pub(crate) fn is_checkable(word: &str) -> bool {
    matches!(word, "checkbox" | "switch" | "togglebutton" | "radio")
}
