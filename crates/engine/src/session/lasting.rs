//! How an element can be found again, by locators that last: the page proposes, and each is proven by looking for it.

use super::Session;
use super::locate::Needs;
use super::running::RunningAction;
use crate::action;
use crate::error::{Attempt, EngineError, ErrorKind, Result};
use crate::interact::InteractTarget;
use crate::locator::{By, Locator, Step, Within, describe_chain};
use crate::page_script::{Answer, Lasting, LastingArgs, LastingWay};
use crate::report::{LocatorReport, LocatorStep, NativeLocator, WrittenLocator};
use crate::snapshot::NodeRef;
use std::time::Duration;

/// How long an element of a locator is waited for. Who acts on it waits by themselves.
const PATIENCE: Duration = Duration::from_secs(1);

impl Session {
    /// How an element can be found again: by role and name, test id, label or text where that is unique in its document,
    /// also inside a container that is unique, else by CSS. Nothing is scrolled or changed.
    ///
    /// # Errors
    /// `StaleUid`, `UnknownUid`, `UidOfOtherPage`; for a locator those of [`Session::interact`], after a second.
    pub async fn locator_of(&self, wanted: &InteractTarget) -> Result<LocatorReport> {
        self.in_time(async {
            let running = self.begin("resolveUid").await?;
            let node = match wanted {
                InteractTarget::Uid(uid) => self.resolve(&running.target, uid)?,
                InteractTarget::Locator(locator) => {
                    let needs = Needs {
                        visible: false,
                        enabled: false,
                        one: true,
                        doing: None,
                        patience: PATIENCE,
                    };
                    self.locate(&running, locator, needs, &mut Attempt::default()).await?.node
                }
            };
            self.lasting(&running, &node).await
        })
        .await
    }

    async fn lasting(&self, running: &RunningAction, node: &NodeRef) -> Result<LocatorReport> {
        let test_id = self.inner.options.test_id_attribute.as_str();
        let args = LastingArgs {
            target: &node.node,
            test_id,
        };
        let answer = running.target.ask(&node.frame, "lasting", &args).await?;
        let Ok(Answer::Lasting(found)) = action::classify(node, answer)? else {
            return Err(no_way(node));
        };
        let frames = super::act::frame_path(&running.target, node).await?;
        let frame_selector = frames
            .split_last()
            .map(|(last, outer)| frame_chain(outer.iter().chain([last])));
        let mut chosen = None;
        for way in &found.ways {
            let Some((last, around)) = way.steps.split_last() else {
                continue;
            };
            let locator = written(last, around, way.nth, frame_selector.clone(), test_id);
            let unique = self.leads_to(running, &locator, &found).await?;
            let better = unique || chosen.is_none();
            if better {
                chosen = Some((way, locator, unique));
            }
            if unique {
                break;
            }
        }
        let (way, locator, unique) = chosen.ok_or_else(|| no_way(node))?;
        Ok(LocatorReport {
            target: node.describe(),
            uid: node.uid.to_string(),
            unique,
            ..reported(&found, way, locator, running.target.number, frames, test_id)
        })
    }

    /// Whether a locator finds this element and no other one now.
    async fn leads_to(&self, running: &RunningAction, locator: &Locator, wanted: &Lasting) -> Result<bool> {
        let (Ok(steps), Ok(frames)) = (locator.steps(), locator.frame_steps()) else {
            // Something of it is too long.
            return Ok(false);
        };
        let search = self.search((&steps, &frames), None, locator.nth, Needs::NOW);
        let hits = action::locate(&running.target, &search).await?;
        Ok(hits
            .only()
            .is_some_and(|place| place.doc == wanted.doc && place.found.id == wanted.id))
    }
}

/// How an element can be found again that is not looked for now: `frames` is the way to its frame. `None` if the script has told
/// no way.
pub(super) fn as_told(found: &Lasting, page: u32, frames: Vec<Vec<String>>, test_id: &str) -> Option<LocatorReport> {
    let way = found.ways.first()?;
    let (last, around) = way.steps.split_last()?;
    let frame_selector = (!frames.is_empty()).then(|| frame_chain(frames.iter()));
    let locator = written(last, around, way.nth, frame_selector, test_id);
    Some(reported(found, way, locator, page, frames, test_id))
}

/// The report of an element without a UID.
fn reported(
    found: &Lasting,
    way: &LastingWay,
    locator: Locator,
    page: u32,
    frames: Vec<Vec<String>>,
    test_id: &str,
) -> LocatorReport {
    LocatorReport {
        target: crate::snapshot::describe(&found.role, &found.name),
        uid: String::new(),
        page,
        unique: way.nth.is_none(),
        steps: way.steps.iter().map(|step| told(step, test_id)).collect(),
        nth: way.nth,
        locator: WrittenLocator {
            by: locator.by.unwrap_or(By::Css).name().to_owned(),
            value: locator.value,
            name: locator.name,
            exact: locator.exact,
            nth: locator.nth,
            within: locator.within.and_then(|within| match within {
                Within::Chain(chain) => Some(chain),
                Within::Uid(_) => None,
            }),
            frame_selector: locator.frame_selector,
        },
        frames,
        path: found.path.clone(),
        native: NativeLocator {
            using: found.native.using.clone(),
            value: found.native.value.clone(),
        },
        closed: found.closed,
        role: found.role.clone(),
        name: found.name.clone(),
        tag: found.tag.clone(),
        r#type: found.r#type.clone(),
        secret: found.secret,
        text: found.text.clone(),
    }
}

/// The attribute that other programs read test ids from.
const TEST_ID: &str = "data-testid";

/// A step for other programs, which do not know the session's attribute for test ids.
fn told(step: &Step, test_id: &str) -> LocatorStep {
    if step.by == By::TestId && test_id != TEST_ID {
        // What a locator is made of has no character that CSS escapes in another way.
        return LocatorStep {
            by: By::Css.name().to_owned(),
            value: format!("[{test_id}={}]", crate::text::quote(&step.value)),
            name: None,
        };
    }
    LocatorStep {
        by: step.by.name().to_owned(),
        value: step.value.clone(),
        name: step.name.clone(),
    }
}

fn no_way(node: &NodeRef) -> EngineError {
    EngineError::new(
        ErrorKind::Protocol,
        format!("no locator could be made for UID {} ({})", node.uid, node.describe()),
    )
}

/// The locator of a way, in a form that is read as what it is.
fn written(last: &Step, around: &[Step], nth: Option<u32>, frame_selector: Option<String>, test_id: &str) -> Locator {
    let value = match last.by {
        By::Role | By::Css | By::XPath => last.value.clone(),
        // In quotes, nothing of a text ends a step.
        _ => crate::text::quote(&last.value),
    };
    Locator {
        by: Some(last.by),
        value,
        name: last.name.clone(),
        exact: last.exact,
        nth: nth.and_then(|nth| i32::try_from(nth).ok()),
        within: (!around.is_empty()).then(|| Within::Chain(describe_chain(around, test_id))),
        frame_selector,
        ..Locator::default()
    }
}

/// The selectors of frames as one chain. Shadow trees are searched without being named.
fn frame_chain<'a>(frames: impl Iterator<Item = &'a Vec<String>>) -> String {
    let selectors: Vec<&str> = frames.filter_map(|path| path.last()).map(String::as_str).collect();
    match selectors.split_last() {
        Some((last, outer)) => outer
            .iter()
            .map(|selector| format!("css={selector}"))
            .chain([(*last).to_owned()])
            .collect::<Vec<_>>()
            .join(" >> "),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(by: By, value: &str, name: Option<&str>) -> Step {
        Step {
            by,
            value: value.into(),
            name: name.map(Into::into),
            exact: Some(true),
            hidden: false,
        }
    }

    #[test]
    fn a_written_locator_is_read_as_its_steps() {
        for value in ["Save", "a >> b", "\"quoted\" \\ >> `x`", "role=button"] {
            for by in [By::Text, By::Label, By::TestId, By::Placeholder] {
                let locator = written(&step(by, value, None), &[], None, None, "data-testid");
                assert_eq!(locator.steps().expect("valid"), [step(by, value, None)], "{value}");
            }
            let around = [step(By::Role, "row", Some(value))];
            let locator = written(&step(By::Role, "button", Some(value)), &around, None, None, "data-testid");
            let steps = locator.steps().expect("valid");
            let names: Vec<_> = steps.iter().map(|step| step.name.as_deref()).collect();
            assert_eq!(names, [Some(value), Some(value)]);
        }
    }

    #[test]
    fn selectors_of_frames_are_no_other_kind_of_step() {
        let frames = [vec!["my-app".to_owned(), "label=x".to_owned()], vec!["iframe".to_owned()]];
        assert_eq!(frame_chain(frames.iter()), "css=label=x >> iframe");
    }
}
