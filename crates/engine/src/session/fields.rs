//! Typing, choosing and checking by UID.

use super::Session;
use super::running::RunningAction;
use crate::action::{self, Done, Match, Typing};
use crate::error::Result;
use crate::options::{ActionOptions, TypeOptions};
use crate::page_script::Wanted;
use crate::report::ActionReport;
use crate::snapshot::NodeRef;
use std::time::Duration;

impl Session {
    /// Types a text with key events, after what the element holds or where the focus is.
    ///
    /// # Errors
    /// `InvalidInput` for a text over 10,000 characters, an unknown key, or a delay over a second;
    /// `NotEditable`; as [`Session::click`] with `uid`.
    pub async fn type_text(&self, text: &str, options: &TypeOptions) -> Result<ActionReport> {
        let typing = Typing::new(text, options.delay.unwrap_or(Duration::ZERO), options.submit_key.as_deref())?;
        let (begun, node) = self.begin_in("type", options.uid.as_deref()).await?;
        let done = {
            let _input = begun.target.input.lock().await;
            action::type_text(&begun.target, node.as_ref(), &typing).await
        };
        let described = node.map_or_else(|| "the focused element".to_owned(), |node| node.describe());
        self.finish(begun, described, done, false, options.changes.as_ref()).await
    }

    /// Chooses the options of a native select by value or label, and no others; or one option of a
    /// list that the page has made itself, which is opened for that.
    ///
    /// # Errors
    /// As [`Session::fill`]; `WrongElement` where it is neither.
    pub async fn select_option(&self, uid: &str, values: &[String], options: &ActionOptions) -> Result<ActionReport> {
        let (begun, node) = self.begin_at("select", uid).await?;
        let done = {
            let _input = begun.target.input.lock().await;
            let wanted = Wanted::Options(values.to_vec());
            match values {
                [value] => self.choose(&begun, &node, value, &wanted).await,
                _ => action::fill(&begun.target, &node, &wanted).await,
            }
        };
        self.finish(begun, node.describe(), done, false, options.changes.as_ref())
            .await
    }

    /// Chooses an option of a list that the page has made; `native` is for fields of the browser's.
    pub(super) async fn choose(&self, begun: &RunningAction, node: &NodeRef, option: &str, native: &Wanted) -> Result<Done> {
        action::check_value(option)?;
        let epoch = begun.target.page.state().document();
        let name = |place: &Match| self.give_uid(begun, epoch, place);
        match action::choose(&begun.target, node, option, &name).await? {
            Some(done) => Ok(done),
            None => action::fill(&begun.target, node, native).await,
        }
    }

    /// Checks or unchecks a checkbox, radio button or switch, with a click where it is not so yet.
    ///
    /// # Errors
    /// As [`Session::click`]; `WrongElement` where it cannot be checked, or did not become so.
    pub async fn set_checked(&self, uid: &str, checked: bool, options: &ActionOptions) -> Result<ActionReport> {
        self.put("check", uid, &Wanted::Check(checked), options).await
    }

    /// Gives a field what is wanted of it.
    pub(super) async fn put(
        &self,
        action: &'static str,
        uid: &str,
        wanted: &Wanted,
        options: &ActionOptions,
    ) -> Result<ActionReport> {
        let (begun, node) = self.begin_at(action, uid).await?;
        let done = {
            let _input = begun.target.input.lock().await;
            action::fill(&begun.target, &node, wanted).await
        };
        self.finish(begun, node.describe(), done, false, options.changes.as_ref())
            .await
    }
}
