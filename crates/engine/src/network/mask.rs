//! Hides credentials in what is told of requests. Names decide: a header `Authorization`, a parameter `access_token`, a field
//! `password`. What a value looks like does not count, so a secret under any other name stays.

use crate::report::NetworkHeader;
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Parts of names whose values are secrets. Names are compared in lower case, without `-`, `_`, `.` and blanks.
const PARTS: [&str; 19] = [
    "accesskey",
    "accesstoken",
    "apikey",
    "authorization",
    "bearer",
    "clientsecret",
    "cookie",
    "credential",
    "csrf",
    "idtoken",
    "jwt",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "refreshtoken",
    "secret",
    "signature",
    "xsrf",
];

/// Whole names, and ends of names, whose values are secrets.
const WHOLE: [&str; 11] = [
    "auth",
    "otp",
    "pass",
    "pin",
    "pwd",
    "session",
    "sessionid",
    "sid",
    "sig",
    "phpsessid",
    "jsessionid",
];
const ENDS: [&str; 4] = ["token", "authkey", "authtoken", "sessionkey"];

/// The longest text in which fields of JSON are looked for, in bytes.
const LONGEST: usize = 64 << 20;

/// A field of JSON whose value is a text, also in a text that is cut.
static FIELD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#""((?:[^"\\]|\\.){1,80})"(\s{0,20}:\s{0,20})"((?:[^"\\]|\\.)*)("?)"#).ok());

/// Masks what is secret, and counts it.
#[derive(Debug)]
pub(crate) struct Mask {
    on: bool,
    /// How many secrets were masked.
    pub(crate) count: usize,
}

impl Mask {
    /// `on`: whether anything is masked.
    pub(crate) fn new(on: bool) -> Self {
        Self { on, count: 0 }
    }

    fn hide(&mut self, value: &str) -> String {
        self.count += 1;
        hidden(value)
    }

    /// In an address, which stays one: without blanks and commas.
    fn hide_in_url(&mut self, value: &str) -> String {
        self.count += 1;
        format!("(masked-{})", length(value).replace(' ', "-"))
    }

    /// Headers.
    pub(crate) fn headers(&mut self, headers: &[NetworkHeader]) -> Vec<NetworkHeader> {
        let one = |header: &NetworkHeader| NetworkHeader {
            name: header.name.clone(),
            value: self.header(&header.name, &header.value),
        };
        headers.iter().map(one).collect()
    }

    fn header(&mut self, name: &str, value: &str) -> String {
        if !self.on || value.is_empty() {
            return value.to_owned();
        }
        match name.to_ascii_lowercase().as_str() {
            "cookie" => {
                let cookies: Vec<_> = value.split(';').map(|cookie| self.cookie(cookie)).collect();
                cookies.join(";")
            }
            "set-cookie" => {
                // Several of them may stand in lines of their own.
                let lines: Vec<_> = value.split('\n').map(|line| self.set_cookie(line)).collect();
                lines.join("\n")
            }
            "authorization" | "proxy-authorization" => match value.split_once(' ') {
                Some((scheme, rest)) => format!("{scheme} {}", self.hide(rest)),
                None => self.hide(value),
            },
            "www-authenticate" | "proxy-authenticate" => value.to_owned(),
            "location" | "referer" | "content-location" => self.url(value),
            name if name.starts_with("access-control-") || name.starts_with("sec-") => value.to_owned(),
            name if is_secret(name) => self.hide(value),
            _ => value.to_owned(),
        }
    }

    /// A cookie of a request: its name stays.
    fn cookie(&mut self, cookie: &str) -> String {
        match cookie.split_once('=') {
            Some((name, value)) => format!("{name}={}", self.hide(value)),
            None if cookie.trim().is_empty() => cookie.to_owned(),
            None => self.hide(cookie),
        }
    }

    /// A cookie of an answer: its name and attributes stay.
    fn set_cookie(&mut self, line: &str) -> String {
        let (cookie, attributes) = line
            .split_once(';')
            .map_or((line, None), |(cookie, rest)| (cookie, Some(rest)));
        let cookie = self.cookie(cookie);
        attributes.map_or(cookie.clone(), |rest| format!("{cookie};{rest}"))
    }

    /// An address: the user in it, and parameters by their names.
    pub(crate) fn url(&mut self, url: &str) -> String {
        if !self.on {
            return url.to_owned();
        }
        let (front, fragment) = url.split_once('#').map_or((url, None), |(front, rest)| (front, Some(rest)));
        let (front, query) = front
            .split_once('?')
            .map_or((front, None), |(front, rest)| (front, Some(rest)));
        let mut out = match front.split_once("://") {
            Some((scheme, rest)) => {
                let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                match host.rsplit_once('@') {
                    Some((user, host)) => format!("{scheme}://{}@{host}{path}", self.hide_in_url(user)),
                    None => front.to_owned(),
                }
            }
            None => front.to_owned(),
        };
        for (mark, part) in [('?', query), ('#', fragment)] {
            if let Some(part) = part {
                out.push(mark);
                out.push_str(&self.parameters(part));
            }
        }
        out
    }

    /// Parameters as they stand in an address or a form.
    pub(crate) fn parameters(&mut self, text: &str) -> String {
        if !self.on || !text.contains('=') {
            return text.to_owned();
        }
        // The code of a log-in comes with its state; a code alone is a country or a colour.
        let has_state = text.split('&').any(|pair| pair.starts_with("state="));
        let one = |pair: &str| match pair.split_once('=') {
            Some((name, value)) if !value.is_empty() && (is_secret(name) || (has_state && name == "code")) => {
                format!("{name}={}", self.hide_in_url(value))
            }
            _ => pair.to_owned(),
        };
        text.split('&').map(one).collect::<Vec<_>>().join("&")
    }

    /// A body, or a message.
    pub(crate) fn body<'a>(&mut self, text: &'a str, mime_type: &str) -> Cow<'a, str> {
        if !self.on || text.len() > LONGEST {
            return Cow::Borrowed(text);
        }
        if mime_type.contains("x-www-form-urlencoded") {
            return Cow::Owned(self.parameters(text));
        }
        let begin = text.trim_start();
        let Some(field) = FIELD
            .as_ref()
            .filter(|_| begin.starts_with(['{', '[', '"']) || mime_type.contains("json"))
        else {
            return Cow::Borrowed(text);
        };
        field.replace_all(text, |found: &Captures<'_>| {
            let (name, value) = (&found[1], &found[3]);
            if value.is_empty() || !is_secret(name) {
                return found[0].to_owned();
            }
            format!("\"{name}\"{}\"{}{}", &found[2], self.hide(value), &found[4])
        })
    }
}

/// What stands in the place of a secret. The length helps to tell an empty or a cut secret from a whole one.
fn hidden(value: &str) -> String {
    format!("(masked, {})", length(value))
}

fn length(value: &str) -> String {
    match value.chars().count() {
        1 => "1 character".to_owned(),
        count => format!("{count} characters"),
    }
}

/// Whether the value of a header, parameter or field with this name is a secret.
fn is_secret(name: &str) -> bool {
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    PARTS.iter().any(|part| plain.contains(part))
        || WHOLE.contains(&plain.as_str())
        || ENDS.iter().any(|end| plain.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(name: &str, value: &str) -> String {
        let headers = [NetworkHeader {
            name: name.into(),
            value: value.into(),
        }];
        Mask::new(true).headers(&headers).remove(0).value
    }

    #[test]
    fn credentials_in_headers_are_masked_and_the_rest_stays() {
        for (name, value, shown) in [
            ("Authorization", "Bearer abc.def", "Bearer (masked, 7 characters)"),
            ("authorization", "abc", "(masked, 3 characters)"),
            ("Cookie", "a=1; b=22", "a=(masked, 1 character); b=(masked, 2 characters)"),
            (
                "Set-Cookie",
                "id=s3; Path=/; HttpOnly",
                "id=(masked, 2 characters); Path=/; HttpOnly",
            ),
            (
                "set-cookie",
                "a=1\nb=2; Secure",
                "a=(masked, 1 character)\nb=(masked, 1 character); Secure",
            ),
            ("X-Api-Key", "k", "(masked, 1 character)"),
            ("X-Auth-Token", "k", "(masked, 1 character)"),
            ("X-CSRF-Token", "k", "(masked, 1 character)"),
            ("Content-Type", "text/html", "text/html"),
            ("Sec-WebSocket-Key", "k", "k"),
            ("WWW-Authenticate", "Basic realm=\"x\"", "Basic realm=\"x\""),
            ("Access-Control-Allow-Headers", "authorization", "authorization"),
            ("Location", "/a?token=x&b=1", "/a?token=(masked-1-character)&b=1"),
        ] {
            assert_eq!(header(name, value), shown, "{name}");
        }
    }

    #[test]
    fn credentials_in_addresses_are_masked() {
        let mut mask = Mask::new(true);
        for (url, shown) in [
            ("http://a/?q=1&page=2", "http://a/?q=1&page=2"),
            (
                "http://me:pw@a/x?access_token=abc#id_token=y",
                "http://(masked-5-characters)@a/x?access_token=(masked-3-characters)#id_token=(masked-1-character)",
            ),
            ("/cb?code=x&state=y", "/cb?code=(masked-1-character)&state=y"),
            ("/shop?code=DE", "/shop?code=DE"),
            ("http://a/@me?x", "http://a/@me?x"),
        ] {
            assert_eq!(mask.url(url), shown);
        }
        assert_eq!(mask.count, 4);
        assert_eq!(Mask::new(false).url("/?token=x"), "/?token=x");
    }

    #[test]
    fn credentials_in_bodies_are_masked_by_name() {
        let mut mask = Mask::new(true);
        assert_eq!(
            mask.body(
                r#"{"user":"me","password" : "a\"b","n":[{"refresh_token":"x"}],"tokens":5}"#,
                ""
            ),
            r#"{"user":"me","password" : "(masked, 4 characters)","n":[{"refresh_token":"(masked, 1 character)"}],"tokens":5}"#
        );
        assert_eq!(
            mask.body(r#"{"secret": "cut of"#, ""),
            r#"{"secret": "(masked, 6 characters)"#
        );
        assert_eq!(
            mask.body("user=me&password=x", "application/x-www-form-urlencoded"),
            "user=me&password=(masked-1-character)"
        );
        assert_eq!(mask.body("password is x", "text/plain"), "password is x");
    }
}
