//! Turn the wheel at a point.

use super::Target;
use super::delivery::replaced;
use super::gesture::Gesture;
use super::ready::{classify, frame_gone, ready_at, unexpected};
use crate::error::{ErrorKind, Result};
use crate::input::{InputEvent, Point};
use crate::options::Offset;
use crate::page_script::{ActionKind, Answer, PageFacts, TargetArgs, Wheeled};
use crate::snapshot::NodeRef;
use serde_json::json;

/// Turns the wheel over an element by a distance in CSS pixels, while the keys of the gesture are held. Returns how far
/// the page and the areas around the element have scrolled.
pub(crate) async fn wheel(target: &Target, node: &NodeRef, gesture: &Gesture, by: Offset) -> Result<Wheeled> {
    let at = ready_at(target, node, ActionKind::Hover, gesture.at).await?.at;
    let noted = target
        .ask(&node.frame, "wheeling", &TargetArgs { target: &node.node })
        .await
        .map_err(|error| frame_gone(node, error))?;
    match classify(node, noted)? {
        Ok(Answer::Done { .. }) => {}
        Ok(other) => return Err(unexpected("wheeling", &other)),
        Err(obstacle) => return Err(obstacle.into_error(node, std::time::Duration::ZERO)),
    }
    let main = target.page.main_frame();
    // Where the areas of a frame are at their end, the page around it scrolls.
    let is_inner = node.frame != main;
    let before = if is_inner { Some(facts(target).await?) } else { None };
    let mut events = vec![InputEvent::MouseMove(at)];
    events.extend(gesture.hold());
    events.push(InputEvent::Wheel {
        at,
        dx: by.dx,
        dy: by.dy,
    });
    events.extend(gesture.let_go());
    let mark = target.page.state().mark();
    target.page.input(&events).await?;
    let mut wheeled: Wheeled = match target.ask(&node.frame, "wheeled", &json!({})).await {
        Err(error) if *error.kind() == ErrorKind::StaleUid => {
            return Err(replaced(target, node, mark, "may have got the turn of the wheel").await);
        }
        wheeled => wheeled?,
    };
    if let Some(before) = before {
        let after = facts(target).await?;
        let moved = [after.scroll_x - before.scroll_x, after.scroll_y - before.scroll_y];
        wheeled.page |= moved != [0.0, 0.0];
        wheeled.moved = [wheeled.moved[0] + moved[0], wheeled.moved[1] + moved[1]];
    }
    Ok(wheeled)
}

/// The middle of the viewport.
pub(crate) async fn middle(target: &Target) -> Result<Point> {
    let PageFacts { width, height, .. } = facts(target).await?;
    Ok(Point {
        x: (width / 2.0).floor(),
        y: (height / 2.0).floor(),
    })
}

async fn facts(target: &Target) -> Result<PageFacts> {
    target.ask(&target.page.main_frame(), "page", &json!({})).await
}
