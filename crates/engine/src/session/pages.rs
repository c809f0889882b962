//! The pages of a session: their numbers, and which one is selected.

use super::{Session, dialog_info, lock};
use crate::backend::{PageId, PageSummary, state::PageEnd};
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::PageInfo;
use crate::target::Target;
use std::collections::HashMap;
use std::sync::Arc;

/// Numbers of pages, given once; connected pages; the selected one.
#[derive(Default)]
pub(super) struct PageTable {
    given: u32,
    ids: Vec<(PageId, u32)>,
    targets: HashMap<u32, Arc<Target>>,
    selected: Option<u32>,
}

impl PageTable {
    /// The number of a page: the one it has, or the next one.
    pub(super) fn number(&mut self, id: &PageId) -> u32 {
        if let Some((_, number)) = self.ids.iter().find(|(known, _)| known == id) {
            return *number;
        }
        self.given += 1;
        self.ids.push((id.clone(), self.given));
        self.given
    }

    /// Forgets the pages but not the numbers, which are never given twice.
    pub(super) fn clear(&mut self) {
        *self = Self {
            given: self.given,
            ..Self::default()
        };
    }

    /// The numbers of the pages that are open, in their order; all others are forgotten.
    fn keep_only(&mut self, open: &[PageSummary]) -> Vec<u32> {
        let numbers: Vec<_> = open.iter().map(|summary| self.number(&summary.id)).collect();
        let known: Vec<_> = self.ids.iter().map(|(_, number)| *number).collect();
        for gone in known.into_iter().filter(|number| !numbers.contains(number)) {
            self.forget(gone);
        }
        numbers
    }

    fn forget(&mut self, number: u32) {
        self.ids.retain(|(_, known)| *known != number);
        self.targets.remove(&number);
        if self.selected == Some(number) {
            self.selected = None;
        }
    }

    fn id(&self, number: u32) -> Option<PageId> {
        self.ids.iter().find(|(_, known)| *known == number).map(|(id, _)| id.clone())
    }
}

impl Session {
    /// The open pages, oldest first.
    pub async fn pages(&self) -> Result<Vec<PageInfo>> {
        self.target(None).await.map_err(|error| self.noted(error))?;
        self.list_pages().await
    }

    async fn list_pages(&self) -> Result<Vec<PageInfo>> {
        let connection = self.connection().await?;
        let summaries = connection.browser.pages().await?;
        let mut pages = lock(&self.inner.pages);
        let numbers = pages.keep_only(&summaries);
        Ok(summaries
            .into_iter()
            .zip(numbers)
            .map(|(summary, page)| PageInfo {
                page,
                url: summary.url,
                title: summary.title,
                selected: pages.selected == Some(page),
                dialog: pages.targets.get(&page).and_then(|target| dialog_info(target)),
            })
            .collect())
    }

    /// Selects the page that calls go to, and brings it to the front.
    ///
    /// # Errors
    /// `PageNotFound` with the numbers there are.
    pub async fn select_page(&self, page: u32) -> Result<PageInfo> {
        let target = self.target(Some(page)).await.map_err(|error| self.noted(error))?;
        // A dialog holds the page up; it can be selected all the same, to answer the dialog.
        if target.page.state().dialog().is_none() {
            target.page.activate().await?;
        }
        lock(&self.inner.pages).selected = Some(page);
        let pages = self.list_pages().await?;
        pages
            .into_iter()
            .find(|info| info.page == page)
            .ok_or_else(|| page_closed(page))
    }

    /// Closes a page without asking it, and answers what is left.
    ///
    /// # Errors
    /// `PageNotFound`.
    pub async fn close_page(&self, page: u32) -> Result<Vec<PageInfo>> {
        let target = self.target(Some(page)).await.map_err(|error| self.noted(error))?;
        let connection = self.connection().await?;
        connection.browser.close_page(target.page.id()).await?;
        lock(&self.inner.uids).clear(Some(page));
        lock(&self.inner.snapshots).remove(page);
        lock(&self.inner.pages).forget(page);
        let mut left = self.list_pages().await?;
        left.retain(|info| info.page != page);
        if let Some(last) = left.last_mut().filter(|_| lock(&self.inner.pages).selected.is_none()) {
            last.selected = true;
            lock(&self.inner.pages).selected = Some(last.page);
        }
        Ok(left)
    }

    /// The page with this number, or the selected one, connected.
    pub(super) async fn target(&self, page: Option<u32>) -> Result<Arc<Target>> {
        let connection = self.connection().await?;
        let wanted = page.or_else(|| lock(&self.inner.pages).selected);
        if let Some(number) = wanted {
            let known = lock(&self.inner.pages).targets.get(&number).cloned();
            match known {
                Some(target) if target.page.state().end() != Some(PageEnd::Closed) => return Ok(target),
                _ => {}
            }
        }
        let summaries = connection.browser.pages().await?;
        let number = {
            let mut pages = lock(&self.inner.pages);
            let open = pages.keep_only(&summaries);
            match wanted {
                Some(number) if open.contains(&number) => Some(number),
                Some(number) if page.is_some() => {
                    let numbers = open.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                    return Err(EngineError::new(
                        ErrorKind::PageNotFound,
                        format!("there is no page {number}; open pages: {numbers}"),
                    ));
                }
                closed => {
                    let newest = open.last().copied();
                    if let Some(closed) = closed {
                        let instead = newest.map_or_else(
                            || "a new one was opened".to_owned(),
                            |page| format!("page {page} is selected now"),
                        );
                        lock(&self.inner.notices).push(format!("Page {closed} was closed; {instead}."));
                    }
                    newest
                }
            }
        };
        let id = match number.and_then(|number| lock(&self.inner.pages).id(number)) {
            Some(id) => id,
            None => connection.browser.open_page().await?,
        };
        self.connect_page(&connection, &id, page.is_none()).await
    }

    /// Connects a page and puts it into the table.
    pub(super) async fn connect_page(&self, connection: &super::Connection, id: &PageId, select: bool) -> Result<Arc<Target>> {
        let page = connection.browser.page(id).await?;
        if let (Some((width, height)), None) = (self.inner.options.viewport, page.state().dialog()) {
            page.set_viewport(width, height).await?;
        }
        let mut pages = lock(&self.inner.pages);
        let number = pages.number(id);
        if select {
            pages.selected = Some(number);
        }
        // Another call may have connected it meanwhile; the input lock must be one and the same.
        let target = pages.targets.entry(number).or_insert_with(|| {
            Arc::new(Target {
                number,
                page,
                protocol: connection.browser.describe().protocol,
                patience: self.inner.options.action_timeout,
                input: Arc::default(),
            })
        });
        Ok(Arc::clone(target))
    }
}

fn page_closed(page: u32) -> EngineError {
    EngineError::new(ErrorKind::PageClosed, format!("page {page} was closed meanwhile"))
}
