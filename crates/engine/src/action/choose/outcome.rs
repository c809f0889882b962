//! What came of a choice: whether the page took it, and the error if it did not or the option was not found.

use super::Choosing;
use super::list::{CLOSES, Look, RESTS, Search};
use crate::action::Done;
use crate::action::ready::option_not_found;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::locator::wire::Found;
use crate::page_script::Looked;
use crate::text::{quote, shorten};
use std::fmt::Write as _;
use std::time::Duration;
use tokio::time::Instant;

/// Most options that an error names of those that the list showed for the typed text.
const SHOWN: usize = 3;
/// How long a page may take to show its choice after its list has closed.
const SHOWS: Duration = Duration::from_millis(200);
/// How long a page may take to show its choice in a list that stays open, besides.
const TAKES: Duration = Duration::from_millis(1500);

impl Choosing<'_> {
    /// Whether the element shows the labels that it has shown, after one more was chosen.
    ///
    /// # Errors
    ///
    /// `WRONG_ELEMENT` if the last choice has replaced an earlier one: the list takes one option.
    pub(super) async fn keeps(&self, shown: &mut Vec<String>, label: &str) -> Result<()> {
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

    /// What the element shows after the click on the option, if it is another value. With `more`, a list that stays open with the option
    /// chosen is left open for the next one.
    ///
    /// # Errors
    ///
    /// `WRONG_ELEMENT` if the option says that it is not chosen: pages mark disabled options by style alone.
    pub(super) async fn shows_other(&self, before: &str, option: &Found, more: bool) -> Result<Option<String>> {
        let mut now = self.wait_until_closed(CLOSES).await?;
        let refused = if now.is_none() { self.refuses(before).await } else { None };
        if refused == Some(false) && !more {
            now = self.close().await.map_err(|error| error.during(&clicked(option)))?;
        }
        if refused == Some(true) {
            let began = Instant::now();
            // The page may ask its server.
            now = self.wait_until_closed(TAKES.min(self.left())).await?;
            if now.is_none() && self.refuses(before).await == Some(true) {
                self.close().await.map_err(|error| error.during(&clicked(option)))?;
                return Err(self.not_taken(option, CLOSES + began.elapsed()));
            }
        }
        let label = option.called.name.to_lowercase();
        // A field that only searches the list is empty again.
        Ok(now.filter(|now| !now.is_empty() && !now.to_lowercase().contains(&label)))
    }

    /// Whether the press of an option has closed the list and chosen nothing: no click followed, and the element shows the text that it had.
    pub(super) async fn is_lost(&self, done: &Done, before: &str, option: &Found) -> Result<bool> {
        let label = option.called.name.to_lowercase();
        if done.clicks.is_some_and(|clicks| clicks > 0)
            || !self.opened
            || before.is_empty()
            || before.to_lowercase().contains(&label)
        {
            return Ok(false);
        }
        if self.wait_until_closed(TAKES.min(self.left())).await?.as_deref() != Some(before) {
            return Ok(false);
        }
        // Some show their choice a moment later.
        tokio::time::sleep(SHOWS.min(self.left())).await;
        Ok(self.wait_until_closed(Duration::ZERO).await?.as_deref() == Some(before))
    }

    /// The error for an option whose press the list did not follow.
    pub(super) fn not_followed(&self, before: &str, option: &Found) -> EngineError {
        let what = format!(
            "{} {} of UID {} ({}) was pressed, the list closed at that, and no click followed: it still shows {}",
            option.called.role,
            quote(&shorten(&option.called.name, 60)),
            self.node.uid,
            self.node.describe(),
            quote(&shorten(before, 60))
        );
        EngineError::new(ErrorKind::OutcomeUnknown, what).with_next_step(NextStep::snapshot(
            "see what is chosen; if it is not that option, click the element, then the option in another call",
        ))
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

    /// The error for an option for which no time is left.
    pub(super) fn not_begun(&self) -> EngineError {
        let what = format!(
            "the time of the call ended before option {} of UID {} ({}) was looked for",
            quote(&shorten(self.wanted, 60)),
            self.node.uid,
            self.node.describe()
        );
        EngineError::new(ErrorKind::Timeout, what).with_next_step("choose it in a call of its own")
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

    /// The error for an option that was not found, with what was tried.
    pub(super) fn not_found(&self, search: &Search) -> EngineError {
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
        if search.typed && search.writable {
            how.push_str(" (if that takes a text of its own, type it there and press Enter)");
        }
        let other = |option: &&String| !search.options.contains(option);
        let narrowed: Vec<_> = search.narrowed.iter().filter(other).take(SHOWN).collect();
        if !narrowed.is_empty() {
            let narrowed: Vec<_> = narrowed.iter().map(|option| quote(&shorten(option, 60))).collect();
            let _ = write!(how, ", for which the list showed {}", narrowed.join(", "));
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
        if search.typed {
            how.push_str("; that text was taken out again");
        }
        option_not_found(self.node, &search.options, &how)
    }
}

/// What was done when an error came after the click on an option.
fn clicked(option: &Found) -> String {
    let name = quote(&shorten(&option.called.name, 60));
    format!("{} {name} was clicked; closing the list", option.called.role)
}
