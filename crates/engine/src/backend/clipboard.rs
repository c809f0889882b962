//! Reading the clipboard by a paste into an empty page, which the protocols share.
//!
//! The page is made for that in a browser context of its own, and closed afterwards. No page of the session sees the
//! paste, loses the focus or gets a permission.

use super::wire::parse;
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::ClipboardReport;
use serde_json::value::RawValue;
use std::time::Duration;

/// How long the browser may take to paste.
pub(super) const PASTE_LIMIT: Duration = Duration::from_secs(5);

/// An expression that begins to wait for the paste, and keeps at most `most` characters of each text.
pub(super) fn listen(most: usize) -> String {
    format!("({LISTEN})({most})")
}

const LISTEN: &str = r#"(most) => {
    const whole = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd");
    const part = (data, type) =>
        data.types.includes(type) ? { content: whole(data.getData(type).slice(0, most)), length: data.getData(type).length } : null;
    globalThis.pasted = new Promise((done) => addEventListener("paste", (event) => {
        event.preventDefault();
        const data = event.clipboardData;
        const files = [...data.files].slice(0, 100);
        done(JSON.stringify({
            types: [...data.types].slice(0, 100).map((type) => whole(type.slice(0, 200))),
            text: part(data, "text/plain"),
            html: part(data, "text/html"),
            files: files.map(({ name, type, size }) => ({ name: whole(name.slice(0, 300)), mediaType: type, size })),
        }));
    }, { capture: true, once: true }));
}"#;

/// An expression that waits for the paste. Its value is the text for [`report`].
pub(super) const PASTED: &str = "globalThis.pasted";

/// Reads what the empty page got.
///
/// # Errors
/// `Protocol` if that is not what [`listen`] makes.
pub(super) fn report(pasted: Option<&str>) -> Result<ClipboardReport> {
    let read = pasted.and_then(|json| serde_json::from_str::<&RawValue>(json).ok());
    read.and_then(|raw| parse(raw).ok()).ok_or_else(|| {
        let what = "the browser did not paste its clipboard into an empty page";
        EngineError::new(ErrorKind::Protocol, what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paste_is_read() {
        let json = r#"{"types":["text/plain","Files"],"text":{"content":"a","length":7},"html":null,
            "files":[{"name":"image.png","mediaType":"image/png","size":3}]}"#;
        let report = report(Some(json)).expect("readable");
        assert_eq!(report.text.map(|text| (text.content, text.length)), Some(("a".to_owned(), 7)));
        assert_eq!((report.html, report.files.len()), (None, 1));
    }

    #[test]
    fn no_paste_is_an_error() {
        for pasted in [None, Some("null"), Some("{")] {
            assert_eq!(*report(pasted).expect_err("no paste").kind(), ErrorKind::Protocol);
        }
    }
}
