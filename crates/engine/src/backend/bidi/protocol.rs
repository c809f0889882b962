//! The messages of the protocol, reduced to the fields that this backend uses.

use serde::Deserialize;

/// `browsingContext.Info`, in events and in the answer of `browsingContext.getTree`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextInfo {
    pub(super) context: String,
    pub(super) url: String,
    pub(super) parent: Option<String>,
    pub(super) original_opener: Option<String>,
    pub(super) user_context: Option<String>,
    pub(super) children: Option<Vec<ContextInfo>>,
}

/// Answer of `browsingContext.getTree`.
#[derive(Debug, Deserialize)]
pub(super) struct Tree {
    pub(super) contexts: Vec<ContextInfo>,
}

/// Answer of `browser.createUserContext`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreatedUser {
    pub(super) user_context: String,
}

/// Answer of `browsingContext.create`.
#[derive(Debug, Deserialize)]
pub(super) struct Created {
    pub(super) context: String,
}

/// `browsingContext.NavigationInfo`. The address is missing while a `beforeunload` prompt is open.
#[derive(Debug, Deserialize)]
pub(super) struct NavigationInfo {
    pub(super) context: String,
    pub(super) navigation: Option<String>,
    #[serde(default)]
    pub(super) url: String,
}

/// `browsingContext.userPromptOpened`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PromptOpened {
    pub(super) context: String,
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) message: String,
    pub(super) default_value: Option<String>,
}

/// `browsingContext.userPromptClosed`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PromptClosed {
    pub(super) context: String,
    #[serde(default)]
    pub(super) accepted: bool,
    /// What was typed into a prompt.
    pub(super) user_text: Option<String>,
}

/// `input.fileDialogOpened`.
#[derive(Debug, Deserialize)]
pub(super) struct FileDialogOpened {
    pub(super) context: String,
    #[serde(default)]
    pub(super) multiple: bool,
    /// The input that opened it.
    pub(super) element: Option<SharedReference>,
}

/// `script.SharedReference`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SharedReference {
    pub(super) shared_id: String,
}

/// An event of which only the context is used.
#[derive(Debug, Deserialize)]
pub(super) struct InContext {
    pub(super) context: String,
}

/// `browsingContext.downloadWillBegin`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DownloadStarted {
    pub(super) context: String,
    pub(super) navigation: Option<String>,
    #[serde(default)]
    pub(super) suggested_filename: String,
    pub(super) url: String,
}

/// `browsingContext.downloadEnd`. Only a completed download has a path.
#[derive(Debug, Deserialize)]
pub(super) struct DownloadEnded {
    pub(super) context: String,
    pub(super) navigation: Option<String>,
    pub(super) url: String,
    pub(super) filepath: Option<String>,
}

/// `script.realmCreated`. A worker has no context.
#[derive(Debug, Deserialize)]
pub(super) struct RealmCreated {
    pub(super) realm: String,
    pub(super) context: Option<String>,
    pub(super) sandbox: Option<String>,
}

/// `script.realmDestroyed`.
#[derive(Debug, Deserialize)]
pub(super) struct RealmDestroyed {
    pub(super) realm: String,
}

/// Answer of `session.new`.
#[derive(Debug, Deserialize)]
pub(super) struct NewSession {
    pub(super) capabilities: Capabilities,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Capabilities {
    #[serde(default)]
    pub(super) browser_name: String,
    #[serde(default)]
    pub(super) browser_version: String,
}

/// Answer of `browsingContext.captureScreenshot`.
#[derive(Debug, Deserialize)]
pub(super) struct Picture {
    pub(super) data: String,
}

/// Answer of `script.callFunction` and `script.evaluate`.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Evaluated {
    Success {
        result: RemoteValue,
    },
    Exception {
        #[serde(rename = "exceptionDetails")]
        details: ExceptionDetails,
    },
}

/// The same answer for a function that returns a string or null. It is parsed without an intermediate tagged
/// value, since it may be a megabyte.
#[derive(Debug, Deserialize)]
pub(super) struct TextEvaluated {
    pub(super) result: Option<TextValue>,
    #[serde(rename = "exceptionDetails")]
    pub(super) details: Option<ExceptionDetails>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TextValue {
    pub(super) value: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ExceptionDetails {
    pub(super) text: String,
}

/// `script.RemoteValue`, reduced to the types that our own functions return.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum RemoteValue {
    Null,
    Number {
        value: serde_json::Value,
    },
    Array {
        #[serde(default)]
        value: Vec<RemoteValue>,
    },
    Node {
        #[serde(rename = "sharedId")]
        shared_id: Option<String>,
        value: Option<NodeProperties>,
    },
    Window {
        value: InContext,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NodeProperties {
    pub(super) shadow_root: Option<Box<RemoteValue>>,
}

impl RemoteValue {
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            // `-0`, `NaN` and the infinities are strings in the protocol.
            Self::Number { value } => value.as_f64(),
            _ => None,
        }
    }

    pub(super) fn shared_id(&self) -> Option<&str> {
        match self {
            Self::Node { shared_id, .. } => shared_id.as_deref(),
            _ => None,
        }
    }

    /// The shared id of a node's shadow root, open or closed.
    pub(super) fn shadow_root(&self) -> Option<&str> {
        match self {
            Self::Node { value: Some(node), .. } => node.shadow_root.as_deref()?.shared_id(),
            _ => None,
        }
    }
}

/// What a test gives for a message of the protocol.
#[cfg(test)]
pub(super) fn parsed<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> T {
    serde_json::from_value(value).expect("as the protocol has it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_windows_and_what_is_unknown_are_read() {
        let text = r#"{"realm":"r","type":"success","result":{"type":"array","value":[
            {"type":"number","value":7},
            {"type":"node","sharedId":"n","value":{"nodeType":1,"shadowRoot":{"type":"node","sharedId":"s","value":{"nodeType":11,"mode":"closed"}}}},
            {"type":"node","sharedId":"m","value":{"nodeType":1,"shadowRoot":null}},
            {"type":"window","value":{"context":"c"}},
            {"type":"weakmap"}, {"type":"number","value":"NaN"}, {"type":"undefined"}]}}"#;
        let Evaluated::Success {
            result: RemoteValue::Array { value },
        } = serde_json::from_str(text).expect("an answer")
        else {
            panic!("an array was sent");
        };
        assert_eq!(value[0].number(), Some(7.0));
        assert_eq!((value[1].shared_id(), value[1].shadow_root()), (Some("n"), Some("s")));
        assert_eq!(value[2].shadow_root(), None);
        assert!(matches!(&value[3], RemoteValue::Window { value } if value.context == "c"));
        assert!(matches!(&value[4], RemoteValue::Other));
        assert_eq!(value[5].number(), None);
    }
}
