//! Scripts of the caller's, in the page's own world.

use super::Target;
use super::ready::{classify, frame_gone};
use crate::backend::{Evaluated, FrameId};
use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{Answer, TargetArgs};
use crate::snapshot::NodeRef;
use serde::de::IgnoredAny;
use std::time::Duration;

/// The longest result, in UTF-16 code units of its JSON.
const LONGEST: usize = 50_000;
/// The longest script, in bytes.
const LONGEST_SCRIPT: usize = 100_000;

/// What a script gave: a value as JSON, or what it threw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Json(String),
    Threw(String),
}

/// A function around the script: it calls what is a function, waits for what is a promise, and gives
/// one string, whose first character says what it is. The script is of the caller, who may run any;
/// the line break ends a comment in it.
fn wrapped(script: &str) -> String {
    format!(
        "async function(element) {{
    const told = (error) => {{
        try {{ return String(error?.stack?.includes?.(error.message) ? error.stack : error).slice(0, 2000); }}
        catch {{ return 'something that cannot be told'; }}
    }};
    try {{
        let value = ({script}
);
        if (typeof value === 'function') value = value(element);
        value = await value;
        const json = JSON.stringify(value) ?? 'null';
        return json.length > {LONGEST} ? '>' + json.length : '=' + json;
    }} catch (error) {{ return '!' + told(error); }}
}}"
    )
}

/// Runs a function or an expression in the page's own world of the frame: of the element, which the
/// function is given, or the main one.
///
/// # Errors
/// `InvalidInput` for a script or result that is too long, `Timeout`, `StaleUid`, `Unsupported`.
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
        // Whether it is still the element that was shown.
        let answer: Answer = target
            .ask(&node.frame, "selector", &TargetArgs { target: &node.node })
            .await
            .map_err(|error| frame_gone(node, error))?;
        let _ = classify(node, answer)?;
    }
    let frame = node.map_or(main, |node| &node.frame);
    let number = node.map(|node| node.node.id);
    let told = match target.page.evaluate(frame, number, &wrapped(script), limit).await {
        Err(error) => {
            return Err(match node {
                Some(node) => frame_gone(node, error),
                None => error,
            });
        }
        Ok(Evaluated::Refused(why)) => return Ok(Outcome::Threw(why)),
        Ok(Evaluated::Text(told)) => told.unwrap_or_default(),
    };
    read(&told)
}

/// What the function told. The page's world is the page's: it may have told anything.
fn read(told: &str) -> Result<Outcome> {
    let (kind, rest) = told.split_at_checked(1).unwrap_or_default();
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
        for told in [
            "",
            "=",
            "=not json",
            "x",
            "é",
            ">many",
            &format!("=\"{}\"", "a".repeat(LONGEST)),
        ] {
            assert_eq!(read(told).expect_err("tampered").code(), "PROTOCOL", "{told:.20}");
        }
    }
}
