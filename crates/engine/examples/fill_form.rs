//! Fills a form in Firefox by the labels of its fields, submits it and prints what the page shows then.
//!
//! ```sh
//! cargo run --example fill_form
//! ```
#![allow(clippy::print_stdout, reason = "a program that talks to its user")]

use uipilot_engine::options::{BrowserKind, LaunchOptions};
use uipilot_engine::{
    ActionOptions, ClickOptions, EngineError, ErrorKind, FormField, NodesOptions, Result, Session, SessionOptions, WaitOptions,
};

const PAGE: &str = "data:text/html,<title>Sign up</title>
    <form onsubmit=\"event.preventDefault(); document.body.textContent =
        `Welcome, ${this.name.value} (${this.plan.value}, ${this.news.checked ? 'with' : 'without'} news)`\">
    <label>Name <input name=name></label>
    <label>Plan <select name=plan><option>Free</option><option>Team</option></select></label>
    <label><input type=checkbox name=news> Send me news</label>
    <button>Sign up</button></form>";

#[tokio::main]
async fn main() -> Result<()> {
    let firefox = LaunchOptions::default().browser(BrowserKind::Firefox);
    let session = Session::open(SessionOptions::default().launch(firefox))?;
    session.new_page(PAGE).await?;

    let nodes = session.nodes(&NodesOptions::default()).await?;
    let uid = |role: &str, name: &str| {
        let missing = || EngineError::new(ErrorKind::ElementNotFound, format!("there is no {role} {name:?}"));
        nodes.find(role, name).ok_or_else(missing)
    };
    let fields = [
        FormField::new(uid("textbox", "Name")?, "Ada"),
        FormField::new(uid("combobox", "Plan")?, "Team"),
        FormField::new(uid("checkbox", "Send me news")?, "true"),
    ];
    session.fill_form(&fields, &ActionOptions::default()).await?;
    session.click(uid("button", "Sign up")?, &ClickOptions::default()).await?;

    session.wait_for(&WaitOptions::default().text("Welcome")).await?;
    let after = session.nodes(&NodesOptions::default()).await?;
    for node in after.nodes.iter().filter(|node| node.role == "text") {
        println!("{}", node.name);
    }
    session.close().await;
    Ok(())
}
