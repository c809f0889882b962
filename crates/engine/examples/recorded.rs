//! Recorded by uipilot 0.0.0 in "a browser", 1970-01-01 00:00 UTC.
#![allow(unused, clippy::all, clippy::pedantic, reason = "written by a program")]

use uipilot_engine::locator::{By, Within};
use uipilot_engine::options::{BrowserChoice, BrowserKind, LaunchOptions};
use uipilot_engine::{
    ActionOptions, ClickOptions, EngineError, ErrorKind, InteractAction, InteractOptions, InteractRequest, InteractTarget,
    Locator, ModifierKey, MouseButton, NavigateOptions, Navigation, Result, Session, SessionOptions, Spot, TypeOptions,
    WaitOptions,
};

#[tokio::main]
async fn main() -> Result<()> {
    // UIPILOT_BROWSER names another browser, such as chromium, chrome-beta or firefox.
    let browser = std::env::var("UIPILOT_BROWSER").unwrap_or_else(|_| "chromium".into());
    let (kind, channel) = BrowserKind::parse(&browser)?;
    let launch = LaunchOptions::default().browser(BrowserChoice { kind, channel });
    let session = Session::open(SessionOptions::default().launch(launch))?;
    let result = recorded(&session).await;
    session.close().await;
    result
}

async fn recorded(session: &Session) -> Result<()> {
    let page1 = session.new_page("data:text/html,<h1>Shop</h1>").await?.page;
    session
        .navigate(
            Navigation::To("data:text/html,<h1>Shop</h1>".into()),
            &NavigateOptions::default(),
        )
        .await?;
    session.navigate(Navigation::Back, &NavigateOptions::default()).await?;
    session.navigate(Navigation::Forward, &NavigateOptions::default()).await?;
    session.navigate(Navigation::Reload, &NavigateOptions::default()).await?;
    session.resize_page(900, 700).await?;
    let before = numbers(session).await?;
    session
        .interact(&InteractRequest::new(InteractAction::Click).target(InteractTarget::Locator(
            Locator::of("button").by(By::Role).name("Save").exact(true),
        )))
        .await?;
    answer(
        session,
        Some("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}"),
        true,
        Some("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}"),
    )
    .await?;
    answer(session, Some("Sure?"), false, None).await?;
    let page2 = opened(session, &before, 0).await?;
    let page3 = opened(session, &before, 1).await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::DoubleClick).target(InteractTarget::Locator(
                Locator::of("button").by(By::Role).name("Save").exact(true),
            )),
        )
        .await?;
    session
        .click(
            &uid(session, Locator::of("button").by(By::Role).name("Save").exact(true)).await?,
            &ClickOptions::default()
                .button(MouseButton::Left)
                .click_count(3)
                .at(Spot::pixels(4.0, 2.5))
                .modifiers(vec![ModifierKey::Shift]),
        )
        .await?;
    session
        .click(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &ClickOptions::default().button(MouseButton::Middle).click_count(1),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::PressAndHold)
                .target(InteractTarget::Locator(Locator::of("#a").by(By::Css)))
                .value("700"),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Hover)
                .target(InteractTarget::Locator(Locator::of("#a").by(By::Css)))
                .options(InteractOptions::default().at(Spot::pixels(3.0, 3.0))),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Focus).target(InteractTarget::Locator(
                Locator::of("\"Name\"")
                    .by(By::Label)
                    .exact(true)
                    .within(Within::parse("form \"Order\""))
                    .frame_selector("#shop"),
            )),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Type)
                .target(InteractTarget::Locator(
                    Locator::of("\"Name\"")
                        .by(By::Label)
                        .exact(true)
                        .within(Within::parse("form \"Order\""))
                        .frame_selector("#shop"),
                ))
                .value("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}"),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Type)
                .target(InteractTarget::Locator(
                    Locator::of("\"Name\"")
                        .by(By::Label)
                        .exact(true)
                        .within(Within::parse("form \"Order\""))
                        .frame_selector("#shop"),
                ))
                .value(&env("SHOP_PASSWORD")?),
        )
        .await?;
    session
        .interact(&InteractRequest::new(InteractAction::Check).target(InteractTarget::Locator(
            Locator::of("button").by(By::Role).name("Save").exact(true),
        )))
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Select)
                .target(InteractTarget::Locator(
                    Locator::of("button").by(By::Role).name("Save").exact(true),
                ))
                .value("Red"),
        )
        .await?;
    session
        .select_option(
            &uid(session, Locator::of("button").by(By::Role).name("Save").exact(true)).await?,
            &["Red".into(), "Blue".into()],
            &ActionOptions::default(),
        )
        .await?;
    session
        .type_text(
            "abc",
            &TypeOptions::default().uid(
                uid(
                    session,
                    Locator::of("\"Name\"")
                        .by(By::Label)
                        .exact(true)
                        .within(Within::parse("form \"Order\""))
                        .frame_selector("#shop"),
                )
                .await?,
            ),
        )
        .await?;
    session.type_text("abc", &TypeOptions::default()).await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Keypress)
                .target(InteractTarget::Locator(
                    Locator::of("\"Name\"")
                        .by(By::Label)
                        .exact(true)
                        .within(Within::parse("form \"Order\""))
                        .frame_selector("#shop"),
                ))
                .value("Control+A"),
        )
        .await?;
    session
        .interact(&InteractRequest::new(InteractAction::Keypress).value("Enter"))
        .await?;
    // Left out: "\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}"
    session.wait_for(&WaitOptions::default().url("https://shop.example/")).await?;
    session.wait_for(&WaitOptions::default().url("/done")).await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::WaitForSelector).target(InteractTarget::Locator(
                Locator::of("button").by(By::Role).name("Save").exact(true),
            )),
        )
        .await?;
    says(
        session,
        Locator::of("button").by(By::Role).name("Save").exact(true),
        "\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}",
    )
    .await?;
    holds(
        session,
        Locator::of("#a").by(By::Css),
        "\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}",
    )
    .await?;
    checked(session, Locator::of("#a").by(By::Css), true).await?;
    checked(session, Locator::of("#a").by(By::Css), false).await?;
    counts(session, Locator::of(".row").by(By::Css), 3).await?;
    counts(session, Locator::of("row").by(By::Role), 3).await?;
    counts(session, Locator::of("a\"b").by(By::TestId), 3).await?;
    counts(session, Locator::of("\"Row\"").by(By::Text).exact(true), 3).await?;
    session
        .wait_for(&WaitOptions::default().function("document.title === 'x'"))
        .await?;
    session.wait_for(&WaitOptions::default().text("Thank you")).await?;
    session.wait_for(&WaitOptions::default().text_gone("Loading")).await?;
    session.wait_for(&WaitOptions::default().selector("#done")).await?;
    session.select_page(page2).await?;
    session.close_page(page2).await?;
    session.select_page(page3).await?;
    session
        .interact(&InteractRequest::new(InteractAction::Click).target(InteractTarget::Locator(
            Locator::of("button").by(By::Role).name("Save").exact(true),
        )))
        .await?;
    Ok(())
}

/// Answers the dialog that is open, or comes, if it says what it should.
async fn answer(session: &Session, message: Option<&str>, accept: bool, text: Option<&str>) -> Result<()> {
    let began = std::time::Instant::now();
    loop {
        let pages = session.pages().await?;
        let open = pages.iter().find(|page| page.selected).and_then(|page| page.dialog.as_ref());
        let said = open.map(|dialog| dialog.message.as_str());
        if said.is_some() && (message.is_none() || said == message) {
            session.answer_dialog(accept, text).await?;
            return Ok(());
        }
        if began.elapsed() > std::time::Duration::from_secs(10) {
            let what = format!("there is no dialog that says {message:?}: {said:?}");
            return Err(EngineError::new(ErrorKind::NoDialog, what));
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// The UID of an element, once there is one.
async fn uid(session: &Session, locator: Locator) -> Result<String> {
    let found = session.locator_of(&InteractTarget::Locator(locator)).await?;
    Ok(found.uid)
}

/// Waits until an element shows a text.
async fn says(session: &Session, locator: Locator, text: &str) -> Result<()> {
    let wanted = InteractTarget::Locator(locator);
    let began = std::time::Instant::now();
    loop {
        let shown = session.locator_of(&wanted).await.map(|found| found.text);
        if shown.as_ref().is_ok_and(|shown| shown.contains(text)) {
            return Ok(());
        }
        if began.elapsed() > std::time::Duration::from_secs(10) {
            let what = format!("the element does not show {text:?}: {shown:?}");
            return Err(EngineError::new(ErrorKind::Timeout, what));
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// The numbers of all pages.
async fn numbers(session: &Session) -> Result<Vec<u32>> {
    Ok(session.pages().await?.iter().map(|page| page.page).collect())
}

/// A page that was not there before, by its place among them.
async fn opened(session: &Session, before: &[u32], place: usize) -> Result<u32> {
    let began = std::time::Instant::now();
    loop {
        let mut new = numbers(session).await?;
        new.retain(|page| !before.contains(page));
        if let Some(page) = new.get(place) {
            return Ok(*page);
        }
        if began.elapsed() > std::time::Duration::from_secs(10) {
            return Err(EngineError::new(ErrorKind::PageNotFound, "no page was opened"));
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// The value of an environment variable.
fn env(name: &str) -> Result<String> {
    std::env::var(name).map_err(|_| EngineError::new(ErrorKind::InvalidInput, format!("set the environment variable {name}")))
}

/// Waits until a field has a value.
async fn holds(session: &Session, locator: Locator, value: &str) -> Result<()> {
    let wanted = InteractTarget::Locator(locator);
    let began = std::time::Instant::now();
    loop {
        let found = session.locator_of(&wanted).await?;
        let held = session.read_text(&found.uid).await?.text;
        if held == value {
            return Ok(());
        }
        if began.elapsed() > std::time::Duration::from_secs(10) {
            let what = format!("the field does not have {value:?}: {held:?}");
            return Err(EngineError::new(ErrorKind::Timeout, what));
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Waits until a checkbox, radio button or switch is checked, or until it is not.
async fn checked(session: &Session, locator: Locator, wanted: bool) -> Result<()> {
    let element = InteractTarget::Locator(locator);
    let began = std::time::Instant::now();
    loop {
        let found = session.locator_of(&element).await?;
        let state = session.describe(&found.uid).await?.states.checked;
        if (state.as_deref() == Some("true")) == wanted {
            return Ok(());
        }
        if began.elapsed() > std::time::Duration::from_secs(10) {
            let what = format!("whether it is checked: {state:?}");
            return Err(EngineError::new(ErrorKind::Timeout, what));
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Waits until so many elements are shown.
async fn counts(session: &Session, locator: Locator, wanted: usize) -> Result<()> {
    let request = InteractRequest::new(InteractAction::WaitForSelector).target(InteractTarget::Locator(locator));
    let began = std::time::Instant::now();
    loop {
        let count = session.interact(&request).await?.details.matched_count;
        if count == wanted {
            return Ok(());
        }
        if began.elapsed() > std::time::Duration::from_secs(10) {
            let what = format!("{count} are shown, and not {wanted}");
            return Err(EngineError::new(ErrorKind::Timeout, what));
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}
