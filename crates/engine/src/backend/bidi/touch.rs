//! Fingers.

use super::page::BidiPage;
use super::protocol::RemoteValue;
use crate::backend::actions::{self, Mapping, Route};
use crate::backend::{FrameId, refusal};
use crate::error::Result;
use crate::input::{InputEvent, Point, TouchPath};
use serde_json::json;

/// The size of a frame's viewport.
const SIZE: &str = "function() { return [innerWidth, innerHeight]; }";

impl BidiPage {
    /// Touches at the first positions, moves through the others, and lifts the fingers.
    pub(super) async fn touch_along(&self, path: &TouchPath) -> Result<()> {
        self.check()?;
        let Some(first) = path.fingers.first().and_then(|finger| finger.first()) else {
            return Err(refusal::empty_drag());
        };
        let Route { frame: context, mapping } = self.route(&[InputEvent::MouseMove(*first)]).await?;
        if context != self.data.id {
            self.refuse_leaving(&context, path, mapping).await?;
        }
        self.perform(&context, actions::touch(path, mapping)).await
    }

    /// Refuses fingers that would leave a frame of another process: the browser would press them, and let them go at its edge.
    async fn refuse_leaving(&self, context: &FrameId, path: &TouchPath, mapping: Mapping) -> Result<()> {
        let size = self.call_function(context, SIZE, &json!([])).await?;
        let RemoteValue::Array { value } = size else { return Ok(()) };
        let [Some(width), Some(height)] = [0, 1].map(|at| value.get(at).and_then(RemoteValue::number)) else {
            return Ok(());
        };
        let is_out = |at: Point| at.x < 0.0 || at.y < 0.0 || at.x > width || at.y > height;
        if path.fingers.iter().flatten().any(|at| is_out(mapping.apply(*at))) {
            return Err(refusal::touch_leaves_frame());
        }
        Ok(())
    }
}
