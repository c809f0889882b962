//! Finds hidden texts in what a frame draws (no I/O).

use icu_normalizer::ComposingNormalizerBorrowed;
use std::fmt::Write as _;

/// A text with left, top, right and bottom. Without a text, it is hidden in any case.
type Drawn = (Option<String>, f64, f64, f64, f64);

/// A beginning of a hidden text counts if it has this many characters, and half of the text.
const LEAST_PART: usize = 6;

/// The forms of hidden texts that are looked for.
pub(super) struct Needles {
    /// Compared without case and blanks.
    folded: Vec<Vec<char>>,
    /// Beginnings, compared without blanks: a field may hold less than the whole, and a page may show less.
    parts: Vec<Vec<char>>,
}

impl Needles {
    pub(super) fn new(texts: &[String]) -> Self {
        let mut folded = Vec::new();
        let mut parts = Vec::new();
        for text in texts {
            folded.push(fold(text));
            folded.push(fold(&percent(text)));
            folded.push(fold(&percent(text).replace("%20", "+")));
            folded.push(fold(&hex(text)));
            folded.extend((0..3).map(|shift| fold(&base64(text.as_bytes(), shift))));
            let bare = bare(text);
            let least = LEAST_PART.max(bare.len().div_ceil(2));
            if bare.len() > least {
                parts.push(bare[..least].to_vec());
            }
        }
        folded.retain(|needle| needle.len() >= 3);
        folded.sort();
        folded.dedup();
        Self { folded, parts }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// The boxes of the texts that show a part of a hidden one. A hidden text may go over several of them.
    pub(super) fn find(&self, drawn: &[Drawn]) -> Vec<[f64; 4]> {
        let mut characters = Vec::new();
        let mut owners = Vec::new();
        let mut hidden = vec![false; drawn.len()];
        for (index, (text, ..)) in drawn.iter().enumerate() {
            let Some(text) = text else {
                hidden[index] = true;
                continue;
            };
            let bare = bare(text);
            owners.resize(owners.len() + bare.len(), index);
            characters.extend(bare);
        }
        // Only characters that stay one are folded, so that the places stay the same.
        let folded: Vec<char> = characters.iter().map(|&c| fold_one(c)).collect();
        let places = [(&folded, &self.folded), (&characters, &self.parts)];
        for (haystack, needles) in places {
            for needle in needles {
                for (at, window) in haystack.windows(needle.len().max(1)).enumerate() {
                    if window.first() == needle.first() && window == needle.as_slice() {
                        let (first, last) = (owners[at], owners[at + needle.len() - 1]);
                        hidden[first..=last].fill(true);
                    }
                }
            }
        }
        drawn
            .iter()
            .zip(hidden)
            .filter(|(_, hidden)| *hidden)
            .map(|((_, left, top, right, bottom), _)| [*left, *top, *right, *bottom])
            .collect()
    }
}

/// The characters without blanks and those that are not drawn: composed, and letters as they are without variants, such as full width.
fn bare(text: &str) -> Vec<char> {
    let drawn: String = text.chars().filter(|c| !is_unseen(*c)).collect();
    ComposingNormalizerBorrowed::new_nfkc()
        .normalize(&drawn)
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .collect()
}

/// Joiners, soft hyphens, marks of direction, selectors of variants, tags (`Default_Ignorable_Code_Point`).
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}')
}

fn fold(text: &str) -> Vec<char> {
    bare(text).into_iter().map(fold_one).collect()
}

fn fold_one(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

fn percent(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// The characters of base64 that depend on these bytes alone, if `shift` other bytes come before them.
fn base64(bytes: &[u8], shift: usize) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| usize::from(byte >> (7 - at % 8) & 1));
    let skipped = shift * 8;
    // The first and the last characters hold bits of their neighbours.
    let first = skipped.div_ceil(6);
    let last = (skipped + bytes.len() * 8) / 6;
    (first..last)
        .map(|character| {
            let value = (0..6).fold(0, |value, at| value << 1 | bit(character * 6 + at - skipped));
            char::from(ALPHABET[value])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(secret: &str, texts: &[&str]) -> Vec<usize> {
        let drawn: Vec<Drawn> = (0_u8..)
            .zip(texts)
            .map(|(index, text)| (Some((*text).to_owned()), f64::from(index), 0.0, 1.0, 1.0))
            .collect();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
        Needles::new(&[secret.to_owned()])
            .find(&drawn)
            .iter()
            .map(|[index, ..]| *index as usize)
            .collect()
    }

    #[test]
    fn a_text_is_found_in_its_forms_and_over_several_texts() {
        let secret = "Tr0ub4dor &3";
        for text in [
            "is Tr0ub4dor &3.",
            "TR0UB4DOR  &3",
            "?p=Tr0ub4dor%20%263",
            "p=tr0ub4dor+%263",
            "Tr0ub4d",
        ] {
            assert_eq!(found(secret, &["a", text, "b"]), [1], "{text}");
        }
        assert_eq!(found(secret, &["Tr0", "ub4", "dor", " &3", "x"]), [0, 1, 2, 3]);
        assert_eq!(found(secret, &["Tr0ub", "tr0ub4d", "dor &3"]), Vec::<usize>::new());
        // base64 of "Tr0ub4dor &3" after none, one and two bytes.
        for text in ["VHIwdWI0ZG9yICYz", "OlRyMHViNGRvciAmMw==", "YTpUcjB1YjRkb3IgJjM6"] {
            assert_eq!(found(secret, &[text]), [0], "{text}");
        }
    }

    #[test]
    fn other_ways_to_write_the_same_letters_are_found() {
        for text in ["pa$s wo\u{308}rd", "ｐａ＄ｓ　ｗöｒｄ", "p\u{fe0f}a\u{2060}$s\u{e0041} wörd"] {
            assert_eq!(found("pa$s wörd", &["a", text]), [1], "{text}");
            assert_eq!(found("pa$s wo\u{308}rd", &["a", text]), [1], "{text}");
        }
        assert_eq!(found("pass²word", &["pass²word", "pass2word"]), [0, 1]);
    }

    #[test]
    fn what_must_be_hidden_in_any_case_is() {
        let drawn = [(None, 1.0, 2.0, 3.0, 4.0)];
        assert_eq!(Needles::new(&["abcd".to_owned()]).find(&drawn), [[1.0, 2.0, 3.0, 4.0]]);
        assert!(Needles::new(&[]).is_empty());
    }
}
