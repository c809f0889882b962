//! Pictures.

use super::context::{Turn, reference};
use super::page::ClassicPage;
use crate::backend::webdriver::driver::Request;
use crate::backend::webdriver::fault::{Code, Fault};
use crate::backend::{ImageFormat, ScreenshotRequest};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a picture may take. Long pages need more time.
const LIMIT: Duration = Duration::from_mins(1);

/// Finds what has the box `(x, y, width, height)` in the document: an element, or `"document"` for the whole
/// document. Null if nothing has that box.
const BOXED: &str = "const [x, y, width, height] = arguments;
    const near = (a, b) => Math.abs(a - b) <= 1.5;
    const all = document.scrollingElement ?? document.documentElement;
    if (x <= 0 && y <= 0 && near(width, all.scrollWidth) && near(height, all.scrollHeight)) return 'document';
    const at = document.elementsFromPoint(x - scrollX + width / 2, y - scrollY + height / 2);
    return at.find((el) => {
        const box = el.getBoundingClientRect();
        return near(box.left + scrollX, x) && near(box.top + scrollY, y) && near(box.width, width) && near(box.height, height);
    }) ?? null;";

impl ClassicPage {
    /// Takes a picture. If the driver accepts CDP commands, every request is possible. Otherwise the standard
    /// offers only a PNG of the viewport or of an element.
    pub(super) async fn take_picture(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        self.check()?;
        let mut turn = self.context.turn().await;
        let taken = match turn.enter(&self.id, &[]).await {
            Ok(()) => match (self.context.vendor(), request.format, request.clip) {
                (_, ImageFormat::Png, None) => turn.run(Request::get("screenshot").within(LIMIT)).await,
                (Some(vendor), _, _) => by_cdp(&mut turn, vendor, request).await,
                (None, ImageFormat::Png, Some(clip)) => boxed(&mut turn, clip).await,
                (None, ImageFormat::Jpeg(_), _) => Err(Fault::new(Code::Unsupported, "pictures are PNG here")),
            },
            Err(fault) => Err(fault),
        };
        let data = match taken {
            Ok(Value::String(data)) => STANDARD
                .decode(data)
                .or_kind(ErrorKind::Protocol, "the picture is not Base64"),
            Ok(_) => Err(EngineError::new(ErrorKind::Protocol, "the driver's answer is not a picture")),
            Err(fault) if fault.code == Code::Unsupported => Err(fault
                .during("taking the picture")
                .with_next_step("take one of the viewport, as PNG")),
            Err(fault) => Err(self.why(&mut turn, &self.id, fault, "taking the picture").await),
        };
        turn.leave().await;
        data
    }
}

async fn by_cdp(turn: &mut Turn<'_>, vendor: &str, request: &ScreenshotRequest) -> Result<Value, Fault> {
    let mut params = match request.format {
        ImageFormat::Png => json!({"format": "png"}),
        ImageFormat::Jpeg(quality) => json!({"format": "jpeg", "quality": quality}),
    };
    if let Some([x, y, width, height]) = request.clip {
        params["clip"] = json!({"x": x, "y": y, "width": width, "height": height, "scale": request.scale});
        params["captureBeyondViewport"] = true.into();
    }
    let command = json!({"cmd": "Page.captureScreenshot", "params": params});
    let mut picture = turn
        .run(Request::post(format!("{vendor}/cdp/execute"), command).within(LIMIT))
        .await?;
    Ok(picture.get_mut("data").map(Value::take).unwrap_or_default())
}

async fn boxed(turn: &mut Turn<'_>, clip: [f64; 4]) -> Result<Value, Fault> {
    let found = turn.execute(BOXED, &json!(clip)).await?;
    let path = match (found.as_str(), reference(&found)) {
        // A command of geckodriver that is not part of the standard.
        (Some(_), _) => "moz/screenshot/full".to_owned(),
        (None, Some(element)) => format!("element/{element}/screenshot"),
        (None, None) => {
            return Err(Fault::new(
                Code::Unsupported,
                "only elements and whole pages can be cut out here",
            ));
        }
    };
    turn.run(Request::get(path).within(LIMIT)).await
}
