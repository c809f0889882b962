//! Opens a page in Chromium, prints its snapshot, clicks a button and prints what changed.
//!
//! ```sh
//! cargo run --example snapshot_and_click
//! cargo run --example snapshot_and_click -- https://example.org link "Learn more"
//! ```
#![allow(clippy::print_stdout, reason = "a program that talks to its user")]

use uipilot_engine::{ChangesOptions, ClickOptions, NodesOptions, Result, Session, SessionOptions, SnapshotOptions};

const PAGE: &str = "data:text/html,<title>Shop</title><h1>Basket</h1>
    <button onclick=\"document.querySelector('h1').textContent = 'Thank you'\">Pay</button>";

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let (url, role, name) = (next(PAGE), next("button"), next("Pay"));

    let session = Session::open(SessionOptions::default())?;
    session.new_page(&url).await?;
    println!("{}", session.snapshot(&SnapshotOptions::default()).await?.text);

    let nodes = session.nodes(&NodesOptions::default()).await?;
    match nodes.find(&role, &name) {
        Some(uid) => {
            let options = ClickOptions::default().changes(ChangesOptions::default());
            let report = session.click(uid, &options).await?;
            println!("Clicked {}", report.target);
            if let Some(changes) = report.effects.changes {
                println!("{}", changes.text);
            }
        }
        None => println!("there is no {role} {name:?}"),
    }
    session.close().await;
    Ok(())
}
