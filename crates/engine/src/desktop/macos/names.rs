//! Names of accessibility attributes and actions. `sys/agree.rs` compares them with `accessibility-sys`.

pub(crate) const ROLE: &str = "AXRole";
pub(crate) const SUBROLE: &str = "AXSubrole";
pub(crate) const TITLE: &str = "AXTitle";
pub(crate) const TITLE_ELEMENT: &str = "AXTitleUIElement";
pub(crate) const DESCRIPTION: &str = "AXDescription";
pub(crate) const PLACEHOLDER: &str = "AXPlaceholderValue";
pub(crate) const IDENTIFIER: &str = "AXIdentifier";
pub(crate) const VALUE: &str = "AXValue";
pub(crate) const ENABLED: &str = "AXEnabled";
pub(crate) const FOCUSED: &str = "AXFocused";
pub(crate) const SELECTED: &str = "AXSelected";
pub(crate) const EXPANDED: &str = "AXExpanded";
pub(crate) const MODAL: &str = "AXModal";
pub(crate) const POSITION: &str = "AXPosition";
pub(crate) const SIZE: &str = "AXSize";
pub(crate) const PARENT: &str = "AXParent";
pub(crate) const CHILDREN: &str = "AXChildren";
pub(crate) const WINDOW: &str = "AXWindow";
pub(crate) const WINDOWS: &str = "AXWindows";
pub(crate) const MENU_BAR: &str = "AXMenuBar";
pub(crate) const MENU_MARK: &str = "AXMenuItemMarkChar";
pub(crate) const FRONTMOST: &str = "AXFrontmost";
pub(crate) const FOCUSED_WINDOW: &str = "AXFocusedWindow";
pub(crate) const FOCUSED_APPLICATION: &str = "AXFocusedApplication";
pub(crate) const MAIN: &str = "AXMain";
pub(crate) const MINIMIZED: &str = "AXMinimized";
pub(crate) const CLOSE_BUTTON: &str = "AXCloseButton";
/// Electron's own: makes it build its tree while set. Not in any header.
pub(crate) const MANUAL_ACCESSIBILITY: &str = "AXManualAccessibility";

pub(crate) const SELECTED_TEXT: &str = "AXSelectedText";
pub(crate) const VISIBLE_ROWS: &str = "AXVisibleRows";
pub(crate) const CONTENTS: &str = "AXContents";
pub(crate) const VERTICAL_BAR: &str = "AXVerticalScrollBar";
pub(crate) const HORIZONTAL_BAR: &str = "AXHorizontalScrollBar";

pub(crate) const PRESS: &str = "AXPress";
pub(crate) const PICK: &str = "AXPick";
pub(crate) const RAISE: &str = "AXRaise";
/// Supported by Cocoa views and Chromium. Not in any header.
pub(crate) const SCROLL_TO_VISIBLE: &str = "AXScrollToVisible";
