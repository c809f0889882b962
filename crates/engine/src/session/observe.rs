//! Take a snapshot: walk all frames at once, stitch, give UIDs, write what fits.

use super::kept::Use;
use super::since::Since;
use super::{Session, lock, refuse_open_dialog};
use crate::action;
use crate::action::Target;
use crate::backend::{Frame, FrameId};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::SnapshotOptions;
use crate::page_script::{self, Answer, KnownWalk, WalkArgs};
use crate::report::{Changes, SnapshotReport};
use crate::snapshot::{Detail, FrameWalk, NodeRef, PageRequest, Snapshot, Walk, WalkAnswer};
use crate::text::{quote, shorten};
use futures_util::future::join_all;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long one frame may take. A frame whose script never yields is left out, and said so.
const WALK: Duration = Duration::from_secs(10);
/// Frames beyond this many are left out, and said so.
const MAX_FRAMES: usize = 1_000;

/// Closed shadow roots inside closed shadow roots are followed this deep in one snapshot; the next
/// one goes on from there.
const MAX_NESTED_ROOTS: u8 = 8;

/// Where a snapshot starts.
enum Root {
    Document,
    Node(NodeRef),
    Selector(String),
}

impl Session {
    /// Takes a snapshot of the selected page, goes on in an earlier one with a cursor, or says what
    /// has changed since one.
    ///
    /// # Errors
    /// `InvalidInput` for a cursor or selector that fits nothing, `StaleUid`, `DialogOpen`,
    /// `Timeout` when the page's script does not yield.
    pub async fn snapshot(&self, options: &SnapshotOptions) -> Result<SnapshotReport> {
        let began = Instant::now();
        let target = self.target(None).await.map_err(|error| self.noted(error))?;
        let mut request = PageRequest {
            find: options.find.as_deref().filter(|text| !text.is_empty()),
            max_lines: options.max_lines,
            max_bytes: options.max_bytes,
            start: 0,
            format: options.format,
        };
        let mut said = None;
        let snapshot = if let Some(number) = options.since {
            match self
                .since(&target, number, options)
                .await
                .map_err(|error| self.noted(error))?
            {
                Since::Changes(snapshot, text, changes) => {
                    return Ok(self.changed(&target, &snapshot, text, changes, began));
                }
                Since::Whole(snapshot, why) => {
                    said = Some(why);
                    snapshot
                }
            }
        } else if let Some(cursor) = &options.cursor {
            let found = lock(&self.inner.snapshots).at_cursor(target.number, cursor);
            let (snapshot, start) = found.map_err(|error| self.noted(error))?;
            request.start = start;
            snapshot
        } else {
            self.take_part(&target, options).await.map_err(|error| self.noted(error))?
        };
        let page = snapshot
            .write(&request, &mut lock(&self.inner.uids))
            .map_err(|error| self.noted(error))?;
        let main = target.page.main_frame();
        Ok(SnapshotReport {
            snapshot_id: snapshot.id,
            page: target.number,
            text: said.map_or_else(|| page.text.clone(), |said| format!("{said}\n{}", page.text)),
            changes: None,
            total_lines: page.total_lines,
            shown_lines: page.shown_lines,
            cursor: page.next.map(|next| format!("{}:{next}", snapshot.id)),
            frames_left_out: snapshot.frames_left_out,
            effects: self.effects(&target, &main, target.page.state().mark()),
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
            effects: self.effects(target, &main, target.page.state().mark()),
            duration: began.elapsed(),
        }
    }

    /// Makes every UID of the selected page stale. Returns how many there were.
    pub async fn clear_snapshot(&self) -> Result<usize> {
        let target = self.target(None).await.map_err(|error| self.noted(error))?;
        lock(&self.inner.snapshots).remove(target.number);
        Ok(lock(&self.inner.uids).clear(Some(target.number)))
    }

    /// Walks the whole selected page.
    pub(super) async fn take_page(&self, target: &Target, usage: Use) -> Result<Arc<Snapshot>> {
        self.take(target, Root::Document, usage, &SnapshotOptions::default()).await
    }

    /// Walks what the options name.
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
        // What says more of each element than others do is not compared with them.
        let whole = matches!(root, Root::Document) && !options.include_attributes && !options.include_all && !options.bounds;
        let usage = if whole { Use::Page } else { Use::Cursor };
        self.take(target, root, usage, options).await
    }

    async fn take(&self, target: &Target, root: Root, usage: Use, options: &SnapshotOptions) -> Result<Arc<Snapshot>> {
        refuse_open_dialog(target)?;
        self.inner.looked.store(true, Ordering::Relaxed);
        let epoch = target.page.state().document();
        let frames = target.page.frames().await?;
        let start = match &root {
            Root::Node(node) => node.frame.clone(),
            _ => target.page.main_frame(),
        };
        let mut chosen = descendants(&frames, &start);
        let too_many = chosen.len().saturating_sub(MAX_FRAMES);
        chosen.truncate(MAX_FRAMES);
        let before = lock(&self.inner.snapshots).walked(target.number);
        let results = join_all(chosen.iter().map(|frame| {
            let root = if *frame == start { &root } else { &Root::Document };
            let before = before.as_ref().and_then(|before| before.walk_of(frame));
            walk_frame(target, frame, root, options, before, &frames)
        }))
        .await;
        let mut walks = Vec::with_capacity(results.len());
        let mut left_out = too_many;
        for (frame, result) in chosen.iter().zip(results) {
            match result {
                Ok(walk) => walks.push(walk),
                Err(error) if *frame == start || ends_everything(&error) => return Err(error),
                Err(error) => {
                    tracing::debug!(%frame, %error, "a frame was left out");
                    left_out += 1;
                }
            }
        }
        let mut snapshot = Snapshot::build(target.number, epoch, walks, left_out, &mut lock(&self.inner.uids))?;
        snapshot.detail = detail(options);
        let snapshot = Arc::new(snapshot);
        lock(&self.inner.snapshots).insert(usage, Arc::clone(&snapshot));
        Ok(snapshot)
    }
}

/// How much of it is written.
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

/// The frame and those below it, parents first.
fn descendants(frames: &[Frame], start: &FrameId) -> Vec<FrameId> {
    let mut chosen = vec![start.clone()];
    for frame in frames {
        if frame.parent.as_ref().is_some_and(|parent| chosen.contains(parent)) {
            chosen.push(frame.id.clone());
        }
    }
    chosen
}

/// Whether a child frame's error is really the page's or the browser's.
fn ends_everything(error: &EngineError) -> bool {
    matches!(
        error.kind(),
        ErrorKind::SessionEnded | ErrorKind::PageClosed | ErrorKind::PageCrashed | ErrorKind::DialogOpen
    )
}

/// Walks a frame. `before`: its last walk; `frames`: those of the page.
async fn walk_frame(
    target: &Target,
    frame: &FrameId,
    root: &Root,
    options: &SnapshotOptions,
    before: Option<&FrameWalk>,
    frames: &[Frame],
) -> Result<FrameWalk> {
    tokio::time::timeout(WALK, walk_settled(target, frame, root, options, before, frames))
        .await
        .unwrap_or_else(|_| {
            target.page.state().set_unresponsive();
            Err(EngineError::new(
                ErrorKind::Timeout,
                format!(
                    "the page's script has been busy for {} s, so the page cannot be read",
                    WALK.as_secs()
                ),
            )
            .with_next_step("wait for the page to finish its work, or load it again"))
        })
}

/// Walks a frame; again after closed shadow roots were found in it, which may hold further ones.
async fn walk_settled(
    target: &Target,
    frame: &FrameId,
    root: &Root,
    options: &SnapshotOptions,
    before: Option<&FrameWalk>,
    frames: &[Frame],
) -> Result<FrameWalk> {
    let mut walk = walk_once(target, frame, root, options, before.map(|before| &before.walk)).await?;
    for _ in 0..MAX_NESTED_ROOTS {
        if walk.header().shadow_candidates == 0 || !target.page.adopt_closed_shadow_roots(frame).await? {
            break;
        }
        walk = walk_once(target, frame, root, options, Some(&walk)).await?;
    }
    let known = before.and_then(|before| before.children_still(&walk, frames));
    let children = match known {
        Some(children) => children,
        None if walk.header().frame_owners > 0 => target.page.child_frames(frame).await?,
        None => Vec::new(),
    };
    Ok(FrameWalk {
        frame: frame.clone(),
        walk,
        children,
    })
}

fn walk_args<'a>(root: &'a Root, options: &SnapshotOptions, before: Option<&'a Walk>) -> WalkArgs<'a> {
    let more = WalkArgs {
        attributes: options.include_attributes,
        everything: options.include_all,
        bounds: options.bounds,
        ..WalkArgs::default()
    };
    let plain = !options.include_attributes && !options.include_all && !options.bounds;
    match root {
        // The page keeps what it has walked, and the next time tells only what is different.
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

async fn walk_once(
    target: &Target,
    frame: &FrameId,
    root: &Root,
    options: &SnapshotOptions,
    before: Option<&Walk>,
) -> Result<Walk> {
    let args = walk_args(root, options, before);
    let text = target.page.call(frame, "walk", &page_script::encode(&args)?).await?;
    match (WalkAnswer::parse(text)?, root) {
        (Ok(answer), _) => answer.resolve(before),
        (Err(refusal), Root::Node(node)) => {
            // Final refusals are errors already; what is left has no box now.
            let _ = action::classify(node, refusal)?;
            Err(EngineError::new(
                ErrorKind::NotVisible,
                format!("UID {} ({}) is not shown now", node.uid, node.describe()),
            ))
        }
        (Err(Answer::Value { why }), Root::Selector(selector)) => Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("{} is not a CSS selector: {why}", quote(&shorten(selector, 200))),
        )),
        (Err(_), Root::Selector(selector)) => Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!(
                "no shown element of the main frame matches {}",
                quote(&shorten(selector, 200))
            ),
        )),
        (Err(answer), Root::Document) => {
            tracing::warn!(?answer, "a walk of a whole document was refused");
            Err(EngineError::new(
                ErrorKind::Protocol,
                "the in-page script refused to walk the document",
            ))
        }
    }
}
