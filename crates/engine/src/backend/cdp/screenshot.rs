//! Pictures of a page.

use super::page::CdpPage;
use super::protocol::{LayoutMetrics, Screenshot};
use crate::backend::picture_size::drawing_time;
use crate::backend::wire::{Command, WireError};
use crate::backend::{ImageFormat, ScreenshotRequest};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use base64::Engine as _;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long the first attempt may take. A page that is not painted (a background tab) may never give a
/// picture.
const HIDDEN_LIMIT: Duration = Duration::from_secs(5);

/// How long a page in front may take. Both limits are longer for a large picture.
const VISIBLE_LIMIT: Duration = Duration::from_secs(25);

impl CdpPage {
    /// Takes a picture of the viewport or of a rectangle of the document.
    pub(super) async fn take_picture(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        let metrics: LayoutMetrics = self.ask("Page.getLayoutMetrics", json!({})).await?;
        let emulated = self.emulated.get().map_or(1.0, |emulated| emulated.scale());
        let params = params(request, &metrics, emulated);
        let [.., width, height] = request.clip.unwrap_or_default();
        let more = drawing_time(width * request.scale, height * request.scale);
        let first = self.capture(params.clone(), HIDDEN_LIMIT + more).await?;
        let reply = match first {
            Err(WireError::Late { .. }) => {
                let _: Value = self.ask("Page.bringToFront", json!({})).await?;
                self.capture(params, VISIBLE_LIMIT + more).await?
            }
            other => other,
        };
        let picture: Screenshot = reply?;
        base64::engine::general_purpose::STANDARD
            .decode(picture.data)
            .or_kind(ErrorKind::Protocol, "the browser's picture could not be decoded")
            .and_then(|bytes| {
                if bytes.is_empty() {
                    return Err(EngineError::new(ErrorKind::InvalidInput, "the picture would be empty")
                        .with_next_step("choose an area with a width and a height"));
                }
                Ok(bytes)
            })
    }

    async fn capture(&self, params: Value, limit: Duration) -> Result<Result<Screenshot, WireError>> {
        let method = "Page.captureScreenshot";
        let command = Command::new(method, params).on(&self.session).within(limit);
        let reply = self.uninterrupted(self.wire.send(command)).await?;
        Ok(crate::backend::wire::read(method, reply))
    }
}

fn params(request: &ScreenshotRequest, metrics: &LayoutMetrics, emulated: f64) -> Value {
    // A page that is zoomed in shows a part of its viewport. Points of it are meant in the whole.
    let viewport = &metrics.layout;
    let shown = [
        viewport.page_x,
        viewport.page_y,
        viewport.client_width,
        viewport.client_height,
    ];
    let [x, y, width, height] = request.clip.unwrap_or(shown);
    // Device pixels for a CSS pixel; the browser multiplies the scale by it.
    let density = emulated * metrics.device.client_width / metrics.layout.client_width;
    let density = if density.is_finite() && density > 0.0 { density } else { 1.0 };
    let scale = request.scale / density;
    let mut params = Map::new();
    match request.format {
        ImageFormat::Png => params.insert("format".into(), "png".into()),
        ImageFormat::Jpeg(quality) => {
            params.insert("quality".into(), quality.into());
            params.insert("format".into(), "jpeg".into())
        }
    };
    // The picture is used once, so fast compression is better than a small size.
    params.insert("optimizeForSpeed".into(), true.into());
    let is_one = |scale: f64| (scale - 1.0).abs() < 1e-6;
    let whole = request.clip.is_none() && is_one(scale) && is_one(metrics.visual.scale);
    if !whole {
        let inside = x >= shown[0] && y >= shown[1] && x + width <= shown[0] + shown[2] && y + height <= shown[1] + shown[3];
        params.insert(
            "clip".into(),
            json!({"x": x, "y": y, "width": width, "height": height, "scale": scale}),
        );
        params.insert("captureBeyondViewport".into(), (!inside).into());
    }
    Value::Object(params)
}
