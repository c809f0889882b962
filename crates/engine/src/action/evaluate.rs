//! Run the caller's scripts in the page's own world.

use super::Target;
use super::delivery::departure;
use super::ready::{classify, frame_gone};
use crate::backend::{Evaluated, FrameId};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::page_script::{Answer, TargetArgs};
use crate::snapshot::NodeRef;
use serde::de::IgnoredAny;
use std::time::Duration;

/// The longest result, in UTF-16 code units of its JSON.
const LONGEST: usize = 50_000;
/// The longest script, in bytes.
const LONGEST_SCRIPT: usize = 100_000;

/// The result of a script: a value as JSON, or what it threw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Json(String),
    Threw(String),
}

/// Wraps the script in a function. It calls the script's value if that is a function, awaits the result,
/// and returns one string whose first character names the kind of result. The line break after the script
/// ends a comment in it.
fn wrapped(script: &str) -> String {
    format!(
        "async function(element) {{
    const text = (error) => {{
        try {{ return String(error?.stack?.includes?.(error.message) ? error.stack : error).slice(0, 2000); }}
        catch {{ return 'a value that cannot be converted to text'; }}
    }};
    try {{
        let value = ({script}
);
        if (typeof value === 'function') value = value(element);
        value = await value;
        const json = JSON.stringify(value) ?? 'null';
        return json.length > {LONGEST} ? '>' + json.length : '=' + json;
    }} catch (error) {{ return '!' + text(error); }}
}}"
    )
}

/// Runs a function or an expression in the page's own world. With an element, it runs in the element's
/// frame, and a function receives the element. Without one, it runs in the main frame.
///
/// # Errors
/// `InvalidInput` for a script or result that is too long, `Timeout`, `StaleUid`, `OutcomeUnknown`, `Unsupported`.
pub(crate) async fn evaluate(
    target: &Target,
    node: Option<&NodeRef>,
    main: &FrameId,
    script: &str,
    limit: Duration,
) -> Result<Outcome> {
    if script.trim().is_empty() || script.len() > LONGEST_SCRIPT {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("the script must have 1 to {LONGEST_SCRIPT} bytes, got {}", script.len()),
        ));
    }
    if let Some(node) = node {
        // Checks that the UID still names the element that was shown.
        let answer: Answer = target
            .ask(&node.frame, "selector", &TargetArgs { target: &node.node })
            .await
            .map_err(|error| frame_gone(node, error))?;
        let _ = classify(node, answer)?;
    }
    let frame = node.map_or(main, |node| &node.frame);
    let number = node.map(|node| node.node.id);
    let text = match target.page.evaluate(frame, number, &wrapped(script), limit).await {
        Err(error) if *error.kind() == ErrorKind::StaleUid => {
            let what = "the document was replaced before the script answered, and the script may have run in it";
            return Err(EngineError::new(ErrorKind::OutcomeUnknown, what)
                .with_next_step(NextStep::snapshot("see what it did before you run it again"))
                .with_source(error));
        }
        // A browser that still answers questions about the page does not name this cause.
        Err(error) if *error.kind() == ErrorKind::Timeout && !target.page.capabilities().navigations_hold_calls => {
            return Err(match target.page.state().navigating_to(main) {
                Some(_) => error.besides(&format!("the page {}", departure(target))),
                None => error,
            });
        }
        Err(error) => return Err(error),
        Ok(Evaluated::Refused(why)) => return Ok(Outcome::Threw(why)),
        Ok(Evaluated::Text(text)) => text.unwrap_or_default(),
    };
    read(&text)
}

/// Parses the text that the function returned. The page's scripts share its world and may have changed the
/// text.
fn read(text: &str) -> Result<Outcome> {
    let (kind, rest) = text.split_at_checked(1).unwrap_or_default();
    match kind {
        "!" => Ok(Outcome::Threw(rest.to_owned())),
        "=" if rest.encode_utf16().count() <= LONGEST && serde_json::from_str::<IgnoredAny>(rest).is_ok() => {
            Ok(Outcome::Json(rest.to_owned()))
        }
        ">" if rest.parse::<u64>().is_ok() => Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("the result has {rest} characters of JSON; the maximum is {LONGEST}"),
        )
        .with_next_step("return less: the parts that are needed")),
        _ => Err(
            EngineError::new(ErrorKind::Protocol, "the page has tampered with the result of the script").with_next_step(
                crate::error::NextStep::snapshot("read the page from it: scripts in this page cannot be trusted"),
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_json_or_an_error_or_tampered_with() {
        assert_eq!(read("={\"a\":1}").expect("json"), Outcome::Json("{\"a\":1}".into()));
        assert_eq!(read("!Error: x").expect("thrown"), Outcome::Threw("Error: x".into()));
        assert_eq!(read(">90000").expect_err("too long").code(), "INVALID_INPUT");
        for text in [
            "",
            "=",
            "=not json",
            "x",
            "é",
            ">many",
            &format!("=\"{}\"", "a".repeat(LONGEST)),
        ] {
            assert_eq!(read(text).expect_err("tampered").code(), "PROTOCOL", "{text:.20}");
        }
    }
}
