//! An error as data, as it crosses into other languages and over HTTP.

use super::{Attempt, EngineError, NextStep};
use crate::report::BoundingBox;
use serde::{Serialize, Serializer};

/// The data of an [`EngineError`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Fault {
    /// The stable code, for example `STALE_UID`. Branch on this.
    pub code: &'static str,
    /// What was tried and what was found, without a final stop. May be reworded in any release.
    pub message: String,
    /// What the caller does next, without names of a specific interface. May be reworded in any release.
    pub next_step: String,
    /// The same step as data.
    pub step: NextStep,
    /// The progress of a call with a locator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Attempt>,
}

impl From<&EngineError> for Fault {
    fn from(error: &EngineError) -> Self {
        Self {
            code: error.code(),
            message: error.message(),
            next_step: error.next_step().to_string(),
            step: error.next_step().clone(),
            attempt: error.attempt().cloned(),
        }
    }
}

/// A box as its four named sides.
#[allow(clippy::ref_option)] // Serde passes a reference to the field.
pub(super) fn bounding_box<S: Serializer>(bounds: &Option<[f64; 4]>, serializer: S) -> Result<S::Ok, S::Error> {
    bounds.map(BoundingBox::from).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use serde_json::json;

    #[test]
    fn what_to_do_next_is_said_once() {
        let cause = EngineError::new(ErrorKind::Protocol, "the browser refused it").with_source("no such sheet");
        let error = EngineError::new(ErrorKind::InvalidInput, "nothing was printed")
            .with_source(cause)
            .with_next_step("leave pages out");
        let said = "nothing was printed (the browser refused it (no such sheet)) – leave pages out";
        assert_eq!(error.to_string(), said);
    }

    #[test]
    fn a_fault_has_words_and_data() {
        let error = EngineError::new(ErrorKind::Ambiguous, "2 elements match")
            .with_source(std::io::Error::other("broken"))
            .with_attempt(Attempt {
                selector: "button".into(),
                tried: vec!["role"],
                matched: Some(2),
                bounds: Some([1.0, 2.0, 3.0, 4.0]),
                ..Attempt::default()
            })
            .with_next_step(NextStep::SelectPage { page: 3 });
        assert_eq!(
            serde_json::to_value(Fault::from(&error)).expect("serializable"),
            json!({
                "code": "AMBIGUOUS",
                "message": "2 elements match (broken)",
                "nextStep": "select page 3, or use a UID of this page",
                "step": {"kind": "selectPage", "page": 3},
                "attempt": {
                    "selectorUsed": "button",
                    "tried": ["role"],
                    "resolved": false,
                    "matchedCount": 2,
                    "boundingBox": {"x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0},
                },
            })
        );
    }
}
