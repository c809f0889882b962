//! One application on the accessibility bus: where it is reached, and what its toolkit offers.

use super::bus::{ACCESSIBLE, Bus, Object, REGISTRY, ROOT};
use super::read::{self, Facts};
use super::screen::{Display, Owner};
use super::vocabulary::States;
use crate::desktop::node::Rect;
use crate::error::Result;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zbus::zvariant::{ObjectPath, OwnedObjectPath};

/// A reference to an object, as it crosses the bus.
type Reference = (String, OwnedObjectPath);
/// A reference that is read without copying it.
type Borrowed<'a> = (&'a str, ObjectPath<'a>);
/// A line of an application's cache: object, application, parent, index, number of children,
/// interfaces, name, role, description, states.
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
/// What objects are looked for: states, attributes, roles, interfaces, each with how they count;
/// and whether it is turned round.
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

/// All that is given must hold.
const ALL: i32 = 1;
/// In the order of the tree.
const CANONICAL: u32 = 1;

/// A node as the toolkit's cache has it.
#[derive(Clone)]
pub(super) struct Cached {
    pub(super) object: Object,
    pub(super) parent: Object,
    /// Its number among its siblings.
    pub(super) place: i32,
    /// How many children it has; -1 where it does not count them.
    pub(super) children: i32,
    pub(super) facts: Facts,
}

/// What does not change while an object lives, so that it is read once.
#[derive(Default)]
struct Lasting {
    /// Developers' names, of those that were asked for one.
    identifiers: HashMap<Object, Option<String>>,
    /// Roles, where the toolkit never changes them and never uses a path twice.
    roles: HashMap<Object, u32>,
}

/// An application.
pub(super) struct Application {
    pub(super) pid: u32,
    name: String,
    path: String,
    bus: Bus,
    /// Straight to the application, where it offers that.
    direct: Option<Bus>,
    /// The major version of GTK, where that is the toolkit.
    gtk: Option<u32>,
    pub(super) display: Option<Arc<Display>>,
    lasting: Mutex<Lasting>,
    whole_cache: AtomicBool,
    /// What each object was in when the tree was last read.
    parents: Mutex<HashMap<Object, Object>>,
}

impl Application {
    /// The application with this place on the bus.
    pub(super) async fn new(bus: Bus, object: Object, pid: u32, display: Option<Arc<Display>>) -> Self {
        let mut app = Self {
            pid,
            name: object.name.clone(),
            path: object.path.clone(),
            bus,
            direct: None,
            gtk: None,
            display,
            lasting: Mutex::default(),
            whole_cache: AtomicBool::new(true),
            parents: Mutex::default(),
        };
        let address = app
            .bus
            .call::<_, String>(&object, "org.a11y.atspi.Application", "GetApplicationBusAddress", &"")
            .await;
        if let Ok(address) = address
            && !address.is_empty()
        {
            app.direct = Bus::direct(&address).await.ok();
        }
        let toolkit = app.toolkit().await;
        app.gtk = toolkit.and_then(|(name, version)| {
            name.eq_ignore_ascii_case("gtk")
                .then(|| version.split('.').next()?.parse().ok())
                .flatten()
        });
        app
    }

    /// Name and version of the toolkit.
    pub(super) async fn toolkit(&self) -> Option<(String, String)> {
        let root = self.root();
        let interface = "org.a11y.atspi.Application";
        let (name, version) = tokio::join!(
            self.bus.property::<String>(&root, interface, "ToolkitName"),
            self.bus.property::<String>(&root, interface, "Version"),
        );
        Some((name.ok()?, version.unwrap_or_default()))
    }

    pub(super) fn root(&self) -> Object {
        Object::new(&self.name, &self.path)
    }

    /// The way to an object. What an application has embedded belongs to another one.
    pub(super) fn bus(&self, object: &Object) -> &Bus {
        match &self.direct {
            Some(direct) if object.name == self.name => direct,
            _ => &self.bus,
        }
    }

    /// The bus that all applications are on.
    pub(super) fn shared_bus(&self) -> &Bus {
        &self.bus
    }

    /// The name on the bus.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Every object whose states have all of these bits, in the order of the tree; `None` where
    /// the toolkit cannot tell.
    pub(super) async fn matches(&self, states: u32) -> Option<Vec<Object>> {
        let root = self.root();
        #[expect(clippy::cast_possible_wrap, reason = "bits")]
        let states = [states as i32, 0];
        let nothing = [0; 4];
        let rule: MatchRule<'_> = (&states, ALL, HashMap::new(), ALL, &nothing, ALL, &[], ALL, false);
        let found: Vec<Reference> = self
            .bus(&root)
            .call(
                &root,
                "org.a11y.atspi.Collection",
                "GetMatches",
                &(rule, CANONICAL, 0_i32, true),
            )
            .await
            .ok()?;
        (!found.is_empty()).then(|| found.into_iter().map(object).filter(|object| !object.is_null()).collect())
    }

    /// What the application's cache holds. It may lack some.
    pub(super) async fn cached(&self) -> Option<Vec<Cached>> {
        let cache = Object::new(&self.name, "/org/a11y/atspi/cache");
        let answer = self
            .bus(&cache)
            .send(&cache, "org.a11y.atspi.Cache", "GetItems", &())
            .await
            .ok()?;
        let body = answer.body();
        let items: Vec<CacheItem<'_>> = body.deserialize().ok()?;
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
        Some(items.into_iter().map(node).collect())
    }

    /// Whether the cache held the whole tree whenever it was looked at.
    pub(super) fn keeps_whole_cache(&self) -> bool {
        self.whole_cache.load(Ordering::Relaxed)
    }

    /// From now on the cache is not taken for the whole tree.
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

    /// The developer's name for an object, read once: it is part of ids, and does not change.
    pub(super) async fn identifier(&self, object: &Object) -> Option<String> {
        let known = self.lasting().identifiers.get(object).cloned();
        if let Some(name) = known {
            return name;
        }
        let read: Result<String> = self.bus(object).property(object, ACCESSIBLE, "AccessibleId").await;
        let name = read.ok().filter(|name| !name.is_empty());
        self.lasting().identifiers.insert(object.clone(), name.clone());
        name
    }

    /// The role of an object. GTK 4 settles it when it makes the object, and gives each a path of
    /// random digits, so there it is read once.
    pub(super) async fn role(&self, object: &Object) -> Result<u32> {
        let known = self.lasting().roles.get(object).copied();
        if let Some(role) = known {
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

    /// Forgets what was kept of objects that are not there any more.
    pub(super) fn keep_lasting(&self, present: &HashSet<&Object>) {
        let mut lasting = self.lasting();
        lasting.identifiers.retain(|object, _| present.contains(object));
        lasting.roles.retain(|object, _| present.contains(object));
    }

    /// Whether places are told inside of the window: GTK 4 does not know others, and under Wayland
    /// nobody does.
    pub(super) fn tells_places_in_window(&self) -> bool {
        let known = |display: &Arc<Display>| display.nature().places_known_to_applications;
        self.is_gtk4() || !self.display.as_ref().is_none_or(known)
    }

    /// Where an object is on the screen; `None` where nobody tells.
    pub(super) async fn bounds(&self, object: &Object) -> Option<Rect> {
        let mut bounds = read::extents(self, object).await?;
        if self.tells_places_in_window() {
            let (x, y) = self.origin(object).await?;
            bounds.x += f64::from(x);
            bounds.y += f64::from(y);
        }
        Some(bounds)
    }

    /// Where the places inside of the window are counted from that holds an object: GTK 3 counts
    /// from where it draws the shadow, others from the contents.
    async fn origin(&self, object: &Object) -> Option<(i32, i32)> {
        let window = self.window_of(object).await?;
        let display = Arc::clone(self.display.as_ref()?);
        let origins = display.run(move |screen| screen.origins(window)).await.ok()?;
        Some(match self.gtk {
            Some(..4) => origins.surface,
            _ => origins.contents,
        })
    }

    /// The application as its display knows it.
    pub(super) async fn owner(&self) -> Owner {
        let told = self.display.as_ref().is_none_or(|display| display.nature().processes);
        Owner {
            pid: self.pid,
            titles: if told { Vec::new() } else { self.titles().await },
        }
    }

    /// The titles of its windows, as it tells them itself.
    async fn titles(&self) -> Vec<String> {
        let mut titles = Vec::new();
        for window in self.children(&self.root()).await.unwrap_or_default() {
            let title: Result<String> = self.bus(&window).property(&window, ACCESSIBLE, "Name").await;
            titles.extend(title.ok().filter(|title| !title.is_empty()));
        }
        titles
    }

    /// Whether the application itself says that a window of its has the keyboard: the one that holds
    /// an object, else any.
    pub(super) async fn says_active(&self, object: Option<&Object>) -> bool {
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

    /// Keeps what each object is in, so that the way up from one costs no calls.
    pub(super) fn keep_parents(&self, parents: HashMap<Object, Object>) {
        *self.parents.lock().unwrap_or_else(PoisonError::into_inner) = parents;
    }

    /// The outermost object that holds one, below the application itself.
    async fn top(&self, object: &Object) -> Option<Object> {
        let mut at = object.clone();
        for _ in 0..200 {
            let kept = self.parents.lock().unwrap_or_else(PoisonError::into_inner).get(&at).cloned();
            if let Some(above) = kept {
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

fn object((name, path): Reference) -> Object {
    Object::new(&name, path.as_str())
}

/// Every application that has registered, with its process.
pub(super) async fn registered(bus: &Bus) -> Result<Vec<(Object, u32)>> {
    let registry = Object::new(REGISTRY, ROOT);
    let children: Vec<Reference> = bus.call(&registry, ACCESSIBLE, "GetChildren", &()).await?;
    let daemon = Object::new("org.freedesktop.DBus", "/org/freedesktop/DBus");
    let mut found = Vec::with_capacity(children.len());
    for child in children.into_iter().map(object) {
        // One that has ended meanwhile has no process.
        let pid: Result<u32> = bus
            .call(
                &daemon,
                "org.freedesktop.DBus",
                "GetConnectionUnixProcessID",
                &child.name.as_str(),
            )
            .await;
        if let Ok(pid) = pid {
            found.push((child, pid));
        }
    }
    Ok(found)
}
