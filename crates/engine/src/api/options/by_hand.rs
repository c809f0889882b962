//! Which steps of the user are told.

use crate::api::json::OptionalMillis;
use derive_setters::Setters;
use serde::Deserialize;
use std::time::Duration;

/// Which steps of the user are told.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct UserStepsOptions {
    /// Those after the step with this number. Default: all that are kept.
    pub since: Option<u64>,
    /// How long to wait for the first of them, in milliseconds. Default: 0. At most 60,000.
    #[serde(rename = "waitMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub wait: Option<Duration>,
}
