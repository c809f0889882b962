//! Fingers.

use super::page::CdpPage;
use crate::backend::monitor::lock;
use crate::backend::refusal;
use crate::backend::wire::Command;
use crate::error::Result;
use crate::input::{Point, TouchPath};
use serde_json::{Value, json};

impl CdpPage {
    /// Touches at the first positions, moves through the others, and lifts the fingers.
    pub(super) async fn touch_along(&self, path: &TouchPath) -> Result<()> {
        self.check()?;
        self.related.refuse_suspended().await?;
        let frames = path.fingers.first().map_or(0, Vec::len);
        if frames == 0 {
            return Err(refusal::empty_drag());
        }
        self.look_offset().await?;
        let (left, top) = lock(&self.held).offset;
        let mut unfinished = Lift { page: self, armed: true };
        for frame in 0..frames {
            let kind = if frame == 0 { "touchStart" } else { "touchMove" };
            let points = path.fingers.iter().filter_map(|finger| finger.get(frame));
            let shown = points.map(|at| Point {
                x: at.x - left,
                y: at.y - top,
            });
            self.fingers(kind, shown.collect()).await?;
            tokio::time::sleep(path.pause).await;
        }
        unfinished.armed = false;
        self.fingers("touchEnd", Vec::new()).await
    }

    async fn fingers(&self, kind: &str, points: Vec<Point>) -> Result<()> {
        self.handled(vec![self.wire.start(fingers(kind, &points).on(&self.session))])
            .await
    }
}

fn fingers(kind: &str, points: &[Point]) -> Command {
    let touches: Vec<Value> = points
        .iter()
        .enumerate()
        .map(|(id, at)| json!({"x": at.x, "y": at.y, "id": id, "force": 0.5}))
        .collect();
    Command::new("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": touches}))
}

/// Ends the touch when a gesture ends early, also by cancellation.
struct Lift<'a> {
    page: &'a CdpPage,
    armed: bool,
}

impl Drop for Lift<'_> {
    fn drop(&mut self) {
        if self.armed {
            let page = self.page;
            page.wire.post(vec![fingers("touchCancel", &[]).on(&page.session)]);
        }
    }
}
