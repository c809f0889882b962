//! Finds a browser. A pure function of the system, the environment and file lookups.

use super::names::Family;
use super::places::{PRODUCTS, Product, WINDOWS_FOLDERS, install_hint};
use super::{BrowserKind, Channel, LaunchOptions};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::quote;
use std::path::{Path, PathBuf};

/// Environment variable with the executable to use; it disables the search.
pub const PATH_VARIABLE: &str = "UIPILOT_BROWSER_PATH";

/// The systems with known install locations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Os {
    Linux,
    Mac,
    Windows,
}

impl Os {
    /// The system that this was compiled for. Other Unix systems install like Linux.
    pub(super) const fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::Mac
        } else {
            Self::Linux
        }
    }

    fn path_separator(self) -> char {
        if self == Self::Windows { ';' } else { ':' }
    }

    /// Joins paths by the rules of this system, which may differ from the running one in tests.
    fn join(self, base: &str, rest: &str) -> PathBuf {
        let separator = if self == Self::Windows { '\\' } else { '/' };
        PathBuf::from(format!("{}{separator}{rest}", base.trim_end_matches(['/', separator])))
    }
}

/// The type of a file, determined without opening it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileFact {
    Missing,
    Folder,
    /// A file without the execute permission, which Windows does not have.
    #[cfg_attr(windows, allow(dead_code, reason = "used by tests of other systems"))]
    NotExecutable,
    Executable,
}

/// Looks at a file. On Windows every file counts as executable.
pub(super) fn file_fact(path: &Path) -> FileFact {
    match std::fs::metadata(path) {
        Err(_) => FileFact::Missing,
        Ok(metadata) if metadata.is_dir() => FileFact::Folder,
        // A pipe is none, whatever its mode says: opening it would wait for ever.
        #[cfg(unix)]
        Ok(metadata) if !metadata.is_file() => FileFact::NotExecutable,
        #[cfg(unix)]
        Ok(metadata) if std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 == 0 => FileFact::NotExecutable,
        Ok(_) => FileFact::Executable,
    }
}

/// The inputs of the search.
pub(super) struct Finder<'a> {
    pub(super) os: Os,
    pub(super) env: &'a (dyn Fn(&str) -> Option<String> + Sync),
    pub(super) look: &'a (dyn Fn(&Path) -> FileFact + Sync),
}

/// An executable and its browser family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) executable: PathBuf,
    pub(super) family: Family,
}

impl Finder<'_> {
    /// Finds the browser that the options request.
    pub(super) fn find(&self, options: &LaunchOptions) -> Result<Found> {
        let asked = options.browser.kind.family();
        if let Some(executable) = &options.executable {
            return self.given(executable, asked, "the executable");
        }
        if let Some(value) = self.var(PATH_VARIABLE) {
            let found = self.given(Path::new(&value), asked, PATH_VARIABLE)?;
            if found.family == asked {
                return Ok(found);
            }
            // The variable applies to every session of the process, so a session that requests the other family
            // ignores it.
            tracing::debug!(executable = %found.executable.display(), "{PATH_VARIABLE} names no {asked}; looking for one");
        }
        self.installed(options.browser.kind, options.browser.channel)
    }

    /// An executable given by the caller: a path, or the name of a command in `PATH`.
    fn given(&self, path: &Path, asked: Family, by: &str) -> Result<Found> {
        let shown = quote(&path.to_string_lossy());
        let is_command = path.components().count() == 1 && !path.has_root();
        let in_path = || {
            let name = path.to_string_lossy();
            self.path_folders()
                .into_iter()
                .map(|folder| self.os.join(&folder, &name))
                .find(|path| self.is_executable(path))
        };
        let executable = if is_command {
            in_path().unwrap_or_else(|| path.to_owned())
        } else {
            path.to_owned()
        };
        match (self.look)(&executable) {
            FileFact::Executable => {
                let name = executable
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default();
                let family = Family::of_file_name(&name).unwrap_or(asked);
                Ok(Found { executable, family })
            }
            FileFact::Missing => {
                let where_else = if is_command { ", neither here nor in PATH" } else { "" };
                Err(
                    EngineError::new(ErrorKind::BrowserNotFound, format!("{by} {shown} does not exist{where_else}"))
                        .with_next_step("correct the path, or leave it out to have the browser looked for"),
                )
            }
            FileFact::Folder => Err(EngineError::new(ErrorKind::InvalidInput, format!("{by} {shown} is a folder"))
                .with_next_step("name the program in it (on macOS `….app/Contents/MacOS/…`)")),
            FileFact::NotExecutable => Err(EngineError::new(
                ErrorKind::PermissionDenied,
                format!("{by} {shown} is a file that may not be executed"),
            )
            .with_next_step("name the browser's program, or make the file executable")),
        }
    }

    /// The first installed browser of this kind and channel.
    fn installed(&self, kind: BrowserKind, channel: Channel) -> Result<Found> {
        let mut places = Vec::new();
        let mut commands = Vec::new();
        for product in PRODUCTS.iter().filter(|product| product_matches(product, kind, channel)) {
            let names = self.command_names(product);
            for name in &names {
                for folder in self.path_folders() {
                    let path = self.os.join(&folder, name);
                    if self.is_executable(&path) {
                        let executable = self.behind_wrapper(path);
                        return Ok(Found {
                            executable,
                            family: product.kind.family(),
                        });
                    }
                }
            }
            commands.extend(names);
            for path in self.install_places(product) {
                if self.is_executable(&path) {
                    return Ok(Found {
                        executable: path,
                        family: product.kind.family(),
                    });
                }
                places.push(path);
            }
        }
        Err(self.not_found(kind, channel, &commands, &places))
    }

    fn not_found(&self, kind: BrowserKind, channel: Channel, commands: &[String], places: &[PathBuf]) -> EngineError {
        let what = match (kind, channel) {
            (BrowserKind::Chromium, Channel::Any) => "Chromium, Chrome, Edge or Brave".to_owned(),
            (kind, Channel::Any) => kind.to_string(),
            (kind, channel) => format!("{kind} in the {channel:?} channel"),
        };
        let folders = self.path_folders();
        let mut looked = Vec::new();
        if !commands.is_empty() {
            let path = if folders.is_empty() {
                "PATH, which is empty".to_owned()
            } else {
                format!("PATH ({})", folders.join(", "))
            };
            looked.push(format!("for the commands {} in {path}", commands.join(", ")));
        }
        if !places.is_empty() {
            let places: Vec<_> = places.iter().map(|place| place.to_string_lossy()).collect();
            looked.push(format!("at {}", places.join(", ")));
        }
        if looked.is_empty() {
            looked.push("nowhere: this system has no such release".to_owned());
        }
        EngineError::new(
            ErrorKind::BrowserNotFound,
            format!("no {what} is installed; looked {}", looked.join(" and ")),
        )
        .with_next_step(format!(
            "install one ({}), or name an executable with the `executable` option or {PATH_VARIABLE}",
            install_hint(self.os, kind)
        ))
    }

    fn command_names(&self, product: &Product) -> Vec<String> {
        match self.os {
            Os::Linux | Os::Mac => product.commands.iter().map(|&name| name.to_owned()).collect(),
            // On Windows the program name is the same in all channels, so `PATH` finds only some release.
            Os::Windows if product.channel == Channel::Any => product
                .windows
                .iter()
                .filter_map(|path| path.rsplit('\\').next())
                .take(1)
                .map(str::to_owned)
                .collect(),
            Os::Windows => Vec::new(),
        }
    }

    fn install_places(&self, product: &Product) -> Vec<PathBuf> {
        let home = self.var("HOME");
        match self.os {
            Os::Linux => {
                let exports = std::iter::once("/var/lib/flatpak/exports/bin".to_owned())
                    .chain(home.map(|home| format!("{}/.local/share/flatpak/exports/bin", home.trim_end_matches('/'))));
                let flatpaks = exports.flat_map(|folder| product.flatpak.iter().map(move |id| self.os.join(&folder, id)));
                product.linux.iter().map(PathBuf::from).chain(flatpaks).collect()
            }
            Os::Mac => {
                let folders: Vec<_> = std::iter::once("/Applications".to_owned())
                    .chain(home.map(|home| format!("{}/Applications", home.trim_end_matches('/'))))
                    .collect();
                let bundles = product
                    .mac
                    .iter()
                    .map(|(bundle, program)| format!("{bundle}.app/Contents/MacOS/{program}"));
                bundles
                    .flat_map(|bundle| folders.iter().map(move |folder| self.os.join(folder, &bundle)))
                    .collect()
            }
            Os::Windows => {
                let mut folders: Vec<_> = WINDOWS_FOLDERS.iter().filter_map(|name| self.var(name)).collect();
                folders.dedup();
                product
                    .windows
                    .iter()
                    .flat_map(|rest| folders.iter().map(move |folder| self.os.join(folder, rest)))
                    .collect()
            }
        }
    }

    /// The program that the start scripts of Debian and Google in `/usr/bin` run in the end. The scripts fork a dozen
    /// small programs first, which are of no use for a browser with its own profile.
    fn behind_wrapper(&self, command: PathBuf) -> PathBuf {
        let program = match (self.os, command.to_str()) {
            (Os::Linux, Some("/usr/bin/chromium")) => "/usr/lib/chromium/chromium",
            (Os::Linux, Some("/usr/bin/google-chrome" | "/usr/bin/google-chrome-stable")) => "/opt/google/chrome/chrome",
            _ => return command,
        };
        if self.is_executable(Path::new(program)) {
            PathBuf::from(program)
        } else {
            command
        }
    }

    fn path_folders(&self) -> Vec<String> {
        let path = self.var("PATH").unwrap_or_default();
        let is_absolute = |folder: &&str| match self.os {
            // A relative folder in PATH would make the result depend on the working directory.
            Os::Windows => folder.contains(":\\") || folder.starts_with("\\\\"),
            Os::Linux | Os::Mac => folder.starts_with('/'),
        };
        path.split(self.os.path_separator())
            .filter(is_absolute)
            .map(str::to_owned)
            .collect()
    }

    fn var(&self, name: &str) -> Option<String> {
        (self.env)(name).filter(|value| !value.is_empty())
    }

    fn is_executable(&self, path: &Path) -> bool {
        (self.look)(path) == FileFact::Executable
    }
}

fn product_matches(product: &Product, kind: BrowserKind, channel: Channel) -> bool {
    let of_kind = match kind {
        BrowserKind::Chromium => product.kind.family() == Family::Chromium,
        kind => product.kind == kind,
    };
    of_kind && (channel == Channel::Any || product.channel == channel)
}

#[cfg(test)]
mod tests;
