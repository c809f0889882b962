//! Recorded by uipilot 0.0.0 in "firefox", 1970-01-01 00:00 UTC.
#![allow(unused, clippy::all, clippy::pedantic, reason = "written by a program")]

use uipilot_engine::locator::{By, Within};
use uipilot_engine::options::{BrowserChoice, BrowserKind, LaunchOptions};
use uipilot_engine::report::{Cookie, SameSite};
use uipilot_engine::{
    ActionOptions, ColorScheme, Contrast, CookieFilter, DragByOptions, DropOptions, EmulateOptions, EngineError, ErrorKind,
    EvaluateOptions, FailReason, ForcedColors, Geolocation, InteractAction, InteractRequest, InteractTarget, Locator, MediaType,
    NavigateOptions, Navigation, Offset, Permission, PermissionState, ReducedMotion, RequestKind, Result, RouteAction,
    RouteOptions, ScrollDirection, ScrollOptions, SelectTextOptions, Session, SessionOptions, Spot, TransferContent, TypeOptions,
    Viewport,
};

#[tokio::main]
async fn main() -> Result<()> {
    // UIPILOT_BROWSER names another browser, such as chromium, chrome-beta or firefox.
    let browser = std::env::var("UIPILOT_BROWSER").unwrap_or_else(|_| "firefox".into());
    let (kind, channel) = BrowserKind::parse(&browser)?;
    let launch = LaunchOptions::default().browser(BrowserChoice { kind, channel });
    let session = Session::open(SessionOptions::default().launch(launch))?;
    let result = recorded(&session).await;
    session.close().await;
    result
}

async fn recorded(session: &Session) -> Result<()> {
    let page1 = session
        .new_page(format!("data:text/html,<h1>Shop</h1> {}", env("TOK")?).as_str())
        .await?
        .page;
    session
        .navigate(
            Navigation::To(format!("data:text/html,<h1>Shop</h1> {}", env("TOK")?).as_str().into()),
            &NavigateOptions::default(),
        )
        .await?;
    session.resize_page(900, 700).await?;
    let before = numbers(session).await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Click).target(InteractTarget::Locator(
                Locator::of("button")
                    .by(By::Role)
                    .name(format!("Save {}", env("TOK")?).as_str())
                    .exact(true),
            )),
        )
        .await?;
    answer(
        session,
        Some(
            format!(
                "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                env("TOK")?
            )
            .as_str(),
        ),
        true,
        Some(
            format!(
                "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                env("TOK")?
            )
            .as_str(),
        ),
    )
    .await?;
    answer(session, Some(format!("Sure? {}", env("TOK")?).as_str()), false, None).await?;
    let page2 = opened(session, &before, 0).await?;
    let page3 = opened(session, &before, 1).await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Type)
                .target(InteractTarget::Locator(
                    Locator::of(format!("\"Name\" {}", env("TOK")?).as_str())
                        .by(By::Label)
                        .exact(true)
                        .within(Within::parse(format!("form \"Order\" {}", env("TOK")?).as_str()))
                        .frame_selector(format!("#shop {}", env("TOK")?).as_str()),
                ))
                .value(
                    format!(
                        "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                        env("TOK")?
                    )
                    .as_str(),
                ),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Check).target(InteractTarget::Locator(
                Locator::of("button")
                    .by(By::Role)
                    .name(format!("Save {}", env("TOK")?).as_str())
                    .exact(true),
            )),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Select)
                .target(InteractTarget::Locator(
                    Locator::of("button")
                        .by(By::Role)
                        .name(format!("Save {}", env("TOK")?).as_str())
                        .exact(true),
                ))
                .value(format!("Red {}", env("TOK")?).as_str()),
        )
        .await?;
    session
        .select_option(
            &uid(
                session,
                Locator::of("button")
                    .by(By::Role)
                    .name(format!("Save {}", env("TOK")?).as_str())
                    .exact(true),
            )
            .await?,
            &[
                format!("Red {}", env("TOK")?).as_str().into(),
                format!("Blue {}", env("TOK")?).as_str().into(),
            ],
            &ActionOptions::default(),
        )
        .await?;
    session
        .type_text(
            format!("abc {}", env("TOK")?).as_str(),
            &TypeOptions::default().uid(
                uid(
                    session,
                    Locator::of(format!("\"Name\" {}", env("TOK")?).as_str())
                        .by(By::Label)
                        .exact(true)
                        .within(Within::parse(format!("form \"Order\" {}", env("TOK")?).as_str()))
                        .frame_selector(format!("#shop {}", env("TOK")?).as_str()),
                )
                .await?,
            ),
        )
        .await?;
    session
        .scroll(
            &ScrollOptions::default()
                .direction(ScrollDirection::Down)
                .until_text(
                    format!(
                        "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                        env("TOK")?
                    )
                    .as_str(),
                )
                .amount(300.0),
        )
        .await?;
    session
        .interact(&InteractRequest::new(InteractAction::Scroll).target(InteractTarget::Locator(
            Locator::of(format!("#a {}", env("TOK")?).as_str()).by(By::Css),
        )))
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Drag)
                .target(InteractTarget::Locator(
                    Locator::of(format!("#a {}", env("TOK")?).as_str()).by(By::Css),
                ))
                .to(InteractTarget::Locator(
                    Locator::of(format!("li {}", env("TOK")?).as_str()).by(By::Css).nth(1),
                )),
        )
        .await?;
    session
        .drag_by(
            &uid(session, Locator::of(format!("#a {}", env("TOK")?).as_str()).by(By::Css)).await?,
            &DragByOptions::default()
                .by(Offset { dx: 5.0, dy: -5.0 })
                .at(Spot::share(0.5, 0.1))
                .duration(std::time::Duration::from_millis(300)),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Upload)
                .target(InteractTarget::Locator(
                    Locator::of("button")
                        .by(By::Role)
                        .name(format!("Save {}", env("TOK")?).as_str())
                        .exact(true),
                ))
                .files(vec![
                    format!("a.pdf {}", env("TOK")?).as_str().into(),
                    format!("b.pdf {}", env("TOK")?).as_str().into(),
                ]),
        )
        .await?;
    session
        .paste(
            &uid(session, Locator::of(format!("#a {}", env("TOK")?).as_str()).by(By::Css)).await?,
            &TransferContent::default()
                .text(
                    format!(
                        "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                        env("TOK")?
                    )
                    .as_str(),
                )
                .html(
                    format!(
                        "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                        env("TOK")?
                    )
                    .as_str(),
                )
                .url(format!("https://a.example/ {}", env("TOK")?).as_str())
                .files(vec![format!("dot.png {}", env("TOK")?).as_str().into()]),
            &ActionOptions::default(),
        )
        .await?;
    session
        .drop_on(
            &uid(session, Locator::of(format!("#a {}", env("TOK")?).as_str()).by(By::Css)).await?,
            &TransferContent::default().url(format!("https://a.example/ {}", env("TOK")?).as_str()),
            &DropOptions::default().at(Spot::pixels(3.0, 4.0)),
        )
        .await?;
    session
        .select_text(
            &uid(session, Locator::of(format!("#a {}", env("TOK")?).as_str()).by(By::Css)).await?,
            &SelectTextOptions::default(),
        )
        .await?;
    session
        .evaluate(
            format!("() => document.title // `x` {}", env("TOK")?).as_str(),
            &EvaluateOptions::default(),
        )
        .await?;
    session
        .emulate(
            &EmulateOptions::default()
                .reset(true)
                .device("Pixel 7")
                .viewport(Viewport::new(300, 400))
                .device_scale_factor(2.0)
                .mobile(true)
                .touch(false)
                .user_agent(
                    format!(
                        "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                        env("TOK")?
                    )
                    .as_str(),
                )
                .color_scheme(ColorScheme::Dark)
                .reduced_motion(ReducedMotion::NoPreference)
                .contrast(Contrast::Less)
                .forced_colors(ForcedColors::None)
                .media(MediaType::Print)
                .timezone(format!("Europe/Berlin {}", env("TOK")?).as_str())
                .locale(format!("de-DE {}", env("TOK")?).as_str())
                .geolocation(Geolocation {
                    latitude: 1.5,
                    longitude: -2.0,
                    accuracy: 1.0,
                })
                .permissions(vec![
                    Permission {
                        name: format!("camera {}", env("TOK")?).as_str().into(),
                        state: PermissionState::Granted,
                        origin: Some(format!("https://a.example {}", env("TOK")?).as_str().into()),
                    },
                    Permission {
                        name: format!("midi {}", env("TOK")?).as_str().into(),
                        state: PermissionState::Denied,
                        origin: None,
                    },
                ])
                .cpu_throttling(4.0),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new(format!("https://a.example/*?a {}", env("TOK")?).as_str(), RouteAction::Block)
                .method("post")
                .kind(RequestKind::Fetch)
                .times(2),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new(
                format!(
                    "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                    env("TOK")?
                )
                .as_str(),
                RouteAction::Fulfill,
            )
            .status(503)
            .headers(std::collections::BTreeMap::from([(
                format!("x-a{}", env("TOK")?).as_str().to_owned(),
                format!(
                    "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                    env("TOK")?
                )
                .as_str()
                .to_owned(),
            )]))
            .text(
                format!(
                    "\"; ${{process.exit(7)}} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{{{}}}} #{{}} {}",
                    env("TOK")?
                )
                .as_str(),
            ),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new(format!("* {}", env("TOK")?).as_str(), RouteAction::Fulfill)
                .text(std::fs::read_to_string(format!("answer.json {}", env("TOK")?).as_str()).expect("the file of the body")),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new(format!("* {}", env("TOK")?).as_str(), RouteAction::Continue)
                .headers(std::collections::BTreeMap::from([(
                    "x-b".to_owned(),
                    format!("c {}", env("TOK")?).as_str().to_owned(),
                )]))
                .remove_headers(vec!["Accept-Language".into()]),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new(format!("* {}", env("TOK")?).as_str(), RouteAction::Delay)
                .kind(RequestKind::Image)
                .delay(std::time::Duration::from_millis(300)),
        )
        .await?;
    session
        .add_route(RouteOptions::new(format!("* {}", env("TOK")?).as_str(), RouteAction::Fail).reason(FailReason::TimedOut))
        .await?;
    session.remove_routes(None).await?;
    session
        .set_cookies(&[Cookie {
            name: format!("sid {}", env("TOK")?).as_str().into(),
            value: env("SID")?,
            domain: format!(".a.example {}", env("TOK")?).as_str().into(),
            path: format!("/ {}", env("TOK")?).as_str().into(),
            expires: 2000000000.0,
            http_only: true,
            secure: true,
            same_site: SameSite::Strict,
        }])
        .await?;
    session
        .delete_cookies(&CookieFilter::default().name(format!("sid {}", env("TOK")?).as_str()))
        .await?;
    // Left out: "\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}" the secret TOK
    // What was seen there had a secret in it, and is left out.
    counts(session, Locator::of("row").by(By::Role), 3).await?;
    session.select_page(page2).await?;
    session.close_page(page2).await?;
    // Something.
    Err(EngineError::new(
        ErrorKind::Interrupted,
        "the recording was cut off here: what was done then is not in this file",
    ))
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
