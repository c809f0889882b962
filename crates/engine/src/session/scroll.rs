//! Scroll an element or the page.

use super::Session;
use crate::action::{self, Gesture, Scrolled, Seek};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{Offset, ScrollDirection, ScrollOptions};
use crate::page_script::Expects;
use crate::report::ScrollReport;
use crate::snapshot::NodeRef;
use std::time::Duration;

/// A description of the area that the wheel scrolled.
pub(super) fn scrolled(node: Option<&NodeRef>, done: Option<&Scrolled>) -> String {
    match (node, done) {
        (Some(node), Some(done)) if !done.page => format!("what holds {}", node.describe()),
        (None, Some(done)) if !done.page => "the page's main pane".to_owned(),
        _ => "the page".to_owned(),
    }
}

/// What to say of the page's own part in it.
fn notice(done: Option<&Scrolled>) -> Option<String> {
    done.and_then(Scrolled::notice).map(str::to_owned)
}

impl Session {
    /// Scrolls an element into view. With a direction, scrolls the page or the area that contains the
    /// element.
    ///
    /// # Errors
    /// `InvalidInput` without a direction and a UID; as [`Session::hover`] with `uid`. With `until_text`, `ElementNotFound`
    /// if the text is not there, and `Timeout` if the area was not searched to its end.
    pub async fn scroll(&self, options: &ScrollOptions) -> Result<ScrollReport> {
        self.acting(self.scroll_limit(options), async {
            options.check()?;
            if let Some(text) = &options.until_text {
                return self.scroll_until(text, options).await;
            }
            if let Some(by) = options.turn() {
                return self.turn_wheel(by, options).await;
            }
            if options.direction.is_none() && (options.uid.is_none() || options.amount.is_some()) {
                return Err(EngineError::new(ErrorKind::InvalidInput, "no scroll direction was given")
                    .with_next_step("give a direction, or a uid alone to scroll it into view"));
            }
            let (mut running, node) = self.begin_in("scroll", options.uid.as_deref()).await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let scrolling = async {
                match (options.direction, &node) {
                    (None, Some(node)) => action::scroll_into_view(target, node).await.map(|_| None),
                    (None, None) => Ok(None),
                    (Some(direction), _) => action::scroll(target, node.as_ref(), &running.main, direction, options.amount)
                        .await
                        .map(Some),
                }
            };
            let done = target.alone(scrolling).await;
            let aimed = node.as_ref().map_or_else(|| "the page".to_owned(), NodeRef::describe);
            let done = done.map_err(|error| self.failed(&running, &aimed, error))?;
            running.settle(Expects::Nothing, false).await;
            let described = match (&node, &done) {
                (Some(node), None) => node.describe(),
                (node, done) => scrolled(node.as_ref(), done.as_ref()),
            };
            let trusted = done.as_ref().is_none_or(|done| done.trusted);
            self.record(&running, &described, trusted, running.began.elapsed(), None);
            let mut effects = self.effects(target, &running.main, running.mark);
            effects.notices.extend(notice(done.as_ref()));
            self.complete(&mut effects, &running, options.changes.as_ref()).await;
            Ok(ScrollReport {
                target: described,
                moved: done.as_ref().map(|done| done.moved),
                remaining: done.as_ref().map(|done| done.remaining),
                found: None,
                found_uid: None,
                trusted,
                effects,
                duration: running.began.elapsed(),
            })
        })
        .await
    }

    /// Turns the wheel at a point of an element, or in the middle of the page.
    async fn turn_wheel(&self, by: Offset, options: &ScrollOptions) -> Result<ScrollReport> {
        let (mut running, node) = self.begin_in("scroll", options.uid.as_deref()).await?;
        running.watch(options.changes.as_ref()).await;
        let target = &running.target;
        let gesture = Gesture::default().at(options.at).holding(&options.modifiers)?;
        let turning = async {
            let (node, gesture) = if let Some(node) = node {
                (node, gesture)
            } else {
                let hit = action::look_at(target, action::middle(target).await?, None).await?;
                let node = self.give_uid(&running.target, &hit.place)?;
                (node, gesture.aimed(hit.within))
            };
            let turned = action::wheel(target, &node, &gesture, by).await?;
            Ok((node, turned))
        };
        let done = target.alone(Box::pin(turning)).await;
        let (node, turned) = done.map_err(|error| self.failed(&running, "", error))?;
        running.settle(Expects::Nothing, false).await;
        let described = node.describe();
        self.record(&running, &described, true, running.began.elapsed(), None);
        let scrolled = Scrolled::of_turn(&turned, by);
        let mut effects = self.effects(target, &running.main, running.mark);
        effects.notices.extend(notice(Some(&scrolled)));
        self.complete(&mut effects, &running, options.changes.as_ref()).await;
        Ok(ScrollReport {
            target: described,
            moved: Some(scrolled.moved),
            remaining: Some(scrolled.remaining),
            found: None,
            found_uid: None,
            trusted: true,
            effects,
            duration: running.began.elapsed(),
        })
    }

    /// How long a scroll may look for its text.
    pub(crate) fn scroll_limit(&self, options: &ScrollOptions) -> Duration {
        match options.until_text {
            Some(_) => options.timeout.unwrap_or(self.inner.options.navigation_timeout),
            None => Duration::ZERO,
        }
    }

    /// Scrolls an area until a text is in it.
    async fn scroll_until(&self, text: &str, options: &ScrollOptions) -> Result<ScrollReport> {
        let (mut running, node) = self.begin_in("scroll", options.uid.as_deref()).await?;
        running.watch(options.changes.as_ref()).await;
        let target = &running.target;
        let inner = match &node {
            Some(node) => action::frame_of(target, node).await?,
            None => None,
        };
        let search = Seek {
            node: if inner.is_some() { None } else { node.as_ref() },
            frame: inner
                .as_ref()
                .or(node.as_ref().map(|node| &node.frame))
                .unwrap_or(&running.main),
            inner: inner.is_some(),
            direction: options.direction.unwrap_or(ScrollDirection::Down),
            text,
            amount: options.amount.filter(|amount| *amount >= 1.0),
        };
        let looking = async {
            let (place, done) = action::seek(target, &search, self.scroll_limit(options)).await?;
            let found = self.give_uid(target, &place)?;
            // The documents around its own are scrolled, too.
            let framed = place.frame != running.main;
            if framed {
                action::scroll_into_view(target, &found).await?;
            }
            // How far the page itself was scrolled says nothing of a text in a frame that was there before.
            let told = !framed || node.is_some() || done.moved >= 1.0;
            Ok((found, done, told))
        };
        let done = target.alone(Box::pin(looking)).await;
        let aimed = node.as_ref().map_or_else(|| "the page".to_owned(), NodeRef::describe);
        let (found, done, told) = done.map_err(|error| self.failed(&running, &aimed, error))?;
        let described = if inner.is_some() {
            aimed
        } else {
            scrolled(node.as_ref(), Some(&done))
        };
        self.record(&running, &described, false, running.began.elapsed(), None);
        let mut effects = self.effects(target, &running.main, running.mark);
        self.complete(&mut effects, &running, options.changes.as_ref()).await;
        Ok(ScrollReport {
            target: described,
            moved: told.then_some(done.moved),
            remaining: told.then_some(done.remaining),
            found: Some(found.describe()),
            found_uid: Some(found.uid.to_string()),
            trusted: false,
            effects,
            duration: running.began.elapsed(),
        })
    }
}
