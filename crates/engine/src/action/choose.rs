//! Choose an option of a list that the page has made itself: open it, click the option.

use super::click::click;
use super::locate::Place;
use super::press_key::press_key;
use super::ready::{Tries, frame_gone, option_not_found, sort, unexpected};
use super::{Done, is_effect};
use crate::error::{EngineError, ErrorKind, Result};
use crate::injected::{Answer, ChooseArgs};
use crate::input::Chord;
use crate::locator::wire::Found;
use crate::snapshot::NodeRef;
use crate::target::Target;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a list may take to come after a click, and after a key.
const OPENS: Duration = Duration::from_millis(700);
/// How long an open list may take to fill.
const FILLS: Duration = Duration::from_millis(1_500);
/// How long a list may take to go after the choice.
const CLOSES: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(20);

/// Gives an element of the page its UID.
pub(crate) type Name<'a> = dyn Fn(&Place) -> Result<NodeRef> + Send + Sync + 'a;

/// What has been done so far to open the list.
#[derive(Debug, Clone, Copy)]
enum Opening {
    Nothing,
    Clicked(Instant),
    Pressed(Instant),
}

/// What `choose` says of the element.
enum Look {
    /// A field that is set as such.
    Native,
    Closed {
        opener: Place,
        now: String,
    },
    Missing(Vec<String>),
    Choice {
        option: Place,
        chosen: bool,
        several: bool,
    },
}

/// Chooses the option with this label or value; `None` where the element is no list of the page's own.
pub(crate) async fn choose(target: &Target, node: &NodeRef, wanted: &str, name: &Name<'_>) -> Result<Option<Done>> {
    let mut tries = Tries::new(node, target.patience);
    let began = Instant::now();
    let mut opening = Opening::Nothing;
    let mut missing: Option<Instant> = None;
    loop {
        let opened = !matches!(opening, Opening::Nothing);
        let Some(look) = look(target, node, wanted, opened, &mut tries).await? else {
            continue;
        };
        match look {
            Look::Native => return Ok(None),
            Look::Closed { opener, .. } => opening = open(target, node, opening, &name(&opener)?).await?,
            Look::Missing(options) => {
                let since = *missing.get_or_insert_with(Instant::now);
                if since.elapsed() >= FILLS {
                    if opened {
                        close(target, node, wanted).await?;
                    }
                    return Err(option_not_found(node, &options));
                }
                sleep(PAUSE).await;
            }
            Look::Choice { chosen: true, .. } => {
                if opened {
                    close(target, node, wanted).await?;
                }
                return Ok(Some(Done {
                    changed: Some(false),
                    ..Done::trusted()
                }));
            }
            Look::Choice { option, several, .. } => {
                let clicked = match name(&option) {
                    Ok(option) => click(target, &option, false).await,
                    Err(error) => Err(error),
                };
                match clicked {
                    // The page has drawn the list anew: the option is another element now.
                    Err(error) if *error.kind() == ErrorKind::StaleUid && began.elapsed() < target.patience => {
                        sleep(PAUSE).await;
                    }
                    Err(error) => return Err(error.during("the list is open, and its option was not clicked")),
                    Ok(mut done) => {
                        done.checked = None;
                        if opened {
                            done.value_now = shows_other(target, node, wanted, several, &option.found).await?;
                        }
                        return Ok(Some(done));
                    }
                }
            }
        }
    }
}

/// One look; `None` after a pause for what may go away.
async fn look(target: &Target, node: &NodeRef, wanted: &str, opened: bool, tries: &mut Tries<'_>) -> Result<Option<Look>> {
    let args = ChooseArgs {
        target: &node.node,
        value: wanted,
        opened,
    };
    let answer: Answer = target
        .ask(&node.frame, "choose", &args)
        .await
        .map_err(|error| frame_gone(node, error))?;
    let place = |doc, found| Place {
        frame: node.frame.clone(),
        doc,
        found,
    };
    Ok(Some(match sort(node, answer)? {
        Ok(Answer::Native) => Look::Native,
        Ok(Answer::Closed { doc, found, now }) => Look::Closed {
            opener: place(doc, found),
            now,
        },
        Ok(Answer::Missing { options }) => Look::Missing(options),
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
            return Ok(None);
        }
    }))
}

/// The next thing that opens a list: a click, and where that does nothing, the key for it.
async fn open(target: &Target, node: &NodeRef, opening: Opening, opener: &NodeRef) -> Result<Opening> {
    match opening {
        Opening::Nothing => {
            click(target, opener, false).await?;
            Ok(Opening::Clicked(Instant::now()))
        }
        Opening::Clicked(at) if at.elapsed() >= OPENS => {
            press_key(target, Some(opener), &Chord::parse("ArrowDown")?).await?;
            Ok(Opening::Pressed(Instant::now()))
        }
        Opening::Pressed(at) if at.elapsed() >= OPENS => {
            let what = format!(
                "UID {} ({}) shows no list of options after a click and the key ArrowDown",
                node.uid,
                node.describe()
            );
            Err(EngineError::new(ErrorKind::WrongElement, what)
                .with_next_step("take a new snapshot, and click what chooses the option"))
        }
        waiting => {
            sleep(PAUSE).await;
            Ok(waiting)
        }
    }
}

/// After the click on the option: what the element shows, where it is not that.
async fn shows_other(target: &Target, node: &NodeRef, wanted: &str, several: bool, option: &Found) -> Result<Option<String>> {
    let mut now = gone(target, node, wanted).await?;
    if now.is_none() && several {
        // It stays for more.
        now = close(target, node, wanted).await?;
    }
    let label = option.name.to_lowercase();
    Ok(now.filter(|now| !now.to_lowercase().contains(&label)))
}

/// Closes a list that was opened. What the element shows then, where that is known.
async fn close(target: &Target, node: &NodeRef, wanted: &str) -> Result<Option<String>> {
    press_key(target, None, &Chord::parse("Escape")?).await?;
    gone(target, node, wanted).await
}

/// Waits a while for the list to go; lists fade out. What the element shows then; `None` where the
/// list stays, or the page has made something else of the element or of itself.
async fn gone(target: &Target, node: &NodeRef, wanted: &str) -> Result<Option<String>> {
    let until = Instant::now() + CLOSES;
    let mark = target.page.state().mark();
    loop {
        let mut tries = Tries::new(node, Duration::ZERO);
        match look(target, node, wanted, true, &mut tries).await {
            Ok(Some(Look::Closed { now, .. })) => return Ok(Some(now)),
            Ok(Some(Look::Missing(_) | Look::Choice { .. })) if Instant::now() < until => sleep(PAUSE).await,
            Err(error) if !is_effect(target, mark, &error) && *error.kind() == ErrorKind::SessionEnded => return Err(error),
            _ => return Ok(None),
        }
    }
}
