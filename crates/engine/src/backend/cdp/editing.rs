//! The editing commands that macOS assigns to key chords, with the page engine's names for them.

use crate::input::{Key, Modifiers};

const META: u8 = Modifiers::META.0;
const SHIFT: u8 = Modifiers::SHIFT.0;
const ALT: u8 = Modifiers::ALT.0;
const CONTROL: u8 = Modifiers::CONTROL.0;

/// The key's code, the held modifiers and the command.
const COMMANDS: &[(&str, u8, &str)] = &[
    ("Backspace", 0, "deleteBackward"),
    ("Backspace", SHIFT, "deleteBackward"),
    ("Backspace", ALT, "deleteWordBackward"),
    ("Backspace", META, "deleteToBeginningOfLine"),
    ("Delete", 0, "deleteForward"),
    ("Delete", ALT, "deleteWordForward"),
    ("Enter", 0, "insertNewline"),
    ("Enter", SHIFT, "insertLineBreak"),
    ("ArrowLeft", 0, "moveLeft"),
    ("ArrowLeft", SHIFT, "moveLeftAndModifySelection"),
    ("ArrowLeft", ALT, "moveWordLeft"),
    ("ArrowLeft", ALT | SHIFT, "moveWordLeftAndModifySelection"),
    ("ArrowLeft", META, "moveToLeftEndOfLine"),
    ("ArrowLeft", META | SHIFT, "moveToLeftEndOfLineAndModifySelection"),
    ("ArrowRight", 0, "moveRight"),
    ("ArrowRight", SHIFT, "moveRightAndModifySelection"),
    ("ArrowRight", ALT, "moveWordRight"),
    ("ArrowRight", ALT | SHIFT, "moveWordRightAndModifySelection"),
    ("ArrowRight", META, "moveToRightEndOfLine"),
    ("ArrowRight", META | SHIFT, "moveToRightEndOfLineAndModifySelection"),
    ("ArrowUp", 0, "moveUp"),
    ("ArrowUp", SHIFT, "moveUpAndModifySelection"),
    ("ArrowUp", ALT, "moveToBeginningOfParagraph"),
    ("ArrowUp", META, "moveToBeginningOfDocument"),
    ("ArrowUp", META | SHIFT, "moveToBeginningOfDocumentAndModifySelection"),
    ("ArrowDown", 0, "moveDown"),
    ("ArrowDown", SHIFT, "moveDownAndModifySelection"),
    ("ArrowDown", ALT, "moveToEndOfParagraph"),
    ("ArrowDown", META, "moveToEndOfDocument"),
    ("ArrowDown", META | SHIFT, "moveToEndOfDocumentAndModifySelection"),
    ("Home", 0, "scrollToBeginningOfDocument"),
    ("Home", SHIFT, "moveToBeginningOfDocumentAndModifySelection"),
    ("End", 0, "scrollToEndOfDocument"),
    ("End", SHIFT, "moveToEndOfDocumentAndModifySelection"),
    ("PageUp", 0, "scrollPageUp"),
    ("PageUp", SHIFT, "pageUpAndModifySelection"),
    ("PageDown", 0, "scrollPageDown"),
    ("PageDown", SHIFT, "pageDownAndModifySelection"),
    ("KeyA", META, "selectAll"),
    ("KeyC", META, "copy"),
    ("KeyV", META, "paste"),
    ("KeyX", META, "cut"),
    ("KeyZ", META, "undo"),
    ("KeyZ", META | SHIFT, "redo"),
    ("KeyA", CONTROL, "moveToBeginningOfParagraph"),
    ("KeyE", CONTROL, "moveToEndOfParagraph"),
    ("KeyK", CONTROL, "deleteToEndOfParagraph"),
];

/// The command of a key while these modifiers are held.
pub(super) fn command(key: &Key, modifiers: Modifiers) -> Option<&'static str> {
    COMMANDS
        .iter()
        .find(|(code, held, _)| *code == key.code && *held == modifiers.0)
        .map(|entry| entry.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_have_commands_and_plain_letters_none() {
        let key = |name| Key::parse(name, false).expect("a key");
        assert_eq!(command(&key("a"), Modifiers::META), Some("selectAll"));
        assert_eq!(command(&key("a"), Modifiers::default()), None);
        assert_eq!(command(&key("Backspace"), Modifiers::default()), Some("deleteBackward"));
    }
}
