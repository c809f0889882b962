//! Fill any field with a value as a person would write it.

use super::Target;
use super::click::click;
use super::delivery::unknown;
use super::ready::{Tries, classify, frame_gone, unexpected};
use super::type_text::{Typing, press, value_after};
use super::{Done, Gesture, is_effect};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::page_script::{Answer, FillArgs, FillMethod, Wanted};
use crate::snapshot::NodeRef;
use std::time::Duration;

/// The longest value a field is filled with, in UTF-16 code units (as a page counts them).
const MAX_VALUE_UNITS: usize = 256 * 1024;

/// Rejects values that no field accepts, before the page is touched.
///
/// # Errors
/// `InvalidInput` for a NUL character and for values over 262,144 UTF-16 code units.
pub(crate) fn check_value(value: &str) -> Result<()> {
    if value.contains('\0') {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            "the value contains a NUL character (\\0), which fields reject",
        ));
    }
    let units = value.encode_utf16().count();
    if units > MAX_VALUE_UNITS {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("the value has {units} characters; the maximum is {MAX_VALUE_UNITS}"),
        )
        .with_next_step("give a shorter value, or upload the content as a file"));
    }
    Ok(())
}

/// Sets the field's value: with trusted text input where the browser supports it, with a click for
/// checkboxes, and with script for pickers that accept no text. The result says whether the input was
/// trusted.
pub(crate) async fn fill(target: &Target, node: &NodeRef, wanted: &Wanted) -> Result<Done> {
    match wanted {
        Wanted::Value(value) => check_value(value)?,
        Wanted::Options(options) => options.iter().try_for_each(|option| check_value(option))?,
        Wanted::Check(_) => {}
    }
    let mut tries = Tries::new(node, target.patience);
    loop {
        let mark = target.page.state().mark();
        let was_there = target.page.address_of(&node.frame).is_some();
        let answer: Answer = match target
            .ask(
                &node.frame,
                "fill",
                &FillArgs {
                    target: &node.node,
                    wanted,
                },
            )
            .await
        {
            // The document or its frame went before the answer. The value may have been set, and a listener may have done it.
            Err(error) if *error.kind() == ErrorKind::StaleUid && (was_there || is_effect(target, mark, &error)) => {
                return Err(unknown(
                    node,
                    "may have been filled: the page replaced its document at that moment",
                ));
            }
            // The value was set, and a listener of the page opened a dialog.
            Err(error) if is_effect(target, mark, &error) => {
                return Ok(Done {
                    changed: Some(true),
                    ..Done::trusted()
                });
            }
            result => result.map_err(|error| frame_gone(node, error))?,
        };
        match classify(node, answer)? {
            Ok(Answer::Filled { rest: Some(rest), .. }) => return type_rest(target, node, wanted, &rest, mark).await,
            Ok(Answer::Filled {
                method, changed, now, ..
            }) => {
                return Ok(Done {
                    trusted: method == FillMethod::Insert,
                    changed: Some(changed),
                    value_now: now,
                    ..Done::trusted()
                });
            }
            Ok(Answer::Click { checked, wanted }) if checked == wanted => {
                return Ok(Done {
                    changed: Some(false),
                    checked: Some(checked),
                    ..Done::trusted()
                });
            }
            Ok(Answer::Click { wanted, .. }) => return click_and_verify(target, node, wanted).await,
            Ok(other) => return Err(unexpected("fill", &other)),
            Err(obstacle) => tries.again(obstacle).await?,
        }
    }
}

/// Types the part of the value that the in-page script could not insert.
async fn type_rest(target: &Target, node: &NodeRef, wanted: &Wanted, rest: &str, mark: u64) -> Result<Done> {
    press(target, Some(node), &Typing::new(rest, Duration::ZERO, None)?).await?;
    let asked = match wanted {
        Wanted::Value(value) => Some(value.as_str()),
        _ => None,
    };
    Ok(Done {
        changed: Some(true),
        value_now: value_after(target, node, asked, mark).await?,
        ..Done::trusted()
    })
}

/// Clicks a checkbox and checks that it has the wanted state then.
async fn click_and_verify(target: &Target, node: &NodeRef, wanted: bool) -> Result<Done> {
    let done = click(target, node, &Gesture::default()).await?;
    // A label has no state of its own. Without a count of clicks, the click replaced the document.
    let is_choice = matches!(node.node.role.as_str(), "option" | "menuitemcheckbox" | "menuitemradio");
    let unknown_now = is_choice && done.clicks.is_some();
    if done.checked.map_or(!unknown_now, |checked| checked == wanted) {
        return Ok(done);
    }
    let state = if wanted { "checked" } else { "unchecked" };
    if done.checked.is_none() {
        let why = format!("was pressed and left the page, so it is not known whether it is {state} now");
        return Err(unknown(node, &why));
    }
    if done.clicks == Some(0) {
        let why = format!("did not become {state}: the page replaced or covered it after the press, so it got no click");
        return Err(unknown(node, &why));
    }
    let what = format!(
        "UID {} ({}) was clicked but did not become {state}",
        node.uid,
        node.describe()
    );
    Err(
        EngineError::new(ErrorKind::WrongElement, what).with_next_step(NextStep::snapshot(
            "check the element: the page may have refused or undone the change",
        )),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_checked_before_anything_is_touched() {
        assert!(check_value(&"😀".repeat(MAX_VALUE_UNITS / 2)).is_ok());
        assert_eq!(
            check_value(&"a".repeat(MAX_VALUE_UNITS + 1)).expect_err("too long").code(),
            "INVALID_INPUT"
        );
        assert_eq!(check_value("a\0b").expect_err("NUL").code(), "INVALID_INPUT");
    }
}
