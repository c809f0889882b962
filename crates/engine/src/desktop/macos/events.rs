//! Input events, posted to one process only.
//!
//! A sequence is built completely before its first event is posted, so a failure leaves no key or button pressed.
//! Every event sets its flags, even to none: otherwise keys that the user holds at the moment would leak into it.

use super::cf::Owned;
use super::sys::cg::{
    CGEventCreateKeyboardEvent, CGEventCreateMouseEvent, CGEventCreateScrollWheelEvent2, CGEventKeyboardSetUnicodeString,
    CGEventPostToPid, CGEventRef, CGEventSetFlags, CGEventSetIntegerValueField, CGEventSetLocation, CGEventSourceCreate,
    CGEventSourceRef, CGPoint, SOURCE_PRIVATE, UNIT_LINE,
};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::Point;
use std::ffi::c_ulong;
use std::time::Duration;

/// The system truncates longer strings in one event.
pub(crate) const MOST_UNITS: usize = 20;

/// Events to post in order, with pauses between them.
pub(crate) struct Sequence {
    source: Owned,
    steps: Vec<Step>,
}

enum Step {
    Post(Owned),
    Pause(Duration),
}

fn refused() -> EngineError {
    EngineError::new(ErrorKind::Protocol, "macOS made no input event").with_next_step("try again; if it persists, log in anew")
}

fn point_of(point: Point) -> CGPoint {
    CGPoint { x: point.x, y: point.y }
}

impl Sequence {
    /// An empty sequence.
    ///
    /// # Errors
    /// `Protocol` if the system creates no events.
    pub(crate) fn new() -> Result<Self> {
        // SAFETY: a Create function.
        let source = unsafe { Owned::created(CGEventSourceCreate(SOURCE_PRIVATE).cast_const().cast()) }.ok_or_else(refused)?;
        Ok(Self {
            source,
            steps: Vec::new(),
        })
    }

    fn source(&self) -> CGEventSourceRef {
        self.source.as_ptr().cast_mut().cast()
    }

    /// Takes over a created event and sets its flags.
    fn take(&mut self, event: CGEventRef, flags: u64) -> Result<CGEventRef> {
        // SAFETY: from a Create function.
        let owned = unsafe { Owned::created(event.cast_const().cast()) }.ok_or_else(refused)?;
        // SAFETY: it is not null.
        unsafe { CGEventSetFlags(event, flags) };
        self.steps.push(Step::Post(owned));
        Ok(event)
    }

    /// A key goes down and up. `text` is what it types; empty leaves that to the keyboard layout.
    pub(crate) fn key(&mut self, code: u16, flags: u64, text: &[u16]) -> Result<()> {
        for down in [true, false] {
            // SAFETY: a Create function; the source is live.
            let event = unsafe { CGEventCreateKeyboardEvent(self.source(), code, down) };
            let event = self.take(event, flags)?;
            if !text.is_empty() {
                // SAFETY: the text lives for the call, which copies it.
                unsafe { CGEventKeyboardSetUnicodeString(event, text.len() as c_ulong, text.as_ptr()) };
            }
        }
        Ok(())
    }

    /// A pointer event.
    pub(crate) fn mouse(&mut self, kind: u32, at: Point, button: u32) -> Result<CGEventRef> {
        // SAFETY: a Create function; the source is live.
        let event = unsafe { CGEventCreateMouseEvent(self.source(), kind, point_of(at), button) };
        self.take(event, 0)
    }

    /// Sets a field of an event of this sequence.
    #[expect(clippy::unused_self, reason = "the event lives as long as the sequence")]
    pub(crate) fn set_field(&self, event: CGEventRef, field: u32, value: i64) {
        // SAFETY: the event is owned by this sequence, which is borrowed.
        unsafe { CGEventSetIntegerValueField(event, field, value) };
    }

    /// A wheel event in lines; positive values go up and left, as the system counts.
    pub(crate) fn wheel(&mut self, at: Point, vertical: i32, horizontal: i32) -> Result<()> {
        // SAFETY: a Create function; the source is live.
        let event = unsafe { CGEventCreateScrollWheelEvent2(self.source(), UNIT_LINE, 2, vertical, horizontal, 0) };
        let event = self.take(event, 0)?;
        // Otherwise it would have the position of the real pointer.
        // SAFETY: it is not null.
        unsafe { CGEventSetLocation(event, point_of(at)) };
        Ok(())
    }

    /// A pause.
    pub(crate) fn pause(&mut self, time: Duration) {
        self.steps.push(Step::Pause(time));
    }

    /// Posts everything to a process. Blocks during the pauses.
    pub(crate) fn post(self, pid: i32) {
        for step in self.steps {
            match step {
                // SAFETY: the event is live.
                Step::Post(event) => unsafe { CGEventPostToPid(pid, event.as_ptr().cast_mut().cast()) },
                Step::Pause(time) => std::thread::sleep(time),
            }
        }
    }
}
