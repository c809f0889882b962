//! Pictures of windows as the screen shows them.

use super::{XScreen, lost, refused};
use crate::desktop::app::Picture;
use crate::desktop::linux::screen::no_such_window;
use crate::error::{EngineError, ErrorKind, Result};
use crate::picture::Pixels;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, ImageOrder};

impl XScreen {
    pub(super) fn take_picture(&self, pid: u32, window: u64) -> Result<Picture> {
        let bounds = self
            .list()
            .into_iter()
            .find(|shown| shown.window == window && shown.pid == Some(pid))
            .and_then(|shown| shown.bounds)
            .ok_or_else(|| no_such_window(window))?;
        let clip = |value: f64, most: u16| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let clipped = value.clamp(0.0, f64::from(most)) as u16;
            clipped
        };
        let (left, top) = (clip(bounds.x, self.width), clip(bounds.y, self.height));
        let (right, bottom) = (clip(bounds.x + bounds.w, self.width), clip(bounds.y + bounds.h, self.height));
        if right <= left || bottom <= top {
            return Err(EngineError::new(ErrorKind::NotVisible, "the window is not on the screen")
                .with_next_step(crate::error::NextStep::RaiseWindow));
        }
        let (width, height) = (right - left, bottom - top);
        let (x, y) = (left.cast_signed(), top.cast_signed());
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.root, x, y, width, height, u32::MAX)
            .map_err(lost)?
            .reply()
            .map_err(refused)?;
        let pixels = usize::from(width) * usize::from(height);
        let little = self.connection.setup().image_byte_order == ImageOrder::LSB_FIRST;
        if image.data.len() != pixels * 4 {
            return Err(EngineError::new(
                ErrorKind::Unsupported,
                format!("pictures of a screen with {} bits a pixel are not read", image.depth),
            ));
        }
        let rgb = image
            .data
            .chunks_exact(4)
            .flat_map(|pixel| {
                if little {
                    [pixel[2], pixel[1], pixel[0]]
                } else {
                    [pixel[1], pixel[2], pixel[3]]
                }
            })
            .collect();
        Ok(Picture {
            pixels: Pixels::new(width.into(), height.into(), rgb),
            left: i32::from(left),
            top: i32::from(top),
        })
    }
}
