//! Everything that crosses from the engine into other languages, defined once.
//!
//! [`options`] is what calls take, [`report`] what they answer, [`interact`] one action by meaning.
//! Their form as JSON ([`json`]) follows from these types; so do the declarations and the checks of
//! `@uipilot/core`, which `scripts/generate-api.mjs` writes from their JSON Schema. [`calls`] is the
//! table of all calls by name, on which bindings are built.

#[macro_use]
mod words;

pub mod calls;
pub mod interact;
pub mod json;
pub mod options;
pub mod report;
#[cfg(feature = "schema")]
pub mod schema;

//mod tests;
