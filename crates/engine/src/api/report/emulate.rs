//! What is emulated.

use crate::options::{ColorScheme, Contrast, ForcedColors, Geolocation, MediaType, Permission, ReducedMotion, Viewport};
use serde::Serialize;

/// What is emulated in a session. What is absent is the browser's own.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Emulation {
    /// The device, by its full name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The viewport's size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport: Option<Viewport>,
    /// The screen's size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<Viewport>,
    /// Device pixels for a CSS pixel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_scale_factor: Option<f64>,
    /// Whether pages are laid out as on a mobile device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile: Option<bool>,
    /// Whether the device has a touch screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touch: Option<bool>,
    /// What the browser calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
    /// Light or dark colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color_scheme: Option<ColorScheme>,
    /// Whether less motion is wished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduced_motion: Option<ReducedMotion>,
    /// Whether more or less contrast is wished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contrast: Option<Contrast>,
    /// Whether a palette of the user's is in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced_colors: Option<ForcedColors>,
    /// The CSS media type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<MediaType>,
    /// The time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// The language of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// Where the device is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geolocation: Option<Geolocation>,
    /// What pages may do, in the order in which it was set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub permissions: Vec<Permission>,
    /// How many times slower the processor is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_throttling: Option<f64>,
}

/// The outcome of a call that emulates.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EmulateReport {
    /// What is emulated now.
    pub now: Emulation,
    /// The size that the selected page was given by itself since its viewport is emulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resized: Option<Viewport>,
    /// Whether open pages were loaded with another user agent or language, which their servers got.
    pub stale: bool,
    /// Open pages that have not confirmed the change: it reaches them once they answer.
    pub unconfirmed: usize,
}
