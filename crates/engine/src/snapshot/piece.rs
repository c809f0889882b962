//! Writes one node, alone on its line or next to others.

use super::address::Addresses;
use super::detail::{Detail, wants_uid};
use super::tree::NodeView;
use super::wire::{Line, value_text};
use crate::text::{is_deceptive, quote_into};
use std::fmt::Write as _;

/// The maximum length of an operable node's name; on crowded pages, of any name.
const NAME_LENGTH: usize = 160;
const TERSE_NAME_LENGTH: usize = 60;
/// The maximum length of a description.
const DESCRIPTION_LENGTH: usize = 80;
/// The maximum length of an operable node's name that a person cannot see.
pub(super) const UNSEEN_LENGTH: usize = 60;

/// The mark of a node of which a person cannot see words.
pub(super) const UNSEEN: &str = " unseen";

/// How nodes are written.
pub(super) struct Pen<'a> {
    /// `None` if addresses are written as the walk reported them.
    pub(super) addresses: Option<Addresses<'a>>,
    pub(super) detail: Detail,
    /// Leave out the descriptions of links, which are mostly tooltips.
    pub(super) terse: bool,
}

/// One node of a line.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Piece<'a> {
    pub(super) view: &'a NodeView<'a>,
    /// It begins its line, or follows a control without a name, so its role is written even for plain text.
    pub(super) first: bool,
    /// Write its UID even if the node normally gets none.
    pub(super) uid: bool,
    /// The maximum bytes of its text; all of it if absent. At the beginning of a line the text is never left out.
    pub(super) text: Option<usize>,
    /// Write the full length of a text that is cut.
    pub(super) length: bool,
    /// The next node has the same name.
    pub(super) same: bool,
}

impl Pen<'_> {
    /// Writes a node.
    pub(super) fn write(&self, out: &mut String, piece: &Piece<'_>) {
        let line = &piece.view.line;
        let full = self.detail.all;
        let name = if piece.same { "" } else { piece.view.written_name() };
        let longest = match piece.text {
            _ if full => None,
            None if self.terse => Some(TERSE_NAME_LENGTH),
            None if line.is_interactive() && line.is_unseen() => Some(UNSEEN_LENGTH),
            None if line.is_interactive() => Some(NAME_LENGTH),
            text => text,
        };
        let cut = longest.and_then(|longest| cut(name, longest)).map(|head| format!("{head}…"));
        let shown = cut.as_deref().unwrap_or(name);
        let plain = matches!(line.role, "text" | "cell" | "gridcell") && !name.is_empty();
        if let Some(number) = piece.view.uid
            && (full || piece.uid || wants_uid(line))
        {
            let _ = write!(out, "uid={number} ");
            push_word(out, line.role);
        } else if piece.first || !plain {
            push_word(out, line.role);
        }
        if !name.is_empty() {
            if !out.is_empty() && !out.ends_with([' ', '\n']) {
                out.push(' ');
            }
            quote_into(out, shown);
        }
        if cut.is_some() && piece.length {
            let _ = write!(out, " length={}", name.chars().count());
        }
        self.properties(out, line);
    }

    fn properties(&self, out: &mut String, line: &Line<'_>) {
        let full = self.detail.all || self.detail.attributes;
        let mut described = full;
        for (key, value) in line.properties() {
            if key == "href" || key == "src" {
                self.address(out, line, key, value.unwrap_or_default());
                continue;
            }
            if key == "description" && !full {
                if let Some(value) = value
                    .filter(|value| !(repeats(value, line.name) || self.terse && line.role == "link" && !line.name.is_empty()))
                {
                    described = true;
                    let head = cut(value, DESCRIPTION_LENGTH).map(|head| format!("{head}…"));
                    push_property(out, key, Some(head.as_deref().unwrap_or(value)));
                }
                continue;
            }
            // Unchecked and unselected are the defaults.
            if !full && value == Some("false") && matches!(key, "checked" | "selected") {
                continue;
            }
            push_property(out, key, value);
        }
        push_flags(out, line, described);
    }

    fn address(&self, out: &mut String, line: &Line<'_>, key: &str, value: &str) {
        let Some(addresses) = &self.addresses else {
            push_property(out, key, Some(value));
            return;
        };
        if let Some(short) = addresses.short(if key == "href" { line.name } else { "" }, value) {
            push_property(out, key, Some(&short));
        }
    }
}

/// Long properties, which the caller knows already if they are as before.
fn is_long(key: &str) -> bool {
    matches!(key, "description" | "href" | "options" | "placeholder" | "src")
}

/// Writes a node with its UID and its properties: all of them, or without the long ones that it had before. `cells`: what tells a row,
/// instead of its name.
pub(super) fn push_line(out: &mut String, view: &NodeView<'_>, cells: Option<&str>, before: Option<&Line<'_>>) {
    if let Some(uid) = view.uid {
        let _ = write!(out, "uid={uid} ");
    }
    push_word(out, view.line.role);
    if let Some(cells) = cells {
        out.push(' ');
        out.push_str(cells);
    } else if !view.line.name.is_empty() {
        out.push(' ');
        quote_into(out, view.line.name);
    }
    let mut described = true;
    for (key, value) in view.line.properties() {
        if is_long(key) && before.is_some_and(|before| before.property(key) == value) {
            described &= key != "description";
        } else {
            push_property(out, key, value);
        }
    }
    push_flags(out, &view.line, described);
}

/// Writes what the flags of a line say. `described`: its description is shown, if it has one.
fn push_flags(out: &mut String, line: &Line<'_>, described: bool) {
    if line.is_hidden() {
        out.push_str(" hidden");
    }
    if line.is_unseen() || described && line.is_described_unseen() {
        out.push_str(UNSEEN);
    }
}

/// Whether a description repeats the name.
fn repeats(description: &str, name: &str) -> bool {
    let (description, name) = (description.to_lowercase(), name.to_lowercase());
    !name.is_empty() && (description.contains(&name) || name.contains(&description))
}

/// The beginning of a text longer than `most`, cut between words if possible; `None` if it is not longer.
fn cut(text: &str, most: usize) -> Option<&str> {
    if text.len() <= most {
        return None;
    }
    let (end, _) = text.char_indices().nth(most)?;
    let head = &text[..end];
    let word = head.rfind(' ').filter(|at| *at > end / 2).unwrap_or(end);
    Some(&text[..word])
}

fn push_property(out: &mut String, key: &str, value: Option<&str>) {
    out.push(' ');
    push_word(out, key);
    if let Some(value) = value {
        out.push('=');
        if is_plain(value) {
            out.push_str(value);
        } else {
            quote_into(out, &value_text(value));
        }
    }
}

/// Role and property names come from our own script. A page that forged one must still not be able to break a line.
pub(super) fn push_word(out: &mut String, word: &str) {
    if word.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"') {
        out.push_str(word);
        return;
    }
    out.extend(word.chars().filter(|c| !c.is_whitespace() && !is_deceptive(*c) && *c != '"'));
}

/// Whether a value is unambiguous without quotes.
fn is_plain(value: &str) -> bool {
    !value.is_empty()
        && value.len() <= 24
        && value
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
}
