//! Finds the context that receives the input: the page itself, or a frame that lives in another process.

use super::page::BidiPage;
use super::protocol::RemoteValue;
use super::script::text_argument;
use crate::backend::actions::{DEPTH, FRAME_OWNER, Route, first_point};
use crate::backend::wire::DEFAULT_LIMIT;
use crate::backend::{Frame, FrameId, agent};
use crate::error::Result;
use crate::input::{InputEvent, Point};
use serde_json::{Value, json};
use url::Url;

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

    /// Holds an HTML drag that the page begins, in the frame at a point. Returns the frame.
    pub(super) async fn hold_html_drags(&self, at: Point) -> Result<FrameId> {
        let frames = self.registry.contexts().frames(&self.data.id);
        let Route { frame: context, .. } = self.innermost(&frames, Some(at)).await?;
        self.call_script(&context, "holdDrags", "{}").await?;
        Ok(context)
    }

    /// Whether the page has begun an HTML drag, which is held. With `end`, further ones are not. If the document is gone, its
    /// drag is gone too.
    pub(super) async fn holds_html_drag(&self, context: &FrameId, end: bool) -> bool {
        let arguments = json!([text_argument("heldDrag"), text_argument(&json!({"end": end}).to_string())]);
        let held = self.ask_text(context, agent::CALL, &arguments, DEFAULT_LIMIT).await;
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
