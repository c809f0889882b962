//! Actions by UID: resolve the element, act, and report what happened.

use super::Session;
use crate::action::Target;
use crate::action::{self, Framing, Gesture, Pace};
use crate::backend::FrameId;
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, MouseButton};
use crate::options::{
    ActionOptions, ClickOptions, DragByOptions, DragOptions, FillOptions, HoverOptions, PressKeyOptions, ScreenshotOptions,
    TouchGesture, TouchOptions, WaitOptions,
};
use crate::page_script::{Answer, NodeArgs, TargetArgs, Wanted};
use crate::report::{ActionReport, ScreenshotReport, SelectorReport, WaitReport};
use crate::snapshot::NodeRef;
use std::path::PathBuf;
use std::time::Duration;

impl Session {
    /// Clicks the element, once or several times in quick succession.
    ///
    /// # Errors
    /// `InvalidInput` for a point that is not on the element or a count that is not 1 to 3; `StaleUid`, `UnknownUid`,
    /// `UidOfOtherPage`, `NotVisible`, `NotEnabled`, `NotStable`, `Covered`, `DialogOpen`, and the errors of an
    /// ended page or session.
    pub async fn click(&self, uid: &str, options: &ClickOptions) -> Result<ActionReport> {
        self.in_time(async {
            let gesture = Gesture::of_click(options)?;
            let name = match (gesture.button, gesture.count) {
                (MouseButton::Left, 1) => "click",
                (MouseButton::Left, 2) => "doubleClick",
                (MouseButton::Left, _) => "tripleClick",
                (MouseButton::Middle, _) => "middleClick",
                (MouseButton::Right, _) => "rightClick",
                (MouseButton::Back, _) => "backClick",
                (MouseButton::Forward, _) => "forwardClick",
            };
            let (mut running, node) = self.begin_at(name, uid).await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let done = target.alone(action::click(target, &node, &gesture)).await;
            let changes = options.changes.as_ref();
            self.finish(running, node.describe(), done, true, changes).await
        })
        .await
    }

    /// Moves the pointer over the element.
    ///
    /// # Errors
    /// As [`Session::click`], but a disabled element may be hovered.
    pub async fn hover(&self, uid: &str, options: &HoverOptions) -> Result<ActionReport> {
        self.in_time(async {
            let gesture = Gesture::of_hover(options)?;
            let (mut running, node) = self.begin_at("hover", uid).await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let done = target.alone(action::hover(target, &node, &gesture)).await;
            self.finish(running, node.describe(), done, false, options.changes.as_ref())
                .await
        })
        .await
    }

    /// Gives a field its value: text, a date as `2026-01-31`, an option's label or value, `true`
    /// or `false` for a checkbox, `#rrggbb` for a colour. A custom list is opened, and the option chosen.
    ///
    /// # Errors
    /// As [`Session::click`], and `NotEditable`, `OptionNotFound`, `WrongElement`, `InvalidInput`; `OriginNotAllowed` for a
    /// document of another origin than those of `options`.
    pub async fn fill(&self, uid: &str, value: &str, options: &FillOptions) -> Result<ActionReport> {
        self.in_time(async {
            action::check_value(value)?;
            let wanted = Wanted::Value(value.to_owned());
            Box::pin(self.put("fill", uid, &wanted, options.changes.as_ref(), &options.origins)).await
        })
        .await
    }

    /// Drags one element onto another with real input. `trusted` in the report is `false` if only script
    /// could do the drag.
    ///
    /// # Errors
    /// As [`Session::click`], for either element.
    pub async fn drag(&self, from: &str, to: &str, options: &DragOptions) -> Result<ActionReport> {
        let pace = Pace {
            hold: options.hold.unwrap_or_default(),
            duration: options.duration,
        };
        self.acting(pace.own_time(), async {
            options.check()?;
            let how = action::Drag {
                gesture: Gesture::default().at(options.at).holding(&options.modifiers)?,
                end: options.end(),
                side: options.place,
                pace,
            };
            let (mut running, source) = self.begin_at("drag", from).await?;
            running.watch(options.changes.as_ref()).await;
            let destination = self.resolve(&running.target, to);
            let destination = destination.map_err(|error| self.failed(&running, &source.describe(), error))?;
            let target = &running.target;
            let done = target.alone(action::drag(target, &source, &destination, &how)).await;
            let described = format!("{} to {}", source.describe(), destination.describe());
            self.finish(running, described, done, false, options.changes.as_ref()).await
        })
        .await
    }

    /// Drags an element by a distance or along a path, with real input: a slider's handle, a line on a canvas, a map.
    ///
    /// # Errors
    /// As [`Session::click`]; `InvalidInput` also if the pointer would leave the viewport; `Interrupted` if the page
    /// begins an HTML drag that the browser cannot finish, and `Unsupported` if it cannot begin one.
    pub async fn drag_by(&self, uid: &str, options: &DragByOptions) -> Result<ActionReport> {
        let pace = Pace {
            hold: options.hold.unwrap_or_default(),
            duration: options.duration,
        };
        self.acting(pace.own_time(), async {
            let distances = options.distances()?;
            let gesture = Gesture::default()
                .with(options.button)
                .at(options.at)
                .pointer(options.pointer_type)
                .holding(&options.modifiers)?;
            let (mut running, node) = self.begin_at("dragBy", uid).await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let dragging = action::drag_by(target, &node, &gesture, &distances, pace);
            let done = target.alone(Box::pin(dragging)).await;
            self.finish(running, node.describe(), done, false, options.changes.as_ref())
                .await
        })
        .await
    }

    /// Touches the element with fingers: a tap, a long press, a swipe, a pinch.
    ///
    /// # Errors
    /// As [`Session::click`]; `InvalidInput` also for options that do not belong to the gesture, and if a finger would leave
    /// the viewport; `Unsupported` if the connection has no touch input.
    pub async fn touch(&self, uid: &str, gesture: TouchGesture, options: &TouchOptions) -> Result<ActionReport> {
        self.acting(options.time(gesture) * 2, async {
            options.check(gesture)?;
            let (mut running, node) = self.begin_at("touch", uid).await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let touching = action::touch(target, &node, gesture, options);
            let done = target.alone(Box::pin(touching)).await;
            self.finish(running, node.describe(), done, false, options.changes.as_ref())
                .await
        })
        .await
    }

    /// Puts files into a file input. The input may be hidden.
    ///
    /// # Errors
    /// `Io` for files that cannot be read, `WrongElement` if the element is not a file input,
    /// `InvalidInput` for several files if it accepts one.
    pub async fn upload(&self, uid: &str, files: &[PathBuf], options: &ActionOptions) -> Result<ActionReport> {
        self.in_time(async {
            let (mut running, node) = self.begin_at("upload", uid).await?;
            running.watch(options.changes.as_ref()).await;
            let done = running.target.alone(action::upload(&running.target, &node, files)).await;
            self.finish(running, node.describe(), done, false, options.changes.as_ref())
                .await
        })
        .await
    }

    /// Presses a key or a chord (`Enter`, `Control+A`) where the focus is, or in an element.
    ///
    /// # Errors
    /// `InvalidInput` for an unknown key, naming the known ones, and for one that is held for more than 30 s; as [`Session::click`] with `uid`.
    pub async fn press_key(&self, key: &str, options: &PressKeyOptions) -> Result<ActionReport> {
        self.acting(options.hold.unwrap_or_default(), async {
            let chord = Chord::parse(key)?;
            let (mut running, node) = self.begin_in("pressKey", options.uid.as_deref()).await?;
            running.watch(options.changes.as_ref()).await;
            let pressing = action::press_key(&running.target, node.as_ref(), &chord, options.hold.unwrap_or_default());
            let done = running.target.alone(pressing).await;
            let described = node.map_or_else(|| "the focused element".to_owned(), |node| node.describe());
            self.finish(running, described, done, false, options.changes.as_ref()).await
        })
        .await
    }

    /// Takes a picture of the page, the whole document, or an element.
    ///
    /// # Errors
    /// `StaleUid` and `NotVisible` for an element; `DialogOpen`.
    pub async fn screenshot(&self, options: &ScreenshotOptions) -> Result<ScreenshotReport> {
        self.in_time(async {
            options.check()?;
            if options.aside {
                return self.aside(options).await;
            }
            let (running, node) = self.begin_in("screenshot", options.uid.as_deref()).await?;
            let described = node.as_ref().map_or_else(String::new, NodeRef::describe);
            let mut picture = self
                .capture(&running.target, node.as_ref(), options)
                .await
                .map_err(|error| self.failed(&running, &described, error))?;
            if !options.locate.is_empty() {
                picture.located = self.located(&running.target, &options.locate, &picture).await;
            }
            picture.effects = self.effects(&running.target, &running.main, running.mark);
            Ok(picture)
        })
        .await
    }

    pub(super) async fn capture(
        &self,
        target: &Target,
        node: Option<&NodeRef>,
        options: &ScreenshotOptions,
    ) -> Result<ScreenshotReport> {
        let framing = action::frame(target, node, options).await?;
        let picture = self.framed(target, &framing, options).await;
        action::scroll_back(target, &framing).await;
        picture
    }

    async fn framed(&self, target: &Target, framing: &Framing, options: &ScreenshotOptions) -> Result<ScreenshotReport> {
        if !options.marks {
            return self.without_hidden(target, framing, options, &[]).await;
        }
        let marks = self.marks(target, framing.area(), !framing.is_viewport()).await?;
        let mut picture = self.without_hidden(target, framing, options, &marks.rects).await?;
        picture.marks = marks.legend;
        picture.marks_left_out = marks.left_out;
        Ok(picture)
    }

    /// Waits until everything in `options` holds.
    ///
    /// # Errors
    /// `Timeout` with the unmet condition, `InvalidInput` without a condition.
    pub async fn wait_for(&self, options: &WaitOptions) -> Result<WaitReport> {
        let limit = options.timeout.unwrap_or(self.inner.options.navigation_timeout);
        deadline::within(limit, self.wait_until(options, limit)).await
    }

    async fn wait_until(&self, options: &WaitOptions, limit: Duration) -> Result<WaitReport> {
        let running = self.begin("waitFor").await?;
        let waited = action::wait_for(&running.target, options, limit)
            .await
            .map_err(|error| self.failed(&running, "", error))?;
        let effects = self.effects(&running.target, &running.main, running.mark);
        Ok(WaitReport {
            waited,
            url: running.target.page.state().url(),
            effects,
        })
    }

    /// A CSS path to the element, computed now.
    ///
    /// # Errors
    /// `StaleUid`, `UnknownUid`, `UidOfOtherPage`.
    pub async fn resolve_uid_to_selector(&self, uid: &str) -> Result<SelectorReport> {
        self.in_time(async {
            let (running, node) = self.begin_at("resolveUid", uid).await?;
            let path = selector(&running.target, &node, "selector", &TargetArgs { target: &node.node }).await?;
            let frames = frame_path(&running.target, &node).await?;
            let joined = frames
                .iter()
                .chain([&path])
                .map(|steps| steps.join(" >>> "))
                .collect::<Vec<_>>()
                .join(" >>frame>> ");
            Ok(SelectorReport {
                selector: joined,
                frames,
                path,
            })
        })
        .await
    }
}

/// CSS paths to the elements of the frames around a node, outermost first.
///
/// # Errors
/// `StaleUid` if one of them is gone.
pub(super) async fn frame_path(target: &Target, node: &NodeRef) -> Result<Vec<Vec<String>>> {
    let frames = way_to_frame(target, &node.frame).await?;
    frames.ok_or_else(|| action::stale(node, "the element that held its frame is gone"))
}

/// CSS paths to the elements of a frame and of those around it, outermost first; `None` if one of them is gone.
pub(super) async fn way_to_frame(target: &Target, to: &FrameId) -> Result<Option<Vec<Vec<String>>>> {
    let all = target.page.frames().await?;
    let mut frames = Vec::new();
    let mut frame = FrameId::clone(to);
    loop {
        let Some(listed) = all.iter().find(|listed| listed.id == frame) else {
            return Ok(None);
        };
        let Some(parent) = listed.parent.clone() else {
            frames.reverse();
            return Ok(Some(frames));
        };
        let owners = target.page.child_frames(&parent).await?;
        let Some((owner, _)) = owners.iter().find(|(_, child)| *child == frame) else {
            return Ok(None);
        };
        match target.ask(&parent, "ownerSelector", &NodeArgs { id: *owner }).await? {
            Answer::Selector { path } => frames.push(path),
            _ => return Ok(None),
        }
        frame = parent;
    }
}

async fn selector(target: &Target, node: &NodeRef, method: &str, args: &(impl serde::Serialize + Sync)) -> Result<Vec<String>> {
    let answer = target.ask(&node.frame, method, args).await?;
    match action::classify(node, answer)? {
        Ok(Answer::Selector { path }) => Ok(path),
        _ => Err(EngineError::new(
            ErrorKind::Protocol,
            format!("no selector could be computed for UID {}", node.uid),
        )),
    }
}
