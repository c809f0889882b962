//! What keeps an element from being acted on, and the error of each.

use super::Target;
use crate::backend::FrameId;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::page_script::{Answer, Closer, Disabled, Outcome, TargetArgs, Veiled};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::fmt::Write as _;
use std::time::Duration;

/// A refusal that may disappear by itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Obstacle {
    Hidden {
        clipped: bool,
        /// What is around it is drawn.
        around: bool,
    },
    Disabled(Disabled),
    Readonly,
    /// `ends`: an animation moves it that has an end.
    Moving {
        ends: bool,
    },
    Outside,
    Covered {
        by: String,
        how: Veiled,
        transient: bool,
        closer: Option<Closer>,
        /// Where in the element's frame the pointer could go: what covers may be shown because of where it is.
        away: Option<[f64; 2]>,
    },
}

impl Obstacle {
    /// Something else would have got the press, or the element was disabled by then. The page did not see the press.
    pub(super) fn missed(outcome: Outcome) -> Self {
        if outcome.disabled {
            return Self::Disabled(Disabled::default());
        }
        Self::Covered {
            by: outcome.by.unwrap_or_else(|| "another element".into()),
            how: Veiled::Under,
            transient: true,
            closer: None,
            away: None,
        }
    }

    /// The same, found in a frame around that of the element.
    pub(super) fn found_in(mut self, frame: &FrameId) -> Self {
        if let Self::Covered { closer, away, .. } = &mut self {
            *away = None;
            if let Some(closer) = closer {
                closer.frame = Some(frame.clone());
            }
        }
        self
    }

    pub(super) fn into_error(self, node: &NodeRef, waited: Duration) -> EngineError {
        let what = format!("UID {} ({})", node.uid, node.describe());
        let after = if waited >= Duration::from_millis(500) {
            format!(" after {:.1} s", waited.as_secs_f64())
        } else {
            String::new()
        };
        match self {
            Self::Hidden { clipped, around } => {
                let why = if clipped {
                    "style clips it away (`clip-path` or `clip`, or `overflow` or `contain` of an element around it), so that no point of it takes the pointer"
                } else {
                    "it has no box, or visibility is hidden (a field of no size still takes keys)"
                };
                let error = EngineError::new(ErrorKind::NotVisible, format!("{what} is still not visible{after}: {why}"));
                // Components hide the input of a slider in its thumb, and whole sliders until the pointer is over a button.
                if node.node.role == "slider" {
                    error.with_next_step(if around {
                        "fill it with its value, unless that was tried; if it appears only while the pointer is over what is around it, \
                         hover that first; or drag the thumb that it lies in by its UID in a snapshot of every element"
                    } else {
                        "fill it with its value, unless that was tried, or drag the thumb that it lies in by its UID in a snapshot of \
                         every element"
                    })
                } else if around {
                    error.with_next_step(NextStep::snapshot(
                        "see what is there now; if it appears only while the pointer is over what is around it, hover that first",
                    ))
                } else if clipped {
                    error.with_next_step(NextStep::snapshot(
                        "see what is there now; a control before it with expanded=false may open the part of the page that it is in",
                    ))
                } else {
                    error
                }
            }
            Self::Disabled(page) => {
                let why = reasons(&page);
                let state = if page.untouchable {
                    format!("still takes no pointer{after}: its style has `pointer-events: none`")
                } else if page.inert {
                    format!("is still inert{after}: the page keeps it, or what is around it, from all input")
                } else {
                    format!("is still disabled{after}")
                };
                EngineError::new(ErrorKind::NotEnabled, format!("{what} {state}{why}"))
            }
            Self::Readonly => EngineError::new(ErrorKind::NotEditable, format!("{what} is still read-only{after}")),
            Self::Moving { .. } => EngineError::new(ErrorKind::NotStable, format!("{what} is still moving{after}"))
                .with_next_step("wait until the animation ends, or stop it"),
            Self::Outside => EngineError::new(ErrorKind::NotVisible, format!("{what} cannot be scrolled into view{after}")),
            Self::Covered { by, how, .. } => {
                let open = matches!(how, Veiled::Beside | Veiled::Inert).then(|| NextStep::Advice {
                    text: "press Escape to close what is open, then try again".into(),
                });
                let by = quote(&shorten(&by, 160));
                let why = match how {
                    Veiled::Under => format!("{what} is covered by {by}{after}; nothing was clicked"),
                    Veiled::Backdrop => format!("{what} is covered by the backdrop of {by}{after}; nothing was clicked"),
                    Veiled::Behind => format!("{what} is behind {by}, which takes the focus back{after}; nothing was done"),
                    Veiled::Beside => format!(
                        "{what} takes no pointer{after}: the page around it takes none while {by} is open; nothing was clicked"
                    ),
                    Veiled::Inert => {
                        format!("{what} is inert{after}: the page keeps it from all input while {by} is open; nothing was done")
                    }
                    Veiled::Over => format!(
                        "{what} does not get the pointer: {by}, which lies over it or around it, takes that in its place; nothing was done"
                    ),
                };
                let error = EngineError::new(ErrorKind::Covered { by }, why);
                match open {
                    Some(open) => error.with_next_step(open),
                    None => error,
                }
            }
        }
    }
}

/// What the page says about an element that is disabled, as clauses; empty if it says nothing.
pub(crate) async fn why_disabled(target: &Target, node: &NodeRef) -> String {
    let args = TargetArgs { target: &node.node };
    match target.ask::<Answer>(&node.frame, "whyDisabled", &args).await {
        Ok(Answer::Disabled(page)) if page.inert => "; it, or what is around it, is inert".into(),
        Ok(Answer::Disabled(page)) => reasons(&page),
        _ => String::new(),
    }
}

/// What a page says about a disabled control, as clauses.
fn reasons(page: &Disabled) -> String {
    let mut why = String::new();
    if let Some(says) = &page.says {
        let _ = write!(why, "; the page says {}", quote(&shorten(says, 120)));
    }
    let list = |items: Vec<String>| items.join(", ");
    if !page.required.is_empty() {
        let fields = page.required.iter().map(|field| field.meaning().within(60));
        let _ = write!(why, "; required and empty: {}", list(fields.collect()));
    }
    if !page.unread.is_empty() {
        let texts = page.unread.iter().map(|text| quote(&shorten(text, 120)));
        let _ = write!(why, "; not scrolled to its end: {}", list(texts.collect()));
    }
    why
}

/// Separates refusals that may disappear from final ones, which become errors. Other answers are returned
/// unchanged.
pub(crate) fn classify(node: &NodeRef, answer: Answer) -> Result<Result<Answer, Obstacle>> {
    let obstacle = match answer {
        Answer::Hidden { clipped, around } => Obstacle::Hidden { clipped, around },
        Answer::Disabled(page) => Obstacle::Disabled(page),
        Answer::Readonly => Obstacle::Readonly,
        Answer::Moving { ends } => Obstacle::Moving { ends },
        Answer::Outside => Obstacle::Outside,
        Answer::Covered {
            by,
            how,
            transient,
            closer,
            away,
        } => Obstacle::Covered {
            by,
            how,
            transient,
            closer,
            away,
        },
        Answer::Document => return Err(stale(node, "the page has another document now")),
        Answer::Gone => return Err(stale(node, &format!("{} is not in the page any more", node.describe()))),
        Answer::Changed(now) => {
            let counts = now.role == node.node.role && differ_by_number(&node.node.name, &now.name);
            // A row that is used again for another entry may differ by its number, too, so that the UID does not hold.
            let how = if counts {
                "; if that number counts by itself, act by meaning instead, with the words that stay"
            } else {
                ""
            };
            let (was, now) = (node.describe(), now.meaning().describe());
            return Err(stale(node, &format!("it was {was} and is {now} now{how}")));
        }
        Answer::Kind { is, next } => {
            let what = format!("UID {} ({}) is {is}", node.uid, node.describe());
            let error = EngineError::new(ErrorKind::WrongElement, what);
            return Err(match next {
                Some(next) => error.with_next_step(next),
                None => error,
            });
        }
        Answer::Beyond {
            shown: Some(shown),
            width,
            height,
            ..
        } => return Err(clipped_there(node, width, height, shown)),
        Answer::Beyond {
            width, height, inside, ..
        } => return Err(beside(node, width, height, inside)),
        Answer::Option { options } => return Err(option_not_found(node, &options, "")),
        Answer::Origin { is } => {
            let what = format!(
                "UID {} ({}) is in a document of {}, and this value may only be given to {}",
                node.uid,
                node.describe(),
                quote(&shorten(&is, 200)),
                node.node.origins.join(", "),
            );
            return Err(EngineError::new(ErrorKind::OriginNotAllowed, what)
                .with_next_step("go to an allowed origin, or ask the user to allow this one for the value"));
        }
        Answer::Value { why } => {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("UID {} ({}) cannot take this value: {why}", node.uid, node.describe()),
            ));
        }
        other => return Ok(Ok(other)),
    };
    Ok(Err(obstacle))
}

/// The error for a point that is not on its element. `inside`: it is in the box of the element, whose shape does not fill it.
fn beside(node: &NodeRef, width: f64, height: f64, inside: bool) -> EngineError {
    let what = format!("UID {} ({})", node.uid, node.describe());
    let box_of = format!("{width} × {height} pixels large");
    if !inside {
        return EngineError::new(
            ErrorKind::InvalidInput,
            format!("the point is not on {what}, which is {box_of}"),
        );
    }
    EngineError::new(
        ErrorKind::InvalidInput,
        format!(
            "the point is in the box of {what}, which is {box_of}, but not on the element itself, which is turned, rounded, \
             clipped or broken over lines there; nothing was done"
        ),
    )
    .with_next_step("choose another point, or leave it out: then one is chosen that is on the element")
}

/// The error for a point of an element that is clipped away there. `shown`: left, top, right and bottom of what shows, in its box.
fn clipped_there(node: &NodeRef, width: f64, height: f64, shown: [i64; 4]) -> EngineError {
    let [left, top, right, bottom] = shown;
    EngineError::new(
        ErrorKind::InvalidInput,
        format!(
            "the point is in the box of UID {} ({}), which is {width} × {height} pixels large, but outside of the part that shows: an \
             element around it clips the rest away; nothing was done",
            node.uid,
            node.describe(),
        ),
    )
    .with_next_step(format!(
        "choose a point with x from {left} to {right} and y from {top} to {bottom}, or leave it out: then one is chosen that is on the element"
    ))
}

/// The error for an option that a list does not have. `options` are the labels of its options, and `how`
/// says what else was tried.
pub(super) fn option_not_found(node: &NodeRef, options: &[String], how: &str) -> EngineError {
    let next = if options.is_empty() {
        NextStep::snapshot("see what the list offers")
    } else {
        NextStep::one_of(options)
    };
    EngineError::new(
        ErrorKind::OptionNotFound,
        format!("UID {} ({}) has no such selectable option{how}", node.uid, node.describe()),
    )
    .with_next_step(next)
}

/// The error for a UID whose element is gone or has changed, with the reason.
pub(crate) fn stale(node: &NodeRef, why: &str) -> EngineError {
    stale_uid(&node.uid.to_string(), why)
}

/// [`stale`] for a UID whose element is not known.
pub(crate) fn stale_uid(uid: &str, why: &str) -> EngineError {
    EngineError::new(ErrorKind::StaleUid, format!("UID {uid} is stale")).with_next_step(NextStep::TakeSnapshot {
        purpose: format!("try again: {why}").into(),
    })
}

/// Whether two names differ by their numbers alone.
fn differ_by_number(one: &str, other: &str) -> bool {
    let words = |name: &str| {
        let words: Vec<_> = name
            .split(|c: char| c.is_ascii_digit())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        words
    };
    let has_number = |name: &str| name.bytes().any(|byte| byte.is_ascii_digit());
    one != other && has_number(one) && has_number(other) && words(one) == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_count_differ_by_their_numbers_alone() {
        assert!(differ_by_number("Resend code (59 s)", "Resend code (8 s)"));
        assert!(differ_by_number("10:59", "11:00"));
        assert!(!differ_by_number("Resend code (1 s)", "Resend code"));
        assert!(!differ_by_number("Item 5", "Item 5"));
        assert!(!differ_by_number("Row 5 of Ada", "Row 6 of Alan"));
    }
}
