//! Pictures as pixels: decode, scale, draw, encode. No I/O.
//!
//! Without the feature `pictures` nothing is decoded or drawn: a picture stays as the browser encodes it.

#[cfg(feature = "pictures")]
mod codec;
#[cfg(feature = "pictures")]
mod compare;
#[cfg(feature = "pictures")]
mod cover;
#[cfg(feature = "pictures")]
mod marks;
#[cfg(feature = "pictures")]
#[cfg_attr(
    not(feature = "desktop"),
    allow(unreachable_pub, reason = "only `desktop` shows it to callers")
)]
mod pixels;

#[cfg(feature = "pictures")]
pub(crate) use codec::{read, read_given, width, write};
#[cfg(feature = "pictures")]
pub(crate) use compare::{Changed, Difference, compare};
#[cfg(feature = "pictures")]
pub(crate) use cover::cover;
#[cfg(feature = "pictures")]
pub(crate) use marks::{Mark, draw};
#[cfg(feature = "pictures")]
#[cfg_attr(
    not(feature = "desktop"),
    allow(unreachable_pub, reason = "only `desktop` shows it to callers")
)]
pub use pixels::Pixels;

/// JPEG qualities to try in order if a picture exceeds the size limit.
pub(crate) const QUALITIES: [u8; 3] = [80, 55, 30];
