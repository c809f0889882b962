//! Scripts of the caller's.

use super::Session;
use crate::action::{self, ScriptOutcome};
use crate::error::Result;
use crate::options::EvaluateOptions;
use crate::page_script::Expects;
use crate::report::EvaluateReport;

impl Session {
    /// Runs a function or an expression in the page's own world: of the main frame, or of the frame
    /// of the element, which a function is given. What it returns is told as JSON.
    ///
    /// The script can do all that the page can, with the user's login. Callers decide who may use this.
    ///
    /// # Errors
    /// `InvalidInput` for a script over 100,000 bytes or a result over 50,000 characters, `Timeout`
    /// after its timeout (the session's action timeout where absent), `StaleUid`, `DialogOpen`,
    /// `Unsupported`. What the script throws is an answer, not an error.
    pub async fn evaluate(&self, script: &str, options: &EvaluateOptions) -> Result<EvaluateReport> {
        let (begun, node) = self.begin_in("evaluate", options.uid.as_deref()).await?;
        let target = &begun.target;
        let limit = options.timeout.unwrap_or(self.inner.options.action_timeout);
        let told = action::evaluate(target, node.as_ref(), &begun.main, script, limit)
            .await
            .map_err(|error| self.failed(&begun, "", error))?;
        self.record(&begun, "", true, begun.began.elapsed(), None);
        action::settle(target, begun.mark, Expects::Nothing, false).await;
        let (json, error) = match told {
            ScriptOutcome::Json(json) => (Some(json), None),
            ScriptOutcome::Threw(error) => (None, Some(error)),
        };
        Ok(EvaluateReport {
            json,
            error,
            effects: self.effects(target, &begun.main, begun.mark),
            duration: begun.began.elapsed(),
        })
    }
}
