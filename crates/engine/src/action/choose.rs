//! Choose options of a custom list: open the list, find each option, click it.
//!
//! The in-page script does the waiting: one call of its `choose` returns when the list is shown, when the
//! option appears, or when nothing more appears.

use super::Target;
use super::click::click;
use super::locate::Match;
use super::press_key::press_key;
use super::ready::{Tries, classify, frame_gone, option_not_found, unexpected};
use super::type_text::write_over;
use super::{Done, Gesture, is_effect};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::Chord;
use crate::locator::wire::Found;
use crate::page_script::{Answer, ChooseArgs, Looked, Until};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::fmt::Write as _;
use std::time::Duration;
use tokio::time::Instant;

/// How long a list may take to open after a click or a key press.
const OPENS: Duration = Duration::from_millis(700);
/// How long a list with options must stay unchanged before it counts as complete.
const RESTS: Duration = Duration::from_millis(300);
/// The same after text was typed: pages wait a while before they query their server.
const FILTERS: Duration = Duration::from_secs(1);
/// How long a list may take to close after the choice.
const CLOSES: Duration = Duration::from_millis(500);
/// How long a list that takes several options may take to close after one of them.
const STAYS: Duration = Duration::from_millis(150);
/// How long a page may take to show its choice in a list that stays open, besides.
const TAKES: Duration = Duration::from_millis(1500);
/// The minimum time for a step when the call's time is nearly used up.
const LEAST: Duration = Duration::from_millis(500);
/// What a search keeps of its time, a third at most, to put the field back and close the list if it finds nothing.
const RESTORES: Duration = Duration::from_secs(2);
/// The longest text that is typed to find an option, in characters. Labels are shorter.
const MAX_TYPED: usize = 200;
/// How often the page may replace an option between the search and the click.
const REDRAWN: u8 = 10;

/// Assigns a UID to an element of the page.
pub(crate) type Name<'a> = dyn Fn(&Match) -> Result<NodeRef> + Send + Sync + 'a;

/// What the in-page `choose` reports about the element.
enum Look {
    /// A native field, which `fill` sets.
    Native,
    Closed {
        opener: Match,
        now: String,
        field: Option<Match>,
    },
    Missing {
        options: Vec<String>,
        now: String,
        field: Option<Match>,
        looked: Option<Looked>,
    },
    Choice {
        option: Match,
        now: String,
        chosen: Option<bool>,
        several: bool,
    },
}

/// What was tried to find a missing option, for the error.
#[derive(Default)]
struct Search {
    /// The options that the list showed first.
    options: Vec<String>,
    typed: bool,
    looked: Option<Looked>,
    /// Whether the time was used up before all of it was tried.
    cut: bool,
}

impl Search {
    /// Whether the time is used up before a further step.
    fn ends(&mut self, left: Duration) -> bool {
        self.cut |= left.is_zero();
        self.cut
    }
}

/// A choice in progress.
struct Choosing<'a> {
    target: &'a Target,
    node: &'a NodeRef,
    /// The option that is looked for now.
    wanted: &'a str,
    name: &'a Name<'a>,
    began: Instant,
    /// Whether this choice opened the list.
    opened: bool,
    /// Whether it did so for the option that is looked for now.
    tried: bool,
}

/// Chooses the options with these labels or values. `None` if the element has no custom list.
pub(crate) async fn choose(target: &Target, node: &NodeRef, wanted: &[String], name: &Name<'_>) -> Result<Option<Done>> {
    let mut choosing = Choosing {
        target,
        node,
        wanted: "",
        name,
        began: Instant::now(),
        opened: false,
        tried: false,
    };
    let mut all: Option<Done> = None;
    let mut shown: Vec<String> = Vec::new();
    for (index, option) in wanted.iter().enumerate() {
        choosing.wanted = option;
        choosing.tried = false;
        let before = &wanted[..index];
        let chosen = choosing.one(index + 1 < wanted.len()).await;
        let Some((done, label)) = chosen.map_err(|error| after(before, error))? else {
            return Ok(None);
        };
        if let (Some(label), true) = (label, wanted.len() > 1) {
            choosing
                .keeps(&mut shown, &label)
                .await
                .map_err(|error| after(before, error))?;
        }
        let changed = all.as_ref().is_some_and(|all| all.changed != Some(false));
        all = Some(if changed { Done { changed: None, ..done } } else { done });
    }
    Ok(all)
}

/// An error of an option, after others were chosen.
fn after(chosen: &[String], error: EngineError) -> EngineError {
    let chosen: Vec<_> = chosen.iter().map(|one| quote(&shorten(one, 60))).collect();
    if chosen.is_empty() {
        return error;
    }
    error.during(&format!("{} was chosen before that", chosen.join(", ")))
}

impl Choosing<'_> {
    fn left(&self) -> Duration {
        let patience = self.target.patience;
        patience.saturating_sub(RESTORES.min(patience / 3) + self.began.elapsed())
    }

    /// Chooses one option, and returns its label where it was not chosen yet. With `more`, a list of several stays open for the next
    /// one. `None` if there is no custom list.
    async fn one(&mut self, more: bool) -> Result<Option<(Done, Option<String>)>> {
        let mut redrawn = 0;
        loop {
            let mut search = Search::default();
            let (option, before, several) = match self.find(&mut search).await? {
                Look::Native => return Ok(None),
                Look::Choice { chosen: Some(true), .. } => {
                    if !more {
                        self.close().await?;
                    }
                    let done = Done {
                        changed: Some(false),
                        ..Done::trusted()
                    };
                    return Ok(Some((done, None)));
                }
                Look::Choice {
                    option, now, several, ..
                } => (option, now, several),
                Look::Closed { .. } | Look::Missing { .. } => {
                    self.close().await?;
                    return Err(self.not_found(&search));
                }
            };
            let clicked = match (self.name)(&option) {
                Ok(option) => click(self.target, &option, &Gesture::default()).await,
                Err(error) => Err(error),
            };
            match clicked {
                // The page rendered the list again, so the option is a new element.
                Err(error) if *error.kind() == ErrorKind::StaleUid && redrawn < REDRAWN && !self.left().is_zero() => {
                    redrawn += 1;
                }
                Err(error) => return Err(error.during("the list is open, but the option was not clicked")),
                Ok(mut done) => {
                    done.checked = None;
                    if more && several {
                        self.wait_until_closed(STAYS).await?;
                    } else if self.opened {
                        done.value_now = self.shows_other(&before, &option.found).await?;
                    }
                    return Ok(Some((done, Some(option.found.called.name))));
                }
            }
        }
    }

    /// Whether the element shows the labels that it has shown, after one more was chosen.
    ///
    /// # Errors
    ///
    /// `WRONG_ELEMENT` if the last choice has replaced an earlier one: the list takes one option.
    async fn keeps(&self, shown: &mut Vec<String>, label: &str) -> Result<()> {
        let now = match self.look(None, RESTS, Duration::ZERO).await {
            Ok(Look::Closed { now, .. } | Look::Missing { now, .. } | Look::Choice { now, .. }) => now.to_lowercase(),
            // Whatever the page has become, the option was clicked.
            _ => return Ok(()),
        };
        let has = |label: &str| now.contains(&label.to_lowercase());
        if let Some(lost) = shown.iter().find(|one| has(label) && !has(one)) {
            let what = format!(
                "UID {} ({}) takes one option: {} is chosen now, and {} is not any more",
                self.node.uid,
                self.node.describe(),
                quote(&shorten(label, 60)),
                quote(&shorten(lost, 60))
            );
            return Err(
                EngineError::new(ErrorKind::WrongElement, what).with_next_step(NextStep::Advice {
                    text: "choose the one that it should have".into(),
                }),
            );
        }
        if has(label) {
            shown.push(label.to_owned());
        }
        Ok(())
    }

    /// Finds the option: opens the list, waits, types into the list's field, scrolls the list.
    async fn find(&mut self, search: &mut Search) -> Result<Look> {
        let mut look = self.look(None, RESTS, Duration::ZERO).await?;
        let mut opener = None;
        if let Look::Closed { opener: closed, .. } = &look
            && !self.tried
        {
            let closed = (self.name)(closed)?;
            look = self.open(&closed).await?;
            opener = Some(closed);
        }
        if let Look::Missing { .. } = look {
            look = self.look(Some(Until::Option), RESTS, self.left().max(LEAST)).await?;
        }
        if let Look::Missing { options, .. } = &look {
            search.options.clone_from(options);
        }
        if let Look::Closed {
            now, field: Some(field), ..
        }
        | Look::Missing {
            now, field: Some(field), ..
        } = &look
            && self.can_be_typed()
            && !search.ends(self.left())
        {
            let (field, before) = ((self.name)(field)?, now.clone());
            search.typed = true;
            look = self.write(&field, &before).await?;
            if let (Look::Missing { .. }, Some(opener), false) = (&look, &opener, before.is_empty())
                && !self.left().is_zero()
            {
                // The restored text was typed too, so it filters the list until the list is opened again.
                self.close().await?;
                look = self.open(opener).await?;
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

    /// Opens the list with a click, or with the arrow key if the click does nothing.
    async fn open(&mut self, opener: &NodeRef) -> Result<Look> {
        click(self.target, opener, &Gesture::default()).await?;
        self.opened = true;
        self.tried = true;
        let clicked = self.look(Some(Until::List), RESTS, OPENS).await?;
        if !matches!(clicked, Look::Closed { .. }) {
            return Ok(clicked);
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
    async fn write(&self, field: &NodeRef, before: &str) -> Result<Look> {
        write_over(self.target, field, self.wanted.trim()).await?;
        let look = self.look(Some(Until::Option), FILTERS, self.left().max(LEAST)).await?;
        if matches!(look, Look::Choice { .. }) {
            return Ok(look);
        }
        write_over(self.target, field, before).await?;
        self.look(Some(Until::Option), RESTS, self.left().max(LEAST)).await
    }

    /// Looks once, or waits in the page. Obstacles that may disappear are retried as in any other action.
    async fn look(&self, until: Option<Until>, rest: Duration, limit: Duration) -> Result<Look> {
        let mut tries = Tries::new(self.node, self.left());
        let longest = self.target.page.capabilities().longest_call;
        let limit = longest.map_or(limit, |longest| limit.min(longest));
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let args = ChooseArgs {
            target: &self.node.node,
            value: self.wanted,
            opened: self.opened,
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
                Ok(Answer::Closed { doc, found, now, field }) => Look::Closed {
                    field: field.map(|field| place(doc.clone(), *field)),
                    opener: place(doc, found),
                    now,
                },
                Ok(Answer::Missing {
                    doc,
                    options,
                    now,
                    field,
                    looked,
                }) => Look::Missing {
                    options,
                    now,
                    field: field.map(|field| place(doc, *field)),
                    looked,
                },
                Ok(Answer::Choice {
                    doc,
                    found,
                    now,
                    chosen,
                    several,
                }) => Look::Choice {
                    option: place(doc, found),
                    now,
                    chosen,
                    several,
                },
                Ok(other) => return Err(unexpected("choose", &other)),
                Err(obstacle) => {
                    tries.again(obstacle).await?;
                    continue;
                }
            });
        }
    }

    /// What the element shows after the click on the option, if it is another value.
    ///
    /// # Errors
    ///
    /// `WRONG_ELEMENT` if the option says that it is not chosen: pages mark disabled options by style alone.
    async fn shows_other(&self, before: &str, option: &Found) -> Result<Option<String>> {
        let mut now = self.wait_until_closed(CLOSES).await?;
        let refused = if now.is_none() { self.refuses(before).await } else { None };
        if refused == Some(false) {
            now = self.close().await?;
        }
        if refused == Some(true) {
            let began = Instant::now();
            // The page may ask its server.
            now = self.wait_until_closed(TAKES.min(self.left())).await?;
            if now.is_none() && self.refuses(before).await == Some(true) {
                self.close().await?;
                return Err(self.not_taken(option, CLOSES + began.elapsed()));
            }
        }
        let label = option.called.name.to_lowercase();
        // A field that only searches the list is empty again.
        Ok(now.filter(|now| !now.is_empty() && !now.to_lowercase().contains(&label)))
    }

    /// Whether the open list shows that the option was not taken; `None` if it does not offer it any more, or does not say so.
    async fn refuses(&self, before: &str) -> Option<bool> {
        match self.look(None, RESTS, Duration::ZERO).await.ok()? {
            Look::Choice { several: true, .. } | Look::Choice { chosen: Some(true), .. } => Some(false),
            Look::Choice {
                chosen: Some(false),
                now,
                ..
            } if now == before => Some(true),
            _ => None,
        }
    }

    fn not_taken(&self, option: &Found, after: Duration) -> EngineError {
        let what = format!(
            "{} {} of UID {} ({}) was clicked, but {:.1} s later the list was still open and showed it as not chosen",
            option.called.role,
            quote(&shorten(&option.called.name, 60)),
            self.node.uid,
            self.node.describe(),
            after.as_secs_f64()
        );
        EngineError::new(ErrorKind::WrongElement, what).with_next_step(NextStep::Advice {
            text: "choose another option: this one may be disabled, which a screenshot of the open list shows".into(),
        })
    }

    /// Closes the list if this choice opened it and it is still open; otherwise Escape could close
    /// something else. Returns what the element shows then, if that is known.
    async fn close(&self) -> Result<Option<String>> {
        if !self.opened || matches!(self.look(None, RESTS, Duration::ZERO).await, Ok(Look::Closed { .. })) {
            return Ok(None);
        }
        press_key(self.target, None, &Chord::parse("Escape")?, Duration::ZERO).await?;
        self.wait_until_closed(CLOSES).await
    }

    /// Waits for the list to close, which may be animated. Returns what the element shows then; `None` if
    /// the list stays open, or the page replaced the element or navigated.
    async fn wait_until_closed(&self, limit: Duration) -> Result<Option<String>> {
        let mark = self.target.page.state().mark();
        match self.look(Some(Until::Gone), RESTS, limit).await {
            Ok(Look::Closed { now, .. }) => Ok(Some(now)),
            Err(error) if !is_effect(self.target, mark, &error) && *error.kind() == ErrorKind::SessionEnded => Err(error),
            _ => Ok(None),
        }
    }

    /// The error for an option that was not found, with what was tried.
    fn not_found(&self, search: &Search) -> EngineError {
        if search.cut {
            let what = format!(
                "option {} of UID {} ({}) was not found in {:.1} s, which did not suffice to search the whole list",
                quote(&shorten(self.wanted, 60)),
                self.node.uid,
                self.node.describe(),
                self.began.elapsed().as_secs_f64()
            );
            return EngineError::new(ErrorKind::Timeout, what).with_next_step("choose it in a call of its own");
        }
        let mut how = String::new();
        if search.typed {
            how.push_str("; it did not appear when its text was typed into the field");
        }
        match &search.looked {
            Some(Looked { options, end: true, .. }) => {
                let _ = write!(how, "; the list was scrolled to its end ({options} options)");
            }
            Some(Looked { options, last, .. }) => {
                let last = quote(&shorten(last, 60));
                let seconds = self.began.elapsed().as_secs_f64();
                let _ = write!(
                    how,
                    "; in {seconds:.1} s the list was scrolled as far as {last} ({options} options), and it has more"
                );
            }
            None => {}
        }
        option_not_found(self.node, &search.options, &how)
    }
}
