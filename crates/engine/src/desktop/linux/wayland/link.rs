//! The connection to a compositor: the interfaces it offers, and waiting for its answers with a time limit.

use super::picture::Frame;
use super::toplevels::Toplevel;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::sockopt::socket_peercred;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wayland_client::backend::WaylandError;
use wayland_client::protocol::{wl_callback, wl_registry};
use wayland_client::{Connection, Dispatch, DispatchError, EventQueue, Proxy, QueueHandle};

/// A compositor that takes longer to answer counts as hanging.
const ANSWER_LIMIT: Duration = Duration::from_secs(2);

/// What the compositor has sent so far.
#[derive(Default)]
pub(super) struct Seen {
    globals: Vec<Global>,
    /// Names of outputs by the number of their global.
    pub(super) outputs: Vec<(u32, String)>,
    pub(super) toplevels: Vec<Toplevel>,
    pub(super) frame: Frame,
}

/// An interface that the compositor offers.
struct Global {
    name: u32,
    interface: String,
    version: u32,
}

/// A connection.
pub(super) struct Link {
    connection: Connection,
    queue: EventQueue<Seen>,
    registry: wl_registry::WlRegistry,
    /// The compositor's process id, if the system reports it.
    pub(super) compositor: Option<i32>,
    pub(super) seen: Seen,
}

impl Link {
    /// Connects to the compositor that `WAYLAND_DISPLAY` names.
    pub(super) fn open() -> Result<Self> {
        let socket = socket_path().and_then(|path| UnixStream::connect(path).ok()).ok_or_else(|| {
            EngineError::new(ErrorKind::ConnectFailed, "the Wayland compositor cannot be reached")
                .with_next_step("set WAYLAND_DISPLAY and XDG_RUNTIME_DIR to those of a running compositor")
        })?;
        let compositor = peer(&socket);
        let connection =
            Connection::from_socket(socket).or_kind(ErrorKind::ConnectFailed, "the Wayland compositor cannot be reached")?;
        let queue = connection.new_event_queue();
        let registry = connection.display().get_registry(&queue.handle(), ());
        let mut link = Self {
            connection,
            queue,
            registry,
            compositor,
            seen: Seen::default(),
        };
        link.sync()?;
        Ok(link)
    }

    pub(super) fn handle(&self) -> QueueHandle<Seen> {
        self.queue.handle()
    }

    /// Whether the compositor offers an interface.
    pub(super) fn offers<I: Proxy>(&self) -> bool {
        let wanted = I::interface().name;
        self.seen.globals.iter().any(|global| global.interface == wanted)
    }

    /// Binds the first global of an interface in at most this version; `None` if there is none.
    pub(super) fn bind<I>(&self, version: u32) -> Option<I>
    where
        I: Proxy + 'static,
        Seen: Dispatch<I, ()>,
    {
        let global = self
            .seen
            .globals
            .iter()
            .find(|global| global.interface == I::interface().name)?;
        let version = version.min(global.version);
        Some(self.registry.bind(global.name, version, &self.handle(), ()))
    }

    /// Binds every global of an interface that has at least this version. Returns each with its number.
    pub(super) fn bind_all<I>(&self, version: u32) -> Vec<(u32, I)>
    where
        I: Proxy + 'static,
        Seen: Dispatch<I, u32>,
    {
        self.seen
            .globals
            .iter()
            .filter(|global| global.interface == I::interface().name && global.version >= version)
            .map(|global| {
                (
                    global.name,
                    self.registry.bind(global.name, version, &self.handle(), global.name),
                )
            })
            .collect()
    }

    /// Waits until the compositor has processed all requests.
    pub(super) fn sync(&mut self) -> Result<()> {
        let done = Arc::new(AtomicBool::new(false));
        self.connection.display().sync(&self.handle(), Arc::clone(&done));
        self.until(|_| done.load(Ordering::Relaxed))
    }

    /// Processes events until a condition holds.
    pub(super) fn until(&mut self, holds: impl Fn(&Seen) -> bool) -> Result<()> {
        let deadline = Instant::now() + ANSWER_LIMIT;
        loop {
            self.queue.dispatch_pending(&mut self.seen).map_err(lost)?;
            if holds(&self.seen) {
                return Ok(());
            }
            let mut wanted = PollFlags::IN;
            match self.queue.flush() {
                Ok(()) => {}
                Err(WaylandError::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => wanted |= PollFlags::OUT,
                Err(error) => return Err(lost(error.into())),
            }
            let Some(reading) = self.queue.prepare_read() else { continue };
            let left = deadline.saturating_duration_since(Instant::now());
            let limit = Timespec::try_from(left).ok().filter(|_| !left.is_zero()).ok_or_else(hangs)?;
            let ready = match poll(&mut [PollFd::from_borrowed_fd(reading.connection_fd(), wanted)], Some(&limit)) {
                Ok(ready) => ready,
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(lost(WaylandError::Io(error.into()).into())),
            };
            if ready == 0 {
                return Err(hangs());
            }
            match reading.read() {
                Ok(_) => {}
                Err(WaylandError::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(lost(error.into())),
            }
        }
    }
}

/// The socket that the environment names: a path, or a name in the runtime directory.
fn socket_path() -> Option<PathBuf> {
    let named = PathBuf::from(std::env::var_os("WAYLAND_DISPLAY")?);
    if named.is_absolute() {
        return Some(named);
    }
    Some(PathBuf::from(std::env::var_os("XDG_RUNTIME_DIR")?).join(named))
}

/// The process at the other end of a socket.
pub(super) fn peer(socket: &UnixStream) -> Option<i32> {
    Some(socket_peercred(socket).ok()?.pid.as_raw_nonzero().get())
}

fn hangs() -> EngineError {
    EngineError::new(
        ErrorKind::Timeout,
        format!("the compositor did not answer within {} s", ANSWER_LIMIT.as_secs()),
    )
    .with_next_step("wait and try again; a compositor without a frame to draw (its outputs are off) takes no pictures")
}

/// The error for a connection that was lost or closed by the compositor.
fn lost(error: DispatchError) -> EngineError {
    EngineError::new(ErrorKind::SessionEnded, "the connection to the Wayland compositor was lost")
        .with_next_step(crate::error::NextStep::OpenApplication)
        .with_source(error)
}

impl Dispatch<wl_registry::WlRegistry, ()> for Seen {
    fn event(
        seen: &mut Self,
        _: &wl_registry::WlRegistry,
        event: wl_registry::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            wl_registry::Event::Global {
                name,
                interface,
                version,
            } => seen.globals.push(Global {
                name,
                interface,
                version,
            }),
            wl_registry::Event::GlobalRemove { name } => seen.globals.retain(|global| global.name != name),
            _ => {}
        }
    }
}

impl Dispatch<wl_callback::WlCallback, Arc<AtomicBool>> for Seen {
    fn event(
        _: &mut Self,
        _: &wl_callback::WlCallback,
        _: wl_callback::Event,
        done: &Arc<AtomicBool>,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        done.store(true, Ordering::Relaxed);
    }
}
