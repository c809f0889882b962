//! What an action would activate, for who asks before it is done.

use super::{Session, refuse_open_dialog};
use crate::action::{self, Focus, Gesture, Target};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::Point;
use crate::options::{ActivatedOptions, DragByOptions, PictureView, Place, PointOptions};
use crate::page_script::{ActivatedArgs, Answer};
use crate::report::{Activated, ActivatedByKey, ActivatedControl};
use crate::snapshot::NodeRef;

impl Session {
    /// What a press on an element would activate, with the origin of its document, and the options that would be chosen of it. It
    /// is scrolled into view, as for the press; nothing else is done.
    ///
    /// # Errors
    /// `StaleUid`, `UnknownUid`, `UidOfOtherPage`, `DialogOpen`, `Timeout` if the page's script does not yield.
    pub async fn activated(&self, uid: &str, options: &ActivatedOptions) -> Result<Activated> {
        self.in_time(async {
            let looked = async {
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                let node = self.resolve(&target, uid)?;
                look(&target, &node, options, false).await
            };
            looked.await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// What a press at a point of the viewport would activate. The pointer is not moved.
    ///
    /// # Errors
    /// `InvalidInput` for a point outside the viewport, and if the page no longer is as the picture showed it; `DialogOpen`,
    /// `Timeout` if the page's script does not yield.
    pub async fn activated_at(&self, at: Place, options: &PointOptions) -> Result<Activated> {
        self.in_time(async {
            let looked = async {
                at.check("at")?;
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                options.refuse_other_page(target.number)?;
                self.look_at(&target, Point { x: at.x, y: at.y }, options.seen.as_ref()).await
            };
            looked.await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// What is where [`Session::drag_by`] would release the button. Nothing is dragged.
    ///
    /// # Errors
    /// As [`Session::drag_by`].
    pub async fn drag_end(&self, uid: &str, options: &DragByOptions) -> Result<Activated> {
        self.in_time(async {
            let looked = async {
                let distances = options.distances()?;
                let gesture = Gesture::default().at(options.at);
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                let node = self.resolve(&target, uid)?;
                let end = action::drag_end(&target, &node, &gesture, &distances).await?;
                self.look_at(&target, end, None).await
            };
            looked.await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// What a key such as an arrow, or a letter, may choose in an element, or in what has the focus: the radio buttons of its
    /// group, the options of its list, the tabs beside it; and the origin of the document that gets the key.
    ///
    /// # Errors
    /// As [`Session::activated`].
    pub async fn activated_by_key(&self, uid: Option<&str>) -> Result<ActivatedByKey> {
        self.in_time(async {
            let looked = async {
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                let node = match uid {
                    Some(uid) => self.resolve(&target, uid)?,
                    None => match action::focused(&target).await? {
                        Focus::To(place) => self.give_uid(&target, &place)?,
                        Focus::Nothing(origin) => {
                            return Ok(ActivatedByKey {
                                origin: Some(origin),
                                choices: None,
                            });
                        }
                        Focus::Unseen => return Ok(ActivatedByKey::default()),
                    },
                };
                let options = ActivatedOptions::default();
                let activated = look(&target, &node, &options, true).await?;
                Ok(ActivatedByKey {
                    origin: Some(activated.origin.clone()),
                    choices: (!activated.parts.is_empty()).then_some(activated),
                })
            };
            looked.await.map_err(|error| self.noted(error))
        })
        .await
    }

    async fn look_at(&self, target: &Target, at: Point, seen: Option<&PictureView>) -> Result<Activated> {
        let hit = action::look_at(target, at, seen).await?;
        let node = self.sighted_node(target, &hit)?;
        look(target, &node, &ActivatedOptions::default(), false).await
    }
}

/// `by_key`: by a key that chooses, not by a press.
async fn look(target: &Target, node: &NodeRef, options: &ActivatedOptions, by_key: bool) -> Result<Activated> {
    let args = ActivatedArgs {
        target: &node.node,
        value: options.value.as_deref(),
        values: options.values.as_deref(),
        by_key,
    };
    match target.ask::<Answer>(&node.frame, "activated", &args).await? {
        Answer::Activated { origin, parts, unknown } => {
            let parts = parts.into_iter().map(|part| ActivatedControl {
                role: part.role,
                name: part.name,
                bare: part.bare,
                cut: part.cut,
            });
            Ok(Activated {
                target: node.describe(),
                uid: node.uid.to_string(),
                page: target.number,
                origin,
                parts: parts.collect(),
                unknown,
            })
        }
        refused => {
            let _ = action::classify(node, refused)?;
            Err(EngineError::new(
                ErrorKind::Protocol,
                "the in-page script refused to look at an element for an unknown reason",
            ))
        }
    }
}
