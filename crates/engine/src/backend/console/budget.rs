//! How many messages are read in a second. A page can write a hundred thousand in that time.

use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(1);
/// Errors and warnings in a window.
const GRAVE: u32 = 500;
/// Other messages in a window.
const OTHER: u32 = 1_000;
/// Messages in a window whose arguments are read from the page.
const EXPANDED: u32 = 100;

#[derive(Debug, Default)]
pub(super) struct Budget {
    began: Option<Instant>,
    grave: u32,
    other: u32,
    expanded: u32,
    skipped: u64,
}

impl Budget {
    fn renew(&mut self, now: Instant) {
        if self.began.is_none_or(|began| now.duration_since(began) >= WINDOW) {
            *self = Self {
                began: Some(now),
                skipped: self.skipped,
                ..Self::default()
            };
        }
    }

    pub(super) fn admits(&mut self, grave: bool, now: Instant) -> bool {
        self.renew(now);
        let (used, most) = if grave {
            (&mut self.grave, GRAVE)
        } else {
            (&mut self.other, OTHER)
        };
        if *used < most {
            *used += 1;
            return true;
        }
        self.skipped += 1;
        false
    }

    pub(super) fn may_expand(&mut self, now: Instant) -> bool {
        self.renew(now);
        self.expanded += 1;
        self.expanded <= EXPANDED
    }

    pub(super) fn skipped(&self) -> u64 {
        self.skipped
    }

    pub(super) fn clear(&mut self) {
        self.skipped = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_messages_leaves_room_for_errors_and_ends_with_the_second() {
        let mut budget = Budget::default();
        let now = Instant::now();
        let admitted = (0..100_000).filter(|_| budget.admits(false, now)).count();
        assert_eq!((admitted, budget.skipped()), (1_000, 99_000));
        assert!(budget.admits(true, now));
        assert!(budget.admits(false, now + WINDOW));
        assert_eq!((0..500).filter(|_| budget.may_expand(now + WINDOW)).count(), 100);
    }
}
