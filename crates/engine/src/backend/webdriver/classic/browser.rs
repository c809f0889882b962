//! The windows of the session.

use super::context::Context;
use super::page::ClassicPage;
use crate::backend::monitor::lock;
use crate::backend::state::PageEnd;
use crate::backend::webdriver::driver::{Driver, Request};
use crate::backend::webdriver::fault::Code;
use crate::backend::webdriver::files::SessionFiles;
use crate::backend::webdriver::order::Order;
use crate::backend::{Browser, BrowserDescription, BrowserState, Page, PageId, PageSummary, Protocol, RemoteFiles};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// A session that is driven only by WebDriver commands.
#[derive(Debug)]
pub(in crate::backend::webdriver) struct ClassicBrowser {
    context: Arc<Context>,
    files: Option<Arc<SessionFiles>>,
    order: Order,
    pages: Mutex<HashMap<PageId, Arc<ClassicPage>>>,
}

impl ClassicBrowser {
    pub(in crate::backend::webdriver) fn new(driver: Arc<Driver>, window: Option<&PageId>) -> Self {
        Self {
            files: SessionFiles::of(&driver),
            context: Arc::new(Context::new(driver, window)),
            order: Order::new(window),
            pages: Mutex::default(),
        }
    }

    async fn windows(&self) -> Result<Vec<PageId>> {
        const DOING: &str = "asking for the windows";
        if let Some(why) = self.context.state.ended() {
            return Err(EngineError::new(ErrorKind::SessionEnded, why));
        }
        let mut turn = self.context.turn().await;
        let mut windows = turn.windows().await.map_err(|fault| self.context.failed(fault, DOING))?;
        self.context.note_windows(&windows);
        self.order.sort(&mut windows, |window| window);
        Ok(windows)
    }

    /// The page's address and title. If the page cannot be queried now, the last known address.
    async fn summary(&self, window: &PageId) -> Option<PageSummary> {
        let known = lock(&self.pages).get(window).cloned();
        let mut turn = self.context.turn().await;
        let answers = async {
            turn.enter(window, &[]).await?;
            turn.execute("return [location.href, document.title];", &json!([])).await
        };
        let answers = match answers.await {
            Ok(answers) => answers,
            Err(fault) if fault.code == Code::NoWindow => return None,
            Err(fault) => {
                tracing::debug!(%fault, "a page does not tell its address");
                turn.forget_position();
                Value::Null
            }
        };
        turn.leave().await;
        let text = |index: usize| answers.get(index).and_then(Value::as_str).map(str::to_owned);
        Some(PageSummary {
            id: window.clone(),
            dialog: known.as_ref().and_then(|page| page.state.dialog()),
            url: text(0).or_else(|| known.map(|page| page.state.url())).unwrap_or_default(),
            title: text(1).unwrap_or_default(),
        })
    }
}

#[async_trait]
impl Browser for ClassicBrowser {
    fn describe(&self) -> BrowserDescription {
        BrowserDescription {
            product: self.context.driver.product(),
            protocol: Protocol::WebDriver,
        }
    }

    fn state(&self) -> &Arc<BrowserState> {
        &self.context.state
    }

    async fn pages(&self) -> Result<Vec<PageSummary>> {
        let windows = self.windows().await?;
        let mut pages = Vec::with_capacity(windows.len());
        for window in &windows {
            pages.extend(self.summary(window).await);
        }
        Ok(pages)
    }

    async fn page(&self, id: &PageId) -> Result<Arc<dyn Page>> {
        let known = lock(&self.pages).get(id).cloned();
        if let Some(page) = known.filter(|page| page.state.end() != Some(PageEnd::Closed)) {
            return Ok(page);
        }
        if !self.windows().await?.contains(id) {
            return Err(no_such_page(id));
        }
        let page = {
            let mut pages = lock(&self.pages);
            // A concurrent call may have inserted the page first.
            let page = pages.entry(id.clone()).or_insert_with(|| ClassicPage::new(id, &self.context));
            Arc::clone(page)
        };
        page.begin().await?;
        Ok(page)
    }

    async fn open_page(&self) -> Result<PageId> {
        const DOING: &str = "opening a page";
        let mut turn = self.context.turn().await;
        let request = Request::post("window/new", json!({"type": "tab"}));
        let mut opened = turn.run(request.clone()).await;
        if matches!(&opened, Err(fault) if matches!(fault.code, Code::NoWindow | Code::Crashed)) {
            // The current window may be closed or crashed. A driver opens new windows only from an open one.
            for window in turn.windows().await.unwrap_or_default() {
                opened = match turn.window(&window).await {
                    Ok(()) => turn.run(request.clone()).await,
                    Err(fault) => Err(fault),
                };
                if opened.is_ok() {
                    break;
                }
            }
        }
        let opened = opened.map_err(|fault| self.context.failed(fault, DOING))?;
        turn.leave().await;
        let handle = opened.get("handle").and_then(Value::as_str).map(PageId::from);
        let page =
            handle.ok_or_else(|| EngineError::new(ErrorKind::Protocol, "the driver opened a page without giving its handle"))?;
        self.context.note_window(&page);
        Ok(page)
    }

    async fn close_page(&self, id: &PageId) -> Result<()> {
        const DOING: &str = "closing a page";
        let windows = self.windows().await?;
        if !windows.contains(id) {
            return Err(no_such_page(id));
        }
        if windows.len() == 1 {
            // Closing the last window would end the session, which may belong to another program.
            self.open_page().await?;
        }
        let mut turn = self.context.turn().await;
        let closed = async {
            // An open dialog would block the closing of the window.
            turn.window(id).await?;
            match turn.run(Request::post("alert/dismiss", json!({}))).await {
                Err(fault) if fault.code != Code::NoDialog => return Err(fault),
                _ => {}
            }
            turn.run(Request::delete("window")).await
        };
        let closed = closed.await;
        turn.forget_position();
        if let Some(page) = lock(&self.pages).remove(id) {
            page.state.set_end(PageEnd::Closed);
        }
        let left = windows.iter().find(|window| *window != id).cloned();
        match closed {
            Ok(_) => {
                // The session has no current window now, which would make the next command fail.
                if let Some(left) = left {
                    turn.window(&left).await.map_err(|fault| self.context.failed(fault, DOING))?;
                }
                Ok(())
            }
            Err(fault) if fault.code == Code::NoWindow => Ok(()),
            Err(fault) => Err(self.context.failed(fault, DOING)),
        }
    }

    fn remote_files(&self) -> Option<Arc<dyn RemoteFiles>> {
        self.files.clone().map(|files| files as _)
    }

    async fn end(&self) {
        self.context.driver.end().await;
        self.context.state.set_ended("the session was ended");
    }
}

fn no_such_page(id: &PageId) -> EngineError {
    EngineError::new(
        ErrorKind::PageNotFound,
        format!("there is no page with the id {}", quote(&shorten(id, 80))),
    )
}
