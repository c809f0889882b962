//! The open sessions: programs that were launched here, and applications that were attached to. No other process is
//! touched.

use super::app::{ApplicationInfo, DesktopPlatform, WindowInfo};
use super::launch::{LaunchSpec, launch};
use super::session::Session;
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A session as callers see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopSessionInfo"))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionInfo {
    /// Its id for later calls.
    pub session_id: String,
    /// The process id.
    pub pid: u32,
    /// Whether it was launched here, rather than attached to.
    pub launched: bool,
}

/// The application to attach to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopAttachOptions"))]
#[serde(rename_all = "camelCase")]
pub enum AttachTo {
    /// The one with this process id.
    Pid(u32),
    /// The only application with this name.
    Name(String),
}

/// Desktop applications, held as sessions. It connects to nothing before the first call.
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
    /// Opens the desktop of this platform.
    ///
    /// # Errors
    /// `Unsupported` if there is no backend for the platform.
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

    /// Starts a program. It ends with its session, with [`Desktop::close`], or with this process.
    ///
    /// # Errors
    /// `LaunchFailed` if it does not start, `Timeout` if no window appears.
    pub async fn launch(&self, spec: &LaunchSpec) -> Result<SessionInfo> {
        let (program, app) = launch(&*self.platform, spec).await?;
        tracing::info!(pid = program.pid(), "desktop program launched");
        Ok(self.add(|id| Session::new(id, app, Some(program))))
    }

    /// Attaches to a running application. The application keeps running when the session ends.
    ///
    /// # Errors
    /// `InvalidInput` if no application matches, or more than one.
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
    /// `InvalidInput` for an unknown id.
    pub fn session(&self, id: &str) -> Result<Arc<Session>> {
        self.sessions().open.get(id).cloned().ok_or_else(|| {
            EngineError::new(
                ErrorKind::InvalidInput,
                format!("there is no session {}", quote(&shorten(id, 60))),
            )
            .with_next_step(crate::error::NextStep::OpenApplication)
        })
    }

    /// Ends a session. A launched program ends with its children; an attached one keeps running. Returns the end of
    /// the program's output.
    ///
    /// # Errors
    /// `InvalidInput` for an unknown id.
    pub async fn stop(&self, id: &str) -> Result<String> {
        let session = self.session(id)?;
        self.sessions().open.remove(id);
        session.end().await;
        Ok(session.output())
    }

    /// Every application that accessibility can see.
    ///
    /// # Errors
    /// `ConnectFailed` if accessibility cannot be reached.
    pub async fn applications(&self) -> Result<Vec<ApplicationInfo>> {
        self.platform.applications().await
    }

    /// Every window, the topmost last.
    ///
    /// # Errors
    /// `Unsupported` if the platform cannot list windows.
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
