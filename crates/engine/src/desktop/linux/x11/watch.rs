//! Watches what a program does with the pointer's events.
//!
//! A program answers `_NET_WM_PING` (Extended Window Manager Hints) after the events before it have arrived. A toolkit
//! may still hold them back while it draws, so the begin of a drag shows in its own sign: its program takes the selection
//! `XdndSelection` (XDND).

use super::{XScreen, lost, refused};
use crate::error::Result;
use std::time::{Duration, Instant};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xfixes::{ConnectionExt as _, SelectionEventMask};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask, Window};

/// How often the connection is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);
/// The version of the extension XFIXES that reports selections.
const XFIXES: (u32, u32) = (1, 0);

/// While it exists, this connection gets messages to the root window, where programs answer pings, and learns when
/// drags begin.
pub(super) struct Watch<'a> {
    screen: &'a XScreen,
    /// The window to ping, if its program answers.
    window: Option<Window>,
    pings: u32,
    answered: u32,
    dragging: bool,
}

impl<'a> Watch<'a> {
    /// Watches the program whose window is at a pixel.
    pub(super) fn at(screen: &'a XScreen, x: i16, y: i16) -> Result<Self> {
        let answers = |&window: &Window| screen.numbers(window, screen.atoms.protocols).contains(&screen.atoms.ping);
        let watch = Self {
            screen,
            window: screen.under(x, y).into_iter().find(answers),
            pings: 0,
            answered: 0,
            dragging: false,
        };
        watch.listen(EventMask::SUBSTRUCTURE_NOTIFY, SelectionEventMask::SET_SELECTION_OWNER)?;
        Ok(watch)
    }

    /// Waits until the program has got the events so far, or for the limit.
    pub(super) fn taken(&mut self, limit: Duration) -> Result<()> {
        let Some(window) = self.window else { return Ok(()) };
        self.pings += 1;
        let data = [self.screen.atoms.ping, self.pings, window, 0, 0];
        let event = ClientMessageEvent::new(32, window, self.screen.atoms.protocols, data);
        let connection = &self.screen.connection;
        connection
            .send_event(false, window, EventMask::NO_EVENT, event)
            .map_err(lost)?;
        connection.flush().map_err(lost)?;
        if !self.wait(limit, |watch| watch.answered == watch.pings)? {
            self.window = None;
        }
        Ok(())
    }

    /// Waits until a drag has begun, or for the limit: not every movement with a button held is a drag between programs.
    pub(super) fn dragging(&mut self, limit: Duration) -> Result<()> {
        self.wait(limit, |watch| watch.dragging).map(drop)
    }

    /// Reads messages until the condition holds. Returns whether it does.
    fn wait(&mut self, limit: Duration, holds: impl Fn(&Self) -> bool) -> Result<bool> {
        let began = Instant::now();
        loop {
            while let Some(event) = self.screen.connection.poll_for_event().map_err(lost)? {
                self.note(&event);
            }
            if holds(self) || began.elapsed() > limit {
                return Ok(holds(self));
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    fn note(&mut self, event: &Event) {
        let atoms = &self.screen.atoms;
        match event {
            Event::ClientMessage(message) if message.type_ == atoms.protocols => {
                let [kind, number, window, ..] = message.data.as_data32();
                if kind == atoms.ping && Some(window) == self.window {
                    self.answered = number;
                }
            }
            Event::XfixesSelectionNotify(taken) if taken.selection == atoms.drag => {
                self.dragging |= taken.owner != x11rb::NONE;
            }
            _ => {}
        }
    }

    fn listen(&self, messages: EventMask, selections: SelectionEventMask) -> Result<()> {
        let (connection, root) = (&self.screen.connection, self.screen.root);
        let attributes = ChangeWindowAttributesAux::new().event_mask(messages);
        connection
            .change_window_attributes(root, &attributes)
            .map_err(lost)?
            .check()
            .map_err(refused)?;
        let (major, minor) = XFIXES;
        connection
            .xfixes_query_version(major, minor)
            .map_err(lost)?
            .reply()
            .map_err(refused)?;
        connection
            .xfixes_select_selection_input(root, self.screen.atoms.drag, selections)
            .map_err(lost)?
            .check()
            .map_err(refused)
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let _ = self.listen(EventMask::NO_EVENT, SelectionEventMask::default());
        while let Ok(Some(_)) = self.screen.connection.poll_for_event() {}
    }
}
