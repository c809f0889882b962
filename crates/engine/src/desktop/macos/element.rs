//! One element of an application's user interface.

use super::cf::Owned;
use super::fault::Fault;
use super::sys::ax::{
    AXError, AXUIElementCopyActionNames, AXUIElementCopyAttributeValue, AXUIElementCopyElementAtPosition,
    AXUIElementCopyMultipleAttributeValues, AXUIElementCreateApplication, AXUIElementCreateSystemWide, AXUIElementGetPid,
    AXUIElementGetTypeID, AXUIElementIsAttributeSettable, AXUIElementPerformAction, AXUIElementRef, AXUIElementSetAttributeValue,
    AXUIElementSetMessagingTimeout, AXValueCreate, AXValueGetType, AXValueGetTypeID, AXValueGetValue, VALUE_ERROR, VALUE_POINT,
    VALUE_SIZE,
};
use super::sys::caught;
use super::sys::cg::{CGPoint, CGSize};
use crate::input::Point;
use std::ptr;
use std::time::Duration;

/// A reference to an element. Two references to the same element are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Element(Owned);

/// Makes a call that returns a code and may throw.
fn call(call: impl FnOnce() -> AXError) -> Result<(), Fault> {
    caught(call).map_or(Err(Fault::Thrown), Fault::check)
}

fn name(text: &str) -> Result<Owned, Fault> {
    Owned::text(text).ok_or(Fault::Other(0))
}

impl Element {
    /// The application with this process id. Whether it exists is not checked.
    pub(crate) fn application(pid: i32) -> Option<Self> {
        // SAFETY: a Create function.
        unsafe { Owned::created(AXUIElementCreateApplication(pid).cast_const().cast()) }.map(Self)
    }

    /// The system-wide element.
    pub(crate) fn system_wide() -> Option<Self> {
        // SAFETY: a Create function.
        unsafe { Owned::created(AXUIElementCreateSystemWide().cast_const().cast()) }.map(Self)
    }

    fn from_object(object: Owned) -> Option<Self> {
        // SAFETY: no preconditions.
        (object.kind() == unsafe { AXUIElementGetTypeID() }).then_some(Self(object))
    }

    fn raw(&self) -> AXUIElementRef {
        self.0.as_ptr().cast_mut().cast()
    }

    /// Limits how long calls on this element wait for the application. On the element of [`Self::system_wide`], sets
    /// the default for all elements.
    pub(crate) fn limit(&self, wait: Duration) -> Result<(), Fault> {
        // SAFETY: the element is live.
        call(|| unsafe { AXUIElementSetMessagingTimeout(self.raw(), wait.as_secs_f32()) })
    }

    /// The process id of its application.
    pub(crate) fn pid(&self) -> Result<i32, Fault> {
        let mut pid = 0;
        // SAFETY: the element is live, the destination is ours.
        call(|| unsafe { AXUIElementGetPid(self.raw(), &raw mut pid) })?;
        Ok(pid)
    }

    /// The value of an attribute; `None` if the element lacks the attribute or its value.
    pub(crate) fn get(&self, attribute: &str) -> Result<Option<Owned>, Fault> {
        let attribute = name(attribute)?;
        let mut value = ptr::null();
        // SAFETY: a Copy function; on success the count is ours.
        let answer = call(|| unsafe { AXUIElementCopyAttributeValue(self.raw(), attribute.as_ptr().cast(), &raw mut value) });
        // SAFETY: null, or ours. It is taken over before the code is checked, so that nothing leaks.
        let value = unsafe { Owned::created(value) };
        match answer {
            Ok(()) => Ok(value),
            Err(fault) if fault.is_absence() => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// The values of several attributes, read in one call, in the same order.
    pub(crate) fn get_all(&self, attributes: &[Owned]) -> Result<Vec<Option<Owned>>, Fault> {
        let list = Owned::array(attributes).ok_or(Fault::Other(0))?;
        let mut values = ptr::null();
        // SAFETY: a Copy function; the attributes are strings.
        let answer =
            call(|| unsafe { AXUIElementCopyMultipleAttributeValues(self.raw(), list.as_ptr().cast(), 0, &raw mut values) });
        // SAFETY: null, or ours.
        let values = unsafe { Owned::created(values.cast()) };
        answer?;
        let mut values: Vec<Option<Owned>> = values
            .and_then(|values| values.to_items())
            .unwrap_or_default()
            .into_iter()
            .map(|value| (!is_placeholder(&value)).then_some(value))
            .collect();
        values.resize(attributes.len(), None);
        Ok(values)
    }

    /// The text of an attribute if it is not empty.
    pub(crate) fn text(&self, attribute: &str) -> Result<Option<String>, Fault> {
        Ok(self
            .get(attribute)?
            .and_then(|value| value.to_text())
            .filter(|text| !text.is_empty()))
    }

    /// The boolean value of an attribute.
    pub(crate) fn flag(&self, attribute: &str) -> Result<Option<bool>, Fault> {
        Ok(self.get(attribute)?.and_then(|value| value.to_bool()))
    }

    /// The element in an attribute.
    pub(crate) fn element(&self, attribute: &str) -> Result<Option<Self>, Fault> {
        Ok(self.get(attribute)?.and_then(Self::from_object))
    }

    /// The elements in an attribute.
    pub(crate) fn elements(&self, attribute: &str) -> Result<Vec<Self>, Fault> {
        Ok(self.get(attribute)?.map(|value| elements(&value)).unwrap_or_default())
    }

    /// Whether an attribute is settable.
    pub(crate) fn can_set(&self, attribute: &str) -> Result<bool, Fault> {
        let attribute = name(attribute)?;
        let mut settable = 0;
        // SAFETY: the element is live, the destination is ours.
        let answer = call(|| unsafe { AXUIElementIsAttributeSettable(self.raw(), attribute.as_ptr().cast(), &raw mut settable) });
        match answer {
            Ok(()) => Ok(settable != 0),
            Err(fault) if fault.is_absence() => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Sets an attribute.
    pub(crate) fn set(&self, attribute: &str, value: Option<&Owned>) -> Result<(), Fault> {
        let attribute = name(attribute)?;
        let value = value.ok_or(Fault::Other(0))?;
        // SAFETY: all live; the application copies what it keeps.
        call(|| unsafe { AXUIElementSetAttributeValue(self.raw(), attribute.as_ptr().cast(), value.as_ptr()) })
    }

    /// The names of its actions.
    pub(crate) fn actions(&self) -> Result<Vec<String>, Fault> {
        let mut names = ptr::null();
        // SAFETY: a Copy function.
        let answer = call(|| unsafe { AXUIElementCopyActionNames(self.raw(), &raw mut names) });
        // SAFETY: null, or ours.
        let names = unsafe { Owned::created(names.cast()) };
        match answer {
            Ok(()) => {}
            Err(fault) if fault.is_absence() => return Ok(Vec::new()),
            Err(fault) => return Err(fault),
        }
        Ok(names
            .and_then(|names| names.to_items())
            .unwrap_or_default()
            .iter()
            .filter_map(Owned::to_text)
            .collect())
    }

    /// Performs one of its actions.
    pub(crate) fn perform(&self, action: &str) -> Result<(), Fault> {
        let action = name(action)?;
        // SAFETY: all live.
        call(|| unsafe { AXUIElementPerformAction(self.raw(), action.as_ptr().cast()) })
    }

    /// The deepest element at a point of the screen: of this application or, for the system-wide element, of any.
    pub(crate) fn at(&self, point: Point) -> Result<Option<Self>, Fault> {
        let mut found = ptr::null_mut();
        #[expect(clippy::cast_possible_truncation, reason = "the call takes single precision")]
        let (x, y) = (point.x as f32, point.y as f32);
        // SAFETY: a Copy function.
        let answer = call(|| unsafe { AXUIElementCopyElementAtPosition(self.raw(), x, y, &raw mut found) });
        // SAFETY: null, or ours.
        let found = unsafe { Owned::created(found.cast_const().cast()) };
        match answer {
            Ok(()) => Ok(found.map(Self)),
            Err(fault) if fault.is_absence() => Ok(None),
            Err(fault) => Err(fault),
        }
    }
}

/// The elements in an array.
pub(crate) fn elements(list: &Owned) -> Vec<Element> {
    list.to_items()
        .unwrap_or_default()
        .into_iter()
        .filter_map(Element::from_object)
        .collect()
}

/// The value as an element, if it is one.
pub(crate) fn element(value: Owned) -> Option<Element> {
    Element::from_object(value)
}

/// Whether a value in a multiple answer stands for a missing one: a wrapped error, or null.
fn is_placeholder(value: &Owned) -> bool {
    // SAFETY: the value is live; its type is checked before it is read.
    unsafe {
        let kind = value.kind();
        kind == super::sys::cf::base::CFNullGetTypeID()
            || (kind == AXValueGetTypeID() && AXValueGetType(value.as_ptr().cast_mut().cast()) == VALUE_ERROR)
    }
}

/// The point in a value.
pub(crate) fn point(value: &Owned) -> Option<Point> {
    let mut point = CGPoint { x: 0.0, y: 0.0 };
    // SAFETY: the type is checked, and the destination has the size of a point.
    unsafe {
        (value.kind() == AXValueGetTypeID()
            && AXValueGetValue(value.as_ptr().cast_mut().cast(), VALUE_POINT, (&raw mut point).cast()))
        .then_some(Point { x: point.x, y: point.y })
    }
}

/// Width and height in a value.
pub(crate) fn size(value: &Owned) -> Option<(f64, f64)> {
    let mut size = CGSize { width: 0.0, height: 0.0 };
    // SAFETY: the type is checked, and the destination has the size of a size.
    unsafe {
        (value.kind() == AXValueGetTypeID()
            && AXValueGetValue(value.as_ptr().cast_mut().cast(), VALUE_SIZE, (&raw mut size).cast()))
        .then_some((size.width, size.height))
    }
}

/// Wraps a point as a value.
pub(crate) fn point_value(point: Point) -> Option<Owned> {
    let point = CGPoint { x: point.x, y: point.y };
    // SAFETY: a Create function, which copies the point.
    unsafe { Owned::created(AXValueCreate(VALUE_POINT, (&raw const point).cast()).cast_const().cast()) }
}

/// Wraps a size as a value.
pub(crate) fn size_value(width: f64, height: f64) -> Option<Owned> {
    let size = CGSize { width, height };
    // SAFETY: a Create function, which copies the size.
    unsafe { Owned::created(AXValueCreate(VALUE_SIZE, (&raw const size).cast()).cast_const().cast()) }
}
