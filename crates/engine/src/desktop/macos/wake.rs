//! Makes Electron and Chromium build their accessibility tree, which they do only on request.

use super::cf::Owned;
use super::element::Element;
use super::fault::Fault;
use super::names;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest time that building the tree of a large page takes.
const LIMIT: Duration = Duration::from_secs(3);
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The maximum depth below a window at which web areas are searched.
const DEEPEST: usize = 12;
/// The maximum number of elements searched.
const MOST: usize = 400;

/// Requests the tree and waits until web contents appear. `AXEnhancedUserInterface` is not used, because it breaks
/// moving windows.
///
/// Electron before release 25 reports that the attribute does not exist and obeys all the same. So the result of the
/// call is ignored; an empty web area means that the tree is still missing.
///
/// # Errors
/// If the application does not answer.
pub(crate) fn wake(application: &Element) -> Result<(), Fault> {
    let asked = application.set(names::MANUAL_ACCESSIBILITY, Owned::boolean(true).as_ref());
    if let Err(fault @ (Fault::NoAnswer | Fault::NotAllowed)) = asked {
        return Err(fault);
    }
    let until = Instant::now() + LIMIT;
    while is_asleep(application)? && Instant::now() < until {
        sleep(BETWEEN_LOOKS);
    }
    Ok(())
}

/// Whether a web area is still empty.
fn is_asleep(application: &Element) -> Result<bool, Fault> {
    let mut open: Vec<(Element, usize)> = application
        .elements(names::WINDOWS)?
        .into_iter()
        .map(|window| (window, 0))
        .collect();
    let mut looked = 0;
    while let Some((element, depth)) = open.pop() {
        looked += 1;
        if looked > MOST {
            break;
        }
        let below = element.elements(names::CHILDREN)?;
        if element.text(names::ROLE)?.as_deref() == Some("AXWebArea") {
            if below.is_empty() {
                return Ok(true);
            }
        } else if depth < DEEPEST {
            open.extend(below.into_iter().map(|element| (element, depth + 1)));
        }
    }
    Ok(false)
}
