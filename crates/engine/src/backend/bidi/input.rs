//! Trusted input: events and pointer drags.

use super::page::BidiPage;
use crate::backend::actions::{self, Route};
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, WireError};
use crate::backend::{Approach, Dragged, FrameId, Happening, Landing, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, Key, Point, PointerDrag};
use async_trait::async_trait;
use serde_json::{Value, json};

/// The errors of input that did not begin.
const NOT_BEGUN: [&str; 3] = ["invalid argument", "unsupported operation", "no such frame"];

impl BidiPage {
    /// Dispatches input in the context that must receive it.
    pub(super) async fn dispatch(&self, events: &[InputEvent]) -> Result<()> {
        self.check()?;
        let (adjusted, held) = {
            let kept = lock(&self.data.kept);
            (kept.adjust(events).into_owned(), kept.modifiers())
        };
        let events = adjusted.as_slice();
        if events.is_empty() {
            return Ok(());
        }
        self.fetch_focus().await?;
        let Route { frame: context, mapping } = self.route(events).await?;
        let actions = {
            let mut pointers = lock(&self.data.pointers);
            let mut at = pointers.get(&context).copied();
            let actions = actions::encode(events, mapping, &mut at)?;
            if let Some(at) = at {
                pointers.insert(FrameId::clone(&context), at);
            }
            actions
        };
        lock(&self.data.pressed)
            .entry(FrameId::clone(&context))
            .or_default()
            .note(events);
        self.data.asked.note(events, held);
        self.perform(&context, actions).await
    }

    /// Releases everything that is down, in each context that received a press. A dialog delays this until
    /// it is answered.
    pub(super) fn let_go(&self) {
        let mut pressed = lock(&self.data.pressed);
        let contexts = pressed.extract_if(|_, pressed| !pressed.is_empty()).collect::<Vec<_>>();
        drop(pressed);
        let keeps = !lock(&self.data.kept).is_empty();
        for (context, pressed) in contexts {
            match actions::releases(&pressed.releases()) {
                Ok(actions) if keeps => self.release_some(&context, &actions),
                _ => self.let_go_in(&context),
            }
        }
    }

    /// Releases what an action has left pressed, and not the keys that are kept down.
    fn release_some(&self, context: &FrameId, actions: &Value) {
        let release = self.data.releases.begin();
        let command = Command::new("input.performActions", json!({"context": &**context, "actions": actions}));
        self.wire.start_in_order(command, move |_, _| drop(release));
    }

    /// Keeps a key down over the end of an action, or ends that.
    pub(super) fn keep(&self, key: &Key, keep: bool) {
        let (mut kept, mut pressed) = (lock(&self.data.kept), lock(&self.data.pressed));
        if keep {
            kept.add(key);
            for pressed in pressed.values_mut() {
                pressed.forget(key);
            }
        } else {
            kept.remove(key);
            pressed.entry(FrameId::clone(&self.data.id)).or_default().remember(key);
        }
    }

    /// Releases everything that is down in a context, also keys that are kept down. The browser forgets the position
    /// of its pointer.
    fn let_go_in(&self, context: &FrameId) {
        lock(&self.data.kept).clear();
        lock(&self.data.pointers).remove(context);
        lock(&self.data.pressed).remove(context);
        let release = self.data.releases.begin();
        let command = Command::new("input.releaseActions", json!({"context": &**context}));
        self.wire.start_in_order(command, move |_, _| drop(release));
    }

    /// Performs actions in the browser and waits for their end, for a dialog, or for the page's end.
    /// Remaining actions run after the dialog is answered.
    pub(super) async fn perform(&self, context: &FrameId, actions: Value) -> Result<()> {
        let (documents, mark) = (self.documents(context), self.data.state.mark());
        let command = Command::new("input.performActions", json!({"context": &**context, "actions": actions}));
        let reply = tokio::select! {
            biased;
            reply = self.wire.send(command) => reply,
            () = self.data.state.interrupted() => {
                return self.data.state.end().map_or(Ok(()), |end| Err(self.ended(end)));
            }
        };
        self.refuse_lost().await?;
        let Err(error) = reply else { return Ok(()) };
        // The position of the pointer is uncertain now. Keys and buttons must not stay pressed.
        self.let_go_in(context);
        if let Some(end) = self.data.state.end() {
            return Err(self.ended(end));
        }
        if error.is_code("move target out of bounds") {
            return Err(EngineError::new(ErrorKind::NotVisible, "the point is outside the viewport").with_source(error));
        }
        // The first events caused a navigation, so the remaining events have no target.
        let leaves =
            |happening: &Happening| matches!(happening, Happening::NavigationRequested { .. } | Happening::Committed { .. });
        if self.documents(context) != documents || self.data.state.since(mark).iter().any(leaves) {
            return Ok(());
        }
        match &error {
            WireError::Refused { code, .. } if !NOT_BEGUN.contains(&code.as_str()) => {
                let what = "the browser ended the input with an error, and the page may have got a part of it";
                Err(EngineError::new(ErrorKind::OutcomeUnknown, what).with_source(error))
            }
            _ => Err(self.why(error).await),
        }
    }

    fn documents(&self, context: &FrameId) -> Option<u64> {
        self.registry.contexts().documents(context)
    }

    /// Drags with the pointer. Input on a draggable element begins a trusted HTML drag, and the page sees it move. The release
    /// of the button then causes neither `drop` nor `dragend` (Firefox 153, headless), so such a drag is held in the page.
    pub(super) async fn drag_along(&self, drag: &PointerDrag, landing: Option<&dyn Landing>) -> Result<Dragged> {
        self.check()?;
        let (first, events) = actions::pointer_drag(drag)?;
        let frame = self.hold_html_drags(first).await?;
        let unless_held = landing.map(|landing| UnlessHeld {
            page: self,
            frame: &frame,
            landing,
        });
        let landing = unless_held.as_ref().map(|landing| landing as &dyn Landing);
        let dragged = actions::dispatch_drag(events, landing, |events| async move { self.dispatch(&events).await }).await;
        let held = self.holds_html_drag(&frame, true).await;
        match dragged {
            Err(error) if *error.kind() != ErrorKind::NotVisible => Err(error),
            _ if held => Ok(Dragged::Held),
            // The drag began in a frame of another process, which the pointer does not leave.
            Err(error) => Err(refusal::drag_cut_short().with_source(error)),
            Ok(()) => Ok(Dragged::Through),
        }
    }
}

/// Where a drag goes, unless the page has begun an HTML drag: that is released where it is, which the page does not see.
struct UnlessHeld<'a> {
    page: &'a BidiPage,
    frame: &'a FrameId,
    landing: &'a dyn Landing,
}

#[async_trait]
impl Landing for UnlessHeld<'_> {
    async fn approach(&self) -> Approach {
        if self.page.holds_html_drag(self.frame, false).await {
            Approach::There
        } else {
            self.landing.approach().await
        }
    }

    async fn retreat(&self, at: Point) -> Option<Point> {
        self.landing.retreat(at).await
    }
}
