//! A stand-in for the C calls, for tests elsewhere than on a Mac: objects with real counts, an
//! application with a tree, a log of what was done to it, and switches for what goes wrong.
//!
//! Addresses are made up and never used twice, so that any use of an object that was freed is found.

mod accessibility;
mod app;
mod events;
mod foundation;
mod object;

pub(super) use app::{Effect, Node, Value};
pub(super) use events::{Event, EventKind};

use object::Objects;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What was done to the application.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Logged {
    /// A time limit was set on an element; 0 is the one above all applications.
    Limit(usize, Duration),
    /// An attribute was read.
    Read(usize, String),
    /// An attribute was set.
    Set(usize, String, Value),
    /// An action was performed.
    Performed(usize, String),
    /// An event was posted to a process.
    Posted(i32, Event),
}

/// Everything there is.
#[derive(Debug, Default)]
pub(super) struct World {
    objects: Objects,
    pub(super) nodes: BTreeMap<usize, Node>,
    pub(super) log: Vec<Logged>,
    /// Calls that answer a code instead, by name: after how many, how often, which code.
    failures: HashMap<&'static str, (usize, usize, i32)>,
    /// The application does not answer at all.
    pub(super) hung: bool,
    /// The next call of accessibility throws.
    throws: bool,
    /// The permission for accessibility, and whether the system's dialog was asked for.
    pub(super) trusted: bool,
    pub(super) asked: usize,
    /// Windows of the window server: number, pid, owner, layer, place.
    pub(super) windows: Vec<(i64, i64, String, i64, [f64; 4])>,
}

/// The node of the application itself.
pub(super) const APPLICATION: usize = 1;
/// Stands for the element above all applications.
const SYSTEM_WIDE: usize = 0;

static SERIAL: Mutex<()> = Mutex::new(());
static WORLD: Mutex<Option<World>> = Mutex::new(None);

/// Does something with the world. Calls of the shim do not nest.
fn with<R>(body: impl FnOnce(&mut World) -> R) -> R {
    let mut world = WORLD.lock().unwrap_or_else(PoisonError::into_inner);
    body(world.get_or_insert_with(World::default))
}

/// A world of its own for one test; others wait.
pub(super) struct Shim {
    _serial: MutexGuard<'static, ()>,
}

#[expect(clippy::unused_self, reason = "only who holds the world may touch it")]
impl Shim {
    /// An application with these nodes; [`APPLICATION`] is the root.
    pub(super) fn start(nodes: impl IntoIterator<Item = (usize, Node)>) -> Self {
        let serial = SERIAL.lock().unwrap_or_else(PoisonError::into_inner);
        let mut world = World {
            trusted: true,
            nodes: nodes.into_iter().collect(),
            ..World::default()
        };
        app::link(&mut world.nodes);
        *WORLD.lock().unwrap_or_else(PoisonError::into_inner) = Some(world);
        Self { _serial: serial }
    }

    /// Does something with the world.
    pub(super) fn world<R>(&self, body: impl FnOnce(&mut World) -> R) -> R {
        with(body)
    }

    /// Calls of this name answer a code: after `skip` that do not, `times` times.
    pub(super) fn fail(&self, call: &'static str, skip: usize, times: usize, code: i32) {
        with(|world| world.failures.insert(call, (skip, times, code)));
    }

    /// The next call of accessibility throws.
    pub(super) fn throw(&self) {
        with(|world| world.throws = true);
    }

    /// What was done so far; the log begins anew.
    pub(super) fn take_log(&self) -> Vec<Logged> {
        with(|world| std::mem::take(&mut world.log))
    }

    /// The events of a log that were posted.
    pub(super) fn events(log: &[Logged]) -> Vec<Event> {
        log.iter()
            .filter_map(|entry| match entry {
                Logged::Posted(_, event) => Some(event.clone()),
                _ => None,
            })
            .collect()
    }

    /// How many objects are alive.
    pub(super) fn live(&self) -> usize {
        with(|world| world.objects.live())
    }

    /// Everything was given back, and nothing was used after that.
    pub(super) fn assert_clean(&self) {
        let faults = with(|world| world.objects.faults());
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
