//! Actions by UID: resolve, act, and say what happened.

use super::running::report;
use super::{Session, refuse_open_dialog};
use crate::action::Target;
use crate::action::{self, Done};
use crate::backend::PageState;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, MouseButton};
use crate::options::{ActionOptions, ClickOptions, FormField, PressKeyOptions, ScreenshotOptions, WaitOptions};
use crate::page_script::{Answer, Expects, NodeArgs, PageFacts, TargetArgs, Wanted};
use crate::report::{ActionReport, Effects, FormReport, ScreenshotReport, SelectorReport, WaitReport};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// More fields at once than a form has are a mistake.
const MAX_FORM_FIELDS: usize = 200;

/// How long the script behind a dialog may go on before the answer goes out.
const RESUMED: Duration = Duration::from_secs(2);

/// How long the next dialog of the same script may take to be told, where asking the page does not
/// tell.
const NEXT_DIALOG: Duration = Duration::from_millis(150);

impl Session {
    /// Clicks the element, or double-clicks it.
    ///
    /// # Errors
    /// `InvalidInput` for a double click with another button than the left one; `StaleUid`, `UnknownUid`, `UidOfOtherPage`, `NotVisible`, `NotEnabled`, `NotStable`,
    /// `Covered`, `DialogOpen`, and the ends of page and session.
    pub async fn click(&self, uid: &str, options: &ClickOptions) -> Result<ActionReport> {
        let name = match (options.button, options.double) {
            (MouseButton::Left, false) => "click",
            (MouseButton::Left, true) => "doubleClick",
            (MouseButton::Middle, false) => "middleClick",
            (MouseButton::Right, false) => "rightClick",
            (button, true) => {
                let what = format!(
                    "a double click is made with the left button, not with the {} one",
                    button.name()
                );
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
        };
        let (begun, node) = self.begin_at(name, uid).await?;
        let done = {
            let _input = begun.target.input.lock().await;
            match options.button {
                MouseButton::Left => action::click(&begun.target, &node, options.double).await,
                other => action::click_with(&begun.target, &node, other).await,
            }
        };
        let changes = options.changes.as_ref();
        self.finish(begun, node.describe(), done, true, changes).await
    }

    /// Moves the pointer over the element.
    ///
    /// # Errors
    /// As [`Session::click`], but a disabled element may be hovered.
    pub async fn hover(&self, uid: &str, options: &ActionOptions) -> Result<ActionReport> {
        let (begun, node) = self.begin_at("hover", uid).await?;
        let done = {
            let _input = begun.target.input.lock().await;
            action::hover(&begun.target, &node).await
        };
        self.finish(begun, node.describe(), done, false, options.changes.as_ref())
            .await
    }

    /// Gives a field its value: text, a date as `2026-01-31`, an option's value or label, `true`
    /// or `false` for a checkbox, `#rrggbb` for a colour.
    ///
    /// # Errors
    /// As [`Session::click`], and `NotEditable`, `OptionNotFound`, `WrongElement`, `InvalidInput`.
    pub async fn fill(&self, uid: &str, value: &str, options: &ActionOptions) -> Result<ActionReport> {
        action::check_value(value)?;
        self.put("fill", uid, &Wanted::Value(value.to_owned()), options).await
    }

    /// Fills several fields in order, and stops at the first that cannot be filled; its error
    /// says which fields were filled before.
    ///
    /// # Errors
    /// As [`Session::fill`]. All UIDs are resolved before the first field is touched.
    pub async fn fill_form(&self, fields: &[FormField], options: &ActionOptions) -> Result<FormReport> {
        if fields.is_empty() || fields.len() > MAX_FORM_FIELDS {
            let what = format!(
                "{} fields were given; a form is filled with 1 to {MAX_FORM_FIELDS} at a time",
                fields.len()
            );
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        let begun = self.begin("fill").await?;
        let mut nodes = Vec::with_capacity(fields.len());
        for FormField { uid, value } in fields {
            action::check_value(value)
                .map_err(|error| error.during(&format!("the value for UID {}", quote(&shorten(uid, 60)))))?;
            nodes.push(
                self.resolve(&begun.target, uid)
                    .map_err(|error| self.failed(&begun, "", error))?,
            );
        }
        let mut reports: Vec<ActionReport> = Vec::with_capacity(fields.len());
        let _input = begun.target.input.lock().await;
        for (node, FormField { value, .. }) in nodes.iter().zip(fields) {
            let started = Instant::now();
            let done = action::fill(&begun.target, node, &Wanted::Value(value.clone()))
                .await
                .map_err(|error| {
                    let before = format!(
                        "field {} of {} ({} filled before it)",
                        reports.len() + 1,
                        fields.len(),
                        reports.len()
                    );
                    self.failed(&begun, &node.describe(), error.during(&before))
                })?;
            let filled = report(&begun.target, node.describe(), done, Effects::default(), started);
            self.record(&begun, &filled.target, filled.trusted, started.elapsed(), None);
            reports.push(filled);
            if reports.len() < fields.len() && begun.target.page.state().dialog().is_some() {
                refuse_open_dialog(&begun.target)
                    .map_err(|error| error.during(&format!("{} of {} fields were filled, then", reports.len(), fields.len())))?;
            }
        }
        action::settle(&begun.target, begun.mark, Expects::Nothing, false).await;
        let mut effects = self.effects(&begun.target, &begun.main, begun.mark);
        self.add_changes(&mut effects, options.changes.as_ref()).await;
        Ok(FormReport {
            fields: reports,
            effects,
        })
    }

    /// Drags one element onto another with real input; `trusted` in the answer is `false` where
    /// only a drag by script was possible.
    ///
    /// # Errors
    /// As [`Session::click`], for either element.
    pub async fn drag(&self, from: &str, to: &str, options: &ActionOptions) -> Result<ActionReport> {
        let (begun, source) = self.begin_at("drag", from).await?;
        let destination = self.resolve(&begun.target, to);
        let destination = destination.map_err(|error| self.failed(&begun, &source.describe(), error))?;
        let done = {
            let _input = begun.target.input.lock().await;
            action::drag(&begun.target, &source, &destination).await
        };
        let described = format!("{} to {}", source.describe(), destination.describe());
        self.finish(begun, described, done, false, options.changes.as_ref()).await
    }

    /// Puts files into a file input, hidden ones included.
    ///
    /// # Errors
    /// `Io` for files that cannot be read, `WrongElement` where the element is no file input,
    /// `InvalidInput` for several files where one is taken.
    pub async fn upload(&self, uid: &str, files: &[PathBuf], options: &ActionOptions) -> Result<ActionReport> {
        let (begun, node) = self.begin_at("upload", uid).await?;
        let done = {
            let _input = begun.target.input.lock().await;
            action::upload(&begun.target, &node, files).await
        };
        self.finish(begun, node.describe(), done, false, options.changes.as_ref())
            .await
    }

    /// Presses a key or a chord (`Enter`, `Control+A`) where the focus is, or in an element.
    ///
    /// # Errors
    /// `InvalidInput` for an unknown key, naming the known ones; as [`Session::click`] with `uid`.
    pub async fn press_key(&self, key: &str, options: &PressKeyOptions) -> Result<ActionReport> {
        let chord = Chord::parse(key)?;
        let (begun, node) = self.begin_in("pressKey", options.uid.as_deref()).await?;
        let done = {
            let _input = begun.target.input.lock().await;
            action::press_key(&begun.target, node.as_ref(), &chord).await
        };
        let described = node.map_or_else(|| "the focused element".to_owned(), |node| node.describe());
        self.finish(begun, described, done, false, options.changes.as_ref()).await
    }

    /// Takes a picture of the page, the whole document, or an element.
    ///
    /// # Errors
    /// `StaleUid` and `NotVisible` for an element; `DialogOpen`.
    pub async fn screenshot(&self, options: &ScreenshotOptions) -> Result<ScreenshotReport> {
        options.check()?;
        let (begun, node) = self.begin_in("screenshot", options.uid.as_deref()).await?;
        let described = node.as_ref().map_or_else(String::new, NodeRef::describe);
        let mut picture = self
            .capture(&begun.target, node.as_ref(), options)
            .await
            .map_err(|error| self.failed(&begun, &described, error))?;
        picture.effects = self.effects(&begun.target, &begun.main, begun.mark);
        Ok(picture)
    }

    async fn capture(&self, target: &Target, node: Option<&NodeRef>, options: &ScreenshotOptions) -> Result<ScreenshotReport> {
        let framing = action::frame(target, node, options).await?;
        if !options.marks {
            return action::capture(target, &framing, options, &[]).await;
        }
        let marks = self.marks(target, framing.area(), !framing.is_viewport()).await?;
        let mut picture = action::capture(target, &framing, options, &marks.rects).await?;
        picture.marks = marks.legend;
        picture.marks_left_out = marks.left_out;
        Ok(picture)
    }

    /// Accepts or dismisses the open dialog; `text` is the answer to a prompt.
    ///
    /// # Errors
    /// `NoDialog`.
    pub async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<ActionReport> {
        let target = self.target(None).await.map_err(|error| self.noted(error))?;
        let Some(dialog) = target.page.state().dialog() else {
            return Err(self.noted(EngineError::new(
                ErrorKind::NoDialog,
                format!("no dialog is open on page {}", target.number),
            )));
        };
        if let Some(text) = text {
            action::check_value(text)?;
        }
        let began = Instant::now();
        let mark = target.page.state().mark();
        let main = target.page.main_frame();
        target.page.answer_dialog(accept, text).await?;
        // The script that opened it goes on now, and may open the next one or navigate. The page
        // answers a question only when that script has yielded; a dialog or a new document ends
        // the wait, and what the answer is does not matter.
        let _ = timeout(RESUMED, target.ask::<PageFacts>(&main, "page", &serde_json::json!({}))).await;
        if !target.page.capabilities().dialogs_suspend_scripts {
            // The answer above does not show that no further dialog is open.
            let more = |state: &PageState| (state.dialog().is_some() || state.end().is_some()).then_some(());
            let _ = target.page.state().wait(NEXT_DIALOG, more).await;
        }
        let leaving = accept && dialog.kind == crate::backend::DialogKind::BeforeUnload;
        let expects = if leaving { Expects::Navigation } else { Expects::Nothing };
        action::settle(&target, mark, expects, leaving).await;
        let effects = self.effects(&target, &main, mark);
        let described = format!("{} {}", dialog.kind.name(), quote(&shorten(&dialog.message, 300)));
        Ok(report(&target, described, Done::trusted(), effects, began))
    }

    /// Waits until everything in `options` holds.
    ///
    /// # Errors
    /// `Timeout` with what did not happen, `InvalidInput` when nothing was given.
    pub async fn wait_for(&self, options: &WaitOptions) -> Result<WaitReport> {
        let begun = self.begin("waitFor").await?;
        let limit = options.timeout.unwrap_or(self.inner.options.navigation_timeout);
        let waited = action::wait_for(&begun.target, options, limit)
            .await
            .map_err(|error| self.failed(&begun, "", error))?;
        let effects = self.effects(&begun.target, &begun.main, begun.mark);
        Ok(WaitReport {
            waited,
            url: begun.target.page.state().url(),
            effects,
        })
    }

    /// A CSS path to the element, computed now.
    ///
    /// # Errors
    /// `StaleUid`, `UnknownUid`, `UidOfOtherPage`.
    pub async fn resolve_uid_to_selector(&self, uid: &str) -> Result<SelectorReport> {
        let (begun, node) = self.begin_at("resolveUid", uid).await?;
        let path = selector(&begun.target, &node, "selector", &TargetArgs { target: &node.node }).await?;
        let known = begun.target.page.frames().await?;
        let mut frames = Vec::new();
        let mut frame = node.frame.clone();
        while let Some(parent) = known
            .iter()
            .find(|known| known.id == frame)
            .and_then(|known| known.parent.clone())
        {
            let owners = begun.target.page.child_frames(&parent).await?;
            let Some((owner, _)) = owners.iter().find(|(_, child)| *child == frame) else {
                return Err(action::stale(&node, "the element that held its frame is gone"));
            };
            let above = NodeRef {
                frame: parent.clone(),
                ..node.clone()
            };
            frames.push(selector(&begun.target, &above, "ownerSelector", &NodeArgs { id: *owner }).await?);
            frame = parent;
        }
        frames.reverse();
        let joined = frames
            .iter()
            .chain([&path])
            .map(|steps| steps.join(" >>> "))
            .collect::<Vec<_>>()
            .join(" >>frame>> ");
        Ok(SelectorReport {
            selector: joined,
            frames,
            path,
        })
    }
}

async fn selector(target: &Target, node: &NodeRef, method: &str, args: &(impl serde::Serialize + Sync)) -> Result<Vec<String>> {
    let answer = target.ask(&node.frame, method, args).await?;
    match action::classify(node, answer)? {
        Ok(Answer::Selector { path }) => Ok(path),
        _ => Err(EngineError::new(
            ErrorKind::Protocol,
            format!("no selector could be computed for UID {}", node.uid),
        )),
    }
}
