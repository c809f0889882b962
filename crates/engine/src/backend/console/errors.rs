//! The errors of one page, by the number of the journal at which they came, so that an action can tell its own.

use std::collections::VecDeque;

/// How many errors are remembered one by one.
const MOST: usize = 100;

#[derive(Debug)]
struct Noted {
    /// The journal's number.
    number: u64,
    /// How many errors came before.
    before: u64,
    /// The number of the message, and its text; `None` for a message that came too fast to be read.
    message: Option<(u64, String)>,
    /// Whether it was handled after all.
    handled: bool,
}

/// The last errors of a page.
#[derive(Debug, Default)]
pub(crate) struct PageErrors {
    total: u64,
    last: VecDeque<Noted>,
}

/// The errors since a mark.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ErrorsSince {
    pub(crate) count: u64,
    /// The text of the first one that is known.
    pub(crate) first: Option<String>,
}

impl PageErrors {
    pub(crate) fn note(&mut self, number: u64, message: Option<(u64, String)>) {
        if self.last.len() == MOST {
            // The first ones matter most to an action, so those in the middle go.
            self.last.remove(MOST / 2);
        }
        self.last.push_back(Noted {
            number,
            before: self.total,
            message,
            handled: false,
        });
        self.total += 1;
    }

    pub(crate) fn handled(&mut self, id: u64) {
        let is_it = |noted: &&mut Noted| !noted.handled && noted.message.as_ref().is_some_and(|(of, _)| *of == id);
        if let Some(noted) = self.last.iter_mut().rev().find(is_it) {
            noted.handled = true;
        }
    }

    pub(crate) fn since(&self, mark: u64) -> Option<ErrorsSince> {
        let first = self.last.iter().find(|noted| noted.number >= mark)?;
        let left = || self.last.iter().filter(|noted| noted.number >= mark);
        let handled = left().filter(|noted| noted.handled).count() as u64;
        let count = (self.total - first.before).saturating_sub(handled);
        let text = left().filter(|noted| !noted.handled).find_map(|noted| noted.message.as_ref());
        (count > 0).then(|| ErrorsSince {
            count,
            first: text.map(|(_, text)| text.clone()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_since_a_mark_and_their_number_is_right_after_many() {
        let mut errors = PageErrors::default();
        errors.note(1, Some((1, "before".into())));
        for number in 0..10_000_u64 {
            let message = (number < 50).then(|| (number + 2, format!("error {number}")));
            errors.note(5 + number, message);
        }
        let since = errors.since(2).expect("errors");
        assert_eq!((since.count, since.first.as_deref()), (10_000, Some("error 0")));
        assert_eq!(errors.since(100_000), None);
    }

    #[test]
    fn what_was_handled_later_is_no_error() {
        let mut errors = PageErrors::default();
        errors.note(3, Some((7, "late".into())));
        errors.handled(7);
        assert_eq!(errors.since(0), None);
        errors.note(4, Some((8, "real".into())));
        let since = errors.since(0).expect("one");
        assert_eq!((since.count, since.first.as_deref()), (1, Some("real")));
    }
}
