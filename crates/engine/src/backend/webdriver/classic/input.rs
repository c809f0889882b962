//! Trusted input by WebDriver actions.

use super::page::ClassicPage;
use crate::backend::actions::{self, DEPTH, FRAME_OWNER, Route, first_point};
use crate::backend::monitor::{NO_LIMIT, lock};
use crate::backend::pressed::Pressed;
use crate::backend::webdriver::driver::Request;
use crate::backend::webdriver::fault::Code;
use crate::backend::{Landing, PageState};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, Point, PointerDrag};
use serde_json::{Value, json};

/// A function of the page that tests whether a drag from a point is an HTML drag: `(x, y) → boolean`. Links
/// and images are draggable without the attribute; the property reflects that.
const DRAGGABLE: &str = "((x, y) => {
    let at = document.elementFromPoint(x, y);
    for (let inner; at?.shadowRoot && (inner = at.shadowRoot.elementFromPoint(x, y)) && inner !== at; ) at = inner;
    for (; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) if (at.draggable === true) return true;
    return false;
})";

impl ClassicPage {
    /// Chromium finds the frame at a point by itself. Other browsers dispatch to the process of the current
    /// frame, so input in the main frame does not reach frames of other processes.
    async fn route(&self, point: Option<Point>) -> Result<Route> {
        let mut route = Route::to_main(self.id.clone());
        if self.context.vendor().is_some() {
            return Ok(route);
        }
        let owner = format!("{FRAME_OWNER}(agent, arguments[0], arguments[1], -1)");
        for _ in 0..DEPTH {
            let arguments = match point.map(|point| route.mapping.apply(point)) {
                Some(at) => json!([at.x, at.y]),
                None => json!([null, null]),
            };
            let found = self.ask(&route.frame, &owner, &arguments, false).await?;
            let node = found.get(0).and_then(Value::as_u64);
            let place = found.as_array().into_iter().flatten().skip(1).filter_map(Value::as_f64);
            let (Some(node), Ok(place)) = (node, place.collect::<Vec<_>>().try_into()) else {
                break;
            };
            let children = self.find_child_frames(&route.frame).await?;
            let Some((_, child)) = children.into_iter().find(|(number, _)| u64::from(*number) == node) else {
                break;
            };
            route.enter(child, place);
        }
        Ok(route)
    }

    /// Releases everything that is down, in a task of its own. A dialog delays this until it is answered.
    pub(super) fn let_go(&self) {
        if lock(&self.pressed).is_empty() {
            return;
        }
        *lock(&self.pressed) = Pressed::default();
        let release = self.releases.begin();
        let at = lock(&self.pointer).take();
        let Some(page) = self.me.upgrade() else { return };
        tokio::spawn(async move {
            let closed = |state: &PageState| (state.dialog().is_none() || state.end().is_some()).then_some(());
            page.state.wait(NO_LIMIT, closed).await;
            let mut turn = page.context.turn().await;
            let frame = at.map_or_else(|| page.id.clone(), |(frame, _)| frame);
            let path = lock(&page.frames).path(&frame).unwrap_or_default();
            let released = match turn.enter(&page.id, &path).await {
                Ok(()) => turn.run(Request::delete("actions")).await.map(|_| ()),
                Err(fault) => Err(fault),
            };
            if let Err(fault) = released {
                tracing::debug!(%fault, "the input was not released");
            }
            turn.leave().await;
            drop(release);
        });
    }

    /// Dispatches events, then observes their effects.
    pub(super) async fn dispatch(&self, events: &[InputEvent]) -> Result<()> {
        self.check()?;
        if events.is_empty() {
            return Ok(());
        }
        let Route { frame, mapping } = self.route(first_point(events)).await?;
        let mut at = lock(&self.pointer)
            .take()
            .filter(|(known, _)| *known == frame)
            .map(|(_, at)| at);
        let actions = actions::encode(events, mapping, &mut at)?;
        let path = lock(&self.frames).path(&frame).unwrap_or_default();
        let mark = self.state.mark();
        lock(&self.pressed).note(events);
        let mut turn = self.context.turn().await;
        let performed = match turn.enter(&self.id, &path).await {
            Ok(()) => turn.run(Request::post("actions", json!({"actions": actions}))).await,
            Err(fault) => Err(fault),
        };
        let result = match performed {
            Ok(_) => {
                *lock(&self.pointer) = at.map(|at| (frame, at));
                Self::effect(self.observe_effects(&mut turn, mark).await)
            }
            // An earlier event opened a dialog or removed the window, frame or element. The rest was not
            // dispatched.
            Err(fault)
                if matches!(
                    fault.code,
                    Code::DialogOpen | Code::NoWindow | Code::NoFrame | Code::StaleNode
                ) =>
            {
                turn.forget_position();
                Self::effect(self.observe_effects(&mut turn, mark).await)
            }
            Err(fault) => {
                // No key or button may stay pressed.
                if let Err(release) = turn.run(Request::delete("actions")).await {
                    tracing::debug!(fault = %release, "the input was not released");
                }
                Err(self.why(&mut turn, &frame, fault, "dispatching input").await)
            }
        };
        turn.leave().await;
        self.watch();
        result
    }

    /// If the input closed the page, that is an effect, not a failure.
    fn effect(observed: Result<()>) -> Result<()> {
        match observed {
            Err(error) if *error.kind() == ErrorKind::PageClosed => Ok(()),
            other => other,
        }
    }

    /// Presses at the first point, moves along the path, and releases at the last, or where `landing` says.
    pub(super) async fn drag_along(&self, drag: &PointerDrag, landing: Option<&dyn Landing>) -> Result<()> {
        self.check()?;
        let (first, events) = actions::pointer_drag(drag)?;
        // chromedriver completes HTML drags. Other drivers start them and never drop.
        if self.context.vendor().is_none() {
            let Route { frame, mapping } = self.route(Some(first)).await?;
            let draggable = format!("{DRAGGABLE}(arguments[0], arguments[1])");
            let at = mapping.apply(first);
            if self.ask(&frame, &draggable, &json!([at.x, at.y]), false).await? == Value::Bool(true) {
                return Err(EngineError::new(
                    ErrorKind::Unsupported,
                    "this driver cannot complete an HTML drag",
                ));
            }
        }
        actions::dispatch_drag(events, landing, |events| async move { self.dispatch(&events).await }).await
    }
}
