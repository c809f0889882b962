//! The objects that JavaScript holds: a session and the desktop. Each carries out calls by their names.

use crate::call::{Outcome, run};
use crate::cancellation::Cancellation;
use napi::bindgen_prelude::Either;
use napi_derive::napi;
use uipilot_engine::api::{calls, json};
use uipilot_engine::desktop::Desktop;
use uipilot_engine::options::IsolatedOptions;
use uipilot_engine::{Session, SessionOptions};

/// One connection to one browser.
#[napi]
pub struct NativeSession {
    session: Session,
}

#[napi]
impl NativeSession {
    /// Checks the options, which are JSON. Starts nothing. A fault crosses as an outcome.
    #[napi]
    pub fn open(options: String) -> Either<NativeSession, Outcome> {
        match json::read::<SessionOptions>("open", &options).and_then(Session::open) {
            Ok(session) => Either::A(Self { session }),
            Err(error) => Either::B(error.into()),
        }
    }

    /// A session in the same browser. The options are JSON. Starts nothing. A fault crosses as an outcome.
    #[napi]
    pub fn isolated(&self, options: String) -> Either<NativeSession, Outcome> {
        match json::read::<IsolatedOptions>("isolated", &options).and_then(|options| self.session.isolated(&options)) {
            Ok(session) => Either::A(Self { session }),
            Err(error) => Either::B(error.into()),
        }
    }

    /// The same session with a page that its calls use.
    #[napi]
    pub fn on_page(&self, page: u32) -> NativeSession {
        let session = self.session.on_page(page);
        Self { session }
    }

    /// Carries out a call of the table `uipilot_engine::api::calls`. `arguments` is one JSON object.
    #[napi]
    pub async fn call(&self, name: String, arguments: String, cancellation: Option<&Cancellation>) -> Outcome {
        run(cancellation, calls::call_session(&self.session, &name, &arguments)).await
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
