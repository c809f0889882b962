//! Passwords and keys among the capabilities of a session. A server may repeat the capabilities in its errors.

use serde_json::{Map, Value};
use url::Url;

/// Words in the names of capabilities whose values are secret, such as `proxyPassword` and `accessKey`.
const SECRET_NAMES: [&str; 7] = ["password", "passwd", "secret", "token", "key", "credential", "auth"];

/// The shortest text that is replaced. A shorter one is a part of ordinary words.
const SHORTEST: usize = 3;

/// The secrets of a request, longest first.
pub(super) fn secrets_of(capabilities: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    for (name, value) in capabilities {
        collect(name, value, &mut found);
    }
    found.retain(|secret| secret.len() >= SHORTEST);
    found.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    found
}

fn collect(name: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| collect(name, value, found)),
        Value::Array(items) => items.iter().for_each(|value| collect(name, value, found)),
        Value::String(text) => {
            let name = name.to_ascii_lowercase();
            if SECRET_NAMES.iter().any(|word| name.contains(word)) {
                found.push(text.clone());
            }
            found.extend(in_address(text));
        }
        _ => {}
    }
}

/// The login in an address, or in an argument such as `--proxy-server=http://user:password@host`.
fn in_address(text: &str) -> Option<String> {
    let from = text.find("://")?;
    let start = text[..from]
        .rfind(|c: char| !c.is_ascii_alphanumeric())
        .map_or(0, |at| at + 1);
    let url = Url::parse(&text[start..]).ok()?;
    (!url.username().is_empty() || url.password().is_some()).then_some(())?;
    let authority = &text[from + 3..];
    let end = authority.find(['/', '?', '#']).unwrap_or(authority.len());
    authority[..end].rsplit_once('@').map(|(login, _)| login.to_owned())
}

/// The text with every secret replaced.
pub(super) fn without(text: &str, secrets: &[String]) -> String {
    secrets
        .iter()
        .fold(text.to_owned(), |text, secret| text.replace(secret.as_str(), "***"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_server_that_repeats_the_capabilities_shows_no_secret() {
        let asked = json!({
            "browserName": "chrome",
            "proxy": {"httpProxy": "http://me:pass%20word@proxy:1", "socksPassword": "s0cks"},
            "goog:chromeOptions": {"args": ["--lang=de", "--proxy-server=http://you:hidden@p:2/"]},
            "cloud:options": {"accessKey": "K-123", "name": "run 7"},
        });
        let secrets = secrets_of(asked.as_object().expect("an object"));
        let shown = without(&asked.to_string(), &secrets);
        for secret in ["pass%20word", "s0cks", "hidden", "K-123"] {
            assert!(!shown.contains(secret), "{shown}");
        }
        for kept in ["chrome", "proxy:1", "--lang=de", "run 7"] {
            assert!(shown.contains(kept), "{shown}");
        }
    }
}
