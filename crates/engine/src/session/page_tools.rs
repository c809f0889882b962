//! The tools that the page offers to agents.

use super::{Session, refuse_open_dialog};
use crate::action::{self, ToolAnswer};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{PageToolOptions, PageToolsOptions};
use crate::page_script::Expects;
use crate::report::{PageToolReport, PageToolsReport};
use crate::text::{quote, shorten};
use serde_json::{Map, Value};
use url::Url;

impl Session {
    /// The tools that the selected page and its frames offer to agents (`WebMCP`, `document.modelContext`).
    ///
    /// # Errors
    /// `Unsupported` if the browser has no such interface or it is off; `DialogOpen`; `Timeout` if the page does not answer.
    pub async fn page_tools(&self, options: &PageToolsOptions) -> Result<PageToolsReport> {
        let limit = options.timeout.unwrap_or(self.inner.options.action_timeout);
        deadline::within(limit, async {
            let list = async {
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                let offers = action::page_tools(&target, options.name.as_deref()).await?;
                Ok(PageToolsReport {
                    page: target.number,
                    tools: offers.tools.into_iter().map(|offered| offered.tool).collect(),
                    more: offers.more,
                    frames_left_out: offers.frames_left_out,
                })
            };
            list.await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// Calls a tool that the selected page offers. The input is given as it is: check it against the tool's schema before.
    /// An error of the tool is a report, not an error.
    ///
    /// # Errors
    /// `InvalidInput` if no document of the origin offers the tool, or not with this schema; `Ambiguous` if several frames do;
    /// `OutcomeUnknown` if it began and its end is not known; `Unsupported`, `DialogOpen`, `Timeout`.
    pub async fn call_page_tool(
        &self,
        name: &str,
        input: &Map<String, Value>,
        options: &PageToolOptions,
    ) -> Result<PageToolReport> {
        let limit = options.timeout.unwrap_or(self.inner.options.navigation_timeout);
        deadline::within(limit, async {
            let running = self.begin("callPageTool").await?;
            let target = &running.target;
            let described = quote(&shorten(name, 100));
            let called = async {
                let offers = action::page_tools(target, Some(name)).await.map_err(not_called)?;
                let own = origin_of(target.page.address_of(&running.main).as_deref());
                let offered = action::choose_tool(&offers, name, options.origin.as_deref(), &own)?;
                let input = Value::from(input.clone()).to_string();
                let answer = action::call_page_tool(target, offered, options.schema.as_deref(), &input, limit).await?;
                Ok((answer, offered.tool.origin.clone()))
            };
            let (answer, origin) = called.await.map_err(|error| self.failed(&running, &described, error))?;
            // A tool that throws may have done a part.
            let failed = matches!(answer, ToolAnswer::Threw(_)).then(|| ErrorKind::OutcomeUnknown.code());
            self.record(&running, &described, true, running.began.elapsed(), failed);
            action::settle(target, running.mark, Expects::Nothing, false).await;
            let (text, cut, error) = match answer {
                ToolAnswer::Text { text, cut } => (Some(text), cut, None),
                ToolAnswer::Threw(error) => (None, false, Some(error)),
            };
            Ok(PageToolReport {
                text,
                cut,
                error,
                origin,
                effects: self.effects(target, &running.main, running.mark),
                duration: running.began.elapsed(),
            })
        })
        .await
    }
}

/// Says of a page that did not answer that its tool was not called.
fn not_called(error: EngineError) -> EngineError {
    match error.kind() {
        ErrorKind::Timeout => error.besides("the tool was not called"),
        _ => error,
    }
}

/// The origin of an address, as documents call it.
fn origin_of(address: Option<&str>) -> String {
    address
        .and_then(|address| Url::parse(address).ok())
        .map_or_else(|| "null".to_owned(), |url| url.origin().ascii_serialization())
}
