//! Downloads: recorded as happenings of their page, and renamed in the session's folder.

use super::protocol::DownloadProgress;
use crate::backend::BrowserState;
use crate::backend::PageState;
use crate::backend::download_log::LONGEST;
use crate::backend::monitor::lock;
use crate::backend::state::Happening;
use crate::text::is_deceptive;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

/// The longest file name, in bytes. File systems allow 255, and a number may be appended.
const LONGEST_NAME: usize = 180;

/// The maximum number of files with the same name.
const MOST_COPIES: u32 = 10_000;

/// A download in progress.
#[derive(Debug)]
struct Active {
    id: String,
    /// The page that started it, if that page was attached and is open.
    page: Weak<PageState>,
    /// The state of the session that the page belongs to.
    browser: Arc<BrowserState>,
    /// The suggested name.
    name: String,
}

/// The setting of `Browser.setDownloadBehavior` for files that go to `folder`; without one, the browser decides.
pub(super) fn behavior(folder: Option<&Path>) -> Value {
    match folder {
        Some(folder) => json!({"behavior": "allowAndName", "downloadPath": folder, "eventsEnabled": true}),
        None => json!({"behavior": "default", "eventsEnabled": true}),
    }
}

impl Active {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of bytes")]
    fn received(&self, bytes: f64) {
        self.browser.downloads.progress(&self.id, bytes as u64);
    }
}

/// The downloads in progress.
#[derive(Debug)]
pub(super) struct Downloads {
    /// The folder where the browser stores files, named by their download ids. `None` if the browser chooses.
    pub(super) folder: Option<PathBuf>,
    /// Oldest first.
    active: Mutex<VecDeque<Active>>,
}

impl Downloads {
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            active: Mutex::default(),
        }
    }

    /// Records the start of a download. `page` is `None` if the page is not attached.
    pub(super) fn begin(&self, page: Option<Arc<PageState>>, browser: Arc<BrowserState>, id: String, name: String) {
        if let Some(page) = &page {
            page.record(Happening::DownloadStarted {
                id: id.clone(),
                name: name.clone(),
            });
        }
        let page = page.map_or_else(Weak::new, |page| Arc::downgrade(&page));
        let mut active = lock(&self.active);
        if active.len() == LONGEST {
            tracing::warn!("too many downloads are in progress; the oldest keeps its id as its name");
            active.pop_front();
        }
        active.push_back(Active { id, page, browser, name });
    }

    /// Records the progress of a download. The end is recorded once the file has its final name.
    pub(super) fn progress(&self, progress: DownloadProgress) {
        let id = progress.guid;
        if progress.state == "inProgress" {
            let active = lock(&self.active);
            if let Some(download) = active.iter().find(|download| download.id == id) {
                download.received(progress.received_bytes);
            }
            return;
        }
        let ended = {
            let mut active = lock(&self.active);
            let at = active.iter().position(|download| download.id == id);
            at.and_then(|at| active.remove(at))
        };
        let Some(ended) = ended else { return };
        ended.received(progress.received_bytes);
        let Active { page, browser, name, .. } = ended;
        let finish = move |path: Option<PathBuf>| {
            let path = path.map(|path| path.to_string_lossy().into_owned());
            browser.downloads.end(&id, path.as_deref());
            if let Some(page) = page.upgrade() {
                page.record(Happening::DownloadFinished { id, path });
            }
        };
        if progress.state != "completed" {
            finish(None);
            return;
        }
        let Some(folder) = self.folder.clone() else {
            finish(progress.file_path.map(PathBuf::from));
            return;
        };
        let Some(from) = stored(&folder, progress.file_path.as_deref()) else {
            finish(None);
            return;
        };
        // Disk access must not block the socket's task.
        tokio::task::spawn_blocking(move || {
            let path = give_name(&folder, &from, &name).unwrap_or_else(|error| {
                tracing::warn!(%error, "a download keeps its id as its name");
                from
            });
            finish(Some(path));
        });
    }
}

/// The file that the browser wrote, if it is in our folder.
fn stored(folder: &Path, told: Option<&str>) -> Option<PathBuf> {
    let name = Path::new(told?).file_name()?;
    Some(folder.join(name))
}

/// Moves a file into `folder`, under a name derived from the suggested one. Never overwrites a file.
fn give_name(folder: &Path, from: &Path, suggested: &str) -> io::Result<PathBuf> {
    let name = safe_name(suggested);
    let (stem, extension) = match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name.as_str(), ""),
    };
    for copy in 0..MOST_COPIES {
        let path = folder.join(match copy {
            0 => name.clone(),
            _ => format!("{stem} ({copy}){extension}"),
        });
        // The name is reserved before the file is moved, so that no existing file is overwritten.
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => {
                return match fs::rename(from, &path) {
                    Ok(()) => Ok(path),
                    Err(error) => {
                        let _ = fs::remove_file(&path);
                        Err(error)
                    }
                };
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many files of the same name"))
}

/// A file name without folders, unsafe characters, or names that an operating system reserves.
pub(in crate::backend) fn safe_name(suggested: &str) -> String {
    let mut name = String::new();
    for c in suggested.chars() {
        if name.len() + c.len_utf8() > LONGEST_NAME {
            break;
        }
        let plain = !is_deceptive(c) && !matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
        name.push(if plain { c } else { '_' });
    }
    // A shortened name keeps its extension.
    if name.len() < suggested.len()
        && let Some((_, extension)) = suggested.rsplit_once('.')
        && extension.len() <= 10
        && extension.chars().all(|c| c.is_ascii_alphanumeric())
        && !name.ends_with(extension)
    {
        name.push('.');
        name.push_str(extension);
    }
    let name = name.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let device = matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || ((stem.starts_with("COM") || stem.starts_with("LPT"))
            && stem.len() == 4
            && stem.ends_with(|c: char| c.is_ascii_digit()));
    match name {
        "" => "download".into(),
        name if device => format!("_{name}"),
        name => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_the_folder() {
        for (suggested, name) in [
            ("report.pdf", "report.pdf"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("..", "download"),
            ("", "download"),
            ("C:\\x\\y.txt", "C__x_y.txt"),
            ("a\u{202e}gpj.exe", "a_gpj.exe"),
            ("line\nbreak", "line_break"),
            ("nul.txt", "_nul.txt"),
            (".bashrc", "bashrc"),
        ] {
            assert_eq!(safe_name(suggested), name, "{suggested:?}");
        }
        let long = safe_name(&format!("{}.tar", "é".repeat(300)));
        assert!(
            long.len() < 200 && std::path::Path::new(&long).extension() == Some("tar".as_ref()),
            "{long}"
        );
    }

    #[test]
    fn downloads_that_never_end_keep_no_page_and_are_bounded() {
        let downloads = Downloads::new(None);
        for number in 0..2 * LONGEST {
            let page = Arc::new(PageState::default());
            downloads.begin(Some(Arc::clone(&page)), Arc::default(), number.to_string(), "a".into());
            assert_eq!(Arc::strong_count(&page), 1);
        }
        assert_eq!(lock(&downloads.active).len(), LONGEST);
        for number in 0..2 * LONGEST {
            let progress = serde_json::json!({"guid": number.to_string(), "receivedBytes": 1, "state": "canceled"});
            downloads.progress(serde_json::from_value(progress).expect("as the protocol has it"));
        }
        assert_eq!(lock(&downloads.active).len(), 0);
    }

    #[test]
    fn nothing_is_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.txt"), "old").expect("written");
        for (id, expected) in [("1", "a (1).txt"), ("2", "a (2).txt")] {
            let from = folder.path().join(id);
            fs::write(&from, id).expect("written");
            let path = give_name(folder.path(), &from, "a.txt").expect("named");
            assert_eq!(path, folder.path().join(expected));
            assert_eq!(fs::read_to_string(path).expect("read"), id);
        }
        assert_eq!(fs::read_to_string(folder.path().join("a.txt")).expect("read"), "old");
    }
}
