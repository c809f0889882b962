//! Where input goes: the element at a point, the keyboard focus, and raising a window.

use super::app::{CALL_LIMIT, Core};
use super::cf::Owned;
use super::element::Element;
use super::fault::Fault;
use super::names;
use super::windows;
use crate::desktop::{Hit, geometry};
use crate::error::Result;
use crate::input::Point;
use crate::text::{quote, shorten};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest animation of a window that comes to the front.
const RAISE_LIMIT: Duration = Duration::from_secs(1);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

fn name_of_process(pid: i32) -> String {
    windows::owner(pid).map_or_else(
        || format!("the program with pid {pid}"),
        |name| format!("{} (pid {pid})", quote(&shorten(&name, 60))),
    )
}

/// The window that contains an element, or the element itself if it is a window.
fn window_of(element: &Element) -> Result<Option<Element>, Fault> {
    if let Some(window) = element.element(names::WINDOW)? {
        return Ok(Some(window));
    }
    let role = element.text(names::ROLE)?;
    Ok(matches!(role.as_deref(), Some("AXWindow" | "AXSheet" | "AXDrawer")).then(|| element.clone()))
}

fn title_of(window: &Element) -> String {
    let title = window.text(names::TITLE).ok().flatten().unwrap_or_default();
    format!("window {}", quote(&shorten(&title, 60)))
}

/// Whether our application is in front, or which one is.
fn in_front(core: &Core) -> Result<Hit, Fault> {
    if core.application.flag(names::FRONTMOST)? == Some(true) {
        return Ok(Hit::Target);
    }
    let other = Element::system_wide()
        .and_then(|all| all.element(names::FOCUSED_APPLICATION).ok().flatten())
        .and_then(|application| application.pid().ok());
    Ok(Hit::Other(
        other.map_or_else(|| "another application".to_owned(), name_of_process),
    ))
}

/// The target of a pointer event at a point. Many applications ignore or misplace pointer events in the background,
/// so an application that is not in front counts as covered.
///
/// # Errors
/// If the application does not answer.
pub(crate) fn at(core: &Core, element: &Element, point: Point) -> Result<Hit> {
    let fault = |fault| core.error(fault, "looking what is at the point");
    match in_front(core).map_err(fault)? {
        Hit::Target => {}
        other => return Ok(other),
    }
    let Some(all) = Element::system_wide() else {
        return Ok(Hit::Unknown);
    };
    all.limit(CALL_LIMIT).map_err(fault)?;
    let found = match all.at(point) {
        Ok(Some(found)) => found,
        // The element at the point does not answer; it may belong to a program that hangs.
        Ok(None) | Err(Fault::NoAnswer | Fault::Gone) => return Ok(Hit::Unknown),
        Err(other) => return Err(fault(other)),
    };
    let pid = found.pid().map_err(fault)?;
    if pid != core.pid {
        return Ok(Hit::Other(name_of_process(pid)));
    }
    let (Some(meant), Some(hit)) = (window_of(element).map_err(fault)?, window_of(&found).map_err(fault)?) else {
        return Ok(Hit::Unknown);
    };
    Ok(if meant == hit {
        Hit::Target
    } else {
        Hit::Other(title_of(&hit))
    })
}

/// The target of key events: the focused window of the application in front.
///
/// # Errors
/// If the application does not answer.
pub(crate) fn keyboard(core: &Core, element: Option<&Element>) -> Result<Hit> {
    let fault = |fault| core.error(fault, "looking where keys go");
    match in_front(core).map_err(fault)? {
        Hit::Target => {}
        other => return Ok(other),
    }
    let Some(element) = element else {
        return Ok(Hit::Target);
    };
    let (Some(meant), Some(focused)) = (
        window_of(element).map_err(fault)?,
        core.application.element(names::FOCUSED_WINDOW).map_err(fault)?,
    ) else {
        return Ok(Hit::Unknown);
    };
    Ok(if meant == focused {
        Hit::Target
    } else {
        Hit::Other(title_of(&focused))
    })
}

/// Brings a window, or the application, to the front and waits until it is there.
///
/// # Errors
/// If the application does not answer.
pub(crate) fn raise(core: &Core, element: Option<&Element>) -> Result<()> {
    let fault = |fault| core.error(fault, "raising the window");
    let window = match element {
        Some(element) => window_of(element).map_err(fault)?,
        None => None,
    };
    if let Some(window) = &window {
        raise_window(window).map_err(fault)?;
    }
    let yes = Owned::boolean(true);
    core.application.set(names::FRONTMOST, yes.as_ref()).map_err(fault)?;
    let until = Instant::now() + RAISE_LIMIT;
    while Instant::now() < until {
        let there = keyboard(core, window.as_ref())?;
        if !matches!(there, Hit::Other(_)) {
            break;
        }
        sleep(BETWEEN_LOOKS);
    }
    Ok(())
}

/// Puts a window in front of the others of its application.
pub(crate) fn raise_window(window: &Element) -> Result<(), Fault> {
    if window.flag(names::MINIMIZED)? == Some(true) {
        window.set(names::MINIMIZED, Owned::boolean(false).as_ref())?;
    }
    for answer in [
        window.perform(names::RAISE),
        window.set(names::MAIN, Owned::boolean(true).as_ref()),
    ] {
        match answer {
            // A sheet cannot be raised; its window can.
            Err(fault) if !fault.is_absence() => return Err(fault),
            _ => {}
        }
    }
    Ok(())
}

/// The window server's number of the application's window at a point. Events carry it to reach that window.
pub(crate) fn window_number_at(core: &Core, point: Point) -> Option<u32> {
    windows::on_screen()
        .into_iter()
        .find(|window| window.pid == core.pid && geometry::contains(&window.bounds, point))
        .map(|window| window.number)
}
