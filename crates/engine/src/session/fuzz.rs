//! Cursors, UIDs and addresses.

use super::address::{self, Allowed};
use super::kept::{Kept, Use};
use crate::endpoint::Endpoint;
use crate::fuzz::{assert_clean, assert_error, assert_line};
use crate::options::SnapshotFormat;
use crate::snapshot::fuzz::{build, read};
use crate::snapshot::{PageRequest, Uid, UidMap};
use std::sync::Arc;
use url::Url;

/// The snapshot that cursors lead into.
const WALK: &str = "doc\thttp://host/\tT\t8\t6\t0\t0\t0\t0\n0\t1\tdocument\t\tT\n1\t2\tform\t\tSign in\n2\t3\ttextbox\ti\tName\n2\t4\tbutton\ti\tGo\n1\t\ttext\t\tFoot";

/// Reads on at a cursor: what is written there, or an error.
pub(crate) fn cursor(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(uid) = text.parse::<Uid>() {
        assert_eq!(uid.to_string(), text);
        assert!(crate::locator::is_uid(&text));
    }
    let mut uids = UidMap::default();
    let Some(snapshot) = read(WALK, None).and_then(|walk| build(walk, None, &mut uids)) else {
        panic!("the walk is well formed")
    };
    let (id, length) = (snapshot.id, snapshot.len());
    let mut kept = Kept::default();
    kept.insert(Use::Page, Arc::new(snapshot));
    let (found, start) = match kept.at_cursor(1, &text) {
        Ok(found) => found,
        Err(error) => return assert_error(&error, &["INVALID_INPUT"]),
    };
    assert_eq!(found.id, id);
    assert_eq!(
        kept.at_cursor(1, &format!("{id}:{start}")).map(|(_, start)| start).ok(),
        Some(start)
    );
    for format in [SnapshotFormat::Text, SnapshotFormat::Json] {
        let request = PageRequest {
            start,
            format,
            ..PageRequest::default()
        };
        match found.write(&request, &mut uids) {
            Ok(page) => {
                assert!(start <= length);
                assert_clean(&page.text);
            }
            Err(error) => {
                assert!(start > length);
                assert_error(&error, &["INVALID_INPUT"]);
            }
        }
    }
}

/// Checks an address that is typed, shown and connected to. In it, `$` stands for a secret.
pub(crate) fn address(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for (files, browser_pages) in [(false, false), (true, false), (false, true), (true, true)] {
        typed(&text, Allowed { files, browser_pages });
    }
    let secret = text.replace('$', "S3CRET");
    let shown = Endpoint::from(secret.as_str()).to_string();
    assert_line(&shown);
    assert!(shown.len() <= 4 * secret.len() + 100);
    let hosts = [secret.trim().to_owned(), format!("http://{}", secret.trim())];
    let in_host = hosts
        .iter()
        .filter_map(|text| Url::parse(text).ok())
        .any(|url| url.host_str().is_some_and(|host| host.contains("S3CRET")) || url.scheme().contains("s3cret"));
    assert!(in_host || !shown.contains("S3CRET"), "{shown}");
}

fn typed(text: &str, allowed: Allowed) {
    let address = match address::parse(text, allowed) {
        Ok(address) => address,
        Err(error) => return assert_error(&error, &["INVALID_INPUT", "URL_NOT_ALLOWED"]),
    };
    assert_line(&address);
    let Ok(url) = Url::parse(&address) else {
        panic!("{address:?} is not an address")
    };
    let last = url.as_str().trim_start_matches("view-source:");
    assert!(allowed.files || !last.starts_with("file:"), "{address}");
    assert!(!last.starts_with("javascript:"), "{address}");
    // What may be opened may be read, apart from the address that only ends a page.
    if url.as_str().trim_end_matches('/') != "chrome://crash"
        && let Err(error) = address::check_shown(&address, allowed)
    {
        panic!("{address} is opened and not shown: {error}");
    }
    assert_eq!(address::parse(&address, allowed).ok().as_deref(), Some(&*address));
}
