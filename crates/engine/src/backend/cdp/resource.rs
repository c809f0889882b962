//! Reads a resource through the browser, as the page would.

use super::page::CdpPage;
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::ResourceReport;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// How many bytes are read at once.
const CHUNK: usize = 1 << 20;

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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    #[serde(default)]
    base64_encoded: bool,
    data: String,
    eof: bool,
}

impl CdpPage {
    /// Loads a resource with the cookies and the cache of the page.
    pub(super) async fn load_resource(&self, url: &str, most: usize) -> Result<ResourceReport> {
        let options = json!({"disableCache": false, "includeCredentials": true});
        let params = json!({"frameId": &*self.id, "url": url, "options": options});
        let Loaded { resource } = self.ask("Network.loadNetworkResource", params).await?;
        let status = resource.http_status_code.unwrap_or_default();
        let Some(stream) = resource.stream else {
            return Err(failed(&format!("it was not loaded (HTTP status {status})")));
        };
        let read = if resource.success && (200.0..300.0).contains(&status) {
            self.read_stream(&stream, most).await
        } else {
            Err(failed(&format!("HTTP status {status}")))
        };
        let closed: Result<Value> = self.ask("IO.close", json!({"handle": stream})).await;
        if let Err(error) = closed {
            tracing::debug!(%error, "a stream was not closed");
        }
        let named =
            |(name, _): &(&String, &String)| name.eq_ignore_ascii_case("sourcemap") || name.eq_ignore_ascii_case("x-sourcemap");
        Ok(ResourceReport {
            text: read?,
            source_map: resource.headers.iter().find(named).map(|(_, value)| value.clone()),
        })
    }

    async fn read_stream(&self, stream: &str, most: usize) -> Result<String> {
        let mut bytes = Vec::new();
        loop {
            let part: Part = self.ask("IO.read", json!({"handle": stream, "size": CHUNK})).await?;
            if part.base64_encoded {
                let data = BASE64_STANDARD.decode(part.data);
                bytes.extend(data.map_err(|_| failed("the browser's answer is damaged"))?);
            } else {
                bytes.extend_from_slice(part.data.as_bytes());
            }
            if bytes.len() > most {
                return Err(failed(&format!("it has more than {most} bytes")));
            }
            if part.eof {
                return Ok(String::from_utf8_lossy(&bytes).into_owned());
            }
        }
    }
}

fn failed(why: &str) -> EngineError {
    EngineError::new(ErrorKind::Io, format!("the resource could not be read: {why}"))
}
