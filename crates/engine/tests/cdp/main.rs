//! The CDP backend against a real Chromium.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::too_many_lines, clippy::print_stdout, missing_docs)]

#[path = "../common/mod.rs"]
mod common;

mod attaching;
mod dialogs;
mod figures;
mod files_and_pictures;
mod fixture;
mod frames;
mod input;
mod navigation;
mod pages;
