//! Virtual key codes: positions on a US keyboard, by UI Events code. A table alone, which the link check uses too.

use super::sys::cg::flag;

/// Flags that the system adds to the events of a key.
const FUNCTION: u64 = flag::FUNCTION;
const ARROW: u64 = flag::FUNCTION | flag::KEYPAD;

/// Rows: UI Events code, virtual key code, flags of the key.
const KEYS: &[(&str, u16, u64)] = &[
    ("KeyA", 0x00, 0),
    ("KeyS", 0x01, 0),
    ("KeyD", 0x02, 0),
    ("KeyF", 0x03, 0),
    ("KeyH", 0x04, 0),
    ("KeyG", 0x05, 0),
    ("KeyZ", 0x06, 0),
    ("KeyX", 0x07, 0),
    ("KeyC", 0x08, 0),
    ("KeyV", 0x09, 0),
    ("KeyB", 0x0b, 0),
    ("KeyQ", 0x0c, 0),
    ("KeyW", 0x0d, 0),
    ("KeyE", 0x0e, 0),
    ("KeyR", 0x0f, 0),
    ("KeyY", 0x10, 0),
    ("KeyT", 0x11, 0),
    ("Digit1", 0x12, 0),
    ("Digit2", 0x13, 0),
    ("Digit3", 0x14, 0),
    ("Digit4", 0x15, 0),
    ("Digit6", 0x16, 0),
    ("Digit5", 0x17, 0),
    ("Equal", 0x18, 0),
    ("Digit9", 0x19, 0),
    ("Digit7", 0x1a, 0),
    ("Minus", 0x1b, 0),
    ("Digit8", 0x1c, 0),
    ("Digit0", 0x1d, 0),
    ("BracketRight", 0x1e, 0),
    ("KeyO", 0x1f, 0),
    ("KeyU", 0x20, 0),
    ("BracketLeft", 0x21, 0),
    ("KeyI", 0x22, 0),
    ("KeyP", 0x23, 0),
    ("Enter", 0x24, 0),
    ("KeyL", 0x25, 0),
    ("KeyJ", 0x26, 0),
    ("Quote", 0x27, 0),
    ("KeyK", 0x28, 0),
    ("Semicolon", 0x29, 0),
    ("Backslash", 0x2a, 0),
    ("Comma", 0x2b, 0),
    ("Slash", 0x2c, 0),
    ("KeyN", 0x2d, 0),
    ("KeyM", 0x2e, 0),
    ("Period", 0x2f, 0),
    ("Tab", 0x30, 0),
    ("Space", 0x31, 0),
    ("Backquote", 0x32, 0),
    ("Backspace", 0x33, 0),
    ("Escape", 0x35, 0),
    ("MetaLeft", 0x37, 0),
    ("ShiftLeft", 0x38, 0),
    ("CapsLock", 0x39, 0),
    ("AltLeft", 0x3a, 0),
    ("ControlLeft", 0x3b, 0),
    // Clear is where a PC keyboard has Num Lock.
    ("NumLock", 0x47, flag::KEYPAD),
    ("AudioVolumeUp", 0x48, 0),
    ("AudioVolumeDown", 0x49, 0),
    ("AudioVolumeMute", 0x4a, 0),
    ("F17", 0x40, FUNCTION),
    ("F18", 0x4f, FUNCTION),
    ("F19", 0x50, FUNCTION),
    ("F20", 0x5a, FUNCTION),
    ("F5", 0x60, FUNCTION),
    ("F6", 0x61, FUNCTION),
    ("F7", 0x62, FUNCTION),
    ("F3", 0x63, FUNCTION),
    ("F8", 0x64, FUNCTION),
    ("F9", 0x65, FUNCTION),
    ("F11", 0x67, FUNCTION),
    ("F13", 0x69, FUNCTION),
    ("F16", 0x6a, FUNCTION),
    ("F14", 0x6b, FUNCTION),
    ("F10", 0x6d, FUNCTION),
    // The context menu key of PC keyboards.
    ("ContextMenu", 0x6e, 0),
    ("F12", 0x6f, FUNCTION),
    ("F15", 0x71, FUNCTION),
    // Help is where a PC keyboard has Insert.
    ("Insert", 0x72, FUNCTION),
    ("Home", 0x73, FUNCTION),
    ("PageUp", 0x74, FUNCTION),
    ("Delete", 0x75, FUNCTION),
    ("F4", 0x76, FUNCTION),
    ("End", 0x77, FUNCTION),
    ("F2", 0x78, FUNCTION),
    ("PageDown", 0x79, FUNCTION),
    ("F1", 0x7a, FUNCTION),
    ("ArrowLeft", 0x7b, ARROW),
    ("ArrowRight", 0x7c, ARROW),
    ("ArrowDown", 0x7d, ARROW),
    ("ArrowUp", 0x7e, ARROW),
    // A PC keyboard has these in the place of F13 to F15.
    ("PrintScreen", 0x69, FUNCTION),
    ("ScrollLock", 0x6b, FUNCTION),
    ("Pause", 0x71, FUNCTION),
];

/// A key as an event carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VirtualKey {
    /// Virtual key code.
    pub(crate) code: u16,
    /// Flags that the system adds for this key.
    pub(crate) flags: u64,
}

const fn find(code: &str) -> Option<usize> {
    let wanted = code.as_bytes();
    let mut row = 0;
    while row < KEYS.len() {
        let name = KEYS[row].0.as_bytes();
        if name.len() == wanted.len() {
            let mut at = 0;
            while at < name.len() && name[at] == wanted[at] {
                at += 1;
            }
            if at == name.len() {
                return Some(row);
            }
        }
        row += 1;
    }
    None
}

/// The virtual key code for a UI Events code.
#[cfg(target_os = "macos")]
pub(crate) const fn position(code: &str) -> Option<u16> {
    match find(code) {
        Some(row) => Some(KEYS[row].1),
        None => None,
    }
}

/// The virtual key for a UI Events code; `None` for keys that keyboard events of macOS lack: F21 to F24, and media
/// keys, which are a different type of event.
pub(crate) fn virtual_key(code: &str) -> Option<VirtualKey> {
    find(code).map(|row| VirtualKey {
        code: KEYS[row].1,
        flags: KEYS[row].2,
    })
}
