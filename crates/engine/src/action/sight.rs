//! What is at a point of the viewport: an element of the main frame or of a frame inside it.

use super::{Match, Target};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::Point;
use crate::options::PictureView;
use crate::page_script::{Focused, Past, PointArgs, Pointed};

/// The element at a point.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(crate) place: Match,
    /// The point in the viewport of the element's frame.
    pub(crate) within: Point,
    /// The point in the main frame's viewport. It differs from the given one if that was of a picture and the page
    /// has been scrolled since.
    pub(crate) at: Point,
}

/// Finds the element at a point of the viewport. `seen`: the picture that the point was read from.
///
/// # Errors
/// `InvalidInput` for a point outside the viewport, and for a picture that no longer shows the page.
pub(crate) async fn look_at(target: &Target, at: Point, seen: Option<&PictureView>) -> Result<Hit> {
    let picture = seen.map(|seen| seen.picture);
    let mut frame = target.page.main_frame();
    let mut asked = PointArgs {
        x: at.x,
        y: at.y,
        picture,
        seen,
        stay: false,
    };
    let mut in_main = None;
    loop {
        match target.ask::<Pointed>(&frame, "point", &asked).await? {
            Pointed::At { doc, found, x, y } => {
                let within = Point { x, y };
                return Ok(Hit {
                    place: Match { frame, doc, found },
                    within,
                    at: in_main.unwrap_or(within),
                });
            }
            Pointed::Frame { owner, inner, x, y } => {
                in_main.get_or_insert(Point { x, y });
                asked.seen = None;
                if let Some(child) = target.child_frame(&frame, owner).await? {
                    frame = child;
                    [asked.x, asked.y] = inner;
                } else {
                    // A frame that this connection cannot look into counts as an element.
                    (asked.x, asked.y, asked.stay) = (x, y, true);
                }
            }
            Pointed::Beside { x, y, width, height } => return Err(beside(Point { x, y }, width, height)),
            Pointed::Past { why } => return Err(past(why)),
        }
    }
}

/// Where keys go.
#[derive(Debug)]
pub(crate) enum Focus {
    /// To a document of this origin, and none of its elements.
    Nothing(String),
    To(Match),
    /// To something in a frame that this connection cannot look into.
    Unseen,
}

/// Where keys go in a page.
pub(crate) async fn focused(target: &Target) -> Result<Focus> {
    let mut frame = target.page.main_frame();
    loop {
        let focused: Focused = target.ask(&frame, "focus", &serde_json::json!({})).await?;
        let owner = match focused {
            Focused::Nothing { origin } => return Ok(Focus::Nothing(origin)),
            Focused::Element {
                doc: Some(doc),
                found: Some(found),
                ..
            } => {
                return Ok(Focus::To(Match {
                    frame,
                    doc,
                    found: *found,
                }));
            }
            Focused::Element { frame: Some(owner), .. } => owner,
            Focused::Element { .. } => return Ok(Focus::Unseen),
        };
        match target.child_frame(&frame, owner).await? {
            Some(child) => frame = child,
            None => return Ok(Focus::Unseen),
        }
    }
}

fn beside(at: Point, width: f64, height: f64) -> EngineError {
    let what = format!(
        "the point {:.0}, {:.0} is outside the viewport of {width} × {height} pixels; nothing was done",
        at.x, at.y
    );
    EngineError::new(ErrorKind::InvalidInput, what).with_next_step(NextStep::TakeScreenshot)
}

fn past(why: Past) -> EngineError {
    let how = match why {
        Past::Document => "shows another document",
        Past::Resized => "has another size",
        Past::Scrolled => "was scrolled",
    };
    let what = format!("the page {how} since the picture that the point is of was taken; nothing was done");
    EngineError::new(ErrorKind::InvalidInput, what).with_next_step(NextStep::TakeScreenshot)
}
