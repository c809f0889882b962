//! One running browser process: its output, its exit, and its group.

use super::keeper::{self, Keeper};
use crate::text::is_deceptive;
use std::collections::VecDeque;
use std::io;
use std::process::{Child, ChildStderr, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::sync::watch;

/// The number of output lines to keep.
const REMEMBERED_LINES: usize = 20;
/// The maximum length of a line of output in bytes. Longer lines are cut.
const REMEMBERED_LINE: usize = 1000;

/// Extracts the WebSocket address from a line of output.
pub(super) type EndpointParser = fn(&str) -> Option<String>;

/// A browser process that we started.
#[derive(Debug)]
pub(super) struct BrowserProcess {
    pid: u32,
    keeper: Arc<Mutex<Option<Keeper>>>,
    ended: watch::Receiver<Option<ExitStatus>>,
    output: watch::Receiver<Output>,
}

/// What a browser has written so far.
#[derive(Debug, Default)]
struct Output {
    endpoint: Option<String>,
    lines: VecDeque<String>,
    closed: bool,
}

impl BrowserProcess {
    /// Starts `command` under the care of `keeper`. The command's stderr must be piped.
    pub(super) fn start(mut command: Command, mut keeper: Keeper, parse: EndpointParser) -> io::Result<Self> {
        Keeper::prepare(&mut command);
        let mut child = command.spawn()?;
        let pid = child.id();
        let stderr = child.stderr.take();
        if let Err(error) = keeper.adopt(&child) {
            keeper.kill();
            let _ = child.kill().and_then(|()| child.wait());
            return Err(error);
        }
        let keeper = Arc::new(Mutex::new(Some(keeper)));
        let ended = watch_end(child, Arc::clone(&keeper))?;
        let output = watch_output(stderr, parse)?;
        Ok(Self {
            pid,
            keeper,
            ended,
            output,
        })
    }

    pub(super) fn pid(&self) -> u32 {
        self.pid
    }

    /// Resolves when the process has exited.
    pub(super) async fn ended(&self) {
        // An error means that the watching thread is gone, which happens only after the exit.
        let _ = self.ended.clone().wait_for(Option::is_some).await;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.borrow().is_some()
    }

    /// Resolves with the WebSocket address once the browser prints it. Otherwise it never resolves.
    pub(super) async fn endpoint(&self) -> String {
        let mut output = self.output.clone();
        if let Ok(output) = output.wait_for(|output| output.endpoint.is_some()).await
            && let Some(endpoint) = &output.endpoint
        {
            return endpoint.clone();
        }
        std::future::pending().await
    }

    /// Waits briefly for the last output of a process that exited.
    pub(super) async fn last_words(&self) {
        let mut output = self.output.clone();
        let _ = tokio::time::timeout(Duration::from_millis(200), output.wait_for(|output| output.closed)).await;
    }

    /// Its state, as a clause that stays true when it is ended afterwards.
    pub(super) fn status(&self) -> String {
        match *self.ended.borrow() {
            None => "it was still running".to_owned(),
            Some(status) => format!("it ended with {status}"),
        }
    }

    /// Its exit status; `None` while it runs.
    pub(super) fn exit_status(&self) -> Option<ExitStatus> {
        *self.ended.borrow()
    }

    /// Whether it has written anything that is kept.
    pub(super) fn has_spoken(&self) -> bool {
        !self.output.borrow().lines.is_empty()
    }

    /// The last lines of its output.
    pub(super) fn last_lines(&self) -> String {
        let output = self.output.borrow();
        output.lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// Asks it to exit, if the system supports that.
    pub(super) fn ask(&self) {
        if let Some(keeper) = self.keeper().as_ref() {
            keeper.ask();
        }
    }

    /// Kills it with all processes that it started.
    pub(super) fn kill(&self) {
        if let Some(keeper) = self.keeper().as_ref() {
            keeper.kill();
        }
    }

    /// Releases the keeper after an orderly end: the process has exited and its folder is removed.
    pub(super) fn release(&self) {
        if let Some(keeper) = self.keeper().take() {
            keeper.release();
        }
    }

    /// Kills the rest and leaves the cleanup to the keeper. Without effect after [`BrowserProcess::release`].
    pub(super) fn abandon(&self) {
        // Dropped under the lock: the drop kills the group, which must not be reaped in between.
        let mut keeper = self.keeper();
        drop(keeper.take());
    }

    fn keeper(&self) -> MutexGuard<'_, Option<Keeper>> {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for BrowserProcess {
    fn drop(&mut self) {
        self.abandon();
    }
}

/// Waits for the exit on a dedicated thread. The runtime's way needs a signal handler, which the host program may
/// replace (Node has its own for its children). A thread also reaps the process when the runtime is gone.
pub(super) fn watch_end(mut child: Child, keeper: Arc<Mutex<Option<Keeper>>>) -> io::Result<watch::Receiver<Option<ExitStatus>>> {
    let (sender, receiver) = watch::channel(None);
    std::thread::Builder::new()
        .name("uipilot-browser".into())
        .stack_size(64 * 1024)
        .spawn(move || {
            keeper::wait_for_end(&child);
            // Under the lock, so that the group is not signalled between reaping it and clearing its number.
            let status = match keeper.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                Some(keeper) => keeper.reap(&mut child),
                None => child.wait(),
            };
            sender.send_replace(Some(status.unwrap_or_default()));
        })?;
    Ok(receiver)
}

/// Reads the output to its end: a browser whose output is not read would block.
fn watch_output(stderr: Option<ChildStderr>, parse: EndpointParser) -> io::Result<watch::Receiver<Output>> {
    let (sender, receiver) = watch::channel(Output::default());
    if let Some(stderr) = stderr {
        let stderr = tokio::process::ChildStderr::from_std(stderr)?;
        tokio::spawn(read_output(stderr, parse, sender));
    }
    Ok(receiver)
}

async fn read_output(from: impl AsyncRead + Unpin, parse: EndpointParser, to: watch::Sender<Output>) {
    let mut reader = BufReader::new(from);
    let mut line = Vec::new();
    loop {
        let (used, complete) = match reader.fill_buf().await {
            Ok([]) | Err(_) => break,
            Ok(bytes) => {
                let end = bytes.iter().position(|&byte| byte == b'\n');
                let part = &bytes[..end.unwrap_or(bytes.len())];
                let room = REMEMBERED_LINE.saturating_sub(line.len());
                line.extend_from_slice(&part[..part.len().min(room)]);
                (end.map_or(bytes.len(), |end| end + 1), end.is_some())
            }
        };
        reader.consume(used);
        if complete {
            remember(&line, parse, &to);
            line.clear();
        }
    }
    remember(&line, parse, &to);
    to.send_modify(|output| output.closed = true);
}

fn remember(line: &[u8], parse: EndpointParser, to: &watch::Sender<Output>) {
    let line: String = String::from_utf8_lossy(line).chars().filter(|&c| !is_deceptive(c)).collect();
    if line.trim().is_empty() {
        return;
    }
    to.send_modify(|output| {
        // The address lets any program drive the browser, and these lines are shown in errors.
        if let Some(endpoint) = parse(&line) {
            output.endpoint.get_or_insert(endpoint);
            return;
        }
        if output.lines.len() == REMEMBERED_LINES {
            output.lines.pop_front();
        }
        output.lines.push_back(line);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<String> {
        line.strip_prefix("at ").map(str::to_owned)
    }

    async fn read(bytes: &[u8]) -> Output {
        let (sender, receiver) = watch::channel(Output::default());
        read_output(bytes, parse, sender).await;
        let output = receiver.borrow();
        Output {
            endpoint: output.endpoint.clone(),
            lines: output.lines.clone(),
            closed: output.closed,
        }
    }

    #[tokio::test]
    async fn the_first_endpoint_counts() {
        let output = read(b"hello\n\nat one\r\nat two").await;
        assert_eq!(output.endpoint.as_deref(), Some("one"));
        assert_eq!(output.lines, ["hello"], "addresses are not remembered");
        assert!(output.closed);
    }

    #[tokio::test]
    async fn output_is_bounded_and_clean() {
        let mut bytes = vec![b'x'; 5000];
        bytes.extend_from_slice(b"\n\x1b[31mred\x1b[0m \xff\xe2\x80\xae\n");
        let output = read(&bytes).await;
        assert_eq!(output.lines[0].len(), REMEMBERED_LINE);
        assert_eq!(output.lines[1], "[31mred[0m \u{fffd}");

        let many = (0..100).map(|n| n.to_string()).collect::<Vec<_>>().join("\n");
        let output = read(many.as_bytes()).await;
        assert_eq!((output.lines.len(), output.lines[0].as_str()), (REMEMBERED_LINES, "80"));
    }
}
