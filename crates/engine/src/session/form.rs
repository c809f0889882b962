//! Filling the fields of a form in one call.

use super::running::{RunningAction, mixed, notices, report};
use super::{Session, refuse_open_dialog};
use crate::action;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{ActionOptions, FormField};
use crate::page_script::{Expects, Wanted, Wrote};
use crate::report::{ActionReport, Effects, FormReport};
use crate::snapshot::NodeRef;
use crate::text::{quote, shorten};
use std::time::{Duration, Instant};

/// The most fields that one call fills. More are a mistake.
const MAX_FORM_FIELDS: usize = 200;

impl Session {
    /// The time that a form of so many fields may take besides the action timeout, which counts for each field.
    fn time_of_form(&self, fields: usize) -> Duration {
        let more = u32::try_from(fields.min(MAX_FORM_FIELDS)).unwrap_or(1).saturating_sub(1);
        self.inner.options.action_timeout * more
    }

    /// Fills several fields in order, and stops at the first failure. The error says which fields were
    /// filled.
    ///
    /// # Errors
    /// As [`Session::fill`]. All UIDs are resolved before the first field is touched.
    pub async fn fill_form(&self, fields: &[FormField], options: &ActionOptions) -> Result<FormReport> {
        self.acting(self.time_of_form(fields.len()), async {
            if fields.is_empty() || fields.len() > MAX_FORM_FIELDS {
                let what = format!(
                    "{} fields were given; a form is filled with 1 to {MAX_FORM_FIELDS} at a time",
                    fields.len()
                );
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
            let mut running = self.begin("fill").await?;
            running.watch(options.changes.as_ref()).await;
            let mut nodes = Vec::with_capacity(fields.len());
            for FormField { uid, value, origins } in fields {
                action::check_value(value)
                    .map_err(|error| error.during(&format!("the value for UID {}", quote(&shorten(uid, 60)))))?;
                let mut node = self
                    .resolve(&running.target, uid)
                    .map_err(|error| self.failed(&running, "", error))?;
                node.node.origins.clone_from(origins);
                running.touches(&node);
                nodes.push(node);
            }
            let filling = Box::pin(self.fill_each(&running, fields, &nodes));
            let (mut reports, given) = running.target.alone(filling).await?;
            running.settle(Expects::Nothing, false).await;
            leave_lists(&running, &mut reports, &nodes, &given).await;
            let mut effects = self.effects(&running.target, &running.main, running.mark);
            self.complete(&mut effects, &running, options.changes.as_ref()).await;
            look_again(&running, &mut reports, &nodes, &given).await;
            if running.is_going_on() {
                self.complete(&mut effects, &running, options.changes.as_ref()).await;
            }
            Ok(FormReport {
                fields: reports,
                effects,
            })
        })
        .await
    }

    /// Fills the fields. Returns also the text that each got, if it got one.
    async fn fill_each(
        &self,
        running: &RunningAction,
        fields: &[FormField],
        nodes: &[NodeRef],
    ) -> Result<(Vec<ActionReport>, Vec<Option<String>>)> {
        let mut reports: Vec<ActionReport> = Vec::with_capacity(fields.len());
        let mut given = Vec::with_capacity(fields.len());
        for (node, FormField { value, .. }) in nodes.iter().zip(fields) {
            let started = Instant::now();
            let filling = async {
                action::refuse_leaving(&running.target, running.mark).await?;
                self.fill_any(running, node, &Wanted::Value(value.clone())).await
            };
            let mut done = match filling.await {
                Ok(done) => done,
                Err(error) => {
                    let before = format!(
                        "field {} of {} ({} filled before it)",
                        reports.len() + 1,
                        fields.len(),
                        reports.len()
                    );
                    let error = action::settle_failed(&running.target, running.mark, error).await;
                    return Err(self.failed(running, &node.describe(), error.during(&before)));
                }
            };
            given.push(done.given.take().filter(|_| done.wrote != Wrote::Nothing));
            let effects = Effects {
                notices: mixed(done.checked).into_iter().chain(notices(&done)).collect(),
                ..Effects::default()
            };
            let filled = report(&running.target, node.describe(), done, effects, started);
            self.record(running, &filled.target, filled.trusted, started.elapsed(), None);
            reports.push(filled);
            if reports.len() < fields.len() && running.target.page.state().dialog().is_some() {
                refuse_open_dialog(&running.target)
                    .map_err(|error| error.during(&format!("{} of {} fields were filled, then", reports.len(), fields.len())))?;
            }
        }
        Ok((reports, given))
    }
}

/// Leaves the fields whose list is still open although the focus has gone on.
async fn leave_lists(running: &RunningAction, reports: &mut [ActionReport], nodes: &[NodeRef], given: &[Option<String>]) {
    for ((report, node), given) in reports.iter_mut().zip(nodes).zip(given) {
        let Some(text) = given else { continue };
        if !is_there(running) {
            return;
        }
        let left = action::leave_list(&running.target, node, text, running.mark).await;
        report.effects.notices.extend(left.map(str::to_owned));
    }
}

/// Looks at all fields again. Pages take values back when the focus goes on, such as a text that is none of a list's options, and some a
/// moment later.
async fn look_again(running: &RunningAction, reports: &mut [ActionReport], nodes: &[NodeRef], given: &[Option<String>]) {
    for ((report, node), given) in reports.iter_mut().zip(nodes).zip(given) {
        let Some(text) = given else { continue };
        if !is_there(running) {
            return;
        }
        let since = action::held_since(&running.target, node, text, running.mark).await;
        if since.now.is_none() {
            continue;
        }
        report.value_now = since.now;
        report.lost = Some(true);
        let known = &mut report.effects.notices;
        known.extend(since.advice.filter(|advice| !known.contains(advice)));
    }
}

/// Whether the page can be asked: an open dialog suspends it.
fn is_there(running: &RunningAction) -> bool {
    running.target.page.state().dialog().is_none()
}
