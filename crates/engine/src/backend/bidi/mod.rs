//! bidi
