//! Files for file inputs, and the file choosers that pages open.

use super::nodes::{Handles, resolve};
use super::page::CdpPage;
use super::protocol::{FileChooserOpened, ResolvedNode};
use super::tree::SessionId;
use super::worlds::World;
use crate::backend::wire::Command;
use crate::backend::{FileChooser, FileInput, FrameId, Happening, agent, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// A file chooser either waits for its files, or is cancelled at once. The browser shows neither.
fn intercept(enabled: bool, cancel: bool) -> Command {
    Command::new(
        "Page.setInterceptFileChooserDialog",
        json!({"enabled": enabled, "cancel": cancel}),
    )
}

impl CdpPage {
    /// What a new session is told of file choosers. The choosers of another program's browser are its user's.
    pub(super) fn choosers_of_session(&self) -> Option<Command> {
        let waits = self.awaits_choosers.load(Ordering::Relaxed);
        (waits || self.is_ours).then(|| intercept(true, !waits))
    }

    /// Keeps file choosers waiting until [`Self::let_choosers_go`].
    pub(super) async fn keep_choosers(&self) -> Result<()> {
        self.check()?;
        self.awaits_choosers.store(true, Ordering::Relaxed);
        let sessions = self.tree.look(super::tree::FrameTree::sessions);
        let commands = sessions.iter().map(|session| intercept(true, false).on(session)).collect();
        let replies = self.uninterrupted(self.wire.batch(commands)).await?;
        // A session of a frame may end meanwhile. That of the page itself decides.
        match replies.into_iter().next() {
            Some(reply) => reply.map(|_| ()).map_err(EngineError::from),
            None => Ok(()),
        }
    }

    pub(super) fn let_choosers_go(&self) {
        if !self.awaits_choosers.swap(false, Ordering::Relaxed) {
            return;
        }
        let sessions = self.tree.look(super::tree::FrameTree::sessions);
        let command = |session: &SessionId| intercept(self.is_ours, true).on(session);
        self.wire.post(sessions.iter().map(command).collect());
    }

    pub(super) fn on_chooser(&self, opened: FileChooserOpened) {
        self.state.record(Happening::FileChooser(FileChooser {
            frame: opened.frame_id.into(),
            multiple: opened.mode == "selectMultiple",
            input: opened.backend_node_id.map(|node| node.to_string().into()),
        }));
    }

    /// Puts files into a file input.
    pub(super) async fn put_files(&self, frame: &FrameId, input: &FileInput, files: &[PathBuf]) -> Result<()> {
        self.check()?;
        let paths = files.iter().map(|file| sendable(file)).collect::<Result<Vec<_>>>()?;
        let world = self.world(frame).await?;
        let group = Handles::new(self, &world);
        let session = &world.document.session;
        let input = match input {
            FileInput::Node(node) => {
                let args = json!({"id": node}).to_string();
                self.handles(frame, &world, &group, "node", &args).await?.pop()
            }
            FileInput::Carrier => self.handles(frame, &world, &group, "carrier", "{}").await?.pop(),
            FileInput::Chooser(node) => self.chosen(node, &world, &group).await?,
        };
        let input = input.ok_or_else(refusal::element_gone)?;
        let params = json!({"files": paths, "objectId": input});
        let _: Value = self.ask_on(session, "DOM.setFileInputFiles", params).await?;
        Ok(())
    }

    /// Whether the input of a file chooser takes a folder.
    pub(super) async fn is_folder_input(&self, frame: &FrameId, input: &str) -> Result<bool> {
        self.check()?;
        let world = self.world(frame).await?;
        let group = Handles::new(self, &world);
        let Some(input) = self.chosen(input, &world, &group).await? else {
            return Err(refusal::element_gone());
        };
        let arguments = json!([{"value": "takesFolder"}, {"objectId": input}]);
        let answer = self.run_for_text(frame, &world, agent::ADOPT, arguments).await?;
        Ok(answer.as_deref() == Some("true"))
    }

    /// A handle to the input of a file chooser.
    async fn chosen(&self, node: &str, world: &World, group: &Handles<'_>) -> Result<Option<String>> {
        let node = node.parse().map_err(|_| refusal::element_gone())?;
        let params = resolve(node, world, group);
        let resolved: ResolvedNode = self.ask_on(&world.document.session, "DOM.resolveNode", params).await?;
        Ok(resolved.object.object_id)
    }
}

/// A path as the browser takes it.
fn sendable(file: &Path) -> Result<String> {
    // The path is absolute. On the browser's machine, another system may run.
    file.to_str().map(str::to_owned).ok_or_else(|| {
        EngineError::new(ErrorKind::InvalidInput, "a file's path cannot be sent to the browser")
            .with_next_step("use a path that is valid Unicode")
    })
}
