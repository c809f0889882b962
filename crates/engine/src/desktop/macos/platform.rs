//! The desktop of a Mac.

use super::app::{CALL_LIMIT, MacApp};
use super::element::Element;
use super::fault::Fault;
use super::wake::wake;
use super::windows;
use super::{names, permissions, process};
use crate::desktop::{ApplicationInfo, DesktopApp, DesktopPlatform, WindowInfo};
use crate::error::{EngineError, ErrorKind, Result};
use async_trait::async_trait;
use std::sync::Arc;

/// The applications of this login session.
#[derive(Debug, Default)]
pub struct MacPlatform;

async fn blocking<R: Send + 'static>(call: impl FnOnce() -> Result<R> + Send + 'static) -> Result<R> {
    tokio::task::spawn_blocking(call)
        .await
        .unwrap_or_else(|lost| Err(EngineError::new(ErrorKind::Internal, "a call of the system was lost").with_source(lost)))
}

/// The windows of all applications, as the window server lists them. It reports titles only to programs that may
/// record the screen, so they are empty here.
fn all_windows() -> Vec<WindowInfo> {
    let mut active = true;
    let mut windows: Vec<WindowInfo> = windows::on_screen()
        .into_iter()
        .map(|window| WindowInfo {
            window: u64::from(window.number),
            pid: Some(window.pid.unsigned_abs()),
            title: window.owner,
            bounds: Some(window.bounds),
            // The topmost comes first.
            active: std::mem::take(&mut active),
            hidden: false,
        })
        .collect();
    windows.reverse();
    windows
}

fn all_applications() -> Vec<ApplicationInfo> {
    let mut found: Vec<ApplicationInfo> = Vec::new();
    for window in windows::on_screen() {
        let pid = window.pid.unsigned_abs();
        match found.iter_mut().find(|info| info.pid == pid) {
            Some(info) => info.windows += 1,
            None => found.push(ApplicationInfo {
                pid,
                name: window.owner,
                toolkit: None,
                windows: 1,
                answering: true,
            }),
        }
    }
    found
}

/// Attaches to a process; `None` until its accessibility interface is up.
fn attach(pid: i32) -> Result<Option<MacApp>> {
    permissions::accessibility()?;
    if !process::is_alive(pid) {
        return Err(crate::desktop::act::not_running(pid.unsigned_abs()));
    }
    let Some(application) = Element::application(pid) else {
        return Ok(None);
    };
    // The default of 6 s is changed for all elements and for this one: an element keeps the limit that it was created
    // with.
    if let Some(all) = Element::system_wide() {
        all.limit(CALL_LIMIT).map_err(|fault| fault.during("setting a time limit"))?;
    }
    let ready = application
        .limit(CALL_LIMIT)
        .and_then(|()| application.get(names::ROLE))
        .and_then(|role| {
            if role.is_some() {
                wake(&application)?;
            }
            Ok(role.is_some())
        });
    match ready {
        Ok(true) => Ok(Some(MacApp::new(pid, application))),
        Ok(false) | Err(Fault::NoAnswer | Fault::Gone | Fault::Unsupported | Fault::Other(_)) => Ok(None),
        Err(fault) => Err(fault.during("attaching to the application")),
    }
}

#[async_trait]
impl DesktopPlatform for MacPlatform {
    async fn applications(&self) -> Result<Vec<ApplicationInfo>> {
        blocking(|| Ok(all_applications())).await
    }

    async fn windows(&self) -> Result<Vec<WindowInfo>> {
        blocking(|| Ok(all_windows())).await
    }

    async fn attach(&self, pid: u32) -> Result<Option<Arc<dyn DesktopApp>>> {
        let pid = i32::try_from(pid)
            .map_err(|_| EngineError::new(ErrorKind::InvalidInput, format!("there is no process with pid {pid}")))?;
        let app = blocking(move || attach(pid)).await?;
        Ok(app.map(|app| Arc::new(app) as Arc<dyn DesktopApp>))
    }

    fn launch_environment(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}
