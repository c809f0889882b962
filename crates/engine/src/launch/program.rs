//! Any program that we start: in a group of its own that ends with us, its output kept.

use super::keeper::Keeper;
use super::process::watch_end;
use crate::text::is_deceptive;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// Bytes of output that are kept, the last ones.
const KEPT: usize = 64 * 1024;

/// A program that we started, with everything that it starts in turn.
#[derive(Debug)]
pub(crate) struct Program {
    pid: u32,
    keeper: Arc<Mutex<Option<Keeper>>>,
    ended: watch::Receiver<Option<ExitStatus>>,
    output: Arc<Mutex<VecDeque<u8>>>,
}

impl Program {
    /// Starts a command; its input is empty.
    pub(crate) fn start(mut command: Command) -> io::Result<Self> {
        // No folder of ours goes with it.
        let mut keeper = Keeper::start(Path::new(""))?;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Keeper::prepare(&mut command);
        let mut child = command.spawn()?;
        let pid = child.id();
        let output = Arc::new(Mutex::new(VecDeque::new()));
        let pipes: [Option<Box<dyn Read + Send>>; 2] = [
            child.stdout.take().map(|pipe| Box::new(pipe) as _),
            child.stderr.take().map(|pipe| Box::new(pipe) as _),
        ];
        let started = keeper.adopt(&child).and_then(|()| {
            pipes
                .into_iter()
                .flatten()
                .try_for_each(|pipe| keep(pipe, Arc::clone(&output)))
        });
        if let Err(error) = started {
            keeper.kill();
            let _ = child.kill().and_then(|()| child.wait());
            return Err(error);
        }
        let keeper = Arc::new(Mutex::new(Some(keeper)));
        let ended = watch_end(child, Arc::clone(&keeper))?;
        Ok(Self {
            pid,
            keeper,
            ended,
            output,
        })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// How it ended; `None` while it runs.
    pub(crate) fn exit_status(&self) -> Option<ExitStatus> {
        *self.ended.borrow()
    }

    /// Resolves when it has ended.
    pub(crate) async fn ended(&self) {
        let _ = self.ended.clone().wait_for(Option::is_some).await;
    }

    /// The last of what it wrote, to either output, without characters that deceive.
    pub(crate) fn output(&self) -> String {
        let kept = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let (front, back) = kept.as_slices();
        String::from_utf8_lossy(&[front, back].concat())
            .chars()
            .filter(|&c| c == '\n' || c == '\t' || !is_deceptive(c))
            .collect()
    }

    /// Asks it to end.
    pub(crate) fn ask(&self) {
        if let Some(keeper) = self.keeper.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            keeper.ask();
        }
    }

    /// Ends it and everything in its group.
    pub(crate) fn kill(&self) {
        drop(self.keeper.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads a pipe to its end; a program whose output nobody reads would stop.
fn keep(mut pipe: Box<dyn Read + Send>, output: Arc<Mutex<VecDeque<u8>>>) -> io::Result<()> {
    std::thread::Builder::new()
        .name("uipilot-output".into())
        .stack_size(64 * 1024)
        .spawn(move || {
            let mut chunk = [0_u8; 4096];
            while let Ok(length @ 1..) = pipe.read(&mut chunk) {
                let mut kept = output.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&chunk[..length]);
                let surplus = kept.len().saturating_sub(KEPT);
                kept.drain(..surplus);
            }
        })?;
    Ok(())
}
