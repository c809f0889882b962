//! The calls for events and for the list of windows.

use super::object::{Data, NAMES};
use super::{Logged, World, app, with};
use crate::desktop::macos::sys::cg::{CGPoint, CGRect};
use std::ffi::{c_ulong, c_void};
use std::slice;

type Object = *const c_void;

/// The type of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EventKind {
    /// A key, and whether it goes down.
    Key(u16, bool),
    /// The pointer: `CGEventType` and button.
    Mouse(u32, u32),
    /// The wheel: lines up, lines left.
    Wheel(i32, i32),
}

/// A posted event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Event {
    pub(crate) kind: EventKind,
    pub(crate) text: String,
    /// The flags. `None` means unset, which would let in the keys that the user holds.
    pub(crate) flags: Option<u64>,
    /// The position; of a wheel event only if it was set.
    pub(crate) at: Option<(f64, f64)>,
    pub(crate) clicks: i64,
    pub(crate) window: Option<i64>,
}

fn create(kind: EventKind, at: Option<(f64, f64)>) -> *mut c_void {
    let event = Event {
        kind,
        text: String::new(),
        flags: None,
        at,
        clicks: 0,
        window: None,
    };
    with(|world| world.objects.create(Data::Event(Box::new(event)))) as *mut c_void
}

fn change(event: Object, body: impl FnOnce(&mut Event) -> Result<(), String>) {
    with(|world| {
        let fault = match world.objects.get(event as usize) {
            Some(Data::Event(event)) => body(event).err(),
            _ => Some("what is no event was changed as one".to_owned()),
        };
        if let Some(fault) = fault {
            world.objects.fault(fault);
        }
    });
}

#[unsafe(no_mangle)]
extern "C" fn CGEventSourceCreate(state: i32) -> *mut c_void {
    with(|world| world.objects.create(Data::Source(state))) as *mut c_void
}

fn check_source(source: Object) {
    with(|world| {
        if !matches!(world.objects.get(source as usize), Some(Data::Source(-1))) {
            world.objects.fault("an event was made without the private source".to_owned());
        }
    });
}

#[unsafe(no_mangle)]
extern "C" fn CGEventCreateKeyboardEvent(source: Object, key: u16, down: bool) -> *mut c_void {
    check_source(source);
    create(EventKind::Key(key, down), None)
}

#[unsafe(no_mangle)]
extern "C" fn CGEventCreateMouseEvent(source: Object, kind: u32, at: CGPoint, button: u32) -> *mut c_void {
    check_source(source);
    create(EventKind::Mouse(kind, button), Some((at.x, at.y)))
}

#[unsafe(no_mangle)]
extern "C" fn CGEventCreateScrollWheelEvent2(source: Object, unit: u32, wheels: u32, up: i32, left: i32, _: i32) -> *mut c_void {
    check_source(source);
    assert_eq!((unit, wheels), (1, 2), "lines, two wheels");
    create(EventKind::Wheel(up, left), None)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn CGEventKeyboardSetUnicodeString(event: Object, length: c_ulong, text: *const u16) {
    // SAFETY: the caller passes this many units.
    let units = unsafe { slice::from_raw_parts(text, usize::try_from(length).unwrap_or_default()) };
    change(event, |event| {
        // The system truncates longer text.
        let typed = &units[..units.len().min(20)];
        event.text = String::from_utf16(typed).map_err(|_| "half of a surrogate pair was typed".to_owned())?;
        Ok(())
    });
}

#[unsafe(no_mangle)]
extern "C" fn CGEventSetFlags(event: Object, flags: u64) {
    change(event, |event| {
        event.flags = Some(flags);
        Ok(())
    });
}

#[unsafe(no_mangle)]
extern "C" fn CGEventSetIntegerValueField(event: Object, field: u32, value: i64) {
    change(event, |event| {
        match field {
            1 => event.clicks = value,
            91 | 92 => event.window = Some(value),
            other => return Err(format!("field {other} was set")),
        }
        Ok(())
    });
}

#[unsafe(no_mangle)]
extern "C" fn CGEventSetLocation(event: Object, at: CGPoint) {
    change(event, |event| {
        event.at = Some((at.x, at.y));
        Ok(())
    });
}

#[unsafe(no_mangle)]
extern "C" fn CGEventPostToPid(pid: i32, event: Object) {
    with(|world| {
        let Some(Data::Event(event)) = world.objects.get(event as usize).cloned() else {
            world.objects.fault("what is no event was posted".to_owned());
            return;
        };
        world.log.push(Logged::Posted(pid, (*event).clone()));
        app::deliver(world, &event);
    });
}

#[unsafe(no_mangle)]
extern "C" fn CGPreflightScreenCaptureAccess() -> bool {
    with(|world| world.trusted)
}

fn named(world: &mut World, number: usize, data: Data) -> (usize, usize) {
    (NAMES[number].0, world.objects.create(data))
}

#[unsafe(no_mangle)]
extern "C" fn CGWindowListCopyWindowInfo(option: u32, relative_to: u32) -> Object {
    assert_eq!((option, relative_to), (1 | 1 << 4, 0));
    with(|world| {
        let mut entries = Vec::new();
        for (number, pid, owner, layer, [x, y, w, h]) in world.windows.clone() {
            let edges: Vec<(usize, usize)> = [("X", x), ("Y", y), ("Width", w), ("Height", h)]
                .into_iter()
                .map(|(name, value)| {
                    let name = Data::Text(name.encode_utf16().collect());
                    (world.objects.create(name), world.objects.create(Data::Number(value)))
                })
                .collect();
            let bounds = world.objects.create_around(Data::Dictionary(edges));
            let fields = vec![
                named(world, 3, Data::Integer(number)),
                named(world, 1, Data::Integer(pid)),
                named(world, 2, Data::Text(owner.encode_utf16().collect())),
                named(world, 4, Data::Integer(layer)),
                (NAMES[5].0, bounds),
            ];
            let values: Vec<usize> = fields.iter().map(|(_, value)| *value).collect();
            entries.push(world.objects.create(Data::Dictionary(fields)));
            for value in values {
                world.objects.release(value);
            }
        }
        world.objects.create_around(Data::Array(entries)) as Object
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn CGRectMakeWithDictionaryRepresentation(dictionary: Object, rect: *mut CGRect) -> bool {
    with(|world| {
        let Some(Data::Dictionary(entries)) = world.objects.get(dictionary as usize).cloned() else {
            return false;
        };
        let mut edge = |name: &str| {
            let found = entries.iter().find(|(key, _)| world.objects.text(*key) == name)?;
            match world.objects.get(found.1) {
                Some(Data::Number(value)) => Some(*value),
                _ => None,
            }
        };
        let (Some(x), Some(y), Some(width), Some(height)) = (edge("X"), edge("Y"), edge("Width"), edge("Height")) else {
            return false;
        };
        // SAFETY: the caller's destination is a rectangle.
        unsafe {
            (*rect).origin = CGPoint { x, y };
            (*rect).size.width = width;
            (*rect).size.height = height;
        }
        true
    })
}
