//! Cookies, local storage and databases.

use crate::report::Cookie;
use derive_setters::Setters;
use serde::Deserialize;

/// Which cookies. An absent field fits every cookie.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option, into)]
#[non_exhaustive]
pub struct CookieFilter {
    /// Those of this name.
    pub name: Option<String>,
    /// Those of this host and the hosts below it.
    pub domain: Option<String>,
    /// Those of this path.
    pub path: Option<String>,
}

impl CookieFilter {
    pub(crate) fn fits(&self, cookie: &Cookie) -> bool {
        let of = cookie.domain.trim_start_matches('.');
        self.name.as_ref().is_none_or(|name| *name == cookie.name)
            && self.path.as_ref().is_none_or(|path| *path == cookie.path)
            && self.domain.as_deref().is_none_or(|domain| {
                let domain = domain.trim_start_matches('.');
                of.strip_suffix(domain)
                    .is_some_and(|below| below.is_empty() || below.ends_with('.'))
            })
    }
}

/// What a storage state holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option, into)]
#[non_exhaustive]
pub struct StorageStateOptions {
    /// The origins whose storage is read, as in `https://example.org`. Default: those of the open pages.
    pub origins: Option<Vec<String>>,
    /// Whether the databases (IndexedDB) of the origins are read too. Default: false.
    #[serde(rename = "indexedDB")]
    pub indexed_db: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_fits_the_hosts_below_it() {
        let cookie = |domain: &str| Cookie {
            name: "a".into(),
            value: String::new(),
            domain: domain.into(),
            path: "/".into(),
            expires: -1.0,
            http_only: false,
            secure: false,
            same_site: crate::report::SameSite::Lax,
        };
        let filter = CookieFilter::default().domain("example.org");
        for (domain, fits) in [
            ("example.org", true),
            (".example.org", true),
            ("www.example.org", true),
            ("notexample.org", false),
            ("org", false),
        ] {
            assert_eq!(filter.fits(&cookie(domain)), fits, "{domain}");
        }
        assert!(!CookieFilter::default().name("b").fits(&cookie("example.org")));
        assert!(CookieFilter::default().fits(&cookie("example.org")));
    }
}
