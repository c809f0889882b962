//! Reads a resource through the browser, as the page would.

use super::page::CdpPage;
use super::stream::{Part, Stream, wanted};
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::ResourceReport;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Deserialize)]
struct Loaded {
    resource: Resource,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Resource {
    success: bool,
    http_status_code: Option<f64>,
    stream: Option<String>,
    #[serde(default)]
    headers: HashMap<String, String>,
}

impl CdpPage {
    /// Loads a resource with the cookies and the cache of the page.
    pub(super) async fn load_resource(&self, url: &str, most: usize) -> Result<ResourceReport> {
        let options = json!({"disableCache": false, "includeCredentials": true});
        let params = json!({"frameId": &*self.id, "url": url, "options": options});
        let Loaded { resource } = self.ask("Network.loadNetworkResource", params).await?;
        let status = resource.http_status_code.unwrap_or_default();
        let Some(handle) = resource.stream else {
            return Err(failed(&format!("it was not loaded (HTTP status {status})")));
        };
        let stream = Stream {
            wire: &self.wire,
            session: Arc::clone(&self.session),
            handle,
        };
        if !resource.success || !(200.0..300.0).contains(&status) {
            return Err(failed(&format!("HTTP status {status}")));
        }
        let text = self.read_stream(&stream, most).await?;
        let named =
            |(name, _): &(&String, &String)| name.eq_ignore_ascii_case("sourcemap") || name.eq_ignore_ascii_case("x-sourcemap");
        Ok(ResourceReport {
            text,
            source_map: resource.headers.iter().find(named).map(|(_, value)| value.clone()),
        })
    }

    async fn read_stream(&self, stream: &Stream<'_>, most: usize) -> Result<String> {
        let mut bytes = Vec::new();
        loop {
            let part: Part = self.ask("IO.read", wanted(&stream.handle)).await?;
            let eof = part.eof;
            bytes.extend(part.bytes().map_err(|_| failed("the browser's answer is damaged"))?);
            if bytes.len() > most {
                return Err(failed(&format!("it has more than {most} bytes")));
            }
            if eof {
                return Ok(String::from_utf8_lossy(&bytes).into_owned());
            }
        }
    }
}

fn failed(why: &str) -> EngineError {
    EngineError::new(ErrorKind::Io, format!("the resource could not be read: {why}"))
}
