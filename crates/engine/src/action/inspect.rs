//! Run a script of the caller's beside ours in the frames of a page.

use super::Target;
use super::ready::{classify, stale};
use crate::backend::{FrameId, silent};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{NamedElement, Ran, RunAnswer, RunArgs};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use futures_util::StreamExt as _;
use futures_util::stream;
use std::collections::HashMap;
use tokio::time::{Instant, timeout};

/// The most frames that are asked.
const MOST_FRAMES: usize = 200;
/// How many frames are asked side by side.
const AT_ONCE: usize = 8;
/// How many bytes all values may have together.
const MOST_BYTES: usize = 32 << 20;
/// How many documents of a frame are tried, if each is replaced before the script is in it.
const MAX_DOCUMENTS: u8 = 3;

/// A script, and what it gets.
pub(crate) struct Script<'a> {
    /// Under which a document keeps it.
    pub(crate) name: &'a str,
    /// An expression for a function.
    pub(crate) source: &'a str,
    /// JSON.
    pub(crate) args: &'a str,
    pub(crate) root: Option<&'a NodeRef>,
    pub(crate) one_frame: bool,
}

/// What it answered in one frame.
pub(crate) struct Inspected {
    pub(crate) frame: FrameId,
    pub(crate) url: String,
    pub(crate) answer: Result<Given>,
}

/// A value, and the elements in it.
pub(crate) struct Given {
    pub(crate) doc: String,
    /// The document's address.
    pub(crate) url: String,
    pub(crate) value: String,
    pub(crate) elements: Vec<NamedElement>,
    /// The frames that elements show, by the elements' numbers.
    pub(crate) shown: HashMap<u32, FrameId>,
}

/// What it answered in all frames.
pub(crate) struct Inspection {
    pub(crate) frames: Vec<Inspected>,
    pub(crate) left_out: usize,
}

/// Runs the script in the main frame, or that of its element, and in the frames below.
///
/// # Errors
/// Those of the first frame. Those of others are in the report.
pub(crate) async fn inspect(target: &Target, script: &Script<'_>) -> Result<Inspection> {
    let start = script
        .root
        .map_or_else(|| target.page.main_frame(), |root| root.frame.clone());
    let mut frames: Vec<FrameId> = vec![start.clone()];
    if !script.one_frame {
        // Parents come before their children.
        for frame in target.page.frames().await? {
            if frame.parent.is_some_and(|parent| frames.contains(&parent)) {
                frames.push(frame.id);
            }
        }
    }
    let mut left_out = frames.len().saturating_sub(MOST_FRAMES);
    frames.truncate(MOST_FRAMES);
    let nested = frames.len() > 1;
    let first = ask_first(target, &start, script, nested).await?;
    let mut bytes = first.value.len();
    let mut answers = vec![inspected(target, start, Ok(first))];
    let mut rest = stream::iter(frames.into_iter().skip(1))
        .map(|frame| async move {
            let answer = ask_one(target, &frame, script).await;
            (frame, answer)
        })
        .buffered(AT_ONCE);
    while let Some((frame, answer)) = rest.next().await {
        bytes += answer.as_ref().map_or(0, |given| given.value.len());
        if bytes > MOST_BYTES {
            left_out += 1;
            continue;
        }
        answers.push(inspected(target, frame, answer));
    }
    drop(rest);
    target.page.refuse_ended()?;
    Ok(Inspection {
        frames: answers,
        left_out,
    })
}

fn inspected(target: &Target, frame: FrameId, answer: Result<Given>) -> Inspected {
    Inspected {
        url: match &answer {
            Ok(given) => given.url.clone(),
            Err(_) => target.page.address_of(&frame).unwrap_or_default(),
        },
        frame,
        answer,
    }
}

/// Asks the frame without which there is no report, as long as the call has time. A script may take long in a frame that is well,
/// so that one which has not ended says nothing of the frame; and a frame that is busy with an earlier one is worth the wait.
async fn ask_first(target: &Target, frame: &FrameId, script: &Script<'_>, nested: bool) -> Result<Given> {
    let began = Instant::now();
    let limit = deadline::before_last_look(deadline::left());
    match timeout(limit, ask(target, frame, script, script.root, nested)).await {
        Ok(answer) => answer,
        Err(_) => Err(silent(&*target.page, frame, began)),
    }
}

async fn ask_one(target: &Target, frame: &FrameId, script: &Script<'_>) -> Result<Given> {
    target
        .ask_one(frame, deadline::left(), ask(target, frame, script, None, true))
        .await
}

/// Asks one frame, and gives its document the script if it does not have it.
async fn ask(target: &Target, frame: &FrameId, script: &Script<'_>, root: Option<&NodeRef>, nested: bool) -> Result<Given> {
    let args = RunArgs {
        name: script.name,
        args: script.args,
        root: root.map(|root| &root.node),
    };
    for _ in 0..MAX_DOCUMENTS {
        match target.ask::<RunAnswer>(frame, "run", &args).await? {
            RunAnswer::Run(Ran::Answered {
                doc,
                url,
                value,
                elements,
            }) => {
                let shown = if nested && !elements.is_empty() {
                    target.page.child_frames(frame).await?.into_iter().collect()
                } else {
                    HashMap::new()
                };
                return Ok(Given {
                    doc,
                    url,
                    value,
                    elements,
                    shown,
                });
            }
            RunAnswer::Run(Ran::Missing) => target.page.install(frame, script.name, script.source).await?,
            RunAnswer::Run(Ran::Large { length }) => {
                let what = format!("the script's answer has {length} characters, which is too long");
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
            RunAnswer::Run(Ran::Threw { text }) => {
                let what = format!("the script failed: {}", quote(&shorten(&text, 300)));
                return Err(EngineError::new(ErrorKind::Protocol, what));
            }
            RunAnswer::Refused(answer) => {
                let Some(root) = root else {
                    return Err(super::ready::unexpected("run", &answer));
                };
                return Err(match classify(root, answer)? {
                    Ok(other) => super::ready::unexpected("run", &other),
                    Err(_) => stale(root, "it cannot be looked at"),
                });
            }
        }
    }
    let what = "the frame's document was replaced again and again";
    Err(EngineError::new(ErrorKind::StaleUid, what))
}
