//! Engine.
pub mod backend;
pub mod options;
pub mod report;
pub mod error;
pub mod input;
pub mod launch;
pub mod text;
