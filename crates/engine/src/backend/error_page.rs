//! Firefox's error page, whose address has the code and the address that could not be loaded.

use crate::error::LoadFailure;
use crate::report::FailedLoad;
use url::form_urlencoded;

/// The failed load that a document shows, from its address; `None` for other documents.
pub(super) fn failed_load(address: &str) -> Option<FailedLoad> {
    let cause = LoadFailure::of_firefox(address)?;
    let query = address.split_once('?')?.1.replace('+', "%2B");
    let url = form_urlencoded::parse(query.as_bytes())
        .find(|(key, _)| key == "u")?
        .1
        .into_owned();
    Some(FailedLoad { url, cause })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_has_the_code_and_what_was_wanted() {
        let address = "about:neterror?e=redirectLoop&u=http%3A//127.0.0.1%3A5/a+b%3Fx%3D1%26y&c=UTF-8&d=Text&a=";
        let failed = failed_load(address).expect("an error page");
        assert_eq!(
            (failed.url.as_str(), failed.cause),
            ("http://127.0.0.1:5/a+b?x=1&y", LoadFailure::RedirectLoop)
        );
        assert_eq!(failed_load("http://127.0.0.1/?e=redirectLoop&u=x"), None);
    }
}
