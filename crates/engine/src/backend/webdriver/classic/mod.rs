//! A browser that is driven only by WebDriver commands.

mod browser;
mod context;
mod dialog;
mod document;
mod frames;
mod input;
mod navigate;
mod page;
mod paper;
mod picture;
mod script;
mod watch;

pub(super) use browser::ClassicBrowser;
