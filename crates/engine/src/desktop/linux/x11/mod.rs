//! X11: windows, where input would go, input by XTEST, pictures.

mod input;
mod keyboard;
mod keysyms;
mod picture;
mod windows;

pub(super) use input::pixel;
pub(super) use windows::Target;

use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use std::sync::{Arc, Mutex, PoisonError};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{Atom, ConnectionExt as _, Window};
use x11rb::rust_connection::RustConnection;

/// A connection to an X display. Its calls block, so they run beside the runtime, one at a time:
/// two actions must not mix their events.
pub(in crate::desktop::linux) struct Display {
    screen: Arc<Mutex<Screen>>,
}

impl Display {
    /// The display that the environment names.
    ///
    /// # Errors
    /// `ConnectFailed`.
    pub(in crate::desktop::linux) fn open() -> Result<Self> {
        Ok(Self {
            screen: Arc::new(Mutex::new(Screen::open()?)),
        })
    }

    /// Runs something on the display. It runs to its end also when nobody waits any more, so that
    /// no key and no button stays pressed.
    pub(in crate::desktop::linux) async fn run<T: Send + 'static>(
        &self,
        call: impl FnOnce(&mut Screen) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let screen = Arc::clone(&self.screen);
        tokio::task::spawn_blocking(move || call(&mut screen.lock().unwrap_or_else(PoisonError::into_inner)))
            .await
            .or_kind(ErrorKind::Internal, "a call to the X display did not end")?
    }
}

/// The display's first screen, and what is known of it.
pub(in crate::desktop::linux) struct Screen {
    connection: RustConnection,
    root: Window,
    width: u16,
    height: u16,
    atoms: Atoms,
    /// Keysyms that were put on unused keys, oldest first.
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
}

impl Screen {
    fn open() -> Result<Self> {
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

    /// Waits until the display has done everything that was asked of it.
    fn sync(&self) -> Result<()> {
        self.connection.get_input_focus().map_err(lost)?.reply().map_err(refused)?;
        Ok(())
    }
}

/// The connection to the display is gone.
fn lost(error: x11rb::errors::ConnectionError) -> EngineError {
    EngineError::new(ErrorKind::SessionEnded, "the connection to the X display was lost").with_source(error)
}

/// The display refused a request: most often a window that has just gone.
fn refused(error: x11rb::errors::ReplyError) -> EngineError {
    EngineError::new(ErrorKind::Protocol, "the X display refused a request").with_source(error)
}
