//! Reference-counted objects.

use super::events::Event;
use std::collections::BTreeMap;

/// The contents of an object.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Data {
    Text(Vec<u16>),
    Number(f64),
    Integer(i64),
    Boolean(bool),
    Array(Vec<usize>),
    Dictionary(Vec<(usize, usize)>),
    Element(usize),
    /// A point or a size.
    Pair(u32, [f64; 2]),
    /// An error in place of a value.
    Error(i32),
    Event(Box<Event>),
    Source(i32),
}

impl Data {
    /// The type number that `CFGetTypeID` returns.
    pub(super) fn kind(&self) -> usize {
        match self {
            Self::Text(_) => 1,
            Self::Number(_) | Self::Integer(_) => 2,
            Self::Boolean(_) => 3,
            Self::Array(_) => 4,
            Self::Dictionary(_) => 5,
            Self::Element(_) => 6,
            Self::Pair(..) | Self::Error(_) => 7,
            Self::Event(_) => 8,
            Self::Source(_) => 9,
        }
    }
}

#[derive(Debug)]
struct Object {
    count: isize,
    data: Data,
}

/// A constant of the library. It lives forever; its retains and releases have to balance.
#[derive(Debug)]
struct Constant {
    balance: isize,
    data: Data,
}

/// All objects by address.
#[derive(Debug)]
pub(super) struct Objects {
    living: BTreeMap<usize, Object>,
    constants: BTreeMap<usize, Constant>,
    next: usize,
    faults: Vec<String>,
}

/// Addresses of constants; see `foundation.rs`.
pub(super) const TRUE: usize = 0x10;
pub(super) const FALSE: usize = 0x20;
pub(super) const NAMES: [(usize, &str); 6] = [
    (0x30, "AXTrustedCheckOptionPrompt"),
    (0x40, "kCGWindowOwnerPID"),
    (0x50, "kCGWindowOwnerName"),
    (0x60, "kCGWindowNumber"),
    (0x70, "kCGWindowLayer"),
    (0x80, "kCGWindowBounds"),
];

impl Default for Objects {
    fn default() -> Self {
        let named = NAMES
            .iter()
            .map(|(address, name)| (*address, Data::Text(name.encode_utf16().collect())));
        Self {
            living: BTreeMap::new(),
            constants: [(TRUE, Data::Boolean(true)), (FALSE, Data::Boolean(false))]
                .into_iter()
                .chain(named)
                .map(|(address, data)| (address, Constant { balance: 0, data }))
                .collect(),
            next: 0x1000,
            faults: Vec::new(),
        }
    }
}

impl Objects {
    /// A new object with a count of one. It retains its contents.
    pub(super) fn create(&mut self, data: Data) -> usize {
        for held in held(&data) {
            self.retain(held);
        }
        self.next += 0x10;
        self.living.insert(self.next, Object { count: 1, data });
        self.next
    }

    /// A new object that takes over the counts of its contents.
    pub(super) fn create_around(&mut self, data: Data) -> usize {
        let made = held(&data);
        let address = self.create(data);
        for object in made {
            self.release(object);
        }
        address
    }

    pub(super) fn retain(&mut self, address: usize) {
        if let Some(constant) = self.constants.get_mut(&address) {
            constant.balance += 1;
        } else if let Some(object) = self.living.get_mut(&address) {
            object.count += 1;
        } else {
            self.faults.push(format!("CFRetain of {address:#x}, which is no live object"));
        }
    }

    pub(super) fn release(&mut self, address: usize) {
        if let Some(constant) = self.constants.get_mut(&address) {
            constant.balance -= 1;
            return;
        }
        let Some(object) = self.living.get_mut(&address) else {
            self.faults
                .push(format!("CFRelease of {address:#x}, which is no live object"));
            return;
        };
        object.count -= 1;
        if object.count > 0 {
            return;
        }
        if let Some(Object { data, .. }) = self.living.remove(&address) {
            for held in held(&data) {
                self.release(held);
            }
        }
    }

    /// The contents of an object. Access to a dead object is recorded.
    pub(super) fn get(&mut self, address: usize) -> Option<&mut Data> {
        if let Some(constant) = self.constants.get_mut(&address) {
            return Some(&mut constant.data);
        }
        let object = self.living.get_mut(&address);
        if object.is_none() {
            self.faults.push(format!("use of {address:#x}, which is no live object"));
        }
        object.map(|object| &mut object.data)
    }

    pub(super) fn text(&mut self, address: usize) -> String {
        match self.get(address) {
            Some(Data::Text(units)) => String::from_utf16_lossy(units),
            other => {
                let found = format!("{other:?} was used as a string");
                self.faults.push(found);
                String::new()
            }
        }
    }

    pub(super) fn fault(&mut self, what: String) {
        self.faults.push(what);
    }

    pub(super) fn live(&self) -> usize {
        self.living.len()
    }

    /// All faults: uses after release, and missing releases.
    pub(super) fn faults(&self) -> Vec<String> {
        let leaked = self
            .living
            .iter()
            .map(|(address, object)| format!("leaked {address:#x}, count {}: {:?}", object.count, object.data));
        let unbalanced = self
            .constants
            .values()
            .filter(|constant| constant.balance != 0)
            .map(|constant| format!("unbalanced by {}: constant {:?}", constant.balance, constant.data));
        self.faults.iter().cloned().chain(leaked).chain(unbalanced).collect()
    }
}

fn held(data: &Data) -> Vec<usize> {
    match data {
        Data::Array(items) => items.clone(),
        Data::Dictionary(entries) => entries.iter().flat_map(|(key, value)| [*key, *value]).collect(),
        _ => Vec::new(),
    }
}
