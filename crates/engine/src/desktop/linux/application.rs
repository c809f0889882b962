//! One application on the accessibility bus: how to reach it, and what its toolkit offers.

use super::bus::{ACCESSIBLE, Bus, Object, REGISTRY, ROOT};
use super::read::{self, Facts};
use super::screen::{Display, Owner};
use super::vocabulary::States;
use crate::desktop::node::Rect;
use crate::error::{ErrorKind, Result};
use futures_util::stream::{self, StreamExt as _};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zbus::zvariant::{ObjectPath, OwnedObjectPath};

/// A reference to an object as D-Bus transfers it.
type Reference = (String, OwnedObjectPath);
/// A reference that borrows from the message.
type Borrowed<'a> = (&'a str, ObjectPath<'a>);
/// An item of an application's cache: object, application, parent, index, number of children, interfaces, name, role,
/// description, states.
type CacheItem<'a> = (
    Borrowed<'a>,
    Borrowed<'a>,
    Borrowed<'a>,
    i32,
    i32,
    Vec<&'a str>,
    &'a str,
    u32,
    &'a str,
    Vec<u32>,
);
/// A rule for `Collection.GetMatches`: states, attributes, roles and interfaces, each with its match type, and
/// whether the rule is inverted.
type MatchRule<'a> = (
    &'a [i32],
    i32,
    HashMap<String, String>,
    i32,
    &'a [i32],
    i32,
    &'a [String],
    i32,
    bool,
);

/// The maximum number of applications that are listed.
const MOST_APPLICATIONS: usize = 1_000;
/// Match type: all conditions must hold.
const ALL: i32 = 1;
/// Sort order: as in the tree.
const CANONICAL: u32 = 1;

/// A node from the toolkit's cache.
#[derive(Clone)]
pub(super) struct Cached {
    pub(super) object: Object,
    pub(super) parent: Object,
    /// Its index among its siblings.
    pub(super) place: i32,
    /// The number of its children; -1 if the toolkit does not count them.
    pub(super) children: i32,
    pub(super) facts: Facts,
}

/// Properties that stay constant during an object's lifetime and are read once.
#[derive(Default)]
struct Lasting {
    /// Developers' names of objects that were asked for one.
    identifiers: HashMap<Object, Option<String>>,
    /// Roles; only filled for toolkits that never change a role or reuse a path.
    roles: HashMap<Object, u32>,
}

/// A running application.
pub(super) struct Application {
    pub(super) pid: u32,
    name: String,
    path: String,
    bus: Bus,
    /// A direct connection to the application, if it offers one.
    direct: Option<Bus>,
    /// The major version of GTK, if that is the toolkit.
    gtk: Option<u32>,
    pub(super) display: Option<Arc<Display>>,
    lasting: Mutex<Lasting>,
    whole_cache: AtomicBool,
    /// The parent of each object at the last reading of the tree.
    parents: Mutex<HashMap<Object, Object>>,
}

impl Application {
    /// The application at this address on the bus.
    ///
    /// # Errors
    /// `Timeout` if it does not answer.
    pub(super) async fn new(bus: Bus, object: Object, pid: u32, display: Option<Arc<Display>>) -> Result<Self> {
        let bus = bus.for_application();
        let interface = "org.a11y.atspi.Application";
        let (toolkit, address) = tokio::join!(
            toolkit(&bus, &object),
            bus.call::<_, String>(&object, interface, "GetApplicationBusAddress", &""),
        );
        let gtk = toolkit?.and_then(|(name, version)| {
            name.eq_ignore_ascii_case("gtk")
                .then(|| version.split('.').next()?.parse().ok())
                .flatten()
        });
        let direct = match address {
            Ok(address) if !address.is_empty() => bus
                .direct(&address, pid)
                .await
                .inspect_err(|error| tracing::info!(%error, pid, "no direct connection to the application"))
                .ok(),
            _ => None,
        };
        Ok(Self {
            pid,
            name: object.name,
            path: object.path,
            bus,
            direct,
            gtk,
            display,
            lasting: Mutex::default(),
            whole_cache: AtomicBool::new(true),
            parents: Mutex::default(),
        })
    }

    pub(super) fn root(&self) -> Object {
        Object::new(&self.name, &self.path)
    }

    /// The children of an object.
    pub(super) async fn children(&self, object: &Object) -> Result<Vec<Object>> {
        children(self.bus(object), object).await
    }

    /// The connection for an object. Embedded objects belong to another application.
    pub(super) fn bus(&self, object: &Object) -> &Bus {
        match &self.direct {
            Some(direct) if object.name == self.name => direct,
            _ => &self.bus,
        }
    }

    /// The bus that all applications share.
    pub(super) fn shared_bus(&self) -> &Bus {
        &self.bus
    }

    /// Its name on the bus.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// All objects whose states include all of these bits, in tree order; `None` if the toolkit does not support
    /// matching.
    ///
    /// # Errors
    /// `Timeout` if the application does not answer.
    pub(super) async fn matches(&self, states: u32) -> Result<Option<Vec<Object>>> {
        let root = self.root();
        #[expect(clippy::cast_possible_wrap, reason = "bits")]
        let states = [states as i32, 0];
        let nothing = [0; 4];
        let rule: MatchRule<'_> = (&states, ALL, HashMap::new(), ALL, &nothing, ALL, &[], ALL, false);
        let request = (rule, CANONICAL, 0_i32, true);
        let asked = self
            .bus(&root)
            .call(&root, "org.a11y.atspi.Collection", "GetMatches", &request);
        let found: Vec<Reference> = offered(asked.await)?.unwrap_or_default();
        Ok((!found.is_empty()).then(|| found.into_iter().map(object).filter(|object| !object.is_null()).collect()))
    }

    /// The nodes in the application's cache, which may be incomplete; `None` if there is no cache.
    ///
    /// # Errors
    /// `Timeout` if the application does not answer.
    pub(super) async fn cached(&self) -> Result<Option<Vec<Cached>>> {
        let cache = Object::new(&self.name, "/org/a11y/atspi/cache");
        let asked = self.bus(&cache).send(&cache, "org.a11y.atspi.Cache", "GetItems", &());
        let Some(answer) = offered(asked.await)? else {
            return Ok(None);
        };
        let body = answer.body();
        let Ok(items) = body.deserialize::<Vec<CacheItem<'_>>>() else {
            return Ok(None);
        };
        let object = |(name, path): Borrowed<'_>| Object::new(name, path.as_str());
        let node = |(own, _, parent, place, children, _, name, role, _, states): CacheItem<'_>| Cached {
            object: object(own),
            parent: object(parent),
            place,
            children,
            facts: Facts {
                role,
                name: name.to_owned(),
                states: States::of(&states),
            },
        };
        Ok(Some(items.into_iter().map(node).collect()))
    }

    /// Whether the cache has held the whole tree at every reading so far.
    pub(super) fn keeps_whole_cache(&self) -> bool {
        self.whole_cache.load(Ordering::Relaxed)
    }

    /// Marks the cache as incomplete for all later readings.
    pub(super) fn doubt_cache(&self) {
        self.whole_cache.store(false, Ordering::Relaxed);
    }

    /// Whether the toolkit is GTK.
    pub(super) fn is_gtk(&self) -> bool {
        self.gtk.is_some()
    }

    /// Whether the toolkit is GTK 4 or newer.
    pub(super) fn is_gtk4(&self) -> bool {
        self.gtk.is_some_and(|version| version >= 4)
    }

    /// The developer's name for an object. It is part of ids and never changes, so it is read once.
    pub(super) async fn identifier(&self, object: &Object) -> Option<String> {
        let cached = self.lasting().identifiers.get(object).cloned();
        if let Some(name) = cached {
            return name;
        }
        let read: Result<String> = self.bus(object).property(object, ACCESSIBLE, "AccessibleId").await;
        let name = read.ok().filter(|name| !name.is_empty());
        self.lasting().identifiers.insert(object.clone(), name.clone());
        name
    }

    /// The role of an object. GTK 4 fixes the role when it creates an object and uses random paths, so there it is
    /// read once.
    pub(super) async fn role(&self, object: &Object) -> Result<u32> {
        let cached = self.lasting().roles.get(object).copied();
        if let Some(role) = cached {
            return Ok(role);
        }
        let role = self.bus(object).call(object, ACCESSIBLE, "GetRole", &()).await?;
        if self.is_gtk4() {
            self.lasting().roles.insert(object.clone(), role);
        }
        Ok(role)
    }

    fn lasting(&self) -> MutexGuard<'_, Lasting> {
        self.lasting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops what was stored of objects that no longer exist.
    pub(super) fn keep_lasting(&self, present: &HashSet<&Object>) {
        let mut lasting = self.lasting();
        lasting.identifiers.retain(|object, _| present.contains(object));
        lasting.roles.retain(|object, _| present.contains(object));
    }

    /// Whether positions are relative to the window. GTK 4 knows no others, and under Wayland no application does.
    pub(super) fn positions_in_window(&self) -> bool {
        let on_screen = |display: &Arc<Display>| display.reporting().screen_positions;
        self.is_gtk4() || !self.display.as_ref().is_none_or(on_screen)
    }

    /// The place of an object on the screen; `None` if it cannot be determined.
    pub(super) async fn bounds(&self, object: &Object) -> Option<Rect> {
        let mut bounds = read::extents(self, object).await?;
        if self.positions_in_window() {
            let (x, y) = self.origin(object).await?;
            bounds.x += f64::from(x);
            bounds.y += f64::from(y);
        }
        Some(bounds)
    }

    /// The origin of positions within the window that holds an object. GTK 3 counts from the edge of the shadow that
    /// it draws, others from the contents.
    async fn origin(&self, object: &Object) -> Option<(i32, i32)> {
        let window = self.window_of(object).await?;
        let display = Arc::clone(self.display.as_ref()?);
        let origins = display.run(move |screen| screen.origins(window)).await.ok()?;
        Some(match self.gtk {
            Some(..4) => origins.surface,
            _ => origins.contents,
        })
    }

    /// The application as its display identifies it.
    pub(super) async fn owner(&self) -> Owner {
        let by_process = self.display.as_ref().is_none_or(|display| display.reporting().processes);
        Owner {
            pid: self.pid,
            titles: if by_process { Vec::new() } else { self.titles().await },
        }
    }

    /// The titles of its windows, as the application reports them.
    async fn titles(&self) -> Vec<String> {
        let mut titles = Vec::new();
        for window in self.children(&self.root()).await.unwrap_or_default() {
            let title: Result<String> = self.bus(&window).property(&window, ACCESSIBLE, "Name").await;
            titles.extend(title.ok().filter(|title| !title.is_empty()));
        }
        titles
    }

    /// Whether the application reports that a window of its own has the keyboard: the one that holds an object, or
    /// any.
    pub(super) async fn reports_active(&self, object: Option<&Object>) -> bool {
        let windows = match object {
            Some(object) => self.top(object).await.into_iter().collect(),
            None => self.children(&self.root()).await.unwrap_or_default(),
        };
        for window in windows {
            if read::states(self, &window).await.is_ok_and(States::is_active) {
                return true;
            }
        }
        false
    }

    /// The display's window that holds an object.
    pub(super) async fn window_of(&self, object: &Object) -> Option<u64> {
        let top = self.top(object).await?;
        let (title, place) = tokio::join!(
            self.bus(&top).property::<String>(&top, ACCESSIBLE, "Name"),
            read::extents(self, &top),
        );
        let title = title.unwrap_or_default();
        let owner = self.owner().await;
        let display = Arc::clone(self.display.as_ref()?);
        display
            .run(move |screen| screen.window_like(&owner, &title, place))
            .await
            .ok()?
    }

    /// Stores the parents of objects, so that looking up ancestors costs no calls.
    pub(super) fn keep_parents(&self, parents: HashMap<Object, Object>) {
        *self.parents.lock().unwrap_or_else(PoisonError::into_inner) = parents;
    }

    /// The outermost ancestor of an object below the application itself.
    async fn top(&self, object: &Object) -> Option<Object> {
        let mut at = object.clone();
        for _ in 0..200 {
            let parent = self.parents.lock().unwrap_or_else(PoisonError::into_inner).get(&at).cloned();
            if let Some(above) = parent {
                at = above;
                continue;
            }
            let above = read::parent(self, &at).await.ok()?;
            if above.is_null() || above.path == self.path || above.path == ROOT {
                return Some(at);
            }
            at = above;
        }
        None
    }
}

/// An answer, or `None` if the application does not offer the call. An application that does not answer at all is an
/// error.
fn offered<T>(answer: Result<T>) -> Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error) if matches!(error.kind(), ErrorKind::Timeout | ErrorKind::SessionEnded) => Err(error),
        Err(_) => Ok(None),
    }
}

fn object((name, path): Reference) -> Object {
    Object::new(&name, path.as_str())
}

/// The name and version of an application's toolkit; `None` if it reports none.
///
/// # Errors
/// `Timeout` if it does not answer.
pub(super) async fn toolkit(bus: &Bus, root: &Object) -> Result<Option<(String, String)>> {
    let interface = "org.a11y.atspi.Application";
    let (name, version) = tokio::join!(
        bus.property::<String>(root, interface, "ToolkitName"),
        bus.property::<String>(root, interface, "Version"),
    );
    match name {
        Ok(name) => Ok(Some((name, version.unwrap_or_default()))),
        Err(error) if matches!(error.kind(), ErrorKind::Timeout) => Err(error),
        Err(_) => Ok(None),
    }
}

/// The children of an object, as the connection's peer reports them.
pub(super) async fn children(bus: &Bus, object: &Object) -> Result<Vec<Object>> {
    let children: Vec<Reference> = bus.call(object, ACCESSIBLE, "GetChildren", &()).await?;
    Ok(children
        .into_iter()
        .map(self::object)
        .filter(|child| !child.is_null())
        .collect())
}

/// Every registered application with its process id.
pub(super) async fn registered(bus: &Bus) -> Result<Vec<(Object, u32)>> {
    let registry = Object::new(REGISTRY, ROOT);
    let children = children(bus, &registry).await?;
    let daemon = Object::new("org.freedesktop.DBus", "/org/freedesktop/DBus");
    let found: Vec<Option<(Object, u32)>> = stream::iter(children.into_iter().take(MOST_APPLICATIONS))
        .map(|child| {
            let daemon = &daemon;
            async move {
                // An application that has just ended has no process.
                let interface = "org.freedesktop.DBus";
                let pid = bus
                    .call(daemon, interface, "GetConnectionUnixProcessID", &child.name.as_str())
                    .await
                    .ok()?;
                Some((child, pid))
            }
        })
        .buffered(32)
        .collect()
        .await;
    Ok(found.into_iter().flatten().collect())
}
