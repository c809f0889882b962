//! What the tests of this crate use besides the public interface. It is not part of that interface and
//! may change in any release.

pub use crate::backend::*;
#[cfg(feature = "desktop")]
pub use crate::desktop::testing as desktop;
#[cfg(feature = "webdriver")]
pub use crate::session::connect_webdriver;

/// Input events, keys and chords.
pub mod input {
    pub use crate::input::*;
}

/// Finds and starts browsers.
pub mod launch {
    pub use crate::launch::*;
}
