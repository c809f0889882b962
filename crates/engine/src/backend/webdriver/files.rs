//! Files to and from the machine of a session's browser, by the commands of Selenium's servers.
//!
//! `se/file` takes a file as a ZIP archive and answers its path at the node. With the capability `se:downloadsEnabled`, a node
//! keeps the session's downloads in a folder of its own and hands them out by `se/files`. chromedriver knows `se/file`, too.

use super::driver::{Driver, Request};
use super::fault::{Code, Fault};
use crate::backend::RemoteFiles;
use crate::backend::cdp::safe_name;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::text::{quote, shorten};
use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::Mutex;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The largest file that is sent or fetched, in bytes. Its archive is held in memory, as text.
const LARGEST: u64 = 256 << 20;

/// How long the transfer of one file may take. The call's own deadline is usually shorter.
const TRANSFER_LIMIT: Duration = Duration::from_mins(5);

/// The files of a session whose browser runs elsewhere.
#[derive(Debug)]
pub(super) struct SessionFiles {
    driver: Arc<Driver>,
    /// Whether the node hands out downloads.
    downloads: bool,
    fetched: Mutex<Fetched>,
}

/// What was fetched, by its name at the node. The folder is removed with the session.
#[derive(Debug, Default)]
struct Fetched {
    folder: Option<TempDir>,
    paths: HashMap<String, PathBuf>,
}

impl SessionFiles {
    /// `None` if the browser runs on this machine.
    pub(super) fn of(driver: &Arc<Driver>) -> Option<Arc<Self>> {
        let enabled = driver.capabilities().get("se:downloadsEnabled");
        driver.is_elsewhere().then(|| {
            Arc::new(Self {
                driver: Arc::clone(driver),
                downloads: enabled.and_then(Value::as_bool).unwrap_or(false),
                fetched: Mutex::default(),
            })
        })
    }

    async fn ask(&self, path: &'static str, body: Value) -> Result<Value, Fault> {
        self.driver.run(Request::post(path, body).within(TRANSFER_LIMIT)).await
    }
}

#[async_trait]
impl RemoteFiles for SessionFiles {
    async fn send(&self, file: &Path) -> Result<PathBuf> {
        let shown = quote(&file.to_string_lossy());
        let from = file.to_owned();
        let archive = blocking(move || packed(&from)).await?;
        let Some(archive) = archive.or_kind(ErrorKind::Io, format!("the file {shown} cannot be read"))? else {
            let what = format!(
                "the file {shown} has more than {} MB, which is too much to send to the browser's machine",
                LARGEST >> 20
            );
            return Err(EngineError::new(ErrorKind::Unsupported, what));
        };
        match self.ask("se/file", json!({"file": archive})).await {
            Ok(Value::String(path)) if !path.is_empty() => Ok(path.into()),
            Ok(_) => Err(EngineError::new(
                ErrorKind::Protocol,
                "the WebDriver server took a file and did not say where it put it",
            )),
            Err(fault) if fault.code == Code::Unsupported => {
                let what = "the browser runs on another machine, and its WebDriver server takes no files";
                let step = "use a Selenium Grid, or run the driver on this machine";
                Err(EngineError::new(ErrorKind::Unsupported, what)
                    .with_next_step(step)
                    .with_source(fault))
            }
            Err(fault) => Err(fault.during("sending a file to the browser's machine")),
        }
    }

    async fn fetch(&self, name: &str) -> Result<Option<PathBuf>> {
        const DOING: &str = "fetching a download from the browser's machine";
        if !self.downloads {
            return Ok(None);
        }
        // One at a time: two calls must not fetch the same file.
        let mut fetched = self.fetched.lock().await;
        if let Some(path) = fetched.paths.get(name) {
            return Ok(Some(path.clone()));
        }
        let answer = self.ask("se/files", json!({"name": name})).await;
        let mut answer = answer.map_err(|fault| fault.during(DOING))?;
        let Value::String(archive) = answer["contents"].take() else {
            let what = format!("{DOING}: the grid answered no file for {}", quote(&shorten(name, 120)));
            return Err(EngineError::new(ErrorKind::Protocol, what));
        };
        let number = fetched.paths.len();
        let folder = if let Some(folder) = &fetched.folder {
            folder.path().to_owned()
        } else {
            let made = tempfile::Builder::new().prefix("uipilot-downloads-").tempdir();
            let made = made.or_kind(ErrorKind::Io, "no folder for downloads could be made")?;
            fetched.folder.insert(made).path().to_owned()
        };
        // A folder for each file keeps the names apart.
        let path = folder.join(number.to_string()).join(safe_name(name));
        let to = path.clone();
        let unpacked = blocking(move || unpack(&archive, &to)).await?;
        unpacked.or_kind(ErrorKind::Io, DOING)?;
        fetched.paths.insert(name.to_owned(), path.clone());
        Ok(Some(path))
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.or_kind(ErrorKind::Internal, "the work on a file was cut short")
}

/// Opens a file to read it. What is at the path can have become a pipe since it was checked, whose opening would wait for ever.
fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file"))
}

/// An archive in base64 with one file. `None` if the file is too large.
fn packed(file: &Path) -> io::Result<Option<String>> {
    let from = open_regular(file)?;
    if from.metadata()?.len() > LARGEST {
        return Ok(None);
    }
    let name = file
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    archive.start_file(name, options)?;
    let written = io::copy(&mut from.take(LARGEST + 1), &mut archive)?;
    let bytes = archive.finish()?.into_inner();
    // The file may grow while it is read.
    Ok((written <= LARGEST).then(|| STANDARD.encode(bytes)))
}

/// Writes the only file of an archive in base64 to `path`, whose folder is made.
fn unpack(archive: &str, path: &Path) -> io::Result<()> {
    let invalid = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    let bytes = STANDARD
        .decode(archive.split_ascii_whitespace().collect::<String>())
        .map_err(|error| invalid(&format!("what the grid answered is no base64: {error}")))?;
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    if archive.len() != 1 {
        return Err(invalid("the grid's archive does not hold one file"));
    }
    // The name inside is not used: it could lead out of the folder.
    let mut entry = archive.by_index(0)?;
    if !entry.is_file() {
        return Err(invalid("the grid's archive does not hold a file"));
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = File::create(path)?;
    // The size that an archive names may be wrong.
    let written = io::copy(&mut (&mut entry).take(LARGEST + 1), &mut file)?;
    file.flush()?;
    if written > LARGEST {
        std::fs::remove_file(path)?;
        return Err(invalid(&format!("the download has more than {} MB", LARGEST >> 20)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_no_file_and_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo runs").success());
        assert_eq!(packed(&pipe).expect_err("refused").kind(), io::ErrorKind::InvalidInput);
    }

    #[test]
    fn a_file_comes_back_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("täglich.txt");
        let content: Vec<u8> = (0..100_000_u32).map(|number| (number % 251) as u8).collect();
        std::fs::write(&file, &content).expect("written");
        let archive = packed(&file).expect("read").expect("small enough");
        let to = folder.path().join("1/back.txt");
        unpack(&archive, &to).expect("unpacked");
        assert_eq!(std::fs::read(to).expect("there"), content);
        assert!(packed(&folder.path().join("missing")).is_err());
    }

    #[test]
    fn names_in_archives_lead_nowhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let pack = |names: &[&str]| {
            let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
            for name in names {
                archive.start_file(*name, SimpleFileOptions::default()).expect("a file");
                archive.write_all(b"x").expect("written");
            }
            STANDARD.encode(archive.finish().expect("an archive").into_inner())
        };
        let to = folder.path().join("inner/safe");
        unpack(&pack(&["../../outside"]), &to).expect("unpacked");
        assert!(to.exists() && !folder.path().join("outside").exists());
        for wrong in [
            pack(&[]),
            pack(&["a", "b"]),
            "no base64!".to_owned(),
            STANDARD.encode("no archive"),
        ] {
            assert!(unpack(&wrong, &folder.path().join("never")).is_err());
        }
        assert!(!folder.path().join("never").exists());
    }
}
