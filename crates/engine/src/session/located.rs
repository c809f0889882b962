//! Where elements are drawn, for callers that show them on a picture or leave them out of a comparison. Scrolls nothing.

use super::kept::Use;
use super::{Session, lock, refuse_open_dialog};
use crate::action::Target;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::ScreenshotOptions;
use crate::page_script::{Boxes, BoxesArgs};
use crate::report::{LocatedElement, ScreenshotReport};
use crate::snapshot::NodeRef;

/// The most elements that are located on one picture.
const MOST: usize = 20;

impl Session {
    /// Takes a picture that no other call notices, for a record. Starts no browser, and selects no page.
    pub(super) async fn aside(&self, options: &ScreenshotOptions) -> Result<ScreenshotReport> {
        let page = self.page.or_else(|| lock(&self.inner.pages).selected_number());
        let target = page
            .and_then(|number| lock(&self.inner.pages).connected_target(number))
            .ok_or_else(|| {
                EngineError::new(
                    ErrorKind::PageNotFound,
                    "no page of the session has been used that is still open",
                )
            })?;
        refuse_open_dialog(&target)?;
        target.page.refuse_ended()?;
        let node = options.uid.as_deref().map(|uid| self.resolve(&target, uid)).transpose()?;
        let mut picture = self.capture(&target, node.as_ref(), options).await?;
        picture.located = self.located(&target, &options.locate, &picture).await;
        Ok(picture)
    }

    /// Where elements are on a picture that was just taken. Those that are gone, not drawn or outside of it are left out.
    pub(super) async fn located(&self, target: &Target, uids: &[String], picture: &ScreenshotReport) -> Vec<LocatedElement> {
        let view = &picture.view;
        let mut located = Vec::new();
        for uid in uids.iter().take(MOST) {
            let Ok(boxes) = self.boxes_of(target, std::slice::from_ref(uid)).await else {
                continue;
            };
            let inside = boxes.into_iter().find_map(|[left, top, right, bottom]| {
                let (left, top) = ((left - view.left).max(0.0), (top - view.top).max(0.0));
                let (right, bottom) = (
                    (right - view.left).min(picture.width),
                    (bottom - view.top).min(picture.height),
                );
                (right - left >= 1.0 && bottom - top >= 1.0).then_some([left, top, right, bottom])
            });
            located.extend(inside.map(|[left, top, right, bottom]| LocatedElement {
                uid: uid.clone(),
                x: left,
                y: top,
                width: right - left,
                height: bottom - top,
            }));
        }
        located
    }

    /// Where elements are drawn: left, top, right and bottom in the main frame's viewport, in CSS pixels. Those that are not
    /// drawn are left out.
    ///
    /// # Errors
    /// `StaleUid`, `UnknownUid`, `UidOfOtherPage`.
    pub(super) async fn boxes_of(&self, target: &Target, uids: &[String]) -> Result<Vec<[f64; 4]>> {
        let nodes: Vec<NodeRef> = uids.iter().map(|uid| self.resolve(target, uid)).collect::<Result<_>>()?;
        if nodes.is_empty() {
            return Ok(Vec::new());
        }
        let main = target.page.main_frame();
        if nodes.iter().all(|node| node.frame == main) {
            let args = BoxesArgs {
                ids: nodes.iter().map(|node| node.node.id).collect(),
                owners: Vec::new(),
                whole: true,
            };
            let Boxes { boxes, .. } = target.ask(&main, "boxes", &args).await?;
            // The document may have been replaced meanwhile, and another one has other elements of these numbers.
            for uid in uids {
                self.resolve(target, uid)?;
            }
            return Ok(boxes.into_iter().flatten().collect());
        }
        let snapshot = self.take_page(target, Use::Cursor).await?;
        let mut numbered = Vec::new();
        for node in snapshot.numbered(false)? {
            let uid = snapshot.node(node.index)?.uid;
            if uid.is_some_and(|uid| nodes.iter().any(|wanted| wanted.uid == uid)) {
                numbered.push(node);
            }
        }
        let drawn = self.candidates(target, &snapshot, &numbered, true).await?;
        Ok(drawn.into_iter().map(|candidate| candidate.rect).collect())
    }
}
