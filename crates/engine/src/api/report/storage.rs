//! Cookies, local storage and databases, in the form in which Playwright keeps them in files.

use super::databases::{Database, LeftOut};
use serde::{Deserialize, Serialize};
use std::fmt;

words! {
    /// Whether a cookie goes along with requests from other sites.
    #[derive(Default)]
    pub enum SameSite {
        /// Never.
        Strict = "Strict",
        /// With top-level navigations only.
        #[default]
        Lax = "Lax",
        /// Always.
        None = "None",
    }
}

/// A cookie.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The host that it belongs to; with a leading dot, also the hosts below.
    pub domain: String,
    /// The path that it belongs to.
    pub path: String,
    /// When it expires, in seconds since 1970; -1 for the end of the browser's session.
    pub expires: f64,
    /// Whether scripts cannot read it.
    pub http_only: bool,
    /// Whether it goes along with secure requests only.
    pub secure: bool,
    /// Whether it goes along with requests from other sites.
    pub same_site: SameSite,
}

impl fmt::Debug for Cookie {
    /// Without the value, which may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cookie")
            .field("name", &self.name)
            .field("domain", &self.domain)
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// An entry of a local storage.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StorageItem {
    /// Its key.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl fmt::Debug for StorageItem {
    /// Without the value, which may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StorageItem")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What an origin keeps in the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OriginStorage {
    /// The origin, as in `https://example.org`.
    pub origin: String,
    /// Its local storage.
    pub local_storage: Vec<StorageItem>,
    /// Its databases. Absent if they were not asked for.
    #[serde(default, rename = "indexedDB", skip_serializing_if = "Option::is_none")]
    pub indexed_db: Option<Vec<Database>>,
}

/// Who is logged in where: the cookies of a session, and the storage of some origins.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StorageState {
    /// All cookies.
    pub cookies: Vec<Cookie>,
    /// The storage of origins.
    pub origins: Vec<OriginStorage>,
    /// What could not be saved. Absent if everything could. Loading does not use it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}
