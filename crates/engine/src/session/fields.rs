//! Typing, choosing and checking by UID.

use super::Session;
use super::running::RunningAction;
use crate::action::{self, Done, Match, Typing};
use crate::api::json::invalid;
use crate::error::{EngineError, Result};
use crate::options::{ActionOptions, ChangesOptions, DropOptions, SelectTextOptions, TransferContent, TypeOptions};
use crate::page_script::Wanted;
use crate::report::ActionReport;
use crate::snapshot::NodeRef;
use std::time::Duration;

impl Session {
    /// Types a text with key events, at the end of the element's text or where the focus is.
    ///
    /// # Errors
    /// `InvalidInput` for a text over 10,000 characters, an unknown key, or a delay over a second;
    /// `NotEditable`; as [`Session::click`] with `uid`.
    pub async fn type_text(&self, text: &str, options: &TypeOptions) -> Result<ActionReport> {
        self.acting(options.own_time(text), async {
            let typing = Typing::new(text, options.delay.unwrap_or(Duration::ZERO), options.submit_key.as_deref())?;
            if options.uid.is_none() && !options.origins.is_empty() {
                return Err(invalid(
                    "origins are checked in the document of an element: give its uid".to_owned(),
                ));
            }
            let (mut running, mut node) = self.begin_in("type", options.uid.as_deref()).await?;
            if let Some(node) = &mut node {
                node.node.origins.clone_from(&options.origins);
            }
            running.watch(options.changes.as_ref()).await;
            let done = running
                .target
                .alone(action::type_text(&running.target, node.as_ref(), &typing))
                .await;
            let described = node.map_or_else(|| "the focused element".to_owned(), |node| node.describe());
            self.finish(running, described, done, false, options.changes.as_ref()).await
        })
        .await
    }

    /// Selects a part of an element's text, or puts the caret there: in a field, an editor, or plain text.
    ///
    /// # Errors
    /// `InvalidInput` if the element does not have the text; `WrongElement` for a field whose text cannot be selected in
    /// part; as [`Session::hover`].
    pub async fn select_text(&self, uid: &str, options: &SelectTextOptions) -> Result<ActionReport> {
        self.in_time(async {
            options.check()?;
            let (mut running, node) = self.begin_at("selectText", uid).await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let selecting = target.alone(action::select_text(target, &node, options)).await;
            let (done, selected) = selecting.map_or_else(|error| (Err(error), None), |(done, text)| (Ok(done), text));
            let report = self
                .finish(running, node.describe(), done, false, options.changes.as_ref())
                .await?;
            Ok(ActionReport { selected, ..report })
        })
        .await
    }

    /// Pastes content into the element, after giving it the focus. The page gets a `paste` event that carries the
    /// content. If no handler takes it, a field or an editor gets its text or markup. The clipboard is not touched.
    ///
    /// # Errors
    /// `InvalidInput` for no content; `Io` for files that cannot be read; `NotEditable`; as [`Session::fill`].
    pub async fn paste(&self, uid: &str, content: &TransferContent, options: &ActionOptions) -> Result<ActionReport> {
        self.in_time(async {
            let (mut running, node) = self.begin_at("paste", uid).await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let done = target.alone(Box::pin(action::paste(target, &node, content))).await;
            self.finish(running, node.describe(), done, false, options.changes.as_ref())
                .await
        })
        .await
    }

    /// Drops content on the element, as if it was dragged from outside of the page. The page gets the events of a drag
    /// that carries the content.
    ///
    /// # Errors
    /// `InvalidInput` for no content; `Io` for files that cannot be read; `WrongElement` if the page accepts no drop there;
    /// as [`Session::hover`].
    pub async fn drop_on(&self, uid: &str, content: &TransferContent, options: &DropOptions) -> Result<ActionReport> {
        self.in_time(async {
            let (mut running, node) = self.begin_at("drop", uid).await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let done = target.alone(Box::pin(action::drop(target, &node, content, options.at))).await;
            self.finish(running, node.describe(), done, false, options.changes.as_ref())
                .await
        })
        .await
    }

    /// Selects exactly these options of a native select, by label or value. In a custom list, which is
    /// opened for that, it chooses these options: others that are chosen stay so, where the list takes several.
    ///
    /// # Errors
    /// As [`Session::fill`]; `WrongElement` if the element is neither.
    pub async fn select_option(&self, uid: &str, values: &[String], options: &ActionOptions) -> Result<ActionReport> {
        self.in_time(async {
            let (mut running, node) = self.begin_at("select", uid).await?;
            running.watch(options.changes.as_ref()).await;
            let wanted = Wanted::Options(values.to_vec());
            let done = match values {
                [_] => {
                    let choosing = Box::pin(self.choose(&running, &node, values));
                    running.target.alone(choosing).await
                }
                _ => running.target.alone(self.fill_any(&running, &node, &wanted)).await,
            };
            self.finish(running, node.describe(), done, false, options.changes.as_ref())
                .await
        })
        .await
    }

    /// Chooses options of a custom list, or exactly these of a native select.
    ///
    /// # Errors
    /// `WrongElement` for an element that has no options, such as a plain text field.
    pub(super) async fn choose(&self, running: &RunningAction, node: &NodeRef, options: &[String]) -> Result<Done> {
        for option in options {
            action::check_value(option)?;
        }
        let name = |place: &Match| self.give_uid(&running.target, place);
        match action::choose(&running.target, node, options, &name).await? {
            Some(done) => Ok(done),
            // The page may show what is chosen of a native select in a list of its own.
            None => Box::pin(self.fill_any(running, node, &Wanted::Options(options.to_vec()))).await,
        }
    }

    /// Gives any field its value. Of a custom list, it chooses the options.
    pub(super) async fn fill_any(&self, running: &RunningAction, node: &NodeRef, wanted: &Wanted) -> Result<Done> {
        let target = &running.target;
        if let Some(done) = action::fill(target, node, wanted).await? {
            return Ok(done);
        }
        let options = match wanted {
            Wanted::Value(value) => &options_of(value),
            Wanted::Options(options) => options,
            Wanted::Check(_) => return Err(other_kind(node)),
        };
        let name = |place: &Match| self.give_uid(target, place);
        let choosing = Box::pin(action::choose(target, node, options, &name));
        choosing.await?.ok_or_else(|| other_kind(node))
    }

    /// Checks or unchecks a checkbox, radio button or switch, with a click if its state differs.
    ///
    /// # Errors
    /// As [`Session::click`]; `WrongElement` if the element cannot be checked, or its state did not change.
    pub async fn set_checked(&self, uid: &str, checked: bool, options: &ActionOptions) -> Result<ActionReport> {
        self.in_time(async { Box::pin(self.put("check", uid, &Wanted::Check(checked), options.changes.as_ref(), &[])).await })
            .await
    }

    /// Sets a field's value, options or state, in a document of one of `origins`; of any if there are none.
    pub(super) async fn put(
        &self,
        action: &'static str,
        uid: &str,
        wanted: &Wanted,
        changes: Option<&ChangesOptions>,
        origins: &[String],
    ) -> Result<ActionReport> {
        let (mut running, mut node) = self.begin_at(action, uid).await?;
        node.node.origins = origins.to_vec();
        running.watch(changes).await;
        let done = running.target.alone(self.fill_any(&running, &node, wanted)).await;
        self.finish(running, node.describe(), done, false, changes).await
    }
}

/// The options that a value names: one, or several as a JSON array of strings, as for a native select.
pub(super) fn options_of(value: &str) -> Vec<String> {
    let several = value.trim_start().starts_with('[').then(|| serde_json::from_str(value).ok());
    several
        .flatten()
        .filter(|options: &Vec<String>| !options.is_empty())
        .unwrap_or_else(|| vec![value.to_owned()])
}

/// The page made another kind of field of an element between two looks.
fn other_kind(node: &NodeRef) -> EngineError {
    action::stale(node, "it has become another kind of field")
}
