//! Notes whether documents change while a call waits for more than the handlers of its input.

use super::Target;
use crate::backend::FrameId;
use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::{Value, json};

/// The frames whose documents are observed.
pub(crate) struct Noting(Vec<FrameId>);

#[derive(Deserialize)]
struct Begun {
    #[serde(rename = "noting")]
    _noting: bool,
}

#[derive(Deserialize)]
struct Noted {
    changed: bool,
}

impl Noting {
    /// Begins, before the input is sent. `None` if a document does not answer: nothing is claimed about it then.
    pub(crate) async fn begin(target: &Target, frames: &[FrameId]) -> Option<Self> {
        let none: Value = json!({});
        let asked = frames.iter().map(|frame| target.ask::<Begun>(frame, "noting", &none));
        join_all(asked).await.iter().all(Result::is_ok).then(|| Self(frames.to_vec()))
    }

    /// Whether a document has changed since. `None` if that is not known.
    pub(crate) async fn changed(self, target: &Target) -> Option<bool> {
        let none: Value = json!({});
        let asked = self.0.iter().map(|frame| target.ask::<Noted>(frame, "noted", &none));
        let answers: Vec<_> = join_all(asked).await.into_iter().map(Result::ok).collect();
        if answers.iter().flatten().any(|noted| noted.changed) {
            return Some(true);
        }
        answers.iter().all(Option::is_some).then_some(false)
    }
}
