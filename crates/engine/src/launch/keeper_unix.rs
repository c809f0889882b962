//! Keeps a browser's processes together and ends them with this process, on Unix.
//!
//! The browser runs in a process group of its own. Next to it runs a small shell script, the guard, which reads from
//! a pipe. Only this process holds the other end. However this process ends, even by SIGKILL, the pipe closes; the
//! guard then ends the group and removes the session's folders (temporary profile, downloads). It removes only real
//! folders whose names begin with `uipilot-`. After an orderly end this process dismisses it.
//!
//! A death signal (`PR_SET_PDEATHSIG`) would not work: it is bound to the thread that started the child, and exists
//! on Linux only.
//!
//! Browsers that were attached to, and WebDriver sessions that were adopted, have no guard and keep running.

use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};

/// The guard. Its arguments are the session's folders. It reads lines: `group N` when the browser runs, `ended` when its
/// group is gone, `done` when nothing is left to do. It validates its input: a group must be a number, and a folder
/// must be an absolute path to a real folder with our prefix.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM PIPE
cd / || exit 1
group=
while read -r word value; do
  case $word in
    group) case $value in ''|0*|1|*[!0-9]*) ;; *) group=$value ;; esac ;;
    ended) group= ;;
    done) exit 0 ;;
  esac
done
if [ -n "$group" ] && kill -s TERM -- "-$group" 2>/dev/null; then
  for tick in 1 2 3 4 5 6 7 8 9 10; do
    kill -s 0 -- "-$group" 2>/dev/null || break
    sleep 0.1 || sleep 1
  done
  kill -s KILL -- "-$group" 2>/dev/null
fi
remove() {
  case $1 in
    */../*|*/./*) return ;;
    /*) ;;
    *) return ;;
  esac
  case ${1##*/} in
    uipilot-?*) ;;
    *) return ;;
  esac
  for tick in 1 2 3 4 5 6 7 8 9 10; do
    if [ -L "$1" ] || [ ! -d "$1" ]; then return; fi
    rm -rf -- "$1" 2>/dev/null && return
    sleep 0.2 || sleep 1
  done
}
for folder; do remove "$folder"; done
"#;

/// The process group of one browser and its guard.
#[derive(Debug)]
pub(super) struct Keeper {
    guard: Option<Child>,
    pipe: Option<ChildStdin>,
    /// The group while it may be signalled. Once the leader was reaped, the number may belong to another process.
    group: Option<libc::pid_t>,
}

impl Keeper {
    /// Starts the guard for a session's folders.
    pub(super) fn start(folders: &[&Path]) -> io::Result<Self> {
        let mut command = Command::new("/bin/sh");
        super::environment::clean(&mut command);
        command
            .args(["-c", SCRIPT, "uipilot-guard"])
            .args(folders)
            .stdin(Stdio::piped())
            // Our own output may be a pipe whose reader waits for all writers to close.
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Not in our group, so that Ctrl-C in a terminal does not reach it.
            .process_group(0);
        let path = std::env::var("PATH").unwrap_or_default();
        command.env(
            "PATH",
            if path.is_empty() {
                "/usr/bin:/bin".to_owned()
            } else {
                format!("{path}:/usr/bin:/bin")
            },
        );
        let mut guard = command.spawn()?;
        let pipe = guard.stdin.take();
        Ok(Self {
            guard: Some(guard),
            pipe,
            group: None,
        })
    }

    /// Prepares the browser's command to start in a group of its own.
    pub(super) fn prepare(command: &mut Command) {
        command.process_group(0);
    }

    /// Takes over a browser that was started from a prepared command.
    pub(super) fn adopt(&mut self, browser: &Child) -> io::Result<()> {
        let group = libc::pid_t::try_from(browser.id()).map_err(io::Error::other)?;
        self.group = Some(group);
        self.tell(&format!("group {group}\n"))
    }

    /// Asks the browser to exit.
    pub(super) fn ask(&self) {
        if let Some(leader) = self.group {
            signal(leader, libc::SIGTERM);
        }
    }

    /// Kills every process of the group.
    pub(super) fn kill(&self) {
        if let Some(group) = self.group {
            signal(-group, libc::SIGKILL);
        }
    }

    /// Kills the rest of the group and reaps its leader, which has exited. Afterwards the number of the group may be
    /// reused, so it is cleared here and in the guard.
    pub(super) fn reap(&mut self, browser: &mut Child) -> io::Result<ExitStatus> {
        self.kill();
        self.group = None;
        let status = browser.wait();
        // An error means that the guard is gone.
        let _ = self.tell("ended\n");
        status
    }

    /// Dismisses the guard: everything is cleaned up.
    pub(super) fn release(mut self) {
        let _ = self.tell("done\n");
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        self.pipe.as_mut().map_or(Ok(()), |pipe| pipe.write_all(line.as_bytes()))
    }
}

impl Drop for Keeper {
    /// Kills the group. The guard then removes the folder, because its pipe closes, unless it was released.
    fn drop(&mut self) {
        self.kill();
        self.pipe = None;
        if let Some(mut guard) = self.guard.take() {
            // The guard must be reaped and may take its time, hence a thread. If no thread can be created, the guard
            // stays a zombie until this process ends.
            let _ = std::thread::Builder::new()
                .name("uipilot-guard".into())
                .stack_size(64 * 1024)
                .spawn(move || guard.wait());
        }
    }
}

/// Waits until the process has exited, and leaves it a zombie so that its number is not reused.
pub(super) fn wait_for_end(browser: &Child) {
    loop {
        // SAFETY: `siginfo_t` is plain data, valid when zeroed, and outlives the call.
        let result = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            libc::waitid(libc::P_PID, browser.id(), &raw mut info, libc::WEXITED | libc::WNOWAIT)
        };
        if result == 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
}

/// Whether a process with this number exists.
pub(super) fn is_alive(pid: u32) -> bool {
    let Ok(pid) = libc::pid_t::try_from(pid) else { return false };
    // SAFETY: signal 0 only checks.
    let result = unsafe { libc::kill(pid, 0) };
    result == 0 || io::Error::last_os_error().raw_os_error() != Some(libc::ESRCH)
}

/// The effective user id.
pub(super) fn user_id() -> u32 {
    // SAFETY: cannot fail and accesses no memory.
    unsafe { libc::geteuid() }
}

fn signal(target: libc::pid_t, signal: libc::c_int) {
    // SAFETY: accesses no memory. `target` is a child of ours or its group, not yet reaped.
    unsafe { libc::kill(target, signal) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::path::PathBuf;
    use std::time::{Duration, Instant};

    /// A command that runs for a minute, ignores SIGTERM, and has its own group and a child.
    fn start_group() -> Child {
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", "trap '' TERM; echo; sleep 60 & wait"])
            .stdout(Stdio::piped());
        Keeper::prepare(&mut command);
        let mut child = command.spawn().expect("a shell");
        // Before it prints this line, the signal would end it.
        let mut line = [0];
        child.stdout.take().expect("a pipe").read_exact(&mut line).expect("a line");
        child
    }

    fn folder(base: &Path, name: &str) -> PathBuf {
        let folder = base.join(name);
        std::fs::create_dir_all(folder.join("profile")).expect("made");
        folder
    }

    /// Closes the guard's pipe as the death of this process would, without the rest of the keeper's cleanup, and
    /// waits for the guard.
    fn orphan(mut keeper: Keeper) {
        keeper.pipe = None;
        keeper.group = None;
        keeper.guard.take().expect("a guard").wait().expect("its end");
    }

    #[test]
    fn an_orphaned_guard_kills_and_removes() {
        let base = tempfile::tempdir().expect("a folder");
        let [folder, short] = ["uipilot-1-a", "uipilot-1-b"].map(|name| folder(base.path(), name));
        let mut keeper = Keeper::start(&[&folder, &short]).expect("a guard");
        let mut browser = start_group();
        keeper.adopt(&browser).expect("adopted");
        orphan(keeper);
        assert_eq!(
            std::os::unix::process::ExitStatusExt::signal(&browser.wait().expect("its end")),
            Some(libc::SIGKILL)
        );
        assert!(!folder.exists() && !short.exists());
    }

    #[test]
    fn a_guard_ignores_an_ended_group_and_exits_when_done() {
        let base = tempfile::tempdir().expect("a folder");
        let folder = folder(base.path(), "uipilot-1-a");
        let mut keeper = Keeper::start(&[&folder]).expect("a guard");
        let mut browser = start_group();
        keeper.adopt(&browser).expect("adopted");
        keeper.tell("ended\n").expect("told");
        orphan(keeper);
        assert!(
            browser.try_wait().expect("a state").is_none(),
            "the group was no longer the guard's"
        );
        signal(-libc::pid_t::try_from(browser.id()).expect("a pid"), libc::SIGKILL);
        browser.wait().expect("its end");
        assert!(!folder.exists());

        let kept = self::folder(base.path(), "uipilot-1-b");
        let mut keeper = Keeper::start(&[&kept]).expect("a guard");
        keeper.tell("done\n").expect("told");
        orphan(keeper);
        assert!(kept.exists());
    }

    #[test]
    fn a_guard_removes_only_session_folders() {
        let base = tempfile::tempdir().expect("a folder");
        let foreign = folder(base.path(), "mine");
        let real = folder(base.path(), "uipilot-1-a");
        let link = base.path().join("uipilot-1-link");
        std::os::unix::fs::symlink(&foreign, &link).expect("linked");
        let roundabout = base.path().join("uipilot-1-a/../uipilot-1-a");
        for path in [
            &foreign,
            &link,
            &roundabout,
            Path::new("uipilot-1-a"),
            Path::new("/uipilot-"),
            Path::new(""),
        ] {
            orphan(Keeper::start(&[path]).expect("a guard"));
        }
        assert!(foreign.join("profile").exists() && real.exists() && link.exists());
    }

    #[test]
    fn only_numbers_are_groups() {
        let base = tempfile::tempdir().expect("a folder");
        let mut browser = start_group();
        for group in ["0", "1", "-1", "x", "", "$$", "07"] {
            let mut keeper = Keeper::start(&[&folder(base.path(), "uipilot-1-a")]).expect("a guard");
            keeper.tell(&format!("group {group}\n")).expect("told");
            orphan(keeper);
        }
        assert!(browser.try_wait().expect("a state").is_none());
        signal(-libc::pid_t::try_from(browser.id()).expect("a pid"), libc::SIGKILL);
        browser.wait().expect("its end");
    }

    /// Waits until the guard ignores SIGTERM if the system shows that, else long enough.
    fn wait_for_traps(guard: libc::pid_t) {
        let deadline = Instant::now() + Duration::from_secs(10);
        let ignores = |status: String| {
            let mask = status
                .lines()
                .find_map(|line| line.strip_prefix("SigIgn:"))
                .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            mask.is_some_and(|mask| mask & (1 << (libc::SIGTERM - 1)) != 0)
        };
        while cfg!(target_os = "linux") && !std::fs::read_to_string(format!("/proc/{guard}/status")).is_ok_and(ignores) {
            assert!(Instant::now() < deadline, "the guard does not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(100));
    }

    #[test]
    fn a_guard_survives_what_ends_its_owner() {
        let base = tempfile::tempdir().expect("a folder");
        let folder = folder(base.path(), "uipilot-1-a");
        let keeper = Keeper::start(&[&folder]).expect("a guard");
        let guard = libc::pid_t::try_from(keeper.guard.as_ref().expect("a guard").id()).expect("a pid");
        wait_for_traps(guard);
        for number in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
            signal(guard, number);
        }
        orphan(keeper);
        assert!(!folder.exists());
    }

    #[test]
    fn a_waited_process_can_still_be_reaped() {
        let mut child = Command::new("/bin/sh").args(["-c", "exit 3"]).spawn().expect("a shell");
        wait_for_end(&child);
        assert!(is_alive(child.id()), "a zombie keeps its number");
        assert_eq!(child.wait().expect("its end").code(), Some(3));
        assert!(!is_alive(child.id()));
    }
}
