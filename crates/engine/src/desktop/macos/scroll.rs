//! Scrolling through accessibility.

use super::app::Core;
use super::cf::Owned;
use super::element::{Element, size};
use super::names;
use crate::desktop::{ScrollDirection, unsupported};
use crate::error::Result;

/// The height of a line if the application does not report it.
const LINE: f64 = 20.0;
/// The number of ancestors searched for a scroll area.
const HIGHEST: usize = 50;

/// Moves the scroll bar of the area that contains the element.
///
/// # Errors
/// `Unsupported` if there is no scroll bar, or nothing to scroll.
pub(crate) fn by_bar(core: &Core, element: &Element, direction: ScrollDirection, lines: i32) -> Result<()> {
    let fault = |fault| core.error(fault, "scrolling");
    let (attribute, vertical, sign) = match direction {
        ScrollDirection::Up => (names::VERTICAL_BAR, true, -1.0),
        ScrollDirection::Down => (names::VERTICAL_BAR, true, 1.0),
        ScrollDirection::Left => (names::HORIZONTAL_BAR, false, -1.0),
        ScrollDirection::Right => (names::HORIZONTAL_BAR, false, 1.0),
    };
    let mut area = Some(element.clone());
    for _ in 0..HIGHEST {
        let Some(here) = area else { break };
        if let Some(bar) = here.element(attribute).map_err(fault)? {
            let now = bar
                .get(names::VALUE)
                .map_err(fault)?
                .and_then(|value| value.to_number())
                .ok_or_else(|| unsupported("scrolling", "the scroll bar tells no place"))?;
            let room = length(&here, vertical);
            let contents = here.elements(names::CONTENTS).map_err(fault)?;
            let whole = contents.first().map_or(0.0, |contents| length(contents, vertical));
            if whole <= room {
                return Err(unsupported("scrolling", "all of the contents are in view"));
            }
            let wanted = (now + sign * f64::from(lines) * LINE / (whole - room)).clamp(0.0, 1.0);
            let wanted = Owned::number(wanted);
            return bar.set(names::VALUE, wanted.as_ref()).map_err(fault);
        }
        area = here.element(names::PARENT).map_err(fault)?;
    }
    Err(unsupported("scrolling", "the element is in no scroll area"))
}

fn length(element: &Element, vertical: bool) -> f64 {
    let (width, height) = element
        .get(names::SIZE)
        .ok()
        .flatten()
        .as_ref()
        .and_then(size)
        .unwrap_or_default();
    if vertical { height } else { width }
}

/// Scrolls the element into view.
///
/// # Errors
/// `Unsupported` if the element does not offer that.
pub(crate) fn into_view(core: &Core, element: &Element) -> Result<()> {
    element
        .perform(names::SCROLL_TO_VISIBLE)
        .map_err(|fault| core.error(fault, "bringing the element into view"))
}
