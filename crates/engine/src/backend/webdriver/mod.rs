//! Classic WebDriver.
use super::Browser;
use crate::error::{EngineError, ErrorKind, Result};
use std::sync::Arc;
/// Connects.
#[allow(clippy::unused_async)]
pub async fn connect(_: &str, _: Option<&str>, _: Option<&str>) -> Result<Arc<dyn Browser>> {
    Err(EngineError::new(ErrorKind::Unsupported, "not yet"))
}
