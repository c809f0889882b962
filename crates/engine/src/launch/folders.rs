//! The folders of one session: creating them, removing them, and sweeping up folders of dead owners.

use crate::error::{ErrorContext as _, ErrorKind, Result};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The prefix of all session folders. Only folders with it are ever removed.
pub(super) const PREFIX: &str = "uipilot-";

/// The longest path of a folder in which Chromium can still create its socket: 107 bytes are a socket's longest address,
/// and `/org.chromium.Chromium.XXXXXX/SingletonSocket` has 45. It ends itself where that is longer.
const LONGEST_SCRATCH: usize = 62;

/// Where a folder for sockets is made if the session's own path is too long for them.
pub(super) const SHORT_BASE: &str = "/tmp";

/// An abandoned folder is removed at this age.
const FORGOTTEN_AFTER: Duration = Duration::from_hours(24);

/// `uipilot-<owner's pid>-<random>`, with everything that a session leaves on the disk.
#[derive(Debug)]
pub(super) struct SessionFolder {
    path: PathBuf,
    /// A folder elsewhere for the browser's own temporary files, if `path` is too long for sockets.
    short: Option<PathBuf>,
}

impl SessionFolder {
    /// Creates a folder that only this user can enter, with a subfolder for downloads.
    pub(super) fn create(base: &Path) -> Result<Self> {
        let describe = || format!("could not make a folder for the browser in {}", base.display());
        let path = make(base).or_kind(ErrorKind::Io, describe())?;
        let mut folder = Self { path, short: None };
        for sub in [folder.downloads(), folder.profile(), folder.own_scratch()] {
            fs::create_dir(sub).or_kind(ErrorKind::Io, describe())?;
        }
        if cfg!(target_os = "linux") && folder.own_scratch().as_os_str().len() > LONGEST_SCRATCH {
            folder.short = make(Path::new(SHORT_BASE)).ok();
        }
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The folder for downloads.
    pub(super) fn downloads(&self) -> PathBuf {
        self.path.join("downloads")
    }

    /// The folder for a temporary profile.
    pub(super) fn profile(&self) -> PathBuf {
        self.path.join("profile")
    }

    /// The folder for the browser's own temporary files, among them sockets, whose paths are limited to about 100
    /// characters. `None` if none can be made whose path is short enough.
    pub(super) fn scratch(&self) -> Option<PathBuf> {
        let own = self.own_scratch();
        self.short
            .clone()
            .or_else(|| (own.as_os_str().len() <= LONGEST_SCRATCH).then_some(own))
    }

    fn own_scratch(&self) -> PathBuf {
        self.path.join("t")
    }

    /// All that is to be removed with the session.
    pub(super) fn all(&self) -> Vec<&Path> {
        std::iter::once(&self.path).chain(&self.short).map(PathBuf::as_path).collect()
    }

    /// Removes the folders. Processes that were just killed may still hold or write files in them, so the removal is
    /// retried for a while.
    pub(super) fn remove(&self) -> io::Result<()> {
        self.all().into_iter().map(remove).fold(Ok(()), io::Result::and)
    }
}

/// Makes a folder that only this user can enter, named for this process.
fn make(base: &Path) -> io::Result<PathBuf> {
    let made = tempfile::Builder::new()
        .prefix(&format!("{PREFIX}{}-", std::process::id()))
        .tempdir_in(base)?;
    Ok(made.keep())
}

fn remove(folder: &Path) -> io::Result<()> {
    let mut tries = 0;
    loop {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(_) if tries < 50 => std::thread::sleep(Duration::from_millis(20)),
            result => return result,
        }
        tries += 1;
    }
}

/// Removes session folders in `base` that are older than a day and whose owner is dead. They remain after a crash of
/// the whole machine, or on systems without a guard.
pub(super) fn sweep(base: &Path, is_alive: &dyn Fn(u32) -> bool) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        let Some(owner) = entry.file_name().to_str().and_then(owner_of) else {
            continue;
        };
        let path = entry.path();
        if is_forgotten(&path) && !is_alive(owner) {
            match fs::remove_dir_all(&path) {
                Ok(()) => tracing::debug!(path = %path.display(), "removed a forgotten session folder"),
                Err(error) => tracing::debug!(path = %path.display(), %error, "a forgotten session folder stays"),
            }
        }
    }
}

/// The process id in a folder's name.
fn owner_of(name: &str) -> Option<u32> {
    let (pid, random) = name.strip_prefix(PREFIX)?.split_once('-')?;
    if random.is_empty() { None } else { pid.parse().ok() }
}

/// Whether this is a real folder of this user, unchanged for a day. The profile counts too: the owner may be alive in
/// another container, where its pid has no meaning here.
fn is_forgotten(path: &Path) -> bool {
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return false;
    };
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::uid(&metadata) != super::keeper::user_id() {
        return false;
    }
    let is_old = |time: SystemTime| time.elapsed().is_ok_and(|age| age > FORGOTTEN_AFTER);
    let profile = fs::metadata(path.join("profile")).and_then(|profile| profile.modified());
    metadata.is_dir() && metadata.modified().is_ok_and(is_old) && profile.map_or(true, is_old)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn age(path: &Path, days: u64) {
        let time = SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60);
        fs::File::open(path)
            .and_then(|file| file.set_modified(time))
            .expect("sets the time");
    }

    #[test]
    fn a_folder_is_made_and_removed() {
        let base = tempfile::tempdir().expect("a folder");
        let folder = SessionFolder::create(base.path()).expect("made");
        assert!(folder.downloads().is_dir() && folder.profile().is_dir());
        assert!(folder.scratch().is_some_and(|scratch| scratch.is_dir()));
        assert_eq!(
            folder.path().file_name().and_then(|name| name.to_str()).and_then(owner_of),
            Some(std::process::id())
        );
        folder.remove().expect("removed");
        folder.remove().expect("removing again is no error");
        assert_eq!(fs::read_dir(base.path()).expect("lists").count(), 0);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn sockets_get_a_short_folder_where_the_base_is_long() {
        let outer = tempfile::tempdir().expect("a folder");
        let base = outer.path().join("x".repeat(80));
        fs::create_dir(&base).expect("made");
        let folder = SessionFolder::create(&base).expect("made");
        let scratch = folder.scratch().expect("a short folder");
        assert!(scratch.is_dir() && scratch.as_os_str().len() <= LONGEST_SCRATCH);
        assert_eq!(folder.all(), [folder.path(), &scratch]);
        folder.remove().expect("removed");
        assert!(!scratch.exists() && !folder.path().exists());
    }

    #[test]
    fn a_missing_base_is_explained() {
        let error = SessionFolder::create(Path::new("/nowhere/at/all")).expect_err("no such base");
        assert_eq!(error.kind(), &ErrorKind::Io);
        assert!(error.context().contains("/nowhere/at/all"));
    }

    #[test]
    fn only_forgotten_folders_are_swept() {
        let base = tempfile::tempdir().expect("a folder");
        let make = |name: &str, days: u64| {
            let path = base.path().join(name);
            fs::create_dir(&path).expect("made");
            fs::write(path.join("file"), "x").expect("written");
            age(&path, days);
            path
        };
        let forgotten = make("uipilot-11-abc", 2);
        let kept = [
            make("uipilot-22-abc", 2), // owner alive
            make("uipilot-11-new", 0), // too recent
            make("uipilot-11", 2),     // not a name of ours
            make("uipilot-x-abc", 2),
            make("other-11-abc", 2),
            make("uipilot-11-busy", 2), // profile in use
        ];
        fs::create_dir(kept[5].join("profile")).expect("made");
        age(&kept[5], 2);
        let file = base.path().join("uipilot-11-file");
        fs::write(&file, "x").expect("written");
        age(&file, 2);

        sweep(base.path(), &|pid| pid == 22);

        assert!(!forgotten.exists());
        assert!(kept.iter().all(|path| path.exists()) && file.exists());
    }
}
