//! A stand-in for the C calls, for tests on other systems: objects with real reference counts, an application with a
//! tree, a log of operations, and switches for failures.
//!
//! Addresses are made up and never reused, so any use of a freed object is detected.

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

/// An operation on the application.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Logged {
    /// A time limit was set on an element; 0 is the system-wide element.
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

/// The state of the stand-in.
#[derive(Debug, Default)]
pub(super) struct World {
    objects: Objects,
    pub(super) nodes: BTreeMap<usize, Node>,
    pub(super) log: Vec<Logged>,
    /// Calls that return a code instead, by name: number to skip, number of failures, code.
    failures: HashMap<&'static str, (usize, usize, i32)>,
    /// The application answers nothing.
    pub(super) hung: bool,
    /// The next accessibility call throws.
    throws: bool,
    /// The accessibility permission, and how often the system's dialog was requested.
    pub(super) trusted: bool,
    pub(super) asked: usize,
    /// Windows of the window server: number, pid, owner, layer, bounds.
    pub(super) windows: Vec<(i64, i64, String, i64, [f64; 4])>,
}

/// The node of the application itself.
pub(super) const APPLICATION: usize = 1;
/// The system-wide element.
const SYSTEM_WIDE: usize = 0;

static SERIAL: Mutex<()> = Mutex::new(());
static WORLD: Mutex<Option<World>> = Mutex::new(None);

/// Accesses the world. Calls of the shim do not nest.
fn with<R>(body: impl FnOnce(&mut World) -> R) -> R {
    let mut world = WORLD.lock().unwrap_or_else(PoisonError::into_inner);
    body(world.get_or_insert_with(World::default))
}

/// A world for one test. Tests run one after the other.
pub(super) struct Shim {
    _serial: MutexGuard<'static, ()>,
}

#[expect(clippy::unused_self, reason = "only who holds the world may touch it")]
impl Shim {
    /// Starts with an application of these nodes; [`APPLICATION`] is the root.
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

    /// Accesses the world.
    pub(super) fn world<R>(&self, body: impl FnOnce(&mut World) -> R) -> R {
        with(body)
    }

    /// Makes calls of this name return a code: `skip` calls succeed first, then `times` calls fail.
    pub(super) fn fail(&self, call: &'static str, skip: usize, times: usize, code: i32) {
        with(|world| world.failures.insert(call, (skip, times, code)));
    }

    /// Makes the next accessibility call throw.
    pub(super) fn throw(&self) {
        with(|world| world.throws = true);
    }

    /// Takes the log of operations so far.
    pub(super) fn take_log(&self) -> Vec<Logged> {
        with(|world| std::mem::take(&mut world.log))
    }

    /// The posted events of a log.
    pub(super) fn events(log: &[Logged]) -> Vec<Event> {
        log.iter()
            .filter_map(|entry| match entry {
                Logged::Posted(_, event) => Some(event.clone()),
                _ => None,
            })
            .collect()
    }

    /// The number of live objects.
    pub(super) fn live(&self) -> usize {
        with(|world| world.objects.live())
    }

    /// Asserts that everything was released, and that nothing was used afterwards.
    pub(super) fn assert_clean(&self) {
        let faults = with(|world| world.objects.faults());
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
