//! The downloads of the browser.

use super::Session;
use crate::deadline;
use crate::error::Result;
use crate::report::{DownloadInfo, DownloadState};
use crate::text::{quote, shorten};
use std::time::Duration;

/// How long the fetching of one download from the browser's machine may take.
const FETCH_LIMIT: Duration = Duration::from_secs(50);

/// The longest part of a name that a notice shows.
const MOST_SHOWN: usize = 120;

impl Session {
    /// The downloads since the browser was started or connected to, oldest first, including those of closed
    /// pages. Those of a browser on another machine are fetched, if its grid hands them out (`se:downloadsEnabled`); without
    /// that they have no path.
    ///
    /// # Errors
    /// Those of starting or connecting the browser. A download that cannot be fetched has no path, and the next answer says why.
    pub async fn downloads(&self) -> Result<Vec<DownloadInfo>> {
        let connection = self.connection().await?;
        let mut downloads = Vec::new();
        let remote = connection.browser.remote_files();
        for mut download in connection.browser.state().downloads.list() {
            let has_finished = download.path.is_some();
            if let (Some(remote), Some(path)) = (&remote, &download.path) {
                // The path is one of the browser's machine. Its file there is fetched.
                let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
                let fetched = deadline::within(FETCH_LIMIT, remote.fetch(name)).await;
                let here = fetched.unwrap_or_else(|error| {
                    let name = quote(&shorten(&download.name, MOST_SHOWN));
                    self.notice(format!(
                        "The download {name} is on the browser's machine and could not be fetched: {error}."
                    ));
                    None
                });
                download.path = here.map(|path| path.to_string_lossy().into_owned());
            }
            let on_disk = match &download.path {
                // The file of a browser on another machine does not exist here.
                Some(path) => tokio::fs::metadata(path).await.ok().map(|file| file.len()),
                None => None,
            };
            downloads.push(DownloadInfo {
                name: download.name,
                state: match (download.ended, has_finished) {
                    (false, _) => DownloadState::Running,
                    (true, true) => DownloadState::Finished,
                    (true, false) => DownloadState::Failed,
                },
                size: on_disk.or(download.received),
                path: download.path,
            });
        }
        Ok(downloads)
    }
}
