//! The arguments of calls: plain data with defaults.
//!
//! Every struct is made with `default()`, or a constructor if a field is required, and the setters of its
//! fields: `SnapshotOptions::default().find("Sign in").max_lines(20)`.

mod action;
mod by_hand;
mod compare;
mod console;
mod emulate;
mod film;
mod inspect;
mod intercept;
mod network;
mod page_tools;
mod paper;
mod picture;
mod pointer;
mod proxy;
mod reading;
mod session;
mod snapshot;
mod storage;
mod text;
mod touch;
mod trace;
mod transfer;
mod wait;

pub use crate::backend::Navigation;
pub use crate::input::MouseButton;
pub use crate::launch::{BrowserChoice, BrowserKind, Channel, LaunchOptions, Profile};
#[cfg(feature = "relay")]
pub use crate::relay::ExtensionOptions;
pub use action::{
    ActionOptions, ActivatedOptions, ChangesOptions, FillOptions, FormField, PressKeyOptions, ScrollDirection, ScrollOptions,
    TypeOptions,
};
pub use by_hand::UserStepsOptions;
pub use compare::{Area, CompareOptions};
pub use console::{ConsoleOptions, ResourceOptions};
pub use emulate::{
    ColorScheme, Contrast, EmulateOptions, ForcedColors, Geolocation, MediaType, Permission, PermissionState, ReducedMotion,
};
pub use film::{FilmOptions, FilmPartOptions};
pub use inspect::InspectOptions;
pub use intercept::{FailReason, HttpCredentials, NetworkOptions, RequestKind, RouteAction, RouteOptions};
pub use network::{HarOptions, NetworkFilter, NetworkRequestOptions};
pub use page_tools::{PageToolOptions, PageToolsOptions};
pub use paper::{Margins, PaperFormat, PdfOptions};
pub use picture::{PictureView, ScreenshotOptions};
pub use pointer::{
    ClickOptions, DragByOptions, DragOptions, HoverOptions, ModifierKey, Offset, Place, PointOptions, PointerType, Side, Spot,
};
pub use proxy::ProxyOptions;
pub use reading::{ReadContent, ReadFormat, ReadLinks, ReadPageOptions};
pub(crate) use session::Route;
#[cfg(feature = "webdriver")]
pub use session::WebDriverOptions;
pub use session::{AttachOptions, AttachProtocol, HiddenTexts, IsolatedOptions, Recorded, SessionOptions, Viewport};
pub use snapshot::{FindOptions, NodesOptions, SnapshotFormat, SnapshotOptions};
pub use storage::{CookieFilter, StorageStateOptions};
pub use text::{SelectTextOptions, TextSide, TextUnit};
pub use touch::{TouchGesture, TouchOptions};
pub use trace::{StopTraceOptions, TraceOptions};
pub use transfer::{ClipboardOptions, DropOptions, TransferContent};
pub use wait::{DialogOptions, EvaluateOptions, NavigateOptions, WaitOptions};
