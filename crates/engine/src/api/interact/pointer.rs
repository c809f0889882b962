//! Which actions take the options of the pointer.

use super::{InteractAction, InteractRequest};
use crate::api::json::invalid;
use crate::error::Result;

impl InteractRequest {
    /// Rejects what only the pointer takes in an action without it: left out silently, the caller would believe that it was done.
    pub(super) fn check_pointer(&self) -> Result<()> {
        use InteractAction as A;
        let options = &self.options;
        let clicks = matches!(self.action, A::Click | A::DoubleClick | A::RightClick | A::PressAndHold);
        let points = clicks || matches!(self.action, A::Hover | A::Drag | A::Scroll);
        let given = [
            ("force", options.force, clicks),
            ("at", options.at.is_some(), points),
            ("modifiers", !options.modifiers.is_empty(), points),
        ];
        match given.iter().find(|(_, given, taken)| *given && !taken) {
            None => Ok(()),
            Some((name, ..)) => {
                let what = format!("options.{name} has no effect on {}", self.action.name());
                Err(invalid(what).with_next_step("leave it out, or click the element with it"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Spot;

    #[test]
    fn options_of_the_pointer_are_refused_where_there_is_none() {
        let checked = |action, force, at: Option<Spot>| {
            let mut request = InteractRequest::new(action);
            (request.options.force, request.options.at) = (force, at);
            request.check().err().map(|error| error.message())
        };
        let middle = Some(Spot::share(0.5, 0.5));
        assert_eq!(checked(InteractAction::Click, true, middle), None);
        assert_eq!(checked(InteractAction::Hover, false, middle), None);
        let told = checked(InteractAction::Check, true, None).expect("refused");
        assert!(told.contains("options.force has no effect on check"), "{told}");
        let told = checked(InteractAction::Type, false, middle).expect("refused");
        assert!(told.contains("options.at has no effect on type"), "{told}");
    }
}
