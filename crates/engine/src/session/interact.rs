//! One call that finds an element by a locator, acts on it, and waits for the effects.

use super::Session;
use super::fields::options_of;
use super::locate::{Needs, Resolved, doing};
use super::running::{Did, RunningAction, tell_unless_changed};
use crate::action::{self, Done, Gesture, Scrolled};
use crate::api::json::invalid;
use crate::deadline;
use crate::error::{Attempt, EngineError, ErrorKind, Result};
use crate::input::{Chord, MouseButton};
use crate::interact::{InteractAction, InteractReport, InteractRequest, InteractTarget, Outcome, ScrollDistance};
use crate::options::{ScreenshotOptions, ScrollDirection};
use crate::page_script::{Expects, Wanted};
use crate::report::{ActionReport, ScreenshotReport};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::time::Duration;

/// The minimum time for an action if finding its element took nearly all of the call's time.
const LEAST: Duration = Duration::from_millis(100);
/// How long a button is held by default.
const HOLD: Duration = Duration::from_secs(1);

/// What a request asks for. It is checked before the page is touched.
pub(super) enum Operation<'a> {
    Look,
    Click(u8),
    RightClick,
    Hold(Duration),
    Hover,
    Fill(&'a str),
    Choose(&'a str),
    Press(Chord),
    ScrollIntoView,
    Wheel(ScrollDirection, Option<f64>),
    Focus,
    Drag(&'a InteractTarget),
    Upload,
}

impl Session {
    /// Finds the element that the request's target names, waits until it can be acted on, acts, and waits
    /// for the effects that the request names.
    ///
    /// # Errors
    /// `ElementNotFound` with what was tried and the nearest elements, `Ambiguous` with the matches;
    /// `NotVisible`, `NotEnabled` after the request's time; `DispatchFailed`, `InvalidInput`; and those of
    /// the action ([`Session::click`], [`Session::fill`], …). All carry an [`Attempt`].
    ///
    /// In the user's own tab, an action that needs no trusted input is carried out without the debugger,
    /// unless the debugger is in use already. If
    /// [`InteractOptions::fallback_to_cdp`](crate::InteractOptions::fallback_to_cdp) is off, so is every
    /// action that script can do: clicks and hovering use scripted events, and the report says that they
    /// are not trusted.
    pub async fn interact(&self, request: &InteractRequest) -> Result<InteractReport> {
        let connected = self.inner.connection.lock().await.is_some();
        Box::pin(self.interact_by(request, !connected)).await
    }

    /// [`Session::interact`]. `script_first`: try without the debugger first if both ways are allowed.
    pub(super) async fn interact_by(&self, request: &InteractRequest, script_first: bool) -> Result<InteractReport> {
        request.check()?;
        let mut attempt = Attempt::default();
        let framed;
        let request = match with_frame(request) {
            Some(changed) => {
                framed = changed;
                &framed
            }
            None => request,
        };
        let limit = self.patience(request) + own_time(request);
        let done = deadline::within(limit, Box::pin(self.carry_out(request, script_first, &mut attempt))).await;
        done.map_err(|error| {
            let error = match error.kind() {
                ErrorKind::Protocol => error.into_kind(ErrorKind::DispatchFailed),
                _ => error,
            };
            error.with_attempt(attempt)
        })
    }

    /// How long the element is looked for, and waited for.
    pub(super) fn patience(&self, request: &InteractRequest) -> Duration {
        request.options.timeout.unwrap_or(self.inner.options.action_timeout)
    }

    async fn carry_out(&self, request: &InteractRequest, script_first: bool, attempt: &mut Attempt) -> Result<InteractReport> {
        if let Some(target) = &request.target {
            self.announce(target, attempt)?;
        }
        let operation = operation(request)?;
        if let Some(report) = self.by_script(request, script_first, attempt).await {
            return report;
        }
        let mut running = self.begin(request.action.name()).await?;
        running.watch(request.options.changes.as_ref()).await;
        let patience = self.patience(request);
        let (resolved, (done, idle)) = loop {
            let left = patience.saturating_sub(running.began.elapsed());
            let resolved = match &request.target {
                Some(target) => {
                    let found = self.reach(&running, target, needs(request, left), attempt).await;
                    Some(found.map_err(|error| self.failed(&running, &attempt.selector, error))?)
                }
                None => None,
            };
            let left = patience.saturating_sub(running.began.elapsed());
            running.target = running.target.with_patience(left.max(LEAST));
            let node = resolved.as_ref().map(|resolved| &resolved.node);
            if let Some(node) = node {
                running.touches(node);
            }
            let acted = self.act_and_settle(&running, &operation, node, request).await;
            if !is_renewed(request, &operation, &acted.0) || running.began.elapsed() + LEAST > patience {
                break (resolved, acted);
            }
        };
        let described = match (&resolved, &operation) {
            (Some(resolved), _) => resolved.node.describe(),
            (None, Operation::Wheel(..)) => "the page".to_owned(),
            (None, _) => "the focused element".to_owned(),
        };
        let node = resolved.as_ref().map(|resolved| &resolved.node);
        let mut done = done.map_err(|error| self.failed(&running, &described, error))?;
        let scrolled = done.scrolled;
        let described = match &scrolled {
            Some(scrolled) => super::scroll::scrolled(node, Some(scrolled)),
            None => described,
        };
        running.regard_unseen(&mut done).await;
        let (did, unless_changed) = (Did::of(&done), done.unless_changed);
        let mut report = self.conclude(&running, described, done);
        let network_idle = idle.unwrap_or_else(|error| {
            // The action succeeded even if its effects cannot be observed.
            let notice = format!("Whether the network is idle is not known: {}.", error.context());
            report.effects.notices.push(notice);
            None
        });
        let picture = if request.options.post_action_screenshot {
            self.picture(&running, &mut report).await
        } else {
            None
        };
        self.record(&running, &report.target, report.trusted, report.duration, None);
        let changes = request.options.changes.as_ref();
        self.complete(&mut report.effects, &running, changes).await;
        tell_unless_changed(&mut report, unless_changed);
        running.tell_state(&mut report, did).await;
        self.complete_late(&mut report, &running, changes).await;
        let outcome = Outcome {
            scrolled: scrolled.map(|scrolled| ScrollDistance {
                moved: scrolled.moved,
                remaining: scrolled.remaining,
            }),
            network_idle,
            picture,
            ..found(resolved)
        };
        Ok(InteractReport::new(request.action, report, outcome))
    }

    /// A picture taken after the action. The action succeeded even if no picture can be taken, so a failure
    /// is only a notice: an error could make the caller repeat the action.
    async fn picture(&self, running: &RunningAction, report: &mut ActionReport) -> Option<ScreenshotReport> {
        match self.screenshot(&picture_options()).await {
            Ok(picture) => {
                running.guard.illustrate(&picture);
                Some(picture)
            }
            Err(error) => {
                let notice = format!("No picture could be taken: {}.", error.context());
                report.effects.notices.push(notice);
                None
            }
        }
    }

    /// Notes what to look for, so that errors report it even if the page cannot be queried.
    fn announce(&self, target: &InteractTarget, attempt: &mut Attempt) -> Result<()> {
        match target {
            InteractTarget::Locator(locator) => self.announce_locator(locator, attempt)?,
            InteractTarget::Uid(uid) => {
                attempt.selector = format!("uid={}", shorten(uid, 30));
                attempt.tried = vec!["uid"];
            }
        }
        Ok(())
    }

    /// The element that a target names.
    async fn reach(
        &self,
        running: &RunningAction,
        target: &InteractTarget,
        needs: Needs,
        attempt: &mut Attempt,
    ) -> Result<Resolved> {
        match target {
            InteractTarget::Locator(locator) => self.locate(running, locator, needs, attempt).await,
            InteractTarget::Uid(uid) => {
                let node = self.resolve(&running.target, uid)?;
                attempt.uid = Some(node.uid.to_string());
                attempt.matched = Some(1);
                attempt.bounds = action::place(&running.target, &node).await;
                Ok(Resolved {
                    node,
                    selector: attempt.selector.clone(),
                    matched: 1,
                    bounds: attempt.bounds,
                })
            }
        }
    }

    pub(super) async fn act(
        &self,
        running: &RunningAction,
        operation: &Operation<'_>,
        node: Option<&NodeRef>,
        request: &InteractRequest,
    ) -> Result<Done> {
        let target = &running.target;
        let destination = match operation {
            Operation::Drag(to) => {
                // The destination is not the subject of the call, so the attempt does not report it.
                let found = self
                    .reach(running, to, needs(request, self.patience(request)), &mut Attempt::default())
                    .await;
                Some(found.map_err(|error| error.during("the place to drag to"))?.node)
            }
            _ => None,
        };
        let options = &request.options;
        let gesture = |count| {
            Gesture::clicks(count)
                .at(options.at)
                .forced(options.force)
                .holding(&options.modifiers)
        };
        let acting = async {
            match (operation, node) {
                (Operation::Press(chord), node) => action::press_key(target, node, chord, Duration::ZERO).await,
                (Operation::Wheel(direction, amount), Some(node)) if options.at.is_some() || !options.modifiers.is_empty() => {
                    let by = direction.turn(*amount);
                    let turned = action::wheel(target, node, &gesture(1)?, by).await?;
                    let scrolled = Scrolled::of_turn(&turned, by);
                    Ok(Done {
                        notice: scrolled.notice(),
                        scrolled: Some(scrolled),
                        ..Done::trusted()
                    })
                }
                (Operation::Wheel(direction, amount), node) => {
                    let scrolled = action::scroll(target, node, &running.main, *direction, *amount).await?;
                    Ok(Done {
                        trusted: scrolled.trusted,
                        notice: scrolled.notice(),
                        scrolled: Some(scrolled),
                        ..Done::trusted()
                    })
                }
                (Operation::Look, _) => Ok(Done {
                    expects: Expects::Nothing,
                    ..Done::trusted()
                }),
                (_, None) => Err(missing_target(request.action)),
                (Operation::Click(count), Some(node)) => action::click(target, node, &gesture(*count)?).await,
                (Operation::RightClick, Some(node)) => {
                    let right = gesture(1)?.with(MouseButton::Right);
                    action::click(target, node, &right).await
                }
                (Operation::Hold(time), Some(node)) => action::press_and_hold(target, node, &gesture(1)?, *time).await,
                (Operation::Hover, Some(node)) => action::hover(target, node, &gesture(1)?).await,
                (Operation::Fill(value), Some(node)) => self.fill_any(running, node, &Wanted::Value((*value).to_owned())).await,
                (Operation::Choose(value), Some(node)) => self.choose(running, node, &options_of(value)).await,
                (Operation::ScrollIntoView, Some(node)) => action::scroll_into_view(target, node).await,
                (Operation::Focus, Some(node)) => action::focus(target, node).await,
                (Operation::Upload, Some(node)) => action::upload(target, node, &request.files).await,
                (Operation::Drag(_), Some(node)) => match &destination {
                    Some(to) => {
                        let how = action::Drag {
                            gesture: gesture(1)?,
                            ..action::Drag::default()
                        };
                        action::drag(target, node, to, &how).await
                    }
                    None => Err(missing_target(request.action)),
                },
            }
        };
        target.alone(Box::pin(acting)).await
    }
}

/// The time that a request takes by itself, besides its limit.
fn own_time(request: &InteractRequest) -> Duration {
    match request.action {
        InteractAction::PressAndHold => hold(request.value.as_deref()).unwrap_or_default(),
        _ => Duration::ZERO,
    }
}

/// Whether the element that a locator found was replaced before anything was done with it, so that it can be looked for again: the caller
/// has named no element.
fn is_renewed(request: &InteractRequest, operation: &Operation<'_>, acted: &Result<Done>) -> bool {
    matches!(request.target, Some(InteractTarget::Locator(_)))
        && matches!(
            operation,
            Operation::Click(1)
                | Operation::RightClick
                | Operation::Hover
                | Operation::Fill(_)
                | Operation::Choose(_)
                | Operation::ScrollIntoView
                | Operation::Focus
        )
        && matches!(acted, Err(error) if *error.kind() == ErrorKind::StaleUid)
}

/// What an outcome says about its element.
fn found(resolved: Option<Resolved>) -> Outcome {
    resolved.map_or_else(Outcome::default, |resolved| Outcome {
        uid: Some(resolved.node.uid.to_string()),
        selector: Some(resolved.selector),
        matched: resolved.matched,
        bounds: resolved.bounds,
        ..Outcome::default()
    })
}

/// The request with its frame moved into its locator; `None` if it names no frame.
fn with_frame(request: &InteractRequest) -> Option<InteractRequest> {
    let frame = request.options.frame_selector.as_ref()?;
    let mut request = request.clone();
    if let Some(InteractTarget::Locator(locator)) = &mut request.target {
        locator.frame_selector.get_or_insert_with(|| frame.clone());
    }
    Some(request)
}

/// Pictures in answers are small, because models scale large ones down.
fn picture_options() -> ScreenshotOptions {
    ScreenshotOptions {
        max_side: Some(1_568),
        max_bytes: Some(750_000),
        ..ScreenshotOptions::default()
    }
}

fn needs(request: &InteractRequest, patience: Duration) -> Needs {
    let action = request.action;
    let operates = !matches!(
        action,
        InteractAction::Hover | InteractAction::WaitForSelector | InteractAction::Scroll | InteractAction::Focus
    );
    Needs {
        // File inputs are usually hidden, and some lists open through the area around a hidden field.
        visible: request.options.wait_for_visible && !matches!(action, InteractAction::Upload | InteractAction::Select),
        enabled: request.options.wait_for_enabled.unwrap_or(operates && !request.options.force),
        one: action != InteractAction::WaitForSelector,
        doing: doing(action),
        // The debugger may have been attached first.
        patience: deadline::before_last_look(patience).max(LEAST),
    }
}

/// Checks that the request has what its action needs.
fn operation(request: &InteractRequest) -> Result<Operation<'_>> {
    use InteractAction as A;
    let value = |what: &str| {
        request.value.as_deref().ok_or_else(|| {
            let name = request.action.name();
            invalid(format!("{name} needs a value: {what}"))
        })
    };
    let wheel = request.action == A::Scroll && request.value.is_some();
    if request.target.is_none() && request.action != A::Keypress && !wheel {
        return Err(missing_target(request.action));
    }
    let operation = match request.action {
        A::WaitForSelector => Operation::Look,
        A::Click => Operation::Click(1),
        A::DoubleClick => Operation::Click(2),
        A::RightClick => Operation::RightClick,
        A::PressAndHold => Operation::Hold(hold(request.value.as_deref())?),
        A::Hover => Operation::Hover,
        A::Type => Operation::Fill(value("the text")?),
        A::Select => Operation::Choose(value("the option's label or value")?),
        A::Check => Operation::Fill("true"),
        A::Uncheck => Operation::Fill("false"),
        A::Clear => Operation::Fill(""),
        A::Keypress => Operation::Press(Chord::parse(value("a key, such as Enter or Control+A")?)?),
        A::Scroll => match request.value.as_deref() {
            None => Operation::ScrollIntoView,
            Some(value) => wheel_turn(value)?,
        },
        A::Focus => Operation::Focus,
        A::Drag => Operation::Drag(
            request
                .to
                .as_ref()
                .ok_or_else(|| invalid("drag needs a second target: where to drag to".to_owned()))?,
        ),
        A::Upload if request.files.is_empty() => return Err(invalid("upload needs a file".to_owned())),
        A::Upload => Operation::Upload,
    };
    if let Operation::Fill(value) | Operation::Choose(value) = operation {
        action::check_value(value)?;
    }
    Ok(operation)
}

fn hold(value: Option<&str>) -> Result<Duration> {
    let Some(value) = value else { return Ok(HOLD) };
    value.trim().parse().map(Duration::from_millis).map_err(|_| {
        invalid(format!(
            "{} is not how long to hold: a whole number of milliseconds",
            quote(&shorten(value, 40))
        ))
    })
}

/// `down`, or `down 300`.
fn wheel_turn(value: &str) -> Result<Operation<'static>> {
    let mut words = value.split_whitespace();
    let direction = words.next().and_then(|word| ScrollDirection::parse(word).ok());
    let amount = words.next().map(str::parse::<u32>);
    match (direction, amount, words.next()) {
        (Some(direction), None, None) => Ok(Operation::Wheel(direction, None)),
        (Some(direction), Some(Ok(amount)), None) => Ok(Operation::Wheel(direction, Some(f64::from(amount)))),
        _ => Err(invalid(format!(
            "{} is no direction to scroll in: up, down, left or right, with a number of pixels where a screenful is not meant",
            quote(&shorten(value, 40))
        ))),
    }
}

fn missing_target(action: InteractAction) -> EngineError {
    let or = if action == InteractAction::Scroll {
        ", or a direction as its value"
    } else {
        ""
    };
    invalid(format!("{} needs a target{or}", action.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locator::Locator;

    #[test]
    fn what_an_action_needs_is_asked_for_before_it_begins() {
        let mut request = InteractRequest::new(InteractAction::Click);
        let code = |request: &InteractRequest| operation(request).err().map(|error| error.code());
        assert_eq!(code(&request), Some("INVALID_INPUT"));
        request.target = Some(InteractTarget::Locator(Locator::of("Save")));
        assert_eq!(code(&request), None);
        for action in [
            InteractAction::Type,
            InteractAction::Keypress,
            InteractAction::Drag,
            InteractAction::Upload,
        ] {
            request.action = action;
            assert_eq!(code(&request), Some("INVALID_INPUT"), "{}", action.name());
        }
        request.action = InteractAction::PressAndHold;
        assert_eq!(code(&request), None);
        request.value = Some("1e3".into());
        assert_eq!(code(&request), Some("INVALID_INPUT"));
        request.action = InteractAction::Scroll;
        request.target = None;
        for (value, expected) in [
            (None, Some("INVALID_INPUT")),
            (Some("down"), None),
            (Some("left 200"), None),
            (Some("down 1e3"), Some("INVALID_INPUT")),
            (Some("down 1 2"), Some("INVALID_INPUT")),
            (Some("off"), Some("INVALID_INPUT")),
        ] {
            request.value = value.map(Into::into);
            assert_eq!(code(&request), expected, "{value:?}");
        }
    }

    #[test]
    fn looking_and_hovering_do_not_wait_for_what_is_disabled() {
        let mut request = InteractRequest::new(InteractAction::WaitForSelector);
        assert!(!needs(&request, Duration::ZERO).enabled && !needs(&request, Duration::ZERO).one);
        request.options.wait_for_enabled = Some(true);
        assert!(needs(&request, Duration::ZERO).enabled);
        for action in [InteractAction::Upload, InteractAction::Select] {
            request.action = action;
            assert!(!needs(&request, Duration::ZERO).visible);
        }
    }
}
