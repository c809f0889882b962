//! Owned references to Core Foundation objects. Each is released exactly once.
//!
//! The naming rule of the C library decides ownership: a function with Create or Copy in its name transfers a
//! reference count to the caller, one with Get does not. [`Owned::created`] and [`Owned::got`] are the only
//! constructors.

use super::sys::cf::array::kCFTypeArrayCallBacks;
use super::sys::cf::array::{CFArrayCreate, CFArrayGetCount, CFArrayGetTypeID, CFArrayGetValueAtIndex, CFArrayRef};
use super::sys::cf::base::CFRange;
use super::sys::cf::base::{CFEqual, CFGetTypeID, CFHash, CFRelease, CFRetain, CFTypeRef, kCFAllocatorDefault};
use super::sys::cf::dictionary::{
    CFDictionaryCreate, CFDictionaryGetValue, CFDictionaryRef, kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks,
};
use super::sys::cf::number::{
    CFBooleanGetTypeID, CFBooleanGetValue, CFNumberCreate, CFNumberGetTypeID, CFNumberGetValue, CFNumberIsFloatType,
    kCFBooleanFalse, kCFBooleanTrue, kCFNumberFloat64Type, kCFNumberSInt64Type,
};
use super::sys::cf::string::{
    CFStringCreateWithBytes, CFStringGetCharacters, CFStringGetLength, CFStringGetTypeID, CFStringRef, kCFStringEncodingUTF8,
};
use std::hash::{Hash, Hasher};
use std::ptr::NonNull;

/// An object with one reference count of ours.
pub(crate) struct Owned(NonNull<std::ffi::c_void>);

// SAFETY: counts are atomic, and the types of object held here (strings, numbers, arrays that are never changed,
// elements, events that one thread uses at a time) may be used from any thread.
unsafe impl Send for Owned {}
// SAFETY: as above; nothing is changed through a shared reference.
unsafe impl Sync for Owned {}

impl Owned {
    /// Takes over the count that a Create or Copy function transferred; `None` for null.
    ///
    /// # Safety
    /// `object` is null, or an object with a count that is released by no other code.
    pub(crate) unsafe fn created(object: CFTypeRef) -> Option<Self> {
        NonNull::new(object.cast_mut()).map(Self)
    }

    /// Retains the result of a Get function; `None` for null.
    ///
    /// # Safety
    /// `object` is null or a live object.
    pub(crate) unsafe fn got(object: CFTypeRef) -> Option<Self> {
        let object = NonNull::new(object.cast_mut())?;
        // SAFETY: it is a live object.
        unsafe { CFRetain(object.as_ptr()) };
        Some(Self(object))
    }

    /// The object, for a call that retains it itself if it keeps it.
    pub(crate) fn as_ptr(&self) -> CFTypeRef {
        self.0.as_ptr()
    }

    /// Creates a string.
    pub(crate) fn text(text: &str) -> Option<Self> {
        let length = isize::try_from(text.len()).ok()?;
        // SAFETY: the bytes live for the call, which copies them.
        unsafe {
            Self::created(CFStringCreateWithBytes(kCFAllocatorDefault, text.as_ptr(), length, kCFStringEncodingUTF8, 0).cast())
        }
    }

    /// Creates a number.
    pub(crate) fn number(value: f64) -> Option<Self> {
        // SAFETY: the number lives for the call, which copies it.
        unsafe { Self::created(CFNumberCreate(kCFAllocatorDefault, kCFNumberFloat64Type, (&raw const value).cast()).cast()) }
    }

    /// A boolean.
    pub(crate) fn boolean(value: bool) -> Option<Self> {
        // SAFETY: constants of the library; they are retained.
        unsafe { Self::got(if value { kCFBooleanTrue } else { kCFBooleanFalse }.cast()) }
    }

    /// Creates an array of objects.
    pub(crate) fn array(items: &[Self]) -> Option<Self> {
        let pointers: Vec<CFTypeRef> = items.iter().map(Self::as_ptr).collect();
        let length = isize::try_from(pointers.len()).ok()?;
        // SAFETY: the array retains the items.
        unsafe {
            Self::created(
                CFArrayCreate(
                    kCFAllocatorDefault,
                    pointers.as_ptr(),
                    length,
                    &raw const kCFTypeArrayCallBacks,
                )
                .cast(),
            )
        }
    }

    /// Creates a dictionary with one entry.
    ///
    /// # Safety
    /// `key` is a live object.
    pub(crate) unsafe fn entry(key: CFTypeRef, value: &Self) -> Option<Self> {
        let value = value.as_ptr();
        // SAFETY: the dictionary retains its contents.
        unsafe {
            Self::created(
                CFDictionaryCreate(
                    kCFAllocatorDefault,
                    &raw const key,
                    &raw const value,
                    1,
                    &raw const kCFTypeDictionaryKeyCallBacks,
                    &raw const kCFTypeDictionaryValueCallBacks,
                )
                .cast(),
            )
        }
    }

    /// The type id of the object.
    pub(crate) fn kind(&self) -> usize {
        // SAFETY: the object is live.
        unsafe { CFGetTypeID(self.as_ptr()) }
    }

    /// The text if it is a string. Unpaired surrogates become U+FFFD.
    pub(crate) fn to_text(&self) -> Option<String> {
        // SAFETY: it is a string, and the buffer has its length.
        unsafe {
            if self.kind() != CFStringGetTypeID() {
                return None;
            }
            let string: CFStringRef = self.as_ptr().cast();
            let length = CFStringGetLength(string);
            let mut units = vec![0u16; usize::try_from(length).ok()?];
            CFStringGetCharacters(string, CFRange { location: 0, length }, units.as_mut_ptr());
            Some(String::from_utf16_lossy(&units))
        }
    }

    /// The boolean if it is one, or a number, which some applications return instead.
    pub(crate) fn to_bool(&self) -> Option<bool> {
        // SAFETY: it is a boolean.
        unsafe {
            if self.kind() == CFBooleanGetTypeID() {
                return Some(CFBooleanGetValue(self.as_ptr().cast()));
            }
        }
        self.to_number().map(|number| number != 0.0)
    }

    /// The number if it is one.
    pub(crate) fn to_number(&self) -> Option<f64> {
        let mut number = 0f64;
        // SAFETY: it is a number, and the destination has the size of the requested type.
        unsafe {
            (self.kind() == CFNumberGetTypeID()
                && CFNumberGetValue(self.as_ptr().cast(), kCFNumberFloat64Type, (&raw mut number).cast()))
            .then_some(number)
        }
    }

    /// The number if it is an integer.
    pub(crate) fn to_integer(&self) -> Option<i64> {
        let mut number = 0i64;
        // SAFETY: as above; fractions are refused.
        unsafe {
            (self.kind() == CFNumberGetTypeID()
                && CFNumberIsFloatType(self.as_ptr().cast()) == 0
                && CFNumberGetValue(self.as_ptr().cast(), kCFNumberSInt64Type, (&raw mut number).cast()))
            .then_some(number)
        }
    }

    /// The items if it is an array, each retained.
    pub(crate) fn to_items(&self) -> Option<Vec<Self>> {
        // SAFETY: it is an array, and its items live at least as long as it does.
        unsafe {
            if self.kind() != CFArrayGetTypeID() {
                return None;
            }
            let array: CFArrayRef = self.as_ptr().cast();
            Some(
                (0..CFArrayGetCount(array))
                    .filter_map(|index| Self::got(CFArrayGetValueAtIndex(array, index)))
                    .collect(),
            )
        }
    }

    /// An entry of a dictionary.
    ///
    /// # Safety
    /// This is a dictionary and `key` a live object.
    pub(crate) unsafe fn value_of(&self, key: CFTypeRef) -> Option<Self> {
        let dictionary: CFDictionaryRef = self.as_ptr().cast();
        // SAFETY: guaranteed by the caller; the result is borrowed and therefore retained.
        unsafe { Self::got(CFDictionaryGetValue(dictionary, key)) }
    }
}

impl Clone for Owned {
    fn clone(&self) -> Self {
        // SAFETY: the object is live.
        unsafe { CFRetain(self.as_ptr()) };
        Self(self.0)
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: this releases the one count that is ours.
        unsafe { CFRelease(self.as_ptr()) };
    }
}

impl PartialEq for Owned {
    fn eq(&self, other: &Self) -> bool {
        // SAFETY: both are live.
        unsafe { CFEqual(self.as_ptr(), other.as_ptr()) != 0 }
    }
}

impl Eq for Owned {}

impl Hash for Owned {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // SAFETY: the object is live.
        unsafe { CFHash(self.as_ptr()) }.hash(state);
    }
}

impl std::fmt::Debug for Owned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Owned({:p})", self.0)
    }
}
