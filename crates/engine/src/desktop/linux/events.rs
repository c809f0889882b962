//! Counts the change events of an application, so that actions can wait until it is quiet.

use super::bus::{Bus, Object, REGISTRY};
use crate::error::{EngineError, ErrorKind, Result};
use futures_util::StreamExt as _;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use zbus::{MatchRule, MessageStream, message};

/// Only the number of events counts, so surplus ones are dropped.
const QUEUE: usize = 256;

/// The event counter of one application. It stops when dropped.
pub(super) struct Events {
    counter: watch::Receiver<u64>,
    task: JoinHandle<()>,
}

impl Events {
    /// Starts to count. Toolkits also fill their caches only while a listener is registered.
    pub(super) async fn listen(bus: &Bus, name: &str) -> Result<Self> {
        let registry = Object::new(REGISTRY, "/org/a11y/atspi/registry");
        for event in ["object:", "window:"] {
            bus.call::<_, ()>(&registry, "org.a11y.atspi.Registry", "RegisterEvent", &event)
                .await?;
        }
        let fault = |error: zbus::Error| {
            EngineError::new(ErrorKind::Protocol, "the application's events cannot be listened to").with_source(error)
        };
        let rule = MatchRule::builder()
            .msg_type(message::Type::Signal)
            .sender(name.to_owned())
            .map_err(fault)?
            .build();
        let mut stream = MessageStream::for_match_rule(rule, bus.connection(), Some(QUEUE))
            .await
            .map_err(fault)?;
        let (sender, counter) = watch::channel(0);
        let task = tokio::spawn(async move {
            while stream.next().await.is_some() {
                sender.send_modify(|count| *count += 1);
            }
        });
        Ok(Self { counter, task })
    }

    pub(super) fn counter(&self) -> watch::Receiver<u64> {
        self.counter.clone()
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.task.abort();
    }
}
