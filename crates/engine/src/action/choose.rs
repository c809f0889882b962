//! Choose an option of a list that the page has made itself: open it, bring the option into it, click it.
//!
//! The waiting is in the page (`choose` of the in-page script): one call that answers when the list is
//! shown, when the option has come, or when nothing more comes.

use super::Target;
use super::click::click;
use super::locate::Match;
use super::press_key::press_key;
use super::ready::{Tries, classify, frame_gone, option_not_found, unexpected};
use super::type_text::write_over;
use super::{Done, is_effect};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::Chord;
use crate::locator::wire::Found;
use crate::page_script::{Answer, ChooseArgs, Looked, Until};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::fmt::Write as _;
use std::time::Duration;
use tokio::time::Instant;

/// How long a list may take to come after a click, and after a key.
const OPENS: Duration = Duration::from_millis(700);
/// How long a list that has options stays as it is until it is taken for whole.
const RESTS: Duration = Duration::from_millis(300);
/// The same after a text was written: pages wait a while before they ask their server.
const FILTERS: Duration = Duration::from_secs(1);
/// How long a list may take to go after the choice.
const CLOSES: Duration = Duration::from_millis(500);
/// What is left for a step where the time of the call is nearly over.
const LEAST: Duration = Duration::from_millis(500);
/// A longer text is no option's label.
const MAX_WRITTEN: usize = 200;
/// How often an option may be drawn anew between being found and being clicked.
const REDRAWN: u8 = 10;

/// Gives an element of the page its UID.
pub(crate) type Name<'a> = dyn Fn(&Match) -> Result<NodeRef> + Send + Sync + 'a;

/// What `choose` says of the element.
enum Look {
    /// A field that is set as such.
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
        chosen: bool,
        several: bool,
    },
}

/// What was done to find an option that is not there.
#[derive(Default)]
struct Search {
    /// What the list offered first.
    options: Vec<String>,
    written: bool,
    looked: Option<Looked>,
}

/// One choice, while it is made.
struct Choosing<'a> {
    target: &'a Target,
    node: &'a NodeRef,
    wanted: &'a str,
    name: &'a Name<'a>,
    began: Instant,
    /// Whether the list was opened for this.
    opened: bool,
}

/// Chooses the option with this label or value; `None` where the element is no list of the page's own.
pub(crate) async fn choose(target: &Target, node: &NodeRef, wanted: &str, name: &Name<'_>) -> Result<Option<Done>> {
    let mut choosing = Choosing {
        target,
        node,
        wanted,
        name,
        began: Instant::now(),
        opened: false,
    };
    let mut redrawn = 0;
    loop {
        let mut search = Search::default();
        let (option, several) = match choosing.find(&mut search).await? {
            Look::Native => return Ok(None),
            Look::Choice { chosen: true, .. } => {
                choosing.close().await?;
                return Ok(Some(Done {
                    changed: Some(false),
                    ..Done::trusted()
                }));
            }
            Look::Choice { option, several, .. } => (option, several),
            Look::Closed { .. } | Look::Missing { .. } => {
                choosing.close().await?;
                return Err(choosing.not_found(&search));
            }
        };
        let clicked = match name(&option) {
            Ok(option) => click(target, &option, false).await,
            Err(error) => Err(error),
        };
        match clicked {
            // The page has drawn the list anew: the option is another element now.
            Err(error) if *error.kind() == ErrorKind::StaleUid && redrawn < REDRAWN && !choosing.left().is_zero() => {
                redrawn += 1;
            }
            Err(error) => return Err(error.during("the list is open, and its option was not clicked")),
            Ok(mut done) => {
                done.checked = None;
                if choosing.opened {
                    done.value_now = choosing.shows_other(several, &option.found).await?;
                }
                return Ok(Some(done));
            }
        }
    }
}

impl Choosing<'_> {
    fn left(&self) -> Duration {
        self.target.patience.saturating_sub(self.began.elapsed())
    }

    /// Brings the option into the list: opens it, waits, writes into its field, scrolls it.
    async fn find(&mut self, search: &mut Search) -> Result<Look> {
        let mut look = self.look(None, RESTS, Duration::ZERO).await?;
        let mut opener = None;
        if let Look::Closed { opener: closed, .. } = &look
            && !self.opened
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
            && self.can_be_written()
        {
            let (field, before) = ((self.name)(field)?, now.clone());
            search.written = true;
            look = self.write(&field, &before).await?;
            if let (Look::Missing { .. }, Some(opener), false) = (&look, &opener, before.is_empty()) {
                // What stood there before narrows the list too, now that it was written.
                self.close().await?;
                look = self.open(opener).await?;
            }
        }
        if let Look::Missing { .. } = look {
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

    /// Opens the list: by a click, and where that does nothing, by the key for it.
    async fn open(&mut self, opener: &NodeRef) -> Result<Look> {
        click(self.target, opener, false).await?;
        self.opened = true;
        let clicked = self.look(Some(Until::List), RESTS, OPENS).await?;
        if !matches!(clicked, Look::Closed { .. }) {
            return Ok(clicked);
        }
        press_key(self.target, Some(opener), &Chord::parse("ArrowDown")?).await?;
        match self.look(Some(Until::List), RESTS, OPENS).await? {
            Look::Closed { field: None, .. } => {
                let what = format!(
                    "UID {} ({}) shows no list of options after a click and the key ArrowDown",
                    self.node.uid,
                    self.node.describe()
                );
                Err(EngineError::new(ErrorKind::WrongElement, what)
                    .with_next_step(crate::error::NextStep::snapshot("click what chooses the option")))
            }
            // A field whose list comes with what is written.
            look => Ok(look),
        }
    }

    /// Whether the wanted text is one that a person would write to find an option: a line break would choose another.
    fn can_be_written(&self) -> bool {
        let wanted = self.wanted.trim();
        !wanted.is_empty() && wanted.chars().count() <= MAX_WRITTEN && !wanted.chars().any(char::is_control)
    }

    /// Writes the wanted text into the field of the list; where that brings nothing, what was there before.
    async fn write(&self, field: &NodeRef, before: &str) -> Result<Look> {
        write_over(self.target, field, self.wanted.trim()).await?;
        let look = self.look(Some(Until::Option), FILTERS, self.left().max(LEAST)).await?;
        if matches!(look, Look::Choice { .. }) {
            return Ok(look);
        }
        write_over(self.target, field, before).await?;
        self.look(Some(Until::Option), RESTS, self.left().max(LEAST)).await
    }

    /// One look, or one wait in the page; what may go away is waited for as with any other action.
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
                    chosen,
                    several,
                }) => Look::Choice {
                    option: place(doc, found),
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

    /// After the click on the option: what the element shows, where it is not that.
    async fn shows_other(&self, several: bool, option: &Found) -> Result<Option<String>> {
        let mut now = self.gone().await?;
        if now.is_none() && several {
            // It stays for more.
            now = self.close().await?;
        }
        let label = option.name.to_lowercase();
        Ok(now.filter(|now| !now.to_lowercase().contains(&label)))
    }

    /// Closes the list, where it was opened for this and is there: elsewhere Escape would close something else. What
    /// the element shows then, where that is known.
    async fn close(&self) -> Result<Option<String>> {
        if !self.opened || matches!(self.look(None, RESTS, Duration::ZERO).await, Ok(Look::Closed { .. })) {
            return Ok(None);
        }
        press_key(self.target, None, &Chord::parse("Escape")?).await?;
        self.gone().await
    }

    /// Waits a while for the list to go; lists fade out. What the element shows then; `None` where the
    /// list stays, or the page has made something else of the element or of itself.
    async fn gone(&self) -> Result<Option<String>> {
        let mark = self.target.page.state().mark();
        match self.look(Some(Until::Gone), RESTS, CLOSES).await {
            Ok(Look::Closed { now, .. }) => Ok(Some(now)),
            Err(error) if !is_effect(self.target, mark, &error) && *error.kind() == ErrorKind::SessionEnded => Err(error),
            _ => Ok(None),
        }
    }

    /// The error for an option that did not come, with how far was looked for it.
    fn not_found(&self, search: &Search) -> EngineError {
        let mut how = String::new();
        if search.written {
            how.push_str("; it did not come when it was written into the field");
        }
        match &search.looked {
            Some(Looked { options, end: true, .. }) => {
                let _ = write!(how, "; the list was scrolled to its end, {options} options");
            }
            Some(Looked { options, last, .. }) => {
                let last = quote(&shorten(last, 60));
                let seconds = self.began.elapsed().as_secs_f64();
                let _ = write!(
                    how,
                    "; in {seconds:.1} s the list was scrolled as far as {last}, {options} options: there are more"
                );
            }
            None => {}
        }
        option_not_found(self.node, &search.options, &how)
    }
}
