//! Actions at a point of the viewport: find the element there, act on it at that point, and name it in the report.

use super::Session;
use super::running::RunningAction;
use crate::action::{self, Done, Focus, Gesture, Hit, Pace, Scrolled, Target, Typing};
use crate::error::Result;
use crate::input::Point;
use crate::options::{Offset, Place, PointOptions};
use crate::report::{ActionReport, WheelReport};
use crate::snapshot::NodeRef;
use crate::text::plain;

/// An action that has found its element.
struct Sighted {
    running: RunningAction,
    node: NodeRef,
    hit: Hit,
    described: String,
    /// The element at the end of a drag.
    end: Option<NodeRef>,
}

impl Session {
    /// Clicks what is at a point of the viewport, once or several times.
    ///
    /// # Errors
    /// `InvalidInput` for a point outside the viewport, and if the page no longer is as the picture showed it; as
    /// [`Session::click`].
    pub async fn click_at(&self, at: Place, options: &PointOptions) -> Result<ActionReport> {
        self.in_time(async {
            let gesture = Gesture::of_point(options)?;
            let sighted = self.sight("clickAt", at, options).await?;
            let gesture = gesture.aimed(sighted.hit.within);
            let target = &sighted.running.target;
            let done = target.alone(action::click(target, &sighted.node, &gesture)).await;
            self.finish_at(sighted, done, true, options).await
        })
        .await
    }

    /// Moves the pointer to a point of the viewport.
    ///
    /// # Errors
    /// As [`Session::click_at`], but a disabled element may be hovered.
    pub async fn hover_at(&self, at: Place, options: &PointOptions) -> Result<ActionReport> {
        self.in_time(async {
            options.check()?;
            let sighted = self.sight("hoverAt", at, options).await?;
            let gesture = Gesture::default().aimed(sighted.hit.within);
            let target = &sighted.running.target;
            let done = target.alone(action::hover(target, &sighted.node, &gesture)).await;
            self.finish_at(sighted, done, false, options).await
        })
        .await
    }

    /// Drags from a point of the viewport through others to the last one.
    ///
    /// # Errors
    /// As [`Session::click_at`] and [`Session::drag_by`].
    pub async fn drag_at(&self, at: Place, path: &[Place], options: &PointOptions) -> Result<ActionReport> {
        self.acting(options.own_time(""), async {
            let gesture = Gesture::of_point(options)?;
            for place in path {
                place.check("path")?;
            }
            let distances: Vec<Offset> = path
                .iter()
                .map(|to| Offset {
                    dx: to.x - at.x,
                    dy: to.y - at.y,
                })
                .collect();
            Offset::check_path(&distances)?;
            let mut sighted = self.sight("dragAt", at, options).await?;
            let gesture = gesture.aimed(sighted.hit.within);
            if let Some(by) = distances.last() {
                let end = Point {
                    x: sighted.hit.at.x + by.dx,
                    y: sighted.hit.at.y + by.dy,
                };
                // A point outside the viewport is refused below, with all points of the path.
                if let Ok(hit) = action::look_at(&sighted.running.target, end, None).await {
                    let node = self.sighted_node(&sighted.running.target, &hit);
                    let node = node.map_err(|error| self.failed(&sighted.running, &sighted.described, error))?;
                    sighted.described = format!("{} to {}", sighted.described, described(&node, &hit));
                    sighted.end = Some(node);
                }
            }
            let target = &sighted.running.target;
            let pace = Pace {
                hold: options.hold.unwrap_or_default(),
                duration: options.duration,
            };
            let dragging = action::drag_by(target, &sighted.node, &gesture, &distances, pace);
            let done = target.alone(Box::pin(dragging)).await;
            self.finish_at(sighted, done, false, options).await
        })
        .await
    }

    /// Clicks a point of the viewport, and types a text where the focus is then.
    ///
    /// # Errors
    /// As [`Session::click_at`] and [`Session::type_text`].
    pub async fn type_at(&self, at: Place, text: &str, options: &PointOptions) -> Result<ActionReport> {
        self.acting(options.own_time(text), async {
            let gesture = Gesture::of_point(options)?;
            let typing = Typing::new(text, options.delay.unwrap_or_default(), options.submit_key.as_deref())?;
            let sighted = self.sight("typeAt", at, options).await?;
            let gesture = gesture.aimed(sighted.hit.within);
            let target = &sighted.running.target;
            let work = async {
                action::click(target, &sighted.node, &gesture).await?;
                let typed = async {
                    target.page.refuse_blocked()?;
                    let notice = self.typed_where(&sighted, text).await?;
                    Ok((action::type_text(target, None, &typing).await?, notice))
                };
                typed
                    .await
                    .map_err(|error: crate::error::EngineError| error.during("the point was clicked; typing there"))
            };
            let typed = target.alone(Box::pin(work)).await;
            let (done, notice) = typed.map_or_else(|error| (Err(error), None), |(done, notice)| (Ok(done), notice));
            let mut report = self.finish_at(sighted, done, false, options).await?;
            report.effects.notices.extend(notice);
            Ok(report)
        })
        .await
    }

    /// What is to be said of where a text goes that is typed after a click at a point.
    async fn typed_where(&self, Sighted { running, hit, .. }: &Sighted, text: &str) -> Result<Option<String>> {
        Ok(match action::focused(&running.target).await? {
            Focus::Nothing(_) | Focus::Unseen => None,
            Focus::To(place) if place.doc == hit.place.doc && place.found.id == hit.place.found.id => None,
            Focus::To(place) => {
                let node = self.give_uid(&running.target, &place)?;
                // A Tab moves the focus on.
                let what = if text.contains('\t') { "the first keys" } else { "the text" };
                Some(format!(
                    "{} (UID {}) had the focus after the click and got {what}.",
                    node.describe(),
                    node.uid
                ))
            }
        })
    }

    /// Turns the wheel at a point of the viewport, by CSS pixels to the right and down.
    ///
    /// # Errors
    /// As [`Session::hover_at`].
    pub async fn wheel_at(&self, at: Place, by: Offset, options: &PointOptions) -> Result<WheelReport> {
        self.in_time(async {
            let gesture = Gesture::of_point(options)?;
            by.check_turn()?;
            let sighted = self.sight("wheelAt", at, options).await?;
            let gesture = gesture.aimed(sighted.hit.within);
            let target = &sighted.running.target;
            let turned = target.alone(action::wheel(target, &sighted.node, &gesture, by)).await;
            let turned = turned.map_err(|error| self.failed(&sighted.running, &sighted.described, error))?;
            let done = Done {
                notice: Scrolled::of_turn(&turned, by).notice(),
                ..Done::trusted()
            };
            let report = self.finish_at(sighted, Ok(done), false, options).await?;
            Ok(WheelReport {
                target: report.target,
                uid: report.uid.unwrap_or_default(),
                moved_x: turned.moved[0],
                moved_y: turned.moved[1],
                effects: report.effects,
                duration: report.duration,
            })
        })
        .await
    }

    /// Begins an action at a point.
    async fn sight(&self, name: &'static str, at: Place, options: &PointOptions) -> Result<Sighted> {
        at.check("at")?;
        let mut running = self.begin(name).await?;
        let looked = async {
            options.refuse_other_page(running.target.number)?;
            let hit = action::look_at(&running.target, Point { x: at.x, y: at.y }, options.seen.as_ref()).await?;
            let node = self.sighted_node(&running.target, &hit)?;
            Ok((hit, node))
        };
        let (hit, node) = looked.await.map_err(|error| self.failed(&running, "", error))?;
        running.touches(&node);
        running.watch(options.changes.as_ref()).await;
        let described = described(&node, &hit);
        Ok(Sighted {
            running,
            node,
            hit,
            described,
            end: None,
        })
    }

    pub(super) fn sighted_node(&self, target: &Target, hit: &Hit) -> Result<NodeRef> {
        self.give_uid(target, &hit.place)
    }

    async fn finish_at(
        &self,
        sighted: Sighted,
        done: Result<Done>,
        certain: bool,
        options: &PointOptions,
    ) -> Result<ActionReport> {
        let Sighted {
            running,
            node,
            described,
            end,
            ..
        } = sighted;
        let report = self
            .finish(running, described, done, certain, options.changes.as_ref())
            .await?;
        Ok(ActionReport {
            uid: Some(node.uid.to_string()),
            to_uid: end.map(|end| end.uid.to_string()),
            ..report
        })
    }
}

/// The element that a point hit. One without a name is told by its tag, id and classes.
fn described(node: &NodeRef, hit: &Hit) -> String {
    let described = node.describe();
    if node.node.name.is_empty() {
        return format!("{described} <{}>", plain(&hit.place.found.tag, 60));
    }
    described
}
