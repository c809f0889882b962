//! The environment of programs that are started here. It has what a program needs to run and to show itself, and
//! not what else the server was given, such as API keys and tokens.

use crate::error::{EngineError, ErrorKind, Result};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::process::Command;

/// Names that are passed on.
const NAMES: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "TERM",
    // Displays and desktops.
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "ICEAUTHORITY",
    "SESSION_MANAGER",
    "SWAYSOCK",
    "DESKTOP_SESSION",
    "HYPRLAND_INSTANCE_SIGNATURE",
    "AT_SPI_BUS_ADDRESS",
    "NO_AT_BRIDGE",
    "ACCESSIBILITY_ENABLED",
    // Libraries, certificates, graphics and sound.
    "LD_LIBRARY_PATH",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "LIBVA_DRIVER_NAME",
    "PULSE_SERVER",
    "JAVA_HOME",
    // macOS and Windows.
    "__CF_USER_TEXT_ENCODING",
    "SYSTEMROOT",
    "WINDIR",
    "SYSTEMDRIVE",
    "COMSPEC",
    "PATHEXT",
    "TEMP",
    "TMP",
    "APPDATA",
    "LOCALAPPDATA",
    "USERPROFILE",
    "USERNAME",
    "USERDOMAIN",
    "HOMEDRIVE",
    "HOMEPATH",
    "PUBLIC",
    "ALLUSERSPROFILE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PROGRAMW6432",
    "COMMONPROGRAMFILES",
    "NUMBER_OF_PROCESSORS",
    "PROCESSOR_ARCHITECTURE",
    "OS",
];

/// Beginnings of names that are passed on: languages, and settings of desktops and toolkits.
const PREFIXES: &[&str] = &[
    "LC_",
    "XDG_",
    "DBUS_",
    "GTK_",
    "GDK_",
    "GSK_",
    "QT_",
    "GSETTINGS_",
    "GIO_",
    "FONTCONFIG_",
    "LIBGL_",
    "MESA_",
    "GALLIUM_",
    "EGL_",
    "VK_",
    "MOZ_",
];

/// Proxies. They are passed on without a password.
const PROXIES: &[&str] = &["http_proxy", "https_proxy", "all_proxy", "ftp_proxy", NO_PROXY];

/// The one of them that gives no proxy.
const NO_PROXY: &str = "no_proxy";

/// Replaces the environment that a command would inherit.
pub(crate) fn clean(command: &mut Command) {
    command.env_clear().envs(passed_on(std::env::vars_os()));
}

/// Whether a browser that is started may take a proxy from its environment.
pub(crate) fn gives_proxy() -> bool {
    std::env::vars_os().any(|(name, _)| {
        let name = name.to_string_lossy().to_ascii_lowercase();
        name != NO_PROXY && PROXIES.contains(&name.as_str())
    })
}

fn passed_on(all: impl Iterator<Item = (OsString, OsString)>) -> impl Iterator<Item = (OsString, OsString)> {
    all.filter_map(|(name, value)| {
        let known = name.to_str()?;
        // Windows ignores the case of names.
        let upper = known.to_ascii_uppercase();
        let looked_up = if cfg!(windows) { upper.as_str() } else { known };
        if PROXIES.contains(&known.to_ascii_lowercase().as_str()) {
            return has_no_password(&value).then_some((name, value));
        }
        let allowed = NAMES.contains(&looked_up) || PREFIXES.iter().any(|prefix| looked_up.starts_with(prefix));
        allowed.then_some((name, value))
    })
}

/// Variables that a caller gives to a program. `Debug` shows their names only: the values may be secrets.
pub(crate) struct Names<'a>(pub(crate) &'a BTreeMap<String, String>);

impl fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Refuses variables that no program can be given.
///
/// # Errors
/// `InvalidInput`, without values.
pub(crate) fn check(variables: &BTreeMap<String, String>) -> Result<()> {
    for (name, value) in variables {
        let problem = if name.is_empty() {
            "env has a variable without a name".to_owned()
        } else if name.contains(['=', '\0']) {
            "env has a variable whose name contains \"=\" or a zero byte".to_owned()
        } else if value.contains('\0') {
            format!("the value of the variable {name} contains a zero byte")
        } else {
            continue;
        };
        return Err(EngineError::new(ErrorKind::InvalidInput, problem).with_next_step("give each variable as name and value"));
    }
    Ok(())
}

fn has_no_password(proxy: &OsStr) -> bool {
    proxy.to_str().is_some_and(|proxy| !proxy.contains('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_without_a_usable_name_or_value_are_refused_and_not_repeated() {
        let given = |name: &str, value: &str| BTreeMap::from([(name.to_owned(), value.to_owned())]);
        for (name, value) in [("", "secret"), ("TOKEN=secret", ""), ("A\0secret", ""), ("TOKEN", "secret\0")] {
            let error = check(&given(name, value)).expect_err("refused");
            assert_eq!(*error.kind(), ErrorKind::InvalidInput);
            assert!(!error.to_string().contains("secret"), "{error}");
        }
        assert!(check(&given("TOKEN", "")).is_ok());
        assert_eq!(format!("{:?}", Names(&given("TOKEN", "secret"))), "{\"TOKEN\"}");
    }

    #[test]
    fn only_what_a_program_needs_is_passed_on() {
        let passes = |name: &str, value: &str| passed_on([(name.into(), value.into())].into_iter()).count() == 1;
        for name in [
            "PATH",
            "HOME",
            "DISPLAY",
            "LC_ALL",
            "GSK_RENDERER",
            "XDG_RUNTIME_DIR",
            "DBUS_SESSION_BUS_ADDRESS",
            "HTTPS_PROXY",
        ] {
            assert!(passes(name, "x"), "{name}");
        }
        for name in [
            "ANTHROPIC_API_KEY",
            "AWS_SECRET_ACCESS_KEY",
            "GITHUB_TOKEN",
            "UIPILOT_CDP_ENDPOINT",
            "SSH_AUTH_SOCK",
            "NPM_TOKEN",
            "LD_PRELOAD",
            "NODE_OPTIONS",
            "PATH_TO_SECRET",
            "XSECRET",
        ] {
            assert!(!passes(name, "x"), "{name}");
        }
        assert!(!passes("http_proxy", "http://user:secret@proxy:1"));
    }
}
