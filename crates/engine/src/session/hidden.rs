//! Pictures without the texts that the session hides, and without the files that it withholds.
//!
//! The page is asked for the texts that it draws, with their boxes, and they are compared here: no page gets a text that it
//! does not have. That happens before and after the picture, because the page may change meanwhile.

mod needle;

use super::kept::Use;
use super::marks::place_frames;
use super::{Session, lock};
use crate::action::{self, Framing, Target};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::ScreenshotOptions;
use crate::page_script::{Texts, TextsArgs};
use crate::report::ScreenshotReport;
use futures_util::future::join_all;
use needle::Needles;
use std::time::Duration;

/// How many pictures are taken of a page whose hidden texts move.
const MOST_PICTURES: usize = 4;
/// How far a box may move between two looks, in CSS pixels: less than the margin of the paint.
const STILL: f64 = 1.0;

/// The time that a picture in parts takes. Where less is left, the frame that does not answer is named, and the next call takes it.
const FOR_PARTS: Duration = Duration::from_secs(1);

type Area = [f64; 4];

impl Session {
    /// Takes a picture in which the texts that the session hides are painted over.
    ///
    /// # Errors
    /// `NotStable` where they keep moving; `Timeout` if the page does not say what it shows.
    pub(super) async fn without_hidden(
        &self,
        target: &Target,
        framing: &Framing,
        options: &ScreenshotOptions,
        boxes: &[Area],
    ) -> Result<ScreenshotReport> {
        let needles = Needles::new(self.inner.options.hidden_texts.texts());
        let whole = !framing.is_viewport();
        let silent = self.silent_areas(target, framing).await?;
        if needles.is_empty() && !self.may_frame_withheld(target) {
            return match action::capture(target, framing, options, boxes, &[], &silent).await {
                Err(error) if *error.kind() == ErrorKind::Timeout && silent.is_empty() && deadline::left() > FOR_PARTS => {
                    let silent = self.silent_areas(target, framing).await.unwrap_or_default();
                    if silent.is_empty() {
                        return Err(error);
                    }
                    action::capture(target, framing, options, boxes, &[], &silent).await
                }
                picture => picture,
            };
        }
        let mut areas = self.hidden_areas(target, Some(&needles), whole).await?;
        for _ in 0..MOST_PICTURES {
            let picture = action::capture(target, framing, options, boxes, &areas, &silent).await?;
            let later = self.hidden_areas(target, Some(&needles), whole).await?;
            if later.iter().all(|area| areas.iter().any(|known| holds(known, area))) {
                return Ok(picture);
            }
            areas.extend(later);
        }
        let what = "texts that pictures must not show keep moving, so there is no picture";
        Err(EngineError::new(ErrorKind::NotStable, what).with_next_step("wait until the page is at rest, or read it as text"))
    }

    /// Frames in the picture that do not answer, where the browser would wait for them.
    async fn silent_areas(&self, target: &Target, framing: &Framing) -> Result<Vec<Area>> {
        let main = target.page.main_frame();
        let silent = target.page.state().silent_frames();
        if !target.page.capabilities().pictures_wait_for_frames || silent.iter().all(|(frame, _)| *frame == main) {
            return Ok(Vec::new());
        }
        let shown = framing.area();
        let areas = self.hidden_areas(target, None, !framing.is_viewport()).await?;
        let meets = |area: &Area| area[0] < shown[2] && area[2] > shown[0] && area[1] < shown[3] && area[3] > shown[1];
        Ok(areas.into_iter().filter(meets).collect())
    }

    /// Refuses what would hold the texts that the session hides as text, where the page shows one.
    ///
    /// # Errors
    /// `Unsupported` with the step to a picture; `Timeout` if the page does not say what it shows.
    pub(super) async fn refuse_hidden(&self, target: &Target, what: &str) -> Result<()> {
        let needles = Needles::new(self.inner.options.hidden_texts.texts());
        let hides = !needles.is_empty() || self.may_frame_withheld(target);
        if !hides || self.hidden_areas(target, Some(&needles), true).await?.is_empty() {
            return Ok(());
        }
        let what = format!("the page shows a text or a file that the session hides, which {what} would hold");
        Err(EngineError::new(ErrorKind::Unsupported, what)
            .with_next_step("take a screenshot of the full page, in which that is painted over"))
    }

    /// Whether pictures that the browser takes by itself could show what the session hides.
    pub(super) fn hides_from_pictures(&self) -> bool {
        !self.inner.options.hidden_texts.texts().is_empty() || self.may_show_files()
    }

    /// Whether pages may show files, of which some are withheld.
    fn may_show_files(&self) -> bool {
        self.inner.options.allow_file_urls && !self.inner.options.withheld_files.is_empty()
    }

    /// Whether a frame of the page could show a file that the session withholds. Pages of the web cannot have files in frames.
    fn may_frame_withheld(&self, target: &Target) -> bool {
        let address = target.page.state().url();
        let is_of_web = address.starts_with("http://") || address.starts_with("https://");
        !is_of_web && self.may_show_files()
    }

    /// Where the hidden texts are drawn, if there are any, and the frames that do not answer, in the main frame's viewport.
    async fn hidden_areas(&self, target: &Target, needles: Option<&Needles>, whole: bool) -> Result<Vec<Area>> {
        let snapshot = self.take_page(target, Use::Cursor).await?;
        lock(&self.inner.snapshots).forget(&snapshot);
        let frames = snapshot.frames();
        let asked = frames.iter().enumerate().map(|(walk, frame)| {
            let args = TextsArgs {
                owners: frame.children.iter().map(|(owner, _)| *owner).collect(),
                // Child frames draw only their own viewport.
                whole: whole && walk == 0,
            };
            async move { target.ask::<Texts>(&frame.frame, "texts", &args).await }
        });
        let compares = needles.is_some_and(|needles| !needles.is_empty());
        let mut answers = Vec::with_capacity(frames.len());
        for (walk, answer) in join_all(asked).await.into_iter().enumerate() {
            answers.push(match answer {
                Ok(texts) if !(texts.cut && compares) => Some(texts),
                Err(error) if walk == 0 => return Err(error),
                Ok(_) if walk == 0 => {
                    let what = "the page draws more texts than can be compared with those that pictures must not show";
                    return Err(EngineError::new(ErrorKind::Unsupported, what).with_next_step("take a picture of the viewport"));
                }
                _ => None,
            });
        }
        let owners: Vec<_> = answers
            .iter()
            .map(|answer| answer.as_ref().map(|texts| texts.owners.as_slice()))
            .collect();
        let placed = place_frames(frames, &owners);
        let mut areas = Vec::new();
        for (at, texts) in placed.iter().zip(&answers) {
            let (Some(at), Some(texts), Some(needles)) = (at, texts, needles) else {
                continue;
            };
            let found = needles.find(&texts.drawn);
            areas.extend(found.into_iter().filter_map(|area| at.cover(area)));
        }
        for ((frame, at), texts) in frames.iter().zip(&placed).zip(&answers) {
            let (Some(at), Some(texts)) = (at, texts) else { continue };
            for ((_, child), owner) in frame.children.iter().zip(&texts.owners) {
                let answered = frames.iter().position(|walk| walk.frame == *child);
                if answered.is_some_and(|walk| answers[walk].is_some()) {
                    continue;
                }
                areas.extend(owner.and_then(|owner| at.cover(owner.shown)));
            }
        }
        Ok(areas)
    }
}

/// Whether `area` is in `known`, but for less than the paint's margin.
fn holds(known: &Area, area: &Area) -> bool {
    area[0] >= known[0] - STILL && area[1] >= known[1] - STILL && area[2] <= known[2] + STILL && area[3] <= known[3] + STILL
}
