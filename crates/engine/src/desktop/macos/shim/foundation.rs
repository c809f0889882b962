//! The Core Foundation calls.

use super::object::{Data, FALSE, NAMES, TRUE};
use super::with;
use std::ffi::{c_uchar, c_void};
use std::slice;

type Object = *const c_void;

fn at(object: Object) -> usize {
    object as usize
}

fn object(address: usize) -> Object {
    address as Object
}

/// The address of a constant.
#[repr(transparent)]
struct Constant(usize);

#[unsafe(no_mangle)]
static kCFBooleanTrue: Constant = Constant(TRUE);
#[unsafe(no_mangle)]
static kCFBooleanFalse: Constant = Constant(FALSE);
#[unsafe(no_mangle)]
static kAXTrustedCheckOptionPrompt: Constant = Constant(NAMES[0].0);
#[unsafe(no_mangle)]
static kCGWindowOwnerPID: Constant = Constant(NAMES[1].0);
#[unsafe(no_mangle)]
static kCGWindowOwnerName: Constant = Constant(NAMES[2].0);
#[unsafe(no_mangle)]
static kCGWindowNumber: Constant = Constant(NAMES[3].0);
#[unsafe(no_mangle)]
static kCGWindowLayer: Constant = Constant(NAMES[4].0);
#[unsafe(no_mangle)]
static kCGWindowBounds: Constant = Constant(NAMES[5].0);
#[unsafe(no_mangle)]
static kCFAllocatorDefault: Constant = Constant(0);
// Only the addresses are used.
#[unsafe(no_mangle)]
static kCFTypeArrayCallBacks: [usize; 8] = [0; 8];
#[unsafe(no_mangle)]
static kCFTypeDictionaryKeyCallBacks: [usize; 8] = [0; 8];
#[unsafe(no_mangle)]
static kCFTypeDictionaryValueCallBacks: [usize; 8] = [0; 8];

#[unsafe(no_mangle)]
extern "C" fn CFRetain(value: Object) -> Object {
    with(|world| world.objects.retain(at(value)));
    value
}

#[unsafe(no_mangle)]
extern "C" fn CFRelease(value: Object) {
    with(|world| world.objects.release(at(value)));
}

#[unsafe(no_mangle)]
extern "C" fn CFGetTypeID(value: Object) -> usize {
    with(|world| world.objects.get(at(value)).map_or(0, |data| data.kind()))
}

#[unsafe(no_mangle)]
extern "C" fn CFEqual(a: Object, b: Object) -> c_uchar {
    with(|world| {
        let a = world.objects.get(at(a)).cloned();
        let b = world.objects.get(at(b)).cloned();
        c_uchar::from(a == b)
    })
}

#[unsafe(no_mangle)]
extern "C" fn CFHash(value: Object) -> usize {
    with(|world| match world.objects.get(at(value)) {
        Some(Data::Element(node)) => *node,
        _ => 0,
    })
}

#[unsafe(no_mangle)]
extern "C" fn CFNullGetTypeID() -> usize {
    99
}

#[unsafe(no_mangle)]
extern "C" fn CFStringGetTypeID() -> usize {
    Data::Text(Vec::new()).kind()
}

#[unsafe(no_mangle)]
extern "C" fn CFNumberGetTypeID() -> usize {
    Data::Number(0.0).kind()
}

#[unsafe(no_mangle)]
extern "C" fn CFBooleanGetTypeID() -> usize {
    Data::Boolean(true).kind()
}

#[unsafe(no_mangle)]
extern "C" fn CFArrayGetTypeID() -> usize {
    Data::Array(Vec::new()).kind()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn CFStringCreateWithBytes(_: Object, bytes: *const u8, length: isize, _encoding: u32, _: c_uchar) -> Object {
    // SAFETY: the caller passes this many bytes.
    let bytes = unsafe { slice::from_raw_parts(bytes, length.unsigned_abs()) };
    let units = String::from_utf8_lossy(bytes).encode_utf16().collect();
    object(with(|world| world.objects.create(Data::Text(units))))
}

#[unsafe(no_mangle)]
extern "C" fn CFStringGetLength(string: Object) -> isize {
    with(|world| match world.objects.get(at(string)) {
        Some(Data::Text(units)) => units.len().cast_signed(),
        _ => 0,
    })
}

#[repr(C)]
struct Range {
    location: isize,
    length: isize,
}

#[unsafe(no_mangle)]
unsafe extern "C" fn CFStringGetCharacters(string: Object, range: Range, buffer: *mut u16) {
    with(|world| {
        if let Some(Data::Text(units)) = world.objects.get(at(string)) {
            let wanted = &units[range.location.unsigned_abs()..][..range.length.unsigned_abs()];
            // SAFETY: the caller's buffer has the length of the range.
            unsafe { slice::from_raw_parts_mut(buffer, wanted.len()) }.copy_from_slice(wanted);
        }
    });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn CFNumberCreate(_: Object, kind: u32, value: *const c_void) -> Object {
    // SAFETY: `kCFNumberSInt64Type` is 4, `kCFNumberFloat64Type` 6; the source holds such a number.
    let data = unsafe {
        match kind {
            4 => Data::Integer(*value.cast()),
            6 => Data::Number(*value.cast()),
            other => unreachable!("the backend makes no numbers of kind {other}"),
        }
    };
    object(with(|world| world.objects.create(data)))
}

#[unsafe(no_mangle)]
extern "C" fn CFNumberIsFloatType(number: Object) -> c_uchar {
    with(|world| c_uchar::from(matches!(world.objects.get(at(number)), Some(Data::Number(_)))))
}

#[unsafe(no_mangle)]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "as the library does"
)]
unsafe extern "C" fn CFNumberGetValue(number: Object, kind: u32, out: *mut c_void) -> bool {
    let data = with(|world| world.objects.get(at(number)).cloned());
    // SAFETY: the destination has the size of the requested type.
    unsafe {
        match (data, kind) {
            (Some(Data::Number(value)), 6) => *out.cast() = value,
            (Some(Data::Integer(value)), 6) => *out.cast() = value as f64,
            (Some(Data::Integer(value)), 4) => *out.cast() = value,
            (Some(Data::Number(value)), 4) => *out.cast() = value as i64,
            _ => return false,
        }
    }
    true
}

#[unsafe(no_mangle)]
extern "C" fn CFBooleanGetValue(boolean: Object) -> bool {
    with(|world| matches!(world.objects.get(at(boolean)), Some(Data::Boolean(true))))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn CFArrayCreate(_: Object, items: *const Object, length: isize, _: Object) -> Object {
    let items = if length == 0 {
        Vec::new()
    } else {
        // SAFETY: the caller passes this many pointers.
        unsafe { slice::from_raw_parts(items, length.unsigned_abs()) }
            .iter()
            .map(|item| at(*item))
            .collect()
    };
    object(with(|world| world.objects.create(Data::Array(items))))
}

#[unsafe(no_mangle)]
extern "C" fn CFArrayGetCount(array: Object) -> isize {
    with(|world| match world.objects.get(at(array)) {
        Some(Data::Array(items)) => items.len().cast_signed(),
        _ => 0,
    })
}

#[unsafe(no_mangle)]
extern "C" fn CFArrayGetValueAtIndex(array: Object, index: isize) -> Object {
    with(|world| match world.objects.get(at(array)) {
        Some(Data::Array(items)) => object(items[index.unsigned_abs()]),
        _ => object(0),
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn CFDictionaryCreate(
    _: Object,
    keys: *const Object,
    values: *const Object,
    length: isize,
    _: Object,
    _: Object,
) -> Object {
    // SAFETY: the caller passes this many of each.
    let (keys, values) = unsafe {
        (
            slice::from_raw_parts(keys, length.unsigned_abs()),
            slice::from_raw_parts(values, length.unsigned_abs()),
        )
    };
    let entries = keys.iter().zip(values).map(|(key, value)| (at(*key), at(*value))).collect();
    object(with(|world| world.objects.create(Data::Dictionary(entries))))
}

#[unsafe(no_mangle)]
extern "C" fn CFDictionaryGetValue(dictionary: Object, key: Object) -> Object {
    with(|world| {
        let wanted = world.objects.text(at(key));
        let entries = match world.objects.get(at(dictionary)) {
            Some(Data::Dictionary(entries)) => entries.clone(),
            _ => Vec::new(),
        };
        let found = entries.into_iter().find(|(key, _)| world.objects.text(*key) == wanted);
        object(found.map_or(0, |(_, value)| value))
    })
}
