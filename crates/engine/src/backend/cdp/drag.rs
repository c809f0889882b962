//! Dragging with trusted input. The page decides whether it is a pointer drag or an HTML drag.

use super::page::CdpPage;
use super::protocol::DragIntercepted;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event};
use crate::backend::{Approach, CARRY_STEPS, DROP_HOLD, Landing, MOST_CORRECTIONS, between, refusal};
use crate::error::Result;
use crate::input::{InputEvent, Point, PointerDrag};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// How long after the last move the browser may report the start of an HTML drag. The page has handled the
/// move by then, but the report still has to pass through the browser.
const DRAG_GRACE: Duration = Duration::from_millis(60);
/// The least time between two moves to what came into view during the drag, as of a mouse at 60 Hz.
const FRAME: Duration = Duration::from_millis(16);

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
        let (Some(first), Some(last)) = (drag.path.first(), drag.path.last()) else {
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
        tokio::time::sleep(drag.hold).await;
        self.go_along(&mut release, drag).await?;
        let arrived = Instant::now();
        if drag.rests && release.data.is_none() {
            self.enter(&mut release, DRAG_GRACE).await?;
        }
        if drag.rests || release.data.is_some() {
            self.rest(&mut release, *last, arrived).await?;
        }
        let is_there = match landing {
            Some(landing) => self.follow(&mut release, drag, landing).await?,
            None => true,
        };
        match &release.data {
            Some(data) if is_there => self.drag_event("drop", release.at, data).await?,
            Some(data) => self.drag_event("dragCancel", release.at, data).await?,
            None => {}
        }
        release.armed = false;
        let mut closing = self.commands(&[InputEvent::MouseUp {
            at: release.at,
            button: drag.button,
            click_count: 1,
        }]);
        if !drag.rests && release.data.is_none() {
            // Nothing has waited for the report of an HTML drag yet, which would go on after the release.
            self.handled(self.wire.start_all(std::mem::take(&mut closing))).await?;
            let reported = self.intercepted.wait(DRAG_GRACE, |data| data.as_ref().map(|_| ())).await;
            release.data = reported.and_then(|()| self.intercepted.change(Option::take));
        }
        // The release also ends an HTML drag: the source sees its `dragend`. If it was released over a frame of another process, the
        // source does not, and its page ignores all input from then on. For a drag that has ended, this does nothing.
        if let Some(data) = &release.data {
            closing.push(self.drag_command("dragCancel", *first, data));
        }
        closing.push(intercept(false).on(&self.session));
        self.handled(self.wire.start_all(closing)).await?;
        if is_there { Ok(()) } else { Err(refusal::drag_taken_back()) }
    }

    /// Moves along the path, by the clock. A move may start an HTML drag, which needs drag events from then on, so moves are sent one
    /// at a time, and each takes the page a frame.
    async fn go_along(&self, drag: &mut DragEnd<'_>, path: &PointerDrag) -> Result<()> {
        let began = Instant::now();
        let mut point = 0;
        while point < path.moves() {
            point = path.next(point, began.elapsed());
            let Some(to) = path.place(point) else { break };
            tokio::time::sleep_until(began + path.due(point)).await;
            // A pointer that stays sends nothing.
            if path.timed && drag.data.is_none() && to == drag.at {
                continue;
            }
            self.move_on(drag, to).await?;
        }
        Ok(())
    }

    /// Moves to a point that came into view during the drag, and rests.
    async fn carry(&self, drag: &mut DragEnd<'_>, to: Point, pause: Duration) -> Result<()> {
        for point in between(drag.at, to.short_of(drag.at), CARRY_STEPS) {
            tokio::time::sleep(pause).await;
            self.move_on(drag, point).await?;
        }
        self.rest(drag, to, Instant::now()).await
    }

    async fn move_on(&self, drag: &mut DragEnd<'_>, to: Point) -> Result<()> {
        drag.at = to;
        self.drag_to(drag).await?;
        if drag.data.is_none() {
            self.enter(drag, Duration::ZERO).await?;
        }
        Ok(())
    }

    /// Follows the place where the drag is to end. Returns whether the drag is there; if not, it is back at its source.
    async fn follow(&self, release: &mut DragEnd<'_>, drag: &PointerDrag, landing: &dyn Landing) -> Result<bool> {
        let pause = drag.due(1).max(FRAME);
        for left in (0..=MOST_CORRECTIONS).rev() {
            match landing.approach().await {
                Approach::There => return Ok(true),
                Approach::Go { on, .. } if left == 0 => {
                    if on {
                        return Ok(true);
                    }
                }
                Approach::Go { to, .. } => {
                    release.at = to.short_of(release.at);
                    self.drag_to(release).await?;
                    self.rest(release, to, Instant::now()).await?;
                }
                Approach::Carry(to) if left > 0 => self.carry(release, to, pause).await?,
                Approach::Carry(_) | Approach::Lost => break,
            }
        }
        if let Some(to) = landing.retreat(release.at).await {
            self.carry(release, to, pause).await?;
        }
        Ok(false)
    }

    /// Rests, and shows the page the last point, also if the drag is there. An HTML drag may have entered there just now.
    async fn rest(&self, drag: &mut DragEnd<'_>, last: Point, arrived: Instant) -> Result<()> {
        let since = if drag.data.is_some() { Instant::now() } else { arrived };
        tokio::time::sleep_until(since + DROP_HOLD).await;
        drag.at = last;
        if let Some(data) = &drag.data {
            // A frame of another process gets nothing before it is entered. In the one where the drag is already, this is
            // another `dragover`.
            self.drag_event("dragEnter", drag.at, data).await?;
        }
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
        let command = self.drag_command(kind, at, data);
        self.handled(vec![self.wire.start(command)]).await
    }

    /// The browser finds the frame at the point itself, also one of another process.
    fn drag_command(&self, kind: &str, at: Point, data: &Value) -> Command {
        let (modifiers, (left, top)) = {
            let held = lock(&self.held);
            (held.modifiers(), held.offset)
        };
        let params = json!({"type": kind, "x": at.x - left, "y": at.y - top, "data": data, "modifiers": modifiers});
        Command::new("Input.dispatchDragEvent", params).on(&self.session)
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
        let page = self.page;
        // A drag may have started that has entered nothing yet.
        let data = self.data.take().or_else(|| page.intercepted.change(Option::take));
        if let Some(data) = data {
            page.wire.post(vec![page.drag_command("dragCancel", self.from, &data)]);
        }
        page.let_go();
        page.wire.post(vec![intercept(false).on(&page.session)]);
    }
}
