//! Accessibility: `ApplicationServices/HIServices/AXUIElement.h` and `AXValue.h`.

use super::cf::array::CFArrayRef;
use super::cf::base::{CFTypeID, CFTypeRef};
use super::cf::dictionary::CFDictionaryRef;
use super::cf::string::CFStringRef;
use std::ffi::{c_uchar, c_void};

#[cfg(target_os = "macos")]
pub(crate) use accessibility_sys::{AXUIElementRef, AXValueRef};

/// The types on other systems: pointers to objects of the shim.
#[cfg(not(target_os = "macos"))]
mod opaque {
    pub(crate) enum Element {}
    pub(crate) enum Value {}
}
#[cfg(not(target_os = "macos"))]
pub(crate) type AXUIElementRef = *mut opaque::Element;
#[cfg(not(target_os = "macos"))]
pub(crate) type AXValueRef = *mut opaque::Value;

/// 0 for success; other codes are in `fault.rs`.
pub(crate) type AXError = i32;

/// `AXValueType` of a point.
pub(crate) const VALUE_POINT: u32 = 1;
/// `AXValueType` of a size.
pub(crate) const VALUE_SIZE: u32 = 2;
/// `AXValueType` of an error, which stands for a missing value in a multiple answer.
pub(crate) const VALUE_ERROR: u32 = 5;

// SAFETY: declared as in the headers; on a Mac `agree.rs` compares them with accessibility-sys.
#[cfg_attr(target_os = "macos", link(name = "ApplicationServices", kind = "framework"))]
unsafe extern "C-unwind" {
    pub(crate) static kAXTrustedCheckOptionPrompt: CFStringRef;
    pub(crate) fn AXIsProcessTrustedWithOptions(options: CFDictionaryRef) -> bool;
    pub(crate) fn AXUIElementGetTypeID() -> CFTypeID;
    pub(crate) fn AXUIElementCreateApplication(pid: i32) -> AXUIElementRef;
    pub(crate) fn AXUIElementCreateSystemWide() -> AXUIElementRef;
    pub(crate) fn AXUIElementCopyAttributeValue(
        element: AXUIElementRef,
        attribute: CFStringRef,
        value: *mut CFTypeRef,
    ) -> AXError;
    pub(crate) fn AXUIElementCopyMultipleAttributeValues(
        element: AXUIElementRef,
        attributes: CFArrayRef,
        options: u32,
        values: *mut CFArrayRef,
    ) -> AXError;
    pub(crate) fn AXUIElementIsAttributeSettable(
        element: AXUIElementRef,
        attribute: CFStringRef,
        settable: *mut c_uchar,
    ) -> AXError;
    pub(crate) fn AXUIElementSetAttributeValue(element: AXUIElementRef, attribute: CFStringRef, value: CFTypeRef) -> AXError;
    pub(crate) fn AXUIElementCopyActionNames(element: AXUIElementRef, names: *mut CFArrayRef) -> AXError;
    pub(crate) fn AXUIElementPerformAction(element: AXUIElementRef, action: CFStringRef) -> AXError;
    pub(crate) fn AXUIElementCopyElementAtPosition(
        application: AXUIElementRef,
        x: f32,
        y: f32,
        element: *mut AXUIElementRef,
    ) -> AXError;
    pub(crate) fn AXUIElementGetPid(element: AXUIElementRef, pid: *mut i32) -> AXError;
    pub(crate) fn AXUIElementSetMessagingTimeout(element: AXUIElementRef, seconds: f32) -> AXError;
    pub(crate) fn AXValueGetTypeID() -> CFTypeID;
    pub(crate) fn AXValueCreate(kind: u32, value: *const c_void) -> AXValueRef;
    pub(crate) fn AXValueGetType(value: AXValueRef) -> u32;
    pub(crate) fn AXValueGetValue(value: AXValueRef, kind: u32, out: *mut c_void) -> bool;
}
