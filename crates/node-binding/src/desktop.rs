//! Desktop applications, method by method as in the engine. Trees, requests and answers of actions
//! cross as JSON text, whose form the engine fixes.

use crate::cancellation::Cancellation;
use crate::fault::{Fault, run, settle};
use crate::reports::count;
use napi::bindgen_prelude::{Buffer, Either};
use napi_derive::napi;
use std::collections::HashMap;
use uipilot_engine::desktop::{self, AttachTo, Desktop, Format, LaunchSpec, Query, UiQuery, WindowAction};
use uipilot_engine::error::{EngineError, ErrorContext as _, ErrorKind, Result};

/// A program to start.
#[napi(object, object_to_js = false)]
pub struct DesktopLaunchOptions {
    /// A path, or a name that is looked for on the path.
    pub command: String,
    /// Its arguments.
    pub args: Option<Vec<String>>,
    /// Variables beside those of this process.
    pub env: Option<HashMap<String, String>>,
    /// Its working folder.
    pub cwd: Option<String>,
}

/// An application that runs: one of the two is given.
#[napi(object, object_to_js = false)]
pub struct DesktopAttachOptions {
    /// Its process.
    pub pid: Option<u32>,
    /// Its name, in any case.
    pub name: Option<String>,
}

/// What to tell of an application's tree.
#[napi(object, object_to_js = false)]
pub struct DesktopUiOptions {
    /// Only this node and what is in it.
    pub id: Option<String>,
    /// Only nodes whose role, title or value has this text.
    pub find: Option<String>,
    /// Only nodes with this role.
    pub role: Option<String>,
    /// Only nodes with exactly this title.
    pub title: Option<String>,
    /// Only the node at the end of these titles, from the outside in.
    pub path: Option<Vec<String>>,
    /// Levels below the first.
    pub depth: Option<u32>,
    /// Also what is not showing.
    pub hidden: Option<bool>,
    /// Only what changed since the tree with this number.
    pub since: Option<u32>,
    /// Bytes of text.
    pub max_bytes: Option<u32>,
    /// Which form.
    #[napi(ts_type = "'text' | 'json'")]
    pub format: Option<String>,
}

impl TryFrom<DesktopUiOptions> for UiQuery {
    type Error = EngineError;

    fn try_from(options: DesktopUiOptions) -> Result<Self> {
        let format = match options.format.as_deref() {
            None | Some("text") => Format::Text,
            Some("json") => Format::Json,
            Some(_) => return Err(EngineError::new(ErrorKind::InvalidInput, "format must be text or json")),
        };
        Ok(Self {
            id: options.id,
            find: Query {
                id: None,
                role: options.role,
                title: options.title,
                text: options.find,
                path: options.path.unwrap_or_default(),
            },
            depth: options.depth.map(|depth| depth as usize),
            hidden: options.hidden.unwrap_or(false),
            since: options.since,
            max_bytes: options.max_bytes.map(|bytes| bytes as usize),
            format,
        })
    }
}

/// A session with one application.
#[napi(object, object_from_js = false)]
pub struct DesktopSessionInfo {
    /// Its name in later calls.
    pub session_id: String,
    /// The process.
    pub pid: u32,
    /// Whether we started it: then it ends with its session.
    pub launched: bool,
}

impl From<desktop::SessionInfo> for DesktopSessionInfo {
    fn from(info: desktop::SessionInfo) -> Self {
        Self {
            session_id: info.session_id,
            pid: info.pid,
            launched: info.launched,
        }
    }
}

/// An application's tree, or what changed in it.
#[napi(object, object_from_js = false)]
pub struct DesktopUiReport {
    /// The number of this tree, for `since`.
    pub tree: u32,
    /// The tree or the changes; the application's text in it is quoted.
    pub text: String,
    /// Nodes in the tree.
    pub nodes: f64,
}

/// A running application that can be seen.
#[napi(object, object_from_js = false)]
pub struct DesktopApplication {
    /// Its process.
    pub pid: u32,
    /// Its name, as it gives it: quote it before showing it.
    pub name: String,
    /// Its toolkit, where it tells.
    pub toolkit: Option<String>,
    /// How many windows it has.
    pub windows: f64,
}

/// A window.
#[napi(object, object_from_js = false)]
pub struct DesktopWindow {
    /// The platform's number of it.
    pub window: f64,
    /// The process it belongs to, where the platform tells.
    pub pid: Option<u32>,
    /// Its title: quote it before showing it.
    pub title: String,
    /// Left edge of its contents on the screen, where the platform tells: then the next three too.
    pub x: Option<f64>,
    /// Top edge.
    pub y: Option<f64>,
    /// Width.
    pub width: Option<f64>,
    /// Height.
    pub height: Option<f64>,
    /// Whether it has the keyboard.
    pub active: bool,
    /// Whether it is minimised or on another desktop.
    pub hidden: bool,
}

impl From<desktop::WindowInfo> for DesktopWindow {
    fn from(window: desktop::WindowInfo) -> Self {
        Self {
            #[allow(clippy::cast_precision_loss)] // Numbers of windows have 32 bits.
            window: window.window as f64,
            pid: window.pid,
            title: window.title,
            x: window.bounds.map(|bounds| bounds.x),
            y: window.bounds.map(|bounds| bounds.y),
            width: window.bounds.map(|bounds| bounds.w),
            height: window.bounds.map(|bounds| bounds.h),
            active: window.active,
            hidden: window.hidden,
        }
    }
}

/// A picture of a window.
#[napi(object, object_from_js = false)]
pub struct DesktopPicture {
    /// PNG.
    pub data: Buffer,
    /// For a marked picture: each number with its node.
    pub legend: String,
}

/// What to do with a window.
#[napi(object, object_to_js = false)]
pub struct DesktopWindowAction {
    /// Which.
    #[napi(ts_type = "'raise' | 'move' | 'resize' | 'close'")]
    pub action: String,
    /// For `move`.
    pub x: Option<i32>,
    /// For `move`.
    pub y: Option<i32>,
    /// For `resize`.
    pub width: Option<u32>,
    /// For `resize`.
    pub height: Option<u32>,
}

impl TryFrom<DesktopWindowAction> for WindowAction {
    type Error = EngineError;

    fn try_from(wanted: DesktopWindowAction) -> Result<Self> {
        let DesktopWindowAction {
            action,
            x,
            y,
            width,
            height,
        } = wanted;
        match (action.as_str(), x, y, width, height) {
            ("raise", ..) => Ok(Self::Raise),
            ("close", ..) => Ok(Self::Close),
            ("move", Some(x), Some(y), ..) => Ok(Self::Move { x, y }),
            ("resize", _, _, Some(width @ 1..), Some(height @ 1..)) => Ok(Self::Resize { width, height }),
            _ => Err(EngineError::new(
                ErrorKind::InvalidInput,
                "move needs x and y, resize needs width and height of at least 1",
            )),
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Saturates, and no window has that number.
fn window_number(window: Option<f64>) -> Option<u64> {
    window.map(|window| window as u64)
}

/// Desktop applications, by sessions.
#[napi]
pub struct NativeDesktop {
    desktop: Desktop,
}

#[napi]
impl NativeDesktop {
    /// Connects to nothing yet.
    #[napi]
    pub fn open() -> Either<NativeDesktop, Fault> {
        settle(Desktop::open(), |desktop| Self { desktop })
    }

    /// Starts a program and waits until it can be seen.
    #[napi]
    pub async fn launch(
        &self,
        options: DesktopLaunchOptions,
        cancellation: Option<&Cancellation>,
    ) -> Either<DesktopSessionInfo, Fault> {
        let spec = LaunchSpec {
            command: options.command,
            args: options.args.unwrap_or_default(),
            env: options.env.unwrap_or_default().into_iter().collect(),
            cwd: options.cwd.map(Into::into),
        };
        run(cancellation, self.desktop.launch(&spec), Into::into).await
    }

    /// Attaches to an application that runs.
    #[napi]
    pub async fn attach(
        &self,
        options: DesktopAttachOptions,
        cancellation: Option<&Cancellation>,
    ) -> Either<DesktopSessionInfo, Fault> {
        let call = async {
            let to = match (options.pid, options.name) {
                (Some(pid), None) => AttachTo::Pid(pid),
                (None, Some(name)) => AttachTo::Name(name),
                _ => return Err(EngineError::new(ErrorKind::InvalidInput, "give either pid or name")),
            };
            self.desktop.attach(&to).await
        };
        run(cancellation, call, Into::into).await
    }

    /// Switches actions of a session off or on; reading goes on.
    #[napi]
    pub fn enable(&self, session_id: String, enabled: bool) -> Either<DesktopSessionInfo, Fault> {
        let session = self.desktop.session(&session_id);
        settle(
            session.map(|session| {
                session.enable(enabled);
                session.info()
            }),
            Into::into,
        )
    }

    /// The tree of a session's application.
    #[napi]
    pub async fn ui(
        &self,
        session_id: String,
        options: DesktopUiOptions,
        cancellation: Option<&Cancellation>,
    ) -> Either<DesktopUiReport, Fault> {
        let call = async { self.desktop.session(&session_id)?.ui(&options.try_into()?).await };
        run(cancellation, call, |report| DesktopUiReport {
            tree: report.tree,
            text: report.text,
            nodes: count(report.nodes),
        })
        .await
    }

    /// Carries out an action: request and answer are JSON in the form of `debug_ui_action`.
    #[napi]
    pub async fn act(&self, request: String, cancellation: Option<&Cancellation>) -> Either<String, Fault> {
        let call = async {
            let request: desktop::UiActionRequest =
                serde_json::from_str(&request).or_kind(ErrorKind::InvalidInput, "the request is not one")?;
            request.validate()?;
            let response = self.desktop.session(&request.session_id)?.act(&request).await?;
            serde_json::to_string(&response).or_kind(ErrorKind::Internal, "the answer could not be written")
        };
        run(cancellation, call, |text| text).await
    }

    /// A picture of a window.
    #[napi]
    pub async fn screenshot(
        &self,
        session_id: String,
        window: Option<f64>,
        marked: bool,
        cancellation: Option<&Cancellation>,
    ) -> Either<DesktopPicture, Fault> {
        let call = async {
            let session = self.desktop.session(&session_id)?;
            session.screenshot(window_number(window), marked).await
        };
        run(cancellation, call, |(data, legend)| DesktopPicture {
            data: data.into(),
            legend,
        })
        .await
    }

    /// Presses a menu item by its path; answers what changed.
    #[napi]
    pub async fn menu(
        &self,
        session_id: String,
        path: Vec<String>,
        cancellation: Option<&Cancellation>,
    ) -> Either<String, Fault> {
        let call = async { self.desktop.session(&session_id)?.menu(&path).await };
        run(cancellation, call, |diff| diff.text()).await
    }

    /// Windows of a session, or all of them.
    #[napi]
    pub async fn windows(
        &self,
        session_id: Option<String>,
        cancellation: Option<&Cancellation>,
    ) -> Either<Vec<DesktopWindow>, Fault> {
        let call = async {
            match session_id {
                Some(id) => self.desktop.session(&id)?.windows().await,
                None => self.desktop.windows().await,
            }
        };
        run(cancellation, call, |windows| windows.into_iter().map(Into::into).collect()).await
    }

    /// Does something with a window of a session; answers it as it is afterwards, if it is there.
    #[napi]
    pub async fn window_action(
        &self,
        session_id: String,
        window: Option<f64>,
        action: DesktopWindowAction,
        cancellation: Option<&Cancellation>,
    ) -> Either<Vec<DesktopWindow>, Fault> {
        let call = async {
            let session = self.desktop.session(&session_id)?;
            session.window_action(window_number(window), action.try_into()?).await
        };
        run(cancellation, call, |window| window.into_iter().map(Into::into).collect()).await
    }

    /// Every application that can be seen.
    #[napi]
    pub async fn applications(&self, cancellation: Option<&Cancellation>) -> Either<Vec<DesktopApplication>, Fault> {
        run(cancellation, self.desktop.applications(), |found| {
            found
                .into_iter()
                .map(|app| DesktopApplication {
                    pid: app.pid,
                    name: app.name,
                    toolkit: app.toolkit,
                    windows: count(app.windows),
                })
                .collect()
        })
        .await
    }

    /// Ends a session, and its program if we started it; answers the last of its output.
    #[napi]
    pub async fn stop(&self, session_id: String) -> Either<String, Fault> {
        run(None, self.desktop.stop(&session_id), |output| output).await
    }

    /// Ends all sessions.
    #[napi]
    pub async fn close(&self) -> Either<(), Fault> {
        let call = async {
            self.desktop.close().await;
            Ok(())
        };
        run(None, call, |()| ()).await
    }
}
