//! The application behind the calls: how its elements react to actions.

use super::events::{Event, EventKind};
use super::{APPLICATION, World};
use std::collections::{BTreeMap, BTreeSet};

/// A value of an attribute.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Number(f64),
    Integer(i64),
    Flag(bool),
    Point(f64, f64),
    Size(f64, f64),
    Element(usize),
    Elements(Vec<usize>),
    /// The attribute exists without a value.
    Absent,
}

/// The effect of pressing an element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
    /// None, although the call reports success.
    Nothing,
    /// Its own value toggles between 0 and 1.
    Toggle,
    /// An attribute is set.
    Set(usize, &'static str, Value),
    /// An attribute is set and a modal dialog opens, so the application does not answer.
    SetAndBlock(usize, &'static str, Value),
    /// An element is removed.
    Remove(usize),
}

/// One element.
#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    pub(crate) attributes: BTreeMap<String, Value>,
    pub(crate) settable: BTreeSet<String>,
    pub(crate) actions: Vec<String>,
    pub(crate) effect: Option<Effect>,
    pub(crate) pid: i32,
    pub(crate) gone: bool,
    /// Setting its value reports success and changes nothing.
    pub(crate) ignores_values: bool,
    /// Children that appear only after `AXManualAccessibility` was set.
    pub(crate) asleep: Vec<usize>,
}

impl Node {
    /// An element of this process with a role: enabled, not focused.
    pub(crate) fn new(role: &str) -> Self {
        let pid = i32::try_from(std::process::id()).unwrap_or_default();
        Self { pid, ..Self::default() }
            .with("AXRole", Value::Text(role.to_owned()))
            .with("AXEnabled", Value::Flag(true))
    }

    pub(crate) fn with(mut self, attribute: &str, value: Value) -> Self {
        self.attributes.insert(attribute.to_owned(), value);
        self
    }

    pub(crate) fn text(self, attribute: &str, text: &str) -> Self {
        self.with(attribute, Value::Text(text.to_owned()))
    }

    /// Adds a settable attribute.
    pub(crate) fn settable(mut self, attribute: &str, value: Value) -> Self {
        self.settable.insert(attribute.to_owned());
        self.with(attribute, value)
    }

    pub(crate) fn at(self, [x, y, w, h]: [f64; 4]) -> Self {
        self.with("AXPosition", Value::Point(x, y)).with("AXSize", Value::Size(w, h))
    }

    pub(crate) fn holding(self, children: &[usize]) -> Self {
        self.with("AXChildren", Value::Elements(children.to_vec()))
    }

    /// Makes it pressable.
    pub(crate) fn pressed(mut self, effect: Effect) -> Self {
        self.actions.push("AXPress".to_owned());
        self.effect = Some(effect);
        self
    }

    pub(crate) fn acting(mut self, action: &str) -> Self {
        self.actions.push(action.to_owned());
        self
    }

    pub(crate) fn flag(&self, attribute: &str) -> bool {
        self.attributes.get(attribute) == Some(&Value::Flag(true))
    }

    fn children(&self) -> &[usize] {
        match self.attributes.get("AXChildren") {
            Some(Value::Elements(children)) => children,
            _ => &[],
        }
    }

    fn bounds(&self) -> Option<[f64; 4]> {
        match (self.attributes.get("AXPosition")?, self.attributes.get("AXSize")?) {
            (Value::Point(x, y), Value::Size(w, h)) => Some([*x, *y, *w, *h]),
            _ => None,
        }
    }
}

/// Sets the window and the parent of every element.
pub(super) fn link(nodes: &mut BTreeMap<usize, Node>) {
    let mut open: Vec<(usize, Option<usize>, Option<usize>)> = vec![(APPLICATION, None, None)];
    let mut seen = BTreeSet::new();
    while let Some((number, parent, window)) = open.pop() {
        if !seen.insert(number) {
            continue;
        }
        let Some(node) = nodes.get_mut(&number) else { continue };
        if let Some(parent) = parent {
            node.attributes.insert("AXParent".to_owned(), Value::Element(parent));
        }
        if let Some(window) = window {
            node.attributes.insert("AXWindow".to_owned(), Value::Element(window));
        }
        let is_window = node.attributes.get("AXRole") == Some(&Value::Text("AXWindow".to_owned()));
        let window = if is_window { Some(number) } else { window };
        open.extend(
            node.children()
                .iter()
                .chain(&node.asleep)
                .map(|child| (*child, Some(number), window)),
        );
    }
}

/// Sets an attribute.
pub(super) fn set(world: &mut World, number: usize, attribute: &str, value: Value) -> i32 {
    if attribute == "AXManualAccessibility" {
        // Electron before release 25 obeys, but reports that the attribute does not exist.
        for node in world.nodes.values_mut() {
            if !node.asleep.is_empty() {
                let children = std::mem::take(&mut node.asleep);
                node.attributes.insert("AXChildren".to_owned(), Value::Elements(children));
            }
        }
        return -25205;
    }
    if world.nodes.get(&number).is_some_and(|node| node.ignores_values) {
        return 0;
    }
    if attribute == "AXFocused" {
        for node in world.nodes.values_mut() {
            if node.attributes.contains_key("AXFocused") {
                node.attributes.insert("AXFocused".to_owned(), Value::Flag(false));
            }
        }
    }
    if attribute == "AXFrontmost" {
        for node in world.nodes.values_mut() {
            if node.attributes.contains_key("AXFrontmost") {
                node.attributes.insert("AXFrontmost".to_owned(), Value::Flag(false));
            }
        }
    }
    let Some(node) = world.nodes.get_mut(&number) else {
        return -25202;
    };
    if !node.attributes.contains_key(attribute) {
        return -25205;
    }
    if attribute == "AXSelectedText" {
        insert(node, &value);
    } else {
        node.attributes.insert(attribute.to_owned(), value);
    }
    0
}

fn insert(node: &mut Node, text: &Value) {
    if let (Some(Value::Text(value)), Value::Text(text)) = (node.attributes.get_mut("AXValue"), text) {
        value.push_str(text);
    }
}

/// Performs an action.
pub(super) fn perform(world: &mut World, number: usize, action: &str) -> i32 {
    match action {
        "AXPress" | "AXPick" => {
            let effect = world.nodes[&number].effect.clone().unwrap_or(Effect::Nothing);
            let blocks = matches!(effect, Effect::SetAndBlock(..));
            apply(world, number, effect);
            if blocks { -25204 } else { 0 }
        }
        "AXRaise" => {
            let application = world.nodes.get_mut(&APPLICATION);
            if let Some(application) = application {
                application
                    .attributes
                    .insert("AXFocusedWindow".to_owned(), Value::Element(number));
            }
            0
        }
        _ => 0,
    }
}

fn apply(world: &mut World, number: usize, effect: Effect) {
    match effect {
        Effect::Nothing => {}
        Effect::Toggle => {
            if let Some(Value::Integer(value)) = world
                .nodes
                .get_mut(&number)
                .and_then(|node| node.attributes.get_mut("AXValue"))
            {
                *value = 1 - *value;
            }
        }
        Effect::Set(other, attribute, value) | Effect::SetAndBlock(other, attribute, value) => {
            if let Some(node) = world.nodes.get_mut(&other) {
                node.attributes.insert(attribute.to_owned(), value);
            }
        }
        Effect::Remove(gone) => {
            if let Some(node) = world.nodes.get_mut(&gone) {
                node.gone = true;
            }
            for node in world.nodes.values_mut() {
                if let Some(Value::Elements(children)) = node.attributes.get_mut("AXChildren") {
                    children.retain(|child| *child != gone);
                }
            }
        }
    }
}

/// The deepest element at a point. The application in front comes first.
pub(super) fn at(world: &World, x: f64, y: f64) -> Option<usize> {
    let mut applications: Vec<usize> = world
        .nodes
        .iter()
        .filter(|(_, node)| node.attributes.contains_key("AXFrontmost"))
        .map(|(number, _)| *number)
        .collect();
    applications.sort_by_key(|number| !world.nodes[number].flag("AXFrontmost"));
    applications
        .into_iter()
        .find_map(|application| deepest(world, application, x, y, 0))
}

fn deepest(world: &World, number: usize, x: f64, y: f64, depth: usize) -> Option<usize> {
    let node = world.nodes.get(&number)?;
    if depth > 50 || node.gone {
        return None;
    }
    let inside = node
        .bounds()
        .is_none_or(|[left, top, w, h]| x >= left && x < left + w && y >= top && y < top + h);
    if !inside {
        return None;
    }
    let mut children: Vec<usize> = node.children().to_vec();
    // The focused window is above the others.
    if let Some(Value::Element(window)) = node.attributes.get("AXFocusedWindow") {
        children.sort_by_key(|child| child != window);
    }
    children
        .into_iter()
        .find_map(|child| deepest(world, child, x, y, depth + 1))
        .or_else(|| node.bounds().map(|_| number))
}

/// Receives an event and reacts as the application would.
pub(super) fn deliver(world: &mut World, event: &Event) {
    match event.kind {
        EventKind::Key(code, true) => {
            let focused = world
                .nodes
                .iter()
                .find(|(_, node)| node.flag("AXFocused"))
                .map(|(number, _)| *number);
            let typed = match code {
                0x24 => "\n".to_owned(),
                0x30 => "\t".to_owned(),
                _ => event.text.clone(),
            };
            if let Some(node) = focused.and_then(|number| world.nodes.get_mut(&number)) {
                insert(node, &Value::Text(typed));
            }
        }
        // The main button is released: a click at the place of the press.
        EventKind::Mouse(2, 0) => {
            let place = event.at.and_then(|(x, y)| at(world, x, y));
            if let Some(number) = place {
                let effect = world.nodes[&number].effect.clone();
                if let Some(effect) = effect {
                    apply(world, number, effect);
                } else if world.nodes[&number].attributes.contains_key("AXFocused") {
                    set(world, number, "AXFocused", Value::Flag(true));
                }
            }
        }
        EventKind::Wheel(up, _) => {
            for node in world.nodes.values_mut() {
                let is_bar = node.attributes.get("AXRole") == Some(&Value::Text("AXScrollBar".to_owned()));
                if let Some(Value::Number(value)) = node.attributes.get_mut("AXValue").filter(|_| is_bar) {
                    *value = (*value - f64::from(up) / 100.0).clamp(0.0, 1.0);
                }
            }
        }
        EventKind::Key(_, false) | EventKind::Mouse(..) => {}
    }
}
