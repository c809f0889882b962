//! Properties of this machine and process that affect a browser: root, containers, display, snaps.

use super::find::Os;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// With less shared memory, renderers crash on ordinary pages. Containers often have 64 MB.
const ENOUGH_SHARED_MEMORY: u64 = 512 * 1024 * 1024;

/// The properties that decide about arguments.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Host {
    /// Chromium's sandbox cannot work: the process is root, or may not create user namespaces.
    pub(super) no_sandbox: bool,
    /// `/dev/shm` is too small.
    pub(super) small_shared_memory: bool,
    /// There is no graphics device.
    pub(super) no_gpu: bool,
    /// There is no screen to put a window on.
    pub(super) no_display: bool,
}

impl Host {
    /// Inspects this machine for a start of `executable`.
    pub(super) fn look(executable: &Path) -> Self {
        if Os::current() != Os::Linux {
            return Self::default();
        }
        let is_set = |name| std::env::var_os(name).is_some_and(|value: OsString| !value.is_empty());
        Self {
            no_sandbox: is_root()
                || !sandbox_works(
                    has_setuid_helper(executable),
                    &|path| fs::read_to_string(path).ok(),
                    &can_make_user_namespace,
                ),
            small_shared_memory: shared_memory().is_some_and(|bytes| bytes < ENOUGH_SHARED_MEMORY),
            no_gpu: !Path::new("/dev/dri").exists(),
            no_display: !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"),
        }
    }
}

/// Whether Chromium's sandbox works for a user other than root.
fn sandbox_works(has_setuid_helper: bool, read: &dyn Fn(&str) -> Option<String>, probe: &dyn Fn() -> bool) -> bool {
    let is = |path: &str, value: &str| read(path).is_some_and(|content| content.trim() == value);
    has_setuid_helper
        || (!is("/proc/sys/kernel/unprivileged_userns_clone", "0")
            && !is("/proc/sys/user/max_user_namespaces", "0")
            // The namespace can then be created, but has no rights inside.
            && !is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1")
            // The system call filter of a container only shows when the call is tried.
            && probe())
}

/// Whether Chromium's setuid sandbox helper is installed next to the program.
fn has_setuid_helper(executable: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let program = fs::canonicalize(executable).unwrap_or_else(|_| executable.to_owned());
        let helper = fs::metadata(program.with_file_name("chrome-sandbox"));
        helper.is_ok_and(|helper| helper.uid() == 0 && helper.mode() & 0o4000 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = executable;
        false
    }
}

fn is_root() -> bool {
    #[cfg(unix)]
    {
        super::keeper::user_id() == 0
    }
    #[cfg(not(unix))]
    {
        false
    }
}

#[cfg(target_os = "linux")]
fn can_make_user_namespace() -> bool {
    use std::os::unix::process::CommandExt as _;
    let mut command = std::process::Command::new("/bin/sh");
    command.args(["-c", ":"]);
    // SAFETY: between fork and exec the closure makes one system call and allocates nothing.
    unsafe {
        command.pre_exec(|| {
            if libc::unshare(libc::CLONE_NEWUSER) == 0 {
                Ok(())
            } else {
                Err(std::io::Error::last_os_error())
            }
        });
    }
    command.status().is_ok_and(|status| status.success())
}

#[cfg(not(target_os = "linux"))]
fn can_make_user_namespace() -> bool {
    true
}

/// The size of `/dev/shm` in bytes, if available.
fn shared_memory() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: a zeroed `statvfs` is valid; path and structure outlive the call.
        let stat = unsafe {
            let mut stat: libc::statvfs = std::mem::zeroed();
            (libc::statvfs(c"/dev/shm".as_ptr(), &raw mut stat) == 0).then_some(stat)?
        };
        Some(stat.f_bavail.saturating_mul(stat.f_frsize))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// The folder in which session folders are created. Snaps and Flatpaks have their own `/tmp`, so their session
/// folders go where they may write.
pub(super) fn session_base(executable: &Path) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let confined = home.and_then(|home| confined_base(executable, &home, &start_of));
    match confined {
        Some(base) if fs::create_dir_all(&base).is_ok() => base,
        _ => std::env::temp_dir(),
    }
}

fn confined_base(executable: &Path, home: &Path, start_of: &dyn Fn(&Path) -> String) -> Option<PathBuf> {
    let name = executable.file_name()?.to_str()?;
    if executable.starts_with("/snap") {
        let snap = if executable.starts_with("/snap/bin") {
            name
        } else {
            executable.iter().nth(2)?.to_str()?
        };
        return Some(home.join("snap").join(snap).join("common"));
    }
    if executable
        .parent()
        .is_some_and(|folder| folder.ends_with("flatpak/exports/bin"))
    {
        return Some(home.join(".var/app").join(name).join("data"));
    }
    // Ubuntu's `firefox` and `chromium-browser` are scripts that start the snap.
    let script = start_of(executable);
    let rest = script.starts_with("#!").then(|| script.split_once("/snap/bin/"))??.1;
    let snap: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    (!snap.is_empty()).then(|| home.join("snap").join(snap).join("common"))
}

/// The first bytes of a file as text.
fn start_of(path: &Path) -> String {
    use std::io::Read as _;
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(4096).read_to_end(&mut start));
    if read.is_ok() {
        String::from_utf8_lossy(&start).into_owned()
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sandbox_goes_only_where_it_cannot_work() {
        let nothing = |_: &str| None;
        let closed = |closed: &'static str, value: &'static str| move |path: &str| (path == closed).then(|| format!("{value}\n"));
        assert!(sandbox_works(false, &nothing, &|| true));
        assert!(!sandbox_works(false, &nothing, &|| false));
        assert!(sandbox_works(true, &nothing, &|| false));
        assert!(!sandbox_works(
            false,
            &closed("/proc/sys/kernel/unprivileged_userns_clone", "0"),
            &|| true
        ));
        assert!(!sandbox_works(
            false,
            &closed("/proc/sys/user/max_user_namespaces", "0"),
            &|| true
        ));
        assert!(!sandbox_works(
            false,
            &closed("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1"),
            &|| true
        ));
        assert!(sandbox_works(
            false,
            &closed("/proc/sys/kernel/unprivileged_userns_clone", "1"),
            &|| true
        ));
    }

    #[test]
    fn confined_browsers_get_a_folder_that_they_see() {
        let home = Path::new("/home/me");
        let script = |path: &Path| {
            if path.starts_with("/usr/bin") {
                "#!/bin/sh\nexec /snap/bin/firefox \"$@\"".to_owned()
            } else {
                String::new()
            }
        };
        for (executable, base) in [
            ("/snap/bin/chromium", Some("/home/me/snap/chromium/common")),
            (
                "/snap/firefox/current/usr/lib/firefox/firefox",
                Some("/home/me/snap/firefox/common"),
            ),
            (
                "/var/lib/flatpak/exports/bin/org.mozilla.firefox",
                Some("/home/me/.var/app/org.mozilla.firefox/data"),
            ),
            ("/usr/bin/firefox", Some("/home/me/snap/firefox/common")),
            ("/opt/google/chrome/chrome", None),
        ] {
            assert_eq!(
                confined_base(Path::new(executable), home, &script),
                base.map(PathBuf::from),
                "{executable}"
            );
        }
    }
}
