//! Dragging with trusted input. The page decides whether it is a pointer drag or an HTML drag.

use super::page::CdpPage;
use super::protocol::DragIntercepted;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event};
use crate::backend::{DROP_HOLD, Landing, MOST_CORRECTIONS, refusal};
use crate::error::Result;
use crate::input::{InputEvent, Point, PointerDrag};
use serde_json::{Value, json};
use std::time::Duration;

/// How long after the last move the browser may report the start of an HTML drag. The page has handled the
/// move by then, but the report still has to pass through the browser.
const DRAG_GRACE: Duration = Duration::from_millis(60);

impl CdpPage {
    /// Keeps the data of an HTML drag for [`Self::drag_along`].
    pub(super) fn on_drag_intercepted(&self, event: &Event<'_>) {
        if let Some(drag) = event.read::<DragIntercepted>() {
            self.intercepted.change(|intercepted| *intercepted = Some(drag.data));
        }
    }

    /// Presses at the first point, moves along the path, rests, goes where `landing` says, and releases.
    ///
    /// An HTML drag normally hands the pointer to the operating system. That is impossible in a headless
    /// browser and would disturb the user in a visible one. So HTML drags are intercepted: the browser
    /// reports the dragged data and accepts drag events instead of mouse events. The page sees trusted events
    /// either way.
    pub(super) async fn drag_along(&self, drag: &PointerDrag, landing: Option<&dyn Landing>) -> Result<()> {
        let path = &drag.path[..];
        let (Some(first), Some(&(mut last))) = (path.first(), path.last()) else {
            return Err(refusal::empty_drag());
        };
        self.check()?;
        self.look_offset().await?;
        let mut release = DragEnd {
            page: self,
            from: *first,
            at: *first,
            armed: true,
            data: None,
        };
        self.intercepted.change(|intercepted| *intercepted = None);
        let mut opening = vec![intercept(true).on(&self.session)];
        opening.extend(self.commands(&[
            InputEvent::MouseMove(*first),
            InputEvent::MouseDown {
                at: *first,
                button: drag.button,
                click_count: 1,
            },
        ]));
        self.handled(self.wire.start_all(opening)).await?;
        for point in &path[1..] {
            release.at = *point;
            tokio::time::sleep(drag.pause).await;
            if let Some(data) = &release.data {
                self.drag_event("dragOver", *point, data).await?;
                continue;
            }
            // Moves are sent one at a time: a move may start an HTML drag, which needs drag events from then
            // on.
            self.dispatch(&[InputEvent::MouseMove(*point)]).await?;
            self.enter(&mut release, Duration::ZERO).await?;
        }
        if release.data.is_none() {
            self.enter(&mut release, DRAG_GRACE).await?;
        }
        self.rest(&release).await?;
        for _ in 0..MOST_CORRECTIONS {
            let Some(landing) = landing else { break };
            let Some(to) = landing.correction().await else { break };
            (last, release.at) = (to, to);
            self.drag_to(&release).await?;
            self.rest(&release).await?;
        }
        if let Some(data) = &release.data {
            self.drag_event("drop", last, data).await?;
        }
        // The release also ends an HTML drag: the source sees its `dragend`.
        release.armed = false;
        let mut closing = self.commands(&[InputEvent::MouseUp {
            at: last,
            button: drag.button,
            click_count: 1,
        }]);
        closing.push(intercept(false).on(&self.session));
        self.handled(self.wire.start_all(closing)).await
    }

    /// Rests, and shows the page once more where the drag is.
    async fn rest(&self, drag: &DragEnd<'_>) -> Result<()> {
        tokio::time::sleep(DROP_HOLD).await;
        self.drag_to(drag).await
    }

    /// Moves to where the drag is.
    async fn drag_to(&self, drag: &DragEnd<'_>) -> Result<()> {
        match &drag.data {
            Some(data) => self.drag_event("dragOver", drag.at, data).await,
            None => self.dispatch(&[InputEvent::MouseMove(drag.at)]).await,
        }
    }

    /// If an HTML drag has started, dispatches its `dragEnter` where the drag is.
    async fn enter(&self, drag: &mut DragEnd<'_>, grace: Duration) -> Result<()> {
        let started = self.intercepted.wait(grace, |data| data.as_ref().map(|_| ())).await;
        if started.is_some() {
            // It is kept first: a drag that is not let in there has to be cancelled.
            drag.data = self.intercepted.change(Option::take);
        }
        if let Some(data) = &drag.data {
            self.drag_event("dragEnter", drag.at, data).await?;
            // The page's answer to this event says whether it accepts a drop.
            self.drag_event("dragOver", drag.at, data).await?;
        }
        Ok(())
    }

    async fn drag_event(&self, kind: &str, at: Point, data: &Value) -> Result<()> {
        let (modifiers, (left, top)) = {
            let held = lock(&self.held);
            (held.modifiers(), held.offset)
        };
        let command = Command::new(
            "Input.dispatchDragEvent",
            json!({"type": kind, "x": at.x - left, "y": at.y - top, "data": data, "modifiers": modifiers}),
        );
        self.handled(vec![self.wire.start(command.on(&self.session))]).await
    }
}

fn intercept(enabled: bool) -> Command {
    Command::new("Input.setInterceptDrags", json!({"enabled": enabled}))
}

/// Releases the button and ends the interception when a drag ends early, also by cancellation.
struct DragEnd<'a> {
    page: &'a CdpPage,
    /// Where it began, in a document that takes input.
    from: Point,
    at: Point,
    armed: bool,
    /// The data of the HTML drag, once one has started.
    data: Option<Value>,
}

impl Drop for DragEnd<'_> {
    fn drop(&mut self) {
        if !self.armed {
            return;
        }
        let from = self.from;
        let page = self.page;
        if let Some(data) = self.data.take() {
            let (left, top) = lock(&page.held).offset;
            let params = json!({"type": "dragCancel", "x": from.x - left, "y": from.y - top, "data": data});
            let cancel = Command::new("Input.dispatchDragEvent", params).on(&page.session);
            page.wire.post(vec![cancel]);
        }
        page.let_go();
        page.wire.post(vec![intercept(false).on(&page.session)]);
    }
}
