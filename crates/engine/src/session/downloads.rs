//! The downloads of the browser.

use super::Session;
use crate::error::Result;
use crate::report::{DownloadInfo, DownloadState};

impl Session {
    /// The downloads since the browser was started or connected to, oldest first, those of closed
    /// pages too.
    ///
    /// # Errors
    /// Those of starting or connecting the browser.
    pub async fn downloads(&self) -> Result<Vec<DownloadInfo>> {
        let connection = self.connection().await?;
        let mut downloads = Vec::new();
        for known in connection.browser.state().downloads.list() {
            let on_disk = match &known.path {
                // Of a browser on another machine there is no such file here.
                Some(path) => tokio::fs::metadata(path).await.ok().map(|file| file.len()),
                None => None,
            };
            downloads.push(DownloadInfo {
                name: known.name,
                state: match (known.ended, &known.path) {
                    (false, _) => DownloadState::Running,
                    (true, Some(_)) => DownloadState::Finished,
                    (true, None) => DownloadState::Failed,
                },
                size: on_disk.or(known.received),
                path: known.path,
            });
        }
        Ok(downloads)
    }
}
