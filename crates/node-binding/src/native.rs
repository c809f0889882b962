//! The objects that JavaScript holds: a session and the desktop. Each carries out calls by their names.

use crate::call::{Outcome, run};
use crate::cancellation::Cancellation;
use napi::bindgen_prelude::Either;
use napi_derive::napi;
use uipilot_engine::api::{calls, json};
use uipilot_engine::desktop::Desktop;
use uipilot_engine::options::IsolatedOptions;
use uipilot_engine::{OneDeadline, Session, SessionOptions};

/// One connection to one browser.
#[napi]
pub struct NativeSession {
    session: Session,
    /// The deadline that all its calls share, if they do.
    together: Option<OneDeadline>,
}

impl From<Session> for NativeSession {
    fn from(session: Session) -> Self {
        Self { session, together: None }
    }
}

#[napi]
impl NativeSession {
    /// Checks the options, which are JSON. Starts nothing. A fault crosses as an outcome.
    #[napi]
    pub fn open(options: String) -> Either<NativeSession, Outcome> {
        match json::read::<SessionOptions>("open", &options).and_then(Session::open) {
            Ok(session) => Either::A(session.into()),
            Err(error) => Either::B(error.into()),
        }
    }

    /// A session in the same browser. The options are JSON. Starts nothing. A fault crosses as an outcome.
    #[napi]
    pub fn isolated(&self, options: String) -> Either<NativeSession, Outcome> {
        match json::read::<IsolatedOptions>("isolated", &options).and_then(|options| self.session.isolated(&options)) {
            Ok(session) => Either::A(session.into()),
            Err(error) => Either::B(error.into()),
        }
    }

    /// The same session with a page that its calls use.
    #[napi]
    pub fn on_page(&self, page: u32) -> NativeSession {
        let session = self.session.on_page(page);
        let together = self.together.clone();
        Self { session, together }
    }

    /// The same session, whose calls follow on each other and have one deadline together: that of the first.
    #[napi]
    pub fn one_deadline(&self) -> NativeSession {
        let session = self.session.clone();
        let together = Some(OneDeadline::default());
        Self { session, together }
    }

    /// Carries out a call of the table `uipilot_engine::api::calls`. `arguments` is one JSON object.
    #[napi]
    pub async fn call(&self, name: String, arguments: String, cancellation: Option<&Cancellation>) -> Outcome {
        let call = calls::call_session(&self.session, &name, &arguments);
        match &self.together {
            Some(together) => run(cancellation, together.run(call)).await,
            None => run(cancellation, call).await,
        }
    }
}

/// Sessions with desktop applications.
#[napi]
pub struct NativeDesktop {
    desktop: Desktop,
}

#[napi]
impl NativeDesktop {
    /// Does not connect yet. A fault crosses as an outcome.
    #[napi]
    pub fn open() -> Either<NativeDesktop, Outcome> {
        match Desktop::open() {
            Ok(desktop) => Either::A(Self { desktop }),
            Err(error) => Either::B(error.into()),
        }
    }

    /// Carries out a call of the table `uipilot_engine::api::calls`. `arguments` is one JSON object.
    #[napi]
    pub async fn call(&self, name: String, arguments: String, cancellation: Option<&Cancellation>) -> Outcome {
        run(cancellation, calls::call_desktop(&self.desktop, &name, &arguments)).await
    }
}
