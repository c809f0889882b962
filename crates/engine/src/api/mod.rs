//! Everything that crosses from the engine into other languages, defined once.
//!
//! [`options`] defines what calls take, [`report`] what they return, and [`interact`] one action by a
//! locator. These types determine the JSON form ([`json`]). `scripts/generate-api.mjs` writes the
//! declarations and the checks of `@uipilot/core` from their JSON Schema. [`calls`] is the table of all
//! calls by name, on which bindings are built.

#[macro_use]
mod words;

pub mod calls;
pub mod interact;
pub mod json;
pub mod options;
pub mod report;
#[cfg(feature = "schema")]
pub mod schema;
