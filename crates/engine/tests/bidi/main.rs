//! The WebDriver BiDi backend against a real Firefox. A machine without one says so and passes.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod dialogs;
mod files_and_pictures;
mod fixture;
mod frames;
mod input;
mod lifetime;
mod navigation;
mod pages;
