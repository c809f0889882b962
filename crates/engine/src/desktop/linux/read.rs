//! Reads single objects.

use super::application::Application;
use super::bus::{ACCESSIBLE, Bus, Object, TEXT};
use super::vocabulary::{PASSWORD_TEXT, States, ValueKind, press, role, value_kind};
use crate::desktop::node::{NodeSource, RawNode, Rect, UiNode};
use crate::error::{ErrorKind, Result};

/// The maximum number of characters read from a text.
const MOST_TEXT: i32 = 20_000;

/// The properties that every reading of an object gives.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) role: u32,
    pub(super) name: String,
    pub(super) states: States,
}

impl Facts {
    /// The node with these properties, without value, bounds and actions.
    pub(super) fn raw(&self, object: &Object, parent: Option<usize>) -> RawNode {
        let role = role(self.role);
        let mut states = self.states.words(role);
        if self.role == PASSWORD_TEXT {
            states.push("password".to_owned());
        }
        RawNode {
            key: object.key(),
            parent,
            identifier: None,
            press: None,
            secure: self.role == PASSWORD_TEXT,
            node: UiNode {
                id: String::new(),
                role: role.to_owned(),
                title: (!self.name.is_empty()).then(|| self.name.clone()),
                value: None,
                enabled: self.states.is_enabled(),
                focused: self.states.is_focused(),
                bounds: None,
                states,
                actions: Vec::new(),
                source: NodeSource::Atspi,
                children: Vec::new(),
            },
        }
    }
}

/// Reads role, name and states.
pub(super) async fn facts(app: &Application, object: &Object) -> Result<Facts> {
    let states = states(app, object).await?;
    facts_with(app, object, states).await
}

/// Reads the states.
pub(super) async fn states(app: &Application, object: &Object) -> Result<States> {
    let states: Vec<u32> = app.bus(object).call(object, ACCESSIBLE, "GetState", &()).await?;
    Ok(States::of(&states))
}

/// Reads role and name, given the states.
pub(super) async fn facts_with(app: &Application, object: &Object, states: States) -> Result<Facts> {
    let (role, name) = tokio::join!(
        app.role(object),
        app.bus(object).property::<String>(object, ACCESSIBLE, "Name"),
    );
    Ok(Facts {
        role: role?,
        states,
        name: name.unwrap_or_default(),
    })
}

/// The parent of an object.
pub(super) async fn parent(app: &Application, object: &Object) -> Result<Object> {
    let value: zbus::zvariant::OwnedValue = app
        .bus(object)
        .call(object, "org.freedesktop.DBus.Properties", "Get", &(ACCESSIBLE, "Parent"))
        .await?;
    let (name, path): (String, zbus::zvariant::OwnedObjectPath) = value
        .try_into()
        .map_err(|_| crate::error::EngineError::new(ErrorKind::Protocol, "the parent of an element has no place"))?;
    Ok(Object::new(&name, path.as_str()))
}

/// The value, if the node has one and it is not secret.
pub(super) async fn value(app: &Application, object: &Object, facts: &Facts) -> Option<String> {
    if facts.role == PASSWORD_TEXT {
        return None;
    }
    let bus = app.bus(object);
    match value_kind(role(facts.role), facts.states) {
        ValueKind::None => None,
        ValueKind::Text => text(bus, object).await.ok(),
        ValueKind::Number => {
            let number: f64 = bus.property(object, "org.a11y.atspi.Value", "CurrentValue").await.ok()?;
            Some(shown(number))
        }
    }
}

/// The text of a field. Qt's multi-line fields return nothing if more is requested than they have. Asking every field
/// for its length first would cost one more call each.
async fn text(bus: &Bus, object: &Object) -> Result<String> {
    let until = async |end: i32| bus.call::<_, String>(object, TEXT, "GetText", &(0, end)).await;
    let text = until(MOST_TEXT).await?;
    if !text.is_empty() {
        return Ok(text);
    }
    let length: i32 = bus.property(object, TEXT, "CharacterCount").await.unwrap_or(0);
    if length > 0 {
        return until(length.min(MOST_TEXT)).await;
    }
    Ok(text)
}

/// A number without the rounding noise of its binary form.
fn shown(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// All properties of one object; `None` if it no longer exists.
pub(super) async fn node(app: &Application, object: &Object) -> Result<Option<RawNode>> {
    let facts = match facts(app, object).await {
        Ok(facts) if facts.states.is_defunct() => return Ok(None),
        Ok(facts) => facts,
        Err(error) if matches!(error.kind(), ErrorKind::StaleUid | ErrorKind::Unsupported) => return Ok(None),
        Err(error) => return Err(error),
    };
    let (value, bounds, actions, identifier) = tokio::join!(
        value(app, object, &facts),
        app.bounds(object),
        actions(app, object),
        app.identifier(object),
    );
    let mut raw = facts.raw(object, None);
    raw.node.value = value;
    raw.node.bounds = bounds;
    raw.press = press(&actions);
    raw.node.actions = actions;
    raw.identifier = identifier;
    Ok(Some(raw))
}

/// The names of the actions that an object offers.
pub(super) async fn actions(app: &Application, object: &Object) -> Vec<String> {
    let listed: Result<Vec<(String, String, String)>> =
        app.bus(object).call(object, "org.a11y.atspi.Action", "GetActions", &()).await;
    listed.unwrap_or_default().into_iter().map(|(name, _, _)| name).collect()
}

/// Coordinates relative to the screen.
const ON_SCREEN: u32 = 0;
/// Coordinates relative to the window.
const IN_WINDOW: u32 = 1;

/// The extents that an object reports, relative to the window if the application does not know its screen position.
/// (GTK 4 even writes a warning to its standard error for each request of screen coordinates.)
pub(super) async fn extents(app: &Application, object: &Object) -> Option<Rect> {
    let places = if app.positions_in_window() { IN_WINDOW } else { ON_SCREEN };
    let (x, y, w, h): (i32, i32, i32, i32) = app
        .bus(object)
        .call(object, "org.a11y.atspi.Component", "GetExtents", &places)
        .await
        .ok()?;
    let is_place = w > 0 && h > 0 && x > i32::MIN && y > i32::MIN;
    is_place.then(|| Rect {
        x: f64::from(x),
        y: f64::from(y),
        w: f64::from(w),
        h: f64::from(h),
    })
}
