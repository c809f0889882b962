//! Events and the list of windows: `CoreGraphics/CGEvent.h`, `CGEventSource.h`, `CGWindow.h`.

use super::cf::array::CFArrayRef;
use super::cf::dictionary::CFDictionaryRef;
use super::cf::string::CFStringRef;
use std::ffi::c_ulong;

#[cfg(target_os = "macos")]
pub(crate) use core_graphics::{
    geometry::{CGPoint, CGRect, CGSize},
    sys::{CGEventRef, CGEventSourceRef},
};

/// The types on other systems: structures as in the header, pointers to objects of the shim.
#[cfg(not(target_os = "macos"))]
mod plain {
    pub(crate) enum Event {}
    pub(crate) enum Source {}

    #[repr(C)]
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    pub(crate) struct CGPoint {
        pub(crate) x: f64,
        pub(crate) y: f64,
    }

    #[repr(C)]
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    pub(crate) struct CGSize {
        pub(crate) width: f64,
        pub(crate) height: f64,
    }

    #[repr(C)]
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    pub(crate) struct CGRect {
        pub(crate) origin: CGPoint,
        pub(crate) size: CGSize,
    }
}
#[cfg(not(target_os = "macos"))]
pub(crate) use plain::{CGPoint, CGRect, CGSize};
#[cfg(not(target_os = "macos"))]
pub(crate) type CGEventRef = *mut plain::Event;
#[cfg(not(target_os = "macos"))]
pub(crate) type CGEventSourceRef = *mut plain::Source;

/// `kCGEventSourceStatePrivate`: keys that the user holds do not affect our events.
pub(crate) const SOURCE_PRIVATE: i32 = -1;

/// `CGEventType`.
pub(crate) mod kind {
    pub(crate) const LEFT_DOWN: u32 = 1;
    pub(crate) const LEFT_UP: u32 = 2;
    pub(crate) const LEFT_DRAGGED: u32 = 6;
    pub(crate) const RIGHT_DOWN: u32 = 3;
    pub(crate) const RIGHT_UP: u32 = 4;
    pub(crate) const RIGHT_DRAGGED: u32 = 7;
    pub(crate) const OTHER_DOWN: u32 = 25;
    pub(crate) const OTHER_UP: u32 = 26;
    pub(crate) const OTHER_DRAGGED: u32 = 27;
    pub(crate) const MOVED: u32 = 5;
}

/// `CGMouseButton` of the main button.
pub(crate) const BUTTON_LEFT: u32 = 0;
/// `CGMouseButton` of the secondary button.
pub(crate) const BUTTON_RIGHT: u32 = 1;
/// `CGMouseButton` of the middle button.
pub(crate) const BUTTON_CENTER: u32 = 2;
/// The side buttons have numbers, and no names.
pub(crate) const BUTTON_BACK: u32 = 3;
pub(crate) const BUTTON_FORWARD: u32 = 4;

/// `CGEventField` of the click count.
pub(crate) const FIELD_CLICK_STATE: u32 = 1;
/// `CGEventField` of the window under the pointer.
pub(crate) const FIELD_WINDOW: u32 = 91;
/// `CGEventField` of the window that receives the event.
pub(crate) const FIELD_WINDOW_FOR_EVENT: u32 = 92;

/// `CGScrollEventUnit` of lines.
pub(crate) const UNIT_LINE: u32 = 1;

/// `CGEventFlags`.
pub(crate) mod flag {
    pub(crate) const SHIFT: u64 = 0x0002_0000;
    pub(crate) const CONTROL: u64 = 0x0004_0000;
    pub(crate) const ALTERNATE: u64 = 0x0008_0000;
    pub(crate) const COMMAND: u64 = 0x0010_0000;
    /// Set by the system for arrows, navigation keys and function keys.
    pub(crate) const FUNCTION: u64 = 0x0080_0000;
    /// Set by the system for arrows and the keypad.
    pub(crate) const KEYPAD: u64 = 0x0020_0000;
}

/// `CGWindowListOption`: windows on the screen, without desktop and dock.
pub(crate) const WINDOWS_ON_SCREEN: u32 = 1 | 1 << 4;
/// `kCGNullWindowID`.
pub(crate) const NO_WINDOW: u32 = 0;

// SAFETY: declared as in the headers; `agree.rs` compares the numbers with core-graphics.
#[cfg_attr(target_os = "macos", link(name = "CoreGraphics", kind = "framework"))]
unsafe extern "C" {
    pub(crate) static kCGWindowOwnerPID: CFStringRef;
    pub(crate) static kCGWindowOwnerName: CFStringRef;
    pub(crate) static kCGWindowNumber: CFStringRef;
    pub(crate) static kCGWindowLayer: CFStringRef;
    pub(crate) static kCGWindowBounds: CFStringRef;
    pub(crate) fn CGWindowListCopyWindowInfo(option: u32, relative_to: u32) -> CFArrayRef;
    pub(crate) fn CGRectMakeWithDictionaryRepresentation(dictionary: CFDictionaryRef, rect: *mut CGRect) -> bool;
    pub(crate) fn CGPreflightScreenCaptureAccess() -> bool;
    pub(crate) fn CGEventSourceCreate(state: i32) -> CGEventSourceRef;
    pub(crate) fn CGEventCreateKeyboardEvent(source: CGEventSourceRef, key: u16, down: bool) -> CGEventRef;
    pub(crate) fn CGEventCreateMouseEvent(source: CGEventSourceRef, kind: u32, position: CGPoint, button: u32) -> CGEventRef;
    pub(crate) fn CGEventCreateScrollWheelEvent2(
        source: CGEventSourceRef,
        unit: u32,
        wheels: u32,
        vertical: i32,
        horizontal: i32,
        third: i32,
    ) -> CGEventRef;
    pub(crate) fn CGEventKeyboardSetUnicodeString(event: CGEventRef, length: c_ulong, text: *const u16);
    pub(crate) fn CGEventSetFlags(event: CGEventRef, flags: u64);
    pub(crate) fn CGEventSetIntegerValueField(event: CGEventRef, field: u32, value: i64);
    pub(crate) fn CGEventSetLocation(event: CGEventRef, location: CGPoint);
    pub(crate) fn CGEventPostToPid(pid: i32, event: CGEventRef);
}
