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

/// Whether a frame may live in another process than its parent. It may if its host differs. A frame without a host of its own
/// (`about:blank`, `srcdoc`) lives in its parent's process.
fn is_apart(frames: &[Frame], frame: &FrameId) -> bool {
    let frame = frames.iter().find(|known| known.id == *frame);
    let (Some(frame), Some(parent)) = (frame, frame.and_then(|frame| frame.parent.as_ref())) else {
        // One that has just come.
        return true;
    };
    place(frames, &frame.id) != place(frames, parent)
}

/// Where a frame is from: its scheme and host, or those of the frame that it is in.
fn place(frames: &[Frame], frame: &FrameId) -> Option<(String, Option<String>)> {
    let mut frame = frames.iter().find(|known| known.id == *frame)?;
    for _ in 0..DEPTH {
        let parent = frame.parent.as_ref().filter(|_| frame.url.starts_with("about:"));
        match parent.and_then(|parent| frames.iter().find(|known| known.id == *parent)) {
            Some(parent) => frame = parent,
            None => break,
        }
    }
    let url = Url::parse(&frame.url).ok()?;
    url.has_host()
        .then(|| (url.scheme().to_owned(), url.host_str().map(str::to_owned)))
}

/// Whether any frame may live in another process than the main frame.
fn crosses(frames: &[Frame]) -> bool {
    frames.iter().skip(1).any(|frame| is_apart(frames, &frame.id))
}

/// Where a point of the page is.
struct Way {
    /// The innermost frame there.
    innermost: FrameId,
    /// The outermost frame of its process. Input to that reaches it, and a pointer goes on from it into the page around it.
    route: Route,
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
            Ok(self.way(&frames, first_point(events)).await?.route)
        } else {
            Ok(Route::to_main(FrameId::clone(&self.data.id)))
        }
    }

    /// Holds an HTML drag that the page begins, in the frame at a point. Returns the frame.
    pub(super) async fn hold_html_drags(&self, at: Point) -> Result<FrameId> {
        let frames = self.registry.contexts().frames(&self.data.id);
        let Way { innermost: context, .. } = self.way(&frames, Some(at)).await?;
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

    /// Finds the way to the innermost frame at a point, or to the one that has the focus.
    async fn way(&self, frames: &[Frame], point: Option<Point>) -> Result<Way> {
        let function = format!(
            "function(x, y) {{
                const agent = globalThis.__uipilot;
                return typeof agent === 'function' ? {FRAME_OWNER}(agent, x, y, 1) : null;
            }}"
        );
        let mut inner = Route::to_main(FrameId::clone(&self.data.id));
        let mut route = Route::to_main(FrameId::clone(&self.data.id));
        for _ in 0..DEPTH {
            if !frames.iter().any(|frame| frame.parent.as_ref() == Some(&inner.frame)) {
                break;
            }
            let arguments = point_arguments(point.map(|point| inner.mapping.apply(point)));
            let RemoteValue::Array { value } = self.call_function(&inner.frame, &function, &arguments).await? else {
                break;
            };
            let Some((RemoteValue::Window { value: child }, place)) = value.split_first() else {
                break;
            };
            let place: Vec<f64> = place.iter().filter_map(RemoteValue::number).collect();
            let Ok(place) = place.try_into() else { break };
            inner.enter(child.context.as_str().into(), place);
            if is_apart(frames, &inner.frame) {
                route = inner.clone();
            }
        }
        Ok(Way {
            innermost: inner.frame,
            route,
        })
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
    #[test]
    fn a_frame_is_apart_from_the_one_around_it() {
        let mut frames = frames(&[
            "http://a.test/",
            "http://a.test/1",
            "http://b.test/2",
            "about:srcdoc",
            "http://a.test/4",
        ]);
        // The third is in the second one, and the fourth in the third.
        frames[3].parent = Some("2".into());
        frames[4].parent = Some("3".into());
        let apart: Vec<bool> = frames[1..].iter().map(|frame| is_apart(&frames, &frame.id)).collect();
        assert_eq!(apart, [false, true, false, true]);
        assert!(is_apart(&frames, &"new".into()));
    }
}
