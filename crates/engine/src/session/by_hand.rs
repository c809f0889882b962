//! What the user does by hand in the pages of the session.

use super::act::way_to_frame;
use super::lasting::as_told;
use super::pages::Select;
use super::{Connection, Session, lock};
use crate::backend::by_hand::{At, HandEntry, Message, Since, What};
use crate::backend::{FrameId, PageId};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::UserStepsOptions;
use crate::report::{UserDeed, UserPoint, UserStep, UserStepsReport};
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::timeout;

/// How long a call may wait for steps.
const MOST_WAIT: Duration = Duration::from_mins(1);
/// How long the way to a frame is looked for.
const WAY_LIMIT: Duration = Duration::from_millis(1_500);
/// How many ways are kept.
const MOST_WAYS: usize = 500;

/// CSS paths to the elements around a document, outermost first.
type Way = Vec<Vec<String>>;

/// The ways to the frames that the user may act in. Each is found when its document begins, since the user's next step may
/// lead away.
#[derive(Default)]
pub(super) struct Ways(HashMap<(PageId, FrameId), Way>);

impl Session {
    /// Begins to note what the user does by hand in the pages of the session, also in those that open later, or ends that. What
    /// this session does itself is left out. What was noted stays until the browser ends.
    ///
    /// # Errors
    /// `Unsupported` over classic `WebDriver`; and those of starting the browser.
    pub async fn watch_user(&self, on: bool) -> Result<()> {
        self.in_time(async {
            if !on {
                // A browser that has ended is not started for that.
                let Some(connection) = self.inner.connection.lock().await.clone() else {
                    return Ok(());
                };
                if connection.browser.state().ended().is_none() {
                    return connection.browser.watch_hands(None).await;
                }
                connection.browser.state().hands.set(None);
                return Ok(());
            }
            let connection = self.connection().await?;
            // A browser of ours has a page then.
            self.target(None).await.map_err(|error| self.noted(error))?;
            let test_id = self.inner.options.test_id_attribute.as_str();
            let watched = connection.browser.watch_hands(Some(test_id)).await;
            watched.map_err(|error| self.noted(error))
        })
        .await
    }

    /// Watches the user in a connection that takes the place of an ended one, if it was so before.
    pub(super) async fn watch_again(dead: &Connection, connection: &Connection) {
        let before = &dead.browser.state().hands;
        connection.browser.state().hands.go_on_after(before);
        let Some(test_id) = before.test_id() else { return };
        if let Err(error) = connection.browser.watch_hands(Some(&test_id)).await {
            tracing::warn!(%error, "the user is not watched any more");
        }
    }

    /// What the user did by hand since a step, each with a locator from the moment before the page changed by it. Texts that are
    /// typed into one field are one step. 400 steps are kept.
    ///
    /// # Errors
    /// `InvalidInput` if the user was not watched, or to wait for more than 60 s; `SessionEnded` if the browser has ended.
    pub async fn user_steps(&self, options: &UserStepsOptions) -> Result<UserStepsReport> {
        let wait = options.wait.unwrap_or_default();
        if wait > MOST_WAIT {
            let what = format!("waitMs must be at most {}", MOST_WAIT.as_millis());
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        let limit = self.inner.options.action_timeout + wait;
        deadline::within(limit, Box::pin(self.steps(options.since.unwrap_or(0), wait))).await
    }

    async fn steps(&self, since: u64, wait: Duration) -> Result<UserStepsReport> {
        self.refuse_closed()?;
        // A question does not start the browser.
        let connection = self.inner.connection.lock().await.clone();
        let connection = connection.ok_or_else(|| {
            EngineError::new(ErrorKind::InvalidInput, "the user is not watched").with_next_step("begin with `watchUser`")
        })?;
        let state = connection.browser.state();
        let Since { entries, last, lost } = state.hands.since(since, wait).await;
        // What was told before the end is not lost with it.
        if let Some(why) = state.ended().filter(|_| entries.is_empty()) {
            return Err(EngineError::new(ErrorKind::SessionEnded, why));
        }
        let mut steps = Vec::new();
        for entry in entries {
            steps.extend(self.user_step(&connection, entry).await);
        }
        Ok(UserStepsReport { steps, last, lost })
    }

    async fn user_step(&self, connection: &Connection, entry: HandEntry) -> Option<UserStep> {
        let way = match (&entry.what, &entry.frame) {
            (What::Message(_, message), _) if message.top => Some(Way::new()),
            (What::Frame | What::Message(..), Some(frame)) => self.way(connection, &entry.page, frame).await,
            _ => Some(Way::new()),
        };
        let page = lock(&self.inner.pages).number_at_any_time(&entry.page);
        let mut step = UserStep {
            id: entry.id,
            at: entry.at,
            page,
            deed: UserDeed::Closed,
            target: None,
            to: None,
            frame_lost: way.is_none(),
            button: None,
            count: None,
            modifiers: Vec::new(),
            at_point: None,
            path: Vec::new(),
            text: None,
            secret: false,
            cut: false,
            checked: None,
            options: Vec::new(),
            key: None,
            files: Vec::new(),
            url: None,
            way: None,
            from_page: None,
            dialog: None,
            accepted: None,
            answer: None,
            opener: None,
        };
        match entry.what {
            What::Frame => return None,
            What::Closed => {}
            What::Opened { opener, url } => {
                step.deed = UserDeed::Opened;
                step.opener = opener.map(|opener| lock(&self.inner.pages).number_at_any_time(&opener));
                step.url = Some(url);
            }
            What::Dialog {
                dialog,
                accepted,
                answer,
            } => {
                step.deed = UserDeed::Dialog;
                step.dialog = Some(dialog.kind);
                step.text = Some(dialog.message);
                step.accepted = Some(accepted);
                step.answer = answer;
            }
            What::Message(deed, message) => {
                let test_id = &self.inner.options.test_id_attribute;
                let way = way.unwrap_or_default();
                let found = message.target.as_deref();
                step.deed = deed;
                step.target = found.and_then(|found| as_told(found, page, way.clone(), test_id));
                let to = message.to.as_deref();
                step.to = to.and_then(|found| as_told(found, page, way, test_id));
                fill(&mut step, *message);
            }
        }
        Some(step)
    }

    /// The way to the frame of a document; `None` if it cannot be found any more.
    async fn way(&self, connection: &Connection, page: &PageId, frame: &FrameId) -> Option<Way> {
        let key = (PageId::clone(page), FrameId::clone(frame));
        if let Some(known) = lock(&self.inner.hands).0.get(&key).cloned() {
            return Some(known);
        }
        let finding = async {
            let number = lock(&self.inner.pages).number(page);
            let known = lock(&self.inner.pages).connected_target(number);
            let target = match known {
                Some(target) => target,
                None => self.connect_page(connection, page, Select::No).await.ok()?,
            };
            way_to_frame(&target, frame).await.ok().flatten()
        };
        let way = timeout(WAY_LIMIT, finding).await.ok().flatten()?;
        let mut ways = lock(&self.inner.hands);
        if ways.0.len() >= MOST_WAYS {
            ways.0.clear();
        }
        ways.0.insert(key, way.clone());
        Some(way)
    }
}

fn point(At { x, y }: At) -> UserPoint {
    UserPoint { x, y }
}

/// Fills in what the script told.
fn fill(step: &mut UserStep, message: Message) {
    step.button = message.button;
    step.count = message.count;
    step.modifiers = message.modifiers;
    step.at_point = message.at.map(point);
    step.path = message.path.into_iter().map(point).collect();
    step.text = message.text;
    step.secret = message.secret;
    step.cut = message.cut;
    step.checked = message.checked;
    step.options = message.options;
    step.key = message.key;
    step.files = message.files;
    step.url = message.url;
    step.way = message.way;
    step.from_page = message.from_page;
}
