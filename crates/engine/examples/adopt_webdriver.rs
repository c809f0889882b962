//! Adopts a session that another program made at a WebDriver server: clicks in its browser, and leaves the
//! session to its maker.
//!
//! ```sh
//! chromedriver --port=9515 &
//! cargo run --example adopt_webdriver -- 127.0.0.1:9515
//! ```
//!
//! Here plain HTTP requests play the other program. Arguments of Chromium may follow the server's address: root needs
//! `--no-sandbox`.
#![allow(clippy::print_stdout, reason = "a program that talks to its user")]

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use uipilot_engine::{ClickOptions, NodesOptions, Session, SessionOptions, WebDriverOptions};

const PAGE: &str = "data:text/html,<title>Dark</title><button onclick=\"document.title = 'Light'\">Switch</button>";

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let server = arguments.next().unwrap_or_else(|| "127.0.0.1:9515".to_owned());
    let arguments: Vec<_> = std::iter::once("--headless".to_owned()).chain(arguments).collect();
    let chrome = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}});
    let made = request(&server, "POST", "/session", &chrome)?;
    let id = made["sessionId"]
        .as_str()
        .ok_or_else(|| format!("no session was made: {made}"))?;
    let path = format!("/session/{id}");
    request(&server, "POST", &format!("{path}/url"), &json!({"url": PAGE}))?;

    let adopted = adopt(&server, id).await;
    let title = request(&server, "GET", &format!("{path}/title"), &Value::Null)?;
    println!("The maker of the session reads the title {title}");
    request(&server, "DELETE", &path, &Value::Null)?;
    adopted
}

/// What uipilot does in the session.
async fn adopt(server: &str, id: &str) -> Result<()> {
    let options = WebDriverOptions::new(server).session(id);
    let session = Session::open(SessionOptions::default().webdriver(options))?;
    let nodes = session.nodes(&NodesOptions::default()).await?;
    let uid = nodes.find("button", "Switch").ok_or("there is no such button")?;
    let report = session.click(uid, &ClickOptions::default()).await?;
    println!("Clicked {} over {}", report.target, report.protocol.name());
    // The browser keeps running.
    session.close().await;
    Ok(())
}

/// Sends a WebDriver command and gives the `value` of the answer.
fn request(server: &str, method: &str, path: &str, body: &Value) -> Result<Value> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut connection = TcpStream::connect(server)?;
    write!(
        connection,
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = BufReader::new(connection);
    let (mut line, mut length) = (String::new(), 0);
    while answer.read_line(&mut line)? > 2 {
        if let Some(("content-length", value)) = line.to_ascii_lowercase().split_once(':') {
            length = value.trim().parse()?;
        }
        line.clear();
    }
    let json: Value = serde_json::from_reader(answer.take(length))?;
    Ok(json["value"].clone())
}
