//! Connections whose other side does not behave.

use super::*;
use crate::error::{EngineError, ErrorKind};
use futures_util::StreamExt as _;
use serde_json::json;
use std::sync::Mutex;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// Records why the connection ended.
#[derive(Default)]
struct Ends(Mutex<Vec<String>>);

impl EventSink for Ends {
    fn event(&self, _: &Wire, _: Event<'_>) {}

    fn ended(&self, why: &str) {
        self.0.lock().expect("not poisoned").push(why.to_owned());
    }
}

fn tunnel() -> (
    Tunnel,
    mpsc::Sender<String>,
    oneshot::Sender<String>,
    mpsc::UnboundedReceiver<Batch>,
) {
    let (incoming_sender, incoming) = mpsc::channel(1);
    let (end_sender, end) = oneshot::channel();
    let (outgoing, batches) = mpsc::unbounded_channel();
    let tunnel = Tunnel { incoming, end, outgoing };
    (tunnel, incoming_sender, end_sender, batches)
}

fn large() -> Command {
    Command::new("Runtime.evaluate", json!({"expression": "x".repeat(1 << 20)}))
}

#[tokio::test]
async fn a_peer_that_does_not_read_ends_the_connection_with_a_code() {
    let ends = Arc::new(Ends::default());
    let (tunnel, _incoming, _end, _unread) = tunnel();
    let wire = Wire::over(tunnel, ends.clone());
    let waiting = wire.start(large());
    for _ in 0..70 {
        wire.post(vec![large()]);
        tokio::task::yield_now().await;
    }
    let error: EngineError = waiting.await.expect_err("not answered").into();
    assert_eq!(*error.kind(), ErrorKind::SessionEnded);
    assert_eq!(
        *ends.0.lock().expect("not poisoned"),
        ["the browser does not read its commands"]
    );
}

#[tokio::test]
async fn what_was_written_does_not_count() {
    let (tunnel, _incoming, _end, mut batches) = tunnel();
    let wire = Wire::over(tunnel, Arc::new(Ends::default()));
    for _ in 0..70 {
        wire.post(vec![large()]);
        assert_eq!(batches.recv().await.expect("sent").messages.len(), 1);
    }
    // One message may be larger than all that may wait.
    wire.post(vec![Command::new(
        "Runtime.evaluate",
        json!({"expression": "x".repeat(65 << 20)}),
    )]);
    batches.recv().await.expect("sent");
    assert_eq!(wire.ended(), None);
}

#[tokio::test]
async fn large_messages_wait_for_a_slow_peer() {
    let (tunnel, _incoming, _end, mut batches) = tunnel();
    let wire = Wire::over(tunnel, Arc::new(Ends::default()));
    let all = futures_util::future::join_all((0..70).map(|_| async {
        wire.room().await;
        wire.post(vec![large()]);
    }));
    let reading = async {
        for _ in 0..70 {
            tokio::time::sleep(Duration::from_millis(1)).await;
            batches.recv().await.expect("sent");
        }
    };
    tokio::time::timeout(Duration::from_secs(20), async { tokio::join!(all, reading) })
        .await
        .expect("all are sent");
    assert_eq!(wire.ended(), None);
}

#[tokio::test]
async fn waiting_for_a_peer_ends_with_the_connection() {
    let (tunnel, _incoming, end, batches) = tunnel();
    let wire = Wire::over(tunnel, Arc::new(Ends::default()));
    wire.post((0..20).map(|_| large()).collect());
    assert!(tokio::time::timeout(Duration::from_millis(20), wire.room()).await.is_err());
    end.send("the tab was closed".to_owned()).expect("taken");
    drop(batches);
    tokio::time::timeout(Duration::from_secs(20), wire.room())
        .await
        .expect("ends");
}

#[tokio::test]
async fn a_tunnel_tells_why_it_ended_after_its_last_message() {
    let (tunnel, incoming, end, mut batches) = tunnel();
    let wire = Wire::over(tunnel, Arc::new(Ends::default()));
    let reply = wire.start(Command::new("Browser.getVersion", json!({})));
    batches.recv().await.expect("sent");
    incoming.send(r#"{"id":1,"result":{}}"#.to_owned()).await.expect("taken");
    end.send("the tab was closed".to_owned()).expect("taken");
    reply.await.expect("answered");
    let error = wire.send(Command::new("Browser.getVersion", json!({}))).await;
    assert_eq!(
        error.expect_err("ended"),
        WireError::Ended {
            why: "the tab was closed".into()
        }
    );
}

#[tokio::test]
async fn a_socket_that_cannot_be_written_to_is_closed_too() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let ends = Arc::new(Ends::default());
    let opened = Wire::connect(format!("ws://{address}"), ends.clone(), DEFAULT_LIMIT);
    let accepted = async {
        let (stream, _) = listener.accept().await.expect("accepts");
        tokio_tungstenite::accept_async(stream).await.expect("a WebSocket")
    };
    let (opened, peer) = tokio::join!(opened, accepted);
    let wire = opened.expect("opens");
    // More than the buffers of the system hold, so that writing does not end.
    for _ in 0..32 {
        wire.post(vec![large()]);
    }
    let reply = wire.start(large());
    tokio::time::timeout(Duration::from_millis(50), reply)
        .await
        .expect_err("not read");
    let task = Arc::downgrade(&wire.shared);
    wire.close("the session was closed");
    drop(wire);
    while task.strong_count() > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(peer.into_future());
    assert_eq!(*ends.0.lock().expect("not poisoned"), ["the session was closed"]);
}

#[tokio::test(start_paused = true)]
async fn an_answer_in_order_leaves_no_timer() {
    let (tunnel, incoming, _end, mut batches) = tunnel();
    let wire = Wire::over(tunnel, Arc::new(Ends::default()));
    let (done, answered) = oneshot::channel();
    wire.start_in_order(Command::new("Page.getFrameTree", json!({})), move |_, reply| {
        let _ = done.send(reply.is_ok());
    });
    batches.recv().await.expect("sent");
    let metrics = tokio::runtime::Handle::current().metrics();
    let with_timer = metrics.num_alive_tasks();
    incoming.send(r#"{"id":1,"result":{}}"#.to_owned()).await.expect("taken");
    assert!(answered.await.expect("called"));
    while metrics.num_alive_tasks() >= with_timer {
        tokio::task::yield_now().await;
    }
}

/// Log-in states carry the numbers of databases, which must be put back as they were.
#[test]
fn numbers_are_read_to_their_last_digit() {
    // Steps through patterns of bits, most of which are finite numbers of any size.
    let mut bits = 0x0123_4567_89AB_CDEF_u64;
    for _ in 0..10_000 {
        bits = bits
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let number = f64::from_bits(bits);
        if !number.is_finite() {
            continue;
        }
        let read: Value = serde_json::from_str(&Value::from(number).to_string()).expect("a number");
        assert_eq!(read.as_f64().map(f64::to_bits), Some(bits), "{number}");
    }
}
