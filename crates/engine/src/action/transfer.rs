//! Paste into an element, or drop on it, content that comes from outside of the page.
//!
//! Both are scripted events that carry the content. The clipboard, which belongs to the user or is shared by several
//! sessions, is neither read nor written.

use super::delivery::{refuse_closed, replaced};
use super::keys::BESIDE;
use super::ready::{Tries, classify, frame_gone, ready_at, unexpected};
use super::upload::Files;
use super::{Done, Target, is_effect};
use crate::backend::FileInput;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::options::{Spot, TransferContent};
use crate::page_script::{ActionKind, Aim, Answer, TransferArgs};
use crate::snapshot::NodeRef;

const UNTAKEN: &str =
    "No handler of the page said that it took the content, and no text was inserted. Some pages take it without a word.";

/// What a paste says that the page took or refused, where the field holds the same as before.
const KEPT: &str = "The page kept the browser from pasting, and the field's value is as it was: the page put the content elsewhere, or \
    takes no pastes. Then type it.";
/// The same where no field tells.
const UNSEEN: &str = "A handler of the page took the content, and nothing shows it yet.";

/// Pastes into the element, after giving it the focus.
pub(crate) async fn paste(target: &Target, node: &NodeRef, content: &TransferContent) -> Result<Done> {
    content.check()?;
    let files = Files::check_all(&content.files).await?;
    let mut tries = Tries::new(node, target.patience);
    loop {
        match transfer(target, node, "paste", content, files.as_ref()).await? {
            Ok(done) => return Ok(done),
            Err(obstacle) => tries.again(obstacle).await?,
        }
    }
}

/// Drops on the element.
pub(crate) async fn drop(target: &Target, node: &NodeRef, content: &TransferContent, at: Option<Spot>) -> Result<Done> {
    content.check()?;
    Spot::check(at, "at")?;
    let files = Files::check_all(&content.files).await?;
    let mut tries = Tries::new(node, target.patience);
    loop {
        ready_at(target, node, ActionKind::Drop, at.map(Aim::Spot)).await?;
        match transfer(target, node, "drop", content, files.as_ref()).await? {
            Ok(done) => return Ok(done),
            Err(obstacle) => tries.again(obstacle).await?,
        }
    }
}

async fn transfer(
    target: &Target,
    node: &NodeRef,
    method: &str,
    content: &TransferContent,
    files: Option<&Files>,
) -> Result<Result<Done, super::ready::Obstacle>> {
    if let Some(files) = files {
        let paths = files.at_browser(target).await?;
        let given = target.page.set_files(&node.frame, &FileInput::Carrier, &paths).await;
        given.map_err(|error| frame_gone(node, error))?;
    }
    let args = TransferArgs {
        target: &node.node,
        text: content.text.as_deref(),
        html: content.html.as_deref(),
        url: content.url.as_deref(),
        files: files.is_some(),
    };
    let mark = target.page.state().mark();
    let scripted = || Done {
        trusted: false,
        ..Done::trusted()
    };
    let answer = match target.ask(&node.frame, method, &args).await {
        Err(error) if is_effect(target, mark, &error) => {
            refuse_closed(target, node, &format!("may have got the {method}"))?;
            return Ok(Ok(scripted()));
        }
        Err(error) if *error.kind() == ErrorKind::StaleUid => {
            return Err(replaced(target, node, mark, &format!("may have got the {method}")).await);
        }
        answer => answer?,
    };
    Ok(match classify(node, answer)? {
        Ok(Answer::Transferred {
            taken,
            inserted,
            changed,
            now,
            kept,
            beside,
        }) => Ok(Done {
            value_now: now,
            changed: changed.then_some(true),
            notice: beside
                .then_some(BESIDE)
                .or(kept.then_some(KEPT))
                .or((!taken && !inserted && !changed).then_some(UNTAKEN)),
            unless_changed: (taken && !changed && !kept).then_some(UNSEEN),
            ..scripted()
        }),
        Ok(Answer::Declined) => return Err(declined(node)),
        Ok(other) => return Err(unexpected(method, &other)),
        Err(obstacle) => Err(obstacle),
    })
}

fn declined(node: &NodeRef) -> EngineError {
    let what = format!(
        "UID {} ({}) accepts no drop: nothing in the page took its dragover event; nothing was dropped",
        node.uid,
        node.describe()
    );
    EngineError::new(ErrorKind::WrongElement, what).with_next_step(NextStep::snapshot("find the drop zone"))
}
