//! Keys by XTEST, independent of the keyboard layout: a character that no key types is mapped to an unused key.

use super::{XScreen, lost, refused};
use crate::desktop::app::Hit;
use crate::desktop::linux::keysyms::{self, KEY_PAUSE, SHIFT};
use crate::desktop::linux::screen::{Aim, given_up, taken_by, went_elsewhere};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::Chord;
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{self, ConnectionExt as _, KeyButMask, Window};

/// Programs need a moment to notice that a key was remapped.
const MAPPING_PAUSE: Duration = Duration::from_millis(60);
/// Longer texts are typed in parts, so that the unused keys suffice.
const PART: usize = 40;

/// Which key types what. It is read for every call, because the user may change the layout.
struct Layout {
    first: u8,
    width: usize,
    keysyms: Vec<u32>,
}

/// The key press that types a keysym.
#[derive(Clone, Copy)]
struct Stroke {
    keycode: u8,
    shift: bool,
}

impl Layout {
    /// The key press for a keysym in the first group, with or without Shift.
    fn stroke(&self, keysym: u32) -> Option<Stroke> {
        let find = |column: usize| {
            self.keysyms
                .chunks(self.width)
                .position(|key| key.get(column) == Some(&keysym))
                .and_then(|row| u8::try_from(row).ok())
                .map(|row| Stroke {
                    keycode: self.first + row,
                    shift: column == 1,
                })
        };
        find(0).or_else(|| find(1))
    }

    fn unused(&self) -> Vec<u8> {
        self.keysyms
            .chunks(self.width)
            .enumerate()
            .filter(|(_, key)| key.iter().all(|&keysym| keysym == 0))
            .filter_map(|(row, _)| u8::try_from(row).ok())
            .map(|row| self.first + row)
            .collect()
    }
}

impl XScreen {
    fn layout(&self) -> Result<Layout> {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let mapping = self
            .connection
            .get_keyboard_mapping(first, last - first + 1)
            .map_err(lost)?
            .reply()
            .map_err(refused)?;
        Ok(Layout {
            first,
            width: usize::from(mapping.keysyms_per_keycode).max(1),
            keysyms: mapping.keysyms,
        })
    }

    /// Makes sure that each of these keysyms is on a key.
    fn provide(&mut self, wanted: &[u32]) -> Result<Layout> {
        let mut layout = self.layout()?;
        let missing: Vec<u32> = wanted
            .iter()
            .copied()
            .filter(|&keysym| layout.stroke(keysym).is_none())
            .collect();
        if missing.is_empty() {
            return Ok(layout);
        }
        let mut free = layout.unused();
        for keysym in missing {
            if layout.stroke(keysym).is_some() {
                continue;
            }
            // If no key is free, the oldest remapped key that is not needed now is reused.
            let keycode = free.pop().or_else(|| {
                let old = self.borrowed.iter().position(|(_, old)| !wanted.contains(old))?;
                Some(self.borrowed.remove(old).0)
            });
            let Some(keycode) = keycode else {
                return Err(EngineError::new(
                    ErrorKind::Unsupported,
                    "the keyboard has no free key for a character that it lacks",
                )
                .with_next_step("use set_value"));
            };
            // On both levels, so that Shift and Caps Lock make no difference.
            self.connection
                .change_keyboard_mapping(1, keycode, 2, &[keysym, keysym])
                .map_err(lost)?;
            self.borrowed.push((keycode, keysym));
            let row = usize::from(keycode - layout.first) * layout.width;
            layout.keysyms[row] = keysym;
        }
        self.sync()?;
        std::thread::sleep(MAPPING_PAUSE);
        Ok(layout)
    }

    pub(super) fn send_text(&mut self, aim: &Aim, text: &str, wanted: &dyn Fn() -> bool) -> Result<()> {
        let keysyms = keysyms::of_text(text);
        let caps = self.without_caps_lock()?;
        let (mut typed, mut at) = (0, None);
        let result = keysyms.chunks(PART).try_for_each(|part| {
            let layout = self.provide(part)?;
            part.iter().try_for_each(|&keysym| {
                if !wanted() {
                    return Err(given_up(typed, keysyms.len()));
                }
                let by = self.while_aimed(aim, &mut at, || self.stroke(&layout, keysym))?;
                if let Some(by) = by {
                    return Err(went_elsewhere(typed, keysyms.len(), by));
                }
                typed += 1;
                std::thread::sleep(KEY_PAUSE);
                Ok(())
            })
        });
        if caps {
            self.tap_caps_lock()?;
        }
        result
    }

    fn stroke(&self, layout: &Layout, keysym: u32) -> Result<()> {
        let stroke = layout.stroke(keysym).ok_or_else(unmapped)?;
        let shift = if stroke.shift {
            Some(layout.stroke(SHIFT).ok_or_else(unmapped)?.keycode)
        } else {
            None
        };
        self.tap(&shift.into_iter().collect::<Vec<_>>(), stroke.keycode)
    }

    /// Does something while keys arrive where they are meant to. The display serves no other client meanwhile, so no
    /// window can take the keyboard between the check and the key. Returns what has the keyboard otherwise; nothing was
    /// done then. `at` is the window that was found to be right last.
    fn while_aimed(&self, aim: &Aim, at: &mut Option<Window>, work: impl FnOnce() -> Result<()>) -> Result<Option<String>> {
        self.connection.grab_server().map_err(lost)?;
        let done = self.focus().and_then(|focus| {
            if *at != Some(focus) {
                let wanted = aim.window.and_then(super::number);
                if let Hit::Other(by) = self.with_keyboard(focus, aim.owner.pid, wanted) {
                    return Ok(Some(by));
                }
                *at = Some(focus);
            }
            work().map(|()| None)
        });
        self.connection.ungrab_server().map_err(lost)?;
        self.connection.flush().map_err(lost)?;
        done
    }

    /// Presses a key while others are held. All are released, even after a failure.
    fn tap(&self, held: &[u8], keycode: u8) -> Result<()> {
        let all: Vec<u8> = held.iter().copied().chain([keycode]).collect();
        let pressed = all.iter().try_for_each(|&key| self.fake(xproto::KEY_PRESS_EVENT, key));
        for &key in all.iter().rev() {
            self.fake(xproto::KEY_RELEASE_EVENT, key)?;
        }
        self.sync()?;
        pressed
    }

    pub(super) fn send_chord(&mut self, aim: &Aim, chord: &Chord) -> Result<()> {
        let (wanted, mut held) = keysyms::of_chord(chord).ok_or_else(unmapped)?;
        let all: Vec<u32> = held.iter().copied().chain([wanted]).collect();
        let layout = self.provide(&all)?;
        let stroke = layout.stroke(wanted).ok_or_else(unmapped)?;
        if stroke.shift && !held.contains(&SHIFT) {
            held.push(SHIFT);
        }
        let held = held
            .iter()
            .map(|&keysym| layout.stroke(keysym).map(|stroke| stroke.keycode).ok_or_else(unmapped))
            .collect::<Result<Vec<u8>>>()?;
        match self.while_aimed(aim, &mut None, || self.tap(&held, stroke.keycode))? {
            Some(by) => Err(taken_by(by)),
            None => Ok(()),
        }
    }

    /// Turns Caps Lock off. Returns whether it was on.
    fn without_caps_lock(&self) -> Result<bool> {
        let pointer = self
            .connection
            .query_pointer(self.root)
            .map_err(lost)?
            .reply()
            .map_err(refused)?;
        let on = pointer.mask.contains(KeyButMask::LOCK);
        if on {
            self.tap_caps_lock()?;
        }
        Ok(on)
    }

    fn tap_caps_lock(&self) -> Result<()> {
        match self.layout()?.stroke(keysyms::CAPS_LOCK) {
            Some(stroke) => self.tap(&[], stroke.keycode),
            None => Ok(()),
        }
    }
}

fn unmapped() -> EngineError {
    EngineError::new(ErrorKind::Unsupported, "the keyboard of this display has no such key")
}
