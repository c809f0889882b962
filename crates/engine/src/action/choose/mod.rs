//! Choose options of a custom list: open the list, find each option, click it.
//!
//! The in-page script does the waiting: one call of its `choose` returns when the list is shown, when the
//! option appears, or when nothing more appears.

mod list;
mod outcome;

use super::click::click;
use super::locate::Match;
use super::{Done, Gesture, Target};
use crate::error::{EngineError, ErrorKind, Result};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use list::{CLOSES, Look, Search};
use std::time::Duration;
use tokio::time::Instant;

/// How long a list that takes several options may take to close after one of them.
const STAYS: Duration = Duration::from_millis(150);
/// What a search keeps of its time, a third at most, to put the field back and close the list if it finds nothing.
const RESTORES: Duration = Duration::from_secs(2);
/// How long a list may take to open to the end: until then, some close where the press takes the focus from their field.
const OPENS: Duration = Duration::from_millis(400);
/// How often the page may replace an option between the search and the click.
const REDRAWN: u8 = 10;

/// Assigns a UID to an element of the page.
pub(crate) type Name<'a> = dyn Fn(&Match) -> Result<NodeRef> + Send + Sync + 'a;

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
    /// Whether the field of the list holds the text of that option, which was typed to find it.
    typed: bool,
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
        typed: false,
    };
    let mut all: Option<Done> = None;
    let mut shown: Vec<String> = Vec::new();
    for (index, option) in wanted.iter().enumerate() {
        choosing.wanted = option;
        choosing.tried = false;
        choosing.typed = false;
        let before = &wanted[..index];
        if index > 0 && choosing.left().is_zero() {
            return Err(after(before, choosing.not_begun()));
        }
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
        let mut lost = false;
        loop {
            let mut search = Search::default();
            let found = self.find(&mut search).await?;
            let (option, before, several) = match self.look_aside(found).await? {
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
            if lost {
                tokio::time::sleep(OPENS.min(self.left())).await;
            }
            let clicked = match (self.name)(&option) {
                Ok(option) => click(self.target, &option, &Gesture::default()).await,
                Err(error) => Err(error),
            };
            match clicked {
                // The page rendered the list again, so the option is a new element.
                Err(error) if *error.kind() == ErrorKind::StaleUid && redrawn < REDRAWN && !self.left().is_zero() => {
                    redrawn += 1;
                }
                // Some lists choose at the press, and draw themselves anew before the release (Choices).
                Err(error) if *error.kind() == ErrorKind::OutcomeUnknown => {
                    let label = option.found.called.name;
                    let now = self.wait_until_closed(CLOSES).await?;
                    let shows = |now: &str| now != before && now.to_lowercase().contains(&label.to_lowercase());
                    if !now.as_deref().is_some_and(shows) {
                        return Err(error);
                    }
                    return Ok(Some((Done::trusted(), Some(label))));
                }
                Err(error) => return Err(error.during("the list is open, but the option was not clicked")),
                Ok(mut done) => {
                    done.checked = None;
                    if self.is_lost(&done, &before, &option.found).await? {
                        if lost || self.left().is_zero() {
                            return Err(self.not_followed(&before, &option.found));
                        }
                        lost = true;
                        self.tried = false;
                        continue;
                    }
                    if more && several {
                        self.wait_until_closed(STAYS).await?;
                    } else if self.opened {
                        done.value_now = self.shows_other(&before, &option.found, more).await?;
                    }
                    return Ok(Some((done, Some(option.found.called.name))));
                }
            }
        }
    }
}
