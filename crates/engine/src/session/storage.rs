//! Cookies and local storage: who is logged in where.

use super::Session;
use crate::api::json::invalid;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{CookieFilter, StorageStateOptions};
use crate::report::{Cookie, OriginStorage, StorageItem, StorageState};
use std::sync::Arc;
use url::Url;

/// The entries of the local storage, as JSON.
const READ: &str = "JSON.stringify(Object.entries(localStorage).map(([name, value]) => ({ name, value })))";

impl Session {
    /// The session's cookies that fit a filter; all of them if it is empty. Partitioned ones, which belong to a site within
    /// another one, are left out.
    ///
    /// # Errors
    /// `Unsupported` in the user's own tabs, and at a WebDriver server whose browser has no socket that can be reached.
    pub async fn cookies(&self, filter: &CookieFilter) -> Result<Vec<Cookie>> {
        self.in_time(async {
            let connection = self.storage().await?;
            fitting(&connection, filter).await
        })
        .await
    }

    /// Sets cookies, in the place of those with the same name, domain and path.
    ///
    /// # Errors
    /// `InvalidInput` for a cookie without a name or domain; as [`Session::cookies`].
    pub async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.in_time(async {
            check(cookies)?;
            self.storage().await?.browser.set_cookies(cookies).await
        })
        .await
    }

    /// Deletes the cookies that fit a filter; all of them if it is empty. Returns how many there were.
    ///
    /// # Errors
    /// As [`Session::cookies`].
    pub async fn delete_cookies(&self, filter: &CookieFilter) -> Result<usize> {
        self.in_time(async {
            let connection = self.storage().await?;
            let cookies = fitting(&connection, filter).await?;
            connection.browser.delete_cookies(&cookies).await?;
            Ok(cookies.len())
        })
        .await
    }

    /// The session's cookies, and the local storage of origins: of those that the options name, or of the open pages.
    /// Their servers are not asked for anything.
    ///
    /// # Errors
    /// `InvalidInput` for what is no origin of HTTP; as [`Session::cookies`].
    pub async fn storage_state(&self, options: &StorageStateOptions) -> Result<StorageState> {
        self.in_time(async {
            let connection = self.storage().await?;
            let wanted = if let Some(origins) = &options.origins {
                origins.iter().map(|text| origin(text)).collect::<Result<Vec<_>>>()?
            } else {
                let pages = connection.browser.pages().await?;
                pages.iter().filter_map(|page| origin_of(&page.url)).collect()
            };
            let mut origins: Vec<OriginStorage> = Vec::new();
            for origin in wanted {
                if origins.iter().any(|known| known.origin == origin) {
                    continue;
                }
                let entries = connection.browser.in_origin(&origin, READ).await?;
                let local_storage: Vec<StorageItem> = serde_json::from_str(&entries).map_err(|error| unreadable(&error))?;
                origins.push(OriginStorage { origin, local_storage });
            }
            // An origin without entries says nothing.
            origins.retain(|origin| !origin.local_storage.is_empty());
            let cookies = connection.browser.cookies().await?;
            Ok(StorageState { cookies, origins })
        })
        .await
    }

    /// Adds cookies and entries of local storage to those of the session, in the place of those with the same names. Open
    /// pages use them once they are loaded again.
    ///
    /// # Errors
    /// `InvalidInput` for what is no origin of HTTP, and as [`Session::set_cookies`].
    pub async fn set_storage_state(&self, state: &StorageState) -> Result<()> {
        self.in_time(async {
            check(&state.cookies)?;
            let origins = state.origins.iter().map(|of| Ok((origin(&of.origin)?, &of.local_storage)));
            let origins = origins.collect::<Result<Vec<_>>>()?;
            let connection = self.storage().await?;
            connection.browser.set_cookies(&state.cookies).await?;
            for (done, (origin, entries)) in origins.iter().enumerate().filter(|(_, of)| !of.1.is_empty()) {
                let entries = serde_json::to_string(entries).map_err(|error| unreadable(&error))?;
                let write = format!("({entries}.forEach(({{ name, value }}) => localStorage.setItem(name, value)), 'done')");
                let what = format!("loading the local storage of {origin}, after the cookies and {done} origins were loaded");
                let written = connection.browser.in_origin(origin, &write).await;
                written.map_err(|error| error.during(&what))?;
            }
            Ok(())
        })
        .await
    }

    /// The connection, unless its browser is the one that the user lends out tab by tab.
    async fn storage(&self) -> Result<Arc<super::Connection>> {
        #[cfg(feature = "relay")]
        if self.inner.options.extension.is_some() {
            let what = "the cookies and the storage of the user's own browser are the user's, and are not touched";
            return Err(EngineError::new(ErrorKind::Unsupported, what));
        }
        self.connection().await
    }
}

async fn fitting(connection: &super::Connection, filter: &CookieFilter) -> Result<Vec<Cookie>> {
    let mut cookies = connection.browser.cookies().await?;
    cookies.retain(|cookie| filter.fits(cookie));
    Ok(cookies)
}

fn check(cookies: &[Cookie]) -> Result<()> {
    match cookies
        .iter()
        .find(|cookie| cookie.name.is_empty() || cookie.domain.is_empty())
    {
        Some(cookie) => Err(invalid(format!(
            "a cookie needs a name and a domain, got the name {:?} and the domain {:?}",
            cookie.name, cookie.domain
        ))),
        None => Ok(()),
    }
}

/// The origin that a text is, without a slash at its end.
fn origin(text: &str) -> Result<String> {
    let found = origin_of(text).filter(|origin| text.trim_end_matches('/') == *origin);
    found.ok_or_else(|| {
        invalid(format!(
            "an origin is like https://example.org or http://localhost:8080, got {text:?}"
        ))
    })
}

/// The origin of an address of HTTP.
fn origin_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

fn unreadable(error: &serde_json::Error) -> EngineError {
    EngineError::new(ErrorKind::Protocol, format!("the local storage could not be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_no_path() {
        for good in ["https://example.org", "http://localhost:8080", "http://[::1]:8080"] {
            assert_eq!(origin(good).ok().as_deref(), Some(good));
            assert_eq!(origin(&format!("{good}/")).ok().as_deref(), Some(good));
        }
        for bad in [
            "",
            "example.org",
            "https://example.org/a",
            "file:///etc",
            "https://user@example.org",
            "javascript:0",
        ] {
            let refused = origin(bad).expect_err(bad);
            assert_eq!(*refused.kind(), ErrorKind::InvalidInput, "{bad}");
        }
        assert_eq!(
            origin_of("https://example.org:443/a?b#c").as_deref(),
            Some("https://example.org")
        );
        assert_eq!(origin_of("about:blank"), None);
    }
}
