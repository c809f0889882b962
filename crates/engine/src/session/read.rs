//! Reads pages as text: all frames that are shown, joined to one text and given out in pieces.

use super::observe::{MAX_DOCUMENTS, MAX_FRAMES, MAX_NESTED_ROOTS, ask_first, each_once, ends_everything, origin_not_allowed};
use super::page_file::PDF;
use super::{Session, lock, refuse_open_dialog};
use crate::action;
use crate::action::Target;
use crate::backend::{Frame, FrameId};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{ReadContent, ReadFormat, ReadLinks, ReadPageOptions};
use crate::page_script::{self, ReadArgs};
use crate::reading::{self, FrameReading, FrameText, MissingFrame, Part, Reading};
use crate::report::{PageHeading, ReadPageReport};
use crate::snapshot::NodeRef;
use futures_util::future::join_all;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The size of an answer, in bytes. What the server says besides has room below its 20 kB.
const DEFAULT_BYTES: usize = 18_000;

/// What a caller wants to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    uid: Option<String>,
    main: bool,
    plain: bool,
    unseen: bool,
    links: ReadLinks,
}

impl Wanted {
    /// What the in-page script is asked, of a whole document or of an element.
    fn args(&self, root: Option<&NodeRef>, main: bool) -> Result<String> {
        page_script::encode(&ReadArgs {
            root: root.map(|root| &root.node),
            main,
            plain: self.plain,
            unseen: self.unseen,
        })
    }
}

/// What was read, for further pieces of it.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) page: u32,
    /// The document that it was read of, see [`crate::backend::PageState::document`].
    epoch: u64,
    wanted: Wanted,
    pub(super) reading: Reading,
    url: String,
    title: String,
    content_type: String,
    main: bool,
    left_out: usize,
    /// The origins of frames that the user has not allowed.
    not_allowed: Vec<String>,
}

impl Session {
    /// Reads the selected page, or one element of it, as Markdown or plain text: headings, lists, tables, code and the values
    /// of fields, in all frames and shadow trees. What is hidden is left out, and so are passwords.
    ///
    /// # Errors
    /// `StaleUid`, `UnknownUid`, `UidOfOtherPage`; `ElementNotFound` and `Ambiguous` for a section; `InvalidInput` for a cursor
    /// whose text is no longer kept; `DialogOpen`; `Timeout` if the page's script does not yield.
    pub async fn read_page(&self, options: &ReadPageOptions) -> Result<ReadPageReport> {
        self.in_time(async {
            let began = Instant::now();
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            let read = self.read_part(&target, options, began).await;
            read.map_err(|error| self.noted(error))
        })
        .await
    }

    async fn read_part(&self, target: &Arc<Target>, options: &ReadPageOptions, began: Instant) -> Result<ReadPageReport> {
        let max = options.max_bytes.unwrap_or(DEFAULT_BYTES);
        if let Some(cursor) = &options.cursor {
            refuse_with_cursor(options)?;
            let (taken, part) = lock(&self.inner.readings).at_cursor(target.number, cursor)?;
            if options.include_unseen && !taken.wanted.unseen {
                let what = "the cursor goes on with a text that was read without what a person cannot see";
                return Err(
                    EngineError::new(ErrorKind::InvalidInput, what).with_next_step("read the page with includeUnseen first")
                );
            }
            let changed = self.has_changed(target, &taken).await?;
            return Ok(self.piece(target, &taken, part, max, None, changed, began));
        }
        let wanted = Wanted {
            uid: options.uid.clone(),
            main: options.content == ReadContent::Main && options.uid.is_none(),
            plain: options.format == ReadFormat::Text,
            unseen: options.include_unseen,
            links: options.links,
        };
        let taken = Arc::new(self.take_text(target, &wanted).await?);
        let reading = &taken.reading;
        if options.outline {
            let mut report = self.piece(target, &taken, 0..0, max, None, false, began);
            report.outline = Some(reading.outline());
            return Ok(report);
        }
        let mut part = 0..reading.text.len();
        let mut section = None;
        // The sections of a PDF are its pages, which are in its file and not in what the browser shows.
        let is_viewer = taken.content_type == PDF && wanted.uid.is_none();
        if let Some(name) = options.section.as_ref().filter(|_| !is_viewer) {
            let index = reading::section(reading, name)?;
            part = reading.headings[index].at..reading.end_of(index);
            section = reading.outline().into_iter().nth(index);
        }
        Ok(self.piece(target, &taken, part, max, section, false, began))
    }

    /// Whether the page shows something else now than what was read of it.
    async fn has_changed(&self, target: &Arc<Target>, taken: &Taken) -> Result<bool> {
        if target.page.state().document() != taken.epoch {
            return Ok(true);
        }
        match self.take_text(target, &taken.wanted).await {
            Ok(now) => Ok(now.reading.text != taken.reading.text || now.reading.links != taken.reading.links),
            Err(error) if ends_everything(&error) => Err(error),
            Err(_) => Ok(true),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one report")]
    fn piece(
        &self,
        target: &Arc<Target>,
        taken: &Arc<Taken>,
        part: std::ops::Range<usize>,
        max: usize,
        section: Option<PageHeading>,
        changed: bool,
        began: Instant,
    ) -> ReadPageReport {
        let end = part.end;
        let piece = reading::piece(&taken.reading, part, taken.wanted.links, max);
        let cursor = piece
            .next
            .map(|next| lock(&self.inner.readings).keep(Arc::clone(taken), next..end));
        let main = target.page.main_frame();
        ReadPageReport {
            page: target.number,
            url: taken.url.clone(),
            title: taken.title.clone(),
            content_type: taken.content_type.clone(),
            text: piece.text,
            main: taken.main,
            total_bytes: taken.reading.text.len(),
            cursor,
            changed,
            outline: None,
            section,
            frames_left_out: taken.left_out,
            origins_not_allowed: taken.not_allowed.clone(),
            cut: taken.reading.cut,
            unseen_left_out: taken.reading.unseen,
            effects: self.effects(target, &main, target.page.state().mark()),
            duration: began.elapsed(),
        }
    }

    /// Reads the page, or the element that is wanted, with all frames in it.
    async fn take_text(&self, target: &Target, wanted: &Wanted) -> Result<Taken> {
        refuse_open_dialog(target)?;
        let root = wanted.uid.as_deref().map(|uid| self.resolve(target, uid)).transpose()?;
        let frames = target.page.frames().await?;
        let start = root
            .as_ref()
            .map_or_else(|| target.page.main_frame(), |root| root.frame.clone());
        let mut parts = HashMap::new();
        let args = wanted.args(root.as_ref(), wanted.main)?;
        let first = ask_first(target, &start, read_current(target, &start, root.as_ref(), &args)).await?;
        // The page may have navigated until it was asked.
        let epoch = target.page.state().document();
        let args = wanted.args(None, false)?;
        let mut next: Vec<FrameId> = first.children.values().cloned().collect();
        let FrameReading {
            url,
            title,
            content_type,
            main,
            ..
        } = &first.reading;
        let (url, title, content_type, main) = (url.clone(), title.clone(), content_type.clone(), *main);
        parts.insert(start.clone(), Part::Read(first));
        let mut left_out = 0;
        let mut not_allowed = Vec::new();
        while !next.is_empty() {
            next.retain(|frame| !parts.contains_key(frame));
            left_out += (parts.len() + next.len()).saturating_sub(MAX_FRAMES);
            next.truncate(MAX_FRAMES.saturating_sub(parts.len()));
            let asked = next.iter().map(|frame| {
                let read = read_current(target, frame, None, &args);
                target.ask_one(frame, Duration::ZERO, read)
            });
            let answers = join_all(asked).await;
            let mut below = Vec::new();
            for (frame, answer) in std::mem::take(&mut next).into_iter().zip(answers) {
                let part = match answer {
                    Ok(text) => {
                        below.extend(text.children.values().cloned());
                        Part::Read(text)
                    }
                    Err(error) if ends_everything(&error) => return Err(error),
                    Err(error) => {
                        tracing::debug!(%frame, %error, "a frame was left out");
                        let origin = origin_not_allowed(&frame, &frames, &error);
                        left_out += usize::from(origin.is_none());
                        let part = missing(&frame, &frames, &error, origin.is_some());
                        not_allowed.extend(origin);
                        part
                    }
                };
                parts.insert(frame, part);
            }
            next = below;
        }
        Ok(Taken {
            page: target.number,
            epoch,
            wanted: wanted.clone(),
            reading: reading::join(&parts, &start, wanted.plain),
            url,
            title,
            content_type,
            main,
            left_out,
            not_allowed: each_once(not_allowed),
        })
    }

    /// Forgets what was read of a page.
    pub(super) fn forget_readings(&self, page: Option<u32>) {
        lock(&self.inner.readings).forget(page);
    }
}

/// A cursor says all of what is read.
fn refuse_with_cursor(options: &ReadPageOptions) -> Result<()> {
    if options.uid.is_none() && options.section.is_none() && !options.outline {
        return Ok(());
    }
    let what = "a cursor was given with a uid, a section or the outline";
    Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("give the cursor alone: it goes on with what it was of"))
}

fn missing(frame: &FrameId, frames: &[Frame], error: &EngineError, is_not_allowed: bool) -> Part {
    let url = frames.iter().find(|known| known.id == *frame).map_or("", |known| &known.url);
    let why = if is_not_allowed {
        MissingFrame::NotAllowed
    } else if *error.kind() == ErrorKind::Timeout {
        MissingFrame::Silent
    } else {
        MissingFrame::Unreadable
    };
    Part::Missing {
        url: url.to_owned(),
        why,
    }
}

/// Reads a frame. If its document is replaced meanwhile, reads the next one, unless an element of it is wanted.
async fn read_current(target: &Target, frame: &FrameId, root: Option<&NodeRef>, args: &str) -> Result<FrameText> {
    for _ in 1..MAX_DOCUMENTS {
        match read_settled(target, frame, root, args).await {
            Err(error) if *error.kind() == ErrorKind::StaleUid && root.is_none() => {}
            read => return read,
        }
    }
    read_settled(target, frame, root, args).await
}

/// Reads a frame, and repeats that while new closed shadow roots are found.
async fn read_settled(target: &Target, frame: &FrameId, root: Option<&NodeRef>, args: &str) -> Result<FrameText> {
    let mut reading = read_once(target, frame, root, args).await?;
    for _ in 0..MAX_NESTED_ROOTS {
        if reading.candidates == 0 || !target.page.adopt_closed_shadow_roots(frame).await? {
            break;
        }
        reading = read_once(target, frame, root, args).await?;
    }
    let children = if reading.frames > 0 {
        let shown: Vec<u32> = reading.owners().collect();
        let all = target.page.child_frames(frame).await?;
        all.into_iter().filter(|(owner, _)| shown.contains(owner)).collect()
    } else {
        HashMap::new()
    };
    Ok(FrameText { reading, children })
}

async fn read_once(target: &Target, frame: &FrameId, root: Option<&NodeRef>, args: &str) -> Result<FrameReading> {
    let text = target.page.call(frame, "read", args).await?;
    match (reading::parse(&text)?, root) {
        (Ok(reading), _) => Ok(reading),
        (Err(refusal), Some(node)) => Err(match action::classify(node, refusal) {
            Err(error) => error,
            Ok(_) => EngineError::new(
                ErrorKind::NotVisible,
                format!("UID {} ({}) is not shown now", node.uid, node.describe()),
            ),
        }),
        (Err(_), None) => Err(EngineError::new(
            ErrorKind::Protocol,
            "the in-page script refused to read the document",
        )),
    }
}
