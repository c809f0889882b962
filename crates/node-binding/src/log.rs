//! Passes the engine's log to a JavaScript function. Nothing is ever written to stdout.

use napi::Status;
use napi::bindgen_prelude::{Function, Result};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi_derive::napi;
use std::io;
use std::sync::{OnceLock, PoisonError, RwLock};
use tracing::Metadata;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{Registry, reload};

/// The number of records that may wait for JavaScript. Others are dropped, so that a busy event loop costs
/// no memory.
const QUEUE: usize = 1024;

/// One line of the engine's log.
#[napi(object, object_from_js = false)]
pub struct LogRecord {
    /// Its level.
    #[napi(ts_type = "'error' | 'warn' | 'info' | 'debug' | 'trace'")]
    pub level: String,
    /// The module that logged it.
    pub target: String,
    /// The message with its fields.
    pub message: String,
}

/// A weak reference: the log does not keep the process alive.
type Receiver = ThreadsafeFunction<LogRecord, (), LogRecord, Status, false, true, QUEUE>;

static RECEIVER: RwLock<Option<Receiver>> = RwLock::new(None);
static FILTER: OnceLock<reload::Handle<Targets, Registry>> = OnceLock::new();

/// Sends the engine's log to `receiver`, for the whole process. A later call replaces level and
/// receiver. False: another part of the process took the log before.
#[napi]
pub fn init_logging(
    #[napi(ts_arg_type = "'off' | 'error' | 'warn' | 'info' | 'debug' | 'trace'")] level: String,
    #[napi(ts_arg_type = "(record: LogRecord) => void")] receiver: Function<LogRecord, ()>,
) -> Result<bool> {
    let receiver = receiver
        .build_threadsafe_function()
        .weak::<true>()
        .callee_handled::<false>()
        .max_queue_size::<QUEUE>()
        .build()?;
    *RECEIVER.write().unwrap_or_else(PoisonError::into_inner) = Some(receiver);
    let filter = filter(level.parse().unwrap_or(LevelFilter::WARN));
    if let Some(handle) = FILTER.get() {
        return Ok(handle.reload(filter).is_ok());
    }
    let (filter, handle) = reload::Layer::new(filter);
    let lines = tracing_subscriber::fmt::layer()
        .without_time()
        .with_level(false)
        .with_target(false)
        .with_ansi(false)
        .with_writer(ToReceiver);
    let installed = tracing::subscriber::set_global_default(Registry::default().with(filter).with(lines)).is_ok();
    if installed {
        // It is not set yet: only the call that installs the subscriber gets here.
        let _ = FILTER.set(handle);
    }
    Ok(installed)
}

/// `level` for uipilot's own modules, and at most warnings for libraries.
fn filter(level: LevelFilter) -> Targets {
    Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("uipilot", level)
        .with_target("uipilot_engine", level)
        .with_target("uipilot_node", level)
}

/// Makes a writer for each event.
struct ToReceiver;

impl<'a> MakeWriter<'a> for ToReceiver {
    type Writer = Line;

    fn make_writer(&'a self) -> Line {
        Line::new("info", "uipilot")
    }

    fn make_writer_for(&'a self, meta: &Metadata<'_>) -> Line {
        let level = match *meta.level() {
            tracing::Level::ERROR => "error",
            tracing::Level::WARN => "warn",
            tracing::Level::INFO => "info",
            tracing::Level::DEBUG => "debug",
            tracing::Level::TRACE => "trace",
        };
        Line::new(level, meta.target())
    }
}

/// Collects the text of one event and sends it when it is complete.
struct Line {
    level: &'static str,
    target: String,
    text: Vec<u8>,
}

impl Line {
    fn new(level: &'static str, target: &str) -> Self {
        Self {
            level,
            target: target.to_owned(),
            text: Vec::new(),
        }
    }
}

impl io::Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let record = LogRecord {
            level: self.level.to_owned(),
            target: std::mem::take(&mut self.target),
            message: String::from_utf8_lossy(&self.text).trim_end().to_owned(),
        };
        if let Some(receiver) = &*RECEIVER.read().unwrap_or_else(PoisonError::into_inner) {
            receiver.call(record, ThreadsafeFunctionCallMode::NonBlocking);
        }
    }
}
