//! Type a text with key events, one key for each character.

use super::Target;
use super::delivery::Witness;
use super::keys::{BESIDE, KeyWatch, Seen, Stop, before_keys, interrupted};
use super::press_key::strokes;
use super::ready::{classify, frame_gone, ready, unexpected};
use super::{Done, is_effect};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, InputEvent, Key, Modifiers};
use crate::page_script::{ActionKind, After, Answer, Bare, CaretArgs, Expects, HeldArgs, Mismatch, Over};
use crate::snapshot::NodeRef;
use serde::Serialize;
use std::time::Duration;
use tokio::time::sleep;

/// The longest text that is typed, in characters. `fill` accepts longer ones.
const MAX_TYPED: usize = 10_000;
/// After how many keys the page is asked whether they went where they belong.
const CHECKED_EVERY: usize = 32;
/// From this pause on, the page is asked before each key whether that would go where it belongs: there is the time for it.
const CHECKED_BEFORE: Duration = Duration::from_millis(20);

/// What typing says of an element that is no field, and in which the page wrote nothing.
const UNWRITTEN: &str =
    "The element is no field, and its text has not changed: the page got the keys, and did not write them there.";

/// What typing says of a field that holds the same as before.
const UNTAKEN: &str =
    "The field took none of the text: its value is as it was before the keys. It may be full, or take no such characters.";

/// What typing says of an editor that keeps its text and its caret itself.
const KEPT: &str = "The editor keeps its caret itself: the text went where that was, and what it holds now is not known.";

/// What typing says where no element has the focus.
const UNFOCUSED: &str = "No element has the focus, so only the document got the keys.";

/// What typing says where the frame that had the focus is gone after the last key.
const FRAMELESS: &str = "The frame that had the focus was removed from the page, and may have got only a part of the text.";

/// What to type, and how.
#[derive(Debug)]
pub(crate) struct Typing {
    keys: Vec<Key>,
    delay: Duration,
    submit: Option<Chord>,
}

impl Typing {
    /// The text.
    fn text(&self) -> String {
        self.keys.iter().filter_map(|key| key.text.as_deref()).collect()
    }

    /// Parses a text. A line break becomes Enter and a tab becomes Tab. `submit` is pressed at the end.
    ///
    /// # Errors
    /// `InvalidInput` for text that is too long or holds NUL, for an unknown key, and for a delay of
    /// more than a second.
    pub(crate) fn new(text: &str, delay: Duration, submit: Option<&str>) -> Result<Self> {
        super::check_value(text)?;
        let keys: Vec<_> = text.replace("\r\n", "\n").chars().map(|c| Key::from_char(c, false)).collect();
        if keys.len() > MAX_TYPED {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("the text has {} characters; the maximum is {MAX_TYPED}", keys.len()),
            )
            .with_next_step(crate::error::NextStep::FillInstead));
        }
        if delay > Duration::from_secs(1) {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("the delay must be 0 to 1000 ms, got {} ms", delay.as_millis()),
            ));
        }
        Ok(Self {
            keys,
            delay,
            submit: submit.map(Chord::parse).transpose()?,
        })
    }
}

/// Types at the end of `node`'s text, or where the focus is.
///
/// # Errors
/// `Interrupted` with the number of typed characters if anything but these keys moves the focus, leaves the
/// document or opens a dialog.
pub(crate) async fn type_text(target: &Target, node: Option<&NodeRef>, typing: &Typing) -> Result<Done> {
    let Some(node) = node else {
        return type_at_focus(target, typing).await;
    };
    ready(target, node, ActionKind::Focus).await?;
    let kept = put_caret(target, node, false).await?;
    let mark = target.page.state().mark();
    let Typed { ended, beside, over } = press(target, node, typing).await?;
    let beside = beside.then_some(BESIDE);
    let also = over.as_ref().map(|over| Over::notice(over.fields));
    if ended == Ended::Left || typing.submit.is_some() {
        return Ok(Done {
            notice: beside,
            also,
            expects: Expects::Navigation,
            ..Done::trusted()
        });
    }
    if let Some(over) = over {
        let differs = |text: &String| *text != typing.text();
        return Ok(Done {
            value_now: over.text.filter(differs),
            notice: beside,
            also,
            ..Done::trusted()
        });
    }
    let Held { now, after, .. } = held_after(target, node, None, mark).await?;
    let untaken = after.untaken && !typing.keys.is_empty();
    // A page may have made something else of it, such as a tag beside the empty field.
    let empty = now.as_ref().is_none_or(String::is_empty);
    Ok(Done {
        value_now: now,
        notice: beside
            .or(kept.then_some(KEPT))
            .or(after.unwritten.then_some(UNWRITTEN))
            .or((untaken && !empty).then_some(UNTAKEN)),
        unless_changed: (untaken && empty).then_some(UNTAKEN),
        ..Done::trusted()
    })
}

/// Types where the focus is.
async fn type_at_focus(target: &Target, typing: &Typing) -> Result<Done> {
    let watch = KeyWatch::begin(target, None).await?;
    let Pressed {
        ended,
        seen,
        opened,
        over,
    } = press_keys(target, &watch, typing).await?;
    let leaves = ended == Ended::Left || typing.submit.is_some();
    let notice = match watch.bare {
        _ if !seen && watch.is_frameless() => Some(FRAMELESS),
        _ if opened => None,
        Some(Bare::Document) => Some(UNFOCUSED),
        Some(Bare::Element) if !leaves && watch.is_unwritten().await? => Some(UNWRITTEN),
        _ => None,
    };
    Ok(Done {
        expects: if leaves { Expects::Navigation } else { Expects::Nothing },
        notice,
        also: over.map(|over| Over::notice(over.fields)),
        ..Done::trusted()
    })
}

/// Replaces the text of a field key by key, so that the page's key listeners notice.
pub(super) async fn write_over(target: &Target, node: &NodeRef, text: &str) -> Result<()> {
    let typing = Typing::new(text, Duration::ZERO, text.is_empty().then_some("Delete"))?;
    ready(target, node, ActionKind::Focus).await?;
    put_caret(target, node, true).await?;
    press(target, node, &typing).await.map(|_| ())
}

/// Puts the caret after the element's text, or selects the text. Returns whether the page keeps the caret itself, and it is where it was.
async fn put_caret(target: &Target, node: &NodeRef, all: bool) -> Result<bool> {
    let args = CaretArgs { target: &node.node, all };
    let answer = target.ask(&node.frame, "caret", &args).await;
    match answered(node, before_keys(target, node, answer)?)? {
        Answer::Done { kept } => Ok(kept),
        other => Err(unexpected("caret", &other)),
    }
}

/// What an element holds after keys.
#[derive(Default)]
pub(super) struct Held {
    /// The field's value.
    pub(super) now: Option<String>,
    /// What else it is like.
    pub(super) after: After,
    /// Whether that is another value than the wanted one.
    pub(super) mismatch: Mismatch,
}

/// What the element holds after typing; with `wanted`, the value only if it differs from that.
pub(super) async fn held_after(target: &Target, node: &NodeRef, wanted: Option<&str>, mark: u64) -> Result<Held> {
    let args = HeldArgs {
        target: Some(&node.node),
        wanted,
    };
    match ask(target, node, "held", &args).await {
        Ok(Answer::Filled {
            now, after, mismatch, ..
        }) => Ok(Held { now, after, mismatch }),
        Ok(other) => Err(unexpected("held", &other)),
        // The text was typed, but the page has replaced the element or navigated since.
        Err(error) if *error.kind() == ErrorKind::StaleUid || is_effect(target, mark, &error) => Ok(Held::default()),
        Err(error) => Err(error),
    }
}

/// How the keys of a text ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// All were pressed.
    There,
    /// All were pressed, and the last one left the document or opened a dialog.
    Left,
}

/// The events of one key.
fn stroke(key: &Key) -> [InputEvent; 2] {
    let modifiers = Modifiers::default();
    [
        InputEvent::KeyDown {
            key: key.clone(),
            modifiers,
        },
        InputEvent::KeyUp {
            key: key.clone(),
            modifiers,
        },
    ]
}

/// Presses the keys of a text, and the key that submits it, one at a time: a dialog suspends those that are
/// under way, and they would go to whatever has the focus when it is answered.
///
pub(super) async fn press(target: &Target, node: &NodeRef, typing: &Typing) -> Result<Typed> {
    let total = typing.keys.len();
    let last = typing.submit.as_ref().map_or(0, |chord| chord.held.len() + 1);
    let mut witness = Witness::new(target, node, total + last);
    let pressing = async {
        let watch = KeyWatch::begin(target, Some(node)).await?;
        let pressed = press_keys(target, &watch, typing).await?;
        Ok::<_, EngineError>((pressed, watch.beside, watch.is_frameless()))
    };
    let (Pressed { ended, seen, over, .. }, beside, frameless) = witness.during(pressing).await?;
    if !seen {
        let what = "may have got only a part of the text";
        witness.confirm(target, node, what, frameless).await?;
    }
    Ok(Typed { ended, beside, over })
}

/// What became of a text that was typed into an element.
pub(super) struct Typed {
    pub(super) ended: Ended,
    /// Another cell of the element's grid is selected.
    beside: bool,
    /// The page has passed the focus on from box to box of a code.
    over: Option<Over>,
}

/// What became of the keys.
struct Pressed {
    ended: Ended,
    /// Whether the page could be asked about the last one.
    seen: bool,
    /// A key on what takes no text has opened a field, which got the rest.
    opened: bool,
    over: Option<Over>,
}

/// Presses the keys.
async fn press_keys(target: &Target, watch: &KeyWatch<'_>, typing: &Typing) -> Result<Pressed> {
    let total = typing.keys.len();
    for (index, key) in typing.keys.iter().enumerate() {
        if index > 0 && !typing.delay.is_zero() {
            sleep(typing.delay).await;
        }
        if let Some(stop) = watch.stopped() {
            // What the page saw is known only while it is there.
            let error = left_early(watch, target, index, total, &stop).await;
            if watch.stopped_for_good(stop).await.is_some() {
                watch.end().await;
                return Err(error);
            }
        }
        if index > 0 && typing.delay >= CHECKED_BEFORE {
            check_before(watch, target, index, total).await?;
        }
        match watch.press(&stroke(key)).await {
            Err(error) if is_effect(target, watch.mark(), &error) => {}
            Err(error) if watch.may_have_passed(&error).await => {
                let what = format!("at most {} of {total} characters were typed", index + 1);
                let stop = Stop::Refused(error.context().to_owned());
                return Err(interrupted(target, &what, &stop).with_source(error));
            }
            result => result?,
        }
        let rest = index + 1 < total || typing.submit.is_some();
        // Enter may send a form, and the browser reports that later. Elsewhere the focus is checked now and then,
        // so that a long text ends soon after it moved.
        if rest
            && (key.key == "Enter" || (index + 1) % CHECKED_EVERY == 0)
            && let Some(stop) = check(watch, false, index + 1, target, total).await?.stop
            && let Some(stop) = watch.stopped_for_good(stop).await
        {
            watch.end().await;
            return Err(ended_early(target, index + 1, total, &stop));
        }
    }
    let Checked {
        stop,
        seen,
        opened,
        over,
    } = check(watch, typing.submit.is_none(), total, target, total).await?;
    let Some(chord) = &typing.submit else {
        let ended = match stop {
            None | Some(Stop::Removed | Stop::FrameRemoved) => Ended::There,
            Some(_) => Ended::Left,
        };
        return Ok(Pressed {
            ended,
            seen,
            opened,
            over,
        });
    };
    if let Some(stop) = stop
        && let Some(stop) = watch.stopped_for_good(stop).await
    {
        watch.end().await;
        return Err(ended_early(target, total, total, &stop).besides("the last key was not pressed"));
    }
    match watch.press(&strokes(chord, Duration::ZERO)).await {
        Err(error) if !is_effect(target, watch.mark(), &error) => return Err(error),
        _ => {}
    }
    match watch.seen(true).await? {
        Some(Seen {
            keys,
            stop: Some(stop @ (Stop::Moved(_) | Stop::Removed)),
            ..
        }) if keys <= total => Err(ended_early(target, total, total, &stop).besides("the last key was not pressed")),
        Some(_) if watch.stopped().is_none() => Ok(Pressed {
            ended: Ended::There,
            seen: true,
            opened,
            over,
        }),
        seen => Ok(Pressed {
            ended: Ended::Left,
            seen: seen.is_some(),
            opened,
            over,
        }),
    }
}

/// What the page says about the keys so far.
struct Checked {
    /// What ends the typing here.
    stop: Option<Stop>,
    /// Whether the document could be asked.
    seen: bool,
    /// As in [`Pressed`].
    opened: bool,
    over: Option<Over>,
}

/// Asks the page whether `pressed` keys went where they belong.
///
/// # Errors
/// `Interrupted` if a key was stopped.
async fn check(watch: &KeyWatch<'_>, last: bool, pressed: usize, target: &Target, total: usize) -> Result<Checked> {
    match watch.seen(last).await? {
        Some(Seen {
            keys,
            stop: Some(stop @ (Stop::Moved(_) | Stop::Removed)),
            ..
        }) if keys < pressed => Err(ended_early(target, keys, total, &stop)),
        Some(Seen { keys, .. }) if keys < pressed && matches!(watch.stopped(), Some(Stop::Left | Stop::FrameLeft)) => {
            let stop = watch.stopped().unwrap_or(Stop::Left);
            Err(left_early(watch, target, pressed, total, &stop).await)
        }
        Some(Seen { stop, opened, over, .. }) => Ok(Checked {
            stop: watch.stopped().or(stop),
            seen: true,
            opened,
            over,
        }),
        None => Ok(Checked {
            stop: Some(watch.gone().await),
            seen: false,
            opened: false,
            over: None,
        }),
    }
}

/// Asks the page whether the next key would go where it belongs.
///
/// # Errors
/// `Interrupted` if not.
async fn check_before(watch: &KeyWatch<'_>, target: &Target, sent: usize, total: usize) -> Result<()> {
    match watch.seen_before_next().await? {
        Some(Seen {
            keys,
            stop: Some(stop @ (Stop::Moved(_) | Stop::Removed)),
            ..
        }) => Err(ended_early(target, keys.min(sent), total, &stop)),
        None => {
            let stop = watch.gone().await;
            Err(left_early(watch, target, sent, total, &stop).await)
        }
        // A form that was sent may load another frame. If it loads this one, the browser reports it.
        Some(_) => Ok(()),
    }
}

/// The error for a text of which `sent` keys were sent. Those that came after the document left do not count.
async fn left_early(watch: &KeyWatch<'_>, target: &Target, sent: usize, total: usize, stop: &Stop) -> EngineError {
    if !matches!(stop, Stop::Left | Stop::FrameLeft | Stop::FrameRemoved) {
        return ended_early(target, sent, total, stop);
    }
    match watch.seen(false).await {
        // A new document has seen no key.
        Ok(Some(Seen { keys: keys @ 1.., .. })) => ended_early(target, keys.min(sent), total, stop),
        _ => interrupted(target, &format!("at most {sent} of {total} characters were typed"), stop),
    }
}

fn ended_early(target: &Target, typed: usize, total: usize, stop: &Stop) -> EngineError {
    // The keys after the removal went to no field, and the frame cannot be asked how many those were.
    let most = if matches!(stop, Stop::FrameRemoved) { "at most " } else { "" };
    interrupted(target, &format!("{most}{typed} of {total} characters were typed"), stop)
}

async fn ask(target: &Target, node: &NodeRef, method: &str, args: &(impl Serialize + Sync)) -> Result<Answer> {
    let answer = target
        .ask(&node.frame, method, args)
        .await
        .map_err(|error| frame_gone(node, error))?;
    answered(node, answer)
}

fn answered(node: &NodeRef, answer: Answer) -> Result<Answer> {
    match classify(node, answer)? {
        Ok(answer) => Ok(answer),
        Err(_) => Err(EngineError::new(
            ErrorKind::NotEditable,
            format!("UID {} ({}) is read-only", node.uid, node.describe()),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_break_is_enter_however_it_is_written() {
        let typing = Typing::new("a\r\nB\té", Duration::ZERO, Some("Enter")).expect("typed");
        let keys: Vec<_> = typing.keys.iter().map(|key| key.key.as_str()).collect();
        assert_eq!(keys, ["a", "Enter", "B", "Tab", "é"]);
        assert_eq!(typing.submit.map(|chord| chord.key.key), Some("Enter".into()));
    }

    #[test]
    fn unreasonable_typing_is_refused() {
        for (text, delay, submit) in [
            ("x".repeat(MAX_TYPED + 1), 0, None),
            ("x".into(), 1_001, None),
            ("x".into(), 0, Some("Nokey")),
            ("\0".into(), 0, None),
        ] {
            let error = Typing::new(&text, Duration::from_millis(delay), submit).expect_err("refused");
            assert_eq!(error.code(), "INVALID_INPUT");
        }
    }
}
