//! The accessibility calls.

use super::app::Value;
use super::object::Data;
use super::{APPLICATION, Logged, SYSTEM_WIDE, World, app, with};
use std::ffi::{c_uchar, c_void};
use std::thread::sleep;
use std::time::Duration;

type Object = *const c_void;

const GONE: i32 = -25202;
const CANNOT_COMPLETE: i32 = -25204;
const UNSUPPORTED: i32 = -25205;
const NO_ACTION: i32 = -25206;
const API_DISABLED: i32 = -25211;
const NO_VALUE: i32 = -25212;

/// How long a call waits for an answer if no limit was set.
const DEFAULT_WAIT: Duration = Duration::from_secs(6);

/// What happens to a call before it does anything.
enum Fate {
    Answer(i32),
    Wait(Duration),
    Throw,
}

/// The node of an element, or the code that the call returns at once.
fn enter(call: &'static str, element: Object) -> Result<usize, i32> {
    let fate = with(|world| {
        let Some(Data::Element(node)) = world.objects.get(element as usize).cloned() else {
            world.objects.fault(format!("{call} on what is no element"));
            return Err(Fate::Answer(-25201));
        };
        if std::mem::take(&mut world.throws) {
            return Err(Fate::Throw);
        }
        if !world.trusted {
            return Err(Fate::Answer(API_DISABLED));
        }
        if let Some((skip, times, code)) = world.failures.get_mut(call) {
            if *skip > 0 {
                *skip -= 1;
            } else if *times > 0 {
                *times -= 1;
                return Err(Fate::Answer(*code));
            }
        }
        if node == SYSTEM_WIDE {
            return Ok(node);
        }
        if world.hung {
            return Err(Fate::Wait(limit(world, node)));
        }
        if world.nodes.get(&node).is_none_or(|node| node.gone) {
            return Err(Fate::Answer(GONE));
        }
        Ok(node)
    });
    match fate {
        Ok(node) => Ok(node),
        Err(Fate::Answer(code)) => Err(code),
        Err(Fate::Wait(time)) => {
            sleep(time);
            Err(CANNOT_COMPLETE)
        }
        Err(Fate::Throw) => std::panic::resume_unwind(Box::new("an Objective-C exception")),
    }
}

/// The time limit of an element: its own, or the default.
fn limit(world: &World, node: usize) -> Duration {
    let set = |wanted| {
        world.log.iter().rev().find_map(|entry| match entry {
            Logged::Limit(node, limit) if *node == wanted => Some(*limit),
            _ => None,
        })
    };
    set(node).or_else(|| set(SYSTEM_WIDE)).unwrap_or(DEFAULT_WAIT)
}

fn create(node: usize) -> *mut c_void {
    with(|world| world.objects.create(Data::Element(node))) as *mut c_void
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXIsProcessTrustedWithOptions(options: Object) -> bool {
    with(|world| {
        if let Some(Data::Dictionary(entries)) = world.objects.get(options as usize).cloned()
            && let [(key, value)] = entries[..]
            && world.objects.text(key) == "AXTrustedCheckOptionPrompt"
            && world.objects.get(value) == Some(&mut Data::Boolean(true))
        {
            world.asked += 1;
        }
        world.trusted
    })
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXUIElementGetTypeID() -> usize {
    Data::Element(0).kind()
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXUIElementCreateApplication(_pid: i32) -> *mut c_void {
    create(APPLICATION)
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXUIElementCreateSystemWide() -> *mut c_void {
    create(SYSTEM_WIDE)
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXUIElementSetMessagingTimeout(element: Object, seconds: f32) -> i32 {
    // Setting a limit does not contact the application.
    with(|world| {
        let Some(Data::Element(node)) = world.objects.get(element as usize).cloned() else {
            return -25201;
        };
        world.log.push(Logged::Limit(node, Duration::from_secs_f32(seconds)));
        0
    })
}

#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn AXUIElementGetPid(element: Object, pid: *mut i32) -> i32 {
    let node = match enter("AXUIElementGetPid", element) {
        Ok(node) => node,
        Err(code) => return code,
    };
    // SAFETY: the caller's destination is a pid.
    unsafe { *pid = with(|world| world.nodes[&node].pid) };
    0
}

/// A value as an object with a count of one, or the code for its absence.
fn read(world: &mut World, node: usize, attribute: &str) -> Result<usize, i32> {
    world.log.push(Logged::Read(node, attribute.to_owned()));
    if node == SYSTEM_WIDE {
        let front = world
            .nodes
            .iter()
            .find(|(_, node)| node.flag("AXFrontmost"))
            .map(|(number, _)| *number);
        return match (attribute, front) {
            ("AXFocusedApplication", Some(number)) => Ok(world.objects.create(Data::Element(number))),
            _ => Err(NO_VALUE),
        };
    }
    let value = world.nodes[&node].attributes.get(attribute).cloned().ok_or(UNSUPPORTED)?;
    let data = match value {
        Value::Absent => return Err(NO_VALUE),
        Value::Text(text) => Data::Text(text.encode_utf16().collect()),
        Value::Number(number) => Data::Number(number),
        Value::Integer(number) => Data::Integer(number),
        Value::Flag(yes) => Data::Boolean(yes),
        Value::Point(x, y) => Data::Pair(1, [x, y]),
        Value::Size(w, h) => Data::Pair(2, [w, h]),
        Value::Element(node) => Data::Element(node),
        Value::Elements(nodes) => {
            let items = nodes
                .into_iter()
                .map(|node| world.objects.create(Data::Element(node)))
                .collect();
            return Ok(world.objects.create_around(Data::Array(items)));
        }
    };
    Ok(match data {
        // Booleans are constants of the library.
        Data::Boolean(yes) => {
            let constant = if yes { super::object::TRUE } else { super::object::FALSE };
            world.objects.retain(constant);
            constant
        }
        other => world.objects.create(other),
    })
}

#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn AXUIElementCopyAttributeValue(element: Object, attribute: Object, value: *mut Object) -> i32 {
    let node = match enter("AXUIElementCopyAttributeValue", element) {
        Ok(node) => node,
        Err(code) => return code,
    };
    with(|world| {
        let attribute = world.objects.text(attribute as usize);
        match read(world, node, &attribute) {
            Ok(object) => {
                // SAFETY: the caller's destination is a pointer.
                unsafe { *value = object as Object };
                0
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn AXUIElementCopyMultipleAttributeValues(
    element: Object,
    attributes: Object,
    options: u32,
    values: *mut Object,
) -> i32 {
    assert_eq!(options, 0, "a missing value must not end the answer");
    let node = match enter("AXUIElementCopyMultipleAttributeValues", element) {
        Ok(node) => node,
        Err(code) => return code,
    };
    with(|world| {
        let Some(Data::Array(names)) = world.objects.get(attributes as usize).cloned() else {
            return -25201;
        };
        let items = names
            .into_iter()
            .map(|name| {
                let name = world.objects.text(name);
                match read(world, node, &name) {
                    Ok(object) => object,
                    Err(code) => world.objects.create(Data::Error(code)),
                }
            })
            .collect();
        // SAFETY: the caller's destination is a pointer.
        unsafe { *values = world.objects.create_around(Data::Array(items)) as Object };
        0
    })
}

#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn AXUIElementIsAttributeSettable(element: Object, attribute: Object, settable: *mut c_uchar) -> i32 {
    let node = match enter("AXUIElementIsAttributeSettable", element) {
        Ok(node) => node,
        Err(code) => return code,
    };
    with(|world| {
        let attribute = world.objects.text(attribute as usize);
        let node = &world.nodes[&node];
        if !node.attributes.contains_key(&attribute) {
            return UNSUPPORTED;
        }
        // SAFETY: the caller's destination is a byte.
        unsafe { *settable = c_uchar::from(node.settable.contains(&attribute)) };
        0
    })
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXUIElementSetAttributeValue(element: Object, attribute: Object, value: Object) -> i32 {
    let node = match enter("AXUIElementSetAttributeValue", element) {
        Ok(node) => node,
        Err(code) => return code,
    };
    with(|world| {
        let attribute = world.objects.text(attribute as usize);
        let value = match world.objects.get(value as usize).cloned() {
            Some(Data::Text(units)) => Value::Text(String::from_utf16_lossy(&units)),
            Some(Data::Number(number)) => Value::Number(number),
            Some(Data::Boolean(yes)) => Value::Flag(yes),
            Some(Data::Pair(1, [x, y])) => Value::Point(x, y),
            Some(Data::Pair(2, [w, h])) => Value::Size(w, h),
            other => {
                world.objects.fault(format!("{attribute} was set to {other:?}"));
                return -25201;
            }
        };
        world.log.push(Logged::Set(node, attribute.clone(), value.clone()));
        app::set(world, node, &attribute, value)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn AXUIElementCopyActionNames(element: Object, names: *mut Object) -> i32 {
    let node = match enter("AXUIElementCopyActionNames", element) {
        Ok(node) => node,
        Err(code) => return code,
    };
    with(|world| {
        let actions = world.nodes[&node].actions.clone();
        let items = actions
            .iter()
            .map(|action| world.objects.create(Data::Text(action.encode_utf16().collect())))
            .collect();
        // SAFETY: the caller's destination is a pointer.
        unsafe { *names = world.objects.create_around(Data::Array(items)) as Object };
        0
    })
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXUIElementPerformAction(element: Object, action: Object) -> i32 {
    let node = match enter("AXUIElementPerformAction", element) {
        Ok(node) => node,
        Err(code) => return code,
    };
    with(|world| {
        let action = world.objects.text(action as usize);
        if !world.nodes[&node].actions.contains(&action) {
            return NO_ACTION;
        }
        world.log.push(Logged::Performed(node, action.clone()));
        app::perform(world, node, &action)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn AXUIElementCopyElementAtPosition(element: Object, x: f32, y: f32, found: *mut *mut c_void) -> i32 {
    if let Err(code) = enter("AXUIElementCopyElementAtPosition", element) {
        return code;
    }
    with(|world| {
        let Some(node) = app::at(world, f64::from(x), f64::from(y)) else {
            return NO_VALUE;
        };
        // SAFETY: the caller's destination is a pointer.
        unsafe { *found = world.objects.create(Data::Element(node)) as *mut c_void };
        0
    })
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXValueGetTypeID() -> usize {
    Data::Error(0).kind()
}

#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn AXValueCreate(kind: u32, value: *const c_void) -> *mut c_void {
    assert!(matches!(kind, 1 | 2), "points and sizes only");
    // SAFETY: the source is a point or a size: two numbers.
    let pair = unsafe { *value.cast::<[f64; 2]>() };
    with(|world| world.objects.create(Data::Pair(kind, pair))) as *mut c_void
}

#[unsafe(no_mangle)]
extern "C-unwind" fn AXValueGetType(value: Object) -> u32 {
    with(|world| match world.objects.get(value as usize) {
        Some(Data::Pair(kind, _)) => *kind,
        Some(Data::Error(_)) => 5,
        _ => 0,
    })
}

#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn AXValueGetValue(value: Object, kind: u32, out: *mut c_void) -> bool {
    with(|world| match world.objects.get(value as usize) {
        Some(Data::Pair(stored, pair)) if *stored == kind => {
            // SAFETY: the caller's destination is a point or a size.
            unsafe { *out.cast::<[f64; 2]>() = *pair };
            true
        }
        _ => false,
    })
}
