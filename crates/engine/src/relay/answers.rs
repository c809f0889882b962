//! Answers to requests with an id. A request that is sent again because its answer was lost is not carried out again.

use super::dom_action::DomAction;
use serde_json::Value;
use std::collections::VecDeque;
use tokio::sync::watch;

/// The number of answers to keep.
const LENGTH: usize = 512;

struct Entry {
    action: DomAction,
    answer: watch::Receiver<Option<Value>>,
}

/// What to do with a request that has an id.
pub(super) enum Claim {
    /// It is new: carry it out and send the answer here.
    New(watch::Sender<Option<Value>>, watch::Receiver<Option<Value>>),
    /// It was sent before: its answer is or will be here.
    Repeated(watch::Receiver<Option<Value>>),
    /// The id was used for a different request.
    Reused,
}

/// The latest requests with an id, and their answers.
#[derive(Default)]
pub(super) struct Answers(VecDeque<Entry>);

impl Answers {
    pub(super) fn claim(&mut self, action: &DomAction) -> Claim {
        if let Some(entry) = self.0.iter().find(|entry| entry.action.id == action.id) {
            return if entry.action == *action {
                Claim::Repeated(entry.answer.clone())
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
        let Claim::Repeated(answer) = answers.claim(&action("1", "Save")) else {
            panic!("not repeated")
        };
        assert_eq!(*answer.borrow(), Some(Value::Bool(true)));
        assert!(matches!(answers.claim(&action("1", "Delete")), Claim::Reused));
        assert!(matches!(answers.claim(&action("2", "Delete")), Claim::New(..)));
    }
}
