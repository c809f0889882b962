//! The window server's list of the windows on the screen.

use super::cf::Owned;
use super::sys::cf::string::CFStringRef;
use super::sys::cg::{
    CGPoint, CGRect, CGRectMakeWithDictionaryRepresentation, CGSize, CGWindowListCopyWindowInfo, NO_WINDOW, WINDOWS_ON_SCREEN,
    kCGWindowBounds, kCGWindowLayer, kCGWindowNumber, kCGWindowOwnerName, kCGWindowOwnerPID,
};
use crate::desktop::Rect;

/// Edges that differ by less count as equal.
const TOLERANCE: f64 = 1.0;

/// A window as the window server reports it, without its title: reading titles needs the permission to record the
/// screen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ServerWindow {
    pub(crate) number: u32,
    pub(crate) pid: i32,
    pub(crate) owner: String,
    pub(crate) bounds: Rect,
}

/// All ordinary windows on the screen, topmost first.
pub(crate) fn on_screen() -> Vec<ServerWindow> {
    // SAFETY: a Copy function.
    let list = unsafe { Owned::created(CGWindowListCopyWindowInfo(WINDOWS_ON_SCREEN, NO_WINDOW).cast()) };
    list.and_then(|list| list.to_items())
        .unwrap_or_default()
        .iter()
        .filter_map(entry)
        .collect()
}

/// One entry; `None` for panels, menus and everything else outside the layer of windows.
fn entry(entry: &Owned) -> Option<ServerWindow> {
    // SAFETY: the keys are constants of the library.
    let (number, pid, layer, owner, bounds) = unsafe {
        (
            field(entry, kCGWindowNumber)?,
            field(entry, kCGWindowOwnerPID)?,
            field(entry, kCGWindowLayer)?,
            field(entry, kCGWindowOwnerName),
            field(entry, kCGWindowBounds)?,
        )
    };
    if layer.to_integer()? != 0 {
        return None;
    }
    let mut rect = CGRect {
        origin: CGPoint { x: 0.0, y: 0.0 },
        size: CGSize { width: 0.0, height: 0.0 },
    };
    // SAFETY: the entry is a dictionary with a rectangle, which the call checks.
    if !unsafe { CGRectMakeWithDictionaryRepresentation(bounds.as_ptr().cast(), &raw mut rect) } {
        return None;
    }
    Some(ServerWindow {
        number: u32::try_from(number.to_integer()?).ok()?,
        pid: i32::try_from(pid.to_integer()?).ok()?,
        owner: owner.and_then(|owner| owner.to_text()).unwrap_or_default(),
        bounds: Rect {
            x: rect.origin.x,
            y: rect.origin.y,
            w: rect.size.width,
            h: rect.size.height,
        },
    })
}

/// # Safety
/// `entry` is a dictionary and `key` a live string.
unsafe fn field(entry: &Owned, key: CFStringRef) -> Option<Owned> {
    // SAFETY: guaranteed by the caller.
    unsafe { entry.value_of(key.cast()) }
}

/// Whether two rectangles belong to the same window.
pub(crate) fn same(a: &Rect, b: &Rect) -> bool {
    [(a.x, b.x), (a.y, b.y), (a.w, b.w), (a.h, b.h)]
        .into_iter()
        .all(|(a, b)| (a - b).abs() <= TOLERANCE)
}

/// The name of the program that owns the windows of this process.
pub(crate) fn owner(pid: i32) -> Option<String> {
    on_screen()
        .into_iter()
        .find(|window| window.pid == pid && !window.owner.is_empty())
        .map(|window| window.owner)
}
