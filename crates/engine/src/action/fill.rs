//! Fill any field with a value as a person would write it.

use super::Target;
use super::click::click;
use super::code_editor::fill_editor;
use super::delivery::{refuse_closed, replaced, unknown};
use super::press_key::press_in;
use super::ready::{Tries, classify, frame_gone, stale, try_again, unexpected};
use super::slide::slide;
use super::type_text::{Typing, held_after, press};
use super::{Done, Gesture, is_effect};
use crate::backend::Network;
use crate::deadline;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::Chord;
use crate::page_script::{Answer, BecomesArgs, Checked, FillArgs, FillMethod, OtherOption, Over, Wanted, Wrote};
use crate::snapshot::NodeRef;
use std::borrow::Cow;
use std::time::Duration;
use tokio::time::Instant;

/// How long a page may take to set the state of a checkbox after the click, if it shows no sign of being at work.
const REACTS: Duration = Duration::from_secs(1);

const OTHER_VALUE: &str = "Another option has these words as its value; the one that shows them was chosen.";
const OTHER_LABEL: &str = "Another option shows these words, but for case; the one that has them as its value was chosen.";

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
/// trusted. `None` for a value in a custom list, of which [`super::choose`] chooses an option: nothing was done.
pub(crate) async fn fill(target: &Target, node: &NodeRef, wanted: &Wanted) -> Result<Option<Done>> {
    match wanted {
        Wanted::Value(value) => check_value(value)?,
        Wanted::Options(options) => options.iter().try_for_each(|option| check_value(option))?,
        Wanted::Check(_) => {}
    }
    let mut tries = Tries::new(node, target.patience);
    let began = Instant::now();
    let keeps_keys = target.page.kept_keys().is_some_and(|kept| !kept.is_empty());
    let mut nudged = false;
    let mut expected = Cow::Borrowed(&node.node);
    loop {
        let waits = deadline::before_last_look(target.patience.saturating_sub(began.elapsed()));
        let waits = target
            .page
            .capabilities()
            .longest_call
            .map_or(waits, |longest| waits.min(longest));
        let mark = target.page.state().mark();
        let was_there = target.page.address_of(&node.frame).is_some();
        let answer: Answer = match target
            .ask(
                &node.frame,
                "fill",
                &FillArgs {
                    target: &expected,
                    wanted,
                    wait_ms: millis(waits),
                    plain: nudged || keeps_keys,
                },
            )
            .await
        {
            // The document or its frame went before the answer. The value may have been set, and a listener may have done it.
            Err(error) if *error.kind() == ErrorKind::StaleUid && (was_there || is_effect(target, mark, &error)) => {
                return Err(replaced(target, node, mark, "may have been filled").await);
            }
            // The value was set, and a listener of the page opened a dialog.
            Err(error) if is_effect(target, mark, &error) => {
                refuse_closed(target, node, "may have been filled")?;
                return Ok(Some(Done {
                    changed: Some(true),
                    ..Done::trusted()
                }));
            }
            result => result.map_err(|error| frame_gone(node, error))?,
        };
        // The key has moved it, and its name tells how far.
        if let Answer::Changed(now) = &answer
            && nudged
            && now.role == expected.role
        {
            expected.to_mut().name.clone_from(&now.name);
            continue;
        }
        // The page asks its server for the options.
        if matches!(answer, Answer::Option { .. }) && waits > REACTS && is_asking(target) {
            continue;
        }
        match classify(node, answer)? {
            Ok(Answer::Filled { rest: Some(rest), .. }) => {
                return Box::pin(type_rest(target, node, wanted, &rest, mark)).await.map(Some);
            }
            Ok(Answer::Filled { key: Some(key), .. }) => {
                // Where the key does not do it, the value is set without one.
                if let Err(error) = Box::pin(press_in(target, node, &[Chord::parse(key.name())?], Duration::ZERO)).await {
                    tracing::debug!(%error, "no key was pressed on a range");
                }
                nudged = true;
            }
            Ok(Answer::Filled {
                method,
                changed,
                now,
                mismatch,
                over,
                other,
                ..
            }) => {
                let given = wanted.text().filter(|_| over.is_none());
                return Ok(Some(Done {
                    given,
                    wrote: if over.is_some() { Wrote::Nothing } else { mismatch.wrote() },
                    also: mismatch.advice().or(over.map(Over::notice)),
                    notice: other.map(|other| match other {
                        OtherOption::Value => OTHER_VALUE,
                        OtherOption::Label => OTHER_LABEL,
                    }),
                    trusted: method == FillMethod::Insert,
                    changed: Some(changed || nudged),
                    value_now: now,
                    ..Done::trusted()
                }));
            }
            Ok(Answer::List) => return Ok(None),
            Ok(Answer::Editor) => return Box::pin(fill_editor(target, node, wanted)).await.map(Some),
            Ok(Answer::Slider { .. }) => return Box::pin(slide(target, node, wanted)).await.map(Some),
            Ok(Answer::Click { checked, wanted }) if checked == Checked::of(wanted) => {
                return Ok(Some(Done {
                    changed: Some(false),
                    checked: Some(checked),
                    ..Done::trusted()
                }));
            }
            Ok(Answer::Click { checked, wanted }) => return Box::pin(set_checked(target, node, wanted, checked)).await.map(Some),
            Ok(other) => return Err(unexpected("fill", &other)),
            Err(obstacle) => try_again(target, &mut tries, node, obstacle).await?,
        }
    }
}

/// Types the part of the value that the in-page script could not insert.
async fn type_rest(target: &Target, node: &NodeRef, wanted: &Wanted, rest: &str, mark: u64) -> Result<Done> {
    press(target, node, &Typing::new(rest, Duration::ZERO, None)?).await?;
    let given = wanted.text();
    let held = held_after(target, node, given.as_deref(), mark).await?;
    Ok(Done {
        given,
        changed: Some(true),
        value_now: held.now,
        wrote: held.mismatch.wrote(),
        also: held.mismatch.advice(),
        ..Done::trusted()
    })
}

/// Clicks a checkbox until it has the wanted state. A mixed one may get the other state first.
async fn set_checked(target: &Target, node: &NodeRef, wanted: bool, was: Checked) -> Result<Done> {
    let first = click_and_verify(target, node, wanted, was == Checked::Mixed).await?;
    if first.checked != Some(Checked::of(!wanted)) {
        return Ok(first);
    }
    let second = click_and_verify(target, node, wanted, false).await;
    let second = second.map_err(|error| error.during(&format!("it was mixed, and is {} after a click", word(!wanted))))?;
    let clicks = first.clicks.zip(second.clicks);
    Ok(Done {
        clicks: clicks.map(|(first, second)| first.saturating_add(second)),
        ..second
    })
}

const fn word(checked: bool) -> &'static str {
    if checked { "checked" } else { "unchecked" }
}

/// Clicks a checkbox once, and waits until it has the wanted state; with `definite`, any state but mixed.
async fn click_and_verify(target: &Target, node: &NodeRef, wanted: bool, definite: bool) -> Result<Done> {
    let mark = target.page.state().mark();
    let done = click(target, node, &Gesture::default()).await?;
    let is_choice = matches!(node.node.role.as_str(), "option" | "menuitemcheckbox" | "menuitemradio");
    let state = word(wanted);
    let left = |how: &str| {
        let why = format!("was pressed and {how}, so it is not known whether it is {state} now");
        unknown(node, &why)
    };
    // Without a count of clicks, the click replaced the document or opened a dialog.
    if done.clicks.is_none() {
        return Ok(done);
    }
    if done.checked.is_none() && is_choice {
        return Err(left("left the page"));
    }
    // It had the state in the task of the click. The page may still take that back.
    let had = done.checked == Some(Checked::of(wanted));
    if done.clicks == Some(0) && !had {
        let why =
            format!("did not become {state}: the page replaced, covered or disabled it after the press, so it got no click");
        return Err(unknown(node, &why));
    }
    let clicked = Instant::now();
    let now = match wait_for_state(target, node, wanted, definite).await {
        Err(error) if had && (*error.kind() == ErrorKind::StaleUid || is_effect(target, mark, &error)) => return Ok(done),
        Err(error) if is_effect(target, mark, &error) => {
            refuse_closed(target, node, &format!("was clicked, and may be {state} now"))?;
            return Ok(Done {
                changed: Some(true),
                checked: None,
                ..done
            });
        }
        Err(error) if *error.kind() == ErrorKind::StaleUid => return Err(left("the page has replaced it")),
        now => now?,
    };
    if is_reached(now, wanted, definite) {
        return Ok(Done {
            changed: if had { done.changed } else { Some(true) },
            checked: Some(now),
            ..done
        });
    }
    let what = format!(
        "UID {} ({}) was clicked, but was not {state} {:.1} s after the click{}",
        node.uid,
        node.describe(),
        clicked.elapsed().as_secs_f64(),
        if now == Checked::Mixed { ": it is mixed" } else { "" },
    );
    Err(
        EngineError::new(ErrorKind::WrongElement, what).with_next_step(NextStep::snapshot(
            "check the element: the page may have refused or undone the change",
        )),
    )
}

/// Whether a state is the wanted one; with `definite`, any but mixed is.
fn is_reached(checked: Checked, wanted: bool, definite: bool) -> bool {
    checked == Checked::of(wanted) || (definite && checked != Checked::Mixed)
}

/// Whether the page waits for a server, where its requests are watched.
fn is_asking(target: &Target) -> bool {
    matches!(target.page.state().network(), Network::Busy(_))
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Waits for the state of a checkbox that was clicked: for a second, and longer while the page says that it is busy, or waits
/// for a server. Returns the state then.
///
/// # Errors
/// `StaleUid` if the page has replaced the element.
async fn wait_for_state(target: &Target, node: &NodeRef, wanted: bool, definite: bool) -> Result<Checked> {
    let began = Instant::now();
    loop {
        let left = deadline::before_last_look(target.patience.saturating_sub(began.elapsed()));
        let args = BecomesArgs {
            target: &node.node,
            wanted,
            definite,
            timeout_ms: millis(REACTS.min(left)),
        };
        let answer = target.ask(&node.frame, "becomes", &args).await;
        let answer: Answer = answer.map_err(|error| frame_gone(node, error))?;
        match classify(node, answer)? {
            Ok(Answer::Became {
                checked: Some(checked),
                pending,
            }) => {
                let waits = pending || is_asking(target);
                if is_reached(checked, wanted, definite) || !waits || left <= REACTS {
                    return Ok(checked);
                }
            }
            Ok(Answer::Became { checked: None, .. }) => return Err(stale(node, "it can no longer be checked")),
            Ok(other) => return Err(unexpected("becomes", &other)),
            Err(obstacle) => return Err(obstacle.into_error(node, began.elapsed())),
        }
    }
}

/// The state of an element that can be checked, once the page's next task had its turn. `was`: the last one that was seen. `None`
/// if the element or its state is gone, or the page does not say.
pub(crate) async fn state_now(target: &Target, node: &NodeRef, was: Checked) -> Option<Checked> {
    let args = BecomesArgs {
        target: &node.node,
        wanted: was == Checked::True,
        definite: true,
        timeout_ms: 0,
    };
    let limit = REACTS.min(deadline::before_last_look(target.patience));
    let asked = tokio::time::timeout(limit, target.ask(&node.frame, "becomes", &args)).await;
    match classify(node, asked.ok()?.ok()?).ok()? {
        Ok(Answer::Became { checked, .. }) => checked,
        _ => None,
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
