//! The calls of desktop applications.

use crate::desktop::{
    ApplicationInfo, AttachTo, Desktop, LaunchSpec, SessionInfo, UiActionRequest, UiActionResponse, UiQuery, UiReport,
    WindowAction, WindowInfo, WindowOptions, WindowPicture, WindowPictureOptions,
};
use crate::error::Result;

/// Switches the actions of a session off or on.
fn enable(desktop: &Desktop, session_id: &str, enabled: bool) -> Result<SessionInfo> {
    let session = desktop.session(session_id)?;
    session.enable(enabled);
    Ok(session.info())
}

calls! {
    Desktop;

    /// Starts a program and waits until its user interface can be read. The program ends with its session
    /// and with this process.
    "launch"(what: LaunchSpec) -> SessionInfo = |desktop| desktop.launch(&what);

    /// Attaches to a running application, by its process id or by its name. The application keeps running
    /// when the session ends.
    "attach"(to: AttachTo) -> SessionInfo = |desktop| desktop.attach(&to);

    /// Switches the actions of a session off or on. Reading stays possible.
    "enable"(session_id: String, enabled: bool) -> SessionInfo =
        |desktop| async { enable(desktop, &session_id, enabled) };

    /// The tree of a session's application, or what changed in it.
    "ui"(session_id: String; options: UiQuery) -> UiReport =
        |desktop| async { desktop.session(&session_id)?.ui(&options).await };

    /// Carries out an action. The answer reports a failure at the node.
    "act"(request: UiActionRequest) -> UiActionResponse = |desktop| async {
        request.validate()?;
        desktop.session(&request.session_id)?.act(&request).await
    };

    /// A picture of a window, as PNG.
    "screenshot"(session_id: String; options: WindowPictureOptions) -> WindowPicture =
        |desktop| async { desktop.session(&session_id)?.screenshot(&options).await };

    /// Presses a menu item by its path of titles. Returns the changes, one line each.
    "menu"(session_id: String, path: Vec<String>) -> String =
        |desktop| async { desktop.session(&session_id)?.menu(&path).await.map(|diff| diff.text()) };

    /// The windows of a session, or of all applications. The topmost window is last.
    "windows"(session_id: Option<String>) -> Vec<WindowInfo> = |desktop| async {
        match session_id {
            Some(id) => desktop.session(&id)?.windows().await,
            None => desktop.windows().await,
        }
    };

    /// Operates a window of a session. Returns the window's new state, or nothing if the window is gone.
    "windowAction"(session_id: String, action: WindowAction; options: WindowOptions) -> Option<WindowInfo> =
        |desktop| async { desktop.session(&session_id)?.window_action(action, &options).await };

    /// All running applications that can be read.
    "applications"() -> Vec<ApplicationInfo> = |desktop| desktop.applications();

    /// Ends a session, and its program if the session launched it. Returns the end of the program's output.
    "stop"(session_id: String) -> String = |desktop| desktop.stop(&session_id);

    /// Ends all sessions.
    "close"() -> () = |desktop| async {
        desktop.close().await;
        Result::<_>::Ok(())
    };
}
