//! Fill a code editor that keeps its text itself (Monaco, ACE, `CodeMirror` 5).
//!
//! The field by which it gets keys holds a part of its text or nothing, and cannot be seen. What is typed there goes through the
//! editor's own rules, which indent and close brackets, so that code becomes other code. So a person's way is taken: all of it is
//! selected by key, and the text is pasted.

use super::delivery::replaced;
use super::press_key::press_in;
use super::ready::{classify, unexpected};
use super::{Done, Target, is_effect};
use crate::error::{ErrorKind, Result};
use crate::input::Chord;
use crate::page_script::{Answer, FillArgs, Wanted, Wrote};
use crate::snapshot::NodeRef;
use std::time::Duration;

/// What is said of it besides.
const PASTED: &str = "The editor keeps its text itself: all of it was selected by key, and the value was pasted.";
const EMPTIED: &str = "The editor keeps its text itself: all of it was selected and deleted by key.";

/// Puts the value in the place of what the editor holds.
pub(super) async fn fill_editor(target: &Target, node: &NodeRef, wanted: &Wanted) -> Result<Done> {
    let given = wanted.text();
    let empties = given.as_deref().is_none_or(str::is_empty);
    let keys = if empties {
        vec![Chord::parse("ControlOrMeta+A")?, Chord::parse("Delete")?]
    } else {
        vec![Chord::parse("ControlOrMeta+A")?]
    };
    let mark = target.page.state().mark();
    press_in(target, node, &keys, Duration::ZERO).await?;
    let args = FillArgs {
        target: &node.node,
        wanted,
        wait_ms: 0,
        plain: false,
    };
    let done = Done {
        given,
        changed: Some(true),
        trusted: empties,
        notice: Some(if empties { EMPTIED } else { PASTED }),
        ..Done::trusted()
    };
    let what = "its whole text was selected, and may have been replaced";
    match target.ask::<Answer>(&node.frame, "fillCode", &args).await {
        Err(error) if *error.kind() == ErrorKind::StaleUid => Err(replaced(target, node, mark, what).await),
        Err(error) if is_effect(target, mark, &error) => Ok(done),
        Err(error) => Err(error.besides(what)),
        Ok(answer) => match classify(node, answer).map_err(|error| error.besides(what))? {
            Ok(Answer::Filled { changed, now, .. }) => Ok(Done {
                changed: Some(changed),
                wrote: if now.is_some() { Wrote::Lost } else { Wrote::Nothing },
                value_now: now,
                ..done
            }),
            Ok(other) => Err(unexpected("fillCode", &other)),
            Err(obstacle) => Err(obstacle.into_error(node, Duration::ZERO).besides(what)),
        },
    }
}
