//! What a browser says of itself, and what has to follow from a user agent: client hints and the platform.
//!
//! [User-Agent Client Hints](https://wicg.github.io/ua-client-hints/) are what servers look at in the place of the user agent.
//! Hints that contradict it give a bot away, and lead to the layout of another device.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A name and a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Brand {
    pub(crate) brand: String,
    pub(crate) version: String,
}

/// What a Chromium says of itself.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Identity {
    pub(crate) user_agent: String,
    /// What `getHighEntropyValues` gives; `null` where there are no client hints.
    pub(crate) hints: Option<Hints>,
    /// Whether the browser knows the locale that it was asked about.
    pub(crate) knows_locale: bool,
    /// The time zone that it was asked about, as the browser writes it; `None` if it does not know it.
    pub(crate) timezone: Option<String>,
}

/// The client hints, in the form in which the protocol takes them too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Hints {
    pub(crate) brands: Vec<Brand>,
    pub(crate) full_version_list: Vec<Brand>,
    pub(crate) platform: String,
    pub(crate) platform_version: String,
    pub(crate) architecture: String,
    pub(crate) model: String,
    pub(crate) mobile: bool,
    pub(crate) bitness: String,
    pub(crate) wow64: bool,
    pub(crate) form_factors: Vec<String>,
}

/// The expression that gives an [`Identity`], in a secure context.
///
/// Scripts may name a time zone in any case and by its distance from UTC, which the override does not take. The override of
/// the locale refuses languages with more than three letters, of which there are none.
pub(crate) fn question(locale: Option<&str>, timezone: Option<&str>) -> String {
    format!(
        r#"(async () => {{
  const tried = (of) => {{ try {{ return of(); }} catch {{ return null; }} }};
  const zone = tried(() => new Intl.DateTimeFormat("en", {{ timeZone: {} }}).resolvedOptions().timeZone);
  const names = ["architecture", "bitness", "fullVersionList", "model", "platformVersion", "wow64", "formFactors"];
  return JSON.stringify({{
    userAgent: navigator.userAgent,
    hints: (await navigator.userAgentData?.getHighEntropyValues(names)) ?? null,
    knowsLocale: tried(() => new Intl.Locale({}).language.length <= 3) ?? false,
    timezone: zone === null || /^[+-]/.test(zone) ? null : zone,
  }});
}})()"#,
        json!(timezone.unwrap_or("UTC")),
        json!(locale.unwrap_or("en")),
    )
}

/// The version of a product as user agents show it: the first number, then zeros.
pub(crate) fn reduced_version(product: &str) -> Option<String> {
    let (_, version) = product.split_once("Chrome/")?;
    let major = version.split('.').next()?;
    let is_number = !major.is_empty() && major.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| format!("{major}.0.0.0"))
}

/// The platform that pages see in `navigator.platform`.
pub(crate) fn platform(agent: &str) -> Option<&'static str> {
    // Tablets and phones name the system that they descend from as well.
    const KNOWN: [(&str, &str); 8] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Linux armv81"),
        ("Windows", "Win32"),
        ("Macintosh", "MacIntel"),
        ("CrOS", "Linux x86_64"),
        ("Linux", "Linux x86_64"),
        ("X11", "Linux x86_64"),
    ];
    KNOWN
        .iter()
        .find(|(word, _)| agent.contains(word))
        .map(|(_, platform)| *platform)
}

/// The client hints of a user agent; `None` if its browser sends none. `own` are those of the browser that is driven.
pub(crate) fn hints(agent: &str, own: Option<&Hints>) -> Option<Hints> {
    let version = agent.split_once("Chrome/").map(|(_, rest)| version_at(rest))?;
    let edge = agent.split_once("Edg/").map(|(_, rest)| version_at(rest));
    let (name, own_version) = match &edge {
        Some(edge) => ("Microsoft Edge", edge.as_str()),
        None => ("Google Chrome", version.as_str()),
    };
    let list = |full: bool| {
        let of = |version: &str| {
            if full {
                version.to_owned()
            } else {
                version.split('.').next().unwrap_or_default().to_owned()
            }
        };
        // The name that means nothing is chosen by the browser, so that servers do not rely on the list.
        let known = own.map(|own| if full { &own.full_version_list } else { &own.brands });
        let noise = known.into_iter().flatten().find(|brand| !is_real(&brand.brand)).cloned();
        let real = [("Chromium", version.as_str()), (name, own_version)];
        let real = real.map(|(brand, version)| Brand {
            brand: brand.to_owned(),
            version: of(version),
        });
        noise.into_iter().chain(real).collect::<Vec<_>>()
    };
    let system = System::of(agent);
    let is_tablet = system.name == "Android" && !agent.contains("Mobile");
    let mobile = agent.contains("Mobile");
    let form = if mobile {
        "Mobile"
    } else if is_tablet {
        "Tablet"
    } else {
        "Desktop"
    };
    Some(Hints {
        brands: list(false),
        full_version_list: list(true),
        platform: system.name.to_owned(),
        platform_version: system.version,
        architecture: if system.name == "Android" {
            String::new()
        } else {
            "x86".to_owned()
        },
        model: system.model,
        mobile,
        bitness: if system.name == "Android" {
            String::new()
        } else {
            "64".to_owned()
        },
        wow64: false,
        form_factors: vec![form.to_owned()],
    })
}

/// Whether a brand names a browser.
fn is_real(brand: &str) -> bool {
    const REAL: [&str; 7] = [
        "Chromium",
        "HeadlessChrome",
        "Google Chrome",
        "Microsoft Edge",
        "Brave",
        "Opera",
        "Vivaldi",
    ];
    REAL.contains(&brand)
}

fn version_at(text: &str) -> String {
    text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect()
}

/// The system that a user agent names.
struct System {
    name: &'static str,
    version: String,
    model: String,
}

impl System {
    fn of(agent: &str) -> Self {
        let after = |word: &str| agent.split_once(word).map(|(_, rest)| rest);
        let plain = |name, version: &str| Self {
            name,
            version: version.to_owned(),
            model: String::new(),
        };
        if let Some(rest) = after("Android ") {
            let inside = rest.split(')').next().unwrap_or_default();
            let (version, model) = inside.split_once(';').unwrap_or((inside, ""));
            let model = model.split(" Build/").next().unwrap_or_default();
            return Self {
                name: "Android",
                version: full(version.trim()),
                model: model.trim().to_owned(),
            };
        }
        if let Some(rest) = after("Mac OS X ") {
            let version: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '_').collect();
            return plain("macOS", &full(&version.replace('_', ".")));
        }
        match () {
            () if agent.contains("Windows") => plain("Windows", "10.0.0"),
            () if agent.contains("CrOS") => plain("Chrome OS", ""),
            () => plain("Linux", ""),
        }
    }
}

/// A version with three numbers.
fn full(version: &str) -> String {
    let given = version.split('.').filter(|part| !part.is_empty());
    let mut parts: Vec<_> = given.take(3).collect();
    parts.resize(3, "0");
    parts.join(".")
}

/// The parameters of `Emulation.setUserAgentOverride`.
pub(crate) fn override_of(agent: Option<&str>, locale: Option<&str>, own: &Identity) -> Value {
    let mut params = json!({"userAgent": agent.unwrap_or(&own.user_agent)});
    let hints = match agent {
        Some(agent) => hints(agent, own.hints.as_ref()),
        None => own.hints.clone(),
    };
    if let Some(hints) = hints {
        params["userAgentMetadata"] = json!(hints);
    }
    if let Some(platform) = agent.and_then(platform) {
        params["platform"] = json!(platform);
    }
    if let Some(locale) = locale {
        params["acceptLanguage"] = json!(locale);
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Hints {
        let brand = |brand: &str, version: &str| Brand {
            brand: brand.into(),
            version: version.into(),
        };
        Hints {
            brands: vec![brand("Not:A-Brand", "8"), brand("Chromium", "156")],
            full_version_list: vec![brand("Not:A-Brand", "8.0.0.0"), brand("Chromium", "156.0.8078.108")],
            ..Hints::default()
        }
    }

    #[test]
    fn the_hints_follow_the_user_agent() {
        let agent = "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36";
        let hints = hints(agent, Some(&own())).expect("hints");
        let names: Vec<_> = hints
            .brands
            .iter()
            .map(|brand| format!("{} {}", brand.brand, brand.version))
            .collect();
        assert_eq!(names, ["Not:A-Brand 8", "Chromium 156", "Google Chrome 156"]);
        assert_eq!(hints.full_version_list[2].version, "156.0.0.0");
        assert_eq!(
            (&*hints.platform, &*hints.platform_version, &*hints.model, hints.mobile),
            ("Android", "14.0.0", "Pixel 7", true)
        );
        assert_eq!(
            (hints.form_factors[0].as_str(), platform(agent)),
            ("Mobile", Some("Linux armv81"))
        );
    }

    #[test]
    fn other_systems_are_told_apart() {
        let of = |inside: &str, end: &str| {
            format!("Mozilla/5.0 ({inside}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.1.2 Safari/537.36{end}")
        };
        let mac = hints(&of("Macintosh; Intel Mac OS X 10_15_7", ""), None).expect("hints");
        assert_eq!(
            (&*mac.platform, &*mac.platform_version, mac.mobile),
            ("macOS", "10.15.7", false)
        );
        let edge = hints(&of("Windows NT 10.0; Win64; x64", " Edg/150.0.3.4"), None).expect("hints");
        assert_eq!(
            (&*edge.platform, &*edge.brands[1].brand, &*edge.full_version_list[1].version),
            ("Windows", "Microsoft Edge", "150.0.3.4")
        );
        let tablet = hints(&of("Linux; Android 12; SM-X710 Build/A1", ""), None).expect("hints");
        assert_eq!(
            (&*tablet.model, tablet.mobile, &*tablet.form_factors[0]),
            ("SM-X710", false, "Tablet")
        );
    }

    #[test]
    fn browsers_without_hints_send_none() {
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
        assert_eq!((hints(safari, Some(&own())), platform(safari)), (None, Some("iPhone")));
        for odd in ["", "x", "Chrome/", "Android ", "Mac OS X "] {
            let _ = hints(odd, None);
        }
    }

    #[test]
    fn versions_are_reduced() {
        assert_eq!(reduced_version("Chrome/156.0.8078.108").as_deref(), Some("156.0.0.0"));
        assert_eq!(reduced_version("HeadlessChrome/156.1").as_deref(), Some("156.0.0.0"));
        assert_eq!((reduced_version("firefox/153.0"), reduced_version("Chrome/")), (None, None));
    }

    #[test]
    fn a_locale_alone_keeps_what_the_browser_says_of_itself() {
        let own = Identity {
            user_agent: "Own/1".into(),
            hints: Some(own()),
            ..Identity::default()
        };
        let params = override_of(None, Some("de-DE"), &own);
        assert_eq!(params["userAgent"], "Own/1");
        assert_eq!((&params["acceptLanguage"], params.get("platform")), (&json!("de-DE"), None));
        assert_eq!(params["userAgentMetadata"]["brands"][1]["brand"], "Chromium");
    }
}
