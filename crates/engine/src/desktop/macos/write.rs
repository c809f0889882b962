//! Sets values, text and the focus of elements.

use super::app::Core;
use super::cf::Owned;
use super::element::Element;
use super::names;
use super::roles;
use crate::desktop::NewValue;
use crate::error::{EngineError, ErrorKind, Result};

fn refuse(why: &str, next: &'static str) -> EngineError {
    EngineError::new(ErrorKind::WrongElement, format!("the element {why}")).with_next_step(next)
}

/// Refuses to set a secret field through accessibility.
fn not_secure(core: &Core, element: &Element) -> Result<()> {
    let subrole = element
        .text(names::SUBROLE)
        .map_err(|fault| core.error(fault, "reading the element"))?;
    if roles::is_secure(subrole.as_deref().unwrap_or_default()) {
        return Err(refuse(
            "is a password field, which is not set through accessibility",
            "use action `type`",
        ));
    }
    Ok(())
}

fn set(core: &Core, element: &Element, attribute: &str, value: Option<&Owned>, what: &str) -> Result<()> {
    if !element.can_set(attribute).map_err(|fault| core.error(fault, what))? {
        return Err(refuse(
            &format!("does not let {attribute} be set"),
            "element does not support set_value; try 'type' or 'click'",
        ));
    }
    element.set(attribute, value).map_err(|fault| core.error(fault, what))
}

/// Sets the value.
///
/// # Errors
/// `WrongElement` if the element accepts none.
pub(crate) fn value(core: &Core, element: &Element, value: &NewValue) -> Result<()> {
    not_secure(core, element)?;
    let value = match value {
        NewValue::Number(number) => Owned::number(*number),
        NewValue::Text(text) => Owned::text(text),
    };
    set(core, element, names::VALUE, value.as_ref(), "setting the value")
}

/// Replaces the selection with text, or inserts it at the caret.
///
/// # Errors
/// `WrongElement` if the element accepts none.
pub(crate) fn insert(core: &Core, element: &Element, text: &str) -> Result<()> {
    not_secure(core, element)?;
    set(
        core,
        element,
        names::SELECTED_TEXT,
        Owned::text(text).as_ref(),
        "inserting text",
    )
}

/// Gives the element the focus within its application.
///
/// # Errors
/// `WrongElement` if it does not accept the focus.
pub(crate) fn focus(core: &Core, element: &Element) -> Result<()> {
    set(
        core,
        element,
        names::FOCUSED,
        Owned::boolean(true).as_ref(),
        "focusing the element",
    )
}
