//! Proxies: what the options say, in the words of the browsers.
//!
//! Browsers take no log-in with a proxy's address; they ask their user. The protocols can answer that question, but only by
//! stopping every request, and the requests of service workers and downloads are not among them. So a proxy with a log-in is
//! reached through a forwarder on this machine, which adds the log-in (`forwarder`). A browser that was started here reaches
//! every HTTP proxy through one, which sees what the proxy refuses.

mod faults;
mod forwarder;

use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::ProxyOptions;
use crate::text::{quote, shorten};
use base64::Engine as _;
pub(crate) use faults::Faults;
pub(crate) use forwarder::Forwarder;
use serde_json::{Value, json};
use url::Url;

/// The most hosts that are reached without a proxy.
const MOST_HOSTS: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
    Socks4,
    Socks5,
}

/// A proxy as a browser is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proxy {
    scheme: Scheme,
    host: String,
    port: u16,
    bypass: Vec<String>,
}

/// How requests leave a browser, or a session in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Access {
    /// `None` for the browser's own way.
    pub proxy: Option<Proxy>,
    /// Whether certificates that cannot be trusted are taken.
    pub trusts_all: bool,
}

/// The value of `Proxy-Authorization` for a log-in.
#[derive(Clone, PartialEq, Eq)]
struct Login(String);

impl Proxy {
    /// Reads the options. The second value is the log-in, if there is one.
    fn read(options: &ProxyOptions) -> Result<(Self, Option<Login>)> {
        let text = options.server.trim();
        let shown = Endpoint::from(text);
        let wrong = |why: &str| {
            EngineError::new(ErrorKind::InvalidInput, format!("the proxy {shown} cannot be used: {why}"))
                .with_next_step("give it as http://host:port, https://host:port, socks4://host:port or socks5://host:port")
        };
        let url = if text.contains("://") {
            Url::parse(text)
        } else {
            Url::parse(&format!("http://{text}"))
        };
        let url = url.map_err(|_| wrong("it is no address"))?;
        let (scheme, usual) = match url.scheme() {
            "http" => (Scheme::Http, 80),
            "https" => (Scheme::Https, 443),
            "socks4" => (Scheme::Socks4, 1080),
            "socks5" | "socks" => (Scheme::Socks5, 1080),
            _ => return Err(wrong("its scheme is not known")),
        };
        let Some(host) = url.host_str().filter(|host| !host.is_empty()) else {
            return Err(wrong("it has no host"));
        };
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            return Err(wrong("a proxy has no path"));
        }
        let login = match (url.username(), url.password()) {
            ("", None) => None,
            (user, password) => {
                let plain = |text: &str| unescape(text).ok_or_else(|| wrong("its log-in cannot be read"));
                Some(Login::new(&plain(user)?, &plain(password.unwrap_or_default())?))
            }
        };
        let proxy = Self {
            scheme,
            host: host.to_owned(),
            port: url.port().unwrap_or(usual),
            bypass: bypass(options.bypass.as_deref().unwrap_or_default())?,
        };
        Ok((proxy, login))
    }

    fn address(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// For `--proxy-server`, and for a browser context of CDP.
    pub(crate) fn for_chromium(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
            Scheme::Socks4 => "socks4",
            Scheme::Socks5 => "socks5",
        };
        format!("{scheme}://{}", self.address())
    }

    /// For `--proxy-bypass-list`. Without the first word, addresses of this machine would never go through a proxy.
    pub(crate) fn bypass_for_chromium(&self) -> String {
        let mut list = vec!["<-loopback>"];
        list.extend(self.bypass.iter().map(String::as_str));
        list.join(";")
    }

    /// The capability `proxy` of WebDriver.
    ///
    /// # Errors
    /// `Unsupported` for a proxy that is reached over TLS.
    pub(crate) fn for_webdriver(&self) -> Result<Value> {
        let address = self.address();
        let mut proxy = match self.scheme {
            Scheme::Http => json!({"proxyType": "manual", "httpProxy": address, "sslProxy": address}),
            Scheme::Socks4 => json!({"proxyType": "manual", "socksProxy": address, "socksVersion": 4}),
            Scheme::Socks5 => json!({"proxyType": "manual", "socksProxy": address, "socksVersion": 5}),
            Scheme::Https => {
                let what = "this browser reaches no proxy over TLS";
                return Err(EngineError::new(ErrorKind::Unsupported, what).with_next_step("give a proxy with http://"));
            }
        };
        if !self.bypass.is_empty() {
            proxy["noProxy"] = json!(self.bypass);
        }
        Ok(proxy)
    }
}

/// `%40` and the like.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let hex = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn bypass(list: &str) -> Result<Vec<String>> {
    let hosts: Vec<_> = list
        .split(',')
        .map(str::trim)
        .filter(|host| !host.is_empty())
        .map(str::to_owned)
        .collect();
    let is_host = |host: &str| host.len() <= 255 && host.bytes().all(|b| b.is_ascii_alphanumeric() || b".-_*:[]/".contains(&b));
    if let Some(host) = hosts.iter().find(|host| !is_host(host)) {
        let what = format!("{} is no host that a proxy can be bypassed for", quote(&shorten(host, 80)));
        return Err(
            EngineError::new(ErrorKind::InvalidInput, what).with_next_step("separate hosts by commas: localhost,.example.org")
        );
    }
    if hosts.len() > MOST_HOSTS {
        let what = format!("at most {MOST_HOSTS} hosts can bypass a proxy, got {}", hosts.len());
        return Err(EngineError::new(ErrorKind::InvalidInput, what));
    }
    Ok(hosts)
}

impl Login {
    fn new(user: &str, password: &str) -> Self {
        Self(format!(
            "Basic {}",
            base64::engine::general_purpose::STANDARD.encode(format!("{user}:{password}"))
        ))
    }
}

/// Rejects options that cannot be used.
pub(crate) fn check(options: &ProxyOptions) -> Result<()> {
    let (proxy, login) = Proxy::read(options)?;
    if login.is_some() && matches!(proxy.scheme, Scheme::Socks4 | Scheme::Socks5) {
        let what = "no browser logs in at a SOCKS proxy";
        return Err(
            EngineError::new(ErrorKind::Unsupported, what).with_next_step("use an HTTP proxy, or a SOCKS proxy without a log-in")
        );
    }
    Ok(())
}

impl Access {
    /// Whether it is the browser's own way.
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Reads options, and starts a forwarder for a proxy with a log-in. `is_ours`: the browser was started on this machine, and
    /// gets one for every HTTP proxy. The access is valid while the forwarder lives.
    pub(crate) async fn open(
        options: Option<&ProxyOptions>,
        trusts_all: bool,
        is_ours: bool,
    ) -> Result<(Self, Option<Forwarder>)> {
        let Some(options) = options else {
            let access = Self { proxy: None, trusts_all };
            return Ok((access, None));
        };
        check(options)?;
        let (proxy, login) = Proxy::read(options)?;
        if login.is_none() && !(is_ours && proxy.scheme == Scheme::Http) {
            let access = Self {
                proxy: Some(proxy),
                trusts_all,
            };
            return Ok((access, None));
        }
        let forwarder = Forwarder::start(&proxy, login).await?;
        let near = Proxy {
            scheme: Scheme::Http,
            host: "127.0.0.1".to_owned(),
            port: forwarder.port(),
            bypass: proxy.bypass,
        };
        let access = Self {
            proxy: Some(near),
            trusts_all,
        };
        Ok((access, Some(forwarder)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(server: &str) -> (Proxy, Option<Login>) {
        Proxy::read(&ProxyOptions::new(server)).expect(server)
    }

    #[test]
    fn addresses_are_read() {
        assert_eq!(read("proxy:3128").0.for_chromium(), "http://proxy:3128");
        assert_eq!(read("socks5://10.0.0.1").0.for_chromium(), "socks5://10.0.0.1:1080");
        assert_eq!(read("https://[::1]:8443/").0.for_chromium(), "https://[::1]:8443");
        let (proxy, login) = read("http://us%65r:p%40ss@proxy");
        assert_eq!(proxy.for_chromium(), "http://proxy:80");
        assert!(login == Some(Login::new("user", "p@ss")));
    }

    #[test]
    fn what_is_no_proxy_is_refused_without_its_log_in() {
        for server in [
            "",
            "ftp://user:secret@h",
            "http://user:secret@h/path",
            "http://user:secret@",
            "user:secret@h:99999",
        ] {
            let error = Proxy::read(&ProxyOptions::new(server))
                .err()
                .unwrap_or_else(|| panic!("{server}"));
            assert!(!error.message().contains("secret"), "{}", error.message());
        }
        let error = check(&ProxyOptions::new("socks5://user:secret@h")).expect_err("a log-in");
        assert_eq!(error.kind(), &ErrorKind::Unsupported);
        assert!(!format!("{:?}", ProxyOptions::new("http://user:secret@h")).contains("secret"));
    }

    #[test]
    fn hosts_can_bypass_it() {
        let options = ProxyOptions::new("p:1").bypass("localhost, .example.org ,");
        let (proxy, _) = Proxy::read(&options).expect("a proxy");
        assert_eq!(proxy.bypass_for_chromium(), "<-loopback>;localhost;.example.org");
        assert_eq!(
            proxy.for_webdriver().expect("a capability")["noProxy"],
            json!(["localhost", ".example.org"])
        );
        assert!(Proxy::read(&ProxyOptions::new("p:1").bypass("a b")).is_err());
        assert!(read("https://p").0.for_webdriver().is_err());
    }
}
