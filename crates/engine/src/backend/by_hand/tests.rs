use super::*;

fn lasting(id: u32) -> serde_json::Value {
    json!({"state": "lasting", "doc": "d", "id": id, "role": "textbox", "name": "Name", "tag": "input", "type": "text",
        "secret": false, "text": "", "path": ["input"], "closed": false,
        "ways": [{"steps": [{"by": "role", "value": "textbox", "name": "Name", "exact": true}]}],
        "native": {"using": "css", "value": "input"}})
}

fn watched() -> (HandLog, PageId, PageState) {
    let log = HandLog::default();
    log.set(Some("data-testid"));
    (log, "page".into(), PageState::default())
}

fn tell(log: &HandLog, page: &PageId, state: &PageState, message: &serde_json::Value) {
    log.told(page, state, "page".into(), &message.to_string(), None);
}

async fn deeds(log: &HandLog) -> Vec<(UserDeed, Message)> {
    let Since { entries, .. } = log.since(0, Duration::ZERO).await;
    let told = entries.into_iter().filter_map(|entry| match entry.what {
        What::Message(deed, message) => Some((deed, *message)),
        _ => None,
    });
    told.collect()
}

#[tokio::test]
async fn what_is_typed_into_one_field_is_one_entry() {
    let (log, page, state) = watched();
    let fill = |id, text| json!({"kind": "fill", "top": true, "target": lasting(id), "text": text});
    for (id, text) in [(1, "A"), (1, "Ad"), (1, "Ada"), (2, "B"), (1, "Adam")] {
        tell(&log, &page, &state, &fill(id, text));
    }
    let texts: Vec<_> = deeds(&log).await.into_iter().filter_map(|(_, told)| told.text).collect();
    assert_eq!(texts, ["Ada", "B", "Adam"]);
    let Since { entries, last, lost } = log.since(3, Duration::ZERO).await;
    assert_eq!((entries.len(), last, lost), (2, 5, 0));
}

#[tokio::test]
async fn a_flood_is_bounded_and_counted() {
    let (log, page, state) = watched();
    for key in 0..MOST + 10 {
        tell(
            &log,
            &page,
            &state,
            &json!({"kind": "press", "top": true, "key": key.to_string(), "lost": 2}),
        );
    }
    log.told(
        &page,
        &state,
        "page".into(),
        &format!("\"{}\"", "x".repeat(MOST_MESSAGE)),
        None,
    );
    tell(&log, &page, &state, &json!({"kind": "press", "key": 7}));
    let Since { entries, lost, .. } = log.since(0, Duration::ZERO).await;
    assert_eq!(entries.len(), MOST);
    assert_eq!(lost, 10 + 2 * (MOST as u64 + 10) + 2);
}

#[tokio::test(start_paused = true)]
async fn what_our_input_causes_is_left_out() {
    let (log, page, state) = watched();
    let click = json!({"kind": "click", "top": true, "target": lasting(1), "count": 1, "button": "left"});
    let ours = state.own.begin();
    tell(&log, &page, &state, &click);
    drop(ours);
    tell(&log, &page, &state, &click);
    drop(state.own.navigates());
    let document = json!({"kind": "document", "top": true, "fresh": true, "url": "http://a/", "way": "navigate"});
    tell(&log, &page, &state, &document);
    assert_eq!(deeds(&log).await.len(), 0);
    tokio::time::advance(ECHO * 2).await;
    tell(&log, &page, &state, &click);
    tell(&log, &page, &state, &document);
    let told: Vec<_> = deeds(&log).await.into_iter().map(|(deed, _)| deed).collect();
    assert_eq!(told, [UserDeed::Click, UserDeed::Document]);
}

#[tokio::test]
async fn whether_the_page_asked_for_a_document_is_told_as_far_as_it_is_known() {
    let (log, page, state) = watched();
    let document = json!({"kind": "document", "top": true, "fresh": true, "url": "http://a/"});
    tell(&log, &page, &state, &document);
    for away in [true, false] {
        tell(&log, &page, &state, &json!({"kind": "left", "top": true, "away": away}));
        tell(&log, &page, &state, &document);
    }
    log.told(&page, &state, "page".into(), &document.to_string(), Some(false));
    // One that was there before, and one of a frame.
    tell(
        &log,
        &page,
        &state,
        &json!({"kind": "document", "top": true, "url": "http://a/"}),
    );
    tell(
        &log,
        &page,
        &state,
        &json!({"kind": "document", "fresh": true, "url": "http://a/"}),
    );
    // The browser began to load one for no reason in the page, and one after a click.
    log.leaves(&page, &state);
    tell(&log, &page, &state, &document);
    tell(&log, &page, &state, &json!({"kind": "left", "top": true, "away": true}));
    tell(
        &log,
        &page,
        &state,
        &json!({"kind": "click", "top": true, "target": lasting(1)}),
    );
    log.leaves(&page, &state);
    tell(&log, &page, &state, &document);
    let told = deeds(&log).await.into_iter();
    let told = told.filter(|(deed, _)| *deed == UserDeed::Document);
    let asked: Vec<_> = told.map(|(_, told)| told.from_page).collect();
    assert_eq!(asked, [None, Some(false), Some(true), Some(false), Some(false), Some(true)]);
}

#[tokio::test]
async fn waiting_ends_with_the_browser_and_what_was_told_stays() {
    let browser = crate::backend::BrowserState::default();
    browser.hands.set(Some("data-testid"));
    let (page, state) = (PageId::from("page"), PageState::default());
    let waiting = browser.hands.since(0, Duration::from_mins(1));
    let ending = async {
        tokio::task::yield_now().await;
        browser.set_ended("killed");
    };
    let (Since { entries, .. }, ()) = tokio::time::timeout(Duration::from_secs(5), async { tokio::join!(waiting, ending) })
        .await
        .expect("the wait ends");
    assert_eq!(entries.len(), 0);
    tell(
        &browser.hands,
        &page,
        &state,
        &json!({"kind": "press", "top": true, "key": "a"}),
    );
    assert_eq!(browser.hands.since(0, Duration::ZERO).await.entries.len(), 1);
}
