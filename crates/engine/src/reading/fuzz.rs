//! What the in-page script reads. With classic WebDriver the page itself can forge it.

use super::{FrameText, Part, join, parse, piece, section};
use crate::backend::FrameId;
use crate::fuzz::{assert_clean, assert_error};
use crate::options::ReadLinks;
use crate::text::quote;
use std::collections::HashMap;

/// Reads a text as an answer, and gives it out in pieces. The first byte says how links are written and how large pieces are.
pub(crate) fn reading(data: &[u8]) {
    let (first, data) = data.split_first().unwrap_or((&0, &[]));
    let text = String::from_utf8_lossy(data);
    let read = match parse(&text) {
        Ok(Ok(read)) => read,
        Ok(Err(_)) => return,
        Err(error) => return assert_error(&error, &["PROTOCOL"]),
    };
    let start = FrameId::from("main");
    let children = read.owners().map(|owner| (owner, FrameId::from("main"))).collect();
    let frame = FrameText { reading: read, children };
    // A frame that holds itself ends at the deepest level, so one with several of them is no input.
    if frame.children.len() > 1 || frame.reading.owners().count() > 1 {
        return;
    }
    let parts = HashMap::from([(start.clone(), Part::Read(frame))]);
    let reading = join(&parts, &start, first & 1 == 0);
    let links = ReadLinks::ALL[usize::from(*first) % ReadLinks::ALL.len()];
    let max = 64 + usize::from(*first) * 8;
    let mut at = 0;
    loop {
        let piece = piece(&reading, at..reading.text.len(), links, max);
        assert_clean(&piece.text.replace('\t', " "));
        match piece.next {
            Some(next) => {
                assert!(next > at && reading.text.is_char_boundary(next), "{at} {next}");
                at = next;
            }
            None => break,
        }
    }
    for heading in reading.outline() {
        assert_clean(&quote(&heading.text));
        assert!(heading.bytes <= reading.text.len());
        if let Err(error) = section(&reading, &heading.text) {
            assert_error(&error, &["AMBIGUOUS", "ELEMENT_NOT_FOUND"]);
        }
    }
}
