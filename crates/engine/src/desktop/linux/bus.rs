//! Calls over D-Bus with time limits, and the meaning of their failures.

use super::address::Socket;
use crate::error::{EngineError, ErrorKind, Result};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zbus::zvariant::{DynamicType, OwnedValue, Type};
use zbus::{Connection, Message, connection};

/// An application that takes longer to answer counts as hanging.
pub(super) const CALL_LIMIT: Duration = Duration::from_secs(2);
/// How long a call waits for an application that has just left another call unanswered. One step of a tool makes many
/// calls, and the first of them has waited for the application.
const HANGING_LIMIT: Duration = Duration::from_millis(250);
/// How long an unanswered call counts. After that, an application may have been busy only for a while.
const HANGING_FOR: Duration = Duration::from_secs(1);
/// A running bus answers within this time.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);

pub(super) const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
pub(super) const TEXT: &str = "org.a11y.atspi.Text";
pub(super) const ROOT: &str = "/org/a11y/atspi/accessible/root";
pub(super) const REGISTRY: &str = "org.a11y.atspi.Registry";

/// An object of an application: a name on the bus and a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Object {
    pub(super) name: String,
    pub(super) path: String,
}

impl Object {
    pub(super) fn new(name: &str, path: &str) -> Self {
        Self {
            name: name.to_owned(),
            path: path.to_owned(),
        }
    }

    /// The key of [`crate::desktop::RawNode`].
    pub(super) fn key(&self) -> String {
        format!("{}{}", self.name, self.path)
    }

    /// Parses an object from a key.
    pub(super) fn of_key(key: &str) -> Result<Self> {
        let at = key
            .find('/')
            .ok_or_else(|| EngineError::new(ErrorKind::Internal, "a node's key has no path"))?;
        Ok(Self::new(&key[..at], &key[at..]))
    }

    pub(super) fn is_null(&self) -> bool {
        self.name.is_empty() || self.path.ends_with("/null")
    }
}

/// A connection to the accessibility bus, or directly to one application.
#[derive(Debug, Clone)]
pub(super) struct Bus {
    connection: Connection,
    /// Whether the peer is the application itself: messages without a bus have no destination.
    direct: bool,
    /// When the last call was given up, if it was. Shared by the connections to one application.
    given_up: Arc<Mutex<Option<Instant>>>,
}

impl Bus {
    /// Connects to the accessibility bus. The session bus knows its address.
    pub(super) async fn open() -> Result<Self> {
        limited(CONNECT_LIMIT, "connecting to the accessibility bus", async {
            let address = match std::env::var("AT_SPI_BUS_ADDRESS") {
                Ok(address) if !address.is_empty() => address,
                _ => Self::address().await?,
            };
            let socket = Socket::of(&address)?.connect(None).await?;
            let connection = connection::Builder::unix_stream(socket)
                .build()
                .await
                .map_err(|error| unreachable_bus(&error))?;
            Ok(Self {
                connection,
                direct: false,
                given_up: Arc::default(),
            })
        })
        .await
    }

    async fn address() -> Result<String> {
        let session = Connection::session().await.map_err(|error| unreachable_bus(&error))?;
        let reply = session
            .call_method(Some("org.a11y.Bus"), "/org/a11y/bus", Some("org.a11y.Bus"), "GetAddress", &())
            .await
            .map_err(|error| unreachable_bus(&error))?;
        reply.body().deserialize().map_err(|error| unreachable_bus(&error))
    }

    /// The same connection, for one application.
    pub(super) fn for_application(&self) -> Self {
        Self {
            given_up: Arc::default(),
            ..self.clone()
        }
    }

    /// Connects directly to an application, at an address that the application reports. `pid` is its process: a socket
    /// of another one is refused.
    pub(super) async fn direct(&self, address: &str, pid: u32) -> Result<Self> {
        limited(CALL_LIMIT, "connecting to the application", async {
            let socket = Socket::of(address)?.connect(Some(pid)).await?;
            let connection = connection::Builder::unix_stream(socket)
                .p2p()
                .build()
                .await
                .map_err(|error| fault(&error))?;
            Ok(Self {
                connection,
                direct: true,
                given_up: Arc::clone(&self.given_up),
            })
        })
        .await
    }

    fn given_up(&self) -> MutexGuard<'_, Option<Instant>> {
        self.given_up.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Calls a method and decodes its answer.
    pub(super) async fn call<B, R>(&self, object: &Object, interface: &str, method: &str, body: &B) -> Result<R>
    where
        B: Serialize + DynamicType + Sync,
        R: DeserializeOwned + Type,
    {
        let message = self.send(object, interface, method, body).await?;
        message.body().deserialize().map_err(|error| fault(&error))
    }

    /// Calls a method and returns the raw answer, for callers that decode it without copying.
    pub(super) async fn send<B>(&self, object: &Object, interface: &str, method: &str, body: &B) -> Result<Message>
    where
        B: Serialize + DynamicType + Sync,
    {
        let receiver = (!self.direct).then_some(object.name.as_str());
        let hangs = self.given_up().is_some_and(|at| at.elapsed() < HANGING_FOR);
        let limit = if hangs { HANGING_LIMIT } else { CALL_LIMIT };
        let called = self
            .connection
            .call_method(receiver, object.path.as_str(), Some(interface), method, body);
        let answer = tokio::time::timeout(limit, called).await;
        *self.given_up() = answer.is_err().then(Instant::now);
        match answer {
            Ok(answer) => answer.map_err(|error| fault(&error)),
            Err(_) => Err(late("waiting for the application", limit)),
        }
    }

    /// Reads a property.
    pub(super) async fn property<T>(&self, object: &Object, interface: &str, name: &str) -> Result<T>
    where
        T: TryFrom<OwnedValue>,
        T::Error: Into<zbus::Error>,
    {
        let value: OwnedValue = self
            .call(object, "org.freedesktop.DBus.Properties", "Get", &(interface, name))
            .await?;
        T::try_from(value).map_err(|error| fault(&error.into()))
    }

    /// Sets a property.
    pub(super) async fn set_property(&self, object: &Object, interface: &str, name: &str, value: f64) -> Result<()> {
        let value = zbus::zvariant::Value::from(value);
        self.send(object, "org.freedesktop.DBus.Properties", "Set", &(interface, name, value))
            .await
            .map(|_| ())
    }
}

/// Runs a call with a time limit.
pub(super) async fn limited<T>(limit: Duration, what: &str, call: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(limit, call)
        .await
        .unwrap_or_else(|_| Err(late(what, limit)))
}

fn late(what: &str, limit: Duration) -> EngineError {
    EngineError::new(ErrorKind::Timeout, format!("{what} took more than {} ms", limit.as_millis()))
        .with_next_step(crate::error::NextStep::StopApplication)
}

fn unreachable_bus(error: &zbus::Error) -> EngineError {
    EngineError::new(ErrorKind::ConnectFailed, "the accessibility bus cannot be reached")
        .with_next_step("start at-spi2-core (org.a11y.Bus) in this desktop session and check DBUS_SESSION_BUS_ADDRESS")
        .with_source(error.clone())
}

/// Maps a D-Bus error to ours by its name. The error's text comes from the application and is left out.
fn fault(error: &zbus::Error) -> EngineError {
    let zbus::Error::MethodError(name, _, _) = error else {
        let kind = match error {
            zbus::Error::InputOutput(_) => ErrorKind::SessionEnded,
            _ => ErrorKind::Protocol,
        };
        return EngineError::new(kind, "the call over D-Bus failed").with_source(error.clone());
    };
    let short = name.as_str().strip_prefix("org.freedesktop.DBus.Error.").unwrap_or("");
    match short {
        "UnknownObject" => EngineError::new(ErrorKind::StaleUid, "the element is gone"),
        "UnknownMethod" | "UnknownInterface" | "UnknownProperty" | "NotSupported" | "InvalidArgs" | "PropertyReadOnly" => {
            EngineError::new(ErrorKind::Unsupported, "the application does not offer that for this element")
        }
        "ServiceUnknown" | "NameHasNoOwner" | "NoReply" | "Disconnected" => {
            EngineError::new(ErrorKind::SessionEnded, "the application has left the accessibility bus")
        }
        "AccessDenied" => EngineError::new(ErrorKind::PermissionDenied, "the bus refused the call"),
        _ => EngineError::new(ErrorKind::Protocol, "the application answered with an error"),
    }
}
