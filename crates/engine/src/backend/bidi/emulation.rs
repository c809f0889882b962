//! Emulation. The browser keeps overrides by user context, so that they hold in new pages, frames and workers from their first
//! script on.
//!
//! Standard: [WebDriver BiDi, emulation](https://w3c.github.io/webdriver-bidi/#module-emulation). Firefox 153 has no command for
//! media features, touch screens, mobile layout and the processor. A permission belongs to an origin: one for all pages is set
//! for each origin as a page goes there.

use super::browser::BidiBrowser;
use super::protocol::NavigationInfo;
use super::registry::{Registry, UserId};
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire, WireError};
use crate::backend::{Emulating, PageId, agent};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{Permission, PermissionState};
use crate::report::Emulation;
use crate::text::quote;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The user context that is the browser's own.
const OWN: &str = "default";

/// The most origins whose permissions are remembered as set. Past that, they are set again.
const MOST_ORIGINS: usize = 1_000;

/// An origin that no page has.
const NOWHERE: &str = "https://emulation.invalid";

/// How long the browser may take to confirm an override. It waits for its pages, and a busy one does it later.
pub(super) const CONFIRM_LIMIT: Duration = Duration::from_secs(2);

/// How long a page may take for an answer, until it counts as one that does not answer.
const ANSWER_LIMIT: Duration = Duration::from_millis(300);

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
    overrides: tokio::sync::Mutex<InForce>,
    grants: Mutex<Grants>,
}

/// The parameters in force, by command. What is absent is the browser's own. What is `None` is unknown: the browser was told, and
/// has not answered. A page that is busy does what it was told later.
type InForce = BTreeMap<&'static str, Option<Value>>;

/// Permissions in force.
#[derive(Debug, Default)]
struct Grants {
    all: Vec<Permission>,
    /// Those that a call which has not ended may have set.
    unsure: Vec<Permission>,
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

/// Whether a permission of a list has this one's name and origin.
fn names(list: &[Permission], permission: &Permission) -> bool {
    list.iter()
        .any(|other| other.name == permission.name && other.origin == permission.origin)
}

impl BidiBrowser {
    pub(super) async fn emulate_in(&self, user: Option<&UserId>, wanted: &Emulation, sizes_again: bool) -> Result<Emulating> {
        refuse_unsupported(wanted)?;
        let emulated = self.registry.emulated_in(user);
        let id = user.map_or(OWN, |user| &**user);
        let mut overrides = emulated.overrides.lock().await;
        let before = overrides.clone();
        let changes: Vec<_> = OVERRIDES
            .into_iter()
            .filter_map(|(method, option)| {
                let next = params(method, wanted);
                let own = params(method, &Emulation::default());
                let again = sizes_again && method == SIZE && next != own;
                let is_new = match before.get(method) {
                    Some(Some(known)) => *known != next,
                    Some(None) => true,
                    None => own != next,
                };
                (again || is_new).then_some((method, option, next))
            })
            .collect();
        let told: Vec<_> = changes.iter().map(|(method, _, next)| (*method, next.clone())).collect();
        let replies = self.override_in(id, &mut overrides, told).await;
        let is_late = replies.iter().any(|reply| matches!(reply, Err(WireError::Late { .. })));
        let refused = changes
            .iter()
            .zip(replies)
            .find_map(|((_, option, next), reply)| match reply {
                // The browser has refused nothing: a busy page does it later.
                Ok(()) | Err(WireError::Late { .. }) => None,
                Err(error) => Some(explained(error, option, next)),
            });
        let failed = match refused {
            Some(error) => Some(error),
            None => self.permit(user, id, &emulated, permissions(wanted)).await.err(),
        };
        if let Some(error) = failed {
            self.put_back(id, &mut overrides, &before).await;
            return Err(error);
        }
        Ok(Emulating {
            timezone: wanted.timezone.clone(),
            unconfirmed: if is_late { self.silent_pages(user).await.max(1) } else { 0 },
        })
    }

    /// Sets overrides, and notes which are in force. One is unknown from the moment that the browser is told, also where this
    /// call is cancelled.
    async fn override_in(&self, user: &str, now: &mut InForce, wanted: Vec<(&'static str, Value)>) -> Vec<Result<(), WireError>> {
        let limit = deadline::at_most(CONFIRM_LIMIT);
        let commands = wanted.iter().map(|(method, params)| {
            let mut params = params.clone();
            params["userContexts"] = json!([user]);
            Command::new(method, params).within(limit)
        });
        let commands = commands.collect();
        let before: Vec<_> = wanted.iter().map(|(method, _)| now.insert(method, None)).collect();
        let replies = self.wire.batch(commands).await;
        let noted = replies.into_iter().zip(wanted.into_iter().zip(before));
        noted
            .map(|(reply, ((method, value), before))| match reply {
                Ok(_) => {
                    now.insert(method, Some(value));
                    Ok(())
                }
                Err(error) => {
                    match before {
                        Some(before) if matches!(error, WireError::Refused { .. }) => now.insert(method, before),
                        None if matches!(error, WireError::Refused { .. }) => now.remove(method),
                        _ => None,
                    };
                    Err(error)
                }
            })
            .collect()
    }

    /// Sets what was in force before a call that failed. What was unknown then remains so.
    async fn put_back(&self, user: &str, now: &mut InForce, before: &InForce) {
        let changed = now.iter().filter_map(|(method, value)| {
            let old = match before.get(method) {
                Some(old) => old.clone()?,
                None => params(method, &Emulation::default()),
            };
            (value.as_ref() != Some(&old)).then_some((*method, old))
        });
        let changed = changed.collect();
        self.override_in(user, now, changed).await;
    }

    /// How many pages do not answer now.
    pub(super) async fn silent_pages(&self, user: Option<&UserId>) -> usize {
        let limit = deadline::at_most(ANSWER_LIMIT);
        let ask = |id: &PageId| {
            let params = json!({"expression": "0", "target": {"context": &**id, "sandbox": agent::WORLD}, "awaitPromise": false});
            Command::new("script.evaluate", params).within(limit)
        };
        let commands = {
            let pages = self.registry.pages();
            let asked = pages.values().filter(|page| page.user.as_ref() == user);
            asked.map(|page| ask(&page.id)).collect()
        };
        let replies = self.wire.batch(commands).await;
        replies
            .iter()
            .filter(|reply| matches!(reply, Err(WireError::Late { .. })))
            .count()
    }

    /// Sets permissions: those of an origin now, and those for all pages for the origins of the open pages.
    async fn permit(&self, user: Option<&UserId>, id: &str, emulated: &Emulated, wanted: Vec<Permission>) -> Result<()> {
        let (old, mut unsure, set_for) = {
            let grants = lock(&emulated.grants);
            (grants.all.clone(), grants.unsure.clone(), grants.set_for.clone())
        };
        if old == wanted && unsure.is_empty() {
            return Ok(());
        }
        // Each name is tried where no page is, so that one that the browser does not know leaves the pages as they are.
        for permission in wanted.iter().filter(|new| !old.contains(new)) {
            let set = set_permission(permission, permission.state, NOWHERE, id);
            if let Err(error) = self.wire.send(set).await {
                return Err(explained(error, "permissions", &json!(permission.name)));
            }
        }
        let mut origins: HashSet<String> = {
            let pages = self.registry.pages();
            let open = pages.values().filter(|page| page.user.as_ref() == user);
            open.filter_map(|page| origin_of(&page.state.url())).collect()
        };
        origins.extend(set_for);
        unsure.extend(wanted.iter().filter(|new| !old.contains(new)).cloned());
        {
            let mut grants = lock(&emulated.grants);
            grants.unsure.clone_from(&unsure);
            grants.set_for.clone_from(&origins);
        }
        let known: Vec<_> = old.iter().chain(&unsure).cloned().collect();
        let changed = self.change_permissions(id, &known, &unsure, &wanted, &origins).await;
        let is_sure = match changed {
            Ok(()) => true,
            Err(_) => self.change_permissions(id, &known, &unsure, &old, &origins).await.is_ok(),
        };
        let mut grants = lock(&emulated.grants);
        if is_sure {
            grants.unsure.clear();
        }
        if changed.is_ok() {
            grants.all = wanted;
        }
        changed
    }

    /// Sets the permissions that are wanted. Those that are `known` and no longer wanted are asked for again, and those that are
    /// `unsure` may have another state than the wanted one.
    async fn change_permissions(
        &self,
        id: &str,
        known: &[Permission],
        unsure: &[Permission],
        wanted: &[Permission],
        origins: &HashSet<String>,
    ) -> Result<()> {
        let gone = known.iter().filter(|known| !names(wanted, known));
        let gone = gone.map(|permission| (permission, PermissionState::Prompt));
        let new = wanted.iter().filter(|new| names(unsure, new) || new.origin.is_some());
        let new = new.map(|permission| (permission, permission.state));
        for (permission, state) in gone.chain(new) {
            for origin in permission
                .origin
                .iter()
                .chain(origins.iter().filter(|_| permission.origin.is_none()))
            {
                let set = set_permission(permission, state, origin, id);
                match self.wire.send(set).await {
                    Err(error) if names(wanted, permission) => {
                        return Err(explained(error, "permissions", &json!(permission.name)));
                    }
                    _ => {}
                }
            }
        }
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
