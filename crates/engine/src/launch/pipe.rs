//! The pipe over which a browser that is started here is driven (`--remote-debugging-pipe`).
//!
//! A port can be reached by every user and every program of the machine, and asks for no password. The pipe has two
//! ends: ours and the browser's. Chromium reads commands from file descriptor 3 and writes to 4; a zero byte ends each
//! message. When our end closes, the browser ends.
//!
//! Windows has no such descriptors, so a browser listens on a port there.

use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::unix::pipe::{Receiver, Sender};

/// The descriptors that Chromium expects.
const THEIR_READ: libc::c_int = 3;
const THEIR_WRITE: libc::c_int = 4;

/// A message that every browser answers. Its number is none that a connection uses.
const GREETING: &str = r#"{"id":0,"method":"Browser.getVersion"}"#;

/// Our end of a browser's pipe.
#[derive(Debug)]
pub(crate) struct Pipe {
    pub(crate) reader: PipeReader,
    pub(crate) writer: PipeWriter,
}

/// Reads messages.
#[derive(Debug)]
pub(crate) struct PipeReader {
    input: BufReader<Receiver>,
    message: Vec<u8>,
}

impl PipeReader {
    /// The next message; `None` at the end.
    pub(crate) async fn next(&mut self) -> io::Result<Option<&str>> {
        self.message.clear();
        self.input.read_until(0, &mut self.message).await?;
        // The browser died while it wrote a message that does not end.
        if self.message.pop() != Some(0) {
            return Ok(None);
        }
        std::str::from_utf8(&self.message).map(Some).map_err(io::Error::other)
    }
}

/// Writes messages.
#[derive(Debug)]
pub(crate) struct PipeWriter {
    output: Sender,
    buffer: Vec<u8>,
}

impl PipeWriter {
    /// Writes messages at once.
    pub(crate) async fn write(&mut self, messages: impl IntoIterator<Item = impl AsRef<str>>) -> io::Result<()> {
        self.buffer.clear();
        for message in messages {
            self.buffer.extend_from_slice(message.as_ref().as_bytes());
            self.buffer.push(0);
        }
        self.output.write_all(&self.buffer).await
    }
}

impl Pipe {
    /// Waits until the browser answers. If it ends before that, the wait does not end.
    pub(super) async fn greet(&mut self) {
        if self.writer.write([GREETING]).await.is_ok() && matches!(self.reader.next().await, Ok(Some(_))) {
            return;
        }
        std::future::pending::<()>().await;
    }
}

/// The browser's end of a pipe, until the browser has it.
pub(super) struct TheirEnd {
    _read: OwnedFd,
    _write: OwnedFd,
    /// Keeps the two numbers in use, so that the channel by which the standard library learns of a failed start
    /// does not get one of them.
    _reserved: Vec<OwnedFd>,
}

/// Makes a pipe for a command. The other end has to be dropped after the start.
pub(super) fn attach(command: &mut Command) -> io::Result<(Pipe, TheirEnd)> {
    let (their_read, our_write) = io::pipe()?;
    let (our_read, their_write) = io::pipe()?;
    let mut reserved: Vec<OwnedFd> = Vec::new();
    while reserved.last().is_none_or(|last| last.as_raw_fd() <= THEIR_WRITE) {
        reserved.push(std::fs::File::open("/dev/null")?.into());
    }
    let (read, write) = (their_read.as_raw_fd(), their_write.as_raw_fd());
    // SAFETY: between fork and exec the closure makes system calls only, and allocates nothing. `TheirEnd` keeps the
    // descriptors open until then.
    unsafe {
        command.pre_exec(move || {
            // One of them may have the number of the other's place.
            let read = moved(read)?;
            let write = moved(write)?;
            for (from, to) in [(read, THEIR_READ), (write, THEIR_WRITE)] {
                if libc::dup2(from, to) == -1 {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        });
    }
    let pipe = Pipe {
        reader: PipeReader {
            input: BufReader::with_capacity(64 * 1024, Receiver::from_owned_fd(our_read.into())?),
            message: Vec::new(),
        },
        writer: PipeWriter {
            output: Sender::from_owned_fd(our_write.into())?,
            buffer: Vec::new(),
        },
    };
    let theirs = TheirEnd {
        _read: their_read.into(),
        _write: their_write.into(),
        _reserved: reserved,
    };
    Ok((pipe, theirs))
}

/// A copy of a descriptor with a higher number, which closes by itself when the program starts.
fn moved(descriptor: libc::c_int) -> io::Result<libc::c_int> {
    // SAFETY: a system call on a descriptor that is open.
    match unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 10) } {
        -1 => Err(io::Error::last_os_error()),
        copy => Ok(copy),
    }
}
