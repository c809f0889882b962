//! Acts on single objects through accessibility.

use super::application::Application;
use super::bus::{Object, TEXT};
use super::read;
use super::vocabulary::role;
use crate::desktop::app::Performed;
use crate::desktop::plan::NewValue;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::ScrollDirection;
use futures_util::stream::{self, StreamExt as _};
use std::time::Duration;

const ACTION: &str = "org.a11y.atspi.Action";
const COMPONENT: &str = "org.a11y.atspi.Component";
const EDITABLE: &str = "org.a11y.atspi.EditableText";
const SELECTION: &str = "org.a11y.atspi.Selection";
const VALUE: &str = "org.a11y.atspi.Value";

/// The `ScrollTo` type that scrolls as little as possible.
const SCROLL_ANYWHERE: u32 = 6;
/// How long an action is waited for. A call that takes longer counts as unanswered.
const ACTION_LIMIT: Duration = Duration::from_secs(1);
/// Elements searched for the choices of a combo box or the bars of a scrolled area.
const MOST_NEARBY: usize = 5_000;
/// Levels searched for the choices of a combo box or the bars of a scrolled area.
const NEARBY_LEVELS: usize = 4;

fn refused(what: &str) -> EngineError {
    EngineError::new(ErrorKind::WrongElement, format!("the application refused {what}"))
        .with_next_step("choose another id, or another action on it")
}

/// An interface that is not offered means that this is the wrong type of element.
fn wrong_element(error: EngineError, what: &str) -> EngineError {
    if matches!(error.kind(), ErrorKind::Unsupported) {
        EngineError::new(ErrorKind::WrongElement, format!("the element does not take {what}"))
            .with_next_step("element does not support set_value; try 'type' or 'click'")
    } else {
        error
    }
}

/// Performs the action of this name.
///
/// Qt answers an action that opens a modal dialog after the dialog has closed, so a missing answer is no failure.
pub(super) async fn perform(app: &Application, object: &Object, action: &str) -> Result<Performed> {
    let actions = read::actions(app, object).await;
    let index = actions
        .iter()
        .position(|name| name == action)
        .and_then(|index| i32::try_from(index).ok())
        .ok_or_else(|| EngineError::new(ErrorKind::Unsupported, "the element does not offer this action any more"))?;
    let asked = app.bus(object).call::<_, bool>(object, ACTION, "DoAction", &index);
    match tokio::time::timeout(ACTION_LIMIT, asked).await {
        Ok(done) => Ok(if done? { Performed::Done } else { Performed::Nothing }),
        Err(_) => Ok(Performed::Unanswered),
    }
}

/// Sets the value of an object.
pub(super) async fn set_value(app: &Application, object: &Object, value: &NewValue) -> Result<()> {
    match value {
        NewValue::Number(number) => app
            .bus(object)
            .set_property(object, VALUE, "CurrentValue", *number)
            .await
            .map_err(|error| wrong_element(error, "a number")),
        NewValue::Text(text) => {
            let facts = read::facts(app, object).await?;
            match role(facts.role) {
                "combobox" if !facts.states.is_editable() => choose(app, object, text).await,
                "listbox" | "list" | "tablist" | "menu" => choose(app, object, text).await,
                _ => set_text(app, object, text).await,
            }
        }
    }
}

async fn set_text(app: &Application, object: &Object, text: &str) -> Result<()> {
    let done: bool = app
        .bus(object)
        .call(object, EDITABLE, "SetTextContents", &text)
        .await
        .map_err(|error| wrong_element(error, "a text"))?;
    if done { Ok(()) } else { Err(refused("the text")) }
}

/// Selects the choice with this title.
async fn choose(app: &Application, object: &Object, title: &str) -> Result<()> {
    let choices = nearby(app, object).await;
    let mut titles = Vec::new();
    for (parent, index, child) in &choices {
        let Ok(facts) = read::facts(app, child).await else { continue };
        if !matches!(
            role(facts.role),
            "menuitem" | "option" | "listitem" | "cell" | "row" | "tab" | "menuitemradio" | "treeitem"
        ) {
            continue;
        }
        if facts.name != title {
            titles.push(facts.name);
            continue;
        }
        // A choice can be pressed itself, or its container can select it.
        if let Some(press) = super::vocabulary::press(&read::actions(app, child).await) {
            return match perform(app, child, &press).await? {
                Performed::Nothing => Err(refused("the choice")),
                Performed::Done | Performed::Unanswered => Ok(()),
            };
        }
        let index = i32::try_from(*index).map_err(|_| refused("the choice"))?;
        let done: bool = app.bus(parent).call(parent, SELECTION, "SelectChild", &index).await?;
        return if done { Ok(()) } else { Err(refused("the choice")) };
    }
    titles.truncate(20);
    Err(EngineError::new(
        ErrorKind::OptionNotFound,
        format!("there is no choice {}", crate::text::quote(&crate::text::shorten(title, 80))),
    )
    .with_next_step(crate::error::NextStep::one_of(titles)))
}

/// The descendants of an object, some levels deep: parent, index in it, object.
async fn nearby(app: &Application, object: &Object) -> Vec<(Object, usize, Object)> {
    let mut found = Vec::new();
    let mut level = vec![object.clone()];
    for _ in 0..NEARBY_LEVELS {
        let lists: Vec<_> = stream::iter(level)
            .map(|parent| async move {
                let children = app.children(&parent).await.unwrap_or_default();
                (parent, children)
            })
            .buffered(32)
            .collect()
            .await;
        level = Vec::new();
        for (parent, children) in lists {
            for (index, child) in children.into_iter().enumerate().take(500) {
                if found.len() == MOST_NEARBY {
                    return found;
                }
                level.push(child.clone());
                found.push((parent.clone(), index, child));
            }
        }
    }
    found
}

/// Sets the keyboard focus within the application.
pub(super) async fn focus(app: &Application, object: &Object) -> Result<()> {
    let done: bool = app.bus(object).call(object, COMPONENT, "GrabFocus", &()).await?;
    if done {
        Ok(())
    } else {
        Err(EngineError::new(
            ErrorKind::Unsupported,
            "the element does not take the focus",
        ))
    }
}

/// Inserts text at the caret.
pub(super) async fn insert_text(app: &Application, object: &Object, text: &str) -> Result<()> {
    let bus = app.bus(object);
    let caret: i32 = bus.property(object, TEXT, "CaretOffset").await?;
    // GTK expects the length in bytes and cuts the text there. Qt expects UTF-16 units and pads the text to that
    // length.
    let length = if app.is_gtk() {
        text.len()
    } else {
        text.encode_utf16().count()
    };
    let length = i32::try_from(length).unwrap_or(i32::MAX);
    let done: bool = bus
        .call(object, EDITABLE, "InsertText", &(caret.max(0), text, length))
        .await?;
    if done { Ok(()) } else { Err(refused("the text")) }
}

/// Moves the scroll bar of an object or of an area that contains it.
pub(super) async fn scroll(app: &Application, object: &Object, direction: ScrollDirection, lines: i32) -> Result<()> {
    let (vertical, sign) = match direction {
        ScrollDirection::Up => (true, -1.0),
        ScrollDirection::Down => (true, 1.0),
        ScrollDirection::Left => (false, -1.0),
        ScrollDirection::Right => (false, 1.0),
    };
    let mut holder = object.clone();
    for _ in 0..NEARBY_LEVELS {
        if let Some(bar) = bar_in(app, &holder, vertical).await {
            let bus = app.bus(&bar);
            let (now, step) = tokio::join!(
                bus.property::<f64>(&bar, VALUE, "CurrentValue"),
                bus.property::<f64>(&bar, VALUE, "MinimumIncrement"),
            );
            let step = step.ok().filter(|step| *step > 0.0).unwrap_or(16.0);
            return bus
                .set_property(&bar, VALUE, "CurrentValue", now? + sign * f64::from(lines) * step)
                .await;
        }
        holder = read::parent(app, &holder).await?;
        if holder.is_null() {
            break;
        }
    }
    Err(EngineError::new(ErrorKind::WrongElement, "the element has no scroll bar")
        .with_next_step("choose the scrolled area itself"))
}

async fn bar_in(app: &Application, holder: &Object, vertical: bool) -> Option<Object> {
    for child in app.children(holder).await.ok()?.into_iter().take(50) {
        let Ok(facts) = read::facts(app, &child).await else { continue };
        if role(facts.role) == "scrollbar" && facts.states.is_vertical() == vertical {
            return Some(child);
        }
    }
    None
}

/// Scrolls an object into view.
pub(super) async fn scroll_into_view(app: &Application, object: &Object) -> Result<()> {
    let asked: Result<bool> = app.bus(object).call(object, COMPONENT, "ScrollTo", &SCROLL_ANYWHERE).await;
    match asked {
        // Toolkits without this call often scroll to the element that gets the focus.
        Err(error) if matches!(error.kind(), ErrorKind::Unsupported) => focus(app, object).await,
        other => other.map(|_| ()),
    }
}
