//! What a session emulates: devices by name, what a call adds to what is in force, and what follows from a user agent.
//!
//! Devices that differ only in size and user agent get the layout of a desktop: a server looks at the client hints, and a page
//! at touch events. So a device sets all of it together.

mod device;
mod devices;
pub(crate) mod identity;

use crate::error::Result;
use crate::options::{EmulateOptions, Permission, Viewport};
use crate::report::Emulation;
use device::Device;

/// Stands for the version of Chrome in a user agent of ours, until the browser says which it is.
const VERSION: &str = "{}";

impl Emulation {
    /// What is in force after a call with these options.
    ///
    /// # Errors
    /// `InvalidInput` for values out of range, and for a device that does not exist.
    pub(crate) fn with(&self, options: &EmulateOptions) -> Result<Self> {
        options.check()?;
        let mut next = if options.reset { Self::default() } else { self.clone() };
        if let Some(name) = &options.device {
            next.take_device(&Device::find(name)?);
        }
        // A part of the device that is replaced is no longer that of the device.
        if options.viewport.is_some() {
            next.screen = None;
        }
        take(&mut next.viewport, options.viewport);
        take(&mut next.device_scale_factor, options.device_scale_factor);
        take(&mut next.mobile, options.mobile);
        take(&mut next.touch, options.touch);
        take(&mut next.user_agent, options.user_agent.clone());
        take(&mut next.color_scheme, options.color_scheme);
        take(&mut next.reduced_motion, options.reduced_motion);
        take(&mut next.contrast, options.contrast);
        take(&mut next.forced_colors, options.forced_colors);
        take(&mut next.media, options.media);
        take(&mut next.timezone, options.timezone.clone());
        take(&mut next.locale, options.locale.clone());
        take(&mut next.geolocation, options.geolocation);
        take(&mut next.cpu_throttling, options.cpu_throttling);
        for permission in &options.permissions {
            next.set_permission(permission);
        }
        Ok(next)
    }

    fn take_device(&mut self, device: &Device) {
        let size = |(width, height)| Viewport::new(width, height);
        self.device = Some(device.full_name());
        self.viewport = Some(size(device.viewport));
        self.screen = Some(size(device.screen.unwrap_or(device.viewport)));
        self.device_scale_factor = Some(device.scale);
        self.mobile = Some(device.mobile);
        self.touch = Some(device.touch);
        self.user_agent = Some(device.agent.to_owned());
    }

    /// The last word on a permission counts.
    fn set_permission(&mut self, permission: &Permission) {
        let mut wanted = permission.clone();
        if let Some(origin) = &mut wanted.origin {
            origin.truncate(origin.trim_end_matches('/').len());
        }
        self.permissions
            .retain(|known| known.name != wanted.name || known.origin != wanted.origin);
        self.permissions.push(wanted);
    }

    /// Writes the version of Chrome into a user agent of the table.
    ///
    /// A browser that is no Chrome has no version of it; the one of the table stands in then.
    pub(crate) fn fill_version(&mut self, product: &str) {
        if let Some(agent) = self.user_agent.as_mut().filter(|agent| agent.contains(VERSION)) {
            let version = identity::reduced_version(product).unwrap_or_else(|| devices::CHROME.to_owned());
            *agent = agent.replace(VERSION, &version);
        }
    }

    /// Whether anything is emulated.
    pub(crate) fn is_any(&self) -> bool {
        *self != Self::default()
    }

    /// Whether the viewport has another size, scale or layout than the browser's own.
    pub(crate) fn has_metrics(&self) -> bool {
        self.viewport.is_some() || self.device_scale_factor.is_some() || self.mobile.is_some()
    }

    /// Whether servers get another user agent or language than with `other`.
    pub(crate) fn asks_like(&self, other: &Self) -> bool {
        self.user_agent == other.user_agent && self.locale == other.locale
    }
}

fn take<T>(field: &mut Option<T>, given: Option<T>) {
    if given.is_some() {
        *field = given;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{ColorScheme, PermissionState};

    #[test]
    fn a_device_sets_all_of_its_parts_and_the_other_options_win() {
        let base = EmulateOptions::default().device("Pixel 7").color_scheme(ColorScheme::Dark);
        let mut now = Emulation::default().with(&base).expect("a device");
        now.fill_version("Chrome/156.0.8078.108");
        assert_eq!(
            (now.mobile, now.touch, now.device_scale_factor),
            (Some(true), Some(true), Some(2.625))
        );
        assert!(
            now.user_agent
                .as_deref()
                .is_some_and(|agent| agent.contains("Chrome/156.0.0.0 Mobile")),
            "{now:?}"
        );
        let wider = now
            .with(&EmulateOptions::default().viewport(Viewport::new(500, 800)))
            .expect("a size");
        assert_eq!(
            (wider.viewport, wider.screen, wider.touch),
            (Some(Viewport::new(500, 800)), None, Some(true))
        );
        let desktop = wider
            .with(&EmulateOptions::default().device("Desktop Firefox"))
            .expect("another device");
        assert_eq!((desktop.mobile, desktop.color_scheme), (Some(false), Some(ColorScheme::Dark)));
    }

    #[test]
    fn a_reset_comes_before_the_other_options() {
        let dark = Emulation::default()
            .with(&EmulateOptions::default().color_scheme(ColorScheme::Dark))
            .expect("dark");
        let reset = dark
            .with(&EmulateOptions::default().reset(true).timezone("Asia/Tokyo"))
            .expect("reset");
        assert_eq!((reset.color_scheme, reset.timezone.as_deref()), (None, Some("Asia/Tokyo")));
        assert!(!reset.with(&EmulateOptions::default().reset(true)).expect("nothing").is_any());
    }

    #[test]
    fn the_last_word_on_a_permission_counts() {
        let set = |state, origin: Option<&str>| Permission {
            name: "camera".into(),
            state,
            origin: origin.map(Into::into),
        };
        let options = EmulateOptions::default().permissions(vec![
            set(PermissionState::Granted, Some("https://a.example")),
            set(PermissionState::Granted, None),
            set(PermissionState::Denied, Some("https://a.example/")),
        ]);
        let now = Emulation::default().with(&options).expect("permissions");
        let wanted = [
            set(PermissionState::Granted, None),
            set(PermissionState::Denied, Some("https://a.example")),
        ];
        assert_eq!(now.permissions, wanted);
    }
}
