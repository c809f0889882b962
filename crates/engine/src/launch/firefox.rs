//! The start of Firefox.

use super::{LaunchOptions, LogIns, Profile};
use crate::backend::intercept::Wall;
use crate::error::{ErrorContext as _, ErrorKind, Result};
use crate::options::Viewport;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The value of a preference in `user.js`.
enum Value {
    Bool(bool),
    Int(i32),
    Text(&'static str),
}

use Value::{Bool, Int, Text};

/// Preferences of a fresh profile. Firefox sets many more itself when it is started for automation
/// (`remote.prefs.recommended`), but only once it runs. These matter earlier, or Firefox leaves them out.
const PREFERENCES: &[(&str, Value)] = &[
    // First run pages, offers and questions.
    ("browser.aboutwelcome.enabled", Bool(false)),
    ("browser.shell.checkDefaultBrowser", Bool(false)),
    ("browser.startup.homepage_override.mstone", Text("ignore")),
    ("browser.startup.page", Int(0)),
    ("startup.homepage_welcome_url", Text("about:blank")),
    ("browser.newtabpage.enabled", Bool(false)),
    ("browser.newtab.preload", Bool(false)),
    ("browser.translations.enable", Bool(false)),
    ("datareporting.policy.dataSubmissionPolicyBypassNotification", Bool(true)),
    ("termsofuse.bypassNotification", Bool(true)),
    ("signon.rememberSignons", Bool(false)),
    // Updates, studies, telemetry, and traffic that no page requested.
    ("app.normandy.enabled", Bool(false)),
    ("app.update.disabledForTesting", Bool(true)),
    ("browser.region.network.url", Text("")),
    ("browser.safebrowsing.blockedURIs.enabled", Bool(false)),
    ("browser.safebrowsing.downloads.enabled", Bool(false)),
    ("browser.safebrowsing.malware.enabled", Bool(false)),
    ("browser.safebrowsing.phishing.enabled", Bool(false)),
    ("browser.search.update", Bool(false)),
    ("datareporting.policy.dataSubmissionEnabled", Bool(false)),
    ("datareporting.healthreport.uploadEnabled", Bool(false)),
    ("datareporting.usage.uploadEnabled", Bool(false)),
    ("dom.push.connection.enabled", Bool(false)),
    ("extensions.getAddons.cache.enabled", Bool(false)),
    ("extensions.installDistroAddons", Bool(false)),
    ("extensions.systemAddon.update.enabled", Bool(false)),
    ("extensions.update.enabled", Bool(false)),
    ("network.captive-portal-service.enabled", Bool(false)),
    ("network.connectivity-service.enabled", Bool(false)),
    ("services.settings.server", Text("data:,#remote-settings-dummy/v1")),
    ("toolkit.telemetry.enabled", Bool(false)),
    // Pages run at full speed even in a hidden window, and may open windows.
    ("dom.disable_open_during_load", Bool(false)),
    ("dom.ipc.processPriorityManager.enabled", Bool(false)),
    ("dom.min_background_timeout_value", Int(4)),
    ("dom.timeout.enable_budget_timer_throttling", Bool(false)),
    ("widget.windows.window_occlusion_tracking.enabled", Bool(false)),
    // Loading the result of a form again would ask whether it may be sent again, in a window that no program can answer.
    ("dom.confirm_repost.testing.always_accept", Bool(true)),
    // A page has the focus even if its window does not: the focus of a new window starts in the address bar.
    ("focusmanager.testmode", Bool(true)),
    ("dom.disable_window_flip", Bool(false)),
    // `print()` would open a window that only the user can close, and suspend the page until then.
    ("print.enabled", Bool(false)),
    // The wheel with Control would zoom the browser, which nothing here could take back.
    ("mousewheel.with_control.action", Int(0)),
    // Downloads go to the session's folder without a question.
    ("browser.download.folderList", Int(2)),
    ("browser.download.useDownloadDir", Bool(true)),
    ("browser.download.always_ask_before_handling_new_types", Bool(false)),
];

/// Environment variables of every start.
pub(super) const ENVIRONMENT: &[(&str, &str)] = &[
    // The crash reporter would ask the user, and outlive the browser.
    ("MOZ_CRASHREPORTER_DISABLE", "1"),
    // After a few kills, a persistent profile would ask whether to start in safe mode.
    ("MOZ_DISABLE_AUTO_SAFE_MODE", "1"),
];

/// The arguments for a start with this profile.
pub(super) fn arguments(options: &LaunchOptions, profile: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = Vec::new();
    let mut add = |argument: &str| arguments.push(argument.into());
    if options.headless {
        add("-headless");
    }
    ["--remote-debugging-port", "0", "-no-remote", "-new-instance"]
        .into_iter()
        .for_each(&mut add);
    if cfg!(windows) {
        // On Windows the program is a launcher that would exit at once.
        add("-wait-for-browser");
    }
    if let Some(Viewport { width, height }) = options.viewport {
        ["--width", &width.to_string(), "--height", &height.to_string()]
            .into_iter()
            .for_each(&mut add);
    }
    add("-profile");
    arguments.push(profile.into());
    arguments.extend(options.arguments.iter().map(OsString::from));
    arguments.push("about:blank".into());
    arguments
}

/// Writes the preferences of a fresh profile. A persistent profile gets none: Firefox would copy `user.js` into the
/// profile permanently.
pub(super) fn prepare_fresh(profile: &Path, downloads: &Path, options: &LaunchOptions) -> Result<()> {
    let mut script = String::new();
    if options.page_tools {
        push_preference(&mut script, "dom.modelcontext.enabled", "true");
        push_preference(&mut script, "dom.modelcontext.testing.enabled", "true");
    }
    for (name, value) in PREFERENCES {
        let value = match value {
            Bool(value) => value.to_string(),
            Int(value) => value.to_string(),
            Text(value) => string_literal(value),
        };
        push_preference(&mut script, name, &value);
    }
    push_preference(
        &mut script,
        "browser.download.dir",
        &string_literal(&downloads.to_string_lossy()),
    );
    // Whatever is not a document of a page gets the server's 401, and no prompt opens. With this, no program is asked either.
    if options.log_ins == LogIns::None {
        push_preference(&mut script, "network.auth.subresource-http-auth-allow", "0");
    }
    // Without it, the addresses of this machine would never go through a proxy.
    if options.access.proxy.is_some() {
        push_preference(&mut script, "network.proxy.allow_hijacking_localhost", "true");
    }
    if let Some(wall) = &options.wall {
        for (name, value) in wall_preferences(wall) {
            push_preference(&mut script, name, &value);
        }
    }
    fs::write(profile.join("user.js"), script)
        .or_kind(ErrorKind::Io, format!("could not prepare the profile {}", profile.display()))
}

/// What makes Firefox ask the wall for the proxy of each connection, also of those to this machine.
fn wall_preferences(wall: &Wall) -> [(&'static str, String); 8] {
    let script: String = url::form_urlencoded::byte_serialize(wall.proxy_script.as_bytes()).collect();
    let script = format!("data:application/x-ns-proxy-autoconfig,{}", script.replace('+', "%20"));
    [
        ("network.proxy.type", "2".to_owned()),
        ("network.proxy.autoconfig_url", string_literal(&script)),
        ("network.proxy.allow_hijacking_localhost", "true".to_owned()),
        ("network.proxy.failover_direct", "false".to_owned()),
        // What goes past proxies.
        ("media.peerconnection.ice.proxy_only", "true".to_owned()),
        ("network.http.http3.enable", "false".to_owned()),
        ("network.dns.disablePrefetch", "true".to_owned()),
        ("network.http.speculative-parallel-limit", "0".to_owned()),
    ]
}

fn push_preference(script: &mut String, name: &str, value: &str) {
    script.push_str("user_pref(\"");
    script.push_str(name);
    script.push_str("\", ");
    script.push_str(value);
    script.push_str(");\n");
}

/// A string literal of `user.js`, whose escapes are those of JSON.
fn string_literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The WebSocket address in a line of output, if it contains one.
pub(super) fn endpoint(line: &str) -> Option<String> {
    let (_, address) = line.split_once("WebDriver BiDi listening on ")?;
    let address = address.trim();
    address
        .starts_with("ws://")
        .then(|| format!("{}/session", address.trim_end_matches('/')))
}

/// The preferences of a persistent profile before the start.
///
/// Firefox sets its own preferences for automation and means to revert them at its end, but saves them before. Even
/// after an orderly exit they stay in the file. Restoring discards the preferences that were changed during the
/// session.
#[derive(Debug)]
pub(super) struct SavedPreferences {
    file: PathBuf,
    before: Option<Vec<u8>>,
}

impl SavedPreferences {
    /// Firefox sets this together with its preferences for automation.
    const MARK: &[u8] = b"\"remote.prefs.recommended.applied\"";

    /// Stores the preferences.
    pub(super) fn remember(profile: &Path) -> Self {
        let file = profile.join("prefs.js");
        Self {
            before: fs::read(&file).ok(),
            file,
        }
    }

    /// Restores the preferences after the browser's end, if it left those for automation behind.
    pub(super) fn restore(&self) -> io::Result<()> {
        let is_marked = |content: &[u8]| content.windows(Self::MARK.len()).any(|window| window == Self::MARK);
        let left_behind = fs::read(&self.file).is_ok_and(|now| is_marked(&now));
        match &self.before {
            _ if !left_behind => Ok(()),
            Some(before) if is_marked(before) => Ok(()),
            Some(before) => fs::write(&self.file, before),
            None => fs::remove_file(&self.file),
        }
    }
}

/// Whether a running Firefox uses this profile.
pub(super) fn is_in_use(profile: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsRawFd as _;
        let Ok(file) = fs::File::open(profile.join(".parentlock")) else {
            return false;
        };
        // SAFETY: a zeroed `flock` is valid; it and the file outlive the call, which only queries.
        #[allow(
            clippy::cast_possible_truncation,
            clippy::unnecessary_cast,
            reason = "the constants' type differs by system"
        )]
        unsafe {
            let mut lock: libc::flock = std::mem::zeroed();
            lock.l_type = libc::F_WRLCK as libc::c_short;
            libc::fcntl(file.as_raw_fd(), libc::F_GETLK, &raw mut lock) == 0 && lock.l_type != libc::F_UNLCK as libc::c_short
        }
    }
    #[cfg(not(unix))]
    {
        // A running browser holds this file open without sharing.
        let lock = profile.join("parent.lock");
        lock.exists() && fs::OpenOptions::new().write(true).open(lock).is_err()
    }
}

/// Prepares a fresh or a persistent profile.
pub(super) fn prepare(options: &LaunchOptions, profile: &Path, downloads: &Path) -> Result<()> {
    match options.profile {
        Profile::Temporary => prepare_fresh(profile, downloads, options),
        Profile::Kept(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_name_profile_and_port() {
        let options = LaunchOptions {
            viewport: Some(Viewport::new(800, 600)),
            arguments: vec!["-private".into()],
            ..LaunchOptions::default()
        };
        let list = arguments(&options, Path::new("/tmp/p"));
        let expected = "-headless --remote-debugging-port 0 -no-remote -new-instance --width 800 --height 600 -profile /tmp/p -private about:blank";
        assert_eq!(list, expected.split(' ').map(OsString::from).collect::<Vec<_>>());
        let headed = arguments(
            &LaunchOptions {
                headless: false,
                ..LaunchOptions::default()
            },
            Path::new("/tmp/p"),
        );
        assert!(!headed.contains(&OsString::from("-headless")));
    }

    #[test]
    fn preferences_are_written_to_fresh_profiles_only() {
        let profile = tempfile::tempdir().expect("a folder");
        let kept = LaunchOptions {
            profile: Profile::Kept(profile.path().into()),
            ..LaunchOptions::default()
        };
        prepare(&kept, profile.path(), Path::new("/tmp/d")).expect("nothing to do");
        assert!(!profile.path().join("user.js").exists());

        prepare(&LaunchOptions::default(), profile.path(), Path::new("/tmp/a \"b\"\\c")).expect("written");
        let script = fs::read_to_string(profile.path().join("user.js")).expect("readable");
        assert!(
            script.contains(r#"user_pref("browser.download.dir", "/tmp/a \"b\"\\c");"#),
            "{script}"
        );
        assert!(script.contains(r#"user_pref("browser.startup.page", 0);"#));
        assert!(!script.contains("modelcontext"));
        assert!(
            script
                .lines()
                .all(|line| line.starts_with("user_pref(\"") && line.ends_with(");"))
        );
    }

    #[test]
    fn saved_preferences_are_restored() {
        let profile = tempfile::tempdir().expect("a folder");
        let file = profile.path().join("prefs.js");
        let write = |text: &str| fs::write(&file, text).expect("written");
        let automation = "user_pref(\"remote.prefs.recommended.applied\", true);";

        let none = SavedPreferences::remember(profile.path());
        write(automation);
        none.restore().expect("removed");
        assert!(!file.exists());

        write("before");
        let some = SavedPreferences::remember(profile.path());
        write("without the mark");
        some.restore().expect("left alone");
        assert_eq!(fs::read_to_string(&file).expect("readable"), "without the mark");
        write(automation);
        some.restore().expect("put back");
        assert_eq!(fs::read_to_string(&file).expect("readable"), "before");
    }

    #[test]
    fn the_address_is_read() {
        assert_eq!(
            endpoint("WebDriver BiDi listening on ws://127.0.0.1:99").as_deref(),
            Some("ws://127.0.0.1:99/session")
        );
        assert_eq!(endpoint("*** You are running in headless mode."), None);
    }

    #[test]
    fn a_profile_is_in_use_while_it_is_locked() {
        let profile = tempfile::tempdir().expect("a folder");
        assert!(!is_in_use(profile.path()));
        fs::write(profile.path().join(".parentlock"), "").expect("written");
        assert!(!is_in_use(profile.path()));
    }
}
