//! Events of a page's sessions, recorded as frames, happenings and ends.

use super::emulation::go_on;
use super::network;
use super::page::CdpPage;
use super::past_workers;
use super::protocol::{AttachedToTarget, DialogClosed, DialogOpening, FrameEvent, FrameNavigated, Resizing, WindowOpen};
use super::traffic;
use super::tree::SessionId;
use crate::backend::monitor::lock;
use crate::backend::state::{Happening, PageEnd};
use crate::backend::wire::{Command, Event};
use crate::backend::{Dialog, DialogKind, FrameId};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The type of `Page.frameNavigated` for a document restored from the back/forward cache.
const FROM_CACHE: &str = "BackForwardCacheRestore";

/// Events about one frame that share their parameters.
const FRAME_EVENTS: [&str; 7] = [
    "Page.frameAttached",
    "Page.frameDetached",
    "Page.navigatedWithinDocument",
    "Page.frameRequestedNavigation",
    "Page.frameStartedNavigating",
    "Page.frameStoppedLoading",
    "Page.lifecycleEvent",
];

impl CdpPage {
    /// Handles an event of one of the page's sessions.
    pub(super) fn on_event(self: &Arc<Self>, session: &SessionId, event: &Event<'_>) {
        match event.method {
            "Page.frameNavigated" => {
                if let Some(navigated) = event.read() {
                    self.on_navigated(session, &navigated);
                }
            }
            "Page.domContentEventFired" if *session == self.session => self.state.record(Happening::DomContentLoaded),
            "Page.loadEventFired" if *session == self.session => self.state.record(Happening::Loaded),
            "Page.javascriptDialogOpening" => {
                if let Some(opening) = event.read::<DialogOpening>() {
                    self.on_dialog(opening);
                }
            }
            "Page.javascriptDialogClosed" => {
                self.related.publish(None);
                let closed = event.read::<DialogClosed>();
                let stays = closed.as_ref().is_some_and(|closed| !closed.result);
                if let Some(DialogClosed { result, user_input }) = closed {
                    self.browser.hands.answered(&self.id, &self.state, result, Some(user_input));
                }
                self.on_dialog_closed(stays);
            }
            "Page.windowOpen" => {
                if let Some(WindowOpen { url }) = event.read() {
                    *lock(&self.opening) = Some(url);
                }
            }
            "Page.fileChooserOpened" => {
                if let Some(opened) = event.read() {
                    self.on_chooser(opened);
                }
            }
            "Page.screencastFrame" if *session == self.session => self.on_drawn(event),
            method if method.starts_with("Page.") => {
                if FRAME_EVENTS.contains(&method)
                    && let Some(frame) = event.read()
                {
                    self.on_frame_event(session, method, frame);
                }
            }
            "Runtime.bindingCalled" => self.on_told(session, event),
            method if method.starts_with("Runtime.") || method.starts_with("Log.") => {
                self.note_context(session, event);
                if let Some(recorder) = &self.recorder {
                    recorder.on_event(&self.wire, session, event);
                }
            }
            method if method.starts_with("Network.") => {
                network::record(&self.state, event);
                if let Some(recorder) = self.state.recorder() {
                    traffic::record(&recorder.log, &self.wire, Some(&recorder.page), event);
                }
            }
            // Only our extension sends these.
            "Tab.revoked" if *session == self.session => self.state.set_taken_back(),
            "Tab.resizing" if *session == self.session => {
                if let Some(Resizing { resizing }) = event.read() {
                    self.state.set_resizing(resizing);
                }
            }
            "Tracing.tracingComplete" => self.on_trace(event),
            "CSS.styleSheetAdded" | "CSS.styleSheetRemoved" => self.on_style_sheet(session, event),
            "Debugger.scriptParsed" => self.on_script(event),
            // It stopped in the moment before it was told not to.
            "Debugger.paused" => self.wire.post(vec![Command::new("Debugger.resume", json!({})).on(session)]),
            "Input.dragIntercepted" => self.on_drag_intercepted(event),
            "Inspector.targetCrashed" => self.on_crash(session),
            _ => {}
        }
    }

    fn on_frame_event(&self, session: &SessionId, method: &str, frame: FrameEvent) {
        let id = &*frame.frame_id;
        self.note_cause(method, &frame);
        match method {
            "Page.frameAttached" => {
                let parent = frame.parent_frame_id.as_deref();
                self.tree.change(|tree| tree.place_frame(id, parent, Arc::clone(session)));
            }
            "Page.frameDetached" => {
                self.tree.change(|tree| tree.detached(session, id, frame.reason == "swap"));
                if !self.tree.look(|tree| tree.contains(id)) {
                    self.state.forget_frame(id);
                }
            }
            "Page.navigatedWithinDocument" => {
                self.tree.change(|tree| tree.same_document(id, &frame.url));
                if self.tree.look(|tree| tree.is_main(id)) {
                    self.state.set_url(&frame.url);
                }
                self.state.record(Happening::SameDocument {
                    frame: frame.frame_id.into(),
                    url: frame.url,
                });
            }
            // Usually the page requests a navigation and the browser then starts it. A start may also come
            // alone.
            "Page.frameRequestedNavigation" if frame.disposition == "currentTab" => self.announce(frame),
            "Page.frameRequestedNavigation" if matches!(frame.disposition.as_str(), "newTab" | "newWindow") => {
                self.requested.note(frame.url);
            }
            "Page.frameStartedNavigating"
                if !matches!(frame.navigation_type.as_str(), "sameDocument" | "historySameDocument") =>
            {
                self.announce(frame);
            }
            "Page.frameStoppedLoading" if self.tree.change(|tree| tree.retract(id)) => {
                self.state.record(Happening::NavigationAborted {
                    frame: frame.frame_id.into(),
                });
            }
            "Page.frameStoppedLoading" if self.tree.look(|tree| tree.is_main(id)) => {
                self.state.record(Happening::LoadingEnded);
            }
            "Page.lifecycleEvent" => self.on_lifecycle(&frame),
            _ => {}
        }
    }

    pub(super) fn on_navigated(self: &Arc<Self>, session: &SessionId, navigated: &FrameNavigated) {
        let frame = &navigated.frame;
        let left = self.state.url();
        // Both change together, so that no task sees the new document in the tree with the old load state.
        let main = self.tree.change(|tree| {
            let main = tree.navigated(session, frame);
            self.state.record(Happening::Committed {
                frame: frame.id.as_str().into(),
                url: frame.address(),
                main,
            });
            main
        });
        if main {
            self.covers_next(&left);
            self.on_drawn_left(left);
        }
        if main && let Some(emulated) = self.emulated.get() {
            emulated.left_process(self);
            if self.missed_emulation.swap(false, Ordering::Relaxed) {
                let all = emulated.all_commands().into_iter().map(|command| command.on(&self.session));
                self.wire.post(all.collect());
            }
        }
        if navigated.kind == FROM_CACHE {
            // The document is restored as it was: loaded, with frames for which no events come.
            if main {
                self.state.record(Happening::Loaded);
            }
            self.read_frames(session);
            self.join_gates(session);
        }
    }

    fn announce(&self, frame: FrameEvent) {
        // A history step may restore a kept document. Its loading "stops" before the document is reported, so
        // an end without a document would look like a success.
        let from_history = frame.navigation_type == "historyDifferentDocument";
        if from_history || self.tree.change(|tree| tree.announce(&frame.frame_id)) {
            self.state.record(Happening::NavigationRequested {
                frame: frame.frame_id.into(),
                url: frame.url,
            });
        }
    }

    /// The browser reports this once, for the document that is loaded when the page is attached.
    fn on_lifecycle(&self, event: &FrameEvent) {
        if !self.tree.look(|tree| tree.is_main(&event.frame_id)) {
            return;
        }
        let (dom_content_loaded, loaded) = self.state.load_state();
        match event.name.as_str() {
            "DOMContentLoaded" if !dom_content_loaded => self.state.record(Happening::DomContentLoaded),
            "load" if !loaded => self.state.record(Happening::Loaded),
            _ => {}
        }
    }

    /// Handles the end of a dialog. `dismissed`: it was not accepted.
    fn on_dialog_closed(&self, dismissed: bool) {
        let leaving = matches!(self.state.dialog(), Some(dialog) if dialog.kind == DialogKind::BeforeUnload);
        let main = self.tree.look(|tree| FrameId::clone(tree.main()));
        if leaving && dismissed {
            // The page stays, so the navigation that asked has ended. The browser does not always report that.
            self.tree.change(|tree| tree.retract(&main));
            self.state.record(Happening::NavigationAborted { frame: main });
        } else if leaving && let Some(url) = self.requested(&main) {
            // The navigation goes on. It was announced before the dialog, so the browser does not repeat that.
            self.state.record(Happening::NavigationRequested { frame: main, url });
        }
        self.state.record(Happening::DialogClosed);
    }

    /// The address of a frame's announced navigation.
    fn requested(&self, frame: &FrameId) -> Option<String> {
        self.state.since(0).into_iter().rev().find_map(|happening| match happening {
            Happening::NavigationRequested { frame: of, url } if of == *frame => Some(Some(url)),
            Happening::Committed { frame: of, .. } | Happening::NavigationAborted { frame: of } if of == *frame => Some(None),
            _ => None,
        })?
    }

    fn on_dialog(&self, opening: DialogOpening) {
        let kind = match opening.kind.as_str() {
            "confirm" => DialogKind::Confirm,
            "prompt" => DialogKind::Prompt,
            "beforeunload" => DialogKind::BeforeUnload,
            _ => DialogKind::Alert,
        };
        let dialog = Dialog {
            kind,
            message: opening.message,
            default_text: (kind == DialogKind::Prompt).then_some(opening.default_prompt),
        };
        self.related.publish(Some((self.state.url(), dialog.clone())));
        self.state.record(Happening::DialogOpened(dialog));
    }

    /// Handles the crash of a renderer: the page's own, or that of a frame in another process.
    fn on_crash(&self, session: &SessionId) {
        if *session == self.session {
            // The state reports the crash to pending calls. The session stays open, and the browser answers
            // later commands, such as a navigation.
            self.related.publish(None);
            self.state.record(Happening::DialogClosed);
            self.state.set_end(PageEnd::Crashed);
            self.crashes.change(|crashes| *crashes += 1);
            if let Some(page) = self.me.upgrade() {
                page.listen_after_crash();
            }
        } else {
            self.tree.change(|tree| tree.session_gone(session));
            self.wire.forget_session(session);
        }
    }

    /// Registers the session of a frame in another process, or of a page that is a child of a frame.
    pub(super) fn on_frame_session(self: &Arc<Self>, attached: &AttachedToTarget) {
        let session: SessionId = attached.session_id.as_str().into();
        self.tree.change(|tree| {
            tree.unsettle(Arc::clone(&session));
            tree.place_frame(
                &attached.target_info.target_id,
                attached.target_info.parent_frame_id.as_deref(),
                Arc::clone(&session),
            );
        });
        self.join_gates(&session);
        self.listen(&session, attached.waiting_for_debugger);
        drop(self.watch_hands(&session));
        let waits = attached.waiting_for_debugger;
        if !self.cover(&session, waits) && waits {
            self.wire.post(vec![go_on(&session)]);
        }
    }

    /// Registers the session of a worker of this page: tells it what it is to believe, has it heard, and lets it run.
    pub(super) fn on_worker_session(&self, attached: &AttachedToTarget, kind: &'static str) {
        let session: SessionId = attached.session_id.as_str().into();
        let emulated = self.emulated.get();
        let mut commands: Vec<_> = emulated.and_then(|emulated| emulated.worker_command()).into_iter().collect();
        // Workers start workers.
        commands.push(self.attach_inner());
        if self.state.recorder().is_some() {
            commands.push(traffic::enable());
        }
        if self.is_routed.load(Ordering::Relaxed) {
            commands.extend(past_workers::commands(true, self.state.recorder().is_some()));
        }
        self.wire
            .post(commands.into_iter().map(|command| command.on(&session)).collect());
        if let Some(recorder) = &self.recorder {
            recorder.join(&self.wire, &session, kind, &attached.target_info.url);
        }
        self.wire.post(vec![go_on(&session)]);
    }

    /// Handles the end of one of the page's sessions.
    pub(super) fn on_session_gone(&self, session: &SessionId) {
        if self.session == *session {
            self.related.publish(None);
            self.state.set_end(PageEnd::Closed);
            if let Some(emulated) = self.emulated.get() {
                emulated.left_process(self);
            }
        }
        self.tree.change(|tree| tree.session_gone(session));
        self.leaves_coverage(session);
        if let Some(recorder) = &self.recorder {
            recorder.on_session_gone(session);
        }
        self.wire.forget_session(session);
    }
}
