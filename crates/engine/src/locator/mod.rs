//! Locators: descriptions of elements by what they mean, not by where they are. No I/O.
//!
//! A caller gives a [`Locator`]. `Locator::steps` parses it into the steps of a chain, each of which is searched
//! inside the matches of the previous one. `wire` is the request to the in-page script; `action/locate.rs` resolves
//! a locator on a page.

mod describe;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod parse;
pub(crate) mod wire;

pub(crate) use describe::{apart, describe_chain};
pub(crate) use parse::parse_chain;

use crate::api::json::invalid;
use crate::error::Result;
use crate::text::{quote, shorten};
use derive_setters::Setters;
use serde::Serialize;

/// The maximum length of a value, name or chain, in characters.
const LONGEST: usize = 2_000;
/// A chain with more steps counts as a mistake.
const MAX_STEPS: usize = 12;

/// The property by which an element is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A test id: the attribute `data-testid`, or the one set for the session.
    TestId,
    /// A role, optionally with an accessible name.
    Role,
    /// The label of a control.
    Label,
    /// Text that a person can read.
    Text,
    /// A placeholder.
    Placeholder,
    /// The `name` attribute.
    Name,
    /// The text alternative of a picture.
    Alt,
    /// The `title` attribute.
    Title,
    /// A CSS selector.
    Css,
    /// An `XPath` expression.
    XPath,
    /// Each in turn: test id, role with this name, label, placeholder, name, alt, title, text, CSS, `XPath`. Of several matches, those that
    /// are controls count, and of two in each other the inner one.
    Any,
}

/// The word for each kind.
const WORDS: [(By, &str); 11] = [
    (By::TestId, "testid"),
    (By::Role, "role"),
    (By::Label, "label"),
    (By::Text, "text"),
    (By::Placeholder, "placeholder"),
    (By::Name, "name"),
    (By::Alt, "alt"),
    (By::Title, "title"),
    (By::Css, "css"),
    (By::XPath, "xpath"),
    (By::Any, "any"),
];

impl By {
    /// The order in which kinds are tried if the caller gives none.
    pub const ORDER: [Self; 10] = [
        Self::TestId,
        Self::Role,
        Self::Label,
        Self::Placeholder,
        Self::Name,
        Self::Alt,
        Self::Title,
        Self::Text,
        Self::Css,
        Self::XPath,
    ];

    /// The word for this kind.
    pub fn name(self) -> &'static str {
        WORDS.iter().find(|(by, _)| *by == self).map_or("any", |(_, word)| word)
    }

    fn of(word: &str) -> Option<Self> {
        WORDS.iter().find(|(_, name)| *name == word).map(|(by, _)| *by)
    }

    /// Parses the word for a kind.
    ///
    /// # Errors
    /// `InvalidInput` for any other word; the next step lists the valid ones.
    pub fn parse(word: &str) -> Result<Self> {
        Self::of(word).ok_or_else(|| {
            let words = WORDS.map(|(_, word)| word).join(", ");
            invalid(format!(
                "{} is nothing to locate by; there are {words}",
                quote(&shorten(word, 60))
            ))
        })
    }
}

/// What contains the matches of a locator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Within {
    /// This element.
    Uid(String),
    /// The matches of this chain, in the text form of a locator.
    Chain(String),
}

impl Within {
    /// Parses a UID, or else a chain.
    pub fn parse(text: &str) -> Self {
        if is_uid(text) {
            Self::Uid(text.to_owned())
        } else {
            Self::Chain(text.to_owned())
        }
    }
}

/// Whether a text has the form of a UID.
pub(crate) fn is_uid(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once('_')
        .is_some_and(|(snapshot, counter)| digits(snapshot) && digits(counter))
}

/// A description of the element that a caller looks for.
///
/// ```
/// use uipilot_engine::Locator;
/// use uipilot_engine::locator::By;
///
/// let save = Locator::of("button").by(By::Role).name("Save");
/// assert_eq!(save.name.as_deref(), Some("Save"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Setters)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct Locator {
    /// The kind; all kinds in turn if absent.
    pub by: Option<By>,
    /// A text, role or selector, or a chain of them joined by ` >> `.
    #[setters(into)]
    pub value: String,
    /// For a role: the accessible name.
    #[setters(into)]
    pub name: Option<String>,
    /// `true`: the whole text, case sensitive. `false`: any part of it, ignoring case. Absent: the whole text if
    /// something has it, else a part.
    pub exact: Option<bool>,
    /// Which of several matches, from 0. Negative values count from the end: -1 is the last.
    pub nth: Option<i32>,
    /// Whether hidden elements match and count, too. Otherwise they do so only if no match is visible.
    pub hidden: bool,
    /// Only search inside of this.
    pub within: Option<Within>,
    /// Only search in this frame: a CSS selector of its element. The selectors of nested frames are joined by ` >> `.
    /// All frames if absent.
    #[setters(into)]
    pub frame_selector: Option<String>,
}

impl Locator {
    /// A locator that tries all kinds in turn.
    pub fn of(value: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            ..Self::default()
        }
    }

    /// The steps of the chain, outermost first.
    ///
    /// # Errors
    /// `InvalidInput` for a text that is empty, too long, or not a locator.
    pub(crate) fn steps(&self) -> Result<Vec<Step>> {
        let mut steps = match &self.within {
            Some(Within::Chain(chain)) => parse_chain(chain, None)?,
            _ => Vec::new(),
        };
        steps.extend(parse_chain(&self.value, self.by)?);
        if steps.len() > MAX_STEPS {
            return Err(invalid(format!(
                "the locator has {} steps; it may have {MAX_STEPS}",
                steps.len()
            )));
        }
        if let Some(last) = steps.last_mut() {
            last.exact = self.exact;
            last.hidden = self.hidden;
            if let Some(name) = &self.name {
                if last.by != By::Role {
                    return Err(invalid(format!("a name goes with a role, not with {}", last.by.name()))
                        .with_next_step("give by: \"role\" and the role as the value"));
                }
                check_length("name", name)?;
                last.name = Some(name.clone());
            }
        }
        Ok(steps)
    }

    /// The frames that lead to the one to search, outermost first; empty for all frames.
    ///
    /// # Errors
    /// `InvalidInput` for an empty selector.
    pub(crate) fn frame_steps(&self) -> Result<Vec<Step>> {
        match &self.frame_selector {
            None => Ok(Vec::new()),
            Some(selector) => parse_chain(selector, Some(By::Css)),
        }
    }
}

/// One step of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
pub(crate) struct Step {
    pub(crate) by: By,
    pub(crate) value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) exact: Option<bool>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) hidden: bool,
}

fn check_length(what: &str, text: &str) -> Result<()> {
    let length = text.chars().count();
    if length > LONGEST {
        return Err(invalid(format!(
            "the {what} of the locator has {length} characters; it may have {LONGEST}"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_goes_with_a_role_only() {
        let mut locator = Locator {
            by: Some(By::Role),
            value: "button".into(),
            name: Some("Save".into()),
            ..Locator::default()
        };
        let steps = locator.steps().expect("valid");
        assert_eq!(
            (steps[0].by, steps[0].value.as_str(), steps[0].name.as_deref()),
            (By::Role, "button", Some("Save"))
        );
        locator.by = Some(By::Text);
        assert_eq!(locator.steps().expect_err("no role").code(), "INVALID_INPUT");
    }

    #[test]
    fn within_comes_first() {
        let locator = Locator {
            within: Some(Within::Chain("dialog \"Settings\" >> .row".into())),
            ..Locator::of("Save")
        };
        let kinds: Vec<_> = locator.steps().expect("valid").iter().map(|step| step.by).collect();
        assert_eq!(kinds, [By::Role, By::Any, By::Any]);
    }

    #[test]
    fn uids_are_recognised_by_their_form() {
        assert_eq!(Within::parse("12_0"), Within::Uid("12_0".into()));
        for chain in ["a_b", "1_", "dialog \"A\"", "1_2_3"] {
            assert_eq!(Within::parse(chain), Within::Chain(chain.into()));
        }
    }

    #[test]
    fn what_is_too_long_is_refused() {
        assert_eq!(
            Locator::of("a".repeat(LONGEST + 1)).steps().expect_err("long").code(),
            "INVALID_INPUT"
        );
        assert_eq!(
            Locator::of(vec!["a"; MAX_STEPS + 1].join(" >> "))
                .steps()
                .expect_err("deep")
                .code(),
            "INVALID_INPUT"
        );
    }

    #[test]
    fn every_kind_has_its_word() {
        for (by, word) in WORDS {
            assert_eq!((By::parse(word).ok(), by.name()), (Some(by), word));
            assert_eq!(serde_json::to_value(by).expect("a word"), word);
        }
        assert_eq!(By::parse("id").expect_err("unknown").code(), "INVALID_INPUT");
    }
}
