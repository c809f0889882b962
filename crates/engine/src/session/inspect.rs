//! Scripts of the caller's that look at the selected page from our own world. Their elements get UIDs.

use super::{Session, lock, refuse_open_dialog};
use crate::action::{self, Inspected, Script, Target};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::InspectOptions;
use crate::report::{InspectReport, InspectedElement, InspectedFrame};
use std::time::Instant;

/// The longest script, in bytes.
const MOST: usize = 4 << 20;

impl Session {
    /// Runs a script in our own world of each frame of the selected page, where no script of the page sees or changes it. The
    /// script is an expression for a function of its arguments and of `{ root, mark, later }`: `root` is the element of the
    /// options, `mark(element)` gives the place of an element in the report's list, and `later(run, ms)` is `setTimeout` that
    /// also runs in documents whose sandbox forbids scripts. What it answers, or a promise of that, is reported as JSON. A
    /// document keeps the first script of a name.
    ///
    /// The script can read everything that the page shows. It must not change the page.
    ///
    /// # Errors
    /// `Unsupported` where our script has no world of its own (classic `WebDriver`, the user's own tabs); `InvalidInput` for a
    /// script over 4 MiB or arguments that are no JSON; `StaleUid`, `UnknownUid`, `UidOfOtherPage`, `DialogOpen`, `Timeout`;
    /// `Protocol` if the script throws in the first frame. Errors in other frames are in the report.
    pub async fn inspect(&self, name: &str, script: &str, options: &InspectOptions) -> Result<InspectReport> {
        let limit = options.timeout.unwrap_or(self.inner.options.navigation_timeout);
        deadline::within(limit, async {
            let look = self.inspected(name, script, options).await;
            look.map_err(|error| self.noted(error))
        })
        .await
    }

    async fn inspected(&self, name: &str, source: &str, options: &InspectOptions) -> Result<InspectReport> {
        let began = Instant::now();
        let args = options.args.as_deref().unwrap_or("null");
        if source.len() > MOST {
            let what = format!("the script has {} bytes, and at most {MOST} are taken", source.len());
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        if serde_json::from_str::<serde::de::IgnoredAny>(args).is_err() {
            let what = "the arguments of the script are no JSON";
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        if self.is_in_tabs() {
            let what = "the user's own tabs take no scripts but those of the extension";
            return Err(EngineError::new(ErrorKind::Unsupported, what));
        }
        let target = self.target(None).await?;
        refuse_open_dialog(&target)?;
        let epoch = target.page.state().document();
        let root = options.uid.as_deref().map(|uid| self.resolve(&target, uid)).transpose()?;
        let script = Script {
            name,
            source,
            args,
            root: root.as_ref(),
            one_frame: options.one_frame,
        };
        let found = action::inspect(&target, &script).await?;
        if target.page.state().document() != epoch {
            let what = "the page navigated while it was looked at";
            return Err(EngineError::new(ErrorKind::StaleUid, what).with_next_step("call again once the page has loaded"));
        }
        let places: Vec<_> = found.frames.iter().map(|one| one.frame.clone()).collect();
        let place = |frame: &crate::backend::FrameId| places.iter().position(|one| one == frame);
        let frames = found.frames.into_iter();
        Ok(InspectReport {
            page: target.number,
            frames: frames.map(|one| self.with_uids(&target, epoch, one, &place)).collect(),
            frames_left_out: found.left_out,
            duration: began.elapsed(),
        })
    }

    /// Gives the elements of a frame's answer their UIDs.
    fn with_uids(
        &self,
        target: &Target,
        epoch: u64,
        inspected: Inspected,
        place: &impl Fn(&crate::backend::FrameId) -> Option<usize>,
    ) -> InspectedFrame {
        let Inspected { frame, url, answer } = inspected;
        let given = match answer {
            Ok(given) => given,
            Err(error) => {
                return InspectedFrame {
                    url,
                    value: None,
                    error: Some(error.context().to_string()),
                    elements: Vec::new(),
                };
            }
        };
        let mut uids = lock(&self.inner.uids);
        uids.begin_locating();
        uids.place_document(&given.doc, target.number, &frame, epoch);
        let elements = given.elements.iter().map(|element| InspectedElement {
            uid: uids.give(&given.doc, element.id, element.called.meaning()).to_string(),
            target: element.called.meaning().describe(),
            frame: given.shown.get(&element.id).and_then(place),
        });
        InspectedFrame {
            url,
            elements: elements.collect(),
            value: Some(given.value),
            error: None,
        }
    }
}
