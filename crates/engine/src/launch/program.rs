//! Any program that is started here: in its own process group that ends with this process, with its output captured.

use super::keeper::Keeper;
use super::process::watch_end;
use crate::text::is_deceptive;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The number of output bytes to keep, from the end.
const OUTPUT_LIMIT: usize = 64 * 1024;

/// A program that was started here, with all processes that it starts.
#[derive(Debug)]
pub(crate) struct Program {
    pid: u32,
    keeper: Arc<Mutex<Option<Keeper>>>,
    ended: watch::Receiver<Option<ExitStatus>>,
    output: Arc<Mutex<VecDeque<u8>>>,
}

impl Program {
    /// Starts a command with empty input.
    pub(crate) fn start(mut command: Command) -> io::Result<Self> {
        // There is no session folder to remove.
        let mut keeper = Keeper::start(&[])?;
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

    /// Its exit status; `None` while it runs.
    pub(crate) fn exit_status(&self) -> Option<ExitStatus> {
        *self.ended.borrow()
    }

    /// Resolves when it has exited.
    pub(crate) async fn ended(&self) {
        let _ = self.ended.clone().wait_for(Option::is_some).await;
    }

    /// The end of its standard and error output, without deceptive characters.
    pub(crate) fn output(&self) -> String {
        let captured = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let (front, back) = captured.as_slices();
        String::from_utf8_lossy(&[front, back].concat())
            .chars()
            .filter(|&c| c == '\n' || c == '\t' || !is_deceptive(c))
            .collect()
    }

    /// Asks it to exit.
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

/// Reads a pipe to its end: a program whose output is not read would block.
fn keep(mut pipe: Box<dyn Read + Send>, output: Arc<Mutex<VecDeque<u8>>>) -> io::Result<()> {
    std::thread::Builder::new()
        .name("uipilot-output".into())
        .stack_size(64 * 1024)
        .spawn(move || {
            let mut chunk = [0_u8; 4096];
            while let Ok(length @ 1..) = pipe.read(&mut chunk) {
                let mut captured = output.lock().unwrap_or_else(PoisonError::into_inner);
                captured.extend(&chunk[..length]);
                let surplus = captured.len().saturating_sub(OUTPUT_LIMIT);
                captured.drain(..surplus);
            }
        })?;
    Ok(())
}
