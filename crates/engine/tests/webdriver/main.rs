//! WebDriver sessions against real drivers: new and adopted ones, over sockets and by commands alone.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::too_many_lines, missing_docs)]

#[path = "../common/mod.rs"]
mod common;

mod chrome;
mod drive;
mod firefox;
mod fixture;
mod grid;
mod pages;
mod refusals;
