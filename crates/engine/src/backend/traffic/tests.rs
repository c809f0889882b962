use super::*;
use crate::report::{MessageDirection, RequestType};

fn begun<'a>(key: &'a str, url: &'a str) -> Begun<'a> {
    Begun {
        key,
        via: None,
        page: Some("page".into()),
        frame: None,
        frame_url: "http://a/",
        kind: RequestType::Fetch,
        method: "GET",
        url,
        at: SystemTime::UNIX_EPOCH,
        clock: 1.0,
        initiator: None,
        redirected: false,
    }
}

fn headers(value: &str) -> Vec<NetworkHeader> {
    vec![NetworkHeader {
        name: "x".into(),
        value: value.into(),
    }]
}

#[test]
fn the_oldest_that_have_ended_make_room() {
    let log = Traffic::default();
    log.begin(begun("socket", "ws://a/"), |_| {});
    for number in 0..10_000 {
        let key = number.to_string();
        log.begin(begun(&key, "http://a/"), |_| {});
        log.change(&key, |entry| entry.end(2.0));
    }
    let (kept, forgotten, newest) = log.counts();
    assert_eq!(
        (kept, forgotten, newest),
        (MOST_ENTRIES, 10_001 - MOST_ENTRIES as u64, 10_001)
    );
    log.change("socket", |entry| {
        entry.add_message(MessageDirection::Sent, None, "hello", false);
    });
    assert_eq!(log.get(1).expect("the open one is kept").message_count, 1);
    assert!(log.get(2).is_none());
    assert!(lock(&log.inner).tracks.len() <= MOST_ENTRIES);
}

#[test]
fn no_page_fills_the_memory() {
    let log = Traffic::default();
    let huge = "x".repeat(1 << 20);
    for number in 0..3_000 {
        let key = number.to_string();
        log.begin(begun(&key, &format!("http://a/{huge}")), |entry| {
            entry.set_request_headers((0..300).flat_map(|_| headers(&huge[..2_000])).collect());
            entry.set_post(Some(huge.as_bytes()[..60_000].to_vec()));
        });
        log.extra(&format!("unknown {number}"), Extra::Sent(headers(&huge)));
        for _ in 0..3 {
            log.change(&key, |entry| {
                entry.add_message(MessageDirection::Received, None, &huge, false);
            });
        }
    }
    let inner = lock(&log.inner);
    assert!(inner.bytes <= MOST_BYTES, "{}", inner.bytes);
    let real: usize = inner.entries.values().map(Entry::weight).sum();
    assert_eq!(inner.bytes, real);
    assert!(inner.tracks.len() <= inner.entries.len() + MOST_EARLY);
    let one = inner.entries.values().next_back().expect("kept");
    assert!(one.headers_cut && one.url.len() < 10_000 && one.messages[0].text.len() < 5_000);
    assert_eq!(one.messages[0].size, 1 << 20);
}

#[test]
fn messages_flood_only_their_own_entry() {
    let log = Traffic::default();
    log.begin(begun("socket", "ws://a/"), |_| {});
    for number in 0..5_000 {
        log.change("socket", |entry| {
            entry.add_message(MessageDirection::Received, None, &number.to_string(), false);
        });
    }
    let entry = log.get(1).expect("kept");
    assert_eq!((entry.message_count, entry.messages.len()), (5_000, 200));
    assert_eq!(entry.messages[199].text, "4999");
}

#[test]
fn headers_of_the_network_find_their_hop_in_any_order() {
    let log = Traffic::default();
    // Those of the request come first.
    log.extra("r", Extra::Sent(headers("sent 1")));
    log.begin(begun("r", "http://a/1"), |_| {});
    log.extra("r", Extra::Received(headers("got 1"), Some(302)));
    log.has_extra("r", true);
    log.begin(
        Begun {
            redirected: true,
            ..begun("r", "http://a/2")
        },
        |_| {},
    );
    log.has_extra("r", false);
    log.begin(
        Begun {
            redirected: true,
            ..begun("r", "http://a/3")
        },
        |_| {},
    );
    log.extra("r", Extra::Sent(headers("sent 3")));
    log.change("r", |entry| entry.status = Some(200));
    log.change("r", |entry| entry.end(2.0));
    log.extra("r", Extra::Received(headers("got 3"), Some(304)));
    let told = |number: u64| {
        let entry = log.get(number).expect("kept");
        let value = |headers: &[NetworkHeader]| headers.first().map(|header| header.value.clone());
        (
            value(&entry.request_headers),
            value(&entry.response_headers),
            entry.status,
            entry.redirected_from,
            entry.redirected_to,
        )
    };
    assert_eq!(
        told(1),
        (Some("sent 1".into()), Some("got 1".into()), Some(302), None, Some(2))
    );
    assert_eq!(told(2), (None, None, None, Some(1), Some(3)));
    assert_eq!(
        told(3),
        (Some("sent 3".into()), Some("got 3".into()), Some(304), Some(2), None)
    );
}

#[test]
fn a_second_report_of_a_request_and_what_is_no_traffic_are_not_recorded() {
    let log = Traffic::default();
    log.begin(begun("a", "http://a/"), |_| {});
    log.begin(begun("a", "http://a/"), |_| {});
    log.begin(begun("b", "data:text/plain,x"), |_| {});
    log.begin(begun("c", "chrome://newtab/"), |_| {});
    assert_eq!(log.counts(), (1, 0, 1));
}

#[test]
fn what_a_dead_browser_left_open_has_ended_and_numbers_go_on() {
    let log = Traffic::default();
    log.begin(begun("a", "http://a/"), |_| {});
    log.connect(true);
    let old = log.get(1).expect("kept");
    assert!(old.ended && old.is_past && old.failure.is_some());
    log.begin(begun("a", "http://b/"), |_| {});
    assert_eq!(log.get(2).expect("new").url, "http://b/");
    log.clear(1);
    assert_eq!(log.counts(), (1, 0, 2));
    assert_eq!(log.oldest(), Some(2));
}

#[test]
fn requests_belong_to_the_load_of_their_document() {
    let log = Traffic::default();
    let page = PageId::from("page");
    let document = |key, url| Begun {
        frame: Some("page".into()),
        kind: RequestType::Document,
        ..begun(key, url)
    };
    log.begin(document("d1", "http://a/"), |_| {});
    let committed = || Happening::Committed {
        frame: "page".into(),
        url: String::new(),
        main: true,
    };
    log.happened(&page, &committed());
    log.begin(begun("f1", "http://a/x"), |_| {});
    log.happened(&page, &Happening::DomContentLoaded);
    log.begin(document("d2", "http://b/download"), |_| {});
    // This is of the first document still.
    log.happened(&page, &Happening::Loaded);
    log.happened(&page, &Happening::NavigationAborted { frame: "page".into() });
    log.begin(begun("f2", "http://a/y"), |_| {});
    log.begin(document("d3", "http://b/"), |_| {});
    log.happened(&page, &committed());
    log.begin(begun("f3", "http://b/x"), |_| {});
    let (entries, loads) = log.all();
    let of: Vec<_> = entries.iter().map(|entry| entry.load).collect();
    assert_eq!(of, [Some(1), Some(1), Some(2), Some(1), Some(3), Some(3)]);
    assert_eq!(loads[0].url, "http://a/");
    assert!(loads[0].loaded.is_some() && loads[1].loaded.is_none() && loads[2].loaded.is_none());
}
