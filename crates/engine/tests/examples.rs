//! Runs the programs in `examples/` and checks what they print.
//!
//! `cargo test` builds them together with this test. `cargo test --test examples` alone does not: run
//! `cargo build --examples` before it.
#![allow(clippy::unwrap_used)]

mod common;

use common::needs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use uipilot_engine::testing::launch::{BrowserKind, LaunchOptions};

/// What an example prints.
fn output(name: &str, arguments: &[&str]) -> String {
    let test = std::env::current_exe().unwrap();
    let program: PathBuf = test.ancestors().nth(2).unwrap().join("examples").join(name);
    let run = Command::new(&program).args(arguments).output();
    let run = run.unwrap_or_else(|error| panic!("{} (run `cargo build --examples`): {error}", program.display()));
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{name}: {errors}");
    String::from_utf8(run.stdout).unwrap()
}

/// Whether a browser of this kind can be started. `false` only if the user skips browsers.
async fn is_here(kind: BrowserKind) -> bool {
    let Some(launched) = needs::browser(&LaunchOptions::default().browser(kind)).await else {
        return false;
    };
    launched.end().await;
    true
}

#[tokio::test]
async fn snapshot_and_click_prints_the_page_and_what_changed() {
    if is_here(BrowserKind::Chromium).await {
        let printed = output("snapshot_and_click", &[]);
        assert!(printed.contains("heading \"Basket\""), "{printed}");
        assert!(printed.contains("Clicked button \"Pay\""), "{printed}");
        assert!(printed.contains("Thank you"), "{printed}");
    }
}

#[tokio::test]
async fn fill_form_prints_what_the_page_says_after_the_form() {
    if is_here(BrowserKind::Firefox).await {
        assert_eq!(output("fill_form", &[]), "Welcome, Ada (Team, with news)\n");
    }
}

/// A running chromedriver, which ends with the test.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn adopt_webdriver_leaves_the_session_to_its_maker() {
    let program = std::env::var("UIPILOT_TEST_CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
    let started = Command::new(&program).arg("--port=0").stdout(Stdio::piped()).spawn();
    let Ok(mut process) = started else {
        return needs::missing(&format!("{program} cannot be started"));
    };
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let driver = Driver(process);
    let port = lines
        .map_while(Result::ok)
        .find_map(|line| Some(line.rsplit_once("successfully on port ")?.1.trim_end_matches('.').to_owned()));
    let address = format!("127.0.0.1:{}", port.expect("chromedriver says its port"));
    let printed = output(
        "adopt_webdriver",
        &[&address, "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    );
    drop(driver);
    assert!(printed.contains("Clicked button \"Switch\" over cdp"), "{printed}");
    assert!(printed.contains("reads the title \"Light\""), "{printed}");
}
