//! Move the pointer over an element.

use super::Target;
use super::ready::ready;
use super::{Done, is_effect};
use crate::error::Result;
use crate::input::InputEvent;
use crate::page_script::ActionKind;
use crate::snapshot::NodeRef;

/// Moves the pointer over the element.
pub(crate) async fn hover(target: &Target, node: &NodeRef) -> Result<Done> {
    let ready = ready(target, node, ActionKind::Hover).await?;
    let mark = target.page.state().mark();
    match target.page.input(&[InputEvent::MouseMove(ready.at)]).await {
        Err(error) if !is_effect(target, mark, &error) => Err(error),
        _ => Ok(Done::trusted()),
    }
}
