//! Screenshots of the page, and files for its file inputs.

use super::page::BidiPage;
use super::protocol::Picture;
use super::script::text_argument;
use crate::backend::wire::{Command, DEFAULT_LIMIT, parse};
use crate::backend::{FileInput, FrameId, Happening, ImageFormat, ScreenshotRequest, agent};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::text::quote;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use std::path::PathBuf;

impl BidiPage {
    pub(super) async fn take_picture(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        let format = match request.format {
            ImageFormat::Png => json!({"type": "image/png"}),
            ImageFormat::Jpeg(quality) => json!({"type": "image/jpeg", "quality": f64::from(quality.min(100)) / 100.0}),
        };
        let mut params = json!({"context": &*self.data.id, "format": format});
        if let Some([x, y, width, height]) = request.clip {
            params["origin"] = "document".into();
            // Firefox leaves out what is beyond whole pixels, so that the last line of an element would be missing.
            let whole = |side: f64| side.round().max(1.0);
            params["clip"] = json!({"type": "box", "x": x, "y": y, "width": whole(width), "height": whole(height)});
        }
        let method = "browsingContext.captureScreenshot";
        let mut documents = 0;
        let reply = loop {
            let mark = self.data.state.mark();
            let reply = self.while_kept(self.wire.send(Command::new(method, params.clone()))).await?;
            documents += 1;
            // The browser takes no picture while another document takes the place of the one that it began with.
            let is_new = |happening: &Happening| matches!(happening, Happening::Committed { .. });
            if reply.is_ok() || documents == agent::MAX_DOCUMENTS || !self.data.state.since(mark).iter().any(is_new) {
                break reply;
            }
        };
        let raw = match reply {
            Ok(raw) => raw,
            Err(error) => {
                let no_area = error.is_code("unable to capture screen");
                let why = self.why(error).await;
                return Err(if no_area && *why.kind() == ErrorKind::Protocol {
                    EngineError::new(ErrorKind::InvalidInput, "there is no such area to take a picture of").with_source(why)
                } else {
                    why
                });
            }
        };
        let picture: Picture = parse(&raw).or_kind(ErrorKind::Protocol, "the picture could not be read")?;
        STANDARD
            .decode(picture.data)
            .or_kind(ErrorKind::Protocol, "the picture is not Base64")
    }

    /// Whether the input of a file chooser takes a folder.
    pub(super) async fn is_folder_input(&self, frame: &FrameId, input: &str) -> Result<bool> {
        let arguments = json!([text_argument("takesFolder"), {"sharedId": input}]);
        let answer = self.ask_text(frame, agent::ADOPT, &arguments, DEFAULT_LIMIT).await?;
        Ok(answer.as_deref() == Some("true"))
    }

    pub(super) async fn put_files(&self, frame: &FrameId, input: &FileInput, files: &[PathBuf]) -> Result<()> {
        if files.iter().any(|path| path.is_dir()) {
            return Err(EngineError::new(
                ErrorKind::Unsupported,
                "this browser's protocol (WebDriver BiDi) uploads files, but no folders",
            )
            .with_next_step("upload the files one by one where the page has another input, or use Chromium"));
        }
        let paths = files
            .iter()
            .map(|path| {
                path.to_str().ok_or_else(|| {
                    EngineError::new(
                        ErrorKind::InvalidInput,
                        format!("the path {} is not valid Unicode", quote(&path.to_string_lossy())),
                    )
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let shared = match input {
            FileInput::Node(node) => self.node(frame, "node", &json!({"id": node}).to_string()).await?,
            FileInput::Carrier => self.node(frame, "carrier", "{}").await?,
            FileInput::Chooser(id) => id.as_ref().to_owned(),
        };
        let params = json!({"context": &**frame, "element": {"sharedId": shared}, "files": paths});
        let reply = self
            .uninterrupted(self.wire.send(Command::new("input.setFiles", params)))
            .await?;
        let Err(error) = reply else { return Ok(()) };
        Err(if error.is_code("unable to set file input") {
            EngineError::new(ErrorKind::WrongElement, "the file input does not take these files").with_source(error)
        } else if error.is_code("unsupported operation") {
            EngineError::new(ErrorKind::Io, "the browser could not read a file").with_source(error)
        } else {
            self.why(error).await
        })
    }
}
