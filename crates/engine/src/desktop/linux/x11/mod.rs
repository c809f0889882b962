//! X11: windows, hit tests, input by XTEST, and pictures.

mod input;
mod keyboard;
mod picture;
mod watch;
mod windows;

use super::screen::{Aim, Origins, Owner, Reporting, Screen};
use crate::desktop::app::{Capabilities, Hit, Picture, PointerStep, WindowAction, WindowInfo};
use crate::desktop::node::Rect;
use crate::desktop::request::Method;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::input::{Chord, Point};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{Atom, ConnectionExt as _, Window};
use x11rb::rust_connection::RustConnection;

/// The display's first screen.
pub(super) struct XScreen {
    connection: RustConnection,
    root: Window,
    width: u16,
    height: u16,
    atoms: Atoms,
    /// Keysyms mapped to unused keys, oldest first.
    borrowed: Vec<(u8, u32)>,
}

struct Atoms {
    client_list: Atom,
    active: Atom,
    pid: Atom,
    name: Atom,
    utf8: Atom,
    state: Atom,
    hidden: Atom,
    close: Atom,
    frame: Atom,
    move_resize: Atom,
    protocols: Atom,
    ping: Atom,
    drag: Atom,
}

/// A window number as X11's type.
fn number(window: u64) -> Option<Window> {
    Window::try_from(window).ok()
}

impl Screen for XScreen {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            native: Method::Atspi,
            input: Method::Xtest,
            pointer: true,
            keyboard: true,
            asks_first: false,
            hit_test: true,
            windows: true,
            pictures: true,
            without_input: "",
        }
    }

    fn reporting(&self) -> Reporting {
        Reporting {
            processes: true,
            screen_positions: true,
        }
    }

    fn windows(&mut self) -> Result<Vec<WindowInfo>> {
        Ok(self.list())
    }

    fn window_like(&mut self, owner: &Owner, title: &str, place: Option<Rect>) -> Result<Option<u64>> {
        Ok(self.most_like(owner.pid, title, place).map(u64::from))
    }

    fn origins(&mut self, window: u64) -> Result<Origins> {
        self.origins_of(number(window).unwrap_or(self.root))
    }

    fn pointer_target(&mut self, owner: &Owner, wanted: Option<u64>, at: Point) -> Result<Hit> {
        let (x, y) = input::pixel(at);
        Ok(self.at_point(owner.pid, wanted.and_then(number), x, y))
    }

    fn key_target(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<Hit> {
        Ok(self.with_keyboard(self.focus()?, owner.pid, wanted.and_then(number)))
    }

    fn raise(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<()> {
        match wanted.and_then(number).or_else(|| self.topmost(owner.pid)) {
            Some(window) => self.bring_up(window),
            None => Ok(()),
        }
    }

    fn pointer(&mut self, steps: &[PointerStep], taken: &dyn Fn() -> Result<()>) -> Result<()> {
        self.send_pointer(steps, taken)
    }

    fn press(&mut self, aim: &Aim, chord: &Chord) -> Result<()> {
        self.send_chord(aim, chord)
    }

    fn type_text(&mut self, aim: &Aim, text: &str, wanted: &dyn Fn() -> bool) -> Result<()> {
        self.send_text(aim, text, wanted)
    }

    fn window_action(&mut self, owner: &Owner, window: u64, action: WindowAction) -> Result<()> {
        self.change(owner.pid, window, action)
    }

    fn picture(&mut self, owner: &Owner, window: u64) -> Result<Picture> {
        self.take_picture(owner.pid, window)
    }
}

impl XScreen {
    /// Connects to the display that the environment names.
    ///
    /// # Errors
    /// `ConnectFailed`.
    pub(super) fn open() -> Result<Self> {
        let (connection, number) = RustConnection::connect(None)
            .or_kind(ErrorKind::ConnectFailed, "the X display cannot be reached")
            .map_err(|error| error.with_next_step("set DISPLAY to a running X display"))?;
        let setup = &connection.setup().roots[number];
        let (root, width, height) = (setup.root, setup.width_in_pixels, setup.height_in_pixels);
        let atom = |name: &str| -> Result<Atom> {
            Ok(connection
                .intern_atom(false, name.as_bytes())
                .map_err(lost)?
                .reply()
                .map_err(refused)?
                .atom)
        };
        let atoms = Atoms {
            client_list: atom("_NET_CLIENT_LIST_STACKING")?,
            active: atom("_NET_ACTIVE_WINDOW")?,
            pid: atom("_NET_WM_PID")?,
            name: atom("_NET_WM_NAME")?,
            utf8: atom("UTF8_STRING")?,
            state: atom("_NET_WM_STATE")?,
            hidden: atom("_NET_WM_STATE_HIDDEN")?,
            close: atom("_NET_CLOSE_WINDOW")?,
            frame: atom("_GTK_FRAME_EXTENTS")?,
            move_resize: atom("_NET_MOVERESIZE_WINDOW")?,
            protocols: atom("WM_PROTOCOLS")?,
            ping: atom("_NET_WM_PING")?,
            drag: atom("XdndSelection")?,
        };
        Ok(Self {
            connection,
            root,
            width,
            height,
            atoms,
            borrowed: Vec::new(),
        })
    }

    /// Waits until the display has processed all requests.
    fn sync(&self) -> Result<()> {
        self.connection.get_input_focus().map_err(lost)?.reply().map_err(refused)?;
        Ok(())
    }
}

/// The error for a lost connection.
fn lost(error: x11rb::errors::ConnectionError) -> EngineError {
    EngineError::new(ErrorKind::SessionEnded, "the connection to the X display was lost").with_source(error)
}

/// The error for a refused request. The most frequent cause is a window that has just closed.
fn refused(error: x11rb::errors::ReplyError) -> EngineError {
    EngineError::new(ErrorKind::Protocol, "the X display refused a request").with_source(error)
}
