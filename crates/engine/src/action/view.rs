//! Bring an element into view, or give it the focus.

use super::Done;
use super::Target;
use super::ready::{element_box, ready};
use crate::error::Result;
use crate::page_script::ActionKind;
use crate::snapshot::NodeRef;

/// Scrolls the element into view in all scroll areas and frames around it.
pub(crate) async fn scroll_into_view(target: &Target, node: &NodeRef) -> Result<Done> {
    element_box(target, node).await?;
    Ok(Done::trusted())
}

/// Gives the element the focus.
pub(crate) async fn focus(target: &Target, node: &NodeRef) -> Result<Done> {
    ready(target, node, ActionKind::Focus).await?;
    Ok(Done::trusted())
}
