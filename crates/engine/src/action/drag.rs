//! Drag one element onto another.

use super::Target;
use super::ready::{classify, frame_gone, ready, unexpected};
use super::{Done, is_effect, outcome};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::Point;
use crate::page_script::{ActionKind, Answer, DragArgs};
use crate::snapshot::NodeRef;

/// The number of moves. Some drag libraries require several before they start a drag.
const STEPS: u8 = 10;
/// How often both ends are scrolled into view until neither scrolls the other away.
const ROUNDS: u8 = 3;

/// Drags `from` onto `to` with real input. Script does it, untrusted, if the protocol cannot start an HTML
/// drag or if the two elements are never in view together.
pub(crate) async fn drag(target: &Target, from: &NodeRef, to: &NodeRef) -> Result<Done> {
    if let Some((start, end)) = both_in_view(target, from, to).await? {
        let mark = target.page.state().mark();
        match target.page.drag(&path(start, end)).await {
            Ok(()) => return outcome(target, from, mark).await,
            Err(error) if is_effect(target, mark, &error) => return Ok(Done::trusted()),
            Err(error) if *error.kind() == ErrorKind::Unsupported => {
                tracing::debug!(%error, "falling back to synthetic drag events");
            }
            Err(error) => return Err(error),
        }
    }
    by_script(target, from, to).await
}

/// The two points, once scrolling to one no longer moves the other. `None` if they cannot be in view at the
/// same time.
async fn both_in_view(target: &Target, from: &NodeRef, to: &NodeRef) -> Result<Option<(Point, Point)>> {
    let mut start = ready(target, from, ActionKind::Drag).await?.at;
    for _ in 0..ROUNDS {
        let end = ready(target, to, ActionKind::Drop).await?.at;
        let again = ready(target, from, ActionKind::Drag).await?.at;
        if again == start {
            return Ok(Some((start, end)));
        }
        start = again;
    }
    Ok(None)
}

fn path(start: Point, end: Point) -> Vec<Point> {
    (0..=STEPS)
        .map(|step| {
            let part = f64::from(step) / f64::from(STEPS);
            Point {
                x: start.x + (end.x - start.x) * part,
                y: start.y + (end.y - start.y) * part,
            }
        })
        .collect()
}

async fn by_script(target: &Target, from: &NodeRef, to: &NodeRef) -> Result<Done> {
    if from.node.doc != to.node.doc {
        return Err(EngineError::new(
            ErrorKind::Unsupported,
            format!(
                "UID {} and UID {} are in different frames, but a drag by script works only within one",
                from.uid, to.uid
            ),
        )
        .with_next_step("use the page's own alternative, such as buttons or cut and paste"));
    }
    let mark = target.page.state().mark();
    let answer = match target
        .ask(
            &from.frame,
            "dragSynthetic",
            &DragArgs {
                from: &from.node,
                to: &to.node,
            },
        )
        .await
    {
        Err(error) if is_effect(target, mark, &error) => {
            return Ok(Done {
                trusted: false,
                ..Done::trusted()
            });
        }
        result => result.map_err(|error| frame_gone(from, error))?,
    };
    match classify(from, answer)? {
        Ok(Answer::Done) => Ok(Done {
            trusted: false,
            ..Done::trusted()
        }),
        Ok(other) => Err(unexpected("dragSynthetic", &other)),
        Err(_) => Err(EngineError::new(
            ErrorKind::NotVisible,
            format!(
                "UID {} or UID {} is gone or hidden and cannot be dragged to or from",
                from.uid, to.uid
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_and_ends_at_its_ends() {
        let path = path(Point { x: 0.0, y: 10.0 }, Point { x: 100.0, y: 30.0 });
        assert_eq!(
            (path.len(), path[0], path[5], path[10]),
            (
                11,
                Point { x: 0.0, y: 10.0 },
                Point { x: 50.0, y: 20.0 },
                Point { x: 100.0, y: 30.0 }
            )
        );
    }
}
