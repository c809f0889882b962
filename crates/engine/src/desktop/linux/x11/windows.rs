//! Windows of X11: owners, places, and requests to the window manager.

use super::{XScreen, lost, refused};
use crate::desktop::app::{Hit, WindowAction, WindowInfo};
use crate::desktop::linux::screen::{Origins, in_words, no_such_window};
use crate::desktop::node::Rect;
use crate::error::Result;
use std::time::{Duration, Instant};
use x11rb::protocol::res::{ClientIdMask, ClientIdSpec, ConnectionExt as _};
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, InputFocus, MapState, StackMode, Window,
};

/// A window manager raises a window within this time or not at all.
const RAISE_LIMIT: Duration = Duration::from_millis(800);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// Source indication of EWMH: a program that acts for the user.
const FROM_PAGER: u32 = 2;
/// The maximum nesting of windows.
const MOST_LEVELS: usize = 30;

impl XScreen {
    pub(super) fn numbers(&self, window: Window, property: u32) -> Vec<u32> {
        self.connection
            .get_property(false, window, property, AtomEnum::ANY, 0, 4096)
            .ok()
            .and_then(|cookie| cookie.reply().ok())
            .and_then(|reply| reply.value32().map(Iterator::collect))
            .unwrap_or_default()
    }

    /// The process that owns a window: as the display knows it, or else as the window claims.
    fn pid_of(&self, window: Window) -> Option<u32> {
        let spec = ClientIdSpec {
            client: window,
            mask: ClientIdMask::LOCAL_CLIENT_PID,
        };
        let client = self
            .connection
            .res_query_client_ids(&[spec])
            .ok()
            .and_then(|cookie| cookie.reply().ok())
            .and_then(|reply| reply.ids.into_iter().find_map(|id| id.value.first().copied()));
        client.or_else(|| self.numbers(window, self.atoms.pid).first().copied())
    }

    pub(super) fn title_of(&self, window: Window) -> String {
        let text = |property: u32, kind: u32| {
            self.connection
                .get_property(false, window, property, kind, 0, 1024)
                .ok()
                .and_then(|cookie| cookie.reply().ok())
                .map(|reply| String::from_utf8_lossy(&reply.value).into_owned())
                .filter(|text| !text.is_empty())
        };
        text(self.atoms.name, self.atoms.utf8)
            .or_else(|| text(AtomEnum::WM_NAME.into(), AtomEnum::ANY.into()))
            .unwrap_or_default()
    }

    /// The place of a window's contents on the screen.
    pub(super) fn place_of(&self, window: Window) -> Result<Rect> {
        let size = self.connection.get_geometry(window).map_err(lost)?;
        let place = self.connection.translate_coordinates(window, self.root, 0, 0).map_err(lost)?;
        let (size, place) = (size.reply().map_err(refused)?, place.reply().map_err(refused)?);
        Ok(Rect {
            x: f64::from(place.dst_x),
            y: f64::from(place.dst_y),
            w: f64::from(size.width),
            h: f64::from(size.height),
        })
    }

    /// The windows that the window manager manages, back to front.
    fn managed(&self) -> Vec<Window> {
        self.numbers(self.root, self.atoms.client_list)
    }

    /// Windows that the window manager does not manage, such as menus, back to front.
    fn unmanaged(&self) -> Vec<Window> {
        let children = self
            .connection
            .query_tree(self.root)
            .ok()
            .and_then(|cookie| cookie.reply().ok())
            .map(|reply| reply.children)
            .unwrap_or_default();
        children
            .into_iter()
            .filter(|&window| {
                self.connection
                    .get_window_attributes(window)
                    .ok()
                    .and_then(|cookie| cookie.reply().ok())
                    .is_some_and(|attributes| attributes.override_redirect && attributes.map_state == MapState::VIEWABLE)
            })
            .collect()
    }

    /// Every managed window.
    pub(super) fn list(&self) -> Vec<WindowInfo> {
        let active = self.active();
        self.managed()
            .into_iter()
            .filter_map(|window| {
                Some(WindowInfo {
                    window: u64::from(window),
                    pid: Some(self.pid_of(window)?),
                    title: self.title_of(window),
                    bounds: Some(self.place_of(window).ok()?),
                    active: active == Some(window),
                    hidden: self.numbers(window, self.atoms.state).contains(&self.atoms.hidden),
                })
            })
            .collect()
    }

    fn active(&self) -> Option<Window> {
        self.numbers(self.root, self.atoms.active)
            .first()
            .copied()
            .filter(|&window| window != 0)
    }

    pub(super) fn most_like(&self, pid: u32, title: &str, place: Option<Rect>) -> Option<Window> {
        let own: Vec<Window> = self
            .managed()
            .into_iter()
            .chain(self.unmanaged())
            .filter(|&window| self.pid_of(window) == Some(pid))
            .collect();
        if own.len() < 2 {
            return own.first().copied();
        }
        let titled: Vec<Window> = own.iter().copied().filter(|&window| self.title_of(window) == title).collect();
        if let ([only], false) = (titled.as_slice(), title.is_empty()) {
            return Some(*only);
        }
        let from = if titled.is_empty() { own } else { titled };
        let away = |window: &Window| {
            let (Some(wanted), Ok(have)) = (place, self.place_of(*window)) else {
                return f64::MAX;
            };
            // All toolkits report the size, but some report a wrong position.
            (have.w - wanted.w).abs() + (have.h - wanted.h).abs() + ((have.x - wanted.x).abs() + (have.y - wanted.y).abs()) / 8.0
        };
        from.into_iter().min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    pub(super) fn origins_of(&self, window: Window) -> Result<Origins> {
        let place = self.place_of(window)?;
        let shadow = self.numbers(window, self.atoms.frame);
        let edge = |index: usize| {
            shadow
                .get(index)
                .and_then(|&edge| i32::try_from(edge).ok())
                .unwrap_or_default()
        };
        #[expect(clippy::cast_possible_truncation, reason = "coordinates of a screen")]
        let (x, y) = (place.x as i32, place.y as i32);
        Ok(Origins {
            surface: (x, y),
            contents: (x + edge(0), y + edge(2)),
        })
    }

    /// The windows under a point, outermost first.
    pub(super) fn under(&self, x: i16, y: i16) -> Vec<Window> {
        let mut chain = Vec::new();
        let mut window = self.root;
        for _ in 0..MOST_LEVELS {
            let child = self
                .connection
                .translate_coordinates(self.root, window, x, y)
                .ok()
                .and_then(|cookie| cookie.reply().ok())
                .map_or(0, |reply| reply.child);
            if child == 0 {
                break;
            }
            chain.push(child);
            window = child;
        }
        chain
    }

    pub(super) fn at_point(&self, pid: u32, wanted: Option<Window>, x: i16, y: i16) -> Hit {
        let chain = self.under(x, y);
        let managed = self.managed();
        // The frame around a window belongs to the window manager.
        let Some(&window) = chain.iter().find(|window| managed.contains(window)).or_else(|| chain.first()) else {
            return Hit::Other("the empty desktop".to_owned());
        };
        self.judge(window, &chain, pid, wanted)
    }

    /// The window that keys go to.
    pub(super) fn focus(&self) -> Result<Window> {
        let answer = self.connection.get_input_focus().map_err(lost)?;
        Ok(answer.reply().map_err(refused)?.focus)
    }

    pub(super) fn with_keyboard(&self, focus: Window, pid: u32, wanted: Option<Window>) -> Hit {
        let mut chain = vec![focus];
        let mut window = focus;
        for _ in 0..MOST_LEVELS {
            let parent = self
                .connection
                .query_tree(window)
                .ok()
                .and_then(|cookie| cookie.reply().ok())
                .map_or(0, |reply| reply.parent);
            if parent == 0 || parent == self.root {
                break;
            }
            chain.push(parent);
            window = parent;
        }
        let managed = self.managed();
        let window = chain.iter().copied().find(|window| managed.contains(window)).unwrap_or(focus);
        self.judge(window, &chain, pid, wanted)
    }

    fn judge(&self, window: Window, chain: &[Window], pid: u32, wanted: Option<Window>) -> Hit {
        let owner = self.pid_of(window);
        let is_wanted = wanted.is_none_or(|wanted| chain.contains(&wanted));
        if owner == Some(pid) && is_wanted {
            return Hit::Target;
        }
        Hit::Other(in_words(&self.title_of(window), owner))
    }

    /// Sends a request to the window manager on behalf of the user.
    fn ask(&self, window: Window, what: u32, data: [u32; 5]) -> Result<()> {
        let event = ClientMessageEvent::new(32, window, what, data);
        self.connection
            .send_event(
                false,
                self.root,
                EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY,
                event,
            )
            .map_err(lost)?;
        self.sync()
    }

    /// Brings a window to the front and gives it the keyboard.
    pub(super) fn bring_up(&self, window: Window) -> Result<()> {
        self.ask(window, self.atoms.active, [FROM_PAGER, 0, 0, 0, 0])?;
        let began = Instant::now();
        while began.elapsed() < RAISE_LIMIT {
            if self.active() == Some(window) {
                // The focus follows the window manager's announcement after a moment.
                std::thread::sleep(BETWEEN_LOOKS);
                return Ok(());
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
        // There is no window manager.
        let aux = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        self.connection.configure_window(window, &aux).map_err(lost)?;
        self.connection
            .set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)
            .map_err(lost)?;
        self.sync()
    }

    /// The topmost window of a process.
    pub(super) fn topmost(&self, pid: u32) -> Option<Window> {
        self.managed()
            .into_iter()
            .rev()
            .find(|&window| self.pid_of(window) == Some(pid))
    }

    pub(super) fn change(&self, pid: u32, window: u64, action: WindowAction) -> Result<()> {
        let found = self
            .managed()
            .into_iter()
            .find(|&own| u64::from(own) == window && self.pid_of(own) == Some(pid))
            .ok_or_else(|| no_such_window(window))?;
        // Bits 8 to 11 say which of the four numbers are set.
        match action {
            WindowAction::Raise => self.bring_up(found),
            WindowAction::Move { x, y } => self.ask(
                found,
                self.atoms.move_resize,
                [
                    0x1 << 8 | 0x1 << 9 | FROM_PAGER << 12,
                    x.cast_unsigned(),
                    y.cast_unsigned(),
                    0,
                    0,
                ],
            ),
            WindowAction::Resize { width, height } => self.ask(
                found,
                self.atoms.move_resize,
                [0x1 << 10 | 0x1 << 11 | FROM_PAGER << 12, 0, 0, width, height],
            ),
            WindowAction::Close => self.ask(found, self.atoms.close, [0, FROM_PAGER, 0, 0, 0]),
        }
    }
}
