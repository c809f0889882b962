//! The start of Chromium and browsers derived from it.

use super::host::Host;
use super::{LaunchOptions, Profile};
use crate::error::{ErrorContext as _, ErrorKind, Result};
use crate::options::Viewport;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments of every start.
const ALWAYS: &[&str] = &[
    // Declares that a program drives the browser, and suppresses bubbles about passwords and crashes.
    "--enable-automation",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-default-apps",
    "--disable-search-engine-choice-screen",
    // Suppress traffic and disk work that no page requested.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-breakpad",
    "--metrics-recording-only",
    "--no-pings",
    // Experiments would differ between machines and days.
    "--disable-field-trial-config",
    // Pages run at full speed even in a hidden window.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-ipc-flooding-protection",
    // Input sent before the first paint is not discarded.
    "--allow-pre-commit-input",
    // Suppress questions of the browser to the user.
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-popup-blocking",
];

const DISABLE: &str = "--disable-features";
const ENABLE: &str = "--enable-features";

/// Features to disable: bubbles, background fetches, throttling of hidden windows, and going back by a finger that swipes over a page. With `RenderDocument`, the renderer of
/// a page that emulates the focus crashes when the page opens several windows that cannot be loaded. The lists below the
/// address field are web pages that every start loads into a renderer of their own, for more than half of its processor time.
const DISABLED_FEATURES: &[&str] = &[
    "AutofillServerCommunication",
    "CalculateNativeWinOcclusion",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "GlobalMediaControls",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "OverscrollHistoryNavigation",
    "PreconnectToSearch",
    "RenderDocument",
    "Translate",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
];

/// Arguments for a fresh profile. It has no secrets of the user that an OS key store would have to protect. Its browser would
/// ask for updates of components and for the accounts of the user, in spite of the switches in [`ALWAYS`]: those requests get
/// an address at a port that browsers refuse, so that nothing is sent.
const FRESH: &[&str] = &[
    "--password-store=basic",
    "--use-mock-keychain",
    "--component-updater=url-source=https://localhost:1/",
    "--gaia-url=https://localhost:1/",
];

/// The switches that load extensions.
const EXTENSION_SWITCHES: &[&str] = &[
    "--load-extension",
    "--disable-extensions-except",
    "--enable-unsafe-extension-debugging",
];

/// Preferences of a fresh profile that no switch can set: no password bubbles, no warning about leaked
/// passwords that covers the page, and no translation offers.
const FRESH_PREFERENCES: &str = r#"{"credentials_enable_service":false,"profile":{"password_manager_enabled":false,"password_manager_leak_detection":false},"translate":{"enabled":false}}"#;

/// The arguments for a start with this profile.
pub(super) fn arguments(options: &LaunchOptions, host: Host, profile: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
    // With a port: any free one; the address is read from the output.
    arguments.push(
        if options.pipe {
            "--remote-debugging-pipe"
        } else {
            "--remote-debugging-port=0"
        }
        .into(),
    );
    let mut user_data = OsString::from("--user-data-dir=");
    user_data.push(profile);
    arguments.push(user_data);
    let mut add = |argument: &str| arguments.push(argument.into());

    if options.profile == Profile::Temporary {
        FRESH.iter().copied().for_each(&mut add);
        let has_extensions = options
            .arguments
            .iter()
            .any(|given| EXTENSION_SWITCHES.iter().any(|&switch| is_switch(given, switch)));
        if !has_extensions {
            add("--disable-extensions");
            add("--disable-component-extensions-with-background-pages");
        }
    }
    if options.headless {
        add("--headless");
        add("--hide-scrollbars");
        add("--mute-audio");
        if host.no_gpu {
            add("--disable-gpu");
        }
    }
    if host.no_sandbox {
        add("--no-sandbox");
    }
    if host.small_shared_memory {
        add("--disable-dev-shm-usage");
    }
    if let Some(Viewport { width, height }) = options.viewport {
        add(&format!("--window-size={width},{height}"));
    }

    if let Some(proxy) = &options.access.proxy {
        add(&format!("--proxy-server={}", proxy.for_chromium()));
        add(&format!("--proxy-bypass-list={}", proxy.bypass_for_chromium()));
    }
    if options.access.trusts_all {
        add("--ignore-certificate-errors");
    }

    // Chromium honours only the last switch of a name, so the caller's lists are merged with ours.
    let theirs = |switch: &'static str| {
        let given = options.arguments.iter().filter(move |given| is_switch(given, switch));
        given
            .filter_map(|given| given.split_once('='))
            .map(|(_, list)| list)
            .filter(|list| !list.is_empty())
    };
    let disabled: Vec<_> = DISABLED_FEATURES.iter().copied().chain(theirs(DISABLE)).collect();
    add(&format!("{DISABLE}={}", disabled.join(",")));
    let ours = options.page_tools.then_some("WebMCP");
    let enabled: Vec<_> = ours.into_iter().chain(theirs(ENABLE)).collect();
    if !enabled.is_empty() {
        add(&format!("{ENABLE}={}", enabled.join(",")));
    }
    let is_list = |given: &str| is_switch(given, DISABLE) || is_switch(given, ENABLE);
    let others = options.arguments.iter().filter(|given| !is_list(given));
    others.map(String::as_str).for_each(&mut add);
    // Of its own list, too, the last one of a name holds.
    let wall = options.wall.iter().flat_map(|wall| &wall.arguments);
    wall.map(String::as_str).for_each(&mut add);
    add("about:blank");
    arguments
}

/// Whether `argument` is this switch, with or without a value.
pub(super) fn is_switch(argument: &str, switch: &str) -> bool {
    argument
        .strip_prefix(switch)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// Writes the preferences of a fresh profile.
pub(super) fn prepare_fresh(profile: &Path) -> Result<()> {
    let folder = profile.join("Default");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(folder.join("Preferences"), FRESH_PREFERENCES))
        .or_kind(ErrorKind::Io, format!("could not prepare the profile {}", profile.display()))
}

/// Prepares a persistent profile: removes the address file of an earlier run, which would be mistaken for ours.
pub(super) fn prepare_persistent(profile: &Path) {
    // If the file cannot be removed, the profile is not writable, which Chromium reports.
    let _ = fs::remove_file(port_file(profile));
}

/// The WebSocket address in a line of output, if it contains one.
pub(super) fn endpoint(line: &str) -> Option<String> {
    let (_, address) = line.split_once("DevTools listening on ")?;
    let address = address.trim();
    address.starts_with("ws://").then(|| address.to_owned())
}

/// The WebSocket address from the file that Chromium writes into its profile: the port, then the path. Needed for
/// start scripts that discard the output.
pub(super) fn endpoint_on_disk(profile: &Path) -> Option<String> {
    let content = fs::read_to_string(port_file(profile)).ok()?;
    let (port, path) = content.split_once('\n')?;
    let port: u16 = port.trim().parse().ok()?;
    let path = path.trim();
    path.starts_with("/devtools/browser/")
        .then(|| format!("ws://127.0.0.1:{port}{path}"))
}

fn port_file(profile: &Path) -> PathBuf {
    profile.join("DevToolsActivePort")
}

/// Whether a running browser uses this profile. A second one would hand its start over to the first and exit.
pub(super) fn is_in_use(profile: &Path) -> bool {
    #[cfg(unix)]
    {
        // A running browser accepts connections on this socket; the socket of a dead one refuses them.
        std::os::unix::net::UnixStream::connect(profile.join("SingletonSocket")).is_ok()
    }
    #[cfg(not(unix))]
    {
        // A running browser holds this file open without sharing.
        let lock = profile.join("lockfile");
        lock.exists() && fs::OpenOptions::new().write(true).open(lock).is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(options: &LaunchOptions, host: Host) -> Vec<String> {
        arguments(options, host, Path::new("/tmp/p"))
            .into_iter()
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn a_plain_start_is_sandboxed_and_fresh() {
        let list = list(&LaunchOptions::default(), Host::default());
        for expected in [
            "--remote-debugging-port=0",
            "--user-data-dir=/tmp/p",
            "--headless",
            "--disable-extensions",
            "--use-mock-keychain",
        ] {
            assert!(list.iter().any(|argument| argument == expected), "{expected}");
        }
        for absent in ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] {
            assert!(!list.iter().any(|argument| argument == absent), "{absent}");
        }
        assert_eq!(list.last().map(String::as_str), Some("about:blank"));
    }

    #[test]
    fn the_host_decides_about_its_switches() {
        let host = Host {
            no_sandbox: true,
            small_shared_memory: true,
            no_gpu: true,
            no_display: true,
        };
        let headless = list(&LaunchOptions::default(), host);
        for expected in ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] {
            assert!(headless.iter().any(|argument| argument == expected), "{expected}");
        }
        let headed = list(
            &LaunchOptions {
                headless: false,
                viewport: Some(Viewport::new(800, 600)),
                ..LaunchOptions::default()
            },
            host,
        );
        assert!(
            !headed
                .iter()
                .any(|argument| argument == "--headless" || argument == "--disable-gpu")
        );
        assert!(headed.iter().any(|argument| argument == "--window-size=800,600"));
    }

    #[test]
    fn a_kept_profile_keeps_extensions_and_passwords() {
        let options = LaunchOptions {
            profile: Profile::Kept("/tmp/p".into()),
            ..LaunchOptions::default()
        };
        let list = list(&options, Host::default());
        assert!(
            !list
                .iter()
                .any(|argument| argument == "--disable-extensions" || argument == "--use-mock-keychain")
        );
    }

    #[test]
    fn given_arguments_come_last_and_features_join() {
        let given = [
            "--load-extension=/x",
            "--disable-features=One,Two",
            "--enable-features=Three",
            "--lang=de",
        ];
        let list = list(
            &LaunchOptions {
                arguments: given.map(str::to_owned).to_vec(),
                page_tools: true,
                ..LaunchOptions::default()
            },
            Host::default(),
        );
        assert!(!list.iter().any(|argument| argument == "--disable-extensions"));
        let features: Vec<_> = list
            .iter()
            .filter(|argument| is_switch(argument, "--disable-features"))
            .collect();
        assert_eq!(features.len(), 1);
        assert!(features[0].ends_with(",One,Two"), "{features:?}");
        assert!(list.contains(&"--enable-features=WebMCP,Three".to_owned()), "{list:?}");
        assert_eq!(&list[list.len() - 3..], ["--load-extension=/x", "--lang=de", "about:blank"]);
    }

    #[test]
    fn the_address_is_read() {
        let address = "ws://127.0.0.1:41/devtools/browser/ab-c";
        assert_eq!(
            endpoint(&format!("DevTools listening on {address}")).as_deref(),
            Some(address)
        );
        assert_eq!(endpoint("[1:2:ERROR] something failed"), None);
        assert_eq!(endpoint("DevTools listening on nothing"), None);

        let profile = tempfile::tempdir().expect("a folder");
        assert_eq!(endpoint_on_disk(profile.path()), None);
        fs::write(port_file(profile.path()), "41\n/devtools/browser/ab-c").expect("written");
        assert_eq!(endpoint_on_disk(profile.path()).as_deref(), Some(address));
        fs::write(port_file(profile.path()), "x\n/devtools/browser/ab-c").expect("written");
        assert_eq!(endpoint_on_disk(profile.path()), None);
        prepare_persistent(profile.path());
        assert!(!port_file(profile.path()).exists());
    }

    #[test]
    fn an_unused_profile_is_not_in_use() {
        let profile = tempfile::tempdir().expect("a folder");
        assert!(!is_in_use(profile.path()));
    }
}
