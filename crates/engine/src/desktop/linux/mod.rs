//! Linux: trees and actions over AT-SPI2; windows, input and pictures over X11 or a Wayland compositor. What
//! accessibility does itself (read, press, set, focus, insert) works everywhere.
//!
//! **Reading a tree** (`walk`). Toolkits that support it are read in bulk (`bulk`): GTK 3 and Chromium. Others are
//! read node by node, with 64 calls at once, over a direct connection to the application if it offers one.
//!
//! **GTK 4** supports neither matching nor direct connections. It answers a call in about 0.06 ms on its only thread,
//! so the number of calls decides. States are read first, since they tell whether a node is left out; a role is read
//! once for each object.
//!
//! **Java**: Swing speaks AT-SPI through the Java ATK wrapper. It accepts no value for a slider, which is reported as
//! not verified. Keys on the slider work.

mod address;
mod app;
mod application;
mod bulk;
mod bus;
mod change;
mod events;
#[cfg(any(test, fuzzing))]
pub(super) mod fuzz;
mod keysyms;
mod portal;
mod read;
mod screen;
mod vocabulary;
mod walk;
mod wayland;
mod x11;

use self::app::{LinuxApp, no_display};
use self::application::{Application, children, registered, toolkit};
use self::bus::{Bus, Object};
use self::events::Events;
use self::portal::Portal;
use self::screen::{Display, Screen};
use self::wayland::WaylandScreen;
use self::x11::XScreen;
use super::app::{ApplicationInfo, DesktopApp, DesktopPlatform, WindowInfo};
use crate::error::Result;
use async_trait::async_trait;
use futures_util::stream::{self, StreamExt as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// An application that takes longer to introduce itself is listed as one that does not answer.
const INFO_LIMIT: Duration = Duration::from_millis(1_500);

/// The desktop session that the environment names. It connects with the first call.
#[derive(Default)]
pub(super) struct LinuxPlatform {
    bus: Mutex<Option<Bus>>,
    display: Mutex<Option<Arc<Display>>>,
}

impl LinuxPlatform {
    /// The accessibility bus. Reconnects after it was restarted.
    async fn bus(&self) -> Result<Bus> {
        let mut held = self.bus.lock().await;
        if let Some(bus) = held.as_ref()
            && registered(bus).await.is_ok()
        {
            return Ok(bus.clone());
        }
        let bus = Bus::open().await?;
        *held = Some(bus.clone());
        Ok(bus)
    }

    /// The display that the user sees, if there is one. Reopened after the connection ended.
    async fn display(&self) -> Option<Arc<Display>> {
        let mut held = self.display.lock().await;
        if let Some(display) = held.as_ref().filter(|display| !display.has_ended()) {
            return Some(Arc::clone(display));
        }
        *held = match tokio::task::spawn_blocking(open_screen).await {
            Ok(Ok(screen)) => {
                let portal = if screen.capabilities().keyboard {
                    None
                } else {
                    Portal::find().await
                };
                Some(Arc::new(Display::new(screen, portal)))
            }
            Ok(Err(error)) => {
                tracing::info!(%error, "no display");
                None
            }
            Err(error) => {
                tracing::warn!(%error, "opening the display failed");
                None
            }
        };
        held.clone()
    }
}

/// What an application reports about itself. It is asked without a direct connection, all at once.
async fn info(bus: &Bus, root: Object, pid: u32) -> ApplicationInfo {
    let bus = bus.for_application();
    let asked = async {
        tokio::join!(
            bus.property::<String>(&root, bus::ACCESSIBLE, "Name"),
            children(&bus, &root),
            toolkit(&bus, &root),
        )
    };
    let answers = tokio::time::timeout(INFO_LIMIT, asked).await;
    let answering = answers.is_ok();
    let (name, windows, toolkit) = answers.map_or((None, 0, None), |(name, windows, toolkit)| {
        (name.ok(), windows.map_or(0, |windows| windows.len()), toolkit.ok().flatten())
    });
    ApplicationInfo {
        pid,
        name: name.unwrap_or_default(),
        toolkit: toolkit.map(|(name, version)| format!("{name} {version}").trim().to_owned()),
        windows,
        answering,
    }
}

/// In a Wayland session an X display shows only some of the programs, so the compositor has priority.
fn open_screen() -> Result<Box<dyn Screen>> {
    if is_set("WAYLAND_DISPLAY") {
        return Ok(Box::new(WaylandScreen::open()?));
    }
    if is_set("DISPLAY") {
        return Ok(Box::new(XScreen::open()?));
    }
    Err(no_display())
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

#[async_trait]
impl DesktopPlatform for LinuxPlatform {
    async fn applications(&self) -> Result<Vec<ApplicationInfo>> {
        let bus = self.bus().await?;
        let found = registered(&bus).await?;
        Ok(stream::iter(found)
            .map(|(object, pid)| info(&bus, object, pid))
            .buffered(32)
            .collect()
            .await)
    }

    async fn windows(&self) -> Result<Vec<WindowInfo>> {
        let display = self.display().await.ok_or_else(no_display)?;
        display.run(|screen| screen.windows()).await
    }

    async fn attach(&self, pid: u32) -> Result<Option<Arc<dyn DesktopApp>>> {
        let bus = self.bus().await?;
        let Some((object, _)) = registered(&bus).await?.into_iter().find(|(_, of)| *of == pid) else {
            return Ok(None);
        };
        let application = Application::new(bus, object, pid, self.display().await).await?;
        // Listen first: toolkits fill their caches from then on.
        let events = match Events::listen(application.shared_bus(), application.name()).await {
            Ok(events) => Some(events),
            Err(error) => {
                tracing::info!(%error, pid, "the events of this application are not available");
                None
            }
        };
        Ok(Some(Arc::new(LinuxApp { application, events })))
    }

    fn launch_environment(&self) -> Vec<(String, String)> {
        // GTK 3 and Chromium read the third and fourth variable, Qt the first, GTK 2 the second.
        [
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON",
            "QT_ACCESSIBILITY",
            "GNOME_ACCESSIBILITY",
            "ACCESSIBILITY_ENABLED",
        ]
        .map(|name| (name.to_owned(), "1".to_owned()))
        .into()
    }
}
