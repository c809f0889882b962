//! Actions: what a person does with a page.
//!
//! An action sees a [`Target`] and a [`NodeRef`], never a protocol. One file an action, over one
//! loop ([`ready`]) which asks the in-page script whether the element can be acted on and tries
//! again while that can still become true. What follows from an action (a navigation, a dialog) is
//! read from the page's journal in [`settle`].

mod choose;
mod click;
mod drag;
mod evaluate;
mod fill;
mod hover;
mod idle;
mod locate;
mod press;
mod press_key;
mod ready;
mod screenshot;
mod scroll;
mod settle;
mod target;
mod type_text;
mod upload;
mod view;
mod wait;

pub(crate) use choose::choose;
pub(crate) use click::click;
pub(crate) use drag::drag;
pub(crate) use evaluate::{Outcome as ScriptOutcome, evaluate};
pub(crate) use fill::{check_value, fill};
pub(crate) use hover::hover;
pub(crate) use idle::network_idle;
pub(crate) use locate::{Hits, Match, Search, locate, place};
pub(crate) use press::{click_with, press_and_hold};
pub(crate) use press_key::press_key;
pub(crate) use ready::{classify, stale, stale_uid};
pub(crate) use screenshot::{capture, frame};
pub(crate) use scroll::{Scrolled, scroll};
pub(crate) use settle::{collect, settle};
pub(crate) use target::Target;
pub(crate) use type_text::{Typing, type_text};
pub(crate) use upload::upload;
pub(crate) use view::{focus, scroll_into_view};
pub(crate) use wait::wait_for;

use crate::backend::Happening;
use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{Expects, Outcome, OutcomeArgs};
use crate::snapshot::NodeRef;

/// What an action did, before its effects are known.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) trusted: bool,
    pub(crate) changed: Option<bool>,
    pub(crate) checked: Option<bool>,
    pub(crate) value_now: Option<String>,
    /// What the wheel did, where it was turned.
    pub(crate) scrolled: Option<Scrolled>,
    /// The page took the input and has not answered since.
    pub(crate) unresponsive: bool,
    /// What may follow, so that [`settle`] knows what to wait for.
    pub(crate) expects: Expects,
}

impl Done {
    /// Trusted input, with nothing else known.
    pub(crate) fn trusted() -> Self {
        Self {
            trusted: true,
            changed: None,
            checked: None,
            value_now: None,
            scrolled: None,
            unresponsive: false,
            expects: Expects::Nothing,
        }
    }
}

/// What the page did with input on an element, as far as the watch that `prepare` began has seen.
async fn outcome(target: &Target, node: &NodeRef, mark: u64) -> Result<Done> {
    match target.ask::<Outcome>(&node.frame, "outcome", &OutcomeArgs::default()).await {
        Ok(outcome) => Ok(Done {
            changed: Some(outcome.changed),
            ..Done::trusted()
        }),
        Err(error) if is_effect(target, mark, &error) => Ok(Done {
            changed: Some(true),
            ..Done::trusted()
        }),
        Err(error) => Err(error),
    }
}

/// Whether an error only says that the action had an effect so large that the page could not
/// answer any more: a dialog it opened, a navigation it began, a page it closed.
fn is_effect(target: &Target, mark: u64, error: &EngineError) -> bool {
    match error.kind() {
        ErrorKind::DialogOpen | ErrorKind::PageClosed => true,
        ErrorKind::StaleUid => target
            .page
            .state()
            .since(mark)
            .iter()
            .any(|h| matches!(h, Happening::Committed { .. } | Happening::NavigationRequested { .. })),
        _ => false,
    }
}
