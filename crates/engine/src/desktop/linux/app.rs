//! [`DesktopApp`] over AT-SPI and a display.

use super::application::Application;
use super::bus::{ACCESSIBLE, Bus, Object};
use super::change;
use super::events::Events;
use super::keysyms;
use super::portal::{self, Portal};
use super::read;
use super::screen::{Aim, Display, went_elsewhere};
use super::walk;
use crate::desktop::app::{
    Capabilities, DesktopApp, Hit, Performed, Picture, PointerStep, ReadScope, WindowAction, WindowInfo, unsupported,
};
use crate::desktop::node::RawNode;
use crate::desktop::plan::NewValue;
use crate::desktop::request::Method;
use crate::desktop::tree::Reading;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, Point};
use crate::options::ScrollDirection;
use async_trait::async_trait;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::Instant;

/// An application that does not answer within this time, in the middle of pointer input, counts as hanging.
const TAKEN_LIMIT: Duration = Duration::from_secs(2);

/// One running application, reached over AT-SPI, and the display it is shown on.
pub(super) struct LinuxApp {
    pub(super) application: Application,
    pub(super) events: Option<Events>,
}

impl LinuxApp {
    fn display(&self) -> Result<&Arc<Display>> {
        self.application.display.as_ref().ok_or_else(no_display)
    }

    async fn target(&self, key: Option<&str>) -> Result<Option<u64>> {
        match key {
            Some(key) => Ok(self.application.window_of(&Object::of_key(key)?).await),
            None => Ok(None),
        }
    }

    /// Where keys for a node, or for the application, have to arrive.
    async fn aim(&self, key: Option<&str>) -> Result<Aim> {
        Ok(Aim {
            window: self.target(key).await?,
            owner: self.application.owner().await,
        })
    }

    /// Waits for the user's consent. The consent dialog takes the keyboard, so this also waits until the application
    /// has it back.
    async fn after_consent(&self, portal: &Arc<Portal>) -> Result<()> {
        portal.consent().await?;
        let began = Instant::now();
        while !self.application.reports_active(None).await {
            if began.elapsed() > BACK_LIMIT {
                return Err(out_of_focus());
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        Ok(())
    }

    /// The portal types into whatever has the keyboard. The text is sent in parts, and the focus is checked before
    /// each.
    async fn type_by(&self, portal: &Arc<Portal>, text: &str) -> Result<()> {
        if !portal::can_type(text) {
            return Err(unsupported(
                "typing this text",
                "the portal has no keys for characters beyond ASCII, whatever the user's layout",
            ));
        }
        let keysyms = keysyms::of_text(text);
        let mut typed = 0;
        for part in keysyms.chunks(UNCHECKED) {
            if typed == 0 {
                self.after_consent(portal).await?;
            } else if !self.application.reports_active(None).await {
                return Err(went_elsewhere(typed, keysyms.len(), UNKNOWN_WINDOW.to_owned()));
            }
            portal.type_part(part).await?;
            typed += part.len();
        }
        Ok(())
    }
}

/// Characters typed between two checks of the focus.
const UNCHECKED: usize = 40;
/// An application has the keyboard back within this time after a dialog closes.
const BACK_LIMIT: Duration = Duration::from_secs(2);
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Names what has the keyboard if the compositor does not report it.
const UNKNOWN_WINDOW: &str = "another window (this compositor does not report which)";

/// The error for keys to a window that is not in front, where no program can raise windows.
fn out_of_focus() -> EngineError {
    unsupported(
        "sending keys to this window",
        "the keyboard is with another one, and under this compositor no program can raise a window",
    )
    .with_next_step(
        "ask the user to bring the window to the front; what accessibility does itself (read, click, set_value) works without",
    )
}

const NO_DISPLAY: &str = "neither the Wayland compositor that WAYLAND_DISPLAY names nor the X display that DISPLAY names can be reached; what accessibility does itself (read, press, set, focus) works";

/// The error for windows and input without a display.
pub(super) fn no_display() -> crate::EngineError {
    unsupported("this", NO_DISPLAY)
}

#[async_trait]
impl DesktopApp for LinuxApp {
    fn pid(&self) -> u32 {
        self.application.pid
    }

    fn capabilities(&self) -> Capabilities {
        let nothing = Capabilities {
            native: Method::Atspi,
            input: Method::Atspi,
            pointer: false,
            keyboard: false,
            asks_first: false,
            hit_test: false,
            windows: false,
            pictures: false,
            without_input: NO_DISPLAY,
        };
        self.application
            .display
            .as_ref()
            .map_or(nothing, |display| display.capabilities())
    }

    fn is_running(&self) -> bool {
        is_running(self.application.pid)
    }

    fn activity(&self) -> Option<watch::Receiver<u64>> {
        self.events.as_ref().map(Events::counter)
    }

    async fn read(&self, scope: &ReadScope) -> Result<Reading> {
        walk::walk(&self.application, scope.hidden).await
    }

    async fn read_node(&self, key: &str) -> Result<Option<RawNode>> {
        read::node(&self.application, &Object::of_key(key)?).await
    }

    async fn perform(&self, key: &str, action: &str) -> Result<Performed> {
        change::perform(&self.application, &Object::of_key(key)?, action).await
    }

    async fn set_value(&self, key: &str, value: &NewValue) -> Result<()> {
        change::set_value(&self.application, &Object::of_key(key)?, value).await
    }

    async fn focus(&self, key: &str) -> Result<()> {
        change::focus(&self.application, &Object::of_key(key)?).await
    }

    async fn insert_text(&self, key: &str, text: &str) -> Result<()> {
        change::insert_text(&self.application, &Object::of_key(key)?, text).await
    }

    async fn scroll(&self, key: &str, direction: ScrollDirection, lines: i32) -> Result<()> {
        change::scroll(&self.application, &Object::of_key(key)?, direction, lines).await
    }

    async fn scroll_into_view(&self, key: &str) -> Result<()> {
        change::scroll_into_view(&self.application, &Object::of_key(key)?).await
    }

    async fn hit(&self, key: &str, point: Point) -> Result<Hit> {
        let wanted = self.target(Some(key)).await?;
        let owner = self.application.owner().await;
        self.display()?
            .run(move |screen| screen.pointer_target(&owner, wanted, point))
            .await
    }

    async fn keyboard(&self, key: Option<&str>) -> Result<Hit> {
        let display = self.display()?;
        if display.portal().is_some() {
            let object = key.map(Object::of_key).transpose()?;
            return Ok(if self.application.reports_active(object.as_ref()).await {
                Hit::Target
            } else {
                Hit::Other(UNKNOWN_WINDOW.to_owned())
            });
        }
        let wanted = self.target(key).await?;
        let owner = self.application.owner().await;
        let hit = display.run(move |screen| screen.key_target(&owner, wanted)).await?;
        if hit != Hit::Target || display.reporting().processes {
            return Ok(hit);
        }
        // Another program's window may have the same title, so the application has to confirm.
        let object = key.map(Object::of_key).transpose()?;
        Ok(if self.application.reports_active(object.as_ref()).await {
            Hit::Target
        } else {
            Hit::Other("a window of another program with the same title".to_owned())
        })
    }

    async fn raise(&self, key: Option<&str>) -> Result<()> {
        if self.display()?.portal().is_some() {
            return Err(out_of_focus());
        }
        let wanted = self.target(key).await?;
        let owner = self.application.owner().await;
        self.display()?.run(move |screen| screen.raise(&owner, wanted)).await
    }

    async fn pointer(&self, steps: &[PointerStep]) -> Result<()> {
        let steps = steps.to_vec();
        let root = self.application.root();
        let bus = self.application.bus(&root).clone();
        let runtime = Handle::current();
        self.display()?
            .run(move |screen| screen.pointer(&steps, &|| taken(&runtime, &bus, &root)))
            .await
    }

    async fn press(&self, key: Option<&str>, chord: &Chord) -> Result<()> {
        let display = self.display()?;
        if let Some(portal) = display.portal() {
            self.after_consent(portal).await?;
            return portal.press(chord).await;
        }
        let (aim, chord) = (self.aim(key).await?, chord.clone());
        display.run(move |screen| screen.press(&aim, &chord)).await
    }

    async fn type_text(&self, key: Option<&str>, text: &str) -> Result<()> {
        let display = self.display()?;
        if let Some(portal) = display.portal() {
            return self.type_by(portal, text).await;
        }
        let (aim, text) = (self.aim(key).await?, text.to_owned());
        display
            .run_while_wanted(move |screen, wanted| screen.type_text(&aim, &text, wanted))
            .await
    }

    async fn windows(&self) -> Result<Vec<WindowInfo>> {
        let owner = self.application.owner().await;
        let all = self.display()?.run(|screen| screen.windows()).await?;
        Ok(all.into_iter().filter(|window| owner.may_own(window)).collect())
    }

    async fn window_action(&self, window: u64, action: WindowAction) -> Result<()> {
        let owner = self.application.owner().await;
        self.display()?
            .run(move |screen| screen.window_action(&owner, window, action))
            .await
    }

    async fn picture(&self, window: u64) -> Result<Picture> {
        let owner = self.application.owner().await;
        self.display()?.run(move |screen| screen.picture(&owner, window)).await
    }
}

/// Waits until an application answers a call. Its main loop has then taken the events that it got before. For threads that
/// may block.
fn taken(runtime: &Handle, bus: &Bus, root: &Object) -> Result<()> {
    let (bus, root) = (bus.clone(), root.clone());
    let (sender, answer) = std::sync::mpsc::channel();
    runtime.spawn(async move {
        let asked = bus.property::<i32>(&root, ACCESSIBLE, "ChildCount");
        let _ = sender.send(tokio::time::timeout(TAKEN_LIMIT, asked).await.is_ok());
    });
    // The sender is gone without an answer if the runtime shuts down.
    if answer.recv() == Ok(true) {
        return Ok(());
    }
    Err(EngineError::new(
        ErrorKind::Timeout,
        "the application stopped answering in the middle of the input; the mouse button was released",
    ))
}

/// Whether a process runs. A zombie counts as ended.
pub(super) fn is_running(pid: u32) -> bool {
    std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"))
        .ok()
        .is_some_and(|stat| runs(&stat))
}

/// Whether `/proc/PID/stat` (`proc_pid_stat(5)`) is that of a process that runs. The kernel closes a killed process's
/// connections before it is a zombie, and a call that fails then fails because the process ended: the flag
/// `PF_EXITING` is set before either.
fn runs(stat: &str) -> bool {
    const EXITING: u32 = 0x4;
    let Some((_, fields)) = stat.rsplit_once(") ") else {
        return false;
    };
    let mut fields = fields.split(' ');
    let state = fields.next();
    let flags: Option<u32> = fields.nth(5).and_then(|flags| flags.parse().ok());
    state != Some("Z") && flags.is_some_and(|flags| flags & EXITING == 0)
}

#[cfg(test)]
mod tests {
    use super::{is_running, runs};

    #[test]
    fn a_process_that_the_kernel_takes_down_does_not_run() {
        let stat = |state: &str, flags: u32| format!("7 (a) b) {state} 1 7 7 0 -1 {flags} 120 0");
        assert!(runs(&stat("S", 0x40_0000)));
        assert!(!runs(&stat("R", 0x40_0004)), "its connections may be closed already");
        assert!(!runs(&stat("Z", 0x40_0004)));
        assert!(!runs(""));
        assert!(is_running(std::process::id()));
    }
}
