//! [`DesktopApp`] for macOS. Every call runs on a thread that may block, because accessibility waits for the
//! application.

use super::element::Element;
use super::fault::Fault;
use super::read::Reader;
use super::registry::Registry;
use super::walk::{DEADLINE, walk};
use super::{front, keyboard, names, picture, pointer, process, scroll, window, write};
use crate::desktop::{
    Capabilities, DesktopApp, Hit, Method, NewValue, Performed, Picture, PointerStep, RawNode, ReadScope, Reading,
    ScrollDirection, WindowAction, WindowInfo,
};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, Point};
use async_trait::async_trait;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The time limit of one call. The system's default is 6 s.
pub(crate) const CALL_LIMIT: Duration = Duration::from_secs(2);

/// A running application.
pub(crate) struct MacApp {
    core: Arc<Core>,
}

/// The state that concurrent calls share.
pub(crate) struct Core {
    pub(crate) pid: i32,
    pub(crate) application: Element,
    registry: Mutex<Registry>,
}

impl Core {
    pub(crate) fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The live element with a key, with a time limit on its calls.
    fn element(&self, key: &str) -> Result<Element> {
        let element = self.registry().element(key).ok_or_else(|| {
            EngineError::new(ErrorKind::StaleUid, "the element is gone")
                .with_next_step(crate::error::NextStep::application("use an id from it"))
        })?;
        element
            .limit(CALL_LIMIT)
            .map_err(|fault| self.error(fault, "reaching the element"))?;
        Ok(element)
    }

    /// Converts a fault to an error. If the application has ended, the error says so.
    pub(crate) fn error(&self, fault: Fault, what: &str) -> EngineError {
        if matches!(fault, Fault::Gone | Fault::NoAnswer) && !process::is_alive(self.pid) {
            return crate::desktop::act::not_running(self.pid.unsigned_abs());
        }
        fault.during(what)
    }

    fn read(&self, scope: &ReadScope) -> Result<Reading> {
        walk(
            &self.application,
            &mut self.registry(),
            scope.hidden,
            Instant::now() + DEADLINE,
        )
        .map_err(|fault| self.error(fault, "reading the application's tree"))
    }

    fn read_node(&self, key: &str) -> Result<Option<RawNode>> {
        let Some(element) = self.registry().element(key) else {
            return Ok(None);
        };
        match element.limit(CALL_LIMIT).and_then(|()| Reader::new().read(&element)) {
            Ok(mut seen) => {
                key.clone_into(&mut seen.raw.key);
                Ok(Some(seen.raw))
            }
            Err(Fault::Gone) => Ok(None),
            Err(fault) => Err(self.error(fault, "reading the element")),
        }
    }

    fn perform(&self, key: &str, action: &str) -> Result<Performed> {
        let element = self.element(key)?;
        let enabled = element
            .flag(names::ENABLED)
            .map_err(|fault| self.error(fault, "reading the element"))?;
        if enabled == Some(false) {
            return Err(EngineError::new(ErrorKind::NotEnabled, "the element is disabled"));
        }
        match element.perform(action) {
            // An action that opens a modal dialog or a menu keeps the application from answering. The action was
            // carried out; its effect is verified later.
            Ok(()) => Ok(Performed::Done),
            Err(Fault::NoAnswer) => Ok(Performed::Unanswered),
            Err(fault) => Err(self.error(fault, &format!("performing {}", crate::text::quote(action)))),
        }
    }
}

impl MacApp {
    /// An application that has answered at least once.
    pub(crate) fn new(pid: i32, application: Element) -> Self {
        Self {
            core: Arc::new(Core {
                pid,
                application,
                registry: Mutex::default(),
            }),
        }
    }

    /// Runs a call on a blocking thread.
    async fn run<R: Send + 'static>(&self, call: impl FnOnce(&Core) -> Result<R> + Send + 'static) -> Result<R> {
        let core = Arc::clone(&self.core);
        tokio::task::spawn_blocking(move || call(&core)).await.unwrap_or_else(|lost| {
            Err(EngineError::new(ErrorKind::Internal, "a call of accessibility was lost").with_source(lost))
        })
    }
}

#[async_trait]
impl DesktopApp for MacApp {
    fn pid(&self) -> u32 {
        self.core.pid.unsigned_abs()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            native: Method::Ax,
            input: Method::Cgevent,
            pointer: true,
            keyboard: true,
            asks_first: false,
            hit_test: true,
            windows: true,
            pictures: true,
            without_input: "",
        }
    }

    fn is_running(&self) -> bool {
        process::is_alive(self.core.pid)
    }

    fn activity(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    async fn read(&self, scope: &ReadScope) -> Result<Reading> {
        let scope = scope.clone();
        self.run(move |core| core.read(&scope)).await
    }

    async fn read_node(&self, key: &str) -> Result<Option<RawNode>> {
        let key = key.to_owned();
        self.run(move |core| core.read_node(&key)).await
    }

    async fn perform(&self, key: &str, action: &str) -> Result<Performed> {
        let (key, action) = (key.to_owned(), action.to_owned());
        self.run(move |core| core.perform(&key, &action)).await
    }

    async fn set_value(&self, key: &str, value: &NewValue) -> Result<()> {
        let (key, value) = (key.to_owned(), value.clone());
        self.run(move |core| write::value(core, &core.element(&key)?, &value)).await
    }

    async fn focus(&self, key: &str) -> Result<()> {
        let key = key.to_owned();
        self.run(move |core| write::focus(core, &core.element(&key)?)).await
    }

    async fn insert_text(&self, key: &str, text: &str) -> Result<()> {
        let (key, text) = (key.to_owned(), text.to_owned());
        self.run(move |core| write::insert(core, &core.element(&key)?, &text)).await
    }

    async fn scroll(&self, key: &str, direction: ScrollDirection, lines: i32) -> Result<()> {
        let key = key.to_owned();
        self.run(move |core| scroll::by_bar(core, &core.element(&key)?, direction, lines))
            .await
    }

    async fn scroll_into_view(&self, key: &str) -> Result<()> {
        let key = key.to_owned();
        self.run(move |core| scroll::into_view(core, &core.element(&key)?)).await
    }

    async fn hit(&self, key: &str, point: Point) -> Result<Hit> {
        let key = key.to_owned();
        self.run(move |core| front::at(core, &core.element(&key)?, point)).await
    }

    async fn keyboard(&self, key: Option<&str>) -> Result<Hit> {
        let key = key.map(str::to_owned);
        self.run(move |core| {
            let element = key.map(|key| core.element(&key)).transpose()?;
            front::keyboard(core, element.as_ref())
        })
        .await
    }

    async fn raise(&self, key: Option<&str>) -> Result<()> {
        let key = key.map(str::to_owned);
        self.run(move |core| {
            let element = key.map(|key| core.element(&key)).transpose()?;
            front::raise(core, element.as_ref())
        })
        .await
    }

    async fn pointer(&self, steps: &[PointerStep]) -> Result<()> {
        let steps = steps.to_vec();
        self.run(move |core| {
            let window = pointer::place(&steps).and_then(|at| front::window_number_at(core, at));
            pointer::sequence(&steps, window)?.post(core.pid);
            Ok(())
        })
        .await
    }

    async fn press(&self, _: Option<&str>, chord: &Chord) -> Result<()> {
        let chord = chord.clone();
        self.run(move |core| {
            keyboard::chord(&chord)?.post(core.pid);
            Ok(())
        })
        .await
    }

    async fn type_text(&self, _: Option<&str>, text: &str) -> Result<()> {
        let text = text.to_owned();
        self.run(move |core| {
            keyboard::text(&text)?.post(core.pid);
            Ok(())
        })
        .await
    }

    async fn windows(&self) -> Result<Vec<WindowInfo>> {
        self.run(window::list).await
    }

    async fn window_action(&self, window: u64, action: WindowAction) -> Result<()> {
        self.run(move |core| window::act(core, window, action)).await
    }

    async fn picture(&self, window: u64) -> Result<Picture> {
        let bounds = self.run(move |core| window::bounds(core, window)).await?;
        picture::take(window, bounds).await
    }
}
