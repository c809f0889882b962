//! Lets the compiler compare our declarations with the crates that publish them: a wrong type or number does not
//! compile for a Mac.

use super::{ax, cf, cg};
use accessibility_sys as theirs;
use core_graphics::event::{CGEventFlags, CGEventType, CGMouseButton, EventField, KeyCode, ScrollEventUnit};
use core_graphics::event_source::CGEventSourceStateID;
use core_graphics::window;
use std::ffi::{c_uchar, c_void};

/// Compares one function: the pointers must have the same type, apart from unwinding.
macro_rules! same {
    ($name:ident, fn($($argument:ty),*) $(-> $result:ty)?) => {
        const _: unsafe extern "C-unwind" fn($($argument),*) $(-> $result)? = ax::$name;
        const _: unsafe extern "C" fn($($argument),*) $(-> $result)? = theirs::$name;
    };
}

type Element = theirs::AXUIElementRef;
type Name = cf::string::CFStringRef;
type List = cf::array::CFArrayRef;

same!(AXIsProcessTrustedWithOptions, fn(cf::dictionary::CFDictionaryRef) -> bool);
same!(AXUIElementGetTypeID, fn() -> cf::base::CFTypeID);
same!(AXUIElementCreateApplication, fn(i32) -> Element);
same!(AXUIElementCreateSystemWide, fn() -> Element);
same!(
    AXUIElementCopyAttributeValue,
    fn(Element, Name, *mut cf::base::CFTypeRef) -> i32
);
same!(
    AXUIElementCopyMultipleAttributeValues,
    fn(Element, List, u32, *mut List) -> i32
);
same!(AXUIElementIsAttributeSettable, fn(Element, Name, *mut c_uchar) -> i32);
same!(AXUIElementSetAttributeValue, fn(Element, Name, cf::base::CFTypeRef) -> i32);
same!(AXUIElementCopyActionNames, fn(Element, *mut List) -> i32);
same!(AXUIElementPerformAction, fn(Element, Name) -> i32);
same!(AXUIElementCopyElementAtPosition, fn(Element, f32, f32, *mut Element) -> i32);
same!(AXUIElementGetPid, fn(Element, *mut i32) -> i32);
same!(AXUIElementSetMessagingTimeout, fn(Element, f32) -> i32);
same!(AXValueGetTypeID, fn() -> cf::base::CFTypeID);
same!(AXValueCreate, fn(u32, *const c_void) -> theirs::AXValueRef);
same!(AXValueGetType, fn(theirs::AXValueRef) -> u32);
same!(AXValueGetValue, fn(theirs::AXValueRef, u32, *mut c_void) -> bool);

const _: () = {
    assert!(ax::VALUE_POINT == theirs::kAXValueTypeCGPoint);
    assert!(ax::VALUE_SIZE == theirs::kAXValueTypeCGSize);
    assert!(ax::VALUE_ERROR == theirs::kAXValueTypeAXError);
    assert!(cg::SOURCE_PRIVATE == CGEventSourceStateID::Private as i32);
    assert!(cg::kind::LEFT_DOWN == CGEventType::LeftMouseDown as u32);
    assert!(cg::kind::LEFT_UP == CGEventType::LeftMouseUp as u32);
    assert!(cg::kind::MOVED == CGEventType::MouseMoved as u32);
    assert!(cg::kind::RIGHT_DOWN == CGEventType::RightMouseDown as u32);
    assert!(cg::kind::RIGHT_UP == CGEventType::RightMouseUp as u32);
    assert!(cg::kind::RIGHT_DRAGGED == CGEventType::RightMouseDragged as u32);
    assert!(cg::kind::OTHER_DOWN == CGEventType::OtherMouseDown as u32);
    assert!(cg::kind::OTHER_UP == CGEventType::OtherMouseUp as u32);
    assert!(cg::kind::OTHER_DRAGGED == CGEventType::OtherMouseDragged as u32);
    assert!(cg::BUTTON_LEFT == CGMouseButton::Left as u32);
    assert!(cg::BUTTON_RIGHT == CGMouseButton::Right as u32);
    assert!(cg::BUTTON_CENTER == CGMouseButton::Center as u32);
    assert!(cg::FIELD_WINDOW == EventField::MOUSE_EVENT_WINDOW_UNDER_MOUSE_POINTER);
    assert!(cg::FIELD_WINDOW_FOR_EVENT == EventField::MOUSE_EVENT_WINDOW_UNDER_MOUSE_POINTER_THAT_CAN_HANDLE_THIS_EVENT);
    assert!(cg::kind::LEFT_DRAGGED == CGEventType::LeftMouseDragged as u32);
    assert!(cg::FIELD_CLICK_STATE == EventField::MOUSE_EVENT_CLICK_STATE);
    assert!(cg::UNIT_LINE == ScrollEventUnit::LINE);
    assert!(cg::flag::SHIFT == CGEventFlags::CGEventFlagShift.bits());
    assert!(cg::flag::CONTROL == CGEventFlags::CGEventFlagControl.bits());
    assert!(cg::flag::ALTERNATE == CGEventFlags::CGEventFlagAlternate.bits());
    assert!(cg::flag::COMMAND == CGEventFlags::CGEventFlagCommand.bits());
    assert!(cg::flag::FUNCTION == CGEventFlags::CGEventFlagSecondaryFn.bits());
    assert!(cg::flag::KEYPAD == CGEventFlags::CGEventFlagNumericPad.bits());
    assert!(cg::WINDOWS_ON_SCREEN == window::kCGWindowListOptionOnScreenOnly | window::kCGWindowListExcludeDesktopElements);
    assert!(cg::NO_WINDOW == window::kCGNullWindowID);
};

/// Compares our table of keys with the names of `core-graphics`.
macro_rules! keys {
    ($($code:literal $name:ident),* $(,)?) => {
        const _: () = {
            $(assert!(matches!(crate::desktop::macos::keycodes::position($code), Some(KeyCode::$name)), $code);)*
        };
    };
}

keys!(
    "KeyA" ANSI_A, "KeyB" ANSI_B, "KeyC" ANSI_C, "KeyD" ANSI_D, "KeyE" ANSI_E, "KeyF" ANSI_F, "KeyG" ANSI_G,
    "KeyH" ANSI_H, "KeyI" ANSI_I, "KeyJ" ANSI_J, "KeyK" ANSI_K, "KeyL" ANSI_L, "KeyM" ANSI_M, "KeyN" ANSI_N,
    "KeyO" ANSI_O, "KeyP" ANSI_P, "KeyQ" ANSI_Q, "KeyR" ANSI_R, "KeyS" ANSI_S, "KeyT" ANSI_T, "KeyU" ANSI_U,
    "KeyV" ANSI_V, "KeyW" ANSI_W, "KeyX" ANSI_X, "KeyY" ANSI_Y, "KeyZ" ANSI_Z,
    "Digit0" ANSI_0, "Digit1" ANSI_1, "Digit2" ANSI_2, "Digit3" ANSI_3, "Digit4" ANSI_4, "Digit5" ANSI_5,
    "Digit6" ANSI_6, "Digit7" ANSI_7, "Digit8" ANSI_8, "Digit9" ANSI_9,
    "Minus" ANSI_MINUS, "Equal" ANSI_EQUAL, "BracketLeft" ANSI_LEFT_BRACKET, "BracketRight" ANSI_RIGHT_BRACKET,
    "Backslash" ANSI_BACKSLASH, "Semicolon" ANSI_SEMICOLON, "Quote" ANSI_QUOTE, "Comma" ANSI_COMMA,
    "Period" ANSI_PERIOD, "Slash" ANSI_SLASH, "Backquote" ANSI_GRAVE,
    "Enter" RETURN, "Tab" TAB, "Space" SPACE, "Backspace" DELETE, "Escape" ESCAPE, "Delete" FORWARD_DELETE,
    "Insert" HELP, "Home" HOME, "End" END, "PageUp" PAGE_UP, "PageDown" PAGE_DOWN, "CapsLock" CAPS_LOCK,
    "ArrowLeft" LEFT_ARROW, "ArrowRight" RIGHT_ARROW, "ArrowDown" DOWN_ARROW, "ArrowUp" UP_ARROW,
    "NumLock" ANSI_KEYPAD_CLEAR, "MetaLeft" COMMAND, "ShiftLeft" SHIFT, "AltLeft" OPTION, "ControlLeft" CONTROL,
    "AudioVolumeUp" VOLUME_UP, "AudioVolumeDown" VOLUME_DOWN, "AudioVolumeMute" MUTE,
    "F1" F1, "F2" F2, "F3" F3, "F4" F4, "F5" F5, "F6" F6, "F7" F7, "F8" F8, "F9" F9, "F10" F10, "F11" F11,
    "F12" F12, "F13" F13, "F14" F14, "F15" F15, "F16" F16, "F17" F17, "F18" F18, "F19" F19, "F20" F20,
);

/// Compares names of attributes and actions with those of `accessibility-sys`.
macro_rules! names {
    ($($ours:ident $theirs:ident),* $(,)?) => {
        const _: () = { $(assert!(equal(super::super::names::$ours, theirs::$theirs), stringify!($ours));)* };
    };
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

names!(
    ROLE kAXRoleAttribute, SUBROLE kAXSubroleAttribute, TITLE kAXTitleAttribute, VALUE kAXValueAttribute,
    DESCRIPTION kAXDescriptionAttribute, ENABLED kAXEnabledAttribute, FOCUSED kAXFocusedAttribute,
    POSITION kAXPositionAttribute, SIZE kAXSizeAttribute, CHILDREN kAXChildrenAttribute,
    IDENTIFIER kAXIdentifierAttribute, PLACEHOLDER kAXPlaceholderValueAttribute,
    TITLE_ELEMENT kAXTitleUIElementAttribute, SELECTED kAXSelectedAttribute, EXPANDED kAXExpandedAttribute,
    MENU_BAR kAXMenuBarAttribute, WINDOWS kAXWindowsAttribute, FRONTMOST kAXFrontmostAttribute,
    FOCUSED_WINDOW kAXFocusedWindowAttribute,
    MAIN kAXMainAttribute, MINIMIZED kAXMinimizedAttribute, CLOSE_BUTTON kAXCloseButtonAttribute,
    PARENT kAXParentAttribute, SELECTED_TEXT kAXSelectedTextAttribute, VISIBLE_ROWS kAXVisibleRowsAttribute,
    VERTICAL_BAR kAXVerticalScrollBarAttribute, HORIZONTAL_BAR kAXHorizontalScrollBarAttribute,
    FOCUSED_APPLICATION kAXFocusedApplicationAttribute, CONTENTS kAXContentsAttribute,
    WINDOW kAXWindowAttribute, MODAL kAXModalAttribute, MENU_MARK kAXMenuItemMarkCharAttribute,
    PRESS kAXPressAction, PICK kAXPickAction, RAISE kAXRaiseAction,
);
