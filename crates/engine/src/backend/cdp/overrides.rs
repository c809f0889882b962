//! What is emulated in a browser context, as overrides of the protocol.

use crate::backend::wire::Command;
use crate::options::{ColorScheme, Contrast, ForcedColors, MediaType, Permission, PermissionState, ReducedMotion, Viewport};
use crate::report::Emulation;
use serde_json::{Value, json};

/// One thing that can be emulated, with a command of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Certificates,
    Agent,
    Locale,
    Timezone,
    Media,
    Touch,
    Metrics,
    Place,
    Processor,
}

impl Part {
    pub(super) const ALL: [Self; 9] = [
        Self::Certificates,
        Self::Agent,
        Self::Locale,
        Self::Timezone,
        Self::Media,
        Self::Touch,
        Self::Metrics,
        Self::Place,
        Self::Processor,
    ];

    /// Whether only the session of the page itself takes it. It holds for the frames as well.
    pub(super) fn is_of_page(self) -> bool {
        matches!(self, Self::Certificates | Self::Metrics | Self::Place | Self::Processor)
    }

    /// Whether the browser may refuse it because another session of the process has it already.
    pub(super) fn is_of_process(self) -> bool {
        matches!(self, Self::Locale | Self::Timezone)
    }

    pub(super) fn set(self, params: Value) -> Command {
        let method = match self {
            Self::Certificates => "Security.setIgnoreCertificateErrors",
            Self::Agent => "Emulation.setUserAgentOverride",
            Self::Locale => "Emulation.setLocaleOverride",
            Self::Timezone => "Emulation.setTimezoneOverride",
            Self::Media => "Emulation.setEmulatedMedia",
            Self::Touch => "Emulation.setTouchEmulationEnabled",
            Self::Metrics => "Emulation.setDeviceMetricsOverride",
            Self::Place => "Emulation.setGeolocationOverride",
            Self::Processor => "Emulation.setCPUThrottlingRate",
        };
        Command::new(method, params)
    }

    pub(super) fn clear(self) -> Command {
        match self {
            Self::Certificates => self.set(json!({"ignore": false})),
            Self::Agent => self.set(json!({"userAgent": ""})),
            Self::Locale => self.set(json!({})),
            Self::Timezone => self.set(json!({"timezoneId": ""})),
            Self::Media => self.set(json!({"media": "", "features": []})),
            Self::Touch => self.set(json!({"enabled": false})),
            Self::Metrics => Command::new("Emulation.clearDeviceMetricsOverride", json!({})),
            Self::Place => Command::new("Emulation.clearGeolocationOverride", json!({})),
            Self::Processor => self.set(json!({"rate": 1})),
        }
    }
}

/// What has to be told something before its first script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Needs {
    Nothing,
    Frames,
    FramesAndWorkers,
}

/// What is in force in a browser context.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) wanted: Emulation,
    /// The parameters of the override of the user agent.
    pub(super) agent: Option<Value>,
    /// Whether certificates that cannot be trusted are taken.
    pub(super) is_trusting: bool,
}

impl State {
    /// The parameters of a part; `None` if it is not emulated.
    pub(super) fn params(&self, part: Part) -> Option<Value> {
        let wanted = &self.wanted;
        match part {
            Part::Certificates => self.is_trusting.then(|| json!({"ignore": true})),
            Part::Agent => self.agent.clone(),
            Part::Locale => wanted.locale.as_ref().map(|locale| json!({"locale": locale})),
            Part::Timezone => wanted.timezone.as_ref().map(|zone| json!({"timezoneId": zone})),
            Part::Media => media(wanted),
            Part::Touch => wanted.touch.map(|touch| {
                if touch {
                    json!({"enabled": true, "maxTouchPoints": 5})
                } else {
                    json!({"enabled": false})
                }
            }),
            Part::Metrics => wanted.has_metrics().then(|| metrics(wanted, wanted.viewport)),
            Part::Place => wanted.geolocation.map(|place| json!(place)),
            Part::Processor => wanted.cpu_throttling.map(|rate| json!({"rate": rate})),
        }
    }

    pub(super) fn needs(&self) -> Needs {
        match () {
            () if self.agent.is_some() => Needs::FramesAndWorkers,
            () if Part::ALL.iter().any(|part| self.params(*part).is_some()) => Needs::Frames,
            () => Needs::Nothing,
        }
    }

    /// The permissions, and that for the place that is emulated.
    pub(super) fn permissions(&self) -> Vec<Permission> {
        let place = self.wanted.geolocation.map(|_| Permission {
            name: "geolocation".to_owned(),
            state: PermissionState::Granted,
            origin: None,
        });
        place.into_iter().chain(self.wanted.permissions.iter().cloned()).collect()
    }

    /// The commands for a session of which `before` is in force.
    pub(super) fn changes(&self, before: &Self, is_page: bool) -> Vec<(Part, Command)> {
        let parts = Part::ALL.into_iter().filter(|part| is_page || !part.is_of_page());
        parts
            .filter_map(|part| match (self.params(part), before.params(part)) {
                (new, old) if new == old => None,
                (Some(params), _) => Some((part, part.set(params))),
                (None, _) => Some((part, part.clear())),
            })
            .collect()
    }
}

fn media(wanted: &Emulation) -> Option<Value> {
    let features: Vec<_> = [
        ("prefers-color-scheme", wanted.color_scheme.map(ColorScheme::name)),
        ("prefers-reduced-motion", wanted.reduced_motion.map(ReducedMotion::name)),
        ("prefers-contrast", wanted.contrast.map(Contrast::name)),
        ("forced-colors", wanted.forced_colors.map(ForcedColors::name)),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some(json!({"name": name, "value": value?})))
    .collect();
    if features.is_empty() && wanted.media.is_none() {
        return None;
    }
    Some(json!({"media": wanted.media.map_or("", MediaType::name), "features": features}))
}

/// The parameters for a viewport of this size. Zero stands for the browser's own value.
pub(super) fn metrics(wanted: &Emulation, size: Option<Viewport>) -> Value {
    let (width, height) = size.map_or((0, 0), |size| (size.width, size.height));
    let mobile = wanted.mobile.unwrap_or(false);
    let mut params = json!({
        "width": width,
        "height": height,
        "deviceScaleFactor": wanted.device_scale_factor.unwrap_or(0.0),
        "mobile": mobile,
    });
    if let Some(screen) = wanted.screen.or(size.filter(|_| mobile)) {
        params["screenWidth"] = json!(screen.width);
        params["screenHeight"] = json!(screen.height);
    }
    if mobile && size.is_some() {
        params["screenOrientation"] = if width > height {
            json!({"type": "landscapePrimary", "angle": 90})
        } else {
            json!({"type": "portraitPrimary", "angle": 0})
        };
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::EmulateOptions;

    fn state(options: &EmulateOptions) -> State {
        State {
            wanted: Emulation::default().with(options).expect("options"),
            ..State::default()
        }
    }

    fn parts(changes: Vec<(Part, Command)>) -> Vec<Part> {
        changes.into_iter().map(|(part, _)| part).collect()
    }

    #[test]
    fn only_what_changes_is_sent() {
        let dark = state(
            &EmulateOptions::default()
                .color_scheme(ColorScheme::Dark)
                .timezone("Asia/Tokyo"),
        );
        assert_eq!(parts(dark.changes(&State::default(), true)), [Part::Timezone, Part::Media]);
        assert_eq!(parts(dark.changes(&dark, true)), []);
        assert_eq!(parts(State::default().changes(&dark, false)), [Part::Timezone, Part::Media]);
        assert_eq!((State::default().needs(), dark.needs()), (Needs::Nothing, Needs::Frames));
    }

    #[test]
    fn a_frame_gets_what_the_page_does_not_pass_on() {
        let device = state(&EmulateOptions::default().device("Pixel 7").cpu_throttling(4.0));
        assert_eq!(
            parts(device.changes(&State::default(), true)),
            [Part::Touch, Part::Metrics, Part::Processor]
        );
        assert_eq!(parts(device.changes(&State::default(), false)), [Part::Touch]);
    }
}
