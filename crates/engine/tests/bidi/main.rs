//! The WebDriver BiDi backend against a real Firefox.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod dialogs;
mod files_and_pictures;
mod fixture;
mod frames;
mod input;
mod lifetime;
mod navigation;
mod pages;
