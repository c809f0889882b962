//! Where the interactive nodes of a page are drawn, so that a picture can number them.
//!
//! A snapshot names the nodes, and each frame reports which of their boxes are visible (`elements/boxes.ts`).
//! The numbers are drawn on the finished picture (`picture/`). The page never sees them.

use super::kept::Use;
use super::{Session, lock};
use crate::action::Target;
use crate::error::Result;
use crate::page_script::{Boxes, BoxesArgs, OwnerBox};
use crate::report::PictureMark;
use crate::snapshot::{FrameWalk, Numbered, Snapshot};
use futures_util::future::join_all;

/// The maximum number of marks. A picture with more is unreadable.
const MOST: usize = 300;

/// A node that is drawn.
pub(super) struct Candidate {
    /// Its index in the snapshot.
    pub(super) index: usize,
    /// Left, top, right and bottom in the main frame's viewport, CSS pixels.
    pub(super) rect: [f64; 4],
}

/// Where the content of a frame is drawn in the main frame's viewport.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    /// Where its left top corner is, and where a pixel of it to the right leads, and one down.
    place: [f64; 6],
    exact: bool,
    clip: [f64; 4],
}

impl Placed {
    /// The box around what a box of the content becomes. It is only near where the frame is seen in perspective.
    pub(super) fn of(&self, [left, top, right, bottom]: [f64; 4]) -> Option<[f64; 4]> {
        let corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map(|corner| self.point(corner));
        let edge = |axis: usize, pick: fn(f64, f64) -> f64| corners.iter().map(|corner| corner[axis]).reduce(pick);
        let rect = [
            edge(0, f64::min)?.max(self.clip[0]),
            edge(1, f64::min)?.max(self.clip[1]),
            edge(0, f64::max)?.min(self.clip[2]),
            edge(1, f64::max)?.min(self.clip[3]),
        ];
        (rect[2] - rect[0] >= 1.0 && rect[3] - rect[1] >= 1.0).then_some(rect)
    }

    /// A box in which all of a box of the content is: the whole frame where it is not known better.
    pub(super) fn cover(&self, rect: [f64; 4]) -> Option<[f64; 4]> {
        if self.exact { self.of(rect) } else { Some(self.clip) }
    }

    fn point(&self, at: [f64; 2]) -> [f64; 2] {
        let [left, top, ..] = self.place;
        let [across, down] = self.turned(at);
        [left + across, top + down]
    }

    /// Where a way in the content leads.
    fn turned(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [.., right_x, right_y, down_x, down_y] = self.place;
        [right_x * x + down_x * y, right_y * x + down_y * y]
    }

    fn inside(&self, OwnerBox { place, exact, shown }: OwnerBox) -> Option<Self> {
        let [left, top] = self.point([place[0], place[1]]);
        let [right_x, right_y] = self.turned([place[2], place[3]]);
        let [down_x, down_y] = self.turned([place[4], place[5]]);
        Some(Self {
            place: [left, top, right_x, right_y, down_x, down_y],
            exact: exact && self.exact,
            clip: self.cover(shown)?,
        })
    }
}

/// The marks of a picture, numbered from 1.
pub(super) struct Marks {
    pub(super) legend: Vec<PictureMark>,
    /// Left, top, right and bottom in the main frame's viewport, in CSS pixels. One for each mark.
    pub(super) rects: Vec<[f64; 4]>,
    pub(super) left_out: usize,
}

impl Session {
    /// Takes a snapshot and numbers the interactive nodes in `area` (left, top, right and bottom in the
    /// main frame's viewport). `whole`: include nodes outside of the viewport.
    pub(super) async fn marks(&self, target: &Target, area: [f64; 4], whole: bool) -> Result<Marks> {
        let snapshot = self.take_page(target, Use::Cursor).await?;
        let mut candidates = self.candidates(target, &snapshot, &snapshot.interactive()?, whole).await?;
        candidates
            .retain(|Candidate { rect, .. }| rect[0] < area[2] && rect[2] > area[0] && rect[1] < area[3] && rect[3] > area[1]);
        let left_out = candidates.len().saturating_sub(MOST);
        candidates.truncate(MOST);
        let mut uids = lock(&self.inner.uids);
        let mut legend = Vec::with_capacity(candidates.len());
        for (number, candidate) in (1..).zip(&candidates) {
            let view = snapshot.node(candidate.index)?;
            if let Some(uid) = view.uid {
                uids.shown(uid, view.line.meaning());
                legend.push(PictureMark {
                    number,
                    uid: uid.to_string(),
                    target: view.line.meaning().describe(),
                });
            }
        }
        Ok(Marks {
            legend,
            rects: candidates.into_iter().map(|candidate| candidate.rect).collect(),
            left_out,
        })
    }

    /// Those of some nodes of a snapshot that are drawn, in its order.
    pub(super) async fn candidates(
        &self,
        target: &Target,
        snapshot: &Snapshot,
        nodes: &[Numbered],
        whole: bool,
    ) -> Result<Vec<Candidate>> {
        let frames = snapshot.frames();
        let asked = frames.iter().enumerate().map(|(walk, frame)| {
            let args = BoxesArgs {
                ids: nodes
                    .iter()
                    .filter(|node| node.walk == walk)
                    .map(|node| node.number)
                    .collect(),
                owners: frame.children.iter().map(|(owner, _)| *owner).collect(),
                // Child frames draw only their own viewport.
                whole: whole && walk == 0,
            };
            async move { target.ask::<Boxes>(&frame.frame, "boxes", &args).await }
        });
        let mut answers = Vec::with_capacity(frames.len());
        for (walk, answer) in join_all(asked).await.into_iter().enumerate() {
            answers.push(match answer {
                Ok(boxes) => Some(boxes),
                Err(error) if walk == 0 => return Err(error),
                Err(error) => {
                    tracing::debug!(%error, "the boxes of a frame are left out");
                    None
                }
            });
        }
        let owners: Vec<_> = answers
            .iter()
            .map(|answer| answer.as_ref().map(|boxes| boxes.owners.as_slice()))
            .collect();
        let placed = place_frames(frames, &owners);
        let mut next = vec![0; frames.len()];
        let mut candidates = Vec::new();
        for node in nodes {
            let place = next[node.walk];
            next[node.walk] += 1;
            let answer = answers.get(node.walk).and_then(Option::as_ref);
            let rect = answer.and_then(|answer| answer.boxes.get(place).copied().flatten());
            let rect = placed[node.walk].zip(rect).and_then(|(at, rect)| at.of(rect));
            candidates.extend(rect.map(|rect| Candidate { index: node.index, rect }));
        }
        Ok(candidates)
    }
}

/// Where the content of each frame is drawn; `None` if it is not. `owners` has the boxes of the frame owners of each frame.
pub(super) fn place_frames(frames: &[FrameWalk], owners: &[Option<&[Option<OwnerBox>]>]) -> Vec<Option<Placed>> {
    let edge = 1e9;
    let mut placed: Vec<Option<Placed>> = vec![None; frames.len()];
    if let Some(first) = placed.first_mut() {
        *first = Some(Placed {
            place: [0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
            exact: true,
            clip: [-edge, -edge, edge, edge],
        });
    }
    // Parents come before their children.
    for parent in 0..frames.len() {
        let (Some(at), Some(Some(boxes))) = (placed[parent], owners.get(parent)) else {
            continue;
        };
        for ((_, frame), owner) in frames[parent].children.iter().zip(*boxes) {
            let child = frames
                .iter()
                .position(|walk| walk.frame == *frame)
                .filter(|child| *child > parent);
            if let (Some(child), Some(owner)) = (child, owner) {
                placed[child] = at.inside(*owner);
            }
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: Placed = Placed {
        place: [0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
        exact: true,
        clip: [-1e9, -1e9, 1e9, 1e9],
    };

    fn owner(place: [f64; 6], exact: bool) -> OwnerBox {
        let shown = [0.0, 0.0, 200.0, 200.0];
        OwnerBox { place, exact, shown }
    }

    #[test]
    fn a_box_goes_through_frames_that_are_turned_and_mirrored() {
        let text = [10.0, 20.0, 60.0, 40.0];
        // Turned upside down: its left top corner is at the right bottom.
        let turned = MAIN
            .inside(owner([200.0, 200.0, -1.0, 0.0, 0.0, -1.0], true))
            .expect("it is drawn");
        assert_eq!(turned.of(text), Some([140.0, 160.0, 190.0, 180.0]));
        // A quarter to the right, in that.
        let both = turned
            .inside(owner([200.0, 0.0, 0.0, 1.0, -1.0, 0.0], true))
            .expect("it is drawn");
        assert_eq!(both.of(text), Some([20.0, 140.0, 40.0, 190.0]));
        assert_eq!(both.cover(text), both.of(text));
    }

    #[test]
    fn a_frame_in_perspective_is_covered_with_all_that_is_in_it() {
        let bent = MAIN
            .inside(owner([0.0, 0.0, 0.5, 0.0, 0.0, 1.0], false))
            .expect("it is drawn");
        let inner = bent.inside(owner([5.0, 5.0, 1.0, 0.0, 0.0, 1.0], true)).expect("it is drawn");
        for placed in [bent, inner] {
            assert_eq!(placed.cover([10.0, 20.0, 60.0, 40.0]), Some([0.0, 0.0, 200.0, 200.0]));
        }
    }
}
