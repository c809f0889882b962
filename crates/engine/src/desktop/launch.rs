//! Starts a program so that accessibility can see it.

use super::app::{DesktopApp, DesktopPlatform};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::launch::{Names, Program, check_environment, clean};
use crate::text::{quote, shorten};
use derive_setters::Setters;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program that registers with accessibility does so within this time.
const APPEAR_LIMIT: Duration = Duration::from_secs(20);
const BETWEEN_LOOKS: Duration = Duration::from_millis(60);

/// A window that accessibility reports is on the display within this time. A program that lives only in a tray never
/// has one there.
const WINDOW_LIMIT: Duration = Duration::from_secs(3);

/// What to start.
#[derive(Clone, Default, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopLaunchOptions"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct LaunchSpec {
    /// The program: a path, or a name to look up in `PATH`.
    #[setters(into)]
    pub command: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Environment variables. The program otherwise gets only those that programs need to run, and not what else
    /// this process was given.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Its working directory.
    #[setters(into)]
    pub cwd: Option<PathBuf>,
}

impl fmt::Debug for LaunchSpec {
    /// Without arguments and values of variables, which may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LaunchSpec")
            .field("command", &self.command)
            .field("args", &self.args.len())
            .field("env", &Names(&self.env))
            .field("cwd", &self.cwd)
            .finish()
    }
}

impl LaunchSpec {
    /// A program by its path or its name, without arguments.
    pub fn new(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            ..Self::default()
        }
    }
}

/// Starts a program and waits until accessibility can see it and its window is on the display.
pub(super) async fn launch(platform: &dyn DesktopPlatform, spec: &LaunchSpec) -> Result<(Program, Arc<dyn DesktopApp>)> {
    if spec.command.trim().is_empty() {
        return Err(EngineError::new(ErrorKind::InvalidInput, "command must not be empty"));
    }
    check_environment(&spec.env)?;
    let mut command = Command::new(&spec.command);
    clean(&mut command);
    command.args(&spec.args).envs(platform.launch_environment()).envs(&spec.env);
    if let Some(folder) = &spec.cwd {
        command.current_dir(folder);
    }
    let named = quote(&shorten(&spec.command, 200));
    let program = Program::start(command)
        .or_kind(ErrorKind::LaunchFailed, format!("{named} could not be started"))
        .map_err(|error| error.with_next_step("check the command, its working folder and the permissions"))?;
    let began = Instant::now();
    loop {
        if let Some(status) = program.exit_status() {
            return Err(EngineError::new(
                ErrorKind::LaunchFailed,
                format!("{named} ended before it showed a window: {status}"),
            )
            .with_next_step(last_words(&program)));
        }
        if let Some(app) = platform.attach(program.pid()).await? {
            // The application registers before its first window exists.
            if !app
                .read(&super::app::ReadScope::default())
                .await
                .is_ok_and(|read| read.nodes.is_empty())
            {
                wait_for_window(&*app).await;
                return Ok((program, app));
            }
        }
        if began.elapsed() > APPEAR_LIMIT {
            return Err(EngineError::new(
                ErrorKind::Timeout,
                format!("{named} runs, but has shown nothing to accessibility for {} s", APPEAR_LIMIT.as_secs()),
            )
            .with_next_step(format!(
                "check that it opens a window and that its toolkit has accessibility (Chromium and Electron: --force-renderer-accessibility); {}",
                last_words(&program)
            )));
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

/// Toolkits announce a window to accessibility when they request it. The display shows it and gives it the keyboard
/// some time later; an action before that would go to the window in front.
async fn wait_for_window(app: &dyn DesktopApp) {
    let began = Instant::now();
    // A display that cannot list windows gives an error, which ends the wait.
    while app.is_running() && app.windows().await.is_ok_and(|windows| windows.is_empty()) {
        if began.elapsed() > WINDOW_LIMIT {
            tracing::info!(pid = app.pid(), "the program has no window on the display");
            return;
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

fn last_words(program: &Program) -> String {
    let output = program.output();
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return "it wrote nothing; run it by hand to see why".to_owned();
    }
    let last = lines[lines.len().saturating_sub(5)..].join("\n");
    format!("it wrote {}", quote(&shorten(&last, 800)))
}
