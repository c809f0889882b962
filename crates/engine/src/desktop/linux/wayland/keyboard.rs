//! Keys through a virtual keyboard. It has its own keymap, so the user's layout does not matter.

use super::keymap::{Keymap, Stroke, modifier_bit};
use super::link::{Link, Seen};
use crate::desktop::linux::keysyms::{self, KEY_PAUSE, SHIFT};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::input::Chord;
use rustix::fs::{MemfdFlags, memfd_create};
use std::fs::File;
use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::time::Instant;
use wayland_client::delegate_noop;
use wayland_client::protocol::{wl_keyboard, wl_seat};
use wayland_protocols_misc::zwp_virtual_keyboard_v1::client::{
    zwp_virtual_keyboard_manager_v1::ZwpVirtualKeyboardManagerV1, zwp_virtual_keyboard_v1::ZwpVirtualKeyboardV1,
};

const PRESSED: u32 = 1;
const RELEASED: u32 = 0;

/// A virtual keyboard. The compositor releases its keys when the connection ends.
pub(super) struct Keyboard {
    device: ZwpVirtualKeyboardV1,
    keymap: Keymap,
    began: Instant,
}

impl Keyboard {
    /// Creates a keyboard at the seat; `None` if the compositor lacks the protocol.
    pub(super) fn open(link: &mut Link, seat: &wl_seat::WlSeat) -> Result<Option<Self>> {
        let Some(manager) = link.bind::<ZwpVirtualKeyboardManagerV1>(1) else {
            return Ok(None);
        };
        let keyboard = Self {
            device: manager.create_virtual_keyboard(seat, &link.handle(), ()),
            keymap: Keymap::new(),
            began: Instant::now(),
        };
        keyboard.upload()?;
        link.sync()?;
        Ok(Some(keyboard))
    }

    fn upload(&self) -> Result<()> {
        let mut text = self.keymap.text().into_bytes();
        text.push(0);
        let failed = "the keymap could not be handed over";
        let memory = memfd_create("uipilot-keymap", MemfdFlags::CLOEXEC).or_kind(ErrorKind::Io, failed)?;
        let mut file = File::from(memory);
        file.write_all(&text).or_kind(ErrorKind::Io, failed)?;
        let size = u32::try_from(text.len()).or_kind(ErrorKind::Internal, failed)?;
        self.device
            .keymap(wl_keyboard::KeymapFormat::XkbV1.into(), file.as_fd(), size);
        Ok(())
    }

    /// Programs receive a new keymap before the next key, because the compositor sends both in order.
    fn provide(&mut self, wanted: &[u32]) -> Result<()> {
        if self.keymap.provide(wanted) {
            self.upload()?;
        }
        Ok(())
    }

    /// Types a part of a text: at most [`super::keymap::MOST_AT_ONCE`] keysyms, one after the other.
    pub(super) fn type_part(&mut self, link: &mut Link, part: &[u32]) -> Result<()> {
        self.provide(part)?;
        for &keysym in part {
            let stroke = self.stroke(keysym)?;
            let held: &[u32] = if stroke.shift { &[SHIFT] } else { &[] };
            self.tap(link, held, stroke.code)?;
            std::thread::sleep(KEY_PAUSE);
        }
        Ok(())
    }

    /// Presses a key with its modifiers.
    pub(super) fn press(&mut self, link: &mut Link, chord: &Chord) -> Result<()> {
        let (wanted, mut held) = keysyms::of_chord(chord).ok_or_else(no_such_key)?;
        self.provide(&[wanted])?;
        let stroke = self.stroke(wanted)?;
        if stroke.shift && !held.contains(&SHIFT) {
            held.push(SHIFT);
        }
        self.tap(link, &held, stroke.code)
    }

    fn stroke(&self, keysym: u32) -> Result<Stroke> {
        self.keymap.stroke(keysym).ok_or_else(no_such_key)
    }

    /// Presses a key while others are held, and releases all of them. Everything is sent in one write.
    fn tap(&self, link: &mut Link, held: &[u32], code: u32) -> Result<()> {
        let held = held
            .iter()
            .map(|&keysym| Ok((self.stroke(keysym)?.code, modifier_bit(keysym))))
            .collect::<Result<Vec<(u32, u32)>>>()?;
        let mut mask = 0;
        for &(key, bit) in &held {
            self.key(key, PRESSED);
            mask |= bit;
            self.device.modifiers(mask, 0, 0, 0);
        }
        self.key(code, PRESSED);
        self.key(code, RELEASED);
        for &(key, bit) in held.iter().rev() {
            self.key(key, RELEASED);
            mask &= !bit;
            self.device.modifiers(mask, 0, 0, 0);
        }
        link.sync()
    }

    fn key(&self, code: u32, state: u32) {
        #[expect(clippy::cast_possible_truncation, reason = "the protocol's clock runs round")]
        let time = self.began.elapsed().as_millis() as u32;
        self.device.key(time, code, state);
    }
}

fn no_such_key() -> EngineError {
    EngineError::new(ErrorKind::Unsupported, "the virtual keyboard has no such key")
}

delegate_noop!(Seen: ignore wl_seat::WlSeat);
delegate_noop!(Seen: ZwpVirtualKeyboardManagerV1);
delegate_noop!(Seen: ZwpVirtualKeyboardV1);
