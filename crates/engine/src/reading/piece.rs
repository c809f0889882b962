//! Cuts a reading into pieces of a limited size, each with the addresses of its links.

use super::Reading;
use crate::options::ReadLinks;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

/// A piece has at least so much of a line, in bytes, that it holds something, and no reference is longer.
const LEAST: usize = 64;

/// Where a piece ends near a link, it ends behind the one before if that is so near, in bytes: a link's text and its reference stay
/// together.
const NEAR: usize = 400;

/// A part of a reading.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The text, with a list of addresses at its end.
    pub(crate) text: String,
    /// Where the next piece begins; `None` at the end.
    pub(crate) next: Option<usize>,
}

/// What fits of a part of a reading. Always something, so that a caller gets to the end.
///
/// `max`: bytes of text and addresses; 0: no limit.
pub(crate) fn piece(reading: &Reading, part: Range<usize>, links: ReadLinks, max: usize) -> Piece {
    let max = if max == 0 { usize::MAX } else { max };
    let mut out = Writing {
        reading,
        links,
        text: String::new(),
        used: BTreeSet::new(),
        addresses: 0,
    };
    let mut at = part.start;
    while at < part.end {
        let rest = &reading.text[at..part.end];
        let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
        let (text, used, cost) = out.render(line);
        if out.text.len() + out.addresses + cost <= max {
            out.take(&text, used);
            at += line.len();
            continue;
        }
        // A line that is longer than a piece is cut; a shorter one begins the next piece.
        if out.text.is_empty() {
            let (end, text, used) = out.beginning(line, max);
            out.take(&text, used);
            at += end;
        }
        break;
    }
    let next = (at < part.end).then_some(at);
    Piece {
        text: out.finished(),
        next,
    }
}

struct Writing<'a> {
    reading: &'a Reading,
    links: ReadLinks,
    text: String,
    used: BTreeSet<usize>,
    /// The bytes of the list of addresses.
    addresses: usize,
}

impl Writing<'_> {
    /// A line with its references, the links that are new, and what both cost.
    fn render(&self, line: &str) -> (String, BTreeSet<usize>, usize) {
        let mut text = String::with_capacity(line.len() + 16);
        let mut used = BTreeSet::new();
        let mut rest = line;
        while let Some((words, after)) = rest.split_once('\u{2}') {
            text.push_str(words);
            let (number, after) = after.split_once('\u{3}').unwrap_or(("", ""));
            if let Ok(number) = number.parse::<usize>() {
                match self.links {
                    ReadLinks::References => {
                        let _ = write!(text, "[{}]", number + 1);
                        if !self.used.contains(&number) {
                            used.insert(number);
                        }
                    }
                    ReadLinks::Inline => {
                        text.push('(');
                        push_destination(&mut text, self.address(number));
                        text.push(')');
                    }
                    ReadLinks::None => {}
                }
            }
            rest = after;
        }
        text.push_str(rest);
        let cost = text.len() + used.iter().map(|number| self.entry(*number).len()).sum::<usize>();
        (text, used, cost)
    }

    /// The beginning of a line that fits with its addresses: its end, and what is written of it.
    fn beginning(&self, line: &str, max: usize) -> (usize, String, BTreeSet<usize>) {
        let mut most = max.min(line.len()).max(LEAST);
        loop {
            let end = cut(line, most);
            let (text, used, cost) = self.render(&line[..end]);
            if cost <= max || most == LEAST {
                return (end, text, used);
            }
            // In a line of links most bytes are addresses. The next try is a little less than the share that would fit.
            let share = most.saturating_mul(max) / cost;
            most = share.min(most - most / 16 - 1).max(LEAST);
        }
    }

    fn address(&self, number: usize) -> &str {
        self.reading.links.get(number).map_or("", String::as_str)
    }

    fn entry(&self, number: usize) -> String {
        format!("[{}]: {}\n", number + 1, self.address(number))
    }

    fn take(&mut self, text: &str, used: BTreeSet<usize>) {
        self.text.push_str(text);
        for number in used {
            self.addresses += self.entry(number).len();
            self.used.insert(number);
        }
    }

    fn finished(self) -> String {
        let mut text = self.text.trim_matches('\n').to_owned();
        if !self.used.is_empty() {
            text.push_str("\n\n");
            for number in &self.used {
                text.push_str(&self.entry(*number));
            }
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// Adds an address as it may stand between the parentheses of a link: Markdown ends it where a parenthesis has no partner, and what is
/// behind it would be the page's text. Its parentheses stay if each has one and none is in another's. All is ASCII without blanks, but
/// for the mark of a cut. `ts-mcp/src/secrets/markup.ts` reads this form.
fn push_destination(out: &mut String, address: &str) {
    let paired = has_pairs(address);
    let mut rest = address.chars().peekable();
    while let Some(c) = rest.next() {
        let plain = match c {
            '(' | ')' => paired,
            // It would take the meaning of what follows.
            '\\' => rest.peek().is_some_and(char::is_ascii_alphanumeric),
            '<' | '>' => false,
            '…' => true,
            _ => c.is_ascii_graphic(),
        };
        if plain {
            out.push(c);
            continue;
        }
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// Whether each parenthesis has a partner, and none is in a pair of others.
fn has_pairs(address: &str) -> bool {
    let mut is_open = false;
    for c in address.chars().filter(|c| matches!(c, '(' | ')')) {
        if is_open == (c == '(') {
            return false;
        }
        is_open = !is_open;
    }
    !is_open
}

/// Where to cut a line so that at most `most` bytes come first: at a space if one is near, and never in a reference.
fn cut(line: &str, most: usize) -> usize {
    let mut end = most.min(line.len());
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    if let Some(open) = line[..end].rfind('\u{2}')
        && !line[open..end].contains('\u{3}')
        && open > 0
    {
        end = open;
    }
    if end < line.len()
        && let Some(last) = line[..end].rfind('\u{3}')
        && end - last < NEAR
        && (end == last + 1 || line[last..end].contains('['))
    {
        return last + 1;
    }
    if end < line.len()
        && let Some(space) = line[..end].rfind(' ')
        && end - space < 200
        && space > 0
    {
        end = space + 1;
    }
    if end == 0 { line.len() } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(reading: &Reading, max: usize) -> Vec<String> {
        all_with(reading, ReadLinks::References, max)
    }

    fn all_with(reading: &Reading, links: ReadLinks, max: usize) -> Vec<String> {
        let mut pieces = Vec::new();
        let mut at = 0;
        loop {
            let piece = piece(reading, at..reading.text.len(), links, max);
            pieces.push(piece.text);
            match piece.next {
                Some(next) => {
                    assert!(next > at, "a piece holds something");
                    at = next;
                }
                None => return pieces,
            }
        }
    }

    #[test]
    fn each_piece_lists_the_addresses_of_its_links() {
        let reading = Reading {
            text: "[a]\u{2}0\u{3} and [b]\u{2}1\u{3}\n\n[a]\u{2}0\u{3} again\n".into(),
            links: vec!["/a".into(), "/b".into()],
            ..Reading::default()
        };
        assert_eq!(all(&reading, 0), ["[a][1] and [b][2]\n\n[a][1] again\n\n[1]: /a\n[2]: /b"]);
        assert_eq!(
            all(&reading, 40),
            ["[a][1] and [b][2]\n\n[1]: /a\n[2]: /b", "[a][1] again\n\n[1]: /a"]
        );
        assert_eq!(
            all_with(&reading, ReadLinks::Inline, 0),
            ["[a](/a) and [b](/b)\n\n[a](/a) again"]
        );
        assert_eq!(all_with(&reading, ReadLinks::None, 0), ["[a] and [b]\n\n[a] again"]);
    }

    #[test]
    fn a_line_of_links_is_cut_so_that_its_addresses_fit() {
        let links: Vec<_> = (0..500).map(|number| format!("/item?{}={number}", "q".repeat(60))).collect();
        let mut text = String::new();
        for number in 0..links.len() {
            let _ = write!(text, "[Item {number}]\u{2}{number}\u{3} ");
        }
        text.push('\n');
        let reading = Reading {
            text,
            links,
            ..Reading::default()
        };
        for form in [ReadLinks::References, ReadLinks::Inline, ReadLinks::None] {
            let pieces = all_with(&reading, form, 2_000);
            for piece in &pieces {
                assert!(piece.len() <= 2_002, "{form:?}: {}", piece.len());
            }
            let shown: usize = pieces.iter().map(|piece| piece.matches("[Item ").count()).sum();
            assert_eq!(shown, 500, "{form:?}");
        }
        for piece in all(&reading, 2_000) {
            let (words, addresses) = piece.split_once("\n\n").expect("a list of addresses");
            let named = words.matches("][").count();
            assert_eq!((named, words.matches("[Item").count()), (addresses.lines().count(), named));
            for address in addresses.lines() {
                let (number, _) = address.split_once(':').expect("a number");
                assert!(words.contains(&format!("]{number}")), "{number} is not in {words}");
            }
        }
    }

    #[test]
    fn an_address_ends_where_its_link_does() {
        for (address, written) in [
            ("/a_(b)?c=(d)", "/a_(b)?c=(d)"),
            ("/a(b", "/a%28b"),
            ("/a)b", "/a%29b"),
            ("/a)(b", "/a%29%28b"),
            ("/a((b))", "/a%28%28b%29%29"),
            ("/?a\\", "/?a%5C"),
            ("/?a\\)(", "/?a%5C%29%28"),
            ("#a\\u{202e}b", "#a\\u{202e}b"),
            ("<a>", "%3Ca%3E"),
            ("#\u{ff08}\u{a8}é", "#%EF%BC%88%C2%A8%C3%A9"),
            ("/long…", "/long…"),
        ] {
            let reading = Reading {
                text: "[a]\u{2}0\u{3} b\n".into(),
                links: vec![address.into()],
                ..Reading::default()
            };
            assert_eq!(
                all_with(&reading, ReadLinks::Inline, 0),
                [format!("[a]({written}) b")],
                "{address}"
            );
            // Where it stands on a line of its own, it is as the page has it.
            assert_eq!(all(&reading, 0), [format!("[a][1] b\n\n[1]: {address}")]);
        }
    }

    #[test]
    fn a_long_line_is_cut_between_words_and_nothing_is_lost() {
        let word = "wörter ";
        let reading = Reading {
            text: format!("{}[x]\u{2}0\u{3}{}\n", word.repeat(50), "é".repeat(500)),
            links: vec!["/x".into()],
            ..Reading::default()
        };
        let pieces = all(&reading, 100);
        assert!(pieces.len() > 8);
        let joined: String = pieces.iter().map(|piece| piece.split("\n\n").next().unwrap_or("")).collect();
        assert_eq!(
            joined.replace(' ', ""),
            format!("{}[x][1]{}", "wörter".repeat(50), "é".repeat(500))
        );
    }
}
