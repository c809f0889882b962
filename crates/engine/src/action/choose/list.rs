//! The list of a choice: opens, searches and closes it.

use super::Choosing;
use crate::action::click::click;
use crate::action::hover::hover;
use crate::action::locate::Match;
use crate::action::press_key::press_key;
use crate::action::ready::{Tries, classify, frame_gone, try_again, unexpected};
use crate::action::type_text::write_over;
use crate::action::{Gesture, is_effect};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::Chord;
use crate::page_script::{Answer, ChooseArgs, Looked, Until};
use crate::snapshot::NodeRef;
use std::time::Duration;
use tokio::time::sleep;

/// How long a list may take to open after a click or a key press.
const OPENS: Duration = Duration::from_millis(700);
/// How long a list with options must stay unchanged before it counts as complete.
pub(super) const RESTS: Duration = Duration::from_millis(300);
/// The same after text was typed: pages wait a while before they query their server.
const FILTERS: Duration = Duration::from_secs(1);
/// How long a list may take to close after the choice.
pub(super) const CLOSES: Duration = Duration::from_millis(500);
/// How long the pointer may take to get to another option.
const POINTS: Duration = Duration::from_secs(1);
/// Pauses between the looks at whether a highlight has followed the pointer.
const FOLLOWS: [Duration; 3] = [Duration::ZERO, Duration::from_millis(50), Duration::from_millis(100)];
/// The minimum time for a step when the call's time is nearly used up.
const LEAST: Duration = Duration::from_millis(500);
/// The longest text that is typed to find an option, in characters. Labels are shorter.
const MAX_TYPED: usize = 200;

/// What the in-page `choose` reports about the element.
pub(super) enum Look {
    /// A native field, which `fill` sets.
    Native,
    Closed {
        opener: Match,
        now: String,
        field: Option<Field>,
    },
    Missing {
        options: Vec<String>,
        now: String,
        field: Option<Field>,
        looked: Option<Looked>,
    },
    Choice {
        option: Match,
        now: String,
        chosen: Option<bool>,
        several: bool,
        /// Another option: the pointer over it tells whether this one is chosen, or only highlighted.
        other: Option<Match>,
    },
}

/// A field that narrows the list, and what it holds.
pub(super) struct Field {
    place: Match,
    holds: String,
}

/// What was tried to find a missing option, for the error.
#[derive(Default)]
pub(super) struct Search {
    /// The options that the list showed first.
    pub(super) options: Vec<String>,
    pub(super) typed: bool,
    /// Whether the element is a text field itself, which may take a text that is no option.
    pub(super) writable: bool,
    /// The options that the list showed for the typed text, such as one that makes a new one of it.
    pub(super) narrowed: Vec<String>,
    pub(super) looked: Option<Looked>,
    /// Whether the time was used up before all of it was tried.
    pub(super) cut: bool,
}

impl Search {
    /// Whether the time is used up before a further step.
    fn ends(&mut self, left: Duration) -> bool {
        self.cut |= left.is_zero();
        self.cut
    }
}

impl Choosing<'_> {
    /// Finds the option: opens the list, waits, types into the list's field, scrolls the list.
    pub(super) async fn find(&mut self, search: &mut Search) -> Result<Look> {
        let mut look = self.look(None, RESTS, Duration::ZERO).await?;
        let mut opener = None;
        if let Look::Closed {
            opener: closed, field, ..
        } = &look
            && !self.tried
        {
            let (closed, writable) = ((self.name)(closed)?, field.is_some());
            search.writable = writable;
            look = self.open(&closed, writable).await?;
            opener = Some((closed, writable));
        }
        if let Look::Missing { .. } = look {
            look = self.look(Some(Until::Option), RESTS, self.left().max(LEAST)).await?;
        }
        if let Look::Missing { options, .. } = &look {
            search.options.clone_from(options);
        }
        if let Look::Closed { field: Some(field), .. } | Look::Missing { field: Some(field), .. } = &look
            && self.can_be_typed()
            && !search.ends(self.left())
        {
            let (field, before) = ((self.name)(&field.place)?, field.holds.clone());
            search.typed = true;
            look = self.write(&field, &before, search).await?;
            if let (Look::Missing { .. }, Some((opener, writable)), false) = (&look, &opener, before.is_empty())
                && !self.left().is_zero()
            {
                // The restored text was typed too, so it filters the list until the list is opened again.
                self.close().await?;
                look = self.open(opener, *writable).await?;
            }
        }
        if let Look::Missing { .. } = look
            && !search.ends(self.left())
        {
            look = self.look(Some(Until::End), RESTS, self.left().max(LEAST)).await?;
        }
        if let Look::Missing { options, looked, .. } = &look {
            search.looked.clone_from(looked);
            if search.options.is_empty() {
                search.options.clone_from(options);
            }
        }
        Ok(look)
    }

    /// Opens the list with a click, or with the arrow key if the click does nothing. `writable`: whether it is a field itself. Another
    /// field that gets the focus with the click is one to search by, and some lists are empty until that is done.
    async fn open(&mut self, opener: &NodeRef, writable: bool) -> Result<Look> {
        click(self.target, opener, &Gesture::default()).await?;
        self.opened = true;
        self.tried = true;
        let clicked = self.look(Some(Until::List), RESTS, OPENS).await?;
        match &clicked {
            Look::Closed { field: Some(_), .. } if !writable => return Ok(clicked),
            Look::Closed { .. } => {}
            _ => return Ok(clicked),
        }
        press_key(self.target, Some(opener), &Chord::parse("ArrowDown")?, Duration::ZERO).await?;
        match self.look(Some(Until::List), RESTS, OPENS).await? {
            Look::Closed { field: None, .. } => {
                let what = format!(
                    "UID {} ({}) shows no list of options after a click and the key ArrowDown",
                    self.node.uid,
                    self.node.describe()
                );
                Err(EngineError::new(ErrorKind::WrongElement, what)
                    .with_next_step(NextStep::snapshot("click what chooses the option")))
            }
            // This field opens its list when text is typed.
            look => Ok(look),
        }
    }

    /// Whether the wanted text can be typed to find the option. A line break would choose another option.
    fn can_be_typed(&self) -> bool {
        let wanted = self.wanted.trim();
        !wanted.is_empty() && wanted.chars().count() <= MAX_TYPED && !wanted.chars().any(char::is_control)
    }

    /// Types the wanted text into the list's field. If the option does not appear, restores the previous
    /// text.
    async fn write(&mut self, field: &NodeRef, before: &str, search: &mut Search) -> Result<Look> {
        self.typed = true;
        write_over(self.target, field, self.wanted.trim()).await?;
        let look = self.look(Some(Until::Option), FILTERS, self.left().max(LEAST)).await?;
        match look {
            Look::Choice { .. } => return Ok(look),
            Look::Missing { options, .. } => search.narrowed = options,
            _ => {}
        }
        write_over(self.target, field, before).await?;
        self.typed = false;
        self.look(Some(Until::Option), RESTS, self.left().max(LEAST)).await
    }

    /// Looks once, or waits in the page. Obstacles that may disappear are retried as in any other action.
    pub(super) async fn look(&self, until: Option<Until>, rest: Duration, limit: Duration) -> Result<Look> {
        let mut tries = Tries::new(self.node, self.left());
        let longest = self.target.page.capabilities().longest_call;
        let limit = longest.map_or(limit, |longest| limit.min(longest));
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let args = ChooseArgs {
            target: &self.node.node,
            value: self.wanted,
            opened: self.opened,
            typed: self.typed,
            until,
            rest_ms: millis(rest),
            timeout_ms: millis(limit),
        };
        let place = |doc: String, found| Match {
            frame: self.node.frame.clone(),
            doc,
            found,
        };
        loop {
            let asked = self.target.ask(&self.node.frame, "choose", &args).await;
            let answer: Answer = asked.map_err(|error| frame_gone(self.node, error))?;
            return Ok(match classify(self.node, answer)? {
                Ok(Answer::Native) => Look::Native,
                Ok(Answer::Closed {
                    doc,
                    found,
                    now,
                    field,
                    holds,
                }) => Look::Closed {
                    field: field.map(|field| Field {
                        place: place(doc.clone(), *field),
                        holds,
                    }),
                    opener: place(doc, *found),
                    now,
                },
                Ok(Answer::Missing {
                    doc,
                    options,
                    now,
                    field,
                    holds,
                    looked,
                }) => Look::Missing {
                    options,
                    now,
                    field: field.map(|field| Field {
                        place: place(doc, *field),
                        holds,
                    }),
                    looked,
                },
                Ok(Answer::Choice {
                    doc,
                    found,
                    now,
                    chosen,
                    several,
                    other,
                }) => Look::Choice {
                    other: other.map(|other| place(doc.clone(), *other)),
                    option: place(doc, found),
                    now,
                    chosen,
                    several,
                },
                Ok(other) => return Err(unexpected("choose", &other)),
                Err(obstacle) => {
                    try_again(self.target, &mut tries, self.node, obstacle).await?;
                    continue;
                }
            });
        }
    }

    /// Looks again with the pointer over another option, which takes a highlight along: an option that is only highlighted is not called
    /// selected any more then. What the page does not let be pointed at leaves it at the first look.
    pub(super) async fn look_aside(&self, first: Look) -> Result<Look> {
        let Look::Choice { other: Some(other), .. } = &first else {
            return Ok(first);
        };
        let target = self.target.with_patience(self.left().min(POINTS));
        let Ok(other) = (self.name)(other) else {
            return Ok(first);
        };
        match hover(&target, &other, &Gesture::default()).await {
            Err(error) if *error.kind() == ErrorKind::SessionEnded => return Err(error),
            Err(_) => return Ok(first),
            Ok(_) => {}
        }
        let mut look = first;
        for wait in FOLLOWS {
            sleep(wait).await;
            match self.look(None, RESTS, Duration::ZERO).await? {
                again @ Look::Choice { .. } => look = again,
                _ => break,
            }
            if !matches!(look, Look::Choice { other: Some(_), .. }) {
                break;
            }
        }
        Ok(look)
    }

    /// Closes the list if this choice opened it and it is still open; otherwise Escape could close
    /// something else. Returns what the element shows then, if that is known.
    pub(super) async fn close(&self) -> Result<Option<String>> {
        if !self.opened || matches!(self.look(None, RESTS, Duration::ZERO).await, Ok(Look::Closed { .. })) {
            return Ok(None);
        }
        press_key(self.target, None, &Chord::parse("Escape")?, Duration::ZERO).await?;
        self.wait_until_closed(CLOSES).await
    }

    /// Waits for the list to close, which may be animated. Returns what the element shows then; `None` if
    /// the list stays open, or the page replaced the element or navigated.
    pub(super) async fn wait_until_closed(&self, limit: Duration) -> Result<Option<String>> {
        let mark = self.target.page.state().mark();
        match self.look(Some(Until::Gone), RESTS, limit).await {
            Ok(Look::Closed { now, .. }) => Ok(Some(now)),
            Err(error) if !is_effect(self.target, mark, &error) && *error.kind() == ErrorKind::SessionEnded => Err(error),
            _ => Ok(None),
        }
    }
}
