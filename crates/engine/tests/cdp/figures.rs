//! Measures what calls cost on this machine. Runs only on request.

use crate::common::Server;
use crate::fixture::{click, main_frame, setup};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uipilot_engine::testing::Browser as _;
use uipilot_engine::testing::wire::{Command, Event, EventSink, Wire};

/// Ignores all events.
struct Deaf;

impl EventSink for Deaf {
    fn event(&self, _: &Wire, _: Event<'_>) {}
    fn ended(&self, _: &str) {}
}

/// Measurements: `cargo test --test cdp figures -- --ignored --nocapture`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn figures() {
    let setup = setup!();
    let server = Server::start(&[("/", "<title>one</title>")]).await;
    setup.go(&server.url("/")).await;
    let page = &setup.page;
    let frame = main_frame(page).await;
    let mut first = Vec::new();
    for _ in 0..10 {
        setup.go(&server.url("/")).await;
        let start = Instant::now();
        page.call(&frame, "page", "{}").await.unwrap();
        first.push(start.elapsed());
    }
    first.sort();
    println!("first call in a document: median {:?}, best {:?}", first[5], first[0]);
    macro_rules! median {
        ($name:literal, $count:expr, $work:expr) => {{
            let mut times = Vec::new();
            for _ in 0..$count {
                let start = Instant::now();
                $work;
                times.push(start.elapsed());
            }
            times.sort();
            println!("{}: median {:?}, best {:?}", $name, times[times.len() / 2], times[0]);
        }};
    }
    median!("no-op (Target.getTargets)", 200, setup.browser.pages().await.unwrap());
    median!("call page", 200, page.call(&frame, "page", "{}").await.unwrap());
    median!("move, press, release", 100, page.input(&click(500.0, 400.0)).await.unwrap());
    let wire = Wire::connect(setup.launched.endpoint(), Arc::new(Deaf), Duration::from_secs(5))
        .await
        .unwrap();
    let attach = serde_json::json!({"targetId": &**page.id(), "flatten": true});
    let reply = wire.send(Command::new("Target.attachToTarget", attach)).await.unwrap();
    let session: Value = serde_json::from_str(reply.get()).unwrap();
    let session: Arc<str> = session["sessionId"].as_str().unwrap().into();
    let evaluate = |expression: &str| {
        let params = serde_json::json!({"expression": expression, "returnByValue": true});
        wire.send(Command::new("Runtime.evaluate", params).on(&session))
    };
    median!("Browser.getVersion", 200, {
        wire.send(Command::new("Browser.getVersion", serde_json::json!({})))
            .await
            .unwrap()
    });
    median!("evaluate 1", 200, evaluate("1").await.unwrap());
    median!("evaluate a string of 1 MiB", 20, {
        assert!(evaluate("'x'.repeat(1 << 20)").await.unwrap().get().len() > 1 << 20);
    });
    // Other clients reject frames that are larger than half this size.
    let large = evaluate("'x'.repeat(1 << 25)").await.unwrap();
    assert!(large.get().len() > 1 << 25);
    wire.close("done");
    setup.end().await;
}
