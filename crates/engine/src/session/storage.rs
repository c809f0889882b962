//! Cookies, local storage and databases: who is logged in where.

use super::{Session, cookies};
use crate::api::json::invalid;
use crate::deadline::waiting_for;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{CookieFilter, StorageStateOptions};
use crate::page_script::storage::{self, MOST_BYTES, WriteFailure, Written};
use crate::report::{Cookie, LeftOut, OriginStorage, StorageState};
use crate::text::{quote, shorten};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// What databases get beyond the action timeout: they may hold megabytes.
const FOR_DATABASES: Duration = Duration::from_secs(10);

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
    /// `InvalidInput` for a cookie that the browser would not keep as it is, or did not keep; as [`Session::cookies`].
    pub async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.in_time(async {
            cookies::check(cookies)?;
            let connection = self.storage().await?;
            connection.browser.set_cookies(cookies).await?;
            // A browser may confirm what it does not do.
            if cookies.is_empty() {
                return Ok(());
            }
            cookies::check_kept(cookies, &connection.browser.cookies().await?)
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

    /// The session's cookies, and the storage of origins: of those that the options name, or of the open pages. Their
    /// servers are not asked for anything.
    ///
    /// # Errors
    /// `InvalidInput` for what is no origin of HTTP; as [`Session::cookies`].
    pub async fn storage_state(&self, options: &StorageStateOptions) -> Result<StorageState> {
        let databases = options.indexed_db;
        let extra = if databases { FOR_DATABASES } else { Duration::ZERO };
        self.acting(extra, async {
            let connection = self.storage().await?;
            let wanted = if let Some(origins) = &options.origins {
                origins.iter().map(|text| origin(text)).collect::<Result<Vec<_>>>()?
            } else {
                let pages = connection.browser.pages().await?;
                pages.iter().filter_map(|page| origin_of(&page.url)).collect()
            };
            let script = storage::read(databases)?;
            let mut origins: Vec<OriginStorage> = Vec::new();
            let mut left_out: Vec<LeftOut> = Vec::new();
            for origin in wanted {
                if origins.iter().any(|known| known.origin == origin) {
                    continue;
                }
                let what = format!("the storage of {origin} is being read");
                let answer = waiting_for(what, connection.browser.in_origin(&origin, &script)).await?;
                let kept = storage::kept(&answer)?;
                left_out.extend(kept.left_out);
                origins.push(OriginStorage {
                    origin,
                    local_storage: kept.local_storage,
                    indexed_db: kept.indexed_db,
                });
            }
            // An origin that keeps nothing says nothing.
            origins.retain(|of| !of.local_storage.is_empty() || of.indexed_db.as_ref().is_some_and(|all| !all.is_empty()));
            let cookies = connection.browser.cookies().await?;
            Ok(StorageState {
                cookies,
                origins,
                left_out,
            })
        })
        .await
    }

    /// Adds cookies, entries of local storage and databases to those of the session, in the place of those with the same
    /// names. Open pages use them once they are loaded again. A database is replaced as a whole or not at all.
    ///
    /// # Errors
    /// `InvalidInput` for what is no origin of HTTP, for more than 10 MiB of one origin, and for records that no database
    /// takes; `Interrupted` if a page keeps a database open that has other stores (in Chromium, that page then waits when it
    /// opens the database again, until it is loaded again); as [`Session::set_cookies`].
    pub async fn set_storage_state(&self, state: &StorageState) -> Result<()> {
        let databases = state.origins.iter().any(|of| of.indexed_db.is_some());
        let extra = if databases { FOR_DATABASES } else { Duration::ZERO };
        self.acting(extra, async {
            check(&state.cookies)?;
            let origins = state.origins.iter().map(|of| Ok((origin(&of.origin)?, content(of)?)));
            let origins = origins.collect::<Result<Vec<_>>>()?;
            let origins = origins
                .iter()
                .filter_map(|(origin, content)| Some((origin, content.as_deref()?)));
            let connection = self.storage().await?;
            connection.browser.set_cookies(&state.cookies).await?;
            for (done, (origin, content)) in origins.enumerate() {
                let what = format!("loading the storage of {origin}, after the cookies and {done} origins were loaded");
                let script = storage::write(content)?;
                let answer = waiting_for(what.clone(), connection.browser.in_origin(origin, &script)).await;
                let written = answer.and_then(|answer| storage::written(&answer));
                match written.map_err(|error| error.during(&what))? {
                    Written::Done => {}
                    Written::Failed(failure) => return Err(failed(&failure).during(&what)),
                }
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

/// What an origin gets; nothing if the state has nothing for it.
fn content(of: &OriginStorage) -> Result<Option<String>> {
    if of.local_storage.is_empty() && of.indexed_db.as_ref().is_none_or(Vec::is_empty) {
        return Ok(None);
    }
    let content = storage::content(of)?;
    if content.len() > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(invalid(format!(
            "the state has more than {most} MiB for {}",
            quote(&shorten(&of.origin, 200))
        )));
    }
    Ok(Some(content))
}

fn failed(failure: &WriteFailure) -> EngineError {
    let why = quote(&shorten(&failure.why, 100));
    let what = failure.database.as_ref().map_or_else(
        || "its local storage was not written as a whole".to_owned(),
        |name| format!("its database {} was left as it was", quote(&shorten(name, 100))),
    );
    let context = format!("{what}, after {} databases were loaded: {why}", failure.written);
    if failure.wrong {
        return invalid(context);
    }
    let error = EngineError::new(ErrorKind::Interrupted, context);
    if failure.held {
        error.with_next_step("close the pages of this origin, or load another address in them, and load the state again")
    } else {
        error
    }
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
