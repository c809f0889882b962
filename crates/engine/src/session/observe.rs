//! Take a snapshot: walk all frames at once, join the walks, assign UIDs, write what fits.

use super::kept::Use;
use super::since::Since;
use super::{Session, lock, refuse_open_dialog};
use crate::action;
use crate::action::Target;
use crate::backend::{Frame, FrameId, silent};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{NodesOptions, SnapshotOptions};
use crate::page_script::{self, Answer, KnownWalk, WalkArgs};
use crate::report::{Changes, NodesReport, SnapshotReport};
use crate::snapshot::{Detail, FrameWalk, NodeRef, PageRequest, Snapshot, Walk, WalkAnswer};
use crate::text::{quote, shorten};
use futures_util::future::join_all;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long the frame where a snapshot starts gets if it did not answer before.
const AGAIN: Duration = Duration::from_secs(1);
/// The maximum number of frames. Others are left out, and the report says so.
pub(super) const MAX_FRAMES: usize = 1_000;

/// How many levels of nested closed shadow roots one snapshot enters. The next one continues from there.
pub(super) const MAX_NESTED_ROOTS: u8 = 8;

/// How many documents of a frame one snapshot tries, if each is replaced while it is read.
pub(super) const MAX_DOCUMENTS: u8 = 5;

/// Where a snapshot starts.
enum Root {
    Document,
    Node(NodeRef),
    Selector(String),
}

impl Session {
    /// Takes a snapshot of the selected page, continues an earlier one with a cursor, or reports the
    /// changes since one.
    ///
    /// # Errors
    /// `InvalidInput` for a cursor or selector that matches nothing, `StaleUid`, `DialogOpen`, `Timeout` if
    /// the page's script does not yield.
    pub async fn snapshot(&self, options: &SnapshotOptions) -> Result<SnapshotReport> {
        self.in_time(async {
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            self.snapshot_of(&target, options).await
        })
        .await
    }

    /// [`Session::snapshot`] of a page, whichever is selected.
    pub(super) async fn snapshot_of(&self, target: &Target, options: &SnapshotOptions) -> Result<SnapshotReport> {
        let began = Instant::now();
        let mut request = PageRequest {
            find: options.find.as_deref().filter(|text| !text.is_empty()),
            max_lines: options.max_lines,
            max_bytes: options.max_bytes,
            start: 0,
            format: options.format,
        };
        let mut explanation = None;
        let snapshot = if let Some(number) = options.since {
            match self.since(target, number, options).await.map_err(|error| self.noted(error))? {
                Since::Changes(snapshot, text, changes) => {
                    return Ok(self.changed(target, &snapshot, text, changes, began));
                }
                Since::Whole(snapshot, why) => {
                    explanation = Some(why);
                    snapshot
                }
            }
        } else if let Some(cursor) = &options.cursor {
            let found = lock(&self.inner.snapshots).at_cursor(target.number, cursor);
            let (snapshot, start) = found.map_err(|error| self.noted(error))?;
            request.start = start;
            snapshot
        } else {
            self.take_part(target, options).await.map_err(|error| self.noted(error))?
        };
        let page = snapshot
            .write(&request, &mut lock(&self.inner.uids))
            .map_err(|error| self.noted(error))?;
        let main = target.page.main_frame();
        Ok(SnapshotReport {
            snapshot_id: snapshot.id,
            page: target.number,
            text: explanation.map_or_else(|| page.text.clone(), |why| format!("{why}\n{}", page.text)),
            changes: None,
            total_lines: page.total_lines,
            shown_lines: page.shown_lines,
            cursor: page.next.map(|next| format!("{}:{next}", snapshot.id)),
            frames_left_out: snapshot.frames_left_out,
            origins_not_allowed: snapshot.origins_not_allowed.clone(),
            effects: self.effects(target, &main, target.page.state().mark()),
            duration: began.elapsed(),
        })
    }

    /// The answer to a call that asked for changes.
    fn changed(&self, target: &Target, snapshot: &Snapshot, text: String, changes: Changes, began: Instant) -> SnapshotReport {
        let main = target.page.main_frame();
        SnapshotReport {
            snapshot_id: snapshot.id,
            page: target.number,
            shown_lines: text.lines().count() - 1,
            text,
            changes: Some(changes),
            total_lines: snapshot.len(),
            cursor: None,
            frames_left_out: snapshot.frames_left_out,
            origins_not_allowed: snapshot.origins_not_allowed.clone(),
            effects: self.effects(target, &main, target.page.state().mark()),
            duration: began.elapsed(),
        }
    }

    /// Takes a snapshot of the selected page and gives its nodes as data.
    ///
    /// # Errors
    /// As [`Session::snapshot`].
    pub async fn nodes(&self, options: &NodesOptions) -> Result<NodesReport> {
        self.in_time(async {
            let began = Instant::now();
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            let part = SnapshotOptions {
                uid: options.uid.clone(),
                selector: options.selector.clone(),
                include_attributes: options.include_attributes,
                bounds: options.bounds,
                ..SnapshotOptions::default()
            };
            let snapshot = self.take_part(&target, &part).await.map_err(|error| self.noted(error))?;
            let nodes = snapshot
                .nodes(&mut lock(&self.inner.uids))
                .map_err(|error| self.noted(error))?;
            let main = target.page.main_frame();
            Ok(NodesReport {
                snapshot_id: snapshot.id,
                page: target.number,
                url: snapshot.url().to_owned(),
                title: snapshot.title().to_owned(),
                nodes,
                frames_left_out: snapshot.frames_left_out,
                origins_not_allowed: snapshot.origins_not_allowed.clone(),
                unseen_left_out: snapshot.unseen(),
                unseen_unfinished: snapshot.unseen_unfinished(),
                effects: self.effects(&target, &main, target.page.state().mark()),
                duration: began.elapsed(),
            })
        })
        .await
    }

    /// Makes all UIDs of the selected page stale. Returns their number.
    pub async fn clear_snapshot(&self) -> Result<usize> {
        self.in_time(async {
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            lock(&self.inner.snapshots).remove(target.number);
            Ok(lock(&self.inner.uids).clear(Some(target.number)))
        })
        .await
    }

    /// Walks the whole selected page.
    pub(super) async fn take_page(&self, target: &Target, usage: Use) -> Result<Arc<Snapshot>> {
        self.take(target, Root::Document, usage, &SnapshotOptions::default()).await
    }

    /// Walks the part of the page that the options name.
    async fn take_part(&self, target: &Target, options: &SnapshotOptions) -> Result<Arc<Snapshot>> {
        let root = match (&options.uid, &options.selector) {
            (Some(_), Some(_)) => {
                return Err(EngineError::new(ErrorKind::InvalidInput, "both uid and selector were given")
                    .with_next_step("give one of them"));
            }
            (Some(uid), None) => Root::Node(self.resolve(target, uid)?),
            (None, Some(selector)) => Root::Selector(selector.clone()),
            (None, None) => Root::Document,
        };
        // A snapshot with more details for each element cannot be compared with plain ones.
        let whole = matches!(root, Root::Document)
            && !options.include_attributes
            && !options.include_all
            && !options.bounds
            && !options.include_unseen;
        let usage = if whole { Use::Page } else { Use::Cursor };
        self.take(target, root, usage, options).await
    }

    async fn take(&self, target: &Target, root: Root, usage: Use, options: &SnapshotOptions) -> Result<Arc<Snapshot>> {
        refuse_open_dialog(target)?;
        self.inner.looked.store(true, Ordering::Relaxed);
        let mut tries = 1;
        let (epoch, walked) = loop {
            let epoch = target.page.state().document();
            let walked = self.walk_frames(target, &root, options).await?;
            // A page that navigates meanwhile gives frames of two documents, and the UIDs of the earlier document are stale.
            if target.page.state().document() == epoch || tries == MAX_DOCUMENTS {
                break (epoch, walked);
            }
            tries += 1;
        };
        let mut snapshot = Snapshot::build(
            target.number,
            epoch,
            walked.walks,
            walked.left_out,
            &mut lock(&self.inner.uids),
        )?;
        snapshot.detail = detail(options);
        snapshot.silent = walked.silent;
        snapshot.origins_not_allowed = each_once(walked.not_allowed);
        let snapshot = Arc::new(snapshot);
        lock(&self.inner.snapshots).insert(usage, Arc::clone(&snapshot));
        Ok(snapshot)
    }

    async fn walk_frames(&self, target: &Target, root: &Root, options: &SnapshotOptions) -> Result<Walked> {
        let then = lock(&self.inner.uids).now();
        let frames = target.page.frames().await?;
        lock(&self.inner.uids).keep_frames(target.number, frames.iter().map(|frame| &frame.id), then);
        let start = match root {
            Root::Node(node) => node.frame.clone(),
            _ => target.page.main_frame(),
        };
        let mut chosen = descendants(&frames, &start);
        let mut walked = Walked {
            left_out: chosen.len().saturating_sub(MAX_FRAMES),
            ..Walked::default()
        };
        chosen.truncate(MAX_FRAMES);
        let before = lock(&self.inner.snapshots).walked(target.number);
        let results = join_all(chosen.iter().map(|frame| {
            let root = if *frame == start { root } else { &Root::Document };
            let before = before.as_ref().and_then(|before| before.walk_of(frame));
            let walk = walk_current(target, frame, root, options, before, &frames);
            let first = *frame == start;
            async move {
                if first {
                    ask_first(target, frame, walk).await
                } else {
                    target.ask_one(frame, Duration::ZERO, walk).await
                }
            }
        }))
        .await;
        for (frame, result) in chosen.iter().zip(results) {
            match result {
                Ok(walk) => walked.walks.push(walk),
                Err(error) if *frame == start || ends_everything(&error) => return Err(error),
                Err(error) => {
                    tracing::debug!(%frame, %error, "a frame was left out");
                    if let Some(origin) = origin_not_allowed(frame, &frames, &error) {
                        walked.not_allowed.push(origin);
                        continue;
                    }
                    walked.left_out += 1;
                    if *error.kind() == ErrorKind::Timeout {
                        walked.silent.push(FrameId::clone(frame));
                    }
                }
            }
        }
        Ok(walked)
    }
}

/// The walks of a page's frames, and what lacks.
#[derive(Default)]
struct Walked {
    walks: Vec<FrameWalk>,
    left_out: usize,
    silent: Vec<FrameId>,
    not_allowed: Vec<String>,
}

/// How much of a snapshot is written.
fn detail(options: &SnapshotOptions) -> Detail {
    Detail {
        interactive_only: options.interactive_only,
        text: options.include_text,
        attributes: options.include_attributes,
        all: options.include_all,
        whole: options.uid.is_some() || options.selector.is_some(),
        max_depth: options.max_depth,
    }
}

/// The frame and its descendants, parents first.
fn descendants(frames: &[Frame], start: &FrameId) -> Vec<FrameId> {
    let mut chosen = vec![start.clone()];
    for frame in frames {
        if frame.parent.as_ref().is_some_and(|parent| chosen.contains(parent)) {
            chosen.push(frame.id.clone());
        }
    }
    chosen
}

/// Whether a child frame's error concerns the whole page or the browser.
pub(super) fn ends_everything(error: &EngineError) -> bool {
    matches!(
        error.kind(),
        ErrorKind::SessionEnded
            | ErrorKind::PageClosed
            | ErrorKind::PageCrashed
            | ErrorKind::TabNotGranted
            | ErrorKind::DialogOpen
    )
}

/// The origin that the user would have to allow for a frame to be read; `None` if it could not be read for another reason.
pub(super) fn origin_not_allowed(frame: &FrameId, frames: &[Frame], error: &EngineError) -> Option<String> {
    if *error.kind() != ErrorKind::OriginNotAllowed {
        return None;
    }
    // A document without an origin of its own goes by the one that holds it.
    let known = |id: &FrameId| frames.iter().find(|known| known.id == *id);
    let origins = std::iter::successors(known(frame), |frame| known(frame.parent.as_ref()?)).map(|frame| {
        let origin = url::Url::parse(&frame.url).ok()?.origin();
        origin.is_tuple().then(|| origin.ascii_serialization())
    });
    origins.flatten().next()
}

/// The texts, each once, in their order.
pub(super) fn each_once(texts: Vec<String>) -> Vec<String> {
    let mut once = Vec::new();
    for text in texts {
        if !once.contains(&text) {
            once.push(text);
        }
    }
    once
}

/// Asks the frame where a snapshot starts. A frame that did not answer before gets a moment.
pub(super) async fn ask_first<T>(target: &Target, frame: &FrameId, work: impl Future<Output = Result<T>>) -> Result<T> {
    let Some(since) = target.page.state().silent_since(frame) else {
        return work.await;
    };
    let limit = deadline::at_most(AGAIN);
    match tokio::time::timeout(limit, work).await {
        Ok(answer) => answer,
        Err(_) => Err(silent(&*target.page, frame, since)),
    }
}

/// Walks a frame. If its document is replaced meanwhile, walks the next one, unless the root is an element of it.
async fn walk_current(
    target: &Target,
    frame: &FrameId,
    root: &Root,
    options: &SnapshotOptions,
    before: Option<&FrameWalk>,
    frames: &[Frame],
) -> Result<FrameWalk> {
    for _ in 1..MAX_DOCUMENTS {
        match walk_settled(target, frame, root, options, before, frames).await {
            Err(error) if *error.kind() == ErrorKind::StaleUid && !matches!(root, Root::Node(_)) => {}
            walked => return walked,
        }
    }
    walk_settled(target, frame, root, options, before, frames).await
}

/// Walks a frame, and repeats that while new closed shadow roots are found: each may contain further ones.
/// `before`: its last walk; `frames`: those of the page.
async fn walk_settled(
    target: &Target,
    frame: &FrameId,
    root: &Root,
    options: &SnapshotOptions,
    before: Option<&FrameWalk>,
    frames: &[Frame],
) -> Result<FrameWalk> {
    let mut walk = walk_once(target, frame, root, options, before.map(|before| &before.walk)).await?;
    let mut freed = walk.header().freed();
    for _ in 0..MAX_NESTED_ROOTS {
        if walk.header().shadow_candidates == 0 || !target.page.adopt_closed_shadow_roots(frame).await? {
            break;
        }
        walk = walk_once(target, frame, root, options, Some(&walk)).await?;
        freed.extend(walk.header().freed());
    }
    freed.sort_by_key(|range| *range.start());
    let unchanged = before.and_then(|before| before.children_still(&walk, frames));
    let children = match unchanged {
        Some(children) => children,
        None if walk.header().frame_owners > 0 => target.page.child_frames(frame).await?,
        None => Vec::new(),
    };
    Ok(FrameWalk {
        frame: frame.clone(),
        walk,
        children,
        freed,
    })
}

async fn walk_once(
    target: &Target,
    frame: &FrameId,
    root: &Root,
    options: &SnapshotOptions,
    before: Option<&Walk>,
) -> Result<Walk> {
    let args = walk_arguments(root, options, before);
    let text = target.page.call(frame, "walk", &page_script::encode(&args)?).await?;
    match (WalkAnswer::parse(text)?, root) {
        (Ok(answer), _) => answer.resolve(before),
        (Err(answer), root) => Err(refused(answer, root)),
    }
}

fn walk_arguments<'a>(root: &'a Root, options: &SnapshotOptions, before: Option<&'a Walk>) -> WalkArgs<'a> {
    let more = WalkArgs {
        attributes: options.include_attributes,
        everything: options.include_all,
        bounds: options.bounds,
        unseen: options.include_unseen,
        ..WalkArgs::default()
    };
    let plain = !options.include_attributes && !options.include_all && !options.bounds && !options.include_unseen;
    match root {
        // The in-page script keeps its last walk. The next time it sends only the differences.
        Root::Document if plain => WalkArgs {
            known: Some(before.map_or_else(KnownWalk::default, |before| {
                let header = before.header();
                KnownWalk {
                    doc: header.doc,
                    serial: header.serial,
                }
            })),
            ..more
        },
        Root::Document => more,
        Root::Node(node) => WalkArgs {
            root: Some(&node.node),
            ..more
        },
        Root::Selector(selector) => WalkArgs {
            selector: Some(selector),
            ..more
        },
    }
}

/// The error for a walk that the in-page script refused.
fn refused(answer: Answer, root: &Root) -> EngineError {
    match (answer, root) {
        (refusal, Root::Node(node)) => match action::classify(node, refusal) {
            Err(error) => error,
            // Any other refusal means that the element has no box.
            Ok(_) => EngineError::new(
                ErrorKind::NotVisible,
                format!("UID {} ({}) is not shown now", node.uid, node.describe()),
            ),
        },
        (Answer::Value { why }, Root::Selector(selector)) => EngineError::new(
            ErrorKind::InvalidInput,
            format!("{} is not a CSS selector: {why}", quote(&shorten(selector, 200))),
        ),
        (_, Root::Selector(selector)) => EngineError::new(
            ErrorKind::InvalidInput,
            format!(
                "no shown element of the main frame matches {}",
                quote(&shorten(selector, 200))
            ),
        ),
        (answer, Root::Document) => {
            tracing::warn!(?answer, "a walk of a whole document was refused");
            EngineError::new(ErrorKind::Protocol, "the in-page script refused to walk the document")
        }
    }
}
