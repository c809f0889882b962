//! Node addon.
