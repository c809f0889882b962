//! The sessions of one user of the engine: programs that it started, and those it attached to.
//! No other process is touched.

use super::app::{ApplicationInfo, DesktopPlatform, WindowInfo};
use super::launch::{LaunchSpec, launch};
use super::session::Session;
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A session as it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionInfo {
    /// Its name in later calls.
    pub session_id: String,
    /// The process.
    pub pid: u32,
    /// Whether we started it.
    pub launched: bool,
}

/// Whom to attach to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachTo {
    /// This process.
    Pid(u32),
    /// The only application with this name.
    Name(String),
}

/// Desktop applications, by sessions. Connects to nothing before the first call.
pub struct Desktop {
    platform: Arc<dyn DesktopPlatform>,
    sessions: Mutex<Sessions>,
}

#[derive(Default)]
struct Sessions {
    count: u32,
    open: HashMap<String, Arc<Session>>,
}

impl Desktop {
    /// The desktop of this platform.
    ///
    /// # Errors
    /// `Unsupported` where there is no backend for it.
    pub fn open() -> Result<Self> {
        Ok(Self {
            platform: platform()?,
            sessions: Mutex::default(),
        })
    }

    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, make: impl FnOnce(String) -> Session) -> SessionInfo {
        let mut sessions = self.sessions();
        sessions.count += 1;
        let id = format!("desktop-{}", sessions.count);
        let session = Arc::new(make(id.clone()));
        let info = session.info();
        sessions.open.insert(id, session);
        info
    }

    /// Starts a program; it ends with its session, with [`Desktop::close`], and with this process.
    ///
    /// # Errors
    /// `LaunchFailed` where it does not start, `Timeout` where it shows nothing.
    pub async fn launch(&self, spec: &LaunchSpec) -> Result<SessionInfo> {
        let (program, app) = launch(&*self.platform, spec).await?;
        tracing::info!(pid = program.pid(), "desktop program launched");
        Ok(self.add(|id| Session::new(id, app, Some(program))))
    }

    /// Attaches to a running application; it stays when its session ends.
    ///
    /// # Errors
    /// `InvalidInput` where no application, or more than one, is meant.
    pub async fn attach(&self, to: &AttachTo) -> Result<SessionInfo> {
        let pid = match to {
            AttachTo::Pid(pid) => *pid,
            AttachTo::Name(name) => self.named(name).await?,
        };
        let app = self.platform.attach(pid).await?.ok_or_else(|| {
            EngineError::new(
                ErrorKind::InvalidInput,
                format!("process {pid} is no application that accessibility can see"),
            )
            .with_next_step(crate::error::NextStep::ListApplications)
        })?;
        tracing::info!(pid, "attached to a desktop application");
        Ok(self.add(|id| Session::new(id, app, None)))
    }

    async fn named(&self, name: &str) -> Result<u32> {
        let mut found = self.platform.applications().await?;
        found.retain(|app| app.name.eq_ignore_ascii_case(name));
        match found.as_slice() {
            [only] => Ok(only.pid),
            [] => Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("no application is called {}", quote(&shorten(name, 80))),
            )
            .with_next_step(crate::error::NextStep::ListApplications)),
            several => Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("{} applications are called {}", several.len(), quote(&shorten(name, 80))),
            )
            .with_next_step(format!(
                "attach by pid: {}",
                several.iter().map(|app| app.pid.to_string()).collect::<Vec<_>>().join(", ")
            ))),
        }
    }

    /// A session by its id.
    ///
    /// # Errors
    /// `InvalidInput` for an unknown one.
    pub fn session(&self, id: &str) -> Result<Arc<Session>> {
        self.sessions().open.get(id).cloned().ok_or_else(|| {
            EngineError::new(
                ErrorKind::InvalidInput,
                format!("there is no session {}", quote(&shorten(id, 60))),
            )
            .with_next_step(crate::error::NextStep::OpenApplication)
        })
    }

    /// Ends a session: a program that it launched ends with its children, another one is left
    /// alone. Answers the last of its output.
    ///
    /// # Errors
    /// `InvalidInput` for an unknown one.
    pub async fn stop(&self, id: &str) -> Result<String> {
        let session = self.session(id)?;
        self.sessions().open.remove(id);
        session.end().await;
        Ok(session.output())
    }

    /// Every application that can be seen.
    ///
    /// # Errors
    /// `ConnectFailed` where accessibility cannot be reached.
    pub async fn applications(&self) -> Result<Vec<ApplicationInfo>> {
        self.platform.applications().await
    }

    /// Every window, the topmost last.
    ///
    /// # Errors
    /// `Unsupported` where the platform does not tell.
    pub async fn windows(&self) -> Result<Vec<WindowInfo>> {
        self.platform.windows().await
    }

    /// Ends all sessions.
    pub async fn close(&self) {
        let open = std::mem::take(&mut self.sessions().open);
        for session in open.into_values() {
            session.end().await;
        }
    }
}

#[cfg(target_os = "linux")]
#[expect(clippy::unnecessary_wraps, reason = "other platforms may have no backend")]
fn platform() -> Result<Arc<dyn DesktopPlatform>> {
    Ok(Arc::new(super::linux::LinuxPlatform::default()))
}

#[cfg(target_os = "macos")]
#[expect(clippy::unnecessary_wraps, reason = "other platforms may have no backend")]
fn platform() -> Result<Arc<dyn DesktopPlatform>> {
    Ok(Arc::new(super::macos::MacPlatform))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn platform() -> Result<Arc<dyn DesktopPlatform>> {
    Err(super::app::unsupported(
        "driving desktop applications",
        "there is no backend for this platform",
    ))
}
