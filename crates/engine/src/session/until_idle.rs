//! Acting, and waiting until the network is idle if the request wants that.

use super::interact::Operation;
use super::running::NetworkWatch;
use super::{RunningAction, Session};
use crate::action::{self, Done, Noting};
use crate::deadline;
use crate::error::Result;
use crate::interact::InteractRequest;
use crate::snapshot::NodeRef;

impl Session {
    /// Acts and waits for the effects. Returns also whether the network is idle, if the request waits for
    /// that.
    pub(super) async fn act_and_settle(
        &self,
        running: &RunningAction,
        operation: &Operation<'_>,
        node: Option<&NodeRef>,
        request: &InteractRequest,
    ) -> (Result<Done>, Result<Option<bool>>) {
        let page = &running.target.page;
        let watched = match request.options.wait_for_network_idle {
            Some(quiet) => NetworkWatch::begin(page).await.map(|watch| Some((quiet, watch))),
            None => Ok(None),
        };
        // What the page does with an answer comes after the handlers of the input, for which an action itself looks.
        let noting = match &watched {
            Ok(Some(_)) => Noting::begin(&running.target, &running.frames).await,
            _ => None,
        };
        let done = self.act(running, operation, node, request).await;
        let mut done = match done {
            Ok(done) => done,
            Err(error) => {
                let error = action::settle_failed(&running.target, running.mark, error).await;
                return (Err(error), watched.map(|_| None));
            }
        };
        let mut idle = None;
        let certain = matches!(operation, Operation::Click(_));
        running.settle(done.expects, certain).await;
        if let Ok(Some((quiet, _))) = &watched {
            idle = Some(action::network_idle(page.state(), *quiet, deadline::at_most(self.patience(request))).await);
            if done.changed == Some(false) {
                done.changed = match noting {
                    Some(noting) => noting.changed(&running.target).await,
                    None => None,
                };
            }
        }
        (Ok(done), watched.map(|_| idle))
    }
}
