//! Keys for live elements, which the core knows by their keys only.

use super::element::Element;
use std::collections::HashMap;

/// Elements that were missing in this many complete readings are dropped, so that the registry does not grow.
const FORGOTTEN_AFTER: u64 = 8;

/// Maps elements to keys and back.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    keys: HashMap<Element, u64>,
    elements: HashMap<u64, (Element, u64)>,
    next: u64,
    reading: u64,
}

impl Registry {
    /// Starts a reading.
    pub(crate) fn begin(&mut self) {
        self.reading += 1;
    }

    /// Ends a complete reading.
    pub(crate) fn end(&mut self) {
        let reading = self.reading;
        self.elements.retain(|_, (_, met)| reading - *met < FORGOTTEN_AFTER);
        let elements = &self.elements;
        self.keys.retain(|_, number| elements.contains_key(number));
    }

    /// The key of an element. It stays the same while the element keeps appearing in readings.
    pub(crate) fn key(&mut self, element: &Element) -> String {
        let number = *self.keys.entry(element.clone()).or_insert_with(|| {
            self.next += 1;
            self.next
        });
        self.elements.entry(number).or_insert_with(|| (element.clone(), 0)).1 = self.reading;
        format!("ax{number}")
    }

    /// The element with a key.
    pub(crate) fn element(&self, key: &str) -> Option<Element> {
        let number: u64 = key.strip_prefix("ax")?.parse().ok()?;
        self.elements.get(&number).map(|(element, _)| element.clone())
    }
}
