//! Select a part of an element's text, or put the caret there.

use super::ready::{Obstacle, classify, element_box, frame_gone, unexpected};
use super::{Done, Target};
use crate::error::Result;
use crate::options::SelectTextOptions;
use crate::page_script::{Answer, SelectTextArgs};
use crate::snapshot::NodeRef;
use std::time::Duration;

const CHANGED: &str = "The page has changed the selection since.";

/// Selects text as script does: the page sees the selection and its events, and by script the press and release of a mouse that is
/// drawn over it, but no click.
///
/// # Errors
/// `InvalidInput` if the element does not have the text; `WrongElement` if its text cannot be selected in part.
pub(crate) async fn select_text(target: &Target, node: &NodeRef, options: &SelectTextOptions) -> Result<(Done, Option<String>)> {
    // An editor that draws only what is in view has another text once it is scrolled.
    let answer = match select(target, node, options, true).await? {
        Answer::Outside => {
            element_box(target, node).await?;
            select(target, node, options, false).await?
        }
        answer => answer,
    };
    let (text, kept) = match classify(node, answer)? {
        Ok(Answer::Selected { text, kept }) => (text, kept),
        Ok(other) => return Err(unexpected("selectText", &other)),
        Err(obstacle) => return Err(Obstacle::into_error(obstacle, node, Duration::ZERO)),
    };
    let done = Done {
        notice: (!kept).then_some(CHANGED),
        ..Done::trusted()
    };
    Ok((done, text))
}

/// Asks the page to select; `in_view`: only where nothing has to be scrolled first.
async fn select(target: &Target, node: &NodeRef, options: &SelectTextOptions, in_view: bool) -> Result<Answer> {
    let args = SelectTextArgs {
        target: &node.node,
        text: options.text.as_deref(),
        nth: options.nth,
        from: options.from,
        to: options.to,
        unit: options.unit,
        caret: options.caret,
        in_view,
    };
    target
        .ask(&node.frame, "selectText", &args)
        .await
        .map_err(|error| frame_gone(node, error))
}
