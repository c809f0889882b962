//! The state of the browser and its pages, kept up to date from events.

use super::asked::Asked;
use super::emulation::Emulated;
use super::gates::Gates;
use super::intercept::Intercept;
use super::protocol::{
    ContextInfo, DownloadEnded, DownloadStarted, FileDialogOpened, NavigationInfo, PromptClosed, PromptOpened,
};
use super::realms::Realms;
use super::tree::Contexts;
use crate::backend::monitor::{Monitor, NO_LIMIT, lock};
use crate::backend::pressed::{KeptKeys, Pressed, Releases};
use crate::backend::state::PageEnd;
use crate::backend::{BrowserState, Dialog, DialogKind, FileChooser, FrameId, Happening, PageId, PageState, error_page};
use crate::input::Point;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// The address of a crashed page.
const CRASHED: &str = "about:tabcrashed";

/// A user context of this program.
pub(super) type UserId = Arc<str>;

/// Whose pages the pages of a user context are.
#[derive(Debug)]
pub(super) enum Place {
    /// No session's.
    Scratch,
    /// Those of a session of its own, which has this state.
    Session(Arc<BrowserState>),
}

/// One page: its state, and the pointers and the subscription that belong to it.
#[derive(Debug)]
pub(super) struct PageData {
    pub(super) id: PageId,
    pub(super) state: Arc<PageState>,
    /// The user context, if the page belongs to a session of its own.
    pub(super) user: Option<UserId>,
    /// The page that opened it.
    opener: Option<PageId>,
    /// The pointer's position in each context. The browser keeps one pointer per context.
    pub(super) pointers: Mutex<HashMap<FrameId, Point>>,
    /// What is down, by the context that received it.
    pub(super) pressed: Mutex<HashMap<FrameId, Pressed>>,
    pub(super) kept: Mutex<KeptKeys>,
    pub(super) releases: Releases,
    pub(super) asked: Asked,
    pub(super) gates: Gates,
    /// Whether its document went without a navigation, and the reason is not known yet.
    pub(super) lost: Monitor<bool>,
    /// The subscription to the page's requests while they are watched.
    pub(super) subscription: Mutex<Option<String>>,
    /// When a dialog was last dismissed, which may have kept the page.
    pub(super) stayed: Mutex<Option<Instant>>,
    /// When its document came back from the back/forward cache.
    pub(super) restored: Mutex<Option<Instant>>,
}

/// The state that events update. The page objects and the browser read it.
#[derive(Debug, Default)]
pub(super) struct Registry {
    pub(super) state: Arc<BrowserState>,
    pub(super) intercept: Intercept,
    contexts: Monitor<Contexts>,
    pub(super) realms: Mutex<Realms>,
    pages: Mutex<HashMap<PageId, Arc<PageData>>>,
    /// Whether the browser reports what pages write to the console.
    pub(super) logs: AtomicBool,
    /// Whether it reports what our scripts tell.
    pub(super) tells: AtomicBool,
    /// The scripts that tell what users do, by the user contexts that they are for.
    pub(super) hands: Mutex<HashMap<Option<UserId>, String>>,
    /// Whether it reports the requests of all pages.
    pub(super) requests: AtomicBool,
    /// Whether it, or one of its user contexts, was given a proxy.
    pub(super) proxied: AtomicBool,
    /// The user contexts that this program created.
    pub(super) users: Mutex<HashMap<UserId, Place>>,
    /// What is emulated in them, and in the browser's own one.
    pub(super) emulated: Mutex<HashMap<Option<UserId>, Arc<Emulated>>>,
    /// The page that last received the focus, and the number of its document then.
    pub(super) focus: Mutex<Option<(PageId, u64)>>,
    /// Held while this program opens a page.
    pub(super) opening: tokio::sync::Mutex<()>,
    /// Pages that opened while this program opens one that is no page of any session, and that may be it.
    held: Mutex<Option<Vec<ContextInfo>>>,
}

/// Lets the pages go that were held back, but for the one that is no page of any session.
pub(super) struct Held<'a>(&'a Registry, Option<String>);

impl Held<'_> {
    pub(super) fn keep(&mut self, hidden: &str) {
        self.1 = Some(hidden.to_owned());
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let held = lock(&self.0.held).take();
        for info in held.into_iter().flatten() {
            if self.1.as_deref() != Some(&info.context) {
                self.0.add(&info);
            }
        }
    }
}

impl Registry {
    pub(super) fn contexts(&self) -> MutexGuard<'_, Contexts> {
        self.contexts.lock()
    }

    pub(super) fn pages(&self) -> MutexGuard<'_, HashMap<PageId, Arc<PageData>>> {
        lock(&self.pages)
    }

    /// Resolves when the context no longer shows its `document`th document, or is gone.
    pub(super) async fn left(&self, context: &str, document: u64) {
        let left = |contexts: &Contexts| (contexts.documents(context) != Some(document)).then_some(());
        self.contexts.wait(NO_LIMIT, left).await;
    }

    /// The page with this id, if it is open.
    pub(super) fn page(&self, id: &str) -> Option<Arc<PageData>> {
        self.pages().get(id).cloned()
    }

    /// The page that contains a context.
    pub(super) fn page_of(&self, context: &str) -> Option<Arc<PageData>> {
        let page = self.contexts().page_of(context)?;
        self.page(&page)
    }

    /// Holds back pages that no other page opened. The caller holds `opening`.
    pub(super) fn hold(&self) -> Held<'_> {
        // The next one without an opener is this program's own.
        self.pages().values().for_each(|page| page.asked.close());
        *lock(&self.held) = Some(Vec::new());
        Held(self, None)
    }

    /// Adds a context and all its descendants.
    pub(super) fn add(&self, info: &ContextInfo) {
        let is_alone = info.parent.is_none() && info.original_opener.is_none();
        if is_alone && let Some(held) = &mut *lock(&self.held) {
            held.push(info.clone());
            return;
        }
        let user = match info.user_context.as_deref().and_then(|user| self.user(user)) {
            Some((_, None)) => return,
            Some((user, Some(_))) => Some(user),
            None => None,
        };
        let id: FrameId = info.context.as_str().into();
        let parent: Option<FrameId> = info.parent.as_deref().map(Into::into);
        self.add_below(&id, parent, info, user.as_ref());
    }

    /// A user context of this program, and the state of its session; `None` if it is no session's.
    fn user(&self, id: &str) -> Option<(UserId, Option<Arc<BrowserState>>)> {
        let users = lock(&self.users);
        let (user, place) = users.get_key_value(id)?;
        let state = match place {
            Place::Session(state) => Some(Arc::clone(state)),
            Place::Scratch => None,
        };
        Some((UserId::clone(user), state))
    }

    /// The state of the session whose page a context is in.
    pub(super) fn state_of(&self, context: &str) -> Arc<BrowserState> {
        let user = self.page_of(context).and_then(|page| page.user.clone());
        self.state_of_user(user.as_ref())
    }

    fn state_of_user(&self, user: Option<&UserId>) -> Arc<BrowserState> {
        let state = user.and_then(|user| self.user(user)?.1);
        state.unwrap_or_else(|| Arc::clone(&self.state))
    }

    /// Marks the sessions of all user contexts as gone, with the browser's own.
    pub(super) fn set_ended(&self, why: &str) {
        self.state.set_ended(why);
        for (_, place) in std::mem::take(&mut *lock(&self.users)) {
            if let Place::Session(state) = place {
                state.set_ended(why);
            }
        }
    }

    fn add_below(&self, id: &FrameId, parent: Option<FrameId>, info: &ContextInfo, user: Option<&UserId>) {
        let is_page = parent.is_none();
        let new = self.contexts().insert(FrameId::clone(id), parent, &info.url);
        if new && is_page {
            self.lose_focus();
            let state = Arc::new(PageState::default());
            state.set_url(&info.url);
            if let Some(log) = self.state_of_user(user).traffic.get() {
                state.record_into(log, id);
            }
            let opener = match info.original_opener.as_deref() {
                Some(opener) => self.page_of(opener),
                None => self.which_asked(user),
            };
            let data = PageData {
                id: PageId::clone(id),
                state,
                user: user.cloned(),
                opener: opener.as_ref().map(|opener| PageId::clone(&opener.id)),
                pointers: Mutex::default(),
                pressed: Mutex::default(),
                kept: Mutex::default(),
                releases: Releases::default(),
                asked: Asked::default(),
                gates: Gates::default(),
                lost: Monitor::default(),
                subscription: Mutex::default(),
                stayed: Mutex::default(),
                restored: Mutex::default(),
            };
            let browser = self.state_of_user(user);
            browser.hands.opened(id, info.original_opener.as_deref(), &info.url);
            browser.front_changes(opener.is_some());
            self.pages().insert(PageId::clone(id), Arc::new(data));
            if let Some(opener) = opener {
                opener.state.record(Happening::PageOpened {
                    page: PageId::clone(id),
                    url: info.url.clone(),
                    closed: false,
                });
            }
        }
        for child in info.children.iter().flatten() {
            self.add_below(&child.context.as_str().into(), Some(FrameId::clone(id)), child, user);
        }
    }

    /// The only page of a user context that may have asked for a window.
    fn which_asked(&self, user: Option<&UserId>) -> Option<Arc<PageData>> {
        let pages = self.pages();
        let mut asking = pages
            .values()
            .filter(|page| page.user.as_ref() == user && page.asked.is_open());
        let only = asking.next().filter(|_| asking.next().is_none())?;
        only.asked.close();
        Some(Arc::clone(only))
    }

    /// Forgets the focused page, because a new page or a dialog may have taken the focus.
    fn lose_focus(&self) {
        *lock(&self.focus) = None;
    }

    pub(super) fn remove(&self, context: &str) {
        let page = self.page_of(context);
        let browser = self.state_of(context);
        self.contexts().remove(context);
        self.contexts.notify();
        if let Some(page) = page {
            page.state.forget_frame(context);
            self.forget_gone(&page);
        }
        let removed = self.pages().remove(context);
        if let Some(page) = removed {
            browser.hands.closed(&page.id);
            page.state.set_end(PageEnd::Closed);
            if let Some(opener) = self.opener(&page) {
                opener.state.set_opened_closed(&page.id);
            }
        }
    }

    /// Forgets what is known of contexts of a page that are gone.
    fn forget_gone(&self, page: &PageData) {
        let contexts = self.contexts();
        lock(&page.pointers).retain(|context, _| contexts.documents(context).is_some());
        lock(&page.pressed).retain(|context, _| contexts.documents(context).is_some());
    }

    /// The page that opened this one, while it is open.
    pub(super) fn opener(&self, page: &PageData) -> Option<Arc<PageData>> {
        self.page(page.opener.as_deref()?)
    }

    /// Tells the opener of a page where that page goes.
    fn announce(&self, page: &PageData, info: &NavigationInfo) {
        if *page.id == *info.context
            && let Some(opener) = self.opener(page)
        {
            // The address of an error page names the one that could not be loaded.
            let failed = error_page::failed_load(&info.url);
            opener
                .state
                .set_opened_url(&page.id, failed.as_ref().map_or(&info.url, |failed| &failed.url));
        }
    }

    pub(super) fn committed(&self, info: &NavigationInfo) {
        let Some(page) = self.page_of(&info.context) else { return };
        let main = *page.id == *info.context;
        self.announce(&page, info);
        let awaited = self
            .contexts()
            .pending(&info.context)
            .is_some_and(|pending| pending.url == info.url);
        self.contexts().committed(&info.context, &info.url);
        self.contexts.notify();
        self.forget_gone(&page);
        let crashed = info.url.starts_with(CRASHED);
        // After a crash, an empty page stands there at first.
        let empty = info.url == "about:blank" && !awaited;
        match main {
            true if crashed || empty => self.not_come(&page),
            true => self.known(&page),
            false => {}
        }
        if main && crashed {
            page.state.set_end(PageEnd::Crashed);
            return;
        }
        // A new document closes the dialog of the old one. If the dialog belonged to a frame, no event reports that.
        if main
            && page
                .state
                .dialog()
                .is_some_and(|dialog| dialog.kind != DialogKind::BeforeUnload)
        {
            page.state.record(Happening::DialogClosed);
        }
        page.state.record(Happening::Committed {
            frame: info.context.as_str().into(),
            url: info.url.clone(),
            main,
        });
    }

    pub(super) fn started(&self, info: NavigationInfo) {
        let Some(page) = self.page_of(&info.context) else { return };
        self.contexts().started(&info.context, info.navigation.clone(), &info.url);
        // Without an address, the browser is only asking whether the page may be left.
        if !info.url.is_empty() {
            self.announce(&page, &info);
            if *page.id == *info.context {
                self.state_of(&info.context).hands.leaves(&page.id, &page.state);
            }
            page.state.record(Happening::NavigationRequested {
                frame: info.context.as_str().into(),
                url: info.url,
            });
        }
    }

    pub(super) fn aborted(&self, context: &str, navigation: Option<&str>) {
        let Some(page) = self.page_of(context) else { return };
        if self.contexts().aborted(context, navigation) {
            page.state.record(Happening::NavigationAborted { frame: context.into() });
        }
    }

    pub(super) fn moved(&self, info: NavigationInfo) {
        let Some(page) = self.page_of(&info.context) else { return };
        self.contexts().moved(&info.context, &info.url);
        if *page.id == *info.context {
            page.state.set_url(&info.url);
        }
        page.state.record(Happening::SameDocument {
            frame: info.context.as_str().into(),
            url: info.url,
        });
    }

    /// Records a loading step. Only steps of main frames matter.
    pub(super) fn loading(&self, context: &str, happening: Happening) {
        if let Some(page) = self.page(context) {
            page.state.record(happening);
        }
    }

    pub(super) fn prompt_opened(&self, prompt: PromptOpened) {
        self.lose_focus();
        let Some(page) = self.page_of(&prompt.context) else { return };
        let kind = match prompt.r#type.as_str() {
            "confirm" => DialogKind::Confirm,
            "prompt" => DialogKind::Prompt,
            "beforeunload" => DialogKind::BeforeUnload,
            _ => DialogKind::Alert,
        };
        page.state.record(Happening::DialogOpened(Dialog {
            kind,
            message: prompt.message,
            default_text: prompt.default_value,
        }));
    }

    pub(super) fn chooser_opened(&self, opened: FileDialogOpened) {
        let Some(page) = self.page_of(&opened.context) else { return };
        page.state.record(Happening::FileChooser(FileChooser {
            frame: opened.context.into(),
            multiple: opened.multiple,
            input: opened.element.map(|element| element.shared_id.into()),
        }));
    }

    pub(super) fn prompt_closed(&self, closed: &PromptClosed) {
        let Some(page) = self.page_of(&closed.context) else { return };
        let browser = self.state_of(&closed.context);
        browser
            .hands
            .answered(&page.id, &page.state, closed.accepted, closed.user_text.clone());
        let leaving = matches!(page.state.dialog(), Some(dialog) if dialog.kind == DialogKind::BeforeUnload);
        if leaving && !closed.accepted {
            page.state.record(Happening::NavigationAborted {
                frame: FrameId::clone(&page.id),
            });
        }
        page.state.record(Happening::DialogClosed);
    }

    pub(super) fn download_started(&self, download: DownloadStarted) {
        let id = download_id(download.navigation.as_deref(), &download.url);
        let browser = self.state_of(&download.context);
        browser.downloads.begin(&id, &download.suggested_filename);
        let Some(page) = self.page_of(&download.context) else { return };
        page.state.record(Happening::DownloadStarted {
            id,
            name: download.suggested_filename,
        });
        // The navigation became the download. No separate event reports that.
        self.aborted(&download.context, download.navigation.as_deref());
    }

    pub(super) fn download_ended(&self, download: DownloadEnded) {
        let id = download_id(download.navigation.as_deref(), &download.url);
        let browser = self.state_of(&download.context);
        browser.downloads.end(&id, download.filepath.as_deref());
        let Some(page) = self.page_of(&download.context) else { return };
        page.state.record(Happening::DownloadFinished {
            id,
            path: download.filepath,
        });
    }
}

/// A download has no id of its own. The navigation that became the download has one, which several downloads through
/// `<a download>` may share.
fn download_id(navigation: Option<&str>, url: &str) -> String {
    format!("{} {url}", navigation.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::bidi::protocol::parsed;
    use serde_json::json;

    #[test]
    fn nothing_is_kept_of_frames_that_are_gone() {
        let registry = Registry::default();
        registry.add(&parsed(json!({"context": "page", "url": "about:blank", "parent": null})));
        let page = registry.page("page").expect("added");
        for round in 0..100 {
            let frame = format!("frame {round}");
            registry.add(&parsed(json!({"context": frame, "url": "about:blank", "parent": "page"})));
            registry.started(parsed(
                json!({"context": frame, "navigation": format!("n {round}"), "url": "http://x/"}),
            ));
            let id = FrameId::from(frame.as_str());
            lock(&page.pointers).insert(FrameId::clone(&id), Point { x: 1.0, y: 1.0 });
            lock(&page.pressed).insert(FrameId::clone(&id), Pressed::default());
            if round % 2 == 0 {
                registry.remove(&frame);
                assert_eq!(page.state.navigating_to(&frame), None);
            } else {
                registry.started(parsed(json!({"context": "page", "navigation": "m", "url": "http://y/"})));
                registry.committed(&parsed(json!({"context": "page", "navigation": "m", "url": "http://y/"})));
            }
            assert_eq!(
                (lock(&page.pointers).len(), lock(&page.pressed).len()),
                (0, 0),
                "round {round}"
            );
        }
    }
}
