//! The socket of sway and compatible compositors: the places and owners of windows, and commands to move them.
//! Wayland itself reports none of that to other programs.

use super::link::peer;
use super::places::{Container, Places};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

const MAGIC: &[u8; 6] = b"i3-ipc";
const RUN_COMMAND: u32 = 0;
const GET_TREE: u32 = 4;
/// A running compositor answers within this time.
const ANSWER_LIMIT: Duration = Duration::from_secs(2);
/// The size limit of an answer.
const MOST_BYTES: usize = 16 << 20;

/// The result of a command.
#[derive(Deserialize)]
struct Outcome {
    success: bool,
}

/// The socket. Each call connects anew, so that no answer is mistaken for another's.
pub(super) struct Sway {
    path: PathBuf,
}

impl Sway {
    /// The socket that `SWAYSOCK` names, if it belongs to the compositor with this process id: the variable may come
    /// from another session.
    pub(super) fn open(compositor: Option<i32>) -> Option<Self> {
        let path = PathBuf::from(std::env::var_os("SWAYSOCK")?);
        let socket = UnixStream::connect(&path).ok()?;
        if compositor.is_none() || peer(&socket) != compositor {
            tracing::info!("SWAYSOCK belongs to another compositor");
            return None;
        }
        Some(Self { path })
    }

    /// All windows and screens.
    pub(super) fn places(&self) -> Result<Places> {
        let tree: Container = self.ask(GET_TREE, "")?;
        Ok(Places::of(&tree))
    }

    /// Runs a command on a window. Returns whether sway carried it out.
    pub(super) fn command(&self, window: u64, command: &str) -> Result<bool> {
        let outcomes: Vec<Outcome> = self.ask(RUN_COMMAND, &format!("[con_id={window}] {command}"))?;
        Ok(outcomes.iter().all(|outcome| outcome.success))
    }

    fn ask<T: DeserializeOwned>(&self, kind: u32, payload: &str) -> Result<T> {
        let lost = "the compositor's own socket (SWAYSOCK) did not answer";
        let length = u32::try_from(payload.len()).or_kind(ErrorKind::Internal, lost)?;
        let mut message = MAGIC.to_vec();
        message.extend(length.to_ne_bytes());
        message.extend(kind.to_ne_bytes());
        message.extend(payload.as_bytes());
        let exchange = || -> io::Result<Option<Vec<u8>>> {
            let mut socket = UnixStream::connect(&self.path)?;
            socket.set_read_timeout(Some(ANSWER_LIMIT))?;
            socket.set_write_timeout(Some(ANSWER_LIMIT))?;
            socket.write_all(&message)?;
            let mut head = [0; 14];
            socket.read_exact(&mut head)?;
            let length = u32::from_ne_bytes([head[6], head[7], head[8], head[9]]) as usize;
            if !head.starts_with(MAGIC) || length > MOST_BYTES {
                return Ok(None);
            }
            let mut answer = vec![0; length];
            socket.read_exact(&mut answer)?;
            Ok(Some(answer))
        };
        let answer = exchange().map_err(|error| {
            let kind = match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => ErrorKind::Timeout,
                _ => ErrorKind::SessionEnded,
            };
            EngineError::new(kind, lost)
                .with_next_step(crate::error::NextStep::OpenApplication)
                .with_source(error)
        })?;
        answer.and_then(|answer| serde_json::from_slice(&answer).ok()).ok_or_else(|| {
            EngineError::new(
                ErrorKind::Protocol,
                "the compositor's own socket (SWAYSOCK) said something unexpected",
            )
        })
    }
}
