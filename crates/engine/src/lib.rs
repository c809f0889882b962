//! Engine.
pub mod backend;
pub mod error;
pub mod input;
pub mod launch;
pub mod text;
