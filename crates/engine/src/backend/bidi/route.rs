//! Finds the context that receives the input: the page itself, or a frame that lives in another process.

use super::page::BidiPage;
use super::protocol::RemoteValue;
use crate::backend::actions::{DEPTH, DRAGGABLE, FRAME_OWNER, Route, first_point};
use crate::backend::wire::DEFAULT_LIMIT;
use crate::backend::{Frame, FrameId};
use crate::error::Result;
use crate::input::{InputEvent, Point};
use serde_json::{Value, json};
use url::Url;

/// Prevents trusted HTML drags from starting until [`RELEASE_DRAGS`]: `() → "true"`, or `null` if the script
/// is missing.
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

/// Ends [`HOLD_DRAGS`]. Returns `"true"` if a drag tried to start, otherwise `"false"`.
const RELEASE_DRAGS: &str = "function() { return String(globalThis.__uipilot?.releaseDrags?.() ?? false); }";

/// Whether a frame may live in another process than the main frame. It may if its host differs. A frame
/// without a host of its own (`about:blank`, `srcdoc`) lives in its parent's process.
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

/// A point as two arguments of a function; null without a point.
fn point_arguments(point: Option<Point>) -> Value {
    match point {
        Some(at) => json!([{"type": "number", "value": at.x}, {"type": "number", "value": at.y}]),
        None => json!([{"type": "null"}, {"type": "null"}]),
    }
}

impl BidiPage {
    /// Finds the context in which to dispatch the events.
    pub(super) async fn route(&self, events: &[InputEvent]) -> Result<Route> {
        let frames = self.registry.contexts().frames(&self.data.id);
        if crosses(&frames) {
            self.innermost(&frames, first_point(events)).await
        } else {
            Ok(Route::to_main(FrameId::clone(&self.data.id)))
        }
    }

    /// Whether a press at the point and a move would start an HTML drag, unless the page prevents it.
    pub(super) async fn starts_html_drag(&self, at: Point) -> Result<bool> {
        let frames = self.registry.contexts().frames(&self.data.id);
        let Route { frame, mapping } = self.innermost(&frames, Some(at)).await?;
        let function = format!("function(x, y) {{ return String({DRAGGABLE}(x, y)); }}");
        let arguments = point_arguments(Some(mapping.apply(at)));
        let answer = self.ask_text(&frame, &function, &arguments, DEFAULT_LIMIT).await?;
        Ok(answer.as_deref() == Some("true"))
    }

    /// Prevents HTML drags from starting in the frame at a point. Returns the frame.
    pub(super) async fn hold_html_drags(&self, at: Point) -> Result<FrameId> {
        let frames = self.registry.contexts().frames(&self.data.id);
        let Route { frame: context, .. } = self.innermost(&frames, Some(at)).await?;
        self.call_function(&context, HOLD_DRAGS, &json!([])).await?;
        Ok(context)
    }

    /// Allows HTML drags again. Returns whether one tried to start. If the document is gone, its drag is gone
    /// too.
    pub(super) async fn held_html_drag(&self, context: &FrameId) -> bool {
        let held = self.ask_text(context, RELEASE_DRAGS, &json!([]), DEFAULT_LIMIT).await;
        matches!(held, Ok(Some(held)) if held == "true")
    }

    /// Finds the innermost frame at a point, or the one that has the focus.
    async fn innermost(&self, frames: &[Frame], point: Option<Point>) -> Result<Route> {
        let function = format!(
            "function(x, y) {{
                const agent = globalThis.__uipilot;
                return typeof agent === 'function' ? {FRAME_OWNER}(agent, x, y, 1) : null;
            }}"
        );
        let mut route = Route::to_main(FrameId::clone(&self.data.id));
        for _ in 0..DEPTH {
            if !frames.iter().any(|frame| frame.parent.as_ref() == Some(&route.frame)) {
                break;
            }
            let arguments = point_arguments(point.map(|point| route.mapping.apply(point)));
            let RemoteValue::Array { value } = self.call_function(&route.frame, &function, &arguments).await? else {
                break;
            };
            let Some((RemoteValue::Window { value: child }, place)) = value.split_first() else {
                break;
            };
            let place: Vec<f64> = place.iter().filter_map(RemoteValue::number).collect();
            let Ok(place) = place.try_into() else { break };
            route.enter(child.context.as_str().into(), place);
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
