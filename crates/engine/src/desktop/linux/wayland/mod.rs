//! Wayland: windows, hit tests, input and pictures, as far as the compositor offers protocols for them. Compositors
//! built on wlroots do. If `WAYLAND_DISPLAY` is set, the compositor is the display.
//!
//! Keys come from a virtual keyboard with its own keymap (`keymap`), pointer events from a virtual pointer, pictures
//! from `zwlr_screencopy_v1` and windows from `zwlr_foreign_toplevel_management_v1`.
//!
//! No protocol reports the place or the owner of a window. Sway's own socket does (`sway`), if it belongs to the
//! connected compositor. Without it there is no pointer and no picture, and a window is identified by its title if
//! the title is unique; before keys are sent, the application itself has to report that it is active. Positions from
//! AT-SPI are relative to the window; the place of the window is added.
//!
//! Compositors do not report menus of programs or panels, so those may cover the point of a click without being
//! noticed. A launcher or lock screen that takes the keyboard is noticed, and keys are refused. A long text stops
//! within 40 characters after the keyboard goes elsewhere.

mod keyboard;
mod keymap;
mod link;
mod picture;
mod places;
mod pointer;
mod sway;
mod toplevels;

use self::keyboard::Keyboard;
use self::keymap::MOST_AT_ONCE;
use self::link::Link;
use self::picture::Camera;
use self::places::{Placed, Places};
use self::pointer::Pointer;
use self::sway::Sway;
use self::toplevels::Toplevels;
use super::keysyms;
use super::screen::{Aim, Origins, Owner, Reporting, Screen, given_up, in_words, no_such_window, taken_by, went_elsewhere};
use crate::desktop::app::{Capabilities, Hit, Picture, PointerStep, WindowAction, WindowInfo, unsupported};
use crate::desktop::node::Rect;
use crate::desktop::request::Method;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, Point};
use std::time::{Duration, Instant};
use wayland_client::protocol::wl_seat::WlSeat;

/// A compositor activates a window, and a program takes on a new size, within this time or not at all.
const FOLLOW_LIMIT: Duration = Duration::from_millis(800);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
const ASK_AGAIN: Duration = Duration::from_millis(250);
/// A window that keeps its place for this long has come to rest.
const AT_REST: Duration = Duration::from_millis(100);

/// Why there is no input at all.
const NO_INPUT: &str = "this Wayland compositor offers neither zwp_virtual_keyboard_manager_v1 nor zwlr_virtual_pointer_manager_v1, by which those built on wlroots (sway) take input from programs; and no RemoteDesktop portal with a keyboard, which GNOME and KDE have, answers on the session bus. What accessibility does itself (read, press, set, focus) works; for the rest use an X11 session or sway";
/// Why there are keys but no pointer.
const NO_PLACES: &str = "Wayland tells no program where windows are, and sway's socket, which would, is not there (SWAYSOCK)";
/// Why windows are not listed.
const NO_WINDOWS: &str = "this Wayland compositor offers neither zwlr_foreign_toplevel_manager_v1 nor sway's socket (SWAYSOCK)";
/// Why a window cannot be distinguished from others.
const UNCERTAIN: &str = "the compositor tells only titles, and none of its windows, or several, have that of this one";
/// Names what has the keyboard if no window does.
const NO_WINDOW: &str = "something that is no window: a panel, a launcher or a locked screen";

/// A connection to a compositor with a virtual keyboard and pointer.
pub(super) struct WaylandScreen {
    link: Link,
    seat: Option<WlSeat>,
    keyboard: Option<Keyboard>,
    pointer: Option<Pointer>,
    camera: Option<Camera>,
    sway: Option<Sway>,
}

impl WaylandScreen {
    /// Connects to the compositor that the environment names.
    ///
    /// # Errors
    /// `ConnectFailed`; `Timeout` if it hangs.
    pub(super) fn open() -> Result<Self> {
        let mut link = Link::open()?;
        let seat: Option<WlSeat> = link.bind(1);
        let (mut keyboard, mut pointer) = (None, None);
        if let Some(seat) = &seat {
            // Created now rather than with the first key: programs need some time to notice a new keyboard and bind
            // it.
            keyboard = Keyboard::open(&mut link, seat)?;
            pointer = Pointer::open(&link, seat);
        }
        let camera = Camera::open(&link);
        link.sync()?;
        let sway = Sway::open(link.compositor);
        Ok(Self {
            link,
            seat,
            keyboard,
            pointer,
            camera,
            sway,
        })
    }

    fn places(&self) -> Result<Places> {
        let sway = self.sway.as_ref().ok_or_else(|| unsupported("this", NO_PLACES))?;
        sway.places()
    }

    fn toplevels(&mut self) -> Result<Toplevels<'_>> {
        Toplevels::ask(&mut self.link)?.ok_or_else(|| unsupported("this", NO_WINDOWS))
    }

    /// The topmost of the windows that certainly belong to an application.
    fn topmost(&mut self, owner: &Owner) -> Result<Option<u64>> {
        let windows = self.windows()?;
        let own = |info: &&WindowInfo| owner.may_own(info) && is_certain(info, &windows);
        Ok(windows.iter().rev().find(own).map(|info| info.window))
    }

    /// The window that has the keyboard, according to sway. Under other compositors window numbers are derived from
    /// titles, which may change while text is typed.
    fn focused(&self) -> Result<Option<u64>> {
        match &self.sway {
            Some(sway) => Ok(sway.places()?.focused().map(|placed| placed.window)),
            None => Ok(None),
        }
    }

    /// The error for a text whose window lost the keyboard while it was typed.
    fn interrupted(&self, typed: usize, length: usize) -> Result<EngineError> {
        let places = self.places()?;
        let by = places
            .focused()
            .map_or_else(|| NO_WINDOW.to_owned(), |placed| in_words(&placed.title, Some(placed.pid)));
        Ok(went_elsewhere(typed, length, by))
    }

    /// Whether keys go to the wanted window, or what else has the keyboard.
    fn holder(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<Hit> {
        if self.sway.is_some() {
            let places = self.places()?;
            return Ok(match places.focused() {
                Some(focused) => judge(focused, owner, wanted),
                None => Hit::Other(NO_WINDOW.to_owned()),
            });
        }
        let toplevels = self.toplevels()?;
        let Some(active) = toplevels.active() else {
            return Ok(Hit::Other(NO_WINDOW.to_owned()));
        };
        let own = match wanted {
            Some(window) => toplevels.is_active(window),
            None => owner.titles.contains(&active.title),
        };
        Ok(if own {
            Hit::Target
        } else {
            Hit::Other(in_words(&active.title, None))
        })
    }

    /// Requests that a window be activated, and waits until it is.
    fn activate(&mut self, owner: &Owner, window: u64) -> Result<()> {
        if let Some(sway) = &self.sway {
            sway.command(window, "focus")?;
        } else if let Some(seat) = self.seat.clone() {
            let mut toplevels = self.toplevels()?;
            toplevels.activate(window, &seat);
            toplevels.look_again()?;
        }
        let began = Instant::now();
        loop {
            match self.holder(owner, Some(window))? {
                Hit::Other(by) if began.elapsed() > FOLLOW_LIMIT => {
                    return Err(EngineError::new(
                        ErrorKind::Covered { by: by.clone() },
                        format!("the keyboard stays with {by}, also after the compositor was asked to activate the window"),
                    ));
                }
                Hit::Other(_) => std::thread::sleep(BETWEEN_LOOKS),
                Hit::Target | Hit::Unknown => return Ok(()),
            }
        }
    }

    /// Moves or resizes a window so that its contents are where they are wanted.
    fn place(&self, window: u64, wanted: WindowAction) -> Result<()> {
        let places = self.places()?;
        let found = places.window(window).ok_or_else(|| no_such_window(window))?;
        let sway = self.sway.as_ref().filter(|_| found.floats()).ok_or_else(|| {
            unsupported(
                "moving or resizing the window",
                "it is tiled: the compositor gives it its place",
            )
            .with_next_step("let the user make it float")
        })?;
        let command = match wanted {
            WindowAction::Move { x, y } => {
                let (left, above) = found.margin();
                format!(
                    "move absolute position {} px {} px",
                    x.saturating_sub(left),
                    y.saturating_sub(above)
                )
            }
            WindowAction::Resize { width, height } => {
                let (sides, ends) = found.border();
                format!(
                    "resize set width {} px height {} px",
                    width.saturating_add(sides),
                    height.saturating_add(ends)
                )
            }
            WindowAction::Raise | WindowAction::Close => return Ok(()),
        };
        let began = Instant::now();
        let (mut asked, mut fits_since) = (None, None);
        // A program that answers an earlier change late gets its earlier size back, so the request is repeated. A
        // program may also insist on another size, which is then reported.
        while began.elapsed() < FOLLOW_LIMIT {
            if asked.is_none_or(|asked: Instant| asked.elapsed() > ASK_AGAIN) {
                if !sway.command(window, &command)? {
                    return Err(unsupported("moving or resizing the window", "the compositor refused it"));
                }
                asked = Some(Instant::now());
            }
            std::thread::sleep(BETWEEN_LOOKS);
            let places = self.places()?;
            if places.window(window).is_some_and(|found| !found.contents.fits(wanted)) {
                fits_since = None;
            } else if fits_since.get_or_insert_with(Instant::now).elapsed() > AT_REST {
                break;
            }
        }
        Ok(())
    }
}

/// Whether the owner of a window is certain: from its process, or from a title that no other window has.
fn is_certain(window: &WindowInfo, all: &[WindowInfo]) -> bool {
    window.pid.is_some() || all.iter().filter(|other| other.title == window.title).count() == 1
}

/// Compares the window found with the wanted one.
fn judge(found: &Placed, owner: &Owner, wanted: Option<u64>) -> Hit {
    if found.pid == owner.pid && wanted.is_none_or(|wanted| wanted == found.window) {
        return Hit::Target;
    }
    Hit::Other(in_words(&found.title, Some(found.pid)))
}

impl Screen for WaylandScreen {
    fn capabilities(&self) -> Capabilities {
        let placed = self.sway.is_some();
        let pointer = self.pointer.is_some() && placed;
        let keyboard = self.keyboard.is_some();
        Capabilities {
            native: Method::Atspi,
            input: Method::Wayland,
            pointer,
            keyboard,
            asks_first: false,
            hit_test: placed,
            windows: placed || toplevels::are_listed(&self.link),
            pictures: placed && self.camera.is_some(),
            without_input: if keyboard || self.pointer.is_some() {
                NO_PLACES
            } else {
                NO_INPUT
            },
        }
    }

    fn reporting(&self) -> Reporting {
        Reporting {
            processes: self.sway.is_some(),
            screen_positions: false,
        }
    }

    fn windows(&mut self) -> Result<Vec<WindowInfo>> {
        if self.sway.is_some() {
            return Ok(self.places()?.windows.iter().map(Placed::info).collect());
        }
        Ok(self.toplevels()?.infos())
    }

    fn window_like(&mut self, owner: &Owner, title: &str, place: Option<Rect>) -> Result<Option<u64>> {
        if self.sway.is_some() {
            return Ok(self.places()?.like(owner.pid, title, place).map(|placed| placed.window));
        }
        let windows = self.toplevels()?.infos();
        Ok(windows
            .iter()
            .find(|info| info.title == title && is_certain(info, &windows))
            .map(|info| info.window))
    }

    fn origins(&mut self, window: u64) -> Result<Origins> {
        let places = self.places()?;
        let found = places.window(window).ok_or_else(|| no_such_window(window))?;
        Ok(found.origins())
    }

    fn pointer_target(&mut self, owner: &Owner, wanted: Option<u64>, at: Point) -> Result<Hit> {
        let places = self.places()?;
        Ok(match places.under(at) {
            Some(found) if !found.contents.contains(at) => {
                Hit::Other(format!("the frame of {}", in_words(&found.title, Some(found.pid))))
            }
            Some(found) => judge(found, owner, wanted),
            None => Hit::Other("the empty desktop".to_owned()),
        })
    }

    fn key_target(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<Hit> {
        self.holder(owner, wanted)
    }

    fn raise(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<()> {
        let window = match wanted {
            Some(window) => window,
            None => self
                .topmost(owner)?
                .ok_or_else(|| unsupported("raising the window", UNCERTAIN))?,
        };
        self.activate(owner, window)
    }

    fn pointer(&mut self, steps: &[PointerStep], taken: &dyn Fn() -> Result<()>) -> Result<()> {
        let whole = self.places()?.whole;
        let pointer = self.pointer.as_ref().ok_or_else(|| unsupported("pointer input", NO_INPUT))?;
        pointer.carry_out(&mut self.link, steps, whole, taken)
    }

    fn press(&mut self, aim: &Aim, chord: &Chord) -> Result<()> {
        if let Hit::Other(by) = self.holder(&aim.owner, aim.window)? {
            return Err(taken_by(by));
        }
        let keyboard = self.keyboard.as_mut().ok_or_else(|| unsupported("pressing keys", NO_INPUT))?;
        keyboard.press(&mut self.link, chord)
    }

    fn type_text(&mut self, aim: &Aim, text: &str, wanted: &dyn Fn() -> bool) -> Result<()> {
        if let Hit::Other(by) = self.holder(&aim.owner, aim.window)? {
            return Err(taken_by(by));
        }
        let keysyms = keysyms::of_text(text);
        let mut typed = 0;
        let began_in = self.focused()?;
        for part in keysyms.chunks(MOST_AT_ONCE) {
            if typed > 0 && self.focused()? != began_in {
                return Err(self.interrupted(typed, keysyms.len())?);
            }
            if !wanted() {
                return Err(given_up(typed, keysyms.len()));
            }
            let keyboard = self.keyboard.as_mut().ok_or_else(|| unsupported("typing", NO_INPUT))?;
            keyboard.type_part(&mut self.link, part)?;
            typed += part.len();
        }
        Ok(())
    }

    fn window_action(&mut self, owner: &Owner, window: u64, action: WindowAction) -> Result<()> {
        let windows = self.windows()?;
        let found = windows
            .iter()
            .find(|info| info.window == window && owner.may_own(info))
            .ok_or_else(|| no_such_window(window))?;
        if !is_certain(found, &windows) {
            return Err(unsupported("changing the window", UNCERTAIN));
        }
        match (action, &self.sway) {
            (WindowAction::Raise, _) => self.activate(owner, window),
            (WindowAction::Close, Some(sway)) => sway.command(window, "kill").map(|_| ()),
            (WindowAction::Close, None) => self.toplevels()?.close(window),
            (WindowAction::Move { .. } | WindowAction::Resize { .. }, _) => self.place(window, action),
        }
    }

    fn picture(&mut self, owner: &Owner, window: u64) -> Result<Picture> {
        let places = self.places()?;
        let found = places
            .window(window)
            .filter(|placed| placed.pid == owner.pid)
            .ok_or_else(|| no_such_window(window))?;
        let (output, part) = places.shown_on(found).ok_or_else(|| {
            EngineError::new(ErrorKind::NotVisible, "the window is not on the screen")
                .with_next_step(crate::error::NextStep::RaiseWindow)
        })?;
        let camera = self
            .camera
            .as_ref()
            .ok_or_else(|| unsupported("a picture", "the compositor does not offer zwlr_screencopy_manager_v1"))?;
        camera.take(&mut self.link, output, part)
    }
}
