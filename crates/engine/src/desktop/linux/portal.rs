//! Keys through the `RemoteDesktop` portal (`org.freedesktop.portal.RemoteDesktop`, version 1), the only key input
//! that GNOME and KDE offer programs under Wayland.
//!
//! The desktop asks the user for permission in a dialog. The dialog appears with the first key, once: the decision
//! holds until this process ends. No answer within 45 s counts as a refusal, because MCP clients give up after 60 s.
//! Before the user was asked, text is inserted through accessibility if possible.
//!
//! The portal looks up a key in the user's layout and silently drops characters that the layout lacks. Therefore it
//! types ASCII only ([`can_type`]); other text goes through accessibility.
//!
//! Only the application itself reports whether it has the keyboard. It is asked before the dialog, after it, and
//! every 40 characters. There are no windows, no pointer (window positions are unknown) and no pictures. libei
//! (`ConnectToEIS`) would not help: its events arrive at the same places.
//!
//! The tests run GNOME's compositor and portal headless, and answer the dialog as a user does. KDE's portal has the
//! same interface and is untested.

use super::keysyms::{self, KEY_PAUSE};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::input::Chord;
use futures_util::StreamExt as _;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use zbus::zvariant::{DynamicType, ObjectPath, OwnedObjectPath, OwnedValue, Value};
use zbus::{Connection, MatchRule, Message, MessageStream, message};

const NAME: &str = "org.freedesktop.portal.Desktop";
const PATH: &str = "/org/freedesktop/portal/desktop";
const INTERFACE: &str = "org.freedesktop.portal.RemoteDesktop";
const REQUEST: &str = "org.freedesktop.portal.Request";
/// The bit for keyboards in the portal's device types.
const KEYBOARD: u32 = 1;

/// Long enough for the bus to start the portal.
const CONNECT_LIMIT: Duration = Duration::from_secs(4);
const CALL_LIMIT: Duration = Duration::from_secs(2);
/// How long the user may take to answer the dialog. MCP clients give up on a call after 60 s.
const ANSWER_LIMIT: Duration = Duration::from_secs(45);

const PRESSED: u32 = 1;
const RELEASED: u32 = 0;

type Options<'a> = HashMap<&'a str, Value<'a>>;
type Results = HashMap<String, OwnedValue>;

/// The desktop's portal.
pub(super) struct Portal {
    connection: Connection,
    consent: Mutex<Consent>,
    granted: AtomicBool,
    requests: AtomicU32,
}

/// The user's decision.
enum Consent {
    NotAsked,
    Granted(OwnedObjectPath),
    Refused(&'static str),
}

impl Portal {
    /// The portal of this desktop session; `None` if there is none, or if it has no keyboards.
    pub(super) async fn find() -> Option<Self> {
        let found = async {
            let connection = Connection::session().await.ok()?;
            let answer = connection
                .call_method(
                    Some(NAME),
                    PATH,
                    Some("org.freedesktop.DBus.Properties"),
                    "Get",
                    &(INTERFACE, "AvailableDeviceTypes"),
                )
                .await
                .ok()?;
            let value: OwnedValue = answer.body().deserialize().ok()?;
            let kinds = u32::try_from(value).ok()?;
            (kinds & KEYBOARD != 0).then_some(connection)
        };
        let connection = tokio::time::timeout(CONNECT_LIMIT, found).await.ok()??;
        Some(Self {
            connection,
            consent: Mutex::new(Consent::NotAsked),
            granted: AtomicBool::new(false),
            requests: AtomicU32::new(0),
        })
    }

    /// Whether the user has allowed keys.
    pub(super) fn is_granted(&self) -> bool {
        self.granted.load(Ordering::Relaxed)
    }

    /// Waits for the user's permission to send keys. Asks if the user was not asked yet.
    ///
    /// # Errors
    /// `PermissionDenied` if the user refuses or does not answer, now or earlier.
    pub(super) async fn consent(self: &Arc<Self>) -> Result<()> {
        // The dialog stays open when the caller gives up, and a later answer still counts.
        let portal = Arc::clone(self);
        to_its_end(async move { portal.session().await.map(|_| ()) }).await
    }

    async fn session(&self) -> Result<OwnedObjectPath> {
        let mut consent = self.consent.lock().await;
        if let Consent::NotAsked = *consent {
            let decided = self.ask().await?;
            self.decide(&mut consent, decided);
        }
        match &*consent {
            Consent::Granted(session) => Ok(session.clone()),
            Consent::NotAsked => Err(refused("it did not say what the user decided")),
            Consent::Refused(why) => Err(refused(why)),
        }
    }

    fn decide(&self, consent: &mut Consent, decided: Consent) {
        self.granted.store(matches!(decided, Consent::Granted(_)), Ordering::Relaxed);
        *consent = decided;
    }

    /// Opens a session and requests its keyboard.
    async fn ask(&self) -> Result<Consent> {
        let session_token = self.token();
        let opened = self
            .request("CreateSession", CALL_LIMIT, |token| {
                (Options::from([
                    ("handle_token", Value::from(token)),
                    ("session_handle_token", Value::from(session_token.clone())),
                ]),)
            })
            .await?;
        let Response::Done(results) = opened else {
            return Ok(Consent::Refused("it opened no session"));
        };
        let session = session_of(results).ok_or_else(|| odd("no session in its answer"))?;
        let selected = self
            .request("SelectDevices", CALL_LIMIT, |token| {
                (
                    &session,
                    Options::from([("handle_token", Value::from(token)), ("types", Value::from(KEYBOARD))]),
                )
            })
            .await?;
        let Response::Done(_) = selected else {
            return Ok(Consent::Refused("it has no keyboards for programs"));
        };
        let started = self
            .request("Start", ANSWER_LIMIT, |token| {
                (&session, "", Options::from([("handle_token", Value::from(token))]))
            })
            .await;
        let decided = match started {
            Ok(Response::Done(results)) if devices(&results) & KEYBOARD != 0 => return Ok(Consent::Granted(session)),
            Ok(Response::Done(_)) => "the user allowed no keyboard in the desktop's dialog",
            Ok(Response::Refused) => "the user refused in the desktop's dialog",
            Err(error) if *error.kind() == ErrorKind::Timeout => "the user did not answer the desktop's dialog within 45 s",
            Err(error) => return Err(error),
        };
        // The dialog closes with its session.
        let path = session.as_ref();
        drop(self.call(path, "org.freedesktop.portal.Session", "Close", &()).await);
        Ok(Consent::Refused(decided))
    }

    fn token(&self) -> String {
        format!(
            "uipilot{}_{}",
            std::process::id(),
            self.requests.fetch_add(1, Ordering::Relaxed)
        )
    }

    /// Makes a request and waits for the portal's response, which arrives as a signal.
    async fn request<B>(&self, method: &str, limit: Duration, body: impl FnOnce(String) -> B) -> Result<Response>
    where
        B: Serialize + DynamicType + Sync,
    {
        let token = self.token();
        let sender = self.connection.unique_name().map_or("", |name| name.as_str());
        let sender = sender.trim_start_matches(':').replace('.', "_");
        let path = format!("{PATH}/request/{sender}/{token}");
        let rule = MatchRule::builder()
            .msg_type(message::Type::Signal)
            .interface(REQUEST)
            .and_then(|rule| rule.member("Response"))
            .and_then(|rule| rule.path(path))
            .or_kind(ErrorKind::Internal, "the portal's responses cannot be listened to")?
            .build();
        // Listen first: the response may arrive before the call returns.
        let mut responses = MessageStream::for_match_rule(rule, &self.connection, Some(4))
            .await
            .map_err(|error| fault(&error))?;
        self.call(ObjectPath::from_static_str_unchecked(PATH), INTERFACE, method, &body(token))
            .await?;
        let late = || EngineError::new(ErrorKind::Timeout, format!("the desktop's portal has not answered {method}"));
        let response = tokio::time::timeout(limit, responses.next()).await.map_err(|_| late())?;
        let response = response
            .ok_or_else(|| odd("the connection ended"))?
            .map_err(|error| fault(&error))?;
        let (code, results): (u32, Results) = response.body().deserialize().map_err(|error| fault(&error))?;
        Ok(if code == 0 {
            Response::Done(results)
        } else {
            Response::Refused
        })
    }

    async fn call<B>(&self, path: ObjectPath<'_>, interface: &str, method: &str, body: &B) -> Result<Message>
    where
        B: Serialize + DynamicType + Sync,
    {
        let called = self.connection.call_method(Some(NAME), path, Some(interface), method, body);
        tokio::time::timeout(CALL_LIMIT, called)
            .await
            .map_err(|_| EngineError::new(ErrorKind::Timeout, "the desktop's portal does not answer"))?
            .map_err(|error| fault(&error))
    }

    /// Presses a key with its modifiers. All are released, even after a failure.
    pub(super) async fn press(self: &Arc<Self>, chord: &Chord) -> Result<()> {
        let (wanted, held) = keysyms::of_chord(chord)
            .ok_or_else(|| EngineError::new(ErrorKind::Unsupported, "the portal's keyboard has no such key"))?;
        let portal = Arc::clone(self);
        to_its_end(async move { portal.tap(&held, wanted).await }).await
    }

    /// Types the keysyms of a part of a text for which [`can_type`] is true.
    pub(super) async fn type_part(self: &Arc<Self>, part: &[u32]) -> Result<()> {
        let (portal, part) = (Arc::clone(self), part.to_vec());
        to_its_end(async move {
            for keysym in part {
                portal.tap(&[], keysym).await?;
                tokio::time::sleep(KEY_PAUSE).await;
            }
            Ok(())
        })
        .await
    }

    async fn tap(&self, held: &[u32], wanted: u32) -> Result<()> {
        let mut down = Vec::new();
        let mut result = Ok(());
        for &keysym in held.iter().chain([&wanted]) {
            down.push(keysym);
            result = self.key(keysym, PRESSED).await;
            if result.is_err() {
                break;
            }
        }
        for &keysym in down.iter().rev() {
            result = result.and(self.key(keysym, RELEASED).await);
        }
        result
    }

    async fn key(&self, keysym: u32, state: u32) -> Result<()> {
        let session = self.session().await?;
        #[expect(clippy::cast_possible_wrap, reason = "keysyms have 29 bits")]
        let body = (&session, Options::new(), keysym as i32, state);
        let sent = self
            .call(
                ObjectPath::from_static_str_unchecked(PATH),
                INTERFACE,
                "NotifyKeyboardKeysym",
                &body,
            )
            .await;
        let Err(error) = sent else { return Ok(()) };
        if *error.kind() != ErrorKind::PermissionDenied {
            return Err(error);
        }
        let why = "the desktop or the user has ended it";
        self.decide(&mut *self.consent.lock().await, Consent::Refused(why));
        Err(refused(why))
    }
}

/// Runs work to completion even if the caller is dropped, so that no key stays pressed.
async fn to_its_end(work: impl Future<Output = Result<()>> + Send + 'static) -> Result<()> {
    tokio::spawn(work)
        .await
        .or_kind(ErrorKind::Internal, "a call to the desktop's portal did not end")?
}

/// Whether the portal types all of a text. It looks up keys in the user's layout and silently drops characters that
/// are missing. All layouts have ASCII.
pub(super) fn can_type(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' '..='~' | '\n' | '\r' | '\t'))
}

/// The portal's response to a request.
enum Response {
    Done(Results),
    Refused,
}

/// The session in the response to `CreateSession`: portals send its path as a string.
fn session_of(mut results: Results) -> Option<OwnedObjectPath> {
    let handle = results.remove("session_handle")?;
    match Value::from(handle) {
        Value::Str(path) => ObjectPath::try_from(path.as_str()).ok().map(OwnedObjectPath::from),
        Value::ObjectPath(path) => Some(path.into_owned().into()),
        _ => None,
    }
}

/// The device types in the response to `Start`.
fn devices(results: &Results) -> u32 {
    results
        .get("devices")
        .and_then(|value| u32::try_from(value).ok())
        .unwrap_or(0)
}

fn refused(why: &str) -> EngineError {
    EngineError::new(
        ErrorKind::PermissionDenied,
        format!("this desktop lets programs press keys by its RemoteDesktop portal alone, and {why}"),
    )
    .with_next_step(
        "ask the user to allow remote interaction, and start this program again, because it asks once; what accessibility does itself (read, click, set_value) works without",
    )
}

fn odd(what: &str) -> EngineError {
    EngineError::new(ErrorKind::Protocol, format!("the desktop's portal answered oddly: {what}"))
}

/// Maps a D-Bus error to ours. A session that has ended counts as one that was never granted.
fn fault(error: &zbus::Error) -> EngineError {
    let kind = match error {
        zbus::Error::MethodError(..) => ErrorKind::PermissionDenied,
        zbus::Error::InputOutput(_) => ErrorKind::SessionEnded,
        _ => ErrorKind::Protocol,
    };
    EngineError::new(kind, "the desktop's portal did not carry the call out").with_source(error.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_what_every_layout_has() {
        assert!(can_type("Hello, World! 123\n\t{[]}~"));
        assert!(!can_type("für"));
        assert!(!can_type("漢字"));
    }

    #[test]
    fn reads_a_session_as_string_or_as_object() {
        let path = "/org/freedesktop/portal/desktop/session/1_12/s1";
        let text = OwnedValue::try_from(Value::from(path)).expect("a string");
        let object = OwnedValue::try_from(Value::from(ObjectPath::try_from(path).expect("a path"))).expect("a path");
        for handle in [text, object] {
            let session = session_of(HashMap::from([("session_handle".to_owned(), handle)]));
            assert_eq!(session.as_ref().map(|session| session.as_str()), Some(path));
        }
        let odd = OwnedValue::try_from(Value::from("no path")).expect("a string");
        assert!(session_of(HashMap::from([("session_handle".to_owned(), odd)])).is_none());
        assert!(session_of(Results::new()).is_none());
    }

    #[test]
    fn a_user_who_allows_nothing_has_allowed_no_keyboard() {
        assert_eq!(devices(&Results::new()), 0);
        let kinds = OwnedValue::from(3_u32);
        assert_eq!(devices(&HashMap::from([("devices".to_owned(), kinds)])) & KEYBOARD, KEYBOARD);
    }
}
