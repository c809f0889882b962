//! Files that no page may show, wherever the session may go otherwise.

use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::text::{quote, shorten};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use url::Url;

/// The files, by their paths. Which file a path leads to is looked up each time: programs that save a file put another one in
/// its place.
#[derive(Debug, Clone)]
pub(crate) struct WithheldFiles(Arc<[PathBuf]>);

impl WithheldFiles {
    pub(crate) fn new(files: &[PathBuf]) -> Self {
        Self(files.into())
    }

    /// Refuses an address that leads to one of the files, also through links and under another name of the file.
    ///
    /// # Errors
    /// `UrlNotAllowed`.
    pub(crate) fn check(&self, address: &str) -> Result<()> {
        if self.0.is_empty() || address.starts_with("https://") || address.starts_with("http://") {
            return Ok(());
        }
        let Some(file) = Url::parse(address).ok().and_then(|url| file_of(&url)) else {
            return Ok(());
        };
        if !self.0.iter().any(|withheld| is_same(&file, withheld)) {
            return Ok(());
        }
        let context = format!(
            "{} is a file that the session withholds from pages",
            quote(&shorten(address, 200))
        );
        let step = NextStep::advice("leave the file alone: it is for the user and the program only");
        Err(EngineError::new(ErrorKind::UrlNotAllowed, context).with_next_step(step))
    }
}

/// The file that an address leads to, also inside of schemes such as `view-source:`.
fn file_of(url: &Url) -> Option<PathBuf> {
    if url.scheme() == "file" {
        return url.to_file_path().ok();
    }
    if !url.cannot_be_a_base() {
        return None;
    }
    file_of(&Url::parse(url.path()).ok()?)
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    match (std::fs::metadata(one), std::fs::metadata(other)) {
        (Ok(first), Ok(second)) if have_one_identity(&first, &second) => true,
        _ => matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other),
    }
}

#[cfg(unix)]
fn have_one_identity(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    one.dev() == other.dev() && one.ino() == other.ino()
}

/// Elsewhere the paths have to tell.
#[cfg(not(unix))]
fn have_one_identity(_: &Metadata, _: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_withheld_file_is_refused_by_each_of_its_addresses() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("keys ü.json");
        let other = folder.path().join("page.html");
        std::fs::write(&file, "{}").expect("written");
        std::fs::write(&other, "<p>").expect("written");
        let withheld = WithheldFiles::new(std::slice::from_ref(&file));
        let address = Url::from_file_path(&file).expect("an address").to_string();
        let mut refused = vec![
            address.clone(),
            format!("{address}?a#b"),
            format!("view-source:{address}"),
            address.replace("keys", "%6beys"),
            address.replace("keys", "./keys"),
        ];
        #[cfg(unix)]
        for name in ["link.json", "hard.json"] {
            let link = folder.path().join(name);
            if name == "link.json" {
                std::os::unix::fs::symlink(&file, &link).expect("linked");
            } else {
                std::fs::hard_link(&file, &link).expect("linked");
            }
            refused.push(Url::from_file_path(&link).expect("an address").to_string());
        }
        for address in refused {
            let error = withheld.check(&address).expect_err(&address);
            assert_eq!(error.code(), "URL_NOT_ALLOWED", "{address}");
        }
        let allowed = Url::from_file_path(&other).expect("an address").to_string();
        for address in [
            &*allowed,
            "https://example.org/keys.json",
            "about:blank",
            "data:text/html,file:///x",
            "",
        ] {
            withheld.check(address).expect(address);
        }
        WithheldFiles::new(&[]).check(&address).expect("nothing is withheld");
    }
}
