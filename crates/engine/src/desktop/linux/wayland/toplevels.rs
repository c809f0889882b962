//! Windows through the protocol for task bars: their titles, the active one, raising and closing them. The protocol
//! reports neither places nor owners.

use super::link::{Link, Seen};
use crate::desktop::app::WindowInfo;
use crate::error::Result;
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::{Connection, Dispatch, Proxy as _, QueueHandle, event_created_child};
use wayland_protocols_wlr::foreign_toplevel::v1::client::{
    zwlr_foreign_toplevel_handle_v1::{self as handle, ZwlrForeignToplevelHandleV1},
    zwlr_foreign_toplevel_manager_v1::{self as manager, ZwlrForeignToplevelManagerV1},
};

/// A window.
pub(super) struct Toplevel {
    handle: ZwlrForeignToplevelHandleV1,
    pub(super) title: String,
    app_id: String,
    pub(super) active: bool,
    minimised: bool,
}

/// The windows at one moment. The compositor sends changes only while this value lives. Between calls they would pile
/// up unread, and the compositor disconnects a client that does not read.
pub(super) struct Toplevels<'a> {
    link: &'a mut Link,
    manager: ZwlrForeignToplevelManagerV1,
}

/// Whether the compositor has the protocol.
pub(super) fn are_listed(link: &Link) -> bool {
    link.offers::<ZwlrForeignToplevelManagerV1>()
}

impl<'a> Toplevels<'a> {
    /// Lists all windows; `None` if the compositor lacks the protocol.
    pub(super) fn ask(link: &'a mut Link) -> Result<Option<Self>> {
        let Some(manager) = link.bind::<ZwlrForeignToplevelManagerV1>(1) else {
            return Ok(None);
        };
        link.seen.toplevels.clear();
        let toplevels = Self { link, manager };
        toplevels.link.sync()?;
        Ok(Some(toplevels))
    }

    /// Processes the changes since the last look.
    pub(super) fn look_again(&mut self) -> Result<()> {
        self.link.sync()
    }

    fn all(&self) -> &[Toplevel] {
        &self.link.seen.toplevels
    }

    /// The active window.
    pub(super) fn active(&self) -> Option<&Toplevel> {
        self.all().iter().find(|toplevel| toplevel.active)
    }

    /// The number of each window, derived from its title and program: the compositor has no number that stays the
    /// same across connections.
    fn numbers(&self) -> Vec<u64> {
        let mut taken: Vec<u64> = Vec::new();
        for toplevel in self.all() {
            let mut number = u64::from(hash(&toplevel.app_id, &toplevel.title));
            while taken.contains(&number) {
                number += 1;
            }
            taken.push(number);
        }
        taken
    }

    pub(super) fn infos(&self) -> Vec<WindowInfo> {
        self.all()
            .iter()
            .zip(self.numbers())
            .map(|(toplevel, window)| WindowInfo {
                window,
                pid: None,
                title: toplevel.title.clone(),
                bounds: None,
                active: toplevel.active,
                hidden: toplevel.minimised,
            })
            .collect()
    }

    fn find(&self, window: u64) -> Option<&Toplevel> {
        let at = self.numbers().into_iter().position(|number| number == window)?;
        self.all().get(at)
    }

    /// Whether this window is the active one.
    pub(super) fn is_active(&self, window: u64) -> bool {
        self.find(window).is_some_and(|toplevel| toplevel.active)
    }

    pub(super) fn activate(&self, window: u64, seat: &WlSeat) {
        if let Some(toplevel) = self.find(window) {
            toplevel.handle.activate(seat);
        }
    }

    pub(super) fn close(&mut self, window: u64) -> Result<()> {
        if let Some(toplevel) = self.find(window) {
            toplevel.handle.close();
        }
        self.link.sync()
    }
}

impl Drop for Toplevels<'_> {
    fn drop(&mut self) {
        self.manager.stop();
        for toplevel in self.link.seen.toplevels.drain(..) {
            toplevel.handle.destroy();
        }
    }
}

/// FNV-1a: the same in every run.
fn hash(app_id: &str, title: &str) -> u32 {
    let bytes = app_id.bytes().chain([0]).chain(title.bytes());
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Dispatch<ZwlrForeignToplevelManagerV1, ()> for Seen {
    fn event(
        seen: &mut Self,
        _: &ZwlrForeignToplevelManagerV1,
        event: manager::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let manager::Event::Toplevel { toplevel } = event {
            seen.toplevels.push(Toplevel {
                handle: toplevel,
                title: String::new(),
                app_id: String::new(),
                active: false,
                minimised: false,
            });
        }
    }

    event_created_child!(Seen, ZwlrForeignToplevelManagerV1, [
        manager::EVT_TOPLEVEL_OPCODE => (ZwlrForeignToplevelHandleV1, ()),
    ]);
}

impl Dispatch<ZwlrForeignToplevelHandleV1, ()> for Seen {
    fn event(
        seen: &mut Self,
        handle: &ZwlrForeignToplevelHandleV1,
        event: handle::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        let Some(at) = seen.toplevels.iter().position(|toplevel| toplevel.handle.id() == handle.id()) else {
            return;
        };
        let toplevel = &mut seen.toplevels[at];
        match event {
            handle::Event::Title { title } => toplevel.title = title,
            handle::Event::AppId { app_id } => toplevel.app_id = app_id,
            handle::Event::State { state } => {
                let has = |wanted: handle::State| {
                    state
                        .chunks_exact(4)
                        .any(|word| word == u32::from(wanted).to_ne_bytes().as_slice())
                };
                toplevel.active = has(handle::State::Activated);
                toplevel.minimised = has(handle::State::Minimized);
            }
            handle::Event::Closed => seen.toplevels.remove(at).handle.destroy(),
            _ => {}
        }
    }
}
