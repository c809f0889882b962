//! Films of a session: frames of the page that is current, given to a script of the caller's in a page of its own.
//!
//! In a session with texts or files that no picture may show, a frame of the browser says only that the page has changed. What the film
//! gets is a picture, in which those are painted over.

use super::{Session, lock, refuse_open_dialog};
use crate::action::Target;
use crate::backend::{Browser, DrawnFrame, Workroom};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{FilmOptions, FilmPartOptions, ScreenshotOptions};
use crate::report::FilmPart;
use base64::Engine as _;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// The longer side of a frame in pixels.
const USUAL_SIDE: u32 = 1280;
const SIDES: std::ops::RangeInclusive<u32> = 100..=4000;
/// How long a frame is waited for.
const USUAL_WAIT: Duration = Duration::from_millis(250);
const MOST_WAIT: Duration = Duration::from_secs(5);
/// How long the page of the script may take to open, besides the usual time of a call.
const START_LIMIT: Duration = Duration::from_secs(10);
/// How long a part may take after its frame was waited for, and the end of a film.
const WORK_LIMIT: Duration = Duration::from_secs(20);
/// How often it is looked which page is the current one.
const LOOK: Duration = Duration::from_millis(250);
/// How long a picture in place of a frame may take, and its quality.
const PICTURE_LIMIT: Duration = Duration::from_secs(3);
const QUALITY: u8 = 90;

/// The film of a session, if there is one. Locked while a part of it is made.
pub(super) type Slot = tokio::sync::Mutex<Option<Film>>;

/// A film that is being made. Dropping it ends it, and closes the page of its script.
pub(super) struct Film {
    browser: Arc<dyn Browser>,
    room: Box<dyn Workroom>,
    max_side: u32,
    source: Option<Source>,
    /// Whether the page has changed since the last picture of it.
    owing: bool,
}

/// The page whose frames are taken, until this is dropped.
struct Source(Arc<Target>);

impl Source {
    async fn begin(target: Arc<Target>, max_side: u32) -> Result<Self> {
        let source = Self(target);
        source.0.page.start_frames(max_side).await?;
        Ok(source)
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        self.0.page.stop_frames();
    }
}

/// What a film shows next.
enum Shown {
    /// A JPEG in base64, and when it was drawn, if that was not now.
    Frame(String, Option<f64>),
    /// Nothing, because a text that must not be shown could not be painted over.
    Withheld,
}

impl Session {
    /// Begins a film of the selected page, and of the one that is selected later. `script` is an expression for an object, which
    /// is made in a page of its own in this browser: in a browser context of its own, without a window, and no page of the
    /// session. Its methods answer a text or the promise of one: `begin()`, whose answer this call reports; `frame({data, at})`
    /// for each frame, a JPEG in base64 and when it was drawn in milliseconds since 1970 (null for now); `end()`.
    ///
    /// # Errors
    /// `Unsupported` where the browser does not tell what a page draws (Firefox, WebDriver servers, the user's own tabs);
    /// `InvalidInput` if a film is being made; `Protocol` if the script throws.
    pub async fn start_film(&self, script: &str, options: &FilmOptions) -> Result<FilmPart> {
        self.acting(START_LIMIT, async {
            let max_side = options.max_side.unwrap_or(USUAL_SIDE);
            if !SIDES.contains(&max_side) {
                let what = format!("maxSide is {max_side}, and may be {} to {}", SIDES.start(), SIDES.end());
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
            if self.is_in_tabs() {
                let what = "the user's own tabs are not filmed";
                return Err(EngineError::new(ErrorKind::Unsupported, what));
            }
            let mut slot = self.inner.film.try_lock().map_err(|_| being_made())?;
            if slot.as_ref().is_some_and(|film| film.browser.state().ended().is_none()) {
                return Err(being_made());
            }
            *slot = None;
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            self.bring_forward(&target).await;
            let browser = Arc::clone(&self.connection().await?.browser);
            let source = Source::begin(target, max_side).await.map_err(|error| self.noted(error))?;
            let room = browser.workroom(script).await?;
            let text = room.call("begin", Value::Null).await?;
            *slot = Some(Film {
                browser,
                room,
                max_side,
                source: Some(source),
                owing: false,
            });
            Ok(part(text))
        })
        .await
    }

    /// Gives the script the next frame of the film, if the page draws something else in time. Frames that come while none is
    /// asked for are left out, except the last one.
    ///
    /// # Errors
    /// `InvalidInput` if no film is being made; `SessionEnded`; `Timeout`; `Protocol` and `PageClosed` if the script or its page
    /// has failed. End the film then.
    pub async fn film_part(&self, options: &FilmPartOptions) -> Result<FilmPart> {
        let wait = options.wait.unwrap_or(USUAL_WAIT).min(MOST_WAIT);
        deadline::within(wait + WORK_LIMIT, async {
            self.refuse_closed()?;
            let mut slot = self.inner.film.lock().await;
            let film = slot.as_mut().ok_or_else(no_film)?;
            let ends = Instant::now() + wait;
            loop {
                if let Some(why) = film.browser.state().ended() {
                    let what = format!("the browser ended: {why}");
                    return Err(EngineError::new(ErrorKind::SessionEnded, what));
                }
                self.follow(film).await;
                let left = ends.saturating_duration_since(Instant::now());
                match self.next_shown(film, left.min(LOOK)).await {
                    Some(Shown::Frame(data, at)) => {
                        let text = film.room.call("frame", json!({"data": data, "at": at})).await?;
                        return Ok(part(text));
                    }
                    Some(Shown::Withheld) => {
                        return Ok(FilmPart {
                            withheld: true,
                            ..FilmPart::default()
                        });
                    }
                    None if left.is_zero() => return Ok(FilmPart::default()),
                    None => {}
                }
            }
        })
        .await
    }

    /// Ends the film.
    ///
    /// # Errors
    /// `InvalidInput` if no film is being made; those of [`Session::film_part`], and the film has ended then, too.
    pub async fn stop_film(&self) -> Result<FilmPart> {
        deadline::within(WORK_LIMIT, async {
            let film = self.inner.film.lock().await.take().ok_or_else(no_film)?;
            Ok(part(film.room.call("end", Value::Null).await?))
        })
        .await
    }

    /// Ends the film of a session that is closed. One of which a part is being made ends when the browser does.
    pub(super) fn drop_film(&self) {
        if let Ok(mut slot) = self.inner.film.try_lock() {
            slot.take();
        }
    }

    /// Takes the frames of the page that is current now.
    async fn follow(&self, film: &mut Film) {
        let number = self.page.or_else(|| lock(&self.inner.pages).selected_number());
        let target = number
            .and_then(|number| lock(&self.inner.pages).connected_target(number))
            .filter(|target| target.page.refuse_ended().is_ok());
        let same = match (&film.source, &target) {
            (Some(Source(before)), Some(now)) => Arc::ptr_eq(before, now),
            (None, None) => true,
            _ => false,
        };
        if same {
            return;
        }
        film.source = None;
        film.owing = false;
        if let Some(target) = target {
            // The next part tries again.
            film.source = Source::begin(target, film.max_side).await.ok();
        }
    }

    async fn next_shown(&self, film: &mut Film, limit: Duration) -> Option<Shown> {
        let Some(Source(target)) = &film.source else {
            tokio::time::sleep(limit).await;
            return None;
        };
        let frame = target.page.next_frame(limit).await;
        if !self.hides_from_pictures() {
            let DrawnFrame { data, at, .. } = frame?;
            return Some(Shown::Frame(data, at));
        }
        // One that the browser took holds what must not be seen.
        if frame.is_none() && !film.owing {
            return None;
        }
        let options = ScreenshotOptions::default()
            .jpeg_quality(QUALITY)
            .max_side(film.max_side)
            .aside(true);
        let picture = async {
            refuse_open_dialog(target)?;
            self.capture(target, None, &options).await
        };
        let taken = timeout(deadline::at_most(PICTURE_LIMIT), picture).await;
        film.owing = !matches!(taken, Ok(Ok(_)));
        Some(match taken {
            Ok(Ok(picture)) => Shown::Frame(base64::engine::general_purpose::STANDARD.encode(&*picture.data), None),
            Ok(Err(error)) if *error.kind() == ErrorKind::DialogOpen => return None,
            _ => Shown::Withheld,
        })
    }
}

fn part(text: String) -> FilmPart {
    FilmPart {
        text: Some(text),
        ..FilmPart::default()
    }
}

fn being_made() -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, "a film of this session is being made").with_next_step("end that first")
}

fn no_film() -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, "no film of this session is being made").with_next_step("begin one first")
}
