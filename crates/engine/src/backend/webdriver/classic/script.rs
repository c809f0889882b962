//! The in-page script in the page's own world: calls, and the exchange of elements.

use super::context::{FramePath, Turn, element, reference, shadow_root};
use super::document::{LOOK, Look};
use super::page::ClassicPage;
use crate::backend::monitor::lock;
use crate::backend::webdriver::driver::Request;
use crate::backend::webdriver::fault::{Code, Fault};
use crate::backend::{FrameId, agent, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long one call of a waiting method may block all other calls, in milliseconds.
const SLICE_MS: u64 = 250;

/// What a script returns if the in-page script is missing.
const ABSENT: &str = "absent";

/// A function body around an expression that may use `agent`. It returns `[answer, look]`.
fn with_agent(expression: &str) -> String {
    format!(
        "const agent = window.__uipilot;
         if (typeof agent !== 'function') return '{ABSENT}';
         return Promise.resolve({expression}).then((answer) => [answer, {LOOK}]);"
    )
}

/// Firefox runs each script in a new sandbox over the page and discards the sandbox afterwards. So the entry
/// function is stored on the page's own window. The answer is `true`, because JSON cannot represent the
/// function.
const KEEP: &str = "if (window.__uipilot !== globalThis.__uipilot)
        Object.defineProperty(window, '__uipilot', { value: globalThis.__uipilot });
    return true;";

/// Calls a method: `(method, args)`.
const CALL: &str = "agent(arguments[0], arguments[1])";

/// The node number and element of each frame owner, without the child windows.
const FRAME_OWNERS: &str = "agent.handles('frameOwners', '{}').filter((_, i) => i % 3 !== 2)";

const CANDIDATES: &str = "agent.handles('shadowCandidates', '{}')";

/// Hands closed shadow roots to the script: `(host, root, host, root, …)`.
const ADOPT_ROOTS: &str = "agent.adopt('shadowRoots', ...arguments)";

/// The maximum number of elements that are asked for a closed shadow root. Each costs one command.
const MAX_CANDIDATES: usize = 50;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WaitArgs {
    timeout_ms: u64,
}

#[derive(Deserialize)]
struct WaitAnswer {
    found: bool,
}

impl ClassicPage {
    /// Calls a method of the in-page script and returns its string.
    pub(super) async fn call_script(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        // Other methods that wait are never asked to wait for long.
        if method == "wait" {
            return self.wait_in_slices(frame, method, args).await;
        }
        self.call_once(frame, method, args).await
    }

    async fn call_once(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        match self
            .ask(frame, CALL, &json!([method, args]), agent::is_repeatable(method))
            .await?
        {
            Value::String(answer) => Ok(answer),
            _ => Err(refusal::answer_not_text(method)),
        }
    }

    /// Waits in the page in short slices. So other calls get their turn, and neither the session's script
    /// timeout nor a navigation ends the wait.
    async fn wait_in_slices(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        let read = |error: serde_json::Error| {
            EngineError::new(ErrorKind::Internal, "the arguments of a wait could not be read").with_source(error)
        };
        let limit = serde_json::from_str::<WaitArgs>(args).map_err(read)?.timeout_ms;
        let mut arguments: Value = serde_json::from_str(args).map_err(read)?;
        let deadline = Instant::now() + Duration::from_millis(limit);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            arguments["timeoutMs"] = left.min(SLICE_MS).into();
            let answer = self.call_once(frame, method, &arguments.to_string()).await?;
            let found = serde_json::from_str::<WaitAnswer>(&answer).is_ok_and(|answer| answer.found);
            if found || left <= SLICE_MS {
                return Ok(answer);
            }
        }
    }

    /// Maps frame owners to their child frames.
    pub(super) async fn find_child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>> {
        let found = self.ask(frame, FRAME_OWNERS, &json!([]), true).await?;
        let found = found.as_array().map(Vec::as_slice).unwrap_or_default();
        let owners: Vec<(u32, String)> = found
            .chunks_exact(2)
            .filter_map(|pair| {
                let node = u32::try_from(pair[0].as_u64()?).ok()?;
                Some((node, reference(&pair[1])?.to_owned()))
            })
            .collect();
        Ok(lock(&self.frames).update(frame, &owners))
    }

    /// Asks the driver for the shadow roots of the candidates and hands them to the script. The driver also
    /// returns closed ones.
    pub(super) async fn hand_in_shadow_roots(&self, frame: &FrameId) -> Result<bool> {
        const DOING: &str = "asking for shadow roots";
        let candidates = self.ask(frame, CANDIDATES, &json!([]), false).await?;
        let hosts: Vec<&str> = candidates
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default()
            .iter()
            .filter_map(reference)
            .take(MAX_CANDIDATES)
            .collect();
        if hosts.is_empty() {
            return Ok(false);
        }
        let path = self.path(frame)?;
        let mut turn = self.context.turn().await;
        let mut pairs = Vec::new();
        let mut failure = turn.enter(&self.id, &path).await.err();
        if failure.is_none() {
            for host in hosts {
                match turn.run(Request::get(format!("element/{host}/shadow"))).await {
                    Ok(root) => {
                        if let Some(root) = shadow_root(&root) {
                            pairs.extend([element(host), root]);
                        }
                    }
                    // The element has no shadow root or is gone, or the driver does not support the command.
                    Err(fault) if matches!(fault.code, Code::NoShadowRoot | Code::StaleNode | Code::Unsupported) => {}
                    Err(fault) => {
                        failure = Some(fault);
                        break;
                    }
                }
            }
        }
        let failure = match failure {
            Some(fault) => Some(self.why(&mut turn, frame, fault, DOING).await),
            None => None,
        };
        turn.leave().await;
        if let Some(error) = failure {
            return Err(error);
        }
        if pairs.is_empty() {
            return Ok(false);
        }
        Ok(self.ask(frame, ADOPT_ROOTS, &Value::Array(pairs), false).await? == "true")
    }

    /// Evaluates an expression over `agent` and `arguments` in a frame and returns its value. Injects the
    /// script if the document does not have it yet. `repeatable`: whether the expression may run in a
    /// document that has replaced the intended one.
    pub(super) async fn ask(&self, frame: &FrameId, expression: &str, arguments: &Value, repeatable: bool) -> Result<Value> {
        self.check()?;
        let script = with_agent(expression);
        let mut turn = self.context.turn().await;
        let answer = self.ask_in(&mut turn, frame, &script, arguments, repeatable).await;
        turn.leave().await;
        if matches!(&answer, Err(error) if *error.kind() == ErrorKind::DialogOpen) {
            self.watch();
        }
        answer
    }

    async fn ask_in(
        &self,
        turn: &mut Turn<'_>,
        frame: &FrameId,
        script: &str,
        arguments: &Value,
        repeatable: bool,
    ) -> Result<Value> {
        const DOING: &str = "calling the script in the page";
        for _ in 0..agent::MAX_DOCUMENTS {
            let path = self.path(frame)?;
            if let Err(fault) = turn.enter(&self.id, &path).await {
                return Err(self.why(turn, frame, fault, DOING).await);
            }
            match turn.execute(script, arguments).await {
                Ok(Value::String(word)) if word == ABSENT => {
                    let replaced = !lock(&self.scripted).insert(frame.clone());
                    if replaced && !repeatable {
                        self.observe(turn).await?;
                        return Err(refusal::document_replaced());
                    }
                    self.inject(turn, frame, &path).await?;
                }
                Ok(Value::Array(mut answer)) if answer.len() == 2 => {
                    if let Some(look) = answer.pop().as_ref().and_then(Look::read) {
                        let known = lock(&self.document).clone();
                        if *frame == self.id && look.is_passing(known.as_ref()) {
                            self.observe(turn).await?;
                            if lock(&self.document).as_ref() != Some(&look) {
                                if repeatable {
                                    continue;
                                }
                                return Err(refusal::document_replaced());
                            }
                        } else {
                            self.note(frame, look);
                        }
                    }
                    return Ok(answer.swap_remove(0));
                }
                // The script opened a dialog, which replaced its answer.
                Ok(_) => {
                    if let Some(error) = self.look_for_dialog(turn, None).await? {
                        return Err(error);
                    }
                    return Err(EngineError::new(
                        ErrorKind::Protocol,
                        "the in-page script gave an unknown answer",
                    ));
                }
                // The document was replaced while the script ran, or the script failed.
                Err(fault) if fault.code == Code::Script => {
                    let before = self.state.document();
                    self.observe(turn).await?;
                    if self.state.document() == before {
                        return Err(fault.during(DOING));
                    }
                    if !repeatable {
                        return Err(refusal::document_replaced());
                    }
                }
                Err(fault) => return Err(self.why(turn, frame, fault, DOING).await),
            }
        }
        Err(refusal::document_replaced())
    }

    async fn inject(&self, turn: &mut Turn<'_>, frame: &FrameId, path: &FramePath) -> Result<()> {
        const DOING: &str = "putting the script into the page";
        if let Err(fault) = turn.enter(&self.id, path).await {
            return Err(self.why(turn, frame, fault, DOING).await);
        }
        let script = format!("{};\n{KEEP}", agent::inject_whole());
        match turn.execute(&script, &json!([])).await {
            Ok(_) => Ok(()),
            Err(fault) => Err(self.why(turn, frame, fault, DOING).await),
        }
    }

    /// The error behind a fault, after the page has been observed again.
    pub(super) async fn why(&self, turn: &mut Turn<'_>, frame: &FrameId, fault: Fault, doing: &str) -> EngineError {
        turn.forget_position();
        match fault.code {
            Code::DialogOpen => match self.look_for_dialog(turn, Some(fault.clone())).await {
                Ok(Some(error)) | Err(error) => error,
                Ok(None) => fault.during(doing),
            },
            Code::NoWindow | Code::NoFrame | Code::StaleNode => {
                // Drivers report a missing frame and a missing window with the same codes.
                match turn.windows().await {
                    Ok(windows) if !windows.contains(&self.id) => self.closed(),
                    Ok(_) => {
                        lock(&self.frames).remove(frame);
                        // A navigation of the page may have removed the frame.
                        if let Err(error) = self.observe(turn).await {
                            return error;
                        }
                        refusal::frame_gone(&self.state)
                    }
                    Err(other) => self.failed(other, doing),
                }
            }
            _ => self.failed(fault, doing),
        }
    }

    fn path(&self, frame: &FrameId) -> Result<FramePath> {
        lock(&self.frames).path(frame).ok_or_else(|| refusal::frame_gone(&self.state))
    }
}
