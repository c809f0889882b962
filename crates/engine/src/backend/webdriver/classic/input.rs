//! Trusted input by actions.

use super::context::lock;
use super::page::ClassicPage;
use crate::backend::FrameId;
use crate::backend::bidi::encode::{self, Mapping};
use crate::backend::webdriver::driver::Request;
use crate::backend::webdriver::fault::Code;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, MouseButton, Point};
use serde_json::{Value, json};

/// How deep frames are followed to the one that gets the input.
const DEPTH: usize = 16;

/// Finds the frame owner at the point, or the one with the focus where there is no point:
/// `(x, y) → [node, left, top, scaleX, scaleY]`, `[]` where there is none.
const OWNER: &str = "(() => {
    const [x, y] = arguments;
    const owners = agent.handles('frameOwners', '{}');
    for (let i = 1; i < owners.length; i += 3) {
        const owner = owners[i];
        const root = owner.getRootNode();
        if ((x === null ? root.activeElement : root.elementFromPoint(x, y)) !== owner) continue;
        const box = owner.getBoundingClientRect();
        const style = getComputedStyle(owner);
        const scaleX = box.width / owner.offsetWidth || 1;
        const scaleY = box.height / owner.offsetHeight || 1;
        return [owners[i - 1], box.left + (owner.clientLeft + parseFloat(style.paddingLeft)) * scaleX,
            box.top + (owner.clientTop + parseFloat(style.paddingTop)) * scaleY, scaleX, scaleY];
    }
    return [];
})()";

/// Whether a drag that begins at a point is an HTML drag: `(x, y) → boolean`.
const DRAGGABLE: &str = "(() => {
    const [x, y] = arguments;
    let at = document.elementFromPoint(x, y);
    for (let inner; at?.shadowRoot && (inner = at.shadowRoot.elementFromPoint(x, y)) && inner !== at; ) at = inner;
    for (; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) if (at.draggable === true) return true;
    return false;
})()";

/// The frame that input goes to, and how points of the main frame are found in it.
struct Route {
    frame: FrameId,
    mapping: Mapping,
}

impl ClassicPage {
    /// Chromium finds the frame at a point by itself. Others dispatch in the process of the current
    /// frame, and do not reach frames of other processes from the main frame.
    async fn route(&self, point: Option<Point>) -> Result<Route> {
        let mut route = Route {
            frame: self.id.clone(),
            mapping: Mapping::IDENTITY,
        };
        if self.context.vendor().is_some() {
            return Ok(route);
        }
        for _ in 0..DEPTH {
            let arguments = match point.map(|point| route.mapping.apply(point)) {
                Some(at) => json!([at.x, at.y]),
                None => json!([null, null]),
            };
            let found = self.ask(&route.frame, OWNER, &arguments, false).await?;
            let number = |index: usize| found.get(index).and_then(Value::as_f64);
            let (Some(node), Some(left), Some(top), Some(scale_x), Some(scale_y)) = (
                found.get(0).and_then(Value::as_u64),
                number(1),
                number(2),
                number(3),
                number(4),
            ) else {
                break;
            };
            let children = self.find_child_frames(&route.frame).await?;
            let Some((_, child)) = children.into_iter().find(|(number, _)| u64::from(*number) == node) else {
                break;
            };
            route.mapping = route.mapping.then(Mapping {
                origin: Point { x: left, y: top },
                scale: Point { x: scale_x, y: scale_y },
            });
            route.frame = child;
        }
        Ok(route)
    }

    /// Dispatches events, then looks at what they have done.
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
        let actions = encode::actions(events, mapping, &mut at)?;
        let path = lock(&self.frames).path(&frame).unwrap_or_default();
        let mark = self.state.mark();
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
            // What was not dispatched any more has lost its place: the page, or the document.
            Err(fault)
                if matches!(
                    fault.code,
                    Code::DialogOpen | Code::NoWindow | Code::NoFrame | Code::StaleNode
                ) =>
            {
                turn.lose_place();
                Self::effect(self.observe_effects(&mut turn, mark).await)
            }
            Err(fault) => {
                // No key and no button is to stay down.
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

    /// That the input closed the page is an effect of it, not a failure.
    fn effect(observed: Result<()>) -> Result<()> {
        match observed {
            Err(error) if *error.kind() == ErrorKind::PageClosed => Ok(()),
            other => other,
        }
    }

    /// Presses at the first point, moves along the path, releases at the last.
    pub(super) async fn drag_along(&self, path: &[Point]) -> Result<()> {
        self.check()?;
        let ([first, between @ ..], Some(last)) = (path, path.last()) else {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                "a drag needs at least one point of its path",
            ));
        };
        // chromedriver carries out HTML drags; other drivers begin them and never drop.
        if self.context.vendor().is_none() {
            let Route { frame, mapping } = self.route(Some(*first)).await?;
            let at = mapping.apply(*first);
            if self.ask(&frame, DRAGGABLE, &json!([at.x, at.y]), false).await? == Value::Bool(true) {
                return Err(EngineError::new(
                    ErrorKind::Unsupported,
                    "this driver cannot complete an HTML drag",
                ));
            }
        }
        let (button, click_count) = (MouseButton::Left, 1);
        let mut events = vec![
            InputEvent::MouseMove(*first),
            InputEvent::MouseDown {
                at: *first,
                button,
                click_count,
            },
        ];
        events.extend(between.iter().map(|to| InputEvent::MouseMove(*to)));
        events.push(InputEvent::MouseUp {
            at: *last,
            button,
            click_count,
        });
        self.dispatch(&events).await
    }
}

/// The first place that the events name.
fn first_point(events: &[InputEvent]) -> Option<Point> {
    events.iter().find_map(|event| match event {
        InputEvent::MouseMove(at)
        | InputEvent::MouseDown { at, .. }
        | InputEvent::MouseUp { at, .. }
        | InputEvent::Wheel { at, .. } => Some(*at),
        InputEvent::KeyDown { .. } | InputEvent::KeyUp { .. } => None,
    })
}
