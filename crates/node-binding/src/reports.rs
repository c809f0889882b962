//! What the session and its pages answer, as JavaScript sees it.

use napi::bindgen_prelude::Buffer;
use napi_derive::napi;
use std::time::Duration;
use uipilot_engine::report as engine;

/// Milliseconds of a duration.
pub(crate) fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// A count as JavaScript sees it. None of ours comes near the limit.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn count(number: usize) -> f64 {
    number as f64
}

/// What the session is connected to.
#[napi(object, object_from_js = false)]
pub struct BrowserInfo {
    /// Product and version.
    pub product: String,
    /// The protocol in use.
    #[napi(ts_type = "'cdp' | 'bidi' | 'webdriver'")]
    pub protocol: String,
    /// The browser's process, where we started it.
    pub pid: Option<u32>,
}

impl From<engine::BrowserInfo> for BrowserInfo {
    fn from(info: engine::BrowserInfo) -> Self {
        Self {
            product: info.product,
            protocol: info.protocol.name().to_owned(),
            pid: info.pid,
        }
    }
}

/// A JavaScript dialog. Its texts are the page's: quote them before showing them.
#[napi(object, object_from_js = false)]
pub struct DialogInfo {
    /// Which of the four.
    #[napi(ts_type = "'alert' | 'confirm' | 'prompt' | 'beforeunload'")]
    pub kind: String,
    /// Its text.
    pub message: String,
    /// What a prompt offers as its answer.
    pub default_text: Option<String>,
}

impl From<engine::DialogInfo> for DialogInfo {
    fn from(dialog: engine::DialogInfo) -> Self {
        Self {
            kind: dialog.kind.name().to_owned(),
            message: dialog.message,
            default_text: dialog.default_text,
        }
    }
}

/// A page of the session. Its texts are the page's: quote them before showing them.
#[napi(object, object_from_js = false)]
pub struct PageInfo {
    /// The page's number, never given to another page of the session.
    pub page: u32,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Whether calls that name no page go to this one.
    pub selected: bool,
    /// The dialog that is open in it.
    pub dialog: Option<DialogInfo>,
}

impl From<engine::PageInfo> for PageInfo {
    fn from(page: engine::PageInfo) -> Self {
        Self {
            page: page.page,
            url: page.url,
            title: page.title,
            selected: page.selected,
            dialog: page.dialog.map(Into::into),
        }
    }
}

/// A page that an action opened.
#[napi(object, object_from_js = false)]
pub struct OpenedPage {
    /// Its number.
    pub page: u32,
    /// Its address, if known yet; else empty.
    pub url: String,
}

/// A download that an action began.
#[napi(object, object_from_js = false)]
pub struct Download {
    /// The suggested file name, as the server gave it.
    pub name: String,
    /// Where the file is, once it is there.
    pub path: Option<String>,
    /// Whether it has ended; without `path` it failed.
    pub finished: bool,
}

/// A download of the browser, as far as it has come.
#[napi(object, object_from_js = false)]
pub struct DownloadInfo {
    /// The suggested file name, as the server gave it.
    pub name: String,
    /// How far it has come.
    #[napi(ts_type = "'running' | 'finished' | 'failed'")]
    pub state: String,
    /// Where the file is, once it is there.
    pub path: Option<String>,
    /// Its size in bytes, or what has come of it; where that is known.
    pub size: Option<f64>,
}

impl From<engine::DownloadInfo> for DownloadInfo {
    fn from(download: engine::DownloadInfo) -> Self {
        Self {
            name: download.name,
            state: download.state.name().to_owned(),
            path: download.path,
            size: download.size.map(|bytes| count(usize::try_from(bytes).unwrap_or(usize::MAX))),
        }
    }
}

/// What happened beside the thing that was asked for.
#[napi(object, object_from_js = false)]
pub struct Effects {
    /// The main frame shows another document or address now: its address.
    pub navigated_to: Option<String>,
    /// Pages that were opened.
    pub opened: Vec<OpenedPage>,
    /// The dialog that is open now.
    pub dialog: Option<DialogInfo>,
    /// Downloads that began.
    pub downloads: Vec<Download>,
    /// Plain sentences about the session, for example that the browser had to be started again.
    pub notices: Vec<String>,
}

impl From<engine::Effects> for Effects {
    fn from(effects: engine::Effects) -> Self {
        let opened = effects.opened.into_iter().map(|opened| OpenedPage {
            page: opened.page,
            url: opened.url,
        });
        let downloads = effects.downloads.into_iter().map(|download| Download {
            name: download.name,
            path: download.path,
            finished: download.finished,
        });
        Self {
            navigated_to: effects.navigated_to,
            opened: opened.collect(),
            dialog: effects.dialog.map(Into::into),
            downloads: downloads.collect(),
            notices: effects.notices,
        }
    }
}

/// The answer to a navigation.
#[napi(object, object_from_js = false)]
pub struct NavigationReport {
    /// The page's number.
    pub page: u32,
    /// The address now.
    pub url: String,
    /// The title now.
    pub title: String,
    /// How far it had loaded when the call returned: `committed` means that the document was
    /// still being parsed.
    #[napi(ts_type = "'committed' | 'domcontentloaded' | 'load'")]
    pub load_state: String,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    pub duration_ms: f64,
}

impl From<engine::NavigationReport> for NavigationReport {
    fn from(report: engine::NavigationReport) -> Self {
        Self {
            page: report.page,
            url: report.url,
            title: report.title,
            load_state: report.load_state.name().to_owned(),
            effects: report.effects.into(),
            duration_ms: ms(report.duration),
        }
    }
}

/// What has changed between two snapshots, counted in lines.
#[napi(object, object_from_js = false)]
pub struct Changes {
    /// Number of the earlier snapshot.
    pub since: u32,
    /// Lines that were not there.
    pub added: f64,
    /// Lines that are gone.
    pub removed: f64,
    /// Lines of elements, or texts, that read otherwise.
    pub changed: f64,
}

impl From<engine::Changes> for Changes {
    fn from(changes: engine::Changes) -> Self {
        Self {
            since: changes.since,
            added: count(changes.added),
            removed: count(changes.removed),
            changed: count(changes.changed),
        }
    }
}

/// What was found.
#[napi(object, object_from_js = false)]
pub struct FindReport {
    /// Number of the snapshot that was searched.
    pub snapshot_id: u32,
    /// The page's number.
    pub page: u32,
    /// How many hits there are, and those given, each below its nearest named ancestor. Hits are
    /// marked with `*`.
    pub text: String,
    /// All hits there are.
    pub total: f64,
    /// Hits given.
    pub shown: f64,
    /// Pass as `cursor` to go on; absent when nothing is left.
    pub cursor: Option<String>,
    /// Frames that could not be read, and so were not searched.
    pub frames_left_out: f64,
    /// What else is to be said.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    pub duration_ms: f64,
}

impl From<engine::FindReport> for FindReport {
    fn from(report: engine::FindReport) -> Self {
        Self {
            snapshot_id: report.snapshot_id,
            page: report.page,
            text: report.text,
            total: count(report.total),
            shown: count(report.shown),
            cursor: report.cursor,
            frames_left_out: count(report.frames_left_out),
            effects: report.effects.into(),
            duration_ms: ms(report.duration),
        }
    }
}

/// A snapshot.
#[napi(object, object_from_js = false)]
pub struct SnapshotReport {
    /// Number of the snapshot in this session: the first part of the UIDs that are new in it.
    pub snapshot_id: u32,
    /// The page's number.
    pub page: u32,
    /// The tree, with the page's text quoted; if it was cut, its last line says what was left out
    /// and how to get it.
    pub text: String,
    /// What has changed, where that was asked for and the text says only that.
    pub changes: Option<Changes>,
    /// Lines of the whole tree (after `find`).
    pub total_lines: f64,
    /// Lines given.
    pub shown_lines: f64,
    /// Pass as `cursor` to go on; absent when nothing is left.
    pub cursor: Option<String>,
    /// Frames that could not be read: they navigated away or crashed meanwhile.
    pub frames_left_out: f64,
    /// What else is to be said.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    pub duration_ms: f64,
}

impl From<engine::SnapshotReport> for SnapshotReport {
    fn from(report: engine::SnapshotReport) -> Self {
        Self {
            snapshot_id: report.snapshot_id,
            page: report.page,
            text: report.text,
            changes: report.changes.map(Into::into),
            total_lines: count(report.total_lines),
            shown_lines: count(report.shown_lines),
            cursor: report.cursor,
            frames_left_out: count(report.frames_left_out),
            effects: report.effects.into(),
            duration_ms: ms(report.duration),
        }
    }
}

/// A path to an element in CSS selectors.
#[napi(object, object_from_js = false)]
pub struct SelectorReport {
    /// The path as one string: a plain selector where the element is in the main frame and in no
    /// shadow tree; else steps joined with ` >>> ` (into a shadow tree) and ` >>frame>> ` (into a
    /// frame).
    pub selector: String,
    /// Selectors of the frame owners on the way, outermost first, each a path through shadow
    /// trees.
    pub frames: Vec<Vec<String>>,
    /// The path inside the last frame: one selector a shadow tree, outermost first.
    pub path: Vec<String>,
}

impl From<engine::SelectorReport> for SelectorReport {
    fn from(report: engine::SelectorReport) -> Self {
        Self {
            selector: report.selector,
            frames: report.frames,
            path: report.path,
        }
    }
}

/// A number on a picture.
#[napi(object, object_from_js = false)]
pub struct PictureMark {
    /// The number, from 1.
    pub number: u32,
    /// The node's UID.
    pub uid: String,
    /// The node, quoted: `button "Save"`.
    pub target: String,
}

impl From<engine::PictureMark> for PictureMark {
    fn from(mark: engine::PictureMark) -> Self {
        Self {
            number: mark.number,
            uid: mark.uid,
            target: mark.target,
        }
    }
}

/// A picture.
#[napi(object, object_from_js = false)]
pub struct ScreenshotReport {
    /// The encoded bytes.
    pub data: Buffer,
    /// How they are encoded.
    #[napi(ts_type = "'image/png' | 'image/jpeg'")]
    pub mime_type: String,
    /// Width of the captured area in CSS pixels.
    pub width: f64,
    /// Height of the captured area in CSS pixels.
    pub height: f64,
    /// Output pixels for a CSS pixel.
    pub scale: f64,
    /// Whether something was cut off to keep within the limits.
    pub cut: bool,
    /// What the numbers on it mean.
    pub marks: Vec<PictureMark>,
    /// Nodes that were not marked because there are too many.
    pub marks_left_out: f64,
    /// What else happened.
    pub effects: Effects,
}

impl From<engine::ScreenshotReport> for ScreenshotReport {
    fn from(report: engine::ScreenshotReport) -> Self {
        Self {
            data: report.data.into(),
            mime_type: report.mime_type.to_owned(),
            width: report.width,
            height: report.height,
            scale: report.scale,
            cut: report.cut,
            marks: report.marks.into_iter().map(Into::into).collect(),
            marks_left_out: count(report.marks_left_out),
            effects: report.effects.into(),
        }
    }
}

/// The answer to a wait that was met.
#[napi(object, object_from_js = false)]
pub struct WaitReport {
    /// How long it took, in milliseconds.
    pub waited_ms: f64,
    /// The address now.
    pub url: String,
    /// What else happened.
    pub effects: Effects,
}

impl From<engine::WaitReport> for WaitReport {
    fn from(report: engine::WaitReport) -> Self {
        Self {
            waited_ms: ms(report.waited),
            url: report.url,
            effects: report.effects.into(),
        }
    }
}
