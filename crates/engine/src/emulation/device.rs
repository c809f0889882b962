//! Looks devices up by name.

use super::devices::DEVICES;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::text::{quote, shorten};
use std::cmp::Reverse;

/// What a device is like. Sizes are width and height in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Device {
    pub(super) name: &'static str,
    /// The user agent, with `{}` for the version of Chrome.
    pub(super) agent: &'static str,
    pub(super) viewport: (u32, u32),
    pub(super) screen: Option<(u32, u32)>,
    /// The viewport of the device when it is turned, if it can be.
    turned: Option<(u32, u32)>,
    pub(super) scale: f64,
    pub(super) mobile: bool,
    pub(super) touch: bool,
    /// Whether it is turned.
    pub(super) is_turned: bool,
}

#[expect(clippy::too_many_arguments, reason = "a row of the table")]
pub(super) const fn device(
    name: &'static str,
    agent: &'static str,
    viewport: (u32, u32),
    screen: Option<(u32, u32)>,
    turned: Option<(u32, u32)>,
    scale: f64,
    mobile: bool,
    touch: bool,
) -> Device {
    Device {
        name,
        agent,
        viewport,
        screen,
        turned,
        scale,
        mobile,
        touch,
        is_turned: false,
    }
}

/// How many names an error offers.
const MOST_NAMES: usize = 8;

/// How many characters of a name are compared with those of devices.
const MOST_COMPARED: usize = 80;

const TURNED: &str = " landscape";

impl Device {
    /// The device with this name, turned if the name ends with `landscape`.
    ///
    /// # Errors
    /// `InvalidInput` with the names that come nearest.
    pub(super) fn find(name: &str) -> Result<Self> {
        let wanted = name.trim().to_lowercase();
        let (base, turned) = match wanted.strip_suffix(TURNED) {
            Some(base) => (base.trim_end(), true),
            None => (wanted.as_str(), false),
        };
        let found = DEVICES.iter().copied().find(|device| device.name.to_lowercase() == base);
        match found {
            Some(device) if turned => device.turn().ok_or_else(|| unknown(name, base)),
            Some(device) => Ok(device),
            None => Err(unknown(name, base)),
        }
    }

    fn turn(self) -> Option<Self> {
        Some(Self {
            viewport: self.turned?,
            screen: self.screen.map(|(width, height)| (height, width)),
            is_turned: true,
            ..self
        })
    }

    /// The full name, as errors and answers show it.
    pub(super) fn full_name(&self) -> String {
        let turned = if self.is_turned { TURNED } else { "" };
        format!("{}{turned}", self.name)
    }
}

/// Offers the devices that share the most words with the name, those first that are spelled most like it, and of these the newest.
fn unknown(name: &str, wanted: &str) -> EngineError {
    let wanted: Vec<char> = wanted.chars().take(MOST_COMPARED).collect();
    let text: String = wanted.iter().collect();
    let words: Vec<_> = text.split_whitespace().collect();
    let likeness = |device: &Device| {
        let name = device.name.to_lowercase();
        words.iter().filter(|word| name.contains(**word)).count()
    };
    let mut near: Vec<_> = DEVICES.iter().rev().filter(|device| likeness(device) > 0).collect();
    near.sort_by_cached_key(|device| (Reverse(likeness(device)), edits(&wanted, &device.name.to_lowercase())));
    if near.is_empty() {
        near = [
            "Pixel 7",
            "iPhone 15",
            "iPad Mini",
            "Galaxy S24",
            "Desktop Chrome",
            "Desktop Firefox",
        ]
        .iter()
        .filter_map(|usual| DEVICES.iter().find(|device| device.name == *usual))
        .collect();
    }
    let values = near
        .into_iter()
        .take(MOST_NAMES)
        .map(|device| device.name.to_owned())
        .collect();
    let what = format!("there is no device {}", quote(&shorten(name, 80)));
    EngineError::new(ErrorKind::InvalidInput, what).with_next_step(NextStep::UseOneOf { values })
}

/// How many characters have to be added, removed or replaced to make one name of the other (Levenshtein's distance).
fn edits(from: &[char], to: &str) -> usize {
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (line, character) in to.chars().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, other) in from.iter().enumerate() {
            let replaced = diagonal + usize::from(*other != character);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[from.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case_and_turned() {
        let pixel = Device::find(" pixel 7 ").expect("a device");
        assert_eq!((pixel.name, pixel.mobile, pixel.touch), ("Pixel 7", true, true));
        let turned = Device::find("Pixel 7 landscape").expect("a turned device");
        assert!(turned.viewport.0 > turned.viewport.1 && turned.full_name() == "Pixel 7 landscape");
        assert!(Device::find("Desktop Chrome landscape").is_err());
    }

    #[test]
    fn an_unknown_name_gets_near_ones() {
        let near = |name: &str| match Device::find(name).expect_err(name).next_step() {
            NextStep::UseOneOf { values } => values.clone(),
            other => panic!("{other:?}"),
        };
        assert!(near("iphone 99 pro").iter().all(|name| name.starts_with("iPhone")));
        assert!(near("pixel 777").contains(&"Pixel 7".to_owned()));
        assert_eq!(near("iphone15 pro")[0], "iPhone 15 Pro");
        assert!(near("fridge").contains(&"Pixel 7".to_owned()));
        assert!(near("").len() <= MOST_NAMES);
    }

    #[test]
    fn spellings_are_compared_by_their_edits() {
        let far = |from: &str, to: &str| edits(&from.chars().collect::<Vec<_>>(), to);
        assert_eq!(
            (
                far("", ""),
                far("ab", ""),
                far("", "ab"),
                far("abc", "axc"),
                far("kitten", "sitting")
            ),
            (0, 2, 2, 1, 3)
        );
    }

    #[test]
    fn every_device_has_values_that_options_may_have() {
        for device in DEVICES {
            assert!(
                device.viewport.0 > 0 && device.viewport.1 > 0 && (0.1..=10.0).contains(&device.scale),
                "{}",
                device.name
            );
            assert!(
                device.agent.is_ascii() && !device.agent.contains("159.0.8"),
                "{}",
                device.agent
            );
        }
    }
}
