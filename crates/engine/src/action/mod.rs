//! Actions: what a person does with a page.
//!
//! An action sees a [`Target`] and a [`NodeRef`], never a protocol. Each action has a file of its own. All
//! share one loop ([`ready`]), which asks the in-page script whether the element can be acted on, and
//! retries while that can still become true. [`settle`] reads the effects of an action (a navigation, a
//! dialog) from the page's journal.

mod choose;
mod click;
mod code_editor;
mod delivery;
mod drag;
mod evaluate;
mod fill;
mod gesture;
mod hold_keys;
mod hover;
mod idle;
mod inspect;
mod keys;
mod locate;
mod noting;
mod obstacle;
mod onto;
mod pace;
mod page_tools;
#[cfg(feature = "pictures")]
mod pieces;
mod press;
mod press_key;
mod pull;
mod ready;
mod rest;
mod screenshot;
mod scroll;
mod seek;
mod select_text;
mod settle;
mod sight;
mod since;
mod slide;
mod target;
mod touch;
mod transfer;
mod type_text;
mod unclicked;
mod unhurried;
mod upload;
mod view;
mod wait;
mod wheel;

pub(crate) use choose::choose;
pub(crate) use click::click;
pub(crate) use drag::{Drag, drag, drag_by, drag_end};
pub(crate) use evaluate::{Outcome as ScriptOutcome, evaluate};
pub(crate) use fill::{check_value, fill, state_now};
pub(crate) use gesture::Gesture;
pub(crate) use hold_keys::{key_down, key_up};
pub(crate) use hover::{hover, is_over_canvas};
pub(crate) use idle::network_idle;
pub(crate) use inspect::{Inspected, Script, inspect};
pub(crate) use locate::{Hits, Match, Search, count, is_enough_enabled, locate, place};
pub(crate) use noting::Noting;
pub(crate) use pace::Pace;
pub(crate) use page_tools::{ToolAnswer, call_page_tool, choose_tool, page_tools};
pub(crate) use press::press_and_hold;
pub(crate) use press_key::press_key;
pub(crate) use ready::{classify, stale, stale_uid, why_disabled};
pub(crate) use rest::{fade, rest};
pub(crate) use screenshot::{Framing, capture, frame, scroll_back};
pub(crate) use scroll::{Scrolled, scroll};
pub(crate) use seek::{Seek, frame_of, seek};
pub(crate) use select_text::select_text;
pub(crate) use settle::{collect, held, is_going_on, is_leaving, refuse_leaving, settle, settle_failed};
pub(crate) use sight::{Focus, Hit, focused, look_at};
pub(crate) use since::{held_since, leave_list};
pub(crate) use target::{GiveUid, Target};
pub(crate) use touch::touch;
pub(crate) use transfer::{drop, paste};
pub(crate) use type_text::{Typing, type_text};
pub(crate) use upload::upload;
pub(crate) use view::{focus, scroll_into_view};
pub(crate) use wait::wait_for;
pub(crate) use wheel::{middle, wheel};

use crate::backend::Happening;
use crate::error::{EngineError, ErrorKind};
use crate::page_script::{Checked, Expects, Wrote};

/// What an action did, before its effects are known.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) trusted: bool,
    pub(crate) changed: Option<bool>,
    /// How many clicks the element got.
    pub(crate) clicks: Option<u8>,
    pub(crate) checked: Option<Checked>,
    pub(crate) value_now: Option<String>,
    /// What became of the value that was given.
    pub(crate) wrote: Wrote,
    /// The text that was written into this field alone. The page may take it back later.
    pub(crate) given: Option<String>,
    /// What else is to be said, with words of the page in quotes.
    pub(crate) also: Option<String>,
    /// The result of a scroll.
    pub(crate) scrolled: Option<Scrolled>,
    /// The page received the input and has not responded since.
    pub(crate) unresponsive: bool,
    /// What cannot be said for certain.
    pub(crate) notice: Option<&'static str>,
    /// What is said if the page shows no change either.
    pub(crate) unless_changed: Option<&'static str>,
    /// The effect that [`settle`] waits for.
    pub(crate) expects: Expects,
}

impl Done {
    /// Trusted input without further details.
    pub(crate) fn trusted() -> Self {
        Self {
            trusted: true,
            changed: None,
            clicks: None,
            checked: None,
            value_now: None,
            wrote: Wrote::Nothing,
            given: None,
            also: None,
            scrolled: None,
            unresponsive: false,
            notice: None,
            unless_changed: None,
            expects: Expects::Nothing,
        }
    }
}

/// Whether an error shows an effect of the action: the page could not answer because the action opened a
/// dialog, started a navigation or closed the page.
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
