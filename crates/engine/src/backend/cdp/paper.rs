//! Prints a page.

use super::page::CdpPage;
use super::stream::{Part, Stream, wanted};
use crate::backend::paper;
use crate::backend::wire::{Command, WireError, read};
use crate::error::{ErrorContext as _, ErrorKind, Result};
use crate::options::{Margins, PdfOptions};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::Arc;

#[derive(Deserialize)]
struct Printed {
    stream: String,
}

impl CdpPage {
    /// Prints the page to PDF.
    pub(super) async fn print_to_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        const METHOD: &str = "Page.printToPDF";
        let command = Command::new(METHOD, params(options)?).on(&self.session).within(paper::LIMIT);
        let reply = self.uninterrupted(self.wire.send(command)).await?;
        let printed: Result<Printed, WireError> = read(METHOD, reply);
        let Printed { stream } = printed.map_err(|error| paper::refused(error.into(), options))?;
        let stream = Stream {
            wire: &self.wire,
            session: Arc::clone(&self.session),
            handle: stream,
        };
        let mut document = Vec::new();
        loop {
            let part: Part = self.ask("IO.read", wanted(&stream.handle)).await?;
            let eof = part.eof;
            document.extend(
                part.bytes()
                    .or_kind(ErrorKind::Protocol, "the browser's PDF could not be decoded")?,
            );
            paper::check_size(document.len())?;
            if eof {
                return Ok(document);
            }
        }
    }
}

fn params(options: &PdfOptions) -> Result<Value> {
    let inches = |mm: f64| mm / 25.4;
    let Margins {
        top,
        right,
        bottom,
        left,
    } = options.margins;
    let (width, height) = options.format.size();
    let mut params = Map::new();
    let mut set = |name: &str, value: Value| params.insert(name.to_owned(), value);
    set("transferMode", "ReturnAsStream".into());
    set("landscape", options.landscape.into());
    set("printBackground", options.background.into());
    set("paperWidth", inches(width).into());
    set("paperHeight", inches(height).into());
    set("marginTop", inches(top).into());
    set("marginRight", inches(right).into());
    set("marginBottom", inches(bottom).into());
    set("marginLeft", inches(left).into());
    if let Some(scale) = options.scale {
        set("scale", scale.into());
    }
    let ranges = options.ranges()?;
    if !ranges.is_empty() {
        set("pageRanges", ranges.join(",").into());
    }
    if options.header.is_some() || options.footer.is_some() {
        set("displayHeaderFooter", true.into());
        // A template that is not given is one of the browser's own.
        set("headerTemplate", template(options.header.as_deref()).into());
        set("footerTemplate", template(options.footer.as_deref()).into());
    }
    Ok(Value::Object(params))
}

/// The template of a header or footer: the text as HTML, with the elements that the browser fills.
fn template(text: Option<&str>) -> String {
    let mut html = String::from("<div style=\"width:100%;margin:0 10mm;font:8pt sans-serif;text-align:center\">");
    let mut rest = text.unwrap_or_default();
    while let Some(first) = rest.chars().next() {
        if let Some((name, class)) = FIELDS.iter().find(|(name, _)| rest.starts_with(name)) {
            html.push_str("<span class=\"");
            html.push_str(class);
            html.push_str("\"></span>");
            rest = &rest[name.len()..];
            continue;
        }
        match first {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            other => html.push(other),
        }
        rest = &rest[first.len_utf8()..];
    }
    html.push_str("</div>");
    html
}

/// What a text may contain, and the class of the element that the browser fills with it.
const FIELDS: [(&str, &str); 5] = [
    ("{page}", "pageNumber"),
    ("{pages}", "totalPages"),
    ("{title}", "title"),
    ("{url}", "url"),
    ("{date}", "date"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_header_is_text_and_its_fields_are_elements() {
        let html = template(Some("<b>{title}</b> & {page}/{pages} {other}"));
        assert!(
            html.contains("&lt;b&gt;<span class=\"title\"></span>&lt;/b&gt; &amp; <span class=\"pageNumber\"></span>/"),
            "{html}"
        );
        assert!(html.contains("<span class=\"totalPages\"></span> {other}</div>"), "{html}");
    }

    #[test]
    fn a_missing_header_is_empty() {
        let params = params(&PdfOptions::default().footer("{page}")).expect("parameters");
        assert!(
            params["headerTemplate"]
                .as_str()
                .is_some_and(|html| html.ends_with("\"></div>"))
        );
        assert!(
            params["footerTemplate"]
                .as_str()
                .is_some_and(|html| html.contains("pageNumber"))
        );
        assert_eq!(params["paperWidth"], json!(210.0 / 25.4));
    }
}
