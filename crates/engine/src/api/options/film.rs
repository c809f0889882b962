//! Options of films.

use crate::api::json::OptionalMillis;
use derive_setters::Setters;
use serde::Deserialize;
use std::time::Duration;

/// How a session is filmed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct FilmOptions {
    /// The longer side of a frame has at most this many pixels, 100 to 4000. Default: 1280.
    pub max_side: Option<u32>,
}

/// How the next frame of a film is waited for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct FilmPartOptions {
    /// How long to wait for one, in milliseconds, at most 5000. Default: 250.
    #[serde(rename = "waitMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub wait: Option<Duration>,
}
