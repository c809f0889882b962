//! The reports of calls: plain data, the same in every language.
//!
//! Strings from a page are unchanged, including control characters: quote them with [`crate::text::quote`]
//! before they enter a text. Exceptions are the texts of snapshots and the fields named `target`, which are
//! quoted already.

mod action;
mod by_hand;
mod clipboard;
mod compare;
mod console;
mod coverage;
mod databases;
mod element;
mod emulate;
mod film;
mod inspect;
mod intercept;
mod locator;
mod network;
mod nodes;
mod page;
mod page_tools;
mod paper;
mod picture;
mod reading;
mod snapshot;
mod storage;
mod trace;

pub use crate::backend::console::{ConsoleLevel, ConsoleSource};
pub use crate::backend::{DialogKind, Protocol};
pub use crate::error::LoadFailure;
#[cfg(feature = "relay")]
pub use crate::relay::{ConnectedBrowser, ExtensionStatus};
pub use action::{
    ActionReport, ChangesReport, EvaluateReport, FormReport, RecentAction, ScrollPosition, ScrollReport, WaitReport, WheelReport,
};
pub use by_hand::{UserDeed, UserPoint, UserStep, UserStepsReport};
pub use clipboard::{ClipboardFile, ClipboardReport, ClipboardText};
pub use compare::{ChangedBox, ChangedElement, CompareReport, ComparedSize};
pub use console::{ConsoleErrors, ConsoleFrame, ConsoleMessage, ConsoleReport, ConsoleWorker, ResourceReport};
pub use coverage::{CoverageKind, CoverageReport, CoveredFile};
pub use databases::{Database, DatabaseIndex, DatabaseRecord, JsonText, LeftOut, ObjectStore};
pub use element::{
    Activated, ActivatedByKey, ActivatedControl, BoundingBox, CountReport, Described, SelectorReport, States, TextReport,
};
pub use emulate::{EmulateReport, Emulation};
pub use film::FilmPart;
pub use inspect::{InspectReport, InspectedElement, InspectedFrame};
pub use intercept::RouteInfo;
pub use locator::{LocatorReport, LocatorStep, NativeLocator, WrittenLocator};
pub use network::{
    BodyOf, HarReport, MessageDirection, NetworkBody, NetworkDetail, NetworkHeader, NetworkInitiator, NetworkList,
    NetworkMessage, NetworkRequest, NetworkTimings, RequestType, ResponseSource,
};
pub use nodes::{NodesReport, SnapshotNode};
pub use page::{
    Arrival, BrowserInfo, DialogInfo, Download, DownloadInfo, DownloadState, Effects, FailedLoad, FileChooserInfo, LoadState,
    NavigationReport, Omitted, OpenedPage, PageInfo, PendingNavigation,
};
pub use page_tools::{PageTool, PageToolReport, PageToolsReport};
pub use paper::PdfReport;
pub use picture::{Bytes, LocatedElement, PictureMark, ScreenshotReport};
pub use reading::{PageFileReport, PageHeading, ReadPageReport};
pub use snapshot::{Changes, FindReport, SnapshotReport};
pub use storage::{Cookie, OriginStorage, SameSite, StorageItem, StorageState};
pub use trace::{TracePart, TraceReport};
