//! The input of a drag, and the certainty of what became of it.
//!
//! The in-page script checks that the press reaches the meant element, and stops the drag otherwise. What follows
//! the press goes where the pointer is, since pages put other elements under it. A drag is done when the document
//! in which it was to end has seen its end.

use super::Target;
use super::delivery::{
    self, UNCONFIRMED_DRAG, Witness, after_failure, refuse_closed, seen, stopped, stopped_by, unknown, unseen,
};
use super::ready::Obstacle;
use super::{Done, is_effect};
use crate::backend::Dragged;
use crate::error::{ErrorKind, Result};
use crate::page_script::{Outcome, Seen};
use crate::snapshot::NodeRef;

const UNFINISHED: &str = "was pressed, and the browser did not finish the drag";
const UNDROPPED: &str =
    "was pressed, but the page replaced or covered its document before the button was released, so it was probably not dropped";
pub(super) const UNDROPPED_THERE: &str =
    "The drag ended without a drop: it did not begin, or nothing in the document accepted it there.";
const UNDROPPED_HERE: &str =
    "The drag ended without a drop in the element's document: it did not begin, or nothing accepted it where it ended.";
const ASTRAY: &str =
    "The page replaced the dragged element, or the one on which the drag was to end, before the button was released.";
const OUTSIDE: &str = "The drag ended outside of the element's document, so its end could not be observed.";
/// A drag that changed nothing, though an HTML drag ended with a drop.
pub(super) const DROPPED: &str = "The page accepted the drop.";
const SUSPENDED: &str = "A dialog opened during the drag, so it may not have ended where it was to end.";

/// What a try of a drag led to.
pub(super) enum Pulled {
    Done(Done),
    /// An HTML drag that was to end in another document. Its own saw no drop.
    Elsewhere(Done),
    /// The page has begun an HTML drag, which the browser cannot finish, and which waits for a script.
    Held,
    /// The press did not reach the element, and nothing was pressed.
    Missed(Obstacle),
}

/// The document in which a drag is to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// That of the dragged element.
    Here,
    /// Another one.
    There,
    /// Wherever the pointer comes to.
    Anywhere,
}

/// Does `work`, which drags `node`, and asks what the page saw.
pub(super) async fn pull(
    target: &Target,
    node: &NodeRef,
    ends: Ends,
    witness: &mut Witness<'_>,
    work: impl Future<Output = Result<Dragged>>,
) -> Result<Pulled> {
    let mark = target.page.state().mark();
    let outcome = match witness.while_there(node, work).await {
        Some(Ok(Dragged::Held)) => return Ok(Pulled::Held),
        Some(Ok(Dragged::Through)) => seen(target, node, None).await,
        None => Ok(None),
        // Only a drag that has not begun is refused so.
        Some(Err(error)) if *error.kind() == ErrorKind::Unsupported => return Err(error),
        Some(Err(error)) if *error.kind() == ErrorKind::Timeout => unfinished(target, node).await,
        Some(Err(error)) if *error.kind() == ErrorKind::StaleUid => Ok(None),
        Some(Err(error)) => after_failure(target, node, error).await,
    };
    let outcome = match outcome {
        Err(error) if is_effect(target, mark, &error) => {
            let saw = witness.saw(node).await;
            if !saw {
                refuse_closed(target, node, "may have been dragged")?;
            }
            return Ok(Pulled::Done(Done {
                notice: (!saw).then_some(SUSPENDED),
                ..Done::trusted()
            }));
        }
        outcome => outcome?,
    };
    let Some(outcome) = outcome else {
        return replaced(target, node, mark, witness).await;
    };
    if ends == Ends::Here && outcome.seen == Seen::Hit && outcome.arrived == 0 && target.page.state().dialog().is_none() {
        return Err(unknown(node, UNDROPPED));
    }
    reached(target, node, ends, outcome).await
}

/// What the page saw of a drag that the browser did not finish in time.
async fn unfinished(target: &Target, node: &NodeRef) -> Result<Option<Outcome>> {
    match seen(target, node, None).await? {
        Some(outcome) if outcome.seen == Seen::Hit && outcome.arrived == 0 => Err(unknown(node, UNFINISHED)),
        outcome => Ok(outcome),
    }
}

async fn reached(target: &Target, node: &NodeRef, ends: Ends, outcome: Outcome) -> Result<Pulled> {
    let undropped = match ends {
        Ends::Here => Some(UNDROPPED_THERE),
        Ends::Anywhere if outcome.arrived > 0 => Some(UNDROPPED_HERE),
        Ends::There | Ends::Anywhere => None,
    };
    Ok(match outcome.seen {
        Seen::Hit if outcome.undropped && ends == Ends::There => Pulled::Elsewhere(Done {
            changed: Some(outcome.changed),
            notice: Some(OUTSIDE),
            ..Done::trusted()
        }),
        Seen::Hit => Pulled::Done(Done {
            changed: Some(outcome.changed),
            notice: if outcome.undropped && undropped.is_some() {
                undropped
            } else if outcome.astray {
                Some(ASTRAY)
            } else {
                (outcome.arrived == 0).then_some(OUTSIDE)
            },
            unless_changed: outcome.dropped.then_some(DROPPED),
            ..Done::trusted()
        }),
        Seen::Missed => Pulled::Missed(Obstacle::missed(outcome)),
        Seen::None => Pulled::Missed(unseen(target, node).await?),
    })
}

/// What is known of a drag whose document is gone.
async fn replaced(target: &Target, node: &NodeRef, mark: u64, witness: &mut Witness<'_>) -> Result<Pulled> {
    let done = |notice| {
        Ok(Pulled::Done(Done {
            changed: Some(true),
            notice,
            ..Done::trusted()
        }))
    };
    if !target.page.capabilities().concurrent_calls {
        return done(Some(UNCONFIRMED_DRAG));
    }
    if witness.saw(node).await {
        return done(None);
    }
    match stopped_by(target, node).await.as_deref() {
        Some("pointerdown" | "mousedown") => Err(stopped(target, node)),
        _ => Err(delivery::broken_off(target, node, mark, 1, "may have been dragged").await),
    }
}
