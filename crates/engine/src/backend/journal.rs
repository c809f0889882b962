//! What happened in a page, in order and bounded.
//!
//! A page decides how often it navigates or moves in its history, so entries of one kind never push out entries
//! of another. Of steps that only the last one matters for, such as address changes of one frame, the last one is
//! kept. Pages and downloads are kept one by one, up to [`MOST`] of each.

use super::state::Happening;
use super::{FrameId, PageId};
use std::collections::VecDeque;

/// The maximum number of entries of one kind.
pub(crate) const MOST: usize = 500;

/// The kinds of which each entry matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Kind {
    /// Navigations, of which the last one of each frame is kept.
    Frames,
    Opened,
    Downloads,
    Ended,
    /// Events of the main frame and of dialogs, of which the last one is kept.
    Page,
}

const KINDS: usize = 5;

impl Happening {
    fn kind(&self) -> Kind {
        match self {
            Self::NavigationRequested { .. }
            | Self::Committed { .. }
            | Self::SameDocument { .. }
            | Self::NavigationAborted { .. } => Kind::Frames,
            Self::PageOpened { .. } => Kind::Opened,
            Self::DownloadStarted { .. } => Kind::Downloads,
            Self::DownloadFinished { .. } => Kind::Ended,
            Self::DomContentLoaded
            | Self::Loaded
            | Self::LoadingEnded
            | Self::DialogOpened(_)
            | Self::DialogClosed
            | Self::FileChooser(_)
            | Self::FileChooserAnswered => Kind::Page,
        }
    }

    fn frame(&self) -> Option<&FrameId> {
        match self {
            Self::NavigationRequested { frame, .. }
            | Self::Committed { frame, .. }
            | Self::SameDocument { frame, .. }
            | Self::NavigationAborted { frame } => Some(frame),
            _ => None,
        }
    }

    /// Whether a frame below the main one has another document or address.
    pub(super) fn is_below(&self, main: &FrameId) -> bool {
        match self {
            Self::Committed { main, .. } => !main,
            Self::SameDocument { frame, .. } => frame != main,
            _ => false,
        }
    }

    /// Whether this entry makes an earlier one meaningless.
    fn replaces(&self, earlier: &Self) -> bool {
        matches!(self.kind(), Kind::Frames | Kind::Page)
            && std::mem::discriminant(self) == std::mem::discriminant(earlier)
            && self.frame() == earlier.frame()
    }
}

/// The entries, with their numbers.
#[derive(Debug, Default)]
pub(super) struct Journal {
    next: u64,
    entries: VecDeque<(u64, Happening)>,
    /// For each kind, the number after that of its last dropped entry.
    dropped: [u64; KINDS],
    /// The main frame, once a document of it was reported. Its entries are not dropped.
    main: Option<FrameId>,
    /// The last address of the main frame, and the number of the entry after which it was another one, or of a new document.
    address: Option<String>,
    moved: u64,
}

impl Journal {
    /// The number of the next entry.
    pub(super) fn mark(&self) -> u64 {
        self.next
    }

    /// Takes a number for something that is kept elsewhere.
    pub(super) fn tick(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    pub(super) fn push(&mut self, happening: Happening) {
        if let Happening::Committed { frame, main: true, .. } = &happening
            && self.main.as_ref() != Some(frame)
        {
            self.main = Some(FrameId::clone(frame));
        }
        self.note_address(&happening);
        if let Some(index) = self.entries.iter().rposition(|(_, earlier)| happening.replaces(earlier)) {
            self.entries.remove(index);
        } else {
            self.make_room(happening.kind());
        }
        self.entries.push_back((self.next, happening));
        self.next += 1;
    }

    /// Pages often write the address into their history again that they have.
    fn note_address(&mut self, happening: &Happening) {
        let url = match happening {
            Happening::Committed { url, main: true, .. } => url,
            Happening::SameDocument { frame, url } if self.main.as_ref().is_none_or(|main| main == frame) => {
                if self.address.as_ref() == Some(url) {
                    return;
                }
                url
            }
            _ => return,
        };
        self.address = self.main.is_some().then(|| url.clone());
        self.moved = self.next + 1;
    }

    /// Whether the main frame got another address, or a new document, since `mark`.
    pub(super) fn has_moved(&self, mark: u64) -> bool {
        self.moved > mark
    }

    /// Drops the oldest entry of a kind that has too many.
    fn make_room(&mut self, kind: Kind) {
        let main = self.main.as_ref();
        let mut ours = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, (_, other))| other.kind() == kind && (main.is_none() || other.frame() != main));
        let oldest = ours.next().map(|(index, _)| index);
        if ours.count() + 1 >= MOST
            && let Some((number, _)) = oldest.and_then(|index| self.entries.remove(index))
        {
            self.dropped[kind as usize] = number + 1;
        }
    }

    /// The entries since `mark`.
    pub(super) fn since(&self, mark: u64) -> impl Iterator<Item = &Happening> {
        let first = self.entries.partition_point(|(number, _)| *number < mark);
        self.entries.range(first..).map(|(_, happening)| happening)
    }

    /// Whether entries of a kind since `mark` were dropped.
    pub(super) fn has_dropped(&self, kind: Kind, mark: u64) -> bool {
        self.dropped[kind as usize] > mark
    }

    /// Changes the entry about the opening of a page, if there is one.
    pub(super) fn change_opened(&mut self, wanted: &PageId, change: impl FnOnce(&mut String, &mut bool)) {
        let found = self.entries.iter_mut().rev().find_map(|(_, happening)| match happening {
            Happening::PageOpened { page, url, closed } if page == wanted => Some((url, closed)),
            _ => None,
        });
        if let Some((url, closed)) = found {
            change(url, closed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(frame: &str, url: &str) -> Happening {
        Happening::SameDocument {
            frame: frame.into(),
            url: url.into(),
        }
    }

    fn opened(page: &str) -> Happening {
        Happening::PageOpened {
            page: page.into(),
            url: String::new(),
            closed: false,
        }
    }

    #[test]
    fn many_entries_of_one_kind_push_out_none_of_another() {
        let mut journal = Journal::default();
        journal.push(Happening::Committed {
            frame: "main".into(),
            url: "u".into(),
            main: true,
        });
        journal.push(opened("1"));
        journal.push(Happening::DownloadStarted {
            id: "d".into(),
            name: "n".into(),
        });
        for step in 0..3 * MOST {
            journal.push(moved("main", &step.to_string()));
            journal.push(moved(&format!("frame {step}"), ""));
            journal.push(Happening::DialogClosed);
        }
        let left: Vec<_> = journal.since(0).collect();
        assert!(left.contains(&&opened("1")) && left.len() <= MOST + 5, "{}", left.len());
        assert!(
            left.iter()
                .any(|happening| matches!(happening, Happening::Committed { main: true, .. }))
        );
        assert!(!journal.has_dropped(Kind::Opened, 0) && journal.has_dropped(Kind::Frames, 0));
    }

    #[test]
    fn the_last_step_of_a_frame_is_kept_in_its_order() {
        let mut journal = Journal::default();
        journal.push(moved("a", "1"));
        journal.push(moved("b", "1"));
        let mark = journal.mark();
        journal.push(moved("a", "2"));
        assert_eq!(journal.since(0).collect::<Vec<_>>(), [&moved("b", "1"), &moved("a", "2")]);
        assert_eq!(journal.since(mark).count(), 1);
    }

    #[test]
    fn what_was_dropped_is_known_since_a_mark() {
        let mut journal = Journal::default();
        for page in 0..=MOST {
            journal.push(opened(&page.to_string()));
        }
        assert_eq!(journal.since(0).count(), MOST);
        assert!(journal.has_dropped(Kind::Opened, 0) && !journal.has_dropped(Kind::Opened, 1));
    }

    #[test]
    fn the_address_of_an_opened_page_may_come_later() {
        let mut journal = Journal::default();
        journal.push(opened("1"));
        journal.change_opened(&"1".into(), |url, closed| {
            url.push('u');
            *closed = true;
        });
        journal.change_opened(&"2".into(), |url, _| url.push('x'));
        let expected = Happening::PageOpened {
            page: "1".into(),
            url: "u".into(),
            closed: true,
        };
        assert_eq!(journal.since(0).collect::<Vec<_>>(), [&expected]);
    }
}
