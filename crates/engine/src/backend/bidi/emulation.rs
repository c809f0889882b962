//! Emulation. The browser keeps overrides by user context, so that they hold in new pages, frames and workers from their first
//! script on.
//!
//! Standard: [WebDriver BiDi, emulation](https://w3c.github.io/webdriver-bidi/#module-emulation). Firefox 153 has no command for
//! media features, touch screens, mobile layout and the processor. A permission belongs to an origin: one for all pages is set
//! for each origin as a page goes there.

use super::browser::BidiBrowser;
use super::protocol::NavigationInfo;
use super::registry::{Registry, UserId};
use crate::backend::Emulating;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire, WireError};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{Permission, PermissionState};
use crate::report::Emulation;
use crate::text::quote;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};

/// The user context that is the browser's own.
const OWN: &str = "default";

/// The most origins whose permissions are remembered as set. Past that, they are set again.
const MOST_ORIGINS: usize = 1_000;

const SIZE: &str = "browsingContext.setViewport";

/// The overrides, by command: the name of the value, and what the option is called.
const OVERRIDES: [(&str, &str); 6] = [
    ("emulation.setTimezoneOverride", "timezone"),
    ("emulation.setLocaleOverride", "locale"),
    ("emulation.setUserAgentOverride", "userAgent"),
    ("emulation.setGeolocationOverride", "geolocation"),
    ("emulation.setScreenSettingsOverride", "device"),
    (SIZE, "viewport"),
];

/// What is emulated in a user context.
#[derive(Debug, Default)]
pub(super) struct Emulated {
    /// The parameters in force, by command. What is absent is unknown, or the browser's own.
    overrides: tokio::sync::Mutex<BTreeMap<&'static str, Value>>,
    grants: Mutex<Grants>,
}

/// Permissions in force.
#[derive(Debug, Default)]
struct Grants {
    all: Vec<Permission>,
    /// The origins that have those for all pages.
    set_for: HashSet<String>,
}

/// The options that have no command.
fn unsupported(wanted: &Emulation) -> Vec<&'static str> {
    let parts = [
        ("mobile", wanted.mobile == Some(true)),
        ("touch", wanted.touch == Some(true)),
        ("colorScheme", wanted.color_scheme.is_some()),
        ("reducedMotion", wanted.reduced_motion.is_some()),
        ("contrast", wanted.contrast.is_some()),
        ("forcedColors", wanted.forced_colors.is_some()),
        ("media", wanted.media.is_some()),
        ("cpuThrottling", wanted.cpu_throttling.is_some_and(|rate| rate > 1.0)),
    ];
    parts
        .into_iter()
        .filter(|(_, wanted)| *wanted)
        .map(|(name, _)| name)
        .collect()
}

fn refuse_unsupported(wanted: &Emulation) -> Result<()> {
    let names = unsupported(wanted);
    if names.is_empty() {
        return Ok(());
    }
    let list = names.join(", ");
    let of = wanted
        .device
        .as_ref()
        .map_or_else(String::new, |device| format!(" (of the device {})", quote(device)));
    let advice = if wanted.device.is_some() {
        "use Chromium, or give viewport, deviceScaleFactor and userAgent in place of the device; nothing was changed"
    } else {
        "use Chromium for these, or leave them out; nothing was changed"
    };
    Err(EngineError::new(ErrorKind::Unsupported, format!("Firefox cannot emulate {list}{of}")).with_next_step(advice))
}

/// The parameters of a command but for the user context; `null` where nothing is emulated.
fn params(method: &str, wanted: &Emulation) -> Value {
    match method {
        "emulation.setTimezoneOverride" => json!({"timezone": wanted.timezone}),
        "emulation.setLocaleOverride" => json!({"locale": wanted.locale}),
        "emulation.setUserAgentOverride" => json!({"userAgent": wanted.user_agent}),
        "emulation.setGeolocationOverride" => json!({"coordinates": wanted.geolocation}),
        "emulation.setScreenSettingsOverride" => json!({"screenArea": wanted.screen}),
        _ => json!({"viewport": wanted.viewport, "devicePixelRatio": wanted.device_scale_factor}),
    }
}

/// The permissions, and that for the place that is emulated.
fn permissions(wanted: &Emulation) -> Vec<Permission> {
    let place = wanted.geolocation.map(|_| Permission {
        name: "geolocation".to_owned(),
        state: PermissionState::Granted,
        origin: None,
    });
    place.into_iter().chain(wanted.permissions.iter().cloned()).collect()
}

fn set_permission(permission: &Permission, state: PermissionState, origin: &str, user: &str) -> Command {
    Command::new(
        "permissions.setPermission",
        json!({"descriptor": {"name": permission.name}, "state": state.name(), "origin": origin, "userContext": user}),
    )
}

/// The origin of an address that can have permissions.
fn origin_of(address: &str) -> Option<String> {
    let url = url::Url::parse(address).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

impl BidiBrowser {
    pub(super) async fn emulate_in(&self, user: Option<&UserId>, wanted: &Emulation, sizes_again: bool) -> Result<Emulating> {
        refuse_unsupported(wanted)?;
        let emulated = self.registry.emulated_in(user);
        let id = user.map_or(OWN, |user| &**user);
        let mut overrides = emulated.overrides.lock().await;
        let before = overrides.clone();
        for (method, option) in OVERRIDES {
            let next = params(method, wanted);
            let own = params(method, &Emulation::default());
            let again = sizes_again && method == SIZE && next != own;
            if !again && overrides.get(method).unwrap_or(&own) == &next {
                continue;
            }
            if let Err(error) = self.override_in(id, method, &next).await {
                self.put_back(id, &mut overrides, &before).await;
                return Err(explained(error, option, &next));
            }
            overrides.insert(method, next);
        }
        if let Err(error) = self.permit(user, id, &emulated, permissions(wanted)).await {
            self.put_back(id, &mut overrides, &before).await;
            return Err(error);
        }
        Ok(Emulating {
            timezone: wanted.timezone.clone(),
            unconfirmed: 0,
        })
    }

    async fn override_in(&self, user: &str, method: &'static str, params: &Value) -> Result<(), WireError> {
        let mut params = params.clone();
        params["userContexts"] = json!([user]);
        self.wire.send(Command::new(method, params)).await.map(drop)
    }

    /// Sets what was in force before a call that failed.
    async fn put_back(&self, user: &str, now: &mut BTreeMap<&'static str, Value>, before: &BTreeMap<&'static str, Value>) {
        for (method, value) in now.iter_mut() {
            let own = params(method, &Emulation::default());
            let old = before.get(method).unwrap_or(&own);
            if value != old && self.override_in(user, method, old).await.is_ok() {
                *value = old.clone();
            }
        }
    }

    /// Sets permissions: those of an origin now, and those for all pages for the origins of the open pages.
    async fn permit(&self, user: Option<&UserId>, id: &str, emulated: &Emulated, wanted: Vec<Permission>) -> Result<()> {
        let (old, set_for) = {
            let grants = lock(&emulated.grants);
            (grants.all.clone(), grants.set_for.clone())
        };
        if old == wanted {
            return Ok(());
        }
        let open = self
            .registry
            .pages()
            .values()
            .filter(|page| page.user.as_ref() == user)
            .cloned()
            .collect::<Vec<_>>();
        let mut origins: HashSet<String> = open.iter().filter_map(|page| origin_of(&page.state.url())).collect();
        origins.extend(set_for);
        // What is no longer wanted is asked for again.
        for gone in old
            .iter()
            .filter(|known| !wanted.iter().any(|new| new.name == known.name && new.origin == known.origin))
        {
            for origin in gone.origin.iter().chain(origins.iter().filter(|_| gone.origin.is_none())) {
                let _ = self
                    .wire
                    .send(set_permission(gone, PermissionState::Prompt, origin, id))
                    .await;
            }
        }
        for permission in wanted.iter().filter(|new| !old.contains(new) || new.origin.is_some()) {
            // A name is tried even if no page is open, so that the caller learns of one that the browser does not know.
            let nowhere = "https://emulation.invalid".to_owned();
            let all = origins
                .iter()
                .chain(std::iter::once(&nowhere))
                .filter(|_| permission.origin.is_none());
            for origin in permission.origin.iter().chain(all) {
                let set = set_permission(permission, permission.state, origin, id);
                if let Err(error) = self.wire.send(set).await {
                    return Err(explained(error, "permissions", &json!(permission.name)));
                }
            }
        }
        *lock(&emulated.grants) = Grants {
            all: wanted,
            set_for: origins,
        };
        Ok(())
    }
}

impl Registry {
    /// What is emulated in a user context.
    pub(super) fn emulated_in(&self, user: Option<&UserId>) -> Arc<Emulated> {
        Arc::clone(lock(&self.emulated).entry(user.cloned()).or_default())
    }

    /// Sets the permissions for all pages for the origin that a page or a frame goes to.
    pub(super) fn permit_origin(&self, wire: &Wire, event: &Event<'_>) {
        if lock(&self.emulated).is_empty() {
            return;
        }
        let Some(info) = event.read::<NavigationInfo>() else { return };
        let (Some(page), Some(origin)) = (self.page_of(&info.context), origin_of(&info.url)) else {
            return;
        };
        let Some(emulated) = lock(&self.emulated).get(&page.user).cloned() else {
            return;
        };
        let id = page.user.as_deref().unwrap_or(OWN);
        let mut grants = lock(&emulated.grants);
        let wanted: Vec<_> = grants
            .all
            .iter()
            .filter(|permission| permission.origin.is_none())
            .cloned()
            .collect();
        if wanted.is_empty() || grants.set_for.contains(&origin) {
            return;
        }
        if grants.set_for.len() < MOST_ORIGINS {
            grants.set_for.insert(origin.clone());
        }
        // One for this origin is the last word.
        let own = grants
            .all
            .iter()
            .filter(|permission| permission.origin.as_deref() == Some(&origin));
        let all = wanted.iter().chain(own);
        wire.post(
            all.map(|permission| set_permission(permission, permission.state, &origin, id))
                .collect(),
        );
    }
}

/// An error of a command, by its code.
fn explained(error: WireError, option: &str, value: &Value) -> EngineError {
    let value = value.as_str().map_or_else(
        || {
            value
                .as_object()
                .and_then(|of| of.values().next())
                .map_or_else(String::new, ToString::to_string)
        },
        quote,
    );
    let (kind, what) = if error.is_code("unknown command") || error.is_code("unsupported operation") {
        (
            ErrorKind::Unsupported,
            format!("this browser cannot emulate {option} {value}"),
        )
    } else if error.is_code("invalid argument") {
        (
            ErrorKind::InvalidInput,
            format!("{option}: the browser does not know {value}"),
        )
    } else {
        return error.into();
    };
    EngineError::new(kind, what)
        .with_source(error)
        .with_next_step("give another value, or leave it out; nothing was changed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{ColorScheme, EmulateOptions};

    #[test]
    fn what_has_no_command_is_named() {
        let with = |options: EmulateOptions| Emulation::default().with(&options).expect("options");
        let error = refuse_unsupported(&with(
            EmulateOptions::default().device("Pixel 7").color_scheme(ColorScheme::Dark),
        ));
        let error = error.expect_err("unsupported");
        assert_eq!(error.kind(), &ErrorKind::Unsupported);
        assert!(
            error
                .context()
                .contains("mobile, touch, colorScheme (of the device \"Pixel 7\")"),
            "{}",
            error.context()
        );
        for fine in [
            EmulateOptions::default().device("Desktop Firefox"),
            EmulateOptions::default().timezone("UTC").mobile(false).cpu_throttling(1.0),
        ] {
            refuse_unsupported(&with(fine)).expect("supported");
        }
    }

    #[test]
    fn only_web_origins_have_permissions() {
        assert_eq!(
            origin_of("https://a.example:8443/x?y").as_deref(),
            Some("https://a.example:8443")
        );
        for address in ["about:blank", "data:text/html,x", "file:///x", ""] {
            assert_eq!(origin_of(address), None);
        }
    }
}
