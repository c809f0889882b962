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

    /// Starts a program and waits until it can be seen. It ends with its session and with this process.
    "launch"(what: LaunchSpec) -> SessionInfo = |desktop| desktop.launch(&what);

    /// Attaches to a running application, by its process id or by its name. It keeps running when its
    /// session ends.
    "attach"(to: AttachTo) -> SessionInfo = |desktop| desktop.attach(&to);

    /// Switches the actions of a session off or on. Reading stays possible.
    "enable"(session_id: String, enabled: bool) -> SessionInfo =
        |desktop| async { enable(desktop, &session_id, enabled) };

    /// The tree of a session's application, or what changed in it.
    "ui"(session_id: String; options: UiQuery) -> UiReport =
        |desktop| async { desktop.session(&session_id)?.ui(&options).await };

    /// Carries out an action. Failures of the node are in the answer.
    "act"(request: UiActionRequest) -> UiActionResponse = |desktop| async {
        request.validate()?;
        desktop.session(&request.session_id)?.act(&request).await
    };

    /// A picture of a window, as PNG.
    "screenshot"(session_id: String; options: WindowPictureOptions) -> WindowPicture =
        |desktop| async { desktop.session(&session_id)?.screenshot(&options).await };

    /// Presses a menu item by its path of titles; answers what changed, one line for each change.
    "menu"(session_id: String, path: Vec<String>) -> String =
        |desktop| async { desktop.session(&session_id)?.menu(&path).await.map(|diff| diff.text()) };

    /// The windows of a session, or of all applications, the topmost last.
    "windows"(session_id: Option<String>) -> Vec<WindowInfo> = |desktop| async {
        match session_id {
            Some(id) => desktop.session(&id)?.windows().await,
            None => desktop.windows().await,
        }
    };

    /// Operates a window of a session; answers the window as it is afterwards, if it is still there.
    "windowAction"(session_id: String, action: WindowAction; options: WindowOptions) -> Option<WindowInfo> =
        |desktop| async { desktop.session(&session_id)?.window_action(action, &options).await };

    /// Every application that can be seen.
    "applications"() -> Vec<ApplicationInfo> = |desktop| desktop.applications();

    /// Ends a session, and its program if it was launched here; answers the last of the program's output.
    "stop"(session_id: String) -> String = |desktop| desktop.stop(&session_id);

    /// Ends all sessions.
    "close"() -> () = |desktop| async {
        desktop.close().await;
        Result::<_>::Ok(())
    };
}
