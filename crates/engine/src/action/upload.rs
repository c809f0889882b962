//! Put files into a file input.

use super::Target;
use super::ready::{Tries, classify, frame_gone, unexpected};
use super::{Done, is_effect};
use crate::error::{EngineError, ErrorContext, ErrorKind, Result};
use crate::page_script::{Answer, UploadArgs};
use crate::snapshot::NodeRef;
use crate::text::quote;
use std::path::PathBuf;

/// Checks that every path is a readable file and makes it absolute.
async fn check_files(files: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if files.is_empty() {
        return Err(EngineError::new(ErrorKind::InvalidInput, "no file was given to upload"));
    }
    let mut absolute = Vec::with_capacity(files.len());
    for file in files {
        let shown = quote(&file.to_string_lossy());
        let path = tokio::fs::canonicalize(file)
            .await
            .or_kind(ErrorKind::Io, format!("the file {shown} cannot be uploaded"))?;
        let facts = tokio::fs::metadata(&path)
            .await
            .or_kind(ErrorKind::Io, format!("the file {shown} cannot be uploaded"))?;
        if !facts.is_file() {
            return Err(EngineError::new(ErrorKind::InvalidInput, format!("{shown} is not a file")));
        }
        absolute.push(path);
    }
    Ok(absolute)
}

/// Puts `files` into the file input that the element is, or that it labels.
pub(crate) async fn upload(target: &Target, node: &NodeRef, files: &[PathBuf]) -> Result<Done> {
    let files = check_files(files).await?;
    let mut tries = Tries::new(node, target.patience);
    let input = loop {
        let answer = target
            .ask(
                &node.frame,
                "upload",
                &UploadArgs {
                    target: &node.node,
                    count: files.len(),
                },
            )
            .await;
        match classify(node, answer.map_err(|error| frame_gone(node, error))?)? {
            Ok(Answer::Files { id, multiple }) if multiple || files.len() == 1 => break id,
            Ok(Answer::Files { .. }) => {
                return Err(EngineError::new(
                    ErrorKind::InvalidInput,
                    format!(
                        "UID {} ({}) accepts one file, but {} were given",
                        node.uid,
                        node.describe(),
                        files.len()
                    ),
                ));
            }
            Ok(other) => return Err(unexpected("upload", &other)),
            Err(obstacle) => tries.again(obstacle).await?,
        }
    };
    let mark = target.page.state().mark();
    match target.page.set_files(&node.frame, input, &files).await {
        Err(error) if !is_effect(target, mark, &error) => Err(error),
        _ => Ok(Done {
            changed: Some(true),
            ..Done::trusted()
        }),
    }
}
