//! Frames of a page as it draws them (`Page.startScreencast`).
//!
//! The browser sends a frame when the page has drawn something else, and after a few frames waits until they are acknowledged.
//! What is drawn meanwhile it leaves out for good, also the last state of a page that comes to rest then. So one frame is
//! acknowledged for each that is taken, which is also the pace of the browser, and when the page may have come to rest unseen,
//! the frames are begun again: that gives its present state.

use super::page::CdpPage;
use crate::backend::wire::{Command, Event};
use crate::backend::{DrawnFrame, Page as _};
use crate::error::Result;
use serde::Deserialize;
use serde_json::json;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::{Duration, Instant};

/// The quality of a frame as JPEG.
const QUALITY: u32 = 90;
/// With as many frames under way, the browser may leave others out.
const MOST_FLYING: u32 = 2;
/// How long after its last frame a page counts as at rest.
const REST: Duration = Duration::from_millis(200);
/// How long after a navigation a frame may come that was drawn before it.
const LATE: Duration = Duration::from_millis(500);

/// What the page draws, while that is wanted.
pub(super) type Frames = Option<Wanted>;

#[derive(Debug)]
pub(super) struct Wanted {
    max_side: u32,
    /// The newest frame, until it is taken.
    newest: Option<DrawnFrame>,
    /// What the last one showed.
    shown: Option<u64>,
    arrived: Instant,
    /// The number by which frames are acknowledged.
    number: i64,
    /// How many frames are not acknowledged.
    flying: u32,
    /// Whether the present state of the page may be unknown.
    missed: bool,
    /// The address that the page has left, and when.
    left: Option<(String, Instant)>,
}

/// The event `Page.screencastFrame`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Drawn {
    data: String,
    metadata: Metadata,
    session_id: i64,
}

#[derive(Deserialize)]
struct Metadata {
    /// Seconds since 1970.
    timestamp: Option<f64>,
}

impl Wanted {
    fn new(max_side: u32) -> Self {
        Self {
            max_side,
            newest: None,
            shown: None,
            arrived: Instant::now(),
            number: 0,
            flying: 0,
            missed: false,
            left: None,
        }
    }

    fn begin(&self) -> Command {
        let params = json!({
            "format": "jpeg", "quality": QUALITY, "maxWidth": self.max_side, "maxHeight": self.max_side, "everyNthFrame": 1,
        });
        Command::new("Page.startScreencast", params)
    }

    fn keep(&mut self, drawn: Drawn, url: String) {
        self.arrived = Instant::now();
        self.number = drawn.session_id;
        self.flying += 1;
        if self.left.as_ref().is_some_and(|(_, at)| at.elapsed() >= LATE) {
            self.left = None;
        }
        let before = self.left.as_ref().map(|(url, _)| url.clone());
        // A frame that is withheld for the page before it comes again.
        self.missed |= self.flying >= MOST_FLYING || before.is_some();
        let mut hasher = DefaultHasher::new();
        drawn.data.hash(&mut hasher);
        let shows = before.is_none().then(|| hasher.finish());
        if shows.is_some() && self.shown == shows {
            return;
        }
        self.shown = shows;
        self.newest = Some(DrawnFrame {
            data: drawn.data,
            at: drawn.metadata.timestamp.map(|seconds| seconds * 1000.0),
            url,
            before,
        });
    }

    /// Takes the newest frame, with what the browser is told for the next one.
    fn take(&mut self) -> (Option<DrawnFrame>, Vec<Command>) {
        let frame = self.newest.take();
        if frame.is_none() && self.missed && self.arrived.elapsed() >= REST {
            self.missed = false;
            self.flying = 0;
            self.arrived = Instant::now();
            return (None, vec![end(), self.begin()]);
        }
        if self.flying == 0 {
            return (frame, Vec::new());
        }
        self.flying -= 1;
        let acknowledged = Command::new("Page.screencastFrameAck", json!({"sessionId": self.number}));
        (frame, vec![acknowledged])
    }
}

fn end() -> Command {
    Command::new("Page.stopScreencast", json!({}))
}

impl CdpPage {
    pub(super) fn begin_frames(&self, max_side: u32) -> Result<()> {
        self.refuse_ended()?;
        let wanted = Wanted::new(max_side);
        // The page's process answers it, too, and may be busy. The first frame comes in any case.
        let begin = wanted.begin();
        self.frames.change(|frames| *frames = Some(wanted));
        self.tell(vec![begin]);
        Ok(())
    }

    pub(super) async fn next_drawn(&self, limit: Duration) -> Option<DrawnFrame> {
        let ends = Instant::now() + limit;
        loop {
            let left = ends.saturating_duration_since(Instant::now());
            let drawn = |frames: &Frames| frames.as_ref()?.newest.as_ref().map(drop);
            self.frames.wait(left.min(REST), drawn).await;
            let (frame, commands) = self.frames.lock().as_mut()?.take();
            self.tell(commands);
            if frame.is_some() || left.is_zero() {
                return frame;
            }
        }
    }

    pub(super) fn end_frames(&self) {
        if self.frames.change(Option::take).is_some() {
            self.tell(vec![end()]);
        }
    }

    /// Keeps a frame that the page has drawn.
    pub(super) fn on_drawn(&self, event: &Event<'_>) {
        if self.frames.look(Option::is_none) {
            return;
        }
        if let Some(drawn) = event.read::<Drawn>() {
            let url = self.state.url();
            self.frames.change(|frames| {
                if let Some(wanted) = frames {
                    wanted.keep(drawn, url);
                }
            });
        }
    }

    /// Notes that another document has taken the place of the one at `url`.
    pub(super) fn on_drawn_left(&self, url: String) {
        if let Some(wanted) = self.frames.lock().as_mut() {
            wanted.left = Some((url, Instant::now()));
        }
    }

    fn tell(&self, commands: Vec<Command>) {
        if !commands.is_empty() {
            self.wire
                .post(commands.into_iter().map(|command| command.on(&self.session)).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(data: &str) -> Drawn {
        Drawn {
            data: data.to_owned(),
            metadata: Metadata { timestamp: Some(2.5) },
            session_id: 7,
        }
    }

    fn told(wanted: &mut Wanted) -> (Option<String>, Vec<&'static str>) {
        let (frame, commands) = wanted.take();
        (
            frame.map(|frame| frame.data),
            commands.iter().map(|command| command.method).collect(),
        )
    }

    #[test]
    fn the_newest_frame_is_taken_once_and_acknowledged() {
        let mut wanted = Wanted::new(100);
        assert_eq!(told(&mut wanted), (None, vec![]));
        wanted.keep(drawn("a"), String::new());
        wanted.keep(drawn("b"), String::new());
        assert_eq!(told(&mut wanted), (Some("b".to_owned()), vec!["Page.screencastFrameAck"]));
        wanted.keep(drawn("b"), String::new());
        assert_eq!(told(&mut wanted), (None, vec!["Page.screencastFrameAck"]), "nothing new");
    }

    #[test]
    fn a_page_at_rest_after_many_frames_is_asked_for_its_state() {
        let mut wanted = Wanted::new(100);
        for data in ["a", "b", "c"] {
            wanted.keep(drawn(data), String::new());
        }
        assert_eq!(told(&mut wanted).0.as_deref(), Some("c"));
        wanted.arrived = Instant::now().checked_sub(REST).expect("a past");
        assert_eq!(told(&mut wanted), (None, vec!["Page.stopScreencast", "Page.startScreencast"]));
        assert_eq!(told(&mut wanted), (None, vec![]));
    }

    #[test]
    fn a_frame_after_a_navigation_names_the_page_before() {
        let mut wanted = Wanted::new(100);
        wanted.left = Some(("file:///a".to_owned(), Instant::now()));
        wanted.keep(drawn("a"), "https://b".to_owned());
        let (frame, _) = wanted.take();
        assert_eq!(frame.and_then(|frame| frame.before).as_deref(), Some("file:///a"));
        // The same picture again, since the first may be withheld.
        wanted.left = Some(("file:///a".to_owned(), Instant::now().checked_sub(LATE).expect("a past")));
        wanted.keep(drawn("a"), "https://b".to_owned());
        let (frame, _) = wanted.take();
        assert_eq!(frame.map(|frame| frame.before), Some(None));
    }
}
