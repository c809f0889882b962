//! Tries the attempts of a plan on an application. Input goes to the window that holds the node. If another window is
//! in the way, the input is refused and the error names that window.

use super::app::{DesktopApp, Hit, Performed, PointerStep, unsupported};
use super::geometry::{drag_interpolation_points, element_center, has_area};
use super::node::UiNode;
use super::plan::{Attempt, NewValue, Plan, is_text_field};
use super::request::{DEFAULT_SCROLL_AMOUNT, Method, UiActionRequest};
use super::tree::Handle;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, MouseButton, Point};
use crate::options::ScrollDirection;
use std::time::Duration;
use tokio::time::Instant;

/// Toolkits treat two presses within this time and distance as a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(600);
const DOUBLE_CLICK_DISTANCE: f64 = 12.0;
const DRAG_STEPS: usize = 10;
const DRAG_STEP_MS: u64 = 16;
/// The number of small movements over the destination before the drop. Even, so that the last one is its middle.
const DROP_LOOKS: u32 = 12;
/// A field gets the focus a moment after the request.
const FOCUS_LOOKS: u32 = 8;
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);

/// The position and time of the last pointer press.
#[derive(Debug, Default)]
pub(super) struct Pointer {
    last: Option<(Instant, Point)>,
}

/// The result of an action that was carried out.
#[derive(Debug)]
pub(super) struct Carried {
    /// The method that worked.
    pub(super) method: Method,
    /// What the application answered to an action of accessibility.
    pub(super) performed: Performed,
    /// Further remarks for the caller.
    pub(super) notices: Vec<String>,
}

/// Tries the attempts of a plan in order. An attempt that the platform or the node does not offer is skipped. Any
/// other failure ends the action, because part of it may have happened already.
///
/// # Errors
/// The error of the last attempt.
pub(super) async fn carry(
    app: &dyn DesktopApp,
    request: &UiActionRequest,
    plan: &Plan,
    target: (&UiNode, &Handle),
    other: Option<&UiNode>,
    pointer: &mut Pointer,
) -> Result<Carried> {
    let mut work = Work {
        app,
        node: target.0,
        handle: target.1,
        pointer,
        performed: Performed::Done,
        notices: Vec::new(),
    };
    let mut last = unsupported("this action", "no way to carry it out is offered");
    for attempt in &plan.attempts {
        match work.attempt(attempt, request, other).await {
            Ok(method) => {
                return Ok(Carried {
                    method,
                    performed: work.performed,
                    notices: work.notices,
                });
            }
            Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::WrongElement) => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Presses a key on a node, or on whatever has the application's focus if no node is named.
///
/// # Errors
/// `Unsupported` without keyboard input, `Covered` if another window keeps the keyboard.
pub(super) async fn press(app: &dyn DesktopApp, key: Option<&str>, chord: &Chord, pointer: &mut Pointer) -> Result<Carried> {
    let can = app.capabilities();
    if !can.keyboard {
        return Err(unsupported("pressing keys", can.without_input));
    }
    let mut notices = Vec::new();
    take_keyboard(app, key, &mut notices).await?;
    if let Some(key) = key {
        app.focus(key).await?;
        // A web view passes the focus on to its page, which takes a moment.
        if !is_focused(app, key).await? {
            notices.push("the element did not report the focus: the key went to the focused element".to_owned());
        }
    }
    app.press(key, chord).await?;
    pointer.last = None;
    Ok(Carried {
        method: can.input,
        performed: Performed::Done,
        notices,
    })
}

/// Makes sure that keys go to the application; raises its window if necessary.
async fn take_keyboard(app: &dyn DesktopApp, key: Option<&str>, notices: &mut Vec<String>) -> Result<()> {
    if !matches!(app.keyboard(key).await?, Hit::Other(_)) {
        return Ok(());
    }
    app.raise(key).await?;
    notices.push("the window was raised to receive the keys".to_owned());
    match app.keyboard(key).await? {
        Hit::Other(by) => Err(covered("keys go", &by)),
        Hit::Target | Hit::Unknown => Ok(()),
    }
}

/// Whether a node has the focus, or gets it within a moment.
async fn is_focused(app: &dyn DesktopApp, key: &str) -> Result<bool> {
    for look in 0..FOCUS_LOOKS {
        if look > 0 {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        if app.read_node(key).await?.is_some_and(|raw| raw.node.focused) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn covered(what: &str, by: &str) -> EngineError {
    EngineError::new(
        ErrorKind::Covered { by: by.to_owned() },
        format!("{what} to {by}, also after the window was raised"),
    )
}

struct Work<'a> {
    app: &'a dyn DesktopApp,
    node: &'a UiNode,
    handle: &'a Handle,
    pointer: &'a mut Pointer,
    performed: Performed,
    notices: Vec<String>,
}

impl Work<'_> {
    async fn attempt(&mut self, attempt: &Attempt, request: &UiActionRequest, other: Option<&UiNode>) -> Result<Method> {
        let can = self.app.capabilities();
        let key = &self.handle.key;
        match attempt {
            Attempt::Nothing => self
                .notices
                .push("nothing was done: the node is already in this state".to_owned()),
            Attempt::Press(action) => self.performed = self.app.perform(key, action).await?,
            Attempt::Focus => {
                self.app.focus(key).await?;
                if !self.is_focused().await? {
                    return Err(unsupported("focusing it", "the application did not follow"));
                }
            }
            Attempt::SetValue(value) => self.set_value(value).await?,
            Attempt::InsertText(text) => self.app.insert_text(key, text).await?,
            Attempt::NativeScroll => {
                let (direction, lines) = scroll_of(request);
                self.app.scroll(key, direction, lines).await?;
            }
            Attempt::PointerClick => {
                let at = self.point().await?;
                self.click(at).await?;
                return Ok(can.input);
            }
            Attempt::TypeKeys(text) => {
                self.type_keys(text).await?;
                return Ok(can.input);
            }
            Attempt::Wheel => {
                let at = self.point().await?;
                let (direction, lines) = scroll_of(request);
                let (x, y) = match direction {
                    ScrollDirection::Up => (0, -lines),
                    ScrollDirection::Down => (0, lines),
                    ScrollDirection::Left => (-lines, 0),
                    ScrollDirection::Right => (lines, 0),
                };
                self.app
                    .pointer(&[PointerStep::Move(at), PointerStep::Wheel(at, x, y)])
                    .await?;
                return Ok(can.input);
            }
            Attempt::Drag => {
                self.drag(other).await?;
                return Ok(can.input);
            }
        }
        Ok(can.native)
    }

    async fn set_value(&self, value: &NewValue) -> Result<()> {
        self.app.set_value(&self.handle.key, value).await
    }

    /// A point of the node that pointer input reaches. Raises the window if necessary.
    async fn point(&mut self) -> Result<Point> {
        if !self.app.capabilities().pointer {
            return Err(unsupported("pointer input", self.app.capabilities().without_input));
        }
        let key = &self.handle.key;
        let at = match self.middle().await? {
            Some(at) if !matches!(self.app.hit(key, at).await?, Hit::Other(_)) => return Ok(at),
            at => at,
        };
        if at.is_none() {
            self.app.scroll_into_view(key).await?;
        } else {
            self.app.raise(Some(key)).await?;
            self.notices
                .push("the window was raised: another one was in the way".to_owned());
        }
        let Some(at) = self.middle().await? else {
            return Err(EngineError::new(
                ErrorKind::NotVisible,
                format!("{} has no place on the screen", self.node.describe()),
            )
            .with_next_step("bring it into view first, for example by opening what it is in"));
        };
        match self.app.hit(key, at).await? {
            Hit::Other(by) => Err(covered("the pointer's events go", &by)),
            Hit::Target | Hit::Unknown => Ok(at),
        }
    }

    /// The middle of the node as it is now; `None` if it has no area.
    async fn middle(&self) -> Result<Option<Point>> {
        let now = self.app.read_node(&self.handle.key).await?;
        let Some(now) = now else {
            return Err(
                EngineError::new(ErrorKind::StaleUid, format!("{} is gone", self.node.describe()))
                    .with_next_step(crate::error::NextStep::application("use an id from it")),
            );
        };
        Ok(now.node.bounds.filter(has_area).as_ref().map(element_center))
    }

    async fn click(&mut self, at: Point) -> Result<()> {
        if let Some((when, place)) = self.pointer.last
            && (place.x - at.x).hypot(place.y - at.y) < DOUBLE_CLICK_DISTANCE
        {
            tokio::time::sleep_until(when + DOUBLE_CLICK).await;
        }
        self.app
            .pointer(&[
                PointerStep::Move(at),
                PointerStep::Down(at, MouseButton::Left, 1),
                PointerStep::Up(at, MouseButton::Left, 1),
            ])
            .await?;
        self.pointer.last = Some((Instant::now(), at));
        Ok(())
    }

    async fn type_keys(&mut self, text: &str) -> Result<()> {
        let key = &self.handle.key;
        take_keyboard(self.app, Some(key), &mut self.notices).await?;
        let asked = self.app.focus(key).await;
        if asked.is_err() || !self.is_focused().await? {
            let at = self.point().await?;
            self.click(at).await?;
            if !self.is_focused().await? && is_text_field(self.node) {
                return Err(EngineError::new(
                    ErrorKind::WrongElement,
                    format!("{} does not take the focus", self.node.describe()),
                )
                .with_next_step("click what opens it first"));
            }
        }
        self.app.type_text(Some(key), text).await?;
        self.pointer.last = None;
        Ok(())
    }

    async fn is_focused(&self) -> Result<bool> {
        is_focused(self.app, &self.handle.key).await
    }

    async fn drag(&mut self, other: Option<&UiNode>) -> Result<()> {
        let from = self.point().await?;
        let Some(to) = other.and_then(|node| node.bounds.filter(has_area)) else {
            return Err(EngineError::new(
                ErrorKind::NotVisible,
                "the drag's destination has no place on the screen",
            ));
        };
        let to = element_center(&to);
        let mut steps = vec![
            PointerStep::Move(from),
            PointerStep::Pause(DRAG_STEP_MS),
            PointerStep::Down(from, MouseButton::Left, 1),
        ];
        for point in drag_interpolation_points(from, to, DRAG_STEPS) {
            steps.extend([PointerStep::Taken, PointerStep::Pause(DRAG_STEP_MS), PointerStep::Move(point)]);
        }
        steps.extend([PointerStep::Taken, PointerStep::Dragging]);
        // Source and destination agree on the drop by messages, after the pointer has come to rest. On a busy machine
        // that takes longer than any fixed time, so each pause follows an answer of the application.
        for step in 0..DROP_LOOKS {
            let beside = Point {
                x: to.x + f64::from((step + 1) % 2),
                ..to
            };
            steps.extend([
                PointerStep::Taken,
                PointerStep::Pause(DRAG_STEP_MS),
                PointerStep::Move(beside),
            ]);
        }
        steps.extend([PointerStep::Taken, PointerStep::Pause(2 * DRAG_STEP_MS), PointerStep::Taken]);
        steps.push(PointerStep::Up(to, MouseButton::Left, 1));
        // The content is handed over by further messages.
        steps.extend([PointerStep::Taken, PointerStep::Pause(2 * DRAG_STEP_MS), PointerStep::Taken]);
        self.app.pointer(&steps).await?;
        self.pointer.last = Some((Instant::now(), to));
        Ok(())
    }
}

fn scroll_of(request: &UiActionRequest) -> (ScrollDirection, i32) {
    (
        request.direction.unwrap_or(ScrollDirection::Down),
        request.amount.unwrap_or(DEFAULT_SCROLL_AMOUNT),
    )
}
