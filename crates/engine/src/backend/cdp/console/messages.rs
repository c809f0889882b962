//! The events of the protocol that carry messages.

use super::remote::Remote;
use crate::backend::console::{ConsoleLevel, ConsoleSource, MOST_ADDRESS, Stack, StackPlace, stack_place};
use crate::text::shorten;
use serde::Deserialize;

/// `Runtime.consoleAPICalled`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Called {
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) args: Vec<Remote>,
    #[serde(default)]
    pub(super) execution_context_id: i64,
    #[serde(default)]
    pub(super) timestamp: f64,
    pub(super) stack_trace: Option<Stack>,
}

/// `Runtime.exceptionThrown`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Thrown {
    #[serde(default)]
    pub(super) timestamp: f64,
    pub(super) exception_details: Details,
}

/// `Runtime.ExceptionDetails`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Details {
    pub(super) exception_id: u64,
    #[serde(default)]
    pub(super) text: String,
    #[serde(default)]
    line_number: i64,
    #[serde(default)]
    column_number: i64,
    #[serde(default)]
    url: String,
    stack_trace: Option<Stack>,
    pub(super) exception: Option<Remote>,
    pub(super) execution_context_id: Option<i64>,
}

impl Details {
    pub(super) fn places(&self) -> Vec<StackPlace> {
        let places = Stack::places(self.stack_trace.as_ref());
        if !places.is_empty() || self.url.is_empty() {
            return places;
        }
        vec![stack_place("", &self.url, self.line_number, self.column_number)]
    }
}

/// `Runtime.exceptionRevoked`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Revoked {
    pub(super) exception_id: u64,
}

/// `Log.entryAdded`.
#[derive(Debug, Deserialize)]
pub(super) struct Logged {
    pub(super) entry: LogEntry,
}

/// `Log.LogEntry`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogEntry {
    pub(super) source: String,
    level: String,
    #[serde(default)]
    pub(super) text: String,
    #[serde(default)]
    pub(super) timestamp: f64,
    #[serde(default)]
    pub(super) url: String,
    line_number: Option<i64>,
    stack_trace: Option<Stack>,
}

impl LogEntry {
    pub(super) fn level(&self) -> ConsoleLevel {
        match self.level.as_str() {
            "error" => ConsoleLevel::Error,
            "warning" => ConsoleLevel::Warning,
            "verbose" => ConsoleLevel::Debug,
            _ => ConsoleLevel::Info,
        }
    }

    pub(super) fn source(&self) -> ConsoleSource {
        match self.source.as_str() {
            "network" => ConsoleSource::Network,
            "security" => ConsoleSource::Security,
            _ => ConsoleSource::Browser,
        }
    }

    pub(super) fn places(&self) -> Vec<StackPlace> {
        let places = Stack::places(self.stack_trace.as_ref());
        match self.line_number {
            _ if !places.is_empty() || self.url.is_empty() => places,
            Some(line) => vec![stack_place("", &self.url, line, 0)],
            None => vec![StackPlace {
                function: String::new(),
                url: shorten(&self.url, MOST_ADDRESS),
                line: 0,
                column: 0,
            }],
        }
    }
}

/// `Runtime.executionContextCreated`.
#[derive(Debug, Deserialize)]
pub(super) struct ContextCreated {
    pub(super) context: ContextInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextInfo {
    pub(super) id: i64,
    #[serde(default)]
    pub(super) origin: String,
    #[serde(default)]
    pub(super) aux_data: AuxData,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuxData {
    pub(super) is_default: Option<bool>,
    pub(super) frame_id: Option<String>,
}

/// `Runtime.executionContextDestroyed`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextDestroyed {
    pub(super) execution_context_id: i64,
}
