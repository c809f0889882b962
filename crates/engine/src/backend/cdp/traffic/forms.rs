//! The parts of events and answers of the domain `Network` that are read.

use super::timing::Timing;
use crate::backend::Body;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WillBeSent<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    #[serde(borrow, rename = "documentURL", default)]
    pub(super) document_url: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) request: Request<'a>,
    pub(super) timestamp: f64,
    pub(super) wall_time: f64,
    #[serde(default)]
    pub(super) initiator: Option<Initiator>,
    #[serde(default)]
    pub(super) redirect_has_extra_info: bool,
    pub(super) redirect_response: Option<Response>,
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    pub(super) frame_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request<'a> {
    #[serde(borrow)]
    pub(super) url: Cow<'a, str>,
    #[serde(default)]
    pub(super) method: String,
    #[serde(default)]
    pub(super) headers: Map<String, Value>,
    /// The parts of the body. `postData` is a text even of bytes that are none, and says no more which of both it was.
    #[serde(default)]
    pub(super) post_data_entries: Vec<PostPart>,
    #[serde(default)]
    pub(super) has_post_data: bool,
}

/// A part of a request's body, with its bytes in base64 unless they stand elsewhere, as those of a file do.
#[derive(Debug, Deserialize)]
pub(super) struct PostPart {
    pub(super) bytes: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Initiator {
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    pub(super) stack: Option<Stack>,
    pub(super) url: Option<String>,
    pub(super) line_number: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Stack {
    #[serde(default)]
    pub(super) call_frames: Vec<CallFrame>,
    pub(super) parent: Option<Box<Stack>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallFrame {
    pub(super) function_name: String,
    pub(super) url: String,
    pub(super) line_number: i64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) status_text: String,
    pub(super) headers: Map<String, Value>,
    pub(super) request_headers: Option<Map<String, Value>>,
    pub(super) mime_type: String,
    #[serde(rename = "remoteIPAddress")]
    pub(super) remote_ip_address: Option<String>,
    pub(super) remote_port: Option<u32>,
    pub(super) from_disk_cache: bool,
    pub(super) from_service_worker: bool,
    pub(super) from_prefetch_cache: bool,
    pub(super) encoded_data_length: f64,
    pub(super) timing: Option<Timing>,
    pub(super) protocol: Option<String>,
}

/// What the other events have in common; each has a part of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Other<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    #[serde(default)]
    pub(super) timestamp: f64,
    #[serde(borrow, default)]
    pub(super) url: Cow<'a, str>,
    pub(super) initiator: Option<Initiator>,
    pub(super) headers: Option<Map<String, Value>>,
    pub(super) status_code: Option<u16>,
    pub(super) has_extra_info: Option<bool>,
    pub(super) encoded_data_length: Option<f64>,
    pub(super) data_length: Option<u64>,
    pub(super) error_text: Option<String>,
    #[serde(default)]
    pub(super) canceled: bool,
    pub(super) error_message: Option<String>,
    pub(super) blocked_reason: Option<String>,
    #[serde(default)]
    pub(super) cors_error_status: Option<CorsError>,
    pub(super) event_name: Option<String>,
    #[serde(borrow, default)]
    pub(super) data: Option<Cow<'a, str>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CorsError {
    #[serde(default)]
    pub(super) cors_error: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answered<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    pub(super) response: Response,
    pub(super) has_extra_info: Option<bool>,
}

/// A handshake of a WebSocket.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Handshake<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    pub(super) timestamp: f64,
    pub(super) wall_time: Option<f64>,
    pub(super) request: Option<Head>,
    pub(super) response: Option<Response>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Head {
    #[serde(default)]
    pub(super) headers: Map<String, Value>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameEvent<'a> {
    #[serde(borrow)]
    pub(super) request_id: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) response: SocketFrame<'a>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SocketFrame<'a> {
    pub(super) opcode: f64,
    #[serde(borrow)]
    pub(super) payload_data: Cow<'a, str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GivenBody {
    #[serde(alias = "postData")]
    body: String,
    #[serde(default)]
    base64_encoded: bool,
}

impl GivenBody {
    pub(super) fn body(self) -> Body {
        if self.base64_encoded {
            Body::Bytes(self.bytes())
        } else {
            Body::Text(self.body)
        }
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        if self.base64_encoded {
            STANDARD.decode(self.body).unwrap_or_default()
        } else {
            self.body.into_bytes()
        }
    }
}
