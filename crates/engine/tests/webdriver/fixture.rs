//! Drivers for the tests, started on a free port and used as another program would use them.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "helpers of tests"
)]

use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use uipilot_engine::WebDriverOptions;
use uipilot_engine::testing::Browser;

use crate::common::needs::missing;

/// A driver process. It is killed at the end of the test, with all processes that it started.
pub struct Driver {
    /// `None` for a grid, which the test does not start.
    process: Option<Child>,
    pub url: String,
    capabilities: Value,
    http: reqwest::Client,
}

impl Drop for Driver {
    fn drop(&mut self) {
        let group = self.process.as_ref().and_then(Child::id);
        if let Some(group) = group.and_then(|id| i32::try_from(id).ok()) {
            // SAFETY: no memory is passed. The group is that of our child process, which has not been waited
            // for yet.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
    }
}

fn find(variable: &str, name: &str) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable) {
        return Some(path.into());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// An HTTP client for drivers on this machine.
fn client() -> reqwest::Client {
    // If the process has no default TLS provider, a client can only be created with explicit TLS settings.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    reqwest::Client::builder()
        .no_proxy()
        .tls_backend_preconfigured(tls)
        .build()
        .unwrap()
}

impl Driver {
    /// chromedriver with a headless Chromium. `None` only if it is missing and the user skips browsers.
    pub async fn chrome() -> Option<Self> {
        let options = json!({"args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]});
        Self::start(
            "UIPILOT_TEST_CHROMEDRIVER",
            "chromedriver",
            &["--port=0"],
            json!({"goog:chromeOptions": options}),
        )
        .await
    }

    /// geckodriver with a headless Firefox on a free port of its own.
    pub async fn firefox() -> Option<Self> {
        let options = json!({"args": ["-headless"]});
        Self::start(
            "UIPILOT_GECKODRIVER",
            "geckodriver",
            &["--port=0", "--websocket-port=0"],
            json!({"moz:firefoxOptions": options}),
        )
        .await
    }

    /// The Selenium grid that `UIPILOT_GRID` names, with a Chromium.
    pub fn grid() -> Self {
        let url = std::env::var("UIPILOT_GRID").expect("UIPILOT_GRID has the address of a Selenium grid");
        let options = json!({"args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]});
        Self {
            process: None,
            url: url.trim_end_matches('/').to_owned(),
            capabilities: json!({"browserName": "chrome", "goog:chromeOptions": options}),
            http: client(),
        }
    }

    async fn start(variable: &str, name: &str, arguments: &[&str], capabilities: Value) -> Option<Self> {
        let Some(program) = find(variable, name) else {
            missing(&format!("{name} is neither in PATH nor named in {variable}"));
            return None;
        };
        let mut process = Command::new(program)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // The driver gets its own process group, so that browsers of a failed test are killed with it.
            .process_group(0)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = tokio::time::timeout(Duration::from_secs(20), async {
            loop {
                let line = lines.next_line().await.unwrap().expect("the driver says its port");
                // "… started successfully on port 1234." and "… Listening on 127.0.0.1:1234".
                if let Some(port) = line
                    .contains("successfully")
                    .then(|| line.rsplit(' ').next())
                    .flatten()
                    .or_else(|| line.split("Listening on 127.0.0.1:").nth(1))
                {
                    break port.trim_end_matches('.').parse::<u16>().unwrap();
                }
            }
        })
        .await
        .unwrap();
        // The output is read to its end, because a driver stops when it cannot write.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Some(Self {
            process: Some(process),
            url: format!("http://127.0.0.1:{port}"),
            capabilities,
            http: client(),
        })
    }

    /// The capabilities that make the driver start its browser here.
    pub fn capabilities(&self, more: &Value) -> Map<String, Value> {
        let mut all = self.capabilities.clone();
        for (key, value) in more.as_object().unwrap() {
            all[key] = value.clone();
        }
        all.as_object().unwrap().clone()
    }

    /// Sends a command as another program would.
    pub async fn send(&self, method: reqwest::Method, path: &str, body: Option<Value>) -> Value {
        let mut request = self.http.request(method, format!("{}{path}", self.url));
        if let Some(body) = body {
            request = request.header("content-type", "application/json; charset=utf-8").json(&body);
        }
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        answer["value"].clone()
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.send(reqwest::Method::POST, path, Some(body)).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(reqwest::Method::GET, path, None).await
    }

    /// Creates a session as another program would.
    pub async fn other_session(&self, more: &Value) -> Other<'_> {
        let asked = Value::Object(self.capabilities(more));
        let made = self.post("/session", json!({"capabilities": {"alwaysMatch": asked}})).await;
        let id = made["sessionId"]
            .as_str()
            .unwrap_or_else(|| panic!("no session: {made}"))
            .to_owned();
        Other { driver: self, id }
    }
}

/// A session that another program created and will end.
pub struct Other<'a> {
    driver: &'a Driver,
    pub id: String,
}

impl Other<'_> {
    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.driver.post(&format!("/session/{}/{path}", self.id), body).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.driver.get(&format!("/session/{}/{path}", self.id)).await
    }

    pub async fn go(&self, url: &str) {
        let went = self.post("url", json!({"url": url})).await;
        assert!(went.is_null(), "{went}");
    }

    pub async fn execute(&self, script: &str) -> Value {
        self.post("execute/sync", json!({"script": script, "args": []})).await
    }

    pub async fn end(self) {
        let path = format!("/session/{}", self.id);
        self.driver.send(reqwest::Method::DELETE, &path, None).await;
    }
}

/// The browser of a session that is created or adopted.
pub async fn connect(
    url: &str,
    session: Option<&str>,
    capabilities: Option<&Map<String, Value>>,
) -> uipilot_engine::Result<Arc<dyn Browser>> {
    uipilot_engine::testing::connect_webdriver(&options(url, session, capabilities)).await
}

/// The options for opening a session.
pub fn options(url: &str, session: Option<&str>, capabilities: Option<&Map<String, Value>>) -> WebDriverOptions {
    let mut options = WebDriverOptions::new(url);
    options.session = session.map(Into::into);
    options.capabilities = capabilities.cloned();
    options
}
