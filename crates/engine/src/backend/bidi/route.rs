//! Which context gets the input: the page itself, or a frame that lives in another process.

use super::encode::Mapping;
use super::page::BidiPage;
use super::protocol::RemoteValue;
use crate::backend::wire::DEFAULT_LIMIT;
use crate::backend::{Frame, FrameId};
use crate::error::Result;
use crate::input::{InputEvent, Point};
use serde_json::{Value, json};
use url::Url;

/// How deep frames may be nested before the search is given up.
const DEPTH: usize = 16;

/// Finds the frame owner at a point of this document's viewport, open shadow roots included:
/// `(x, y) → [window, left, top, scaleX, scaleY]`, `[]` where there is none, `null` where the
/// script is missing. A closed shadow root shows its host instead; the script knows the frame
/// owners inside, and asks each one's own root.
const AT_POINT: &str = "function(x, y) {
    const agent = globalThis.__uipilot;
    if (!agent) return null;
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(x, y);
        if (!inner || inner === hit) break;
        hit = inner;
    }
    if (!hit) return [];
    const owners = agent.handles('frameOwners', '{}');
    for (let i = 1; i < owners.length; i += 3) {
        const owner = owners[i];
        if (owner !== hit && owner.getRootNode().elementFromPoint?.(x, y) !== owner) continue;
        const box = owner.getBoundingClientRect();
        const style = getComputedStyle(owner);
        const scaleX = box.width / owner.offsetWidth || 1;
        const scaleY = box.height / owner.offsetHeight || 1;
        return [owners[i + 1],
            box.left + (owner.clientLeft + parseFloat(style.paddingLeft)) * scaleX,
            box.top + (owner.clientTop + parseFloat(style.paddingTop)) * scaleY, scaleX, scaleY];
    }
    return [];
}";

/// Finds the frame owner that has the focus: `() → [window]`, otherwise as [`AT_POINT`].
const WITH_FOCUS: &str = "function() {
    const agent = globalThis.__uipilot;
    if (!agent) return null;
    const owners = agent.handles('frameOwners', '{}');
    for (let i = 1; i < owners.length; i += 3) if (owners[i].getRootNode().activeElement === owners[i]) return [owners[i + 1]];
    return [];
}";

/// Whether a drag that begins at a point is an HTML drag: `(x, y) → "true" or "false"`. A link and
/// an image can be dragged without an attribute; the property knows that.
const DRAGGABLE: &str = "function(x, y) {
    let at = document.elementFromPoint(x, y);
    while (at?.shadowRoot) {
        const inner = at.shadowRoot.elementFromPoint(x, y);
        if (!inner || inner === at) break;
        at = inner;
    }
    for (; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) if (at.draggable === true) return 'true';
    return 'false';
}";

/// Keeps trusted HTML drags from starting, until [`RELEASE_DRAGS`]: `() → "true"`, `null` where the
/// script is missing.
const HOLD_DRAGS: &str = "function() {
    const agent = globalThis.__uipilot;
    if (!agent) return null;
    agent.releaseDrags?.();
    let held = false;
    const hold = (event) => {
        if (!event.isTrusted) return;
        held = true;
        event.preventDefault();
        event.stopImmediatePropagation();
    };
    addEventListener('dragstart', hold, true);
    agent.releaseDrags = () => (removeEventListener('dragstart', hold, true), held);
    return 'true';
}";

/// Ends [`HOLD_DRAGS`]: whether one wanted to start, `"true"` or `"false"`.
const RELEASE_DRAGS: &str = "function() { return String(globalThis.__uipilot?.releaseDrags?.() ?? false); }";

/// Where input goes.
pub(super) struct Route {
    pub(super) context: FrameId,
    pub(super) mapping: Mapping,
}

/// Whether a frame may live in another process than the main frame: when it shows another host.
/// What has no host of its own (`about:blank`, `srcdoc`) lives where its parent does.
fn crosses(frames: &[Frame]) -> bool {
    let place = |url: &str| {
        let url = Url::parse(url).ok()?;
        url.has_host()
            .then(|| (url.scheme().to_owned(), url.host_str().map(str::to_owned)))
    };
    let Some((main, children)) = frames.split_first() else {
        return false;
    };
    let main = place(&main.url);
    children
        .iter()
        .any(|frame| !frame.url.starts_with("about:") && place(&frame.url) != main)
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

/// A number as an argument of a function.
fn number_argument(number: f64) -> Value {
    json!({"type": "number", "value": number})
}

impl BidiPage {
    /// Finds the context that the events are to be dispatched in.
    pub(super) async fn route(&self, events: &[InputEvent]) -> Result<Route> {
        let frames = self.registry.contexts().frames(&self.data.id);
        if crosses(&frames) {
            self.innermost(&frames, first_point(events)).await
        } else {
            Ok(Route {
                context: FrameId::clone(&self.data.id),
                mapping: Mapping::IDENTITY,
            })
        }
    }

    /// Whether a press at the point and a move would start an HTML drag, unless the page prevents it.
    pub(super) async fn starts_html_drag(&self, at: Point) -> Result<bool> {
        let frames = self.registry.contexts().frames(&self.data.id);
        let Route { context, mapping } = self.innermost(&frames, Some(at)).await?;
        let at = mapping.apply(at);
        let arguments = json!([number_argument(at.x), number_argument(at.y)]);
        Ok(self
            .ask_text(&context, DRAGGABLE, &arguments, DEFAULT_LIMIT)
            .await?
            .as_deref()
            == Some("true"))
    }

    /// Keeps HTML drags from starting in the frame at a point, which is returned.
    pub(super) async fn hold_html_drags(&self, at: Point) -> Result<FrameId> {
        let frames = self.registry.contexts().frames(&self.data.id);
        let Route { context, .. } = self.innermost(&frames, Some(at)).await?;
        self.call_function(&context, HOLD_DRAGS, &json!([])).await?;
        Ok(context)
    }

    /// Lets HTML drags start again, and tells whether one wanted to. A document that is gone has
    /// taken the drag along.
    pub(super) async fn held_html_drag(&self, context: &FrameId) -> bool {
        let held = self.ask_text(context, RELEASE_DRAGS, &json!([]), DEFAULT_LIMIT).await;
        matches!(held, Ok(Some(held)) if held == "true")
    }

    /// Finds the innermost frame at a point, or the one that has the focus.
    async fn innermost(&self, frames: &[Frame], point: Option<Point>) -> Result<Route> {
        let mut route = Route {
            context: FrameId::clone(&self.data.id),
            mapping: Mapping::IDENTITY,
        };
        for _ in 0..DEPTH {
            if !frames.iter().any(|frame| frame.parent.as_ref() == Some(&route.context)) {
                break;
            }
            let found = match point.map(|point| route.mapping.apply(point)) {
                Some(at) => {
                    let arguments = json!([number_argument(at.x), number_argument(at.y)]);
                    self.call_function(&route.context, AT_POINT, &arguments).await?
                }
                None => self.call_function(&route.context, WITH_FOCUS, &json!([])).await?,
            };
            let RemoteValue::Array { value } = found else { break };
            let Some(RemoteValue::Window { value: child }) = value.first() else {
                break;
            };
            let numbers: Vec<f64> = value[1..].iter().filter_map(RemoteValue::number).collect();
            if let [left, top, scale_x, scale_y] = numbers[..] {
                route.mapping = route.mapping.then(Mapping {
                    origin: Point { x: left, y: top },
                    scale: Point { x: scale_x, y: scale_y },
                });
            }
            route.context = child.context.as_str().into();
        }
        Ok(route)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(urls: &[&str]) -> Vec<Frame> {
        urls.iter()
            .enumerate()
            .map(|(index, url)| Frame {
                id: index.to_string().into(),
                parent: (index > 0).then(|| "0".into()),
                url: (*url).to_owned(),
            })
            .collect()
    }

    #[test]
    fn only_another_host_can_be_another_process() {
        assert!(!crosses(&frames(&["http://a.test/"])));
        assert!(!crosses(&frames(&[
            "http://a.test/",
            "http://a.test:81/x",
            "about:blank",
            "about:srcdoc"
        ])));
        assert!(crosses(&frames(&["http://a.test/", "http://b.test/"])));
        assert!(crosses(&frames(&["http://a.test/", "https://a.test/"])));
        assert!(crosses(&frames(&["http://a.test/", "data:text/html,x"])));
    }
}
