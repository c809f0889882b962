//! Fingers.

use super::page::BidiPage;
use crate::backend::actions::{self, Route};
use crate::backend::refusal;
use crate::error::Result;
use crate::input::{InputEvent, TouchPath};

impl BidiPage {
    /// Touches at the first positions, moves through the others, and lifts the fingers.
    pub(super) async fn touch_along(&self, path: &TouchPath) -> Result<()> {
        self.check()?;
        let Some(first) = path.fingers.first().and_then(|finger| finger.first()) else {
            return Err(refusal::empty_drag());
        };
        let Route { frame: context, mapping } = self.route(&[InputEvent::MouseMove(*first)]).await?;
        self.perform(&context, actions::touch(path, mapping)).await
    }
}
