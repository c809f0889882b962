//! What the pages of the session wrote to the console.

use super::{Session, lock};
use crate::action::Target;
use crate::backend::console::{Kept, Listed};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{ConsoleOptions, Recorded, ResourceOptions};
use crate::report::{ConsoleErrors, ConsoleFrame, ConsoleMessage, ConsoleReport, ConsoleWorker, JsonText, ResourceReport};
use crate::text::{quote, shorten};
use url::{Position, Url};

/// The most bytes of a resource.
const MOST_BYTES: usize = 32 << 20;

/// The most messages in one list.
const MOST: usize = 1_000;

impl Session {
    /// What pages wrote to the console, and errors that nothing handled, from the first moment of each page on. The session
    /// was opened with [`Recorded::Console`].
    ///
    /// # Errors
    /// `InvalidInput` if the session does not record them, for a limit that is not 1 to 1,000, or if there is no message
    /// with the number `id`; `Unsupported` if the connection does not report them; and those of starting the browser.
    pub async fn console_messages(&self, options: &ConsoleOptions) -> Result<ConsoleReport> {
        self.in_time(async {
            if !self.inner.options.record.contains(&Recorded::Console) {
                let what = "this session does not record what pages write to the console";
                return Err(EngineError::new(ErrorKind::InvalidInput, what)
                    .with_next_step("open the session with `record: [\"console\"]`"));
            }
            if !(1..=MOST).contains(&options.limit) {
                let what = format!("limit must be 1 to {MOST}, got {}", options.limit);
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
            let connection = self.connection().await?;
            let log = &connection.browser.state().console;
            if !log.is_on() {
                // The refusal of the connection says why.
                connection.browser.record_console().await?;
            }
            // A page of a browser that was attached to begins to be heard when it is used. One that has closed is listed, too.
            if let Ok(target) = self.target(options.page).await {
                target.hear().await;
            }
            let listed = log.list();
            let report = self.fitting(&listed, options)?;
            if options.new_only {
                log.set_listed(listed.last);
            }
            if options.clear {
                log.clear(listed.last);
            }
            Ok(report)
        })
        .await
    }

    fn fitting(&self, listed: &Listed, options: &ConsoleOptions) -> Result<ConsoleReport> {
        let new = if options.new_only { listed.listed } else { 0 };
        let since = options.since.unwrap_or_default().max(new);
        let wanted = options.text.as_ref().map(|text| text.to_lowercase());
        let mut pages = lock(&self.inner.pages);
        let mut fitting: Vec<ConsoleMessage> = listed
            .messages
            .iter()
            .filter(|kept| match options.id {
                Some(id) => kept.id <= id && id <= kept.last,
                None => kept.last > since && options.before.is_none_or(|before| kept.id < before),
            })
            .filter(|kept| options.level.is_none_or(|least| kept.entry.level.is_at_least(least)))
            .filter(|kept| {
                wanted
                    .as_ref()
                    .is_none_or(|wanted| kept.entry.text.to_lowercase().contains(wanted))
            })
            .map(|kept| message(kept, kept.entry.page.as_ref().map(|id| pages.number_at_any_time(id))))
            .filter(|message| options.page.is_none_or(|page| message.page == Some(page)))
            .collect();
        drop(pages);
        if let Some(id) = options.id {
            // Numbers of repetitions lie between those of other messages, so the nearest one is meant.
            let at = fitting.iter().rposition(|message| message.id == id);
            let found = at.or_else(|| fitting.len().checked_sub(1));
            let Some(found) = found else {
                let what = format!("there is no message {id}: it was forgotten, or made room for newer ones");
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            };
            fitting = vec![fitting.swap_remove(found)];
        }
        let earlier = fitting.len().saturating_sub(options.limit);
        fitting.drain(..earlier);
        Ok(ConsoleReport {
            messages: fitting,
            earlier,
            last: listed.last,
            skipped: listed.skipped,
            dropped: listed.dropped,
        })
    }

    /// A resource of the page's own origin as text, loaded through the browser with the page's cookies and cache.
    ///
    /// # Errors
    /// `UrlNotAllowed` for an address of another origin; `InvalidInput` for a size that is too large; `Io` if the server refuses
    /// it, or it is larger than allowed; `Unsupported` outside of Chromium.
    pub async fn page_resource(&self, url: &str, options: &ResourceOptions) -> Result<ResourceReport> {
        self.in_time(async {
            if options.max_bytes > MOST_BYTES {
                let what = format!("maxBytes must be at most {MOST_BYTES}, got {}", options.max_bytes);
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
            let target = self.target(options.page).await?;
            let page = Url::parse(&target.page.state().url());
            let wanted = Url::parse(url);
            // The document itself is not asked for again: that could do something.
            let is_document = |page: &Url, wanted: &Url| page[..Position::AfterQuery] == wanted[..Position::AfterQuery];
            match (page, wanted) {
                (Ok(page), Ok(wanted))
                    if wanted.scheme().starts_with("http")
                        && page.origin() == wanted.origin()
                        && !is_document(&page, &wanted) =>
                {
                    target.page.load_resource(wanted.as_str(), options.max_bytes).await
                }
                _ => Err(EngineError::new(
                    ErrorKind::UrlNotAllowed,
                    format!("{} is no resource of the page's own origin", quote(&shorten(url, 200))),
                )
                .with_next_step("give the address of a script or a file that the page itself loads from its own server")),
            }
        })
        .await
    }

    /// The errors that the page wrote since `mark`, if answers tell them.
    pub(super) fn console_errors(&self, target: &Target, mark: u64) -> Option<ConsoleErrors> {
        if !self.inner.options.report_console_errors {
            return None;
        }
        let since = target.page.state().errors_since(mark)?;
        Some(ConsoleErrors {
            count: since.count,
            first: since.first,
        })
    }
}

fn message(kept: &Kept, page: Option<u32>) -> ConsoleMessage {
    let entry = &kept.entry;
    ConsoleMessage {
        id: kept.id,
        at: entry.at,
        last_at: kept.last_at,
        count: kept.count,
        page,
        level: entry.level,
        source: entry.source,
        method: Some(entry.method.clone()).filter(|method| !method.is_empty()),
        text: entry.text.clone(),
        length: kept.length,
        args: entry.args.iter().filter_map(|arg| JsonText::read(&arg.json)).collect(),
        read_later: kept.read_later,
        stack: entry
            .stack
            .iter()
            .map(|place| ConsoleFrame {
                function: place.function.clone(),
                url: place.url.clone(),
                line: place.line,
                column: place.column,
            })
            .collect(),
        frame: entry.frame.clone(),
        worker: entry
            .worker
            .as_ref()
            .map(|(kind, url)| ConsoleWorker { kind, url: url.clone() }),
        handled: kept.handled,
    }
}
