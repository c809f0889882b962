//! The downloads of the browser.

use super::Session;
use crate::error::Result;
use crate::report::{DownloadInfo, DownloadState};

impl Session {
    /// The downloads since the browser was started or connected to, oldest first, including those of closed
    /// pages.
    ///
    /// # Errors
    /// Those of starting or connecting the browser.
    pub async fn downloads(&self) -> Result<Vec<DownloadInfo>> {
        let connection = self.connection().await?;
        let mut downloads = Vec::new();
        for download in connection.browser.state().downloads.list() {
            let on_disk = match &download.path {
                // The file of a browser on another machine does not exist here.
                Some(path) => tokio::fs::metadata(path).await.ok().map(|file| file.len()),
                None => None,
            };
            downloads.push(DownloadInfo {
                name: download.name,
                state: match (download.ended, &download.path) {
                    (false, _) => DownloadState::Running,
                    (true, Some(_)) => DownloadState::Finished,
                    (true, None) => DownloadState::Failed,
                },
                size: on_disk.or(download.received),
                path: download.path,
            });
        }
        Ok(downloads)
    }
}
