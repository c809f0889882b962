//! Reads one element as a node.

use super::cf::Owned;
use super::element::{Element, element, elements, point, size};
use super::fault::Fault;
use super::names;
use super::roles;
use crate::desktop::{NodeSource, RawNode, Rect, UiNode};

/// The attributes that one call reads, in this order.
const ATTRIBUTES: [&str; 16] = [
    names::ROLE,
    names::SUBROLE,
    names::TITLE,
    names::DESCRIPTION,
    names::TITLE_ELEMENT,
    names::PLACEHOLDER,
    names::IDENTIFIER,
    names::ENABLED,
    names::FOCUSED,
    names::SELECTED,
    names::EXPANDED,
    names::MODAL,
    names::MINIMIZED,
    names::MENU_MARK,
    names::POSITION,
    names::SIZE,
];

/// The names of the attributes to read, created once for a reading.
pub(crate) struct Reader {
    attributes: Vec<Owned>,
}

/// An element that was read.
pub(crate) struct Seen {
    /// The node without `key` and `parent`.
    pub(crate) raw: RawNode,
    /// The element's accessibility role.
    pub(crate) role: String,
}

/// The values of [`ATTRIBUTES`].
struct Answers(Vec<Option<Owned>>);

impl Answers {
    fn get(&self, name: &str) -> Option<&Owned> {
        let at = ATTRIBUTES.iter().position(|asked| *asked == name)?;
        self.0.get(at)?.as_ref()
    }

    fn text(&self, name: &str) -> Option<String> {
        self.get(name).and_then(Owned::to_text).filter(|text| !text.is_empty())
    }

    fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).and_then(Owned::to_bool)
    }
}

impl Reader {
    /// Creates the attribute names.
    pub(crate) fn new() -> Self {
        Self {
            attributes: ATTRIBUTES.iter().filter_map(|name| Owned::text(name)).collect(),
        }
    }

    /// Reads an element. The value of a secure field is not requested.
    pub(crate) fn read(&self, source: &Element) -> Result<Seen, Fault> {
        let answers = Answers(source.get_all(&self.attributes)?);
        let role = answers.text(names::ROLE).unwrap_or_default();
        let subrole = answers.text(names::SUBROLE).unwrap_or_default();
        let word = roles::word(&role, &subrole);
        let secure = roles::is_secure(&subrole);
        let value = if secure || !roles::holds_value(&word) {
            None
        } else {
            source.get(names::VALUE)?
        };
        let actions = source.actions()?;
        let press = [names::PRESS, names::PICK]
            .into_iter()
            .find(|action| actions.iter().any(|offered| offered == action))
            .map(str::to_owned);
        let mut states = states(&answers);
        let mut title = title(&answers);
        let mut shown = split_value(&role, &word, value.as_ref(), &mut states);
        if matches!(word.as_str(), "text" | "heading") {
            // The text that such an element shows is its value.
            title = shown.take().or(title);
        }
        if role == "AXMenu" {
            // A menu repeats the title of the item that opens it; the title would be matched twice in a path.
            title = None;
        }
        if matches!(word.as_str(), "textbox" | "searchbox") && !secure && !source.can_set(names::VALUE)? {
            states.push("readonly");
        }
        states.dedup();
        Ok(Seen {
            raw: RawNode {
                key: String::new(),
                parent: None,
                identifier: answers.text(names::IDENTIFIER),
                press,
                secure,
                node: UiNode {
                    id: String::new(),
                    role: word,
                    title,
                    value: shown,
                    enabled: answers.flag(names::ENABLED).unwrap_or(true),
                    focused: answers.flag(names::FOCUSED).unwrap_or(false),
                    bounds: bounds(&answers),
                    states: states.into_iter().map(str::to_owned).collect(),
                    actions,
                    source: NodeSource::Ax,
                    children: Vec::new(),
                },
            },
            role,
        })
    }
}

/// Moves the part of a value that is a state into `states`, and returns the text that is left to show.
fn split_value(role: &str, word: &str, value: Option<&Owned>, states: &mut Vec<&'static str>) -> Option<String> {
    if roles::is_checkable(word) || word == "tab" {
        match value.and_then(|value| value.to_number().or_else(|| value.to_bool().map(f64::from))) {
            Some(number) if number >= 2.0 => states.push("mixed"),
            Some(number) if number >= 1.0 => states.push(match word {
                "tab" => "selected",
                "togglebutton" => "pressed",
                _ => "checked",
            }),
            _ => {}
        }
        None
    } else if role == "AXDisclosureTriangle" {
        if value.and_then(Owned::to_number).is_some_and(|number| number >= 1.0) {
            states.push("expanded");
        }
        None
    } else {
        value.and_then(text_of)
    }
}

fn title(answers: &Answers) -> Option<String> {
    answers
        .text(names::TITLE)
        .or_else(|| answers.text(names::DESCRIPTION))
        .or_else(|| {
            // A separate element that labels this one.
            let label = answers.get(names::TITLE_ELEMENT).cloned().and_then(element)?;
            let shown = label.text(names::VALUE).ok().flatten();
            shown.or_else(|| label.text(names::TITLE).ok().flatten())
        })
        .or_else(|| answers.text(names::PLACEHOLDER))
}

fn states(answers: &Answers) -> Vec<&'static str> {
    [
        (names::SELECTED, "selected"),
        (names::EXPANDED, "expanded"),
        (names::MODAL, "modal"),
        (names::MINIMIZED, "minimized"),
    ]
    .into_iter()
    .filter(|(name, _)| answers.flag(name) == Some(true))
    .map(|(_, word)| word)
    .chain(answers.text(names::MENU_MARK).map(|_| "checked"))
    .collect()
}

fn bounds(answers: &Answers) -> Option<Rect> {
    let at = answers.get(names::POSITION).and_then(point)?;
    let (w, h) = answers.get(names::SIZE).and_then(size)?;
    Some(Rect { x: at.x, y: at.y, w, h })
}

/// A value as the text that the element shows.
pub(crate) fn text_of(value: &Owned) -> Option<String> {
    value
        .to_text()
        .or_else(|| value.to_integer().map(|number| number.to_string()))
        .or_else(|| value.to_number().map(|number| number.to_string()))
        .or_else(|| value.to_bool().map(|yes| yes.to_string()))
}

/// The children of an element. Of long tables only the visible rows, unless hidden nodes are requested: the
/// application creates the other rows only when asked.
pub(crate) fn children(of: &Element, role: &str, hidden: bool) -> Result<Vec<Element>, Fault> {
    if !hidden && matches!(role, "AXTable" | "AXOutline") {
        let rows = of.get(names::VISIBLE_ROWS)?.map(|rows| elements(&rows)).unwrap_or_default();
        if !rows.is_empty() {
            return Ok(rows);
        }
    }
    of.elements(names::CHILDREN)
}
