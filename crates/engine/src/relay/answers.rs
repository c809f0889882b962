//! Answers to requests that their callers have named, so that one that is sent again, because its
//! answer was lost, is not carried out again.

use super::dom_action::DomAction;
use serde_json::Value;
use std::collections::VecDeque;
use tokio::sync::watch;

/// How many are remembered.
const LENGTH: usize = 512;

struct Entry {
    action: DomAction,
    answer: watch::Receiver<Option<Value>>,
}

/// What is to be done with a named request.
pub(super) enum Claim {
    /// It is new: carry it out and put the answer here.
    New(watch::Sender<Option<Value>>, watch::Receiver<Option<Value>>),
    /// It was sent before: its answer comes, or has come.
    Known(watch::Receiver<Option<Value>>),
    /// The name was used for something else.
    Reused,
}

/// The last named requests with their answers.
#[derive(Default)]
pub(super) struct Answers(VecDeque<Entry>);

impl Answers {
    pub(super) fn claim(&mut self, action: &DomAction) -> Claim {
        if let Some(known) = self.0.iter().find(|known| known.action.id == action.id) {
            return if known.action == *action {
                Claim::Known(known.answer.clone())
            } else {
                Claim::Reused
            };
        }
        if self.0.len() == LENGTH {
            self.0.pop_front();
        }
        let (sender, answer) = watch::channel(None);
        self.0.push_back(Entry {
            action: action.clone(),
            answer: answer.clone(),
        });
        Claim::New(sender, answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::dom_action::parse;

    fn action(id: &str, value: &str) -> DomAction {
        let body = format!(r#"{{"requestId": "{id}", "action": "click", "target": {{"value": "{value}"}}}}"#);
        parse(body.as_bytes()).expect("valid")
    }

    #[test]
    fn the_same_request_is_carried_out_once() {
        let mut answers = Answers::default();
        let Claim::New(sender, _) = answers.claim(&action("1", "Save")) else {
            panic!("new")
        };
        sender.send_replace(Some(Value::Bool(true)));
        let Claim::Known(answer) = answers.claim(&action("1", "Save")) else {
            panic!("known")
        };
        assert_eq!(*answer.borrow(), Some(Value::Bool(true)));
        assert!(matches!(answers.claim(&action("1", "Delete")), Claim::Reused));
        assert!(matches!(answers.claim(&action("2", "Delete")), Claim::New(..)));
    }
}
