//! Fill: any field, by the value a person would give it.

use super::Target;
use super::click::click;
use super::ready::{Tries, classify, frame_gone, unexpected};
use super::type_text::{Typing, held, press};
use super::{Done, is_effect};
use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{Answer, FillArgs, FillMethod, Wanted};
use crate::snapshot::NodeRef;
use std::time::Duration;

/// The longest value a field is filled with, in UTF-16 code units (as a page counts them).
const MAX_VALUE_UNITS: usize = 256 * 1024;

/// Refuses values that no person would type, before anything is touched.
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

/// Gives the field its value: trusted text input where the browser has it, a click for checkboxes,
/// and script (said so in the answer) for pickers that take no text.
pub(crate) async fn fill(target: &Target, node: &NodeRef, wanted: &Wanted) -> Result<Done> {
    match wanted {
        Wanted::Value(value) => check_value(value)?,
        Wanted::Options(options) => options.iter().try_for_each(|option| check_value(option))?,
        Wanted::Check(_) => {}
    }
    let mut tries = Tries::new(node, target.patience);
    loop {
        let mark = target.page.state().mark();
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
            // The value went in, and a listener of the page opened a dialog or navigated.
            Err(error) if is_effect(target, mark, &error) => {
                return Ok(Done {
                    changed: Some(true),
                    ..Done::trusted()
                });
            }
            result => result.map_err(|error| frame_gone(node, error))?,
        };
        match classify(node, answer)? {
            Ok(Answer::Filled { rest: Some(rest), .. }) => {
                press(target, &Typing::new(&rest, Duration::ZERO, None)?, mark).await?;
                let asked = match wanted {
                    Wanted::Value(value) => Some(value.as_str()),
                    _ => None,
                };
                return Ok(Done {
                    changed: Some(true),
                    value_now: held(target, node, asked, mark).await?,
                    ..Done::trusted()
                });
            }
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
            Ok(Answer::Click { wanted, .. }) => {
                let done = click(target, node, false).await?;
                return match done.checked {
                    Some(checked) if checked != wanted => Err(EngineError::new(
                        ErrorKind::WrongElement,
                        format!(
                            "UID {} ({}) was clicked but did not become {}",
                            node.uid,
                            node.describe(),
                            if wanted { "checked" } else { "unchecked" }
                        ),
                    )
                    .with_next_step(crate::error::NextStep::snapshot(
                        "check the element: the page may have refused or undone the change",
                    ))),
                    _ => Ok(done),
                };
            }
            Ok(other) => return Err(unexpected("fill", &other)),
            Err(obstacle) => tries.again(obstacle).await?,
        }
    }
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
