//! Envelopes of both protocols, and the texts of their errors.

use super::envelope::{Envelope, encode};
use super::{Command, EventSink, Tunnel, Wire, parse};
use crate::error::EngineError;
use crate::fuzz::{assert_error, assert_line};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

const CODES: &[&str] = &[
    "CDP_ATTACH_FAILED",
    "ORIGIN_NOT_ALLOWED",
    "PROTOCOL",
    "SESSION_ENDED",
    "TAB_NOT_GRANTED",
    "TIMEOUT",
    "UNSUPPORTED",
];

/// Reads each line as a message, as the content of one, and as the parameters of a command.
pub(crate) fn envelope(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines() {
        if let Ok(envelope) = serde_json::from_str::<Envelope>(line)
            && let Err(refused) = envelope.into_reply("Some.command")
        {
            assert_line(&refused.to_string());
            assert_error(&EngineError::from(refused), CODES);
        }
        content(line);
    }
}

fn content(line: &str) {
    let Ok(raw) = serde_json::from_str::<&RawValue>(line) else {
        return;
    };
    let value = parse::<Value>(raw);
    // Only a lone surrogate or a number out of range is JSON that is not a value.
    assert!(
        value.is_ok() || line.contains("\\u") || line.bytes().any(|byte| byte.is_ascii_digit()),
        "{line}"
    );
    let Ok(value) = value else { return };
    if let Ok(plain) = serde_json::from_str::<Value>(line) {
        assert_eq!(value, plain);
    }
    let command = Command::new("Some.command", value.clone()).on(&"session".into());
    let encoded = encode(7, &command).unwrap_or_default();
    let read: Value = serde_json::from_str(&encoded).unwrap_or_default();
    assert_eq!(
        (&read["id"], &read["method"], &read["sessionId"], &read["params"]),
        (&Value::from(7), &Value::from("Some.command"), &Value::from("session"), &value)
    );
}

/// Receives each line as a message of a connection. Returns the commands that were sent.
pub(crate) fn exchange(text: &str, sink: Arc<dyn EventSink>) -> Vec<Value> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let Ok(runtime) = runtime else { return Vec::new() };
    runtime.block_on(async {
        let (incoming, receiver) = mpsc::channel(1);
        let (_open, end) = oneshot::channel();
        let (outgoing, mut sent) = mpsc::unbounded_channel();
        let _wire = Wire::over(
            Tunnel {
                incoming: receiver,
                end,
                outgoing,
            },
            sink,
        );
        for line in text.lines() {
            let _ = incoming.send(line.to_owned()).await;
            // The connection handles the message, and its tasks go as far as they can.
            for _ in 0..4 {
                tokio::task::yield_now().await;
            }
        }
        let mut commands = Vec::new();
        while let Ok(batch) = sent.try_recv() {
            commands.extend(
                batch
                    .messages
                    .iter()
                    .map(|text| serde_json::from_str::<Value>(text).unwrap_or_default()),
            );
        }
        assert!(
            commands
                .iter()
                .all(|command| command["id"].is_u64() && command["method"].is_string())
        );
        commands
    })
}

/// The strings that messages have under a key, at any depth.
pub(crate) fn strings(text: &str, key: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    while let Some(value) = rest.pop() {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get(key).and_then(Value::as_str).map(str::to_owned));
                rest.extend(fields.into_iter().map(|(_, value)| value));
            }
            Value::Array(items) => rest.extend(items),
            _ => {}
        }
    }
    found
}
