//! Fingers.

use super::page::CdpPage;
use crate::backend::monitor::lock;
use crate::backend::refusal;
use crate::backend::wire::Command;
use crate::error::Result;
use crate::input::{Point, TouchPath};
use serde_json::{Value, json};
use tokio::time::Instant;

impl CdpPage {
    /// Touches at the first positions, moves through the others, and lifts the fingers.
    pub(super) async fn touch_along(&self, path: &TouchPath) -> Result<()> {
        self.check()?;
        self.related.refuse_suspended().await?;
        if path.fingers.first().is_none_or(Vec::is_empty) {
            return Err(refusal::empty_drag());
        }
        self.look_offset().await?;
        let (left, top) = lock(&self.held).offset;
        let mut unfinished = Lift {
            page: self,
            further: path.fingers.len().saturating_sub(1),
            armed: true,
        };
        let show = |position: usize| {
            let points = path.fingers.iter().filter_map(move |finger| finger.get(position));
            let shown = points.map(|at| Point {
                x: at.x - left,
                y: at.y - top,
            });
            shown.collect()
        };
        self.fingers("touchStart", show(0)).await?;
        let began = Instant::now();
        let mut position = 0;
        while position < path.moves() {
            position = path.next(position, began.elapsed());
            tokio::time::sleep_until(began + path.due(position)).await;
            self.fingers("touchMove", show(position)).await?;
        }
        tokio::time::sleep_until(began + path.time).await;
        unfinished.armed = false;
        // All at once: an end of the gesture in between would leave fingers on the page.
        let mut ends = unfinished.ends();
        ends.push(fingers("touchEnd", &[]));
        let sent = ends.into_iter().map(|end| self.wire.start(end.on(&self.session)));
        self.handled(sent.collect()).await
    }

    async fn fingers(&self, kind: &str, points: Vec<Point>) -> Result<()> {
        self.handled(vec![self.wire.start(fingers(kind, &points).on(&self.session))])
            .await
    }
}

fn fingers(kind: &str, points: &[Point]) -> Command {
    let touches: Vec<Value> = points.iter().enumerate().map(|(id, at)| finger(id, at)).collect();
    Command::new("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": touches}))
}

fn finger(id: usize, at: &Point) -> Value {
    json!({"x": at.x, "y": at.y, "id": id, "force": 0.5})
}

/// Ends of as many fingers that never touched.
///
/// Chromium counts the fingers on a page, but each further finger of an injected touch twice
/// (`RenderWidgetHostInputEventRouter::ForwardEmulatedTouchEvent`). The count never gets back to zero then, and all later touches go
/// to the document of the first one: to a page in the back/forward cache, or past a frame of another site. An end of a finger that the
/// page does not know is counted too, and no page sees it. It has to come while a finger is down.
fn uncounted(further: usize) -> Option<Command> {
    /// No gesture has so many fingers, and the extension passes on numbers up to 20.
    const UNKNOWN: usize = 10;
    let at = Point { x: 0.0, y: 0.0 };
    let touches: Vec<Value> = (0..further).map(|index| finger(UNKNOWN + index, &at)).collect();
    (further > 0).then(|| {
        Command::new(
            "Input.dispatchTouchEvent",
            json!({"type": "touchEnd", "touchPoints": touches}),
        )
    })
}

/// Ends the touch when a gesture ends early, also by cancellation.
struct Lift<'a> {
    page: &'a CdpPage,
    /// The fingers beside the first one.
    further: usize,
    armed: bool,
}

impl Lift<'_> {
    fn ends(&self) -> Vec<Command> {
        uncounted(self.further).into_iter().collect()
    }
}

impl Drop for Lift<'_> {
    fn drop(&mut self) {
        if self.armed {
            let page = self.page;
            let ends = self.ends().into_iter().chain([fingers("touchCancel", &[])]);
            page.wire.post(ends.map(|end| end.on(&page.session)).collect());
        }
    }
}
