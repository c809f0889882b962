//! The pages of a session: their numbers, and which one is selected.

use super::address::check_shown;
use super::gone::{page_gone, selected_now};
use super::{Session, lock, refuse_open_dialog};
use crate::action::Target;
use crate::backend::{Page, PageId, PageSummary, Watched, state::PageEnd};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::Viewport;
use crate::page_script::PageFacts;
use crate::report::{DialogInfo, PageInfo};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The numbers of the pages, which are never reused; the connected pages; the selected page.
#[derive(Default)]
pub(super) struct PageTable {
    /// The last number that was assigned.
    last: u32,
    ids: Vec<(PageId, u32)>,
    targets: HashMap<u32, Arc<Target>>,
    selected: Option<u32>,
    /// Whether a page has been selected before.
    has_begun: bool,
    /// Pages that were forgotten and whose UIDs and snapshots still have to be.
    forgotten: Vec<u32>,
    /// Pages that were forgotten last, whose messages may still be listed.
    past: VecDeque<(PageId, u32)>,
    /// The number of known pages at which those that have closed are looked for again.
    crowded: usize,
}

/// The number of known pages from which on closed ones are looked for without a list from the browser.
const CROWDED: usize = 16;

/// How many forgotten pages keep their number.
const MOST_PAST: usize = 200;

/// Whether a page becomes the selected one when it is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Select {
    /// The caller asked for it.
    Chosen,
    /// Fallback: valid only while the selection is unchanged. A call that began before the caller selected
    /// a page may get here after it.
    Instead(Option<u32>),
    /// The call named the page, which does not select it.
    No,
}

impl PageTable {
    /// Selects a page that was just connected, if `select` allows that.
    fn connected(&mut self, number: u32, select: Select) {
        let selects = match select {
            Select::Chosen => true,
            Select::Instead(found) => self.selected.is_none() || self.selected == found,
            Select::No => false,
        };
        if selects {
            self.selected = Some(number);
            self.has_begun = true;
        }
    }

    /// The number of the selected page.
    pub(super) fn selected_number(&self) -> Option<u32> {
        self.selected
    }

    /// The page with this number, if it is connected.
    pub(super) fn connected_target(&self, number: u32) -> Option<Arc<Target>> {
        self.targets.get(&number).cloned()
    }

    /// The selected page, and its number.
    #[cfg(feature = "relay")]
    pub(super) fn selected(&self) -> Option<(u32, PageId)> {
        let number = self.selected?;
        let target = self.targets.get(&number)?;
        Some((number, Arc::clone(target.page.id())))
    }

    /// The number of a page. A new page gets the next number.
    pub(super) fn number(&mut self, id: &PageId) -> u32 {
        if let Some((_, number)) = self.ids.iter().find(|(known, _)| known == id) {
            return *number;
        }
        self.last += 1;
        self.ids.push((id.clone(), self.last));
        self.last
    }

    /// The number of a page that is open, or was.
    pub(super) fn number_at_any_time(&mut self, id: &PageId) -> u32 {
        let past = self.past.iter().rev().find(|(known, _)| known == id);
        match past {
            Some((_, number)) if !self.ids.iter().any(|(known, _)| known == id) => *number,
            _ => self.number(id),
        }
    }

    /// The number of a page, if it has one.
    pub(super) fn known(&self, id: &PageId) -> Option<u32> {
        self.ids.iter().find(|(known, _)| known == id).map(|(_, number)| *number)
    }

    /// The page with a number.
    pub(super) fn id_of(&self, number: u32) -> Option<PageId> {
        let found = self.ids.iter().find(|(_, known)| *known == number);
        found.map(|(id, _)| PageId::clone(id))
    }

    /// Forgets the pages, but not the last number: numbers are never reused.
    pub(super) fn clear(&mut self) {
        *self = Self {
            last: self.last,
            has_begun: self.has_begun,
            ..Self::default()
        };
    }

    /// The numbers of the open pages, in their order. Other pages are forgotten, except for those with a
    /// number above `last`: they opened after the list was requested.
    fn keep_only(&mut self, open: &[PageSummary], last: u32) -> Vec<u32> {
        let numbers: Vec<_> = open.iter().map(|summary| self.number(&summary.id)).collect();
        let all: Vec<_> = self.ids.iter().map(|(_, number)| *number).collect();
        for closed in all.into_iter().filter(|number| *number <= last && !numbers.contains(number)) {
            self.forget(closed);
        }
        numbers
    }

    /// Forgets the connection to a page that was detached from and is still open. What was shown of it belongs to that
    /// connection.
    fn forget_ended(&mut self, number: u32) {
        let ended = |target: &Arc<Target>| target.page.state().end() == Some(PageEnd::Closed);
        if self.targets.get(&number).is_some_and(ended) {
            self.targets.remove(&number);
            self.forgotten.push(number);
        }
    }

    /// Gives the number of a page to another one.
    pub(super) fn replace(&mut self, number: u32, id: &PageId) {
        self.targets.remove(&number);
        self.ids.retain(|(known, _)| known != id);
        for (known, of) in &mut self.ids {
            if *of == number {
                *known = PageId::clone(id);
            }
        }
    }

    /// Forgets pages that closed by themselves, such as popups, once many pages are known. The selected page
    /// stays, so that the next call can report its end.
    fn forget_closed(&mut self, is_open: impl Fn(&PageId) -> bool) {
        if self.ids.len() < self.crowded.max(CROWDED) {
            return;
        }
        let closed = self
            .ids
            .iter()
            .filter(|(id, number)| self.selected != Some(*number) && !is_open(id));
        for number in closed.map(|(_, number)| *number).collect::<Vec<_>>() {
            self.forget(number);
        }
        self.crowded = 2 * self.ids.len();
    }

    fn forget(&mut self, number: u32) {
        if self.past.len() == MOST_PAST {
            self.past.pop_front();
        }
        let gone = self.ids.iter().find(|(_, known)| *known == number);
        self.past.extend(gone.cloned());
        self.ids.retain(|(_, known)| *known != number);
        self.targets.remove(&number);
        self.forgotten.push(number);
        if self.selected == Some(number) {
            self.selected = None;
        }
    }

    fn id(&self, number: u32) -> Option<PageId> {
        self.ids.iter().find(|(_, known)| *known == number).map(|(id, _)| id.clone())
    }
}

impl Session {
    /// The open pages, oldest first. In a browser that was attached to, none is selected before a call has used one.
    pub async fn pages(&self) -> Result<Vec<PageInfo>> {
        self.in_time(async {
            // In a browser of another program, a list wakes no page. In one of ours it opens the first page.
            if self.inner.options.attach.is_none() {
                self.target(None).await.map_err(|error| self.noted(error))?;
            }
            self.list_pages().await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// Forgets the UIDs and snapshots of pages that were forgotten.
    fn forget_with_pages(&self) {
        let forgotten = std::mem::take(&mut lock(&self.inner.pages).forgotten);
        for page in forgotten {
            lock(&self.inner.uids).clear(Some(page));
            lock(&self.inner.snapshots).remove(page);
            self.forget_readings(Some(page));
        }
    }

    async fn list_pages(&self) -> Result<Vec<PageInfo>> {
        let connection = self.connection().await?;
        let last = lock(&self.inner.pages).last;
        let summaries = connection.browser.pages().await?;
        let numbers = lock(&self.inner.pages).keep_only(&summaries, last);
        self.forget_with_pages();
        let (documents, uids) = lock(&self.inner.uids).sizes();
        let snapshots = lock(&self.inner.snapshots).len();
        let pages = lock(&self.inner.pages);
        tracing::debug!(
            pages = pages.ids.len(),
            targets = pages.targets.len(),
            snapshots,
            documents,
            uids,
            "entries held"
        );
        Ok(summaries
            .into_iter()
            .zip(numbers)
            .map(|(summary, page)| PageInfo {
                page,
                url: summary.url,
                title: summary.title,
                selected: pages.selected == Some(page),
                dialog: summary.dialog.map(DialogInfo::from),
            })
            .collect())
    }

    /// Selects the page that calls go to, and brings it to the front.
    ///
    /// # Errors
    /// `PageNotFound` with the numbers of the open pages.
    pub async fn select_page(&self, page: u32) -> Result<PageInfo> {
        self.in_time(async {
            let target = self.target(Some(page)).await.map_err(|error| self.noted(error))?;
            // A page with an open dialog does not respond, but it can be selected to answer the dialog.
            let has_dialog = target.page.state().dialog().is_some();
            if !has_dialog {
                target.page.activate().await?;
            }
            lock(&self.inner.pages).selected = Some(page);
            self.note_in_front(!has_dialog).await;
            let pages = self.list_pages().await?;
            pages
                .into_iter()
                .find(|info| info.page == page)
                .ok_or_else(|| page_closed(page))
        })
        .await
    }

    /// Closes a page without `beforeunload`. Returns the pages that are left.
    ///
    /// # Errors
    /// `PageNotFound`.
    pub async fn close_page(&self, page: u32) -> Result<Vec<PageInfo>> {
        self.in_time(async {
            let target = self.target(Some(page)).await.map_err(|error| self.noted(error))?;
            let connection = self.connection().await?;
            target.closing.store(true, Ordering::Relaxed);
            let closed = connection.browser.close_page(target.page.id()).await;
            closed.inspect_err(|_| target.closing.store(false, Ordering::Relaxed))?;
            lock(&self.inner.pages).forget(page);
            let mut left = self.list_pages().await?;
            left.retain(|info| info.page != page);
            if let Some(last) = left.last_mut().filter(|_| lock(&self.inner.pages).selected.is_none()) {
                last.selected = true;
                lock(&self.inner.pages).selected = Some(last.page);
                self.note_in_front(false).await;
            }
            Ok(left)
        })
        .await
    }

    /// The page with this number, or that of [`Session::on_page`], or the selected one, connected.
    pub(super) async fn target(&self, page: Option<u32>) -> Result<Arc<Target>> {
        let page = page.or(self.page);
        let connection = self.connection().await?;
        lock(&self.inner.pages).forget_closed(|id| connection.browser.has(id));
        self.forget_with_pages();
        let wanted = page.or_else(|| lock(&self.inner.pages).selected);
        let mut is_taken_back = false;
        if let Some(number) = wanted {
            let known = lock(&self.inner.pages).targets.get(&number).cloned();
            match known {
                Some(target) if target.page.state().end() != Some(PageEnd::Closed) => return Ok(target),
                Some(target) => is_taken_back = target.page.state().is_taken_back(),
                None => {}
            }
        }
        let last = lock(&self.inner.pages).last;
        let summaries = connection.browser.pages().await?;
        let number = {
            let mut pages = lock(&self.inner.pages);
            let open = pages.keep_only(&summaries, last);
            let first = match wanted {
                None => self.first_of(&summaries, &mut pages)?,
                Some(_) => None,
            };
            match wanted {
                Some(number) if open.contains(&number) => Some(number),
                Some(number) if page.is_some() => {
                    let numbers = open.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                    return Err(EngineError::new(
                        ErrorKind::PageNotFound,
                        format!("there is no page {number}; open pages: {numbers}"),
                    ));
                }
                None if first.is_some() => first,
                closed => {
                    let newest = open.last().copied();
                    if let Some(closed) = closed {
                        self.notice(page_gone(closed, is_taken_back));
                        // Without another page, whether one can be opened is not known yet.
                        if let Some(page) = newest {
                            self.notice(selected_now(page));
                            connection.browser.state().front_changes(false);
                        }
                    }
                    newest
                }
            }
        };
        let known = number.and_then(|number| lock(&self.inner.pages).id(number));
        let id = if let Some(id) = known {
            id
        } else {
            let opened = connection.browser.open_page().await?;
            if wanted.is_some() {
                self.notice("A new one was opened.".to_owned());
            }
            opened
        };
        let select = if page.is_none() { Select::Instead(wanted) } else { Select::No };
        let connected = self.connect_page(&connection, &id, select).await?;
        if wanted.is_none() {
            self.note_in_front(true).await;
        }
        Ok(connected)
    }

    /// The number of the page that the options name, until a page was selected.
    fn first_of(&self, open: &[PageSummary], pages: &mut PageTable) -> Result<Option<u32>> {
        let attach = self.inner.options.attach.as_ref().filter(|_| !pages.has_begun);
        let Some(wanted) = attach.and_then(|attach| attach.target.as_deref()) else {
            return Ok(None);
        };
        match open.iter().find(|summary| *summary.id == *wanted) {
            Some(summary) => Ok(Some(pages.number(&summary.id))),
            None => Err(EngineError::new(
                ErrorKind::PageNotFound,
                format!("the browser has no page with the id {wanted:?}"),
            )),
        }
    }

    /// Sets the size of the selected page's viewport. Returns the resulting size: a browser with a window
    /// does not allow every size.
    ///
    /// # Errors
    /// `InvalidInput` for a size outside 1x1 to 10000x10000; `DialogOpen`.
    pub async fn resize_page(&self, width: u32, height: u32) -> Result<Viewport> {
        self.in_time(async {
            Viewport::new(width, height).check()?;
            let resized = async {
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                target.page.set_viewport(width, height).await?;
                let facts: PageFacts = target.ask(&target.page.main_frame(), "page", &serde_json::json!({})).await?;
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
                let size = Viewport::new(facts.width.round() as u32, facts.height.round() as u32);
                self.note_resized(target.number, size);
                Ok(size)
            };
            resized.await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// Connects a page and puts it into the table.
    pub(super) async fn connect_page(&self, connection: &super::Connection, id: &PageId, select: Select) -> Result<Arc<Target>> {
        let allowed = self.allowed();
        let page = connection.browser.page(id).await?;
        let withheld = self.withheld();
        let refuse = move |address: &str| check_shown(address, allowed).and_then(|()| withheld.check(address));
        let page: Arc<dyn Page> = Arc::new(Watched::new(page, refuse));
        let viewport = self.inner.options.viewport.filter(|_| !self.emulates_viewport());
        if let (Some(Viewport { width, height }), None) = (viewport, page.state().dialog()) {
            page.set_viewport(width, height).await?;
        }
        let target = {
            let mut pages = lock(&self.inner.pages);
            let number = pages.number(id);
            pages.connected(number, select);
            pages.forget_ended(number);
            // Another call may have connected the page meanwhile. All calls must share one input lock.
            let target = pages.targets.entry(number).or_insert_with(|| {
                Arc::new(Target {
                    number,
                    protocol: connection.browser.describe().protocol,
                    patience: self.inner.options.action_timeout,
                    is_recorded: connection.browser.state().console.is_on(),
                    give_uid: self.giving_uids(number, Arc::clone(page.state())),
                    page,
                    remote_files: connection.browser.remote_files(),
                    input: Arc::default(),
                    closing: Arc::default(),
                })
            });
            Arc::clone(target)
        };
        self.forget_with_pages();
        Ok(target)
    }
}

fn page_closed(page: u32) -> EngineError {
    EngineError::new(ErrorKind::PageClosed, format!("page {page} was closed during the call"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_call_for_any_page_does_not_take_the_selection_from_a_chosen_one() {
        let mut pages = PageTable::default();
        let first = pages.number(&PageId::from("a"));
        let second = pages.number(&PageId::from("b"));
        pages.connected(second, Select::Chosen);
        pages.connected(first, Select::Instead(None));
        assert_eq!(pages.selected, Some(second));
        pages.connected(first, Select::No);
        assert_eq!(pages.selected, Some(second));
    }

    #[test]
    fn a_page_that_is_newer_than_the_list_is_kept() {
        let listed = |id: &str| PageSummary {
            id: PageId::from(id),
            url: String::new(),
            title: String::new(),
            dialog: None,
        };
        let mut pages = PageTable::default();
        let gone = pages.number(&PageId::from("gone"));
        let last = pages.last;
        let new = pages.number(&PageId::from("new"));
        pages.connected(new, Select::Chosen);
        let open = pages.keep_only(&[listed("old")], last);
        assert_eq!((open.len(), pages.selected), (1, Some(new)));
        assert_eq!((pages.id(gone), pages.id(new)), (None, Some(PageId::from("new"))));
    }

    #[test]
    fn pages_that_close_by_themselves_are_forgotten() {
        let mut pages = PageTable::default();
        let opener = pages.number(&PageId::from("opener"));
        for popup in 0..1_000 {
            pages.selected = Some(pages.number(&PageId::from(format!("popup {popup}"))));
            pages.forget_closed(|id| **id == *"opener");
            assert!(pages.ids.len() <= CROWDED, "{} pages are known", pages.ids.len());
        }
        assert_eq!(
            (pages.id(opener).as_deref(), pages.selected),
            (Some("opener"), Some(pages.last))
        );
        assert_eq!(pages.id(pages.last).as_deref(), Some("popup 999"));
        assert_eq!(pages.forgotten.len() + pages.ids.len(), 1_001);
    }

    #[test]
    fn what_comes_instead_of_a_closed_page_is_selected() {
        let mut pages = PageTable::default();
        let closed = pages.number(&PageId::from("a"));
        let next = pages.number(&PageId::from("b"));
        pages.connected(closed, Select::Instead(None));
        pages.connected(next, Select::Instead(Some(closed)));
        assert_eq!(pages.selected, Some(next));
        pages.forget(next);
        pages.connected(closed, Select::Instead(Some(next)));
        assert_eq!(pages.selected, Some(closed));
    }
}
