//! Put files into a file input, or into the file chooser that a click opens.

use super::delivery::{refuse_closed, unknown};
use super::ready::{Tries, classify, frame_gone, unexpected};
use super::{Done, Gesture, Target, click, is_effect};
use crate::backend::{FileInput, FrameId, Happening};
use crate::error::{EngineError, ErrorContext, ErrorKind, NextStep, Result};
use crate::page_script::{Answer, TargetArgs};
use crate::snapshot::NodeRef;
use crate::text::quote;
use std::path::PathBuf;
use std::time::Duration;

/// How long after the click a page may take to open its file chooser. It may ask its server first, but the
/// browser allows it only for some seconds after the click.
const OPENS: Duration = Duration::from_secs(2);

/// What an upload says where the page has taken the files out of the input again.
const EMPTIED: &str = "The page has emptied the file input since: it keeps the files elsewhere, or refused them.";

/// Files, or one folder, to upload.
pub(super) struct Files {
    pub(super) paths: Vec<PathBuf>,
    is_folder: bool,
}

impl Files {
    /// Checks that every path is a readable file, or that the only one is a folder, and makes it absolute.
    async fn check(files: &[PathBuf]) -> Result<Self> {
        if files.is_empty() {
            return Err(EngineError::new(ErrorKind::InvalidInput, "no file was given to upload"));
        }
        let mut paths = Vec::with_capacity(files.len());
        let mut is_folder = false;
        for file in files {
            let shown = quote(&file.to_string_lossy());
            let cannot = || format!("the file {shown} cannot be uploaded");
            let path = tokio::fs::canonicalize(file).await.or_kind(ErrorKind::Io, cannot())?;
            let facts = tokio::fs::metadata(&path).await.or_kind(ErrorKind::Io, cannot())?;
            is_folder = facts.is_dir();
            if is_folder && files.len() > 1 {
                let what = format!("{shown} is a folder, which is uploaded alone");
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
            if !is_folder && !facts.is_file() {
                return Err(EngineError::new(ErrorKind::InvalidInput, format!("{shown} is not a file")));
            }
            paths.push(path);
        }
        Ok(Self { paths, is_folder })
    }

    /// [`Self::check`] for files that may be none, and no folder.
    pub(super) async fn check_all(files: &[PathBuf]) -> Result<Option<Self>> {
        if files.is_empty() {
            return Ok(None);
        }
        let files = Self::check(files).await?;
        if files.is_folder {
            return Err(
                EngineError::new(ErrorKind::InvalidInput, "a folder cannot be pasted or dropped")
                    .with_next_step("give its files"),
            );
        }
        Ok(Some(files))
    }

    /// The paths by which the browser finds the files. A browser elsewhere is sent them first.
    pub(super) async fn at_browser(&self, target: &Target) -> Result<Vec<PathBuf>> {
        let Some(remote) = &target.remote_files else {
            return Ok(self.paths.clone());
        };
        if self.is_folder {
            let what = "a folder cannot be sent to the machine of the browser";
            return Err(EngineError::new(ErrorKind::Unsupported, what).with_next_step("give its files"));
        }
        let mut paths = Vec::with_capacity(self.paths.len());
        for path in &self.paths {
            paths.push(remote.send(path).await?);
        }
        Ok(paths)
    }

    /// Refuses files that an input does not take. `what` names the input.
    fn refuse_unfit(&self, what: &str, multiple: bool, folder: bool) -> Result<()> {
        let why = if self.is_folder && !folder {
            "takes files, but a folder was given".to_owned()
        } else if folder && !self.is_folder {
            "takes a folder, but files were given".to_owned()
        } else if !folder && !multiple && self.paths.len() > 1 {
            format!("accepts one file, but {} were given", self.paths.len())
        } else {
            return Ok(());
        };
        Err(EngineError::new(ErrorKind::InvalidInput, format!("{what} {why}")))
    }
}

/// Puts `files` into the file input that the element is, labels or contains. Another element is clicked, and the
/// file chooser that it opens gets them.
pub(crate) async fn upload(target: &Target, node: &NodeRef, files: &[PathBuf]) -> Result<Done> {
    let files = Files::check(files).await?;
    let mut tries = Tries::new(node, target.patience);
    loop {
        let args = TargetArgs { target: &node.node };
        let answer = target.ask(&node.frame, "upload", &args).await;
        match classify(node, answer.map_err(|error| frame_gone(node, error))?)? {
            Ok(Answer::Files { id, multiple, folder }) => {
                let what = format!("UID {} ({})", node.uid, node.describe());
                files.refuse_unfit(&what, multiple, folder)?;
                return put(target, node, &node.frame, &FileInput::Node(id), &files).await;
            }
            Ok(Answer::Opener) => return choose_files(target, node, &files).await,
            Ok(other) => return Err(unexpected("upload", &other)),
            Err(obstacle) => tries.again(obstacle).await?,
        }
    }
}

/// Clicks the element, and answers the file chooser that it opens.
async fn choose_files(target: &Target, node: &NodeRef, files: &Files) -> Result<Done> {
    target.page.await_choosers().await?;
    let mark = target.page.state().mark();
    Box::pin(click(target, node, &Gesture::default())).await?;
    let what = format!("UID {} ({}) was clicked", node.uid, node.describe());
    let fault = |kind, why: &str| {
        EngineError::new(kind, format!("{what}, {why}"))
            .with_next_step(NextStep::snapshot("see what the click did before you repeat it"))
    };
    let opened = target.wait(OPENS, |state| state.chooser_since(mark)).await;
    let Some(chooser) = opened else {
        return Err(fault(
            ErrorKind::WrongElement,
            "but it is no file input and opened no file chooser",
        ));
    };
    let Some(input) = &chooser.input else {
        let why = "but the page asked for files by script (showOpenFilePicker), which gets them from a person alone; it was \
                   told that the user cancelled";
        return Err(fault(ErrorKind::Unsupported, why));
    };
    let folder = target
        .page
        .takes_folder(&chooser.frame, input)
        .await
        .map_err(|error| gone_or(node, error))?;
    files
        .refuse_unfit(&format!("{what}; its file chooser"), chooser.multiple, folder)
        .map_err(|error| error.with_next_step("give what it takes"))?;
    target.page.state().record(Happening::FileChooserAnswered);
    let done = put(target, node, &chooser.frame, &FileInput::Chooser(input.clone()), files).await;
    done.map_err(|error| gone_or(node, error))
}

/// An error about a document that went after the click.
fn gone_or(node: &NodeRef, error: EngineError) -> EngineError {
    match error.kind() {
        ErrorKind::StaleUid => unknown(
            node,
            "was clicked and opened a file chooser, whose document went before it got the files",
        ),
        _ => error,
    }
}

/// Whether the page has emptied the file input when it heard of the files. A page that has left or shows a dialog says nothing.
async fn is_empty(target: &Target, frame: &FrameId) -> bool {
    let left = target.ask(frame, "filesLeft", &serde_json::json!({})).await;
    matches!(left, Ok(Answer::Left { files: Some(0) }))
}

async fn put(target: &Target, node: &NodeRef, frame: &FrameId, input: &FileInput, files: &Files) -> Result<Done> {
    let paths = files.at_browser(target).await?;
    let mark = target.page.state().mark();
    let mut emptied = false;
    match target.page.set_files(frame, input, &paths).await {
        Err(error) if !is_effect(target, mark, &error) => return Err(error),
        Err(_) => refuse_closed(target, node, "may have got the files")?,
        Ok(()) => emptied = is_empty(target, frame).await,
    }
    Ok(Done {
        changed: Some(true),
        notice: emptied.then_some(EMPTIED),
        ..Done::trusted()
    })
}
