//! Electron and Chromium build their tree only for those who ask.

use super::cf::Owned;
use super::element::Element;
use super::fault::Fault;
use super::names;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The tree of a large page takes this long at most.
const LIMIT: Duration = Duration::from_secs(3);
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// A web area is looked for so deep below its window.
const DEEPEST: usize = 12;
/// So many elements are looked at for it.
const MOST: usize = 400;

/// Asks for the tree and waits until web contents are there. Not `AXEnhancedUserInterface`, which
/// breaks the moving of windows.
///
/// Releases of Electron before 25 answer that there is no such attribute and obey all the same, so the
/// answer tells nothing; whether there is a web area without contents does.
///
/// # Errors
/// Where the application does not answer.
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

/// Whether some web area has nothing in it yet.
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
