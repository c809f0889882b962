//! The paired extensions: a file that only its owner may read, shared by all servers of a user.

use super::pairing::random_hex;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::io::Write as _;
use std::path::{Path, PathBuf};

const FILE: &str = "extension.json";

/// The maximum number of pairings, more than a person has browsers. The oldest is dropped.
const MAX_CLIENTS: usize = 20;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Client {
    id: String,
    name: String,
    token: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct State {
    server_id: String,
    /// The token for programs that use the HTTP interface.
    api_token: String,
    clients: Vec<Client>,
}

/// The file. It is read every time, because other servers write it too.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    server_id: String,
    api_token: String,
}

impl Store {
    /// Opens the file, or creates it with a new identity.
    pub(super) fn open(folder: Option<&Path>) -> Result<Self> {
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => usual_folder().ok_or_else(|| {
                EngineError::new(ErrorKind::Io, "there is no folder for the state of programs")
                    .with_next_step("name one when the session is opened")
            })?,
        };
        make_private_folder(&folder).or_kind(ErrorKind::Io, "the folder for the extension's pairing cannot be made")?;
        let path = folder.join(FILE);
        let state = if let Some(state) = read(&path)? {
            state
        } else {
            let state = State {
                server_id: random_hex::<16>()?,
                api_token: random_hex::<32>()?,
                clients: Vec::new(),
            };
            // If another server was faster, its identity is used.
            if write(&path, &state, false)? {
                state
            } else {
                read(&path)?.unwrap_or(state)
            }
        };
        Ok(Self {
            path,
            server_id: state.server_id,
            api_token: state.api_token,
        })
    }

    /// The persistent random id by which an extension recognises this server on any port.
    pub(super) fn server_id(&self) -> &str {
        &self.server_id
    }

    /// The token that programs have to show to act over HTTP.
    pub(super) fn api_token(&self) -> &str {
        &self.api_token
    }

    fn clients(&self) -> Vec<Client> {
        match read(&self.path) {
            Ok(state) => state.map(|state| state.clients).unwrap_or_default(),
            Err(error) => {
                tracing::warn!(%error, "the list of paired extensions could not be read");
                Vec::new()
            }
        }
    }

    /// The number of paired extensions.
    pub(super) fn count(&self) -> usize {
        self.clients().len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The name and token of a paired extension.
    pub(super) fn find(&self, id: &str) -> Option<(String, String)> {
        self.clients()
            .into_iter()
            .find(|client| client.id == id)
            .map(|client| (client.name, client.token))
    }

    /// Pairs an extension. A new token replaces an earlier one.
    pub(super) fn add(&self, id: &str, name: &str) -> Result<String> {
        let token = random_hex::<32>()?;
        let mut clients = self.clients();
        clients.retain(|client| client.id != id);
        if clients.len() >= MAX_CLIENTS {
            clients.remove(0);
        }
        clients.push(Client {
            id: id.to_owned(),
            name: name.to_owned(),
            token: token.clone(),
        });
        let state = State {
            server_id: self.server_id.clone(),
            api_token: self.api_token.clone(),
            clients,
        };
        write(&self.path, &state, true)?;
        Ok(token)
    }
}

fn read(path: &Path) -> Result<Option<State>> {
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).or_kind(ErrorKind::Io, "the list of paired extensions cannot be read"),
    };
    serde_json::from_slice(&text).map(Some).map_err(|error| {
        EngineError::new(ErrorKind::Io, "the list of paired extensions cannot be understood")
            .with_source(error)
            .with_next_step(format!(
                "remove {} and pair again",
                crate::text::quote(&path.to_string_lossy())
            ))
    })
}

/// Writes the file atomically. Returns `false` if it exists and may not be replaced.
fn write(path: &Path, state: &State, replace: bool) -> Result<bool> {
    let what = "the list of paired extensions cannot be written";
    let folder = path.parent().unwrap_or(Path::new("."));
    // On Unix such a file is accessible only to its owner from the start.
    let mut file = tempfile::NamedTempFile::new_in(folder).or_kind(ErrorKind::Io, what)?;
    serde_json::to_writer_pretty(&mut file, state).or_kind(ErrorKind::Io, what)?;
    file.flush().or_kind(ErrorKind::Io, what)?;
    if replace {
        file.persist(path).or_kind(ErrorKind::Io, what)?;
        return Ok(true);
    }
    match file.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error).or_kind(ErrorKind::Io, what),
    }
}

fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The folder where programs of this user keep their state.
fn usual_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        variable("HOME")?.join("Library/Application Support")
    } else {
        variable("XDG_STATE_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| Some(variable("HOME")?.join(".local/state")))?
    };
    Some(base.join("uipilot"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_of_a_user_share_pairings() {
        let folder = tempfile::tempdir().expect("a folder");
        let one = Store::open(Some(folder.path())).expect("a store");
        let two = Store::open(Some(folder.path())).expect("a store");
        assert_eq!(one.server_id(), two.server_id());
        assert!(two.is_empty());
        let token = one.add("client", "Chrome").expect("written");
        assert_eq!(two.find("client"), Some(("Chrome".to_owned(), token.clone())));
        let again = two.add("client", "Chrome").expect("written");
        assert_ne!(token, again);
        assert_eq!(one.count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("state");
        let store = Store::open(Some(&inner)).expect("a store");
        store.add("client", "Chrome").expect("written");
        let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
        assert_eq!((mode(&inner), mode(&store.path)), (0o700, 0o600));
    }

    #[test]
    fn a_broken_file_is_reported_and_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(FILE), "{").expect("written");
        let error = Store::open(Some(folder.path())).expect_err("broken");
        assert_eq!(error.code(), "IO");
        assert_eq!(std::fs::read_to_string(folder.path().join(FILE)).expect("there"), "{");
    }
}
