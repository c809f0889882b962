//! Move the pointer over an element.

use super::Target;
use super::delivery::{refuse_closed, unknown};
use super::ready::{classify, ready_at, unexpected};
use super::{Done, Gesture, is_effect, is_leaving};
use crate::error::{ErrorKind, Result};
use crate::input::InputEvent;
use crate::page_script::{ActionKind, Answer, TargetArgs};
use crate::snapshot::NodeRef;

const GONE: &str = "may have been hovered over: the page replaced it at that moment";
const LEAVES: &str = "The page began to leave then, so it could not be asked whether the pointer is over it.";
const AWAY: &str = "The pointer is not over it now: the page moved or covered it.";

/// Moves the pointer over the element.
///
/// # Errors
/// `OutcomeUnknown` if the element is gone afterwards.
pub(crate) async fn hover(target: &Target, node: &NodeRef, gesture: &Gesture) -> Result<Done> {
    let ready = ready_at(target, node, ActionKind::Hover, gesture.at).await?;
    let (mark, main) = (target.page.state().mark(), target.page.main_frame());
    match target.page.input(&[InputEvent::MouseMove(ready.at)]).await {
        Err(error) if is_effect(target, mark, &error) => return effect(target, node),
        result => result?,
    }
    let args = TargetArgs { target: &node.node };
    let over = match target.ask(&node.frame, "hovered", &args).await {
        // The page got the move, and leaves for that.
        Err(error) if *error.kind() == ErrorKind::StaleUid && is_leaving(target.page.state(), &main, mark) => {
            return Ok(Done {
                notice: Some(LEAVES),
                ..Done::trusted()
            });
        }
        Err(error) if *error.kind() == ErrorKind::StaleUid => return Err(unknown(node, GONE)),
        Err(error) if is_effect(target, mark, &error) => return effect(target, node),
        answer => match classify(node, answer?) {
            Ok(Ok(Answer::Hovered { over })) => over,
            Ok(Ok(other)) => return Err(unexpected("hovered", &other)),
            // Its name changed, or it left the document: the hovering may have done that.
            Ok(Err(_)) | Err(_) => false,
        },
    };
    Ok(Done {
        notice: (!over).then_some(AWAY),
        ..Done::trusted()
    })
}

/// What is known where a dialog or the closing of the page took the place of the answer.
fn effect(target: &Target, node: &NodeRef) -> Result<Done> {
    refuse_closed(target, node, "may have been hovered over")?;
    Ok(Done::trusted())
}

/// Whether a canvas is where the pointer went on the element. Of what the page does not answer, it is none.
pub(crate) async fn is_over_canvas(target: &Target, node: &NodeRef) -> bool {
    let args = TargetArgs { target: &node.node };
    matches!(
        target.ask(&node.frame, "drawnOn", &args).await,
        Ok(Answer::Painted { canvas: true })
    )
}
