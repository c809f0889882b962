//! The session, method by method as in the engine.

use crate::actions::{ActionReport, EvaluateReport, FormReport, ScrollReport};
use crate::cancellation::Cancellation;
use crate::described::Described;
use crate::extension::ExtensionStatus;
use crate::fault::{Fault, run, settle};
use crate::interact::{InteractOptions, InteractReport, RecentAction};
use crate::options::{
    FindOptions, FormField, ScreenshotOptions, ScrollOptions, SessionOptions, SnapshotOptions, TypeOptions, WaitOptions, duration,
};
use crate::reports::{
    BrowserInfo, DownloadInfo, FindReport, NavigationReport, PageInfo, ScreenshotReport, SelectorReport, SnapshotReport,
    WaitReport, count,
};
use napi::bindgen_prelude::Either;
use napi_derive::napi;
use std::path::PathBuf;
use uipilot_engine::Session;
use uipilot_engine::backend::Navigation;
use uipilot_engine::error::{EngineError, ErrorKind, Result};
use uipilot_engine::text::quote;

/// One connection to one browser.
#[napi]
pub struct NativeSession {
    session: Session,
}

/// Converts a list.
fn list<T, A: From<T>>(items: Vec<T>) -> Vec<A> {
    items.into_iter().map(Into::into).collect()
}

/// Where to go: a URL, or one of the words.
fn navigation(direction: &str, url: Option<String>) -> Result<Navigation> {
    match (direction, url) {
        ("to", Some(url)) => Ok(Navigation::To(url)),
        ("back", None) => Ok(Navigation::Back),
        ("forward", None) => Ok(Navigation::Forward),
        ("reload", None) => Ok(Navigation::Reload),
        (other, _) => Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("{} is not a direction, or does not go with a URL", quote(other)),
        )),
    }
}

#[napi]
impl NativeSession {
    /// Checks the options; starts nothing.
    #[napi]
    pub fn open(options: SessionOptions) -> Either<NativeSession, Fault> {
        let session = uipilot_engine::options::SessionOptions::try_from(options).and_then(Session::open);
        settle(session, |session| Self { session })
    }

    /// Starts or connects to the browser now. Idempotent; other calls do it themselves.
    #[napi]
    pub async fn start(&self, cancellation: Option<&Cancellation>) -> Either<BrowserInfo, Fault> {
        run(cancellation, self.session.start(), Into::into).await
    }

    /// The open pages.
    #[napi]
    pub async fn pages(&self, cancellation: Option<&Cancellation>) -> Either<Vec<PageInfo>, Fault> {
        run(cancellation, self.session.pages(), list).await
    }

    /// Opens a page, selects it and navigates.
    #[napi]
    pub async fn new_page(&self, url: String, cancellation: Option<&Cancellation>) -> Either<NavigationReport, Fault> {
        run(cancellation, self.session.new_page(&url), Into::into).await
    }

    /// Makes a page the one that calls go to.
    #[napi]
    pub async fn select_page(&self, page: u32, cancellation: Option<&Cancellation>) -> Either<PageInfo, Fault> {
        run(cancellation, self.session.select_page(page), Into::into).await
    }

    /// Closes a page and answers what is left.
    #[napi]
    pub async fn close_page(&self, page: u32, cancellation: Option<&Cancellation>) -> Either<Vec<PageInfo>, Fault> {
        run(cancellation, self.session.close_page(page), list).await
    }

    /// Navigates a page, the selected one where none is named.
    #[napi]
    pub async fn navigate(
        &self,
        #[napi(ts_arg_type = "'to' | 'back' | 'forward' | 'reload'")] direction: String,
        url: Option<String>,
        page: Option<u32>,
        timeout_ms: Option<f64>,
        cancellation: Option<&Cancellation>,
    ) -> Either<NavigationReport, Fault> {
        let call = async {
            let timeout = duration("timeoutMs", timeout_ms)?;
            self.session.navigate(page, navigation(&direction, url)?, timeout).await
        };
        run(cancellation, call, Into::into).await
    }

    /// A snapshot of the selected page.
    #[napi]
    pub async fn snapshot(&self, options: SnapshotOptions, cancellation: Option<&Cancellation>) -> Either<SnapshotReport, Fault> {
        let call = async { self.session.snapshot(&options.try_into()?).await };
        run(cancellation, call, Into::into).await
    }

    /// Lines of the selected page that fit.
    #[napi]
    pub async fn find(&self, options: FindOptions, cancellation: Option<&Cancellation>) -> Either<FindReport, Fault> {
        let call = async { self.session.find(&options.into()).await };
        run(cancellation, call, Into::into).await
    }

    /// Forgets all UIDs; answers how many became stale.
    #[napi]
    pub async fn clear_snapshot(&self, cancellation: Option<&Cancellation>) -> Either<f64, Fault> {
        run(cancellation, self.session.clear_snapshot(), count).await
    }

    /// A unique CSS selector for the element.
    #[napi]
    pub async fn resolve_uid_to_selector(
        &self,
        uid: String,
        cancellation: Option<&Cancellation>,
    ) -> Either<SelectorReport, Fault> {
        run(cancellation, self.session.resolve_uid_to_selector(&uid), Into::into).await
    }

    /// What the element of a UID or a CSS selector is to assistive technology.
    #[napi]
    pub async fn describe(&self, uid_or_selector: String, cancellation: Option<&Cancellation>) -> Either<Described, Fault> {
        run(cancellation, self.session.describe(&uid_or_selector), Into::into).await
    }

    /// Clicks, or double-clicks.
    #[napi]
    pub async fn click(&self, uid: String, double: bool, cancellation: Option<&Cancellation>) -> Either<ActionReport, Fault> {
        run(cancellation, self.session.click(&uid, double), Into::into).await
    }

    /// Moves the mouse over the element.
    #[napi]
    pub async fn hover(&self, uid: String, cancellation: Option<&Cancellation>) -> Either<ActionReport, Fault> {
        run(cancellation, self.session.hover(&uid), Into::into).await
    }

    /// Sets the value of a field.
    #[napi]
    pub async fn fill(&self, uid: String, value: String, cancellation: Option<&Cancellation>) -> Either<ActionReport, Fault> {
        run(cancellation, self.session.fill(&uid, &value), Into::into).await
    }

    /// Fills several fields, in order.
    #[napi]
    pub async fn fill_form(&self, fields: Vec<FormField>, cancellation: Option<&Cancellation>) -> Either<FormReport, Fault> {
        let fields: Vec<_> = fields.into_iter().map(|field| (field.uid, field.value)).collect();
        run(cancellation, self.session.fill_form(&fields), Into::into).await
    }

    /// Drags one element onto another.
    #[napi]
    pub async fn drag(
        &self,
        from_uid: String,
        to_uid: String,
        cancellation: Option<&Cancellation>,
    ) -> Either<ActionReport, Fault> {
        run(cancellation, self.session.drag(&from_uid, &to_uid), Into::into).await
    }

    /// Puts files into a file input.
    #[napi]
    pub async fn upload(
        &self,
        uid: String,
        files: Vec<String>,
        cancellation: Option<&Cancellation>,
    ) -> Either<ActionReport, Fault> {
        let files: Vec<PathBuf> = files.into_iter().map(Into::into).collect();
        run(cancellation, self.session.upload(&uid, &files), Into::into).await
    }

    /// Presses a key or a combination, on the element or on what has the focus.
    #[napi]
    pub async fn press_key(
        &self,
        key: String,
        uid: Option<String>,
        cancellation: Option<&Cancellation>,
    ) -> Either<ActionReport, Fault> {
        run(cancellation, self.session.press_key(uid.as_deref(), &key), Into::into).await
    }

    /// Scrolls into view, or in a direction.
    #[napi]
    pub async fn scroll(&self, options: ScrollOptions, cancellation: Option<&Cancellation>) -> Either<ScrollReport, Fault> {
        let call = async { self.session.scroll(&options.try_into()?).await };
        run(cancellation, call, Into::into).await
    }

    /// Runs a function or an expression in the page's own world.
    #[napi]
    pub async fn evaluate(
        &self,
        script: String,
        uid: Option<String>,
        timeout_ms: Option<f64>,
        cancellation: Option<&Cancellation>,
    ) -> Either<EvaluateReport, Fault> {
        let call = async {
            let limit = duration("timeoutMs", timeout_ms)?;
            self.session.evaluate(&script, uid.as_deref(), limit).await
        };
        run(cancellation, call, Into::into).await
    }

    /// The downloads of the browser, oldest first.
    #[napi]
    pub async fn downloads(&self, cancellation: Option<&Cancellation>) -> Either<Vec<DownloadInfo>, Fault> {
        run(cancellation, self.session.downloads(), list).await
    }

    /// Types a text with key events.
    #[napi]
    pub async fn type_text(
        &self,
        text: String,
        options: TypeOptions,
        cancellation: Option<&Cancellation>,
    ) -> Either<ActionReport, Fault> {
        let call = async { self.session.type_text(&text, &options.try_into()?).await };
        run(cancellation, call, Into::into).await
    }

    /// Chooses options of a native select, and no others.
    #[napi]
    pub async fn select_option(
        &self,
        uid: String,
        values: Vec<String>,
        cancellation: Option<&Cancellation>,
    ) -> Either<ActionReport, Fault> {
        run(cancellation, self.session.select_option(&uid, &values), Into::into).await
    }

    /// Checks or unchecks.
    #[napi]
    pub async fn set_checked(
        &self,
        uid: String,
        checked: bool,
        cancellation: Option<&Cancellation>,
    ) -> Either<ActionReport, Fault> {
        run(cancellation, self.session.set_checked(&uid, checked), Into::into).await
    }

    /// Finds an element by what it means, acts on it, and waits for what follows.
    #[napi]
    pub async fn interact(&self, options: InteractOptions, cancellation: Option<&Cancellation>) -> Either<InteractReport, Fault> {
        let call = async { self.session.interact(&options.try_into()?).await };
        run(cancellation, call, Into::into).await
    }

    /// The last actions, newest first.
    #[napi]
    pub fn recent_actions(&self, limit: u32) -> Vec<RecentAction> {
        list(self.session.recent_actions(limit as usize))
    }

    /// A picture of the viewport, the document or one element.
    #[napi]
    pub async fn screenshot(
        &self,
        options: ScreenshotOptions,
        cancellation: Option<&Cancellation>,
    ) -> Either<ScreenshotReport, Fault> {
        let call = async { self.session.screenshot(&options.try_into()?).await };
        run(cancellation, call, Into::into).await
    }

    /// Accepts or dismisses the open dialog.
    #[napi]
    pub async fn answer_dialog(
        &self,
        accept: bool,
        text: Option<String>,
        cancellation: Option<&Cancellation>,
    ) -> Either<ActionReport, Fault> {
        run(cancellation, self.session.answer_dialog(accept, text.as_deref()), Into::into).await
    }

    /// Waits until all that is given holds.
    #[napi]
    pub async fn wait_for(&self, options: WaitOptions, cancellation: Option<&Cancellation>) -> Either<WaitReport, Fault> {
        let call = async { self.session.wait_for(&options.try_into()?).await };
        run(cancellation, call, Into::into).await
    }

    /// Who is connected to a session for the extension, and the code that pairs another one.
    #[napi]
    pub async fn extension_status(&self, cancellation: Option<&Cancellation>) -> Either<ExtensionStatus, Fault> {
        run(cancellation, self.session.extension_status(), Into::into).await
    }

    /// Ends the browser if it is ours. Later calls answer `SESSION_ENDED`.
    #[napi]
    pub async fn close(&self) -> Either<(), Fault> {
        let call = async {
            self.session.close().await;
            Ok(())
        };
        run(None, call, |()| ()).await
    }
}
