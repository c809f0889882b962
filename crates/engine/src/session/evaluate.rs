//! Run the caller's scripts.

use super::Session;
use crate::action::{self, ScriptOutcome};
use crate::deadline;
use crate::error::Result;
use crate::options::EvaluateOptions;
use crate::page_script::Expects;
use crate::report::EvaluateReport;
use std::time::Duration;

impl Session {
    /// Runs a function or an expression in the page's own world: in the main frame, or in the frame of the
    /// element, which a function receives. The report has the returned value as JSON.
    ///
    /// The script can do everything that the page can, with the user's login. Callers decide who may use
    /// this.
    ///
    /// # Errors
    /// `InvalidInput` for a script over 100,000 bytes or a result over 50,000 characters, `Timeout`
    /// after its timeout (default: the session's action timeout), `StaleUid`, `OutcomeUnknown` if the document
    /// is replaced before the answer, `DialogOpen`, `Unsupported`. An exception of the script is a report, not an error.
    pub async fn evaluate(&self, script: &str, options: &EvaluateOptions) -> Result<EvaluateReport> {
        let limit = options.timeout.unwrap_or(self.inner.options.action_timeout);
        deadline::within(limit, self.evaluate_within(limit, script, options)).await
    }

    async fn evaluate_within(&self, limit: Duration, script: &str, options: &EvaluateOptions) -> Result<EvaluateReport> {
        let (running, node) = self.begin_in("evaluate", options.uid.as_deref()).await?;
        let target = &running.target;
        let outcome = action::evaluate(target, node.as_ref(), &running.main, script, limit)
            .await
            .map_err(|error| self.failed(&running, "", error))?;
        self.record(&running, "", true, running.began.elapsed(), None);
        action::settle(target, running.mark, Expects::Nothing, false).await;
        let (json, error) = match outcome {
            ScriptOutcome::Json(json) => (Some(json), None),
            ScriptOutcome::Threw(error) => (None, Some(error)),
        };
        Ok(EvaluateReport {
            json,
            error,
            effects: self.effects(target, &running.main, running.mark),
            duration: running.began.elapsed(),
        })
    }
}
