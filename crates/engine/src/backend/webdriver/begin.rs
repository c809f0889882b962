//! Asks for a new session until there is one. A grid may be full, lose a node, or restart.

use super::claim::{Claim, create};
use super::fault::{Code, Fault};
use super::server::Server;
use crate::backend::leftovers::Leftovers;
use reqwest::Method;
use serde_json::{Map, Value, json};
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::{Instant, sleep};

/// How often a session is refused by a server that has a free place, before that counts as its answer.
const MOST_REFUSALS: u32 = 5;

/// How long a grid of several nodes is asked again after it first refused a session for which it has a place. A hub offers the
/// places of a dead node until it notices, and prefers them: such a node has no sessions. A busy hub notices late.
const DEAD_NODE: Duration = Duration::from_secs(30);

/// The first and the longest pause before a session is asked for again.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// How long a grid may take to say whether it has a free place.
const STATUS_LIMIT: Duration = Duration::from_secs(5);

/// Why there is no session.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) fault: Fault,
    pub(super) tries: u32,
    /// The places of the grid, if the server is one: how many are free, of how many.
    pub(super) places: Option<Places>,
}

/// The places of a grid for sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Places {
    free: usize,
    all: usize,
    /// The nodes that have them.
    nodes: usize,
    ready: bool,
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of the grid's {} places are free", self.free, self.all)
    }
}

/// What to do after a refusal.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    /// Ask at once, without the socket of the standard.
    WithoutSocket,
    /// Ask again after this pause.
    After(Duration),
    GiveUp,
}

/// What is known when a session is refused.
#[derive(Debug, Clone, Copy)]
struct Known {
    code: Code,
    /// Whether the request can be made without a socket, and was made with one.
    socket: bool,
    places: Option<Places>,
    tries: u32,
    /// Refusals by a server that had a free place, this one included.
    refusals: u32,
    /// The time since the first of them.
    refused_for: Duration,
}

/// Decides by codes and states alone.
fn next(known: Known) -> Next {
    let pause = Next::After(pause(known.tries));
    match known.code {
        Code::InvalidArgument if known.socket => Next::WithoutSocket,
        Code::NotCreated => match known.places {
            Some(places) if places.is_full() => pause,
            // Some drivers refuse the socket like this.
            _ if known.socket && known.refusals == 1 => Next::WithoutSocket,
            Some(places) if known.refusals < MOST_REFUSALS || places.nodes > 1 && known.refused_for < DEAD_NODE => pause,
            _ => Next::GiveUp,
        },
        Code::Busy => pause,
        // A server that has answered before may restart.
        Code::Unreachable if known.tries > 1 => pause,
        _ => Next::GiveUp,
    }
}

/// The pause before the next try, longer each time.
fn pause(tries: u32) -> Duration {
    FIRST_PAUSE
        .saturating_mul(1 << tries.saturating_sub(1).min(8))
        .min(LONGEST_PAUSE)
}

/// Up to a quarter more, so that sessions that were refused together do not come back together.
fn spread(pause: Duration) -> Duration {
    let nanos = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .subsec_nanos();
    pause + pause / 4 * (nanos % 1_000) / 1_000
}

impl Places {
    /// The places that a grid's status tells. `None` for a server that is no grid.
    fn read(status: &Value) -> Option<Self> {
        let nodes = status["nodes"].as_array()?;
        let slots = |node: &Value| node["slots"].as_array().cloned().unwrap_or_default();
        let up = nodes
            .iter()
            .filter(|node| node["availability"].as_str().is_none_or(|is| is == "UP"));
        let nodes = up.clone().count();
        let up: Vec<Value> = up.flat_map(slots).collect();
        Some(Self {
            free: up.iter().filter(|slot| slot["session"].is_null()).count(),
            all: up.len(),
            nodes,
            ready: status["ready"].as_bool().unwrap_or(true),
        })
    }

    fn is_full(self) -> bool {
        self.free == 0 || !self.ready
    }
}

/// Makes a session within `limit`. `asked` are its capabilities, and `socket` whether that of the standard may be left out.
pub(super) async fn begin(
    server: &Server,
    mut asked: Map<String, Value>,
    socket: bool,
    limit: Duration,
    leftovers: &Leftovers,
) -> Result<(Claim, Map<String, Value>), Refused> {
    let until = Instant::now() + limit;
    let mut refusals = 0;
    let mut first_refusal = None;
    let mut tries = 0;
    loop {
        tries += 1;
        let with_socket = socket && asked.contains_key("webSocketUrl");
        let body = json!({"capabilities": {"alwaysMatch": asked}});
        let left = until.saturating_duration_since(Instant::now());
        let fault = match create(server, body, left, leftovers).await {
            Ok(made) => return Ok(made),
            Err(fault) => fault,
        };
        let places = match fault.code {
            Code::NotCreated | Code::Busy | Code::Late => places(server).await,
            _ => None,
        };
        if fault.code == Code::NotCreated && places.is_none_or(|places| !places.is_full()) {
            refusals += 1;
            first_refusal.get_or_insert_with(Instant::now);
        }
        let known = Known {
            code: fault.code,
            socket: with_socket,
            places,
            tries,
            refusals,
            refused_for: first_refusal.map_or(Duration::ZERO, |first| first.elapsed()),
        };
        match next(known) {
            Next::WithoutSocket => {
                tracing::debug!("no session with a socket; asking for one without");
                asked.remove("webSocketUrl");
            }
            Next::After(pause) if Instant::now() + pause < until => {
                tracing::debug!(?pause, tries, "no session yet; asking again");
                if socket {
                    asked.insert("webSocketUrl".into(), true.into());
                }
                sleep(spread(pause).min(until.saturating_duration_since(Instant::now()))).await;
            }
            _ => return Err(Refused { fault, tries, places }),
        }
    }
}

async fn places(server: &Server) -> Option<Places> {
    let status = server.ask(Method::GET, "status", None, STATUS_LIMIT).await;
    Places::read(&status.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Option<Places> = Some(Places {
        free: 1,
        all: 4,
        nodes: 1,
        ready: true,
    });
    const FULL: Option<Places> = Some(Places {
        free: 0,
        all: 4,
        nodes: 1,
        ready: true,
    });

    fn known(code: Code, places: Option<Places>, refusals: u32) -> Known {
        Known {
            code,
            socket: false,
            places,
            tries: refusals.max(1),
            refusals,
            refused_for: Duration::ZERO,
        }
    }

    #[test]
    fn a_grid_that_may_have_lost_a_node_is_asked_until_it_notices() {
        let places = FREE.map(|places| Places { nodes: 2, ..places });
        let refused = |refused_for| {
            next(Known {
                refused_for,
                ..known(Code::NotCreated, places, MOST_REFUSALS)
            })
        };
        assert_eq!(refused(DEAD_NODE / 2), Next::After(pause(MOST_REFUSALS)));
        assert_eq!(refused(DEAD_NODE), Next::GiveUp);
    }

    #[test]
    fn a_full_grid_is_asked_again_and_a_driver_is_believed() {
        assert_eq!(next(known(Code::NotCreated, FULL, 0)), Next::After(FIRST_PAUSE));
        assert_eq!(next(known(Code::NotCreated, FREE, 1)), Next::After(FIRST_PAUSE));
        assert_eq!(next(known(Code::NotCreated, FREE, MOST_REFUSALS)), Next::GiveUp);
        assert_eq!(next(known(Code::NotCreated, None, 1)), Next::GiveUp);
        assert_eq!(next(known(Code::InvalidArgument, FREE, 0)), Next::GiveUp);
        assert_eq!(next(known(Code::Late, FULL, 0)), Next::GiveUp);
        assert_eq!(next(known(Code::Busy, None, 0)), Next::After(FIRST_PAUSE));
    }

    #[test]
    fn a_refusal_may_mean_the_socket() {
        let refused = |code, places, refusals| {
            next(Known {
                socket: true,
                ..known(code, places, refusals)
            })
        };
        assert_eq!(refused(Code::InvalidArgument, None, 0), Next::WithoutSocket);
        assert_eq!(refused(Code::NotCreated, None, 1), Next::WithoutSocket);
        assert_eq!(refused(Code::NotCreated, FREE, 1), Next::WithoutSocket);
        // A full grid has not looked at the capabilities.
        assert_eq!(refused(Code::NotCreated, FULL, 0), Next::After(FIRST_PAUSE));
    }

    #[test]
    fn a_server_that_was_never_there_is_not_waited_for() {
        assert_eq!(next(known(Code::Unreachable, None, 1)), Next::GiveUp);
        let later = Known {
            tries: 2,
            ..known(Code::Unreachable, None, 0)
        };
        assert_eq!(next(later), Next::After(2 * FIRST_PAUSE));
    }

    #[test]
    fn pauses_grow_and_have_an_end() {
        assert!(pause(1) < pause(2) && pause(2) < pause(3));
        assert_eq!(pause(u32::MAX), LONGEST_PAUSE);
        assert!(spread(LONGEST_PAUSE) <= LONGEST_PAUSE + LONGEST_PAUSE / 4);
    }

    #[test]
    fn places_of_nodes_that_leave_do_not_count() {
        let slot = |session: Value| json!({"session": session});
        let status = json!({"ready": true, "nodes": [
            {"availability": "UP", "slots": [slot(Value::Null), slot(json!({"sessionId": "a"}))]},
            {"availability": "DRAINING", "slots": [slot(Value::Null)]},
        ]});
        let places = Places::read(&status).expect("a grid");
        assert_eq!((places.free, places.all, places.nodes, places.is_full()), (1, 2, 1, false));
        assert_eq!(Places::read(&json!({"ready": true})), None);
        assert!(Places::read(&json!({"ready": false, "nodes": []})).expect("a grid").is_full());
    }
}
