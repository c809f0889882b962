//! The windows of one application: list, raise, move, resize, close.

use super::app::Core;
use super::element::{Element, point, point_value, size, size_value};
use super::fault::Fault;
use super::front;
use super::names;
use super::windows::{self, ServerWindow};
use crate::desktop::{Rect, WindowAction, WindowInfo};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::Point;

/// Numbers of windows that the window server does not list (minimised ones) start here, above its own numbers.
const OFF_SCREEN: u64 = 1 << 32;

struct Window {
    element: Element,
    info: WindowInfo,
}

fn rect(window: &Element) -> Result<Rect, Fault> {
    let at = window.get(names::POSITION)?.as_ref().and_then(point);
    let at = at.unwrap_or(Point { x: 0.0, y: 0.0 });
    let (w, h) = window.get(names::SIZE)?.as_ref().and_then(size).unwrap_or_default();
    Ok(Rect { x: at.x, y: at.y, w, h })
}

/// The application's windows with the window server's numbers. Accessibility does not report the numbers, so they are
/// matched by place, each once.
fn collect(core: &Core) -> Result<Vec<Window>, Fault> {
    let mut listed: Vec<ServerWindow> = windows::on_screen();
    listed.retain(|window| window.pid == core.pid);
    let focused = core.application.element(names::FOCUSED_WINDOW)?;
    let front = core.application.flag(names::FRONTMOST)? == Some(true);
    core.application
        .elements(names::WINDOWS)?
        .into_iter()
        .map(|element| {
            let bounds = rect(&element)?;
            let hidden = element.flag(names::MINIMIZED)?.unwrap_or(false);
            let number = listed
                .iter()
                .position(|window| !hidden && windows::same(&window.bounds, &bounds))
                .map(|at| u64::from(listed.remove(at).number));
            let number = number.unwrap_or_else(|| {
                let key = core.registry().key(&element);
                OFF_SCREEN + key.trim_start_matches("ax").parse::<u64>().unwrap_or_default()
            });
            Ok(Window {
                info: WindowInfo {
                    window: number,
                    pid: Some(core.pid.unsigned_abs()),
                    title: element.text(names::TITLE)?.unwrap_or_default(),
                    bounds: Some(bounds),
                    active: front && focused.as_ref() == Some(&element),
                    hidden: hidden || number >= OFF_SCREEN,
                },
                element,
            })
        })
        .collect()
}

/// The application's windows.
///
/// # Errors
/// If the application does not answer.
pub(crate) fn list(core: &Core) -> Result<Vec<WindowInfo>> {
    collect(core)
        .map(|windows| windows.into_iter().map(|window| window.info).collect())
        .map_err(|fault| core.error(fault, "listing the windows"))
}

fn find(core: &Core, number: u64) -> Result<Window> {
    let windows = collect(core).map_err(|fault| core.error(fault, "listing the windows"))?;
    let known: Vec<String> = windows.iter().map(|window| window.info.window.to_string()).collect();
    windows
        .into_iter()
        .find(|window| window.info.window == number)
        .ok_or_else(|| {
            EngineError::new(
                ErrorKind::StaleUid,
                format!("the application has no window {number}; it has {}", known.join(", ")),
            )
            .with_next_step(crate::error::NextStep::ListWindows)
        })
}

/// The place of one of its windows.
///
/// # Errors
/// `StaleUid` if there is none with this number.
pub(crate) fn bounds(core: &Core, number: u64) -> Result<Rect> {
    let info = find(core, number)?.info;
    info.bounds.filter(|_| info.window < OFF_SCREEN).ok_or_else(|| {
        EngineError::new(ErrorKind::NotVisible, "the window is not on the screen")
            .with_next_step(crate::error::NextStep::RaiseWindow)
    })
}

/// Performs an operation on one of its windows and checks the effect.
///
/// # Errors
/// `StaleUid` for an unknown number, `WrongElement` if the window does not support the operation.
pub(crate) fn act(core: &Core, number: u64, action: WindowAction) -> Result<()> {
    let Window { element, .. } = find(core, number)?;
    match action {
        WindowAction::Raise => front::raise(core, Some(&element)),
        WindowAction::Move { x, y } => {
            let at = Point {
                x: f64::from(x),
                y: f64::from(y),
            };
            place(core, &element, names::POSITION, point_value(at).as_ref(), "moving the window")
        }
        WindowAction::Resize { width, height } => {
            let value = size_value(f64::from(width), f64::from(height));
            place(core, &element, names::SIZE, value.as_ref(), "resizing the window")
        }
        WindowAction::Close => {
            let fault = |fault| core.error(fault, "closing the window");
            let button = element.element(names::CLOSE_BUTTON).map_err(fault)?.ok_or_else(|| {
                EngineError::new(ErrorKind::WrongElement, "the window has no close button")
                    .with_next_step("use the buttons in it, or the application's menu")
            })?;
            match button.perform(names::PRESS) {
                // The application may ask whether to save, and answer only later.
                Ok(()) | Err(Fault::NoAnswer) => Ok(()),
                Err(other) => Err(fault(other)),
            }
        }
    }
}

fn place(core: &Core, window: &Element, attribute: &str, value: Option<&super::cf::Owned>, what: &str) -> Result<()> {
    let fault = |fault| core.error(fault, what);
    if !window.can_set(attribute).map_err(fault)? {
        return Err(EngineError::new(
            ErrorKind::WrongElement,
            format!("{what}: the application keeps it as it is"),
        ));
    }
    window.set(attribute, value).map_err(fault)
}
