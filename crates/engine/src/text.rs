//! Page text is data. It is quoted before it enters a line of an answer.

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;

use std::borrow::Cow;

/// Quotes a string from a page or a user so that it stays inside one line and inside its quotes.
///
/// `"` and `\` are escaped as in JSON; control characters, line and paragraph separators,
/// bidirectional overrides and zero-width characters become `\u{…}`.
///
/// ```
/// assert_eq!(uipilot_engine::text::quote("a \"b\"\nuid=1_2"), r#""a \"b\"\nuid=1_2""#);
/// ```
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote_into(&mut out, text);
    out
}

/// [`quote`] into an existing buffer.
pub fn quote_into(out: &mut String, text: &str) {
    use std::fmt::Write as _;
    out.push('"');
    // Nearly all text needs no escapes and is copied at once.
    let is_plain = |byte: u8| matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~');
    let begin = text.bytes().position(|byte| !is_plain(byte)).unwrap_or(text.len());
    let mut plain = 0;
    for (at, c) in text[begin..].char_indices().map(|(at, c)| (begin + at, c)) {
        let escaped = match c {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            c if is_deceptive(c) => "",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        plain = at + c.len_utf8();
        if escaped.is_empty() {
            let _ = write!(out, "\\u{{{:x}}}", c as u32);
        } else {
            out.push_str(escaped);
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

/// What a text that [`quote`] wrote stands for; `None` if it is not one quoted string. A backslash before any other
/// character stands for that character.
///
/// ```
/// use uipilot_engine::text::{quote, unquote};
/// assert_eq!(unquote(&quote("a \"b\"\n\u{202e}")).as_deref(), Some("a \"b\"\n\u{202e}"));
/// ```
pub fn unquote(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        match c {
            '"' => return None,
            '\\' => {
                let escaped = code_point(rest.as_str());
                if let Some((c, after)) = escaped {
                    out.push(c);
                    rest = after.chars();
                    continue;
                }
                out.push(match rest.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    c => c,
                });
            }
            c => out.push(c),
        }
    }
    Some(out)
}

/// The character that `u{…}` at the start of a text stands for, and the text after it.
fn code_point(text: &str) -> Option<(char, &str)> {
    let (digits, after) = text.strip_prefix("u{")?.split_once('}')?;
    Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, after))
}

/// Adds lines of a page: as they are, with characters that could deceive a reader as `\u{…}`. Line breaks and tabs are kept, so
/// the caller says around them whose lines they are.
pub(crate) fn escape_into(out: &mut String, text: &str) {
    use std::fmt::Write as _;
    let mut plain = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, '\n' | '\t') || !is_deceptive(c) {
            continue;
        }
        out.push_str(&text[plain..at]);
        plain = at + c.len_utf8();
        let _ = write!(out, "\\u{{{:x}}}", c as u32);
    }
    out.push_str(&text[plain..]);
}

/// A text of another library for a message, such as the reason of a parser: on one line, without deceptive characters,
/// and of at most `max` characters. It may repeat what a page or a caller wrote.
pub(crate) fn plain(text: &str, max: usize) -> String {
    let quoted = quote(&shorten(text, max));
    quoted[1..quoted.len() - 1].replace("\\\"", "\"").replace("\\\\", "\\")
}

/// Escapes the characters in JSON that could deceive a reader as `\u…`. The value stays the same for a
/// program.
///
/// ```
/// assert_eq!(uipilot_engine::text::json_line("{\"a\":\"\u{202e}b\"}"), r#"{"a":"\u202eb"}"#);
/// ```
pub fn json_line(json: &str) -> Cow<'_, str> {
    use std::fmt::Write as _;
    if !json.contains(is_deceptive) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_deceptive(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Whether a character can break a line, reorder it, or hide in it.
pub fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{ffa0}' | '\u{1d173}'..='\u{1d17a}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Cuts a string to at most `max` characters, with `…` where it was cut.
pub fn shorten(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
