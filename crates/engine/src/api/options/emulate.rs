//! What a session's pages are made to believe about their device, their user and their place.

use crate::error::{EngineError, ErrorKind, Result};
use crate::options::Viewport;
use crate::text::{quote, shorten};
use derive_setters::Setters;
use serde::{Deserialize, Serialize};

words! {
    /// The value of the media feature `prefers-color-scheme`.
    pub enum ColorScheme {
        /// Light.
        Light = "light",
        /// Dark.
        Dark = "dark",
    }
}

words! {
    /// The value of the media feature `prefers-reduced-motion`.
    pub enum ReducedMotion {
        /// Less motion is wished.
        Reduce = "reduce",
        /// No wish.
        NoPreference = "no-preference",
    }
}

words! {
    /// The value of the media feature `prefers-contrast`.
    pub enum Contrast {
        /// More contrast is wished.
        More = "more",
        /// Less contrast is wished.
        Less = "less",
        /// No wish.
        NoPreference = "no-preference",
    }
}

words! {
    /// The value of the media feature `forced-colors`.
    pub enum ForcedColors {
        /// A palette of the user's takes the place of the page's colours.
        Active = "active",
        /// The page's own colours.
        None = "none",
    }
}

words! {
    /// The CSS media type.
    pub enum MediaType {
        /// As on a screen.
        Screen = "screen",
        /// As on paper.
        Print = "print",
    }
}

words! {
    /// The state of a permission.
    pub enum PermissionState {
        /// Pages may.
        Granted = "granted",
        /// Pages may not.
        Denied = "denied",
        /// The user would be asked.
        Prompt = "prompt",
    }
}

/// Where the device is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Geolocation {
    /// Degrees north, -90 to 90.
    #[cfg_attr(feature = "schema", schemars(range(min = -90.0, max = 90.0)))]
    pub latitude: f64,
    /// Degrees east, -180 to 180.
    #[cfg_attr(feature = "schema", schemars(range(min = -180.0, max = 180.0)))]
    pub longitude: f64,
    /// Radius of the uncertainty in metres.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0)))]
    pub accuracy: f64,
}

/// What one permission is to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Permission {
    /// The name in the Permissions standard, for example `geolocation`, `notifications`, `camera` or `clipboard-read`.
    pub name: String,
    /// What it is to be.
    pub state: PermissionState,
    /// For pages of this origin, for example `https://example.org`. Default: for all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// What to emulate besides what is emulated already, for all pages of a session: those that are open, those that they open,
/// and their frames. What is not given stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct EmulateOptions {
    /// End everything that was emulated first. Default: false.
    pub reset: bool,
    /// Size, scale, touch and user agent of this device, by the name that Playwright gives it: `Pixel 7`, `iPhone 15 landscape`,
    /// `Desktop Chrome`. Case does not matter. The other options of the same call win.
    #[setters(into)]
    pub device: Option<String>,
    /// The viewport's size.
    pub viewport: Option<Viewport>,
    /// Device pixels for a CSS pixel, 0.1 to 10.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.1, max = 10.0)))]
    pub device_scale_factor: Option<f64>,
    /// Whether pages are laid out as on a mobile device, by their viewport meta element.
    pub mobile: Option<bool>,
    /// Whether the device has a touch screen.
    pub touch: Option<bool>,
    /// What the browser calls itself. The client hints (`Sec-CH-UA`, `navigator.userAgentData`) follow it.
    #[setters(into)]
    pub user_agent: Option<String>,
    /// Light or dark colours.
    pub color_scheme: Option<ColorScheme>,
    /// Whether less motion is wished.
    pub reduced_motion: Option<ReducedMotion>,
    /// Whether more or less contrast is wished.
    pub contrast: Option<Contrast>,
    /// Whether a palette of the user's is in use.
    pub forced_colors: Option<ForcedColors>,
    /// The CSS media type.
    pub media: Option<MediaType>,
    /// The time zone, by its IANA name: `Europe/Berlin`.
    #[setters(into)]
    pub timezone: Option<String>,
    /// The language of the user, as a BCP 47 tag: `de-DE`. For `navigator.language`, `Intl` and `Accept-Language`.
    #[setters(into)]
    pub locale: Option<String>,
    /// Where the device is. Pages may ask for it.
    pub geolocation: Option<Geolocation>,
    /// What pages may do.
    pub permissions: Vec<Permission>,
    /// How many times slower the processor is, 1 to 100.
    #[cfg_attr(feature = "schema", schemars(range(min = 1.0, max = 100.0)))]
    pub cpu_throttling: Option<f64>,
}

/// The longest user agent, in bytes.
const LONGEST_AGENT: usize = 1_000;
/// The most permissions of one call.
const MOST_PERMISSIONS: usize = 50;

impl EmulateOptions {
    /// Whether this says how large pages are, or how they are scaled.
    pub(crate) fn sets_size(&self) -> bool {
        self.reset
            || self.device.is_some()
            || self.viewport.is_some()
            || self.device_scale_factor.is_some()
            || self.mobile.is_some()
    }

    /// Rejects values that no browser takes. The browser says itself which time zones, locales and permissions it knows.
    pub(crate) fn check(&self) -> Result<()> {
        if let Some(viewport) = self.viewport {
            viewport.check()?;
        }
        in_range("deviceScaleFactor", self.device_scale_factor, 0.1, 10.0)?;
        in_range("cpuThrottling", self.cpu_throttling, 1.0, 100.0)?;
        if let Some(place) = self.geolocation {
            in_range("geolocation.latitude", Some(place.latitude), -90.0, 90.0)?;
            in_range("geolocation.longitude", Some(place.longitude), -180.0, 180.0)?;
            in_range("geolocation.accuracy", Some(place.accuracy), 0.0, 1e7)?;
        }
        let is_header = |text: &str| {
            !text.trim().is_empty() && text.len() <= LONGEST_AGENT && text.bytes().all(|b| (b' '..=b'~').contains(&b))
        };
        if let Some(agent) = self.user_agent.as_deref().filter(|agent| !is_header(agent)) {
            return Err(wrong(
                "userAgent",
                agent,
                "a line of at most 1,000 printable ASCII characters",
            ));
        }
        let is_zone = |zone: &str| {
            zone.len() <= 64 && !zone.is_empty() && zone.bytes().all(|b| b.is_ascii_alphanumeric() || b"/_+-:".contains(&b))
        };
        if let Some(zone) = self.timezone.as_deref().filter(|zone| !is_zone(zone)) {
            return Err(wrong("timezone", zone, "an IANA name such as Europe/Berlin"));
        }
        if let Some(locale) = self.locale.as_deref().filter(|locale| !is_language_tag(locale)) {
            return Err(wrong("locale", locale, "a BCP 47 tag such as de-DE"));
        }
        if self.permissions.len() > MOST_PERMISSIONS {
            let what = format!(
                "at most {MOST_PERMISSIONS} permissions can be set at once, got {}",
                self.permissions.len()
            );
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        for permission in &self.permissions {
            permission.check()?;
        }
        Ok(())
    }
}

impl Permission {
    fn check(&self) -> Result<()> {
        let is_name = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if self.name.is_empty() || self.name.len() > 60 || !self.name.bytes().all(is_name) {
            return Err(wrong(
                "permissions.name",
                &self.name,
                "a name such as geolocation or clipboard-read",
            ));
        }
        let Some(origin) = &self.origin else { return Ok(()) };
        let parsed = url::Url::parse(origin).ok();
        let is_web = parsed.as_ref().is_some_and(|url| {
            matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization() == origin.trim_end_matches('/')
        });
        if is_web {
            Ok(())
        } else {
            Err(wrong("permissions.origin", origin, "an origin such as https://example.org"))
        }
    }
}

/// Whether the text has the form of a language tag: a language of two or three letters, then subtags.
fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    let is_subtag = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    text.len() <= 64
        && (2..=3).contains(&language.len())
        && language.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.all(is_subtag)
}

fn in_range(name: &str, value: Option<f64>, least: f64, most: f64) -> Result<()> {
    match value {
        Some(value) if !(least..=most).contains(&value) => {
            let what = format!("{name} must be {least} to {most}, got {value}");
            Err(EngineError::new(ErrorKind::InvalidInput, what))
        }
        _ => Ok(()),
    }
}

fn wrong(name: &str, value: &str, wanted: &str) -> EngineError {
    let what = format!("{name} must be {wanted}, got {}", quote(&shorten(value, 80)));
    EngineError::new(ErrorKind::InvalidInput, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_no_browser_takes_are_refused_by_name() {
        let base = EmulateOptions::default;
        let place = |latitude, longitude| Geolocation {
            latitude,
            longitude,
            accuracy: 1.0,
        };
        let permission = |name: &str, origin: Option<&str>| {
            base().permissions(vec![Permission {
                name: name.into(),
                state: PermissionState::Granted,
                origin: origin.map(Into::into),
            }])
        };
        let cases = [
            ("deviceScaleFactor", base().device_scale_factor(0.0)),
            ("deviceScaleFactor", base().device_scale_factor(f64::NAN)),
            ("cpuThrottling", base().cpu_throttling(0.5)),
            ("viewport", base().viewport(Viewport::new(0, 5))),
            ("latitude", base().geolocation(place(91.0, 0.0))),
            ("longitude", base().geolocation(place(0.0, 181.0))),
            ("userAgent", base().user_agent("a\r\nX: y")),
            ("userAgent", base().user_agent(" ")),
            ("userAgent", base().user_agent("x".repeat(1_001))),
            ("timezone", base().timezone("Europe/Ber lin")),
            ("timezone", base().timezone("")),
            ("locale", base().locale("de_DE")),
            ("locale", base().locale("german")),
            ("permissions.name", permission("Camera", None)),
            ("permissions.origin", permission("camera", Some("example.org"))),
            ("permissions.origin", permission("camera", Some("https://example.org/path"))),
            (
                "at most 50",
                base().permissions(vec![
                    Permission {
                        name: "camera".into(),
                        state: PermissionState::Denied,
                        origin: None
                    };
                    51
                ]),
            ),
        ];
        for (named, options) in cases {
            let error = options.check().expect_err(named);
            assert_eq!(error.kind(), &ErrorKind::InvalidInput);
            assert!(error.context().contains(named), "{named}: {}", error.context());
        }
    }

    #[test]
    fn usual_values_pass() {
        for locale in ["de", "de-DE", "zh-Hant-TW", "sr-Latn-RS", "en-u-ca-buddhist"] {
            EmulateOptions::default().locale(locale).check().expect(locale);
        }
        for zone in [
            "UTC",
            "Europe/Berlin",
            "America/Argentina/Buenos_Aires",
            "Etc/GMT+5",
            "+05:30",
        ] {
            EmulateOptions::default().timezone(zone).check().expect(zone);
        }
        let origin = Permission {
            name: "camera".into(),
            state: PermissionState::Denied,
            origin: Some("http://localhost:8080".into()),
        };
        EmulateOptions::default()
            .permissions(vec![origin])
            .check()
            .expect("an origin");
    }
}
