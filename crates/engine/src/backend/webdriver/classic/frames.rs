//! The frames of a page, as far as they were discovered, without I/O.
//!
//! WebDriver has no frame ids, only the elements that own frames. A frame keeps its id as long as its owner
//! is the same element.

use super::context::FramePath;
use crate::backend::{Frame, FrameId};

#[derive(Debug)]
struct Entry {
    id: FrameId,
    parent: FrameId,
    /// The owner's WebDriver reference.
    owner: String,
    url: String,
}

/// Frames below the main frame, parents before children.
#[derive(Debug)]
pub(super) struct Frames {
    main: FrameId,
    entries: Vec<Entry>,
    given: u32,
}

impl Frames {
    pub(super) fn new(main: FrameId) -> Self {
        Self {
            main,
            entries: Vec::new(),
            given: 0,
        }
    }

    /// Forgets all frames. The main frame has another document.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Records the frame owners in `parent` (node number and reference). Returns the children.
    pub(super) fn update(&mut self, parent: &FrameId, owners: &[(u32, String)]) -> Vec<(u32, FrameId)> {
        let gone: Vec<FrameId> = self
            .children(parent)
            .filter(|entry| !owners.iter().any(|(_, owner)| *owner == entry.owner))
            .map(|entry| entry.id.clone())
            .collect();
        for id in gone {
            self.remove(&id);
        }
        let mut children = Vec::with_capacity(owners.len());
        for (node, owner) in owners {
            let known = self
                .children(parent)
                .find(|entry| entry.owner == *owner)
                .map(|entry| entry.id.clone());
            let id = known.unwrap_or_else(|| {
                self.given += 1;
                let id: FrameId = format!("{}/{}", self.main, self.given).into();
                self.entries.push(Entry {
                    id: id.clone(),
                    parent: parent.clone(),
                    owner: owner.clone(),
                    url: String::new(),
                });
                id
            });
            children.push((*node, id));
        }
        children
    }

    pub(super) fn set_url(&mut self, frame: &FrameId, url: &str) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.id == *frame) {
            url.clone_into(&mut entry.url);
        }
    }

    /// Removes a frame and its descendants.
    pub(super) fn remove(&mut self, frame: &FrameId) {
        let below: Vec<FrameId> = self.children(frame).map(|entry| entry.id.clone()).collect();
        for child in below {
            self.remove(&child);
        }
        self.entries.retain(|entry| entry.id != *frame);
    }

    /// The path from the main frame. `None` if the frame is unknown.
    pub(super) fn path(&self, frame: &FrameId) -> Option<FramePath> {
        let mut path = Vec::new();
        let mut at = frame;
        while *at != self.main {
            let entry = self.entries.iter().find(|entry| entry.id == *at)?;
            path.push((entry.id.clone(), entry.owner.clone()));
            at = &entry.parent;
        }
        path.reverse();
        Some(path)
    }

    /// The main frame and all others, parents before children.
    pub(super) fn list(&self, url: String) -> Vec<Frame> {
        let mut frames = vec![Frame {
            id: self.main.clone(),
            parent: None,
            url,
        }];
        let mut done = 0;
        while done < frames.len() {
            let parent = frames[done].id.clone();
            frames.extend(self.children(&parent).map(|entry| Frame {
                id: entry.id.clone(),
                parent: Some(entry.parent.clone()),
                url: entry.url.clone(),
            }));
            done += 1;
        }
        frames
    }

    fn children<'a>(&'a self, parent: &'a FrameId) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| entry.parent == *parent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(references: &[&str]) -> Vec<(u32, String)> {
        references
            .iter()
            .zip(1..)
            .map(|(owner, node)| (node, (*owner).to_owned()))
            .collect()
    }

    #[test]
    fn a_frame_keeps_its_id_while_its_owner_is_the_same() {
        let main = FrameId::from("w");
        let mut frames = Frames::new(main.clone());
        let first = frames.update(&main, &owners(&["a", "b"]));
        let inner = frames.update(&first[1].1, &owners(&["c"]));
        let again = frames.update(&main, &owners(&["x", "b"]));
        assert_eq!((again[1].1.clone(), again[0].1 == first[0].1), (first[1].1.clone(), false));
        assert_eq!(frames.path(&first[0].1), None);
        assert_eq!(
            frames.path(&inner[0].1).expect("still there"),
            [(first[1].1.clone(), "b".to_owned()), (inner[0].1.clone(), "c".to_owned())]
        );
        assert_eq!(frames.list(String::new()).len(), 4);
        frames.update(&main, &[]);
        assert_eq!(frames.list(String::new()).len(), 1);
    }
}
