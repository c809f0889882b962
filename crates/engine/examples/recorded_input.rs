//! Recorded by uipilot 0.0.0 in "a browser", 1970-01-01 00:00 UTC.
#![allow(unused, clippy::all, clippy::pedantic, reason = "written by a program")]

use uipilot_engine::locator::By;
use uipilot_engine::options::{BrowserChoice, BrowserKind, LaunchOptions};
use uipilot_engine::report::{Cookie, SameSite};
use uipilot_engine::{
    ActionOptions, ClickOptions, ColorScheme, Contrast, CookieFilter, DragByOptions, DragOptions, DropOptions, EmulateOptions,
    EngineError, ErrorKind, EvaluateOptions, FailReason, ForcedColors, Geolocation, InteractAction, InteractOptions,
    InteractRequest, InteractTarget, Locator, MediaType, ModifierKey, MouseButton, NetworkOptions, Offset, Permission,
    PermissionState, PressKeyOptions, ReducedMotion, RequestKind, Result, RouteAction, RouteOptions, ScrollDirection,
    ScrollOptions, SelectTextOptions, Session, SessionOptions, Spot, TextSide, TextUnit, TouchGesture, TouchOptions,
    TransferContent, TypeOptions, Viewport,
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
    let page1 = session.new_page("about:blank").await?.page;
    session.key_down("Shift", &ActionOptions::default()).await?;
    session.key_up(Some("Shift"), &ActionOptions::default()).await?;
    session.key_down("w", &ActionOptions::default()).await?;
    session.key_up(None, &ActionOptions::default()).await?;
    session
        .press_key("h", &PressKeyOptions::default().hold(std::time::Duration::from_millis(500)))
        .await?;
    session
        .press_key(
            "h",
            &PressKeyOptions::default()
                .uid(uid(session, Locator::of("#a").by(By::Css)).await?)
                .hold(std::time::Duration::from_millis(500)),
        )
        .await?;
    session
        .type_text("abc", &TypeOptions::default().delay(std::time::Duration::from_millis(20)))
        .await?;
    session
        .type_text(
            &env("CODE")?,
            &TypeOptions::default()
                .uid(uid(session, Locator::of("#a").by(By::Css)).await?)
                .delay(std::time::Duration::from_millis(20)),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Click)
                .target(InteractTarget::Locator(Locator::of("#a").by(By::Css)))
                .options(InteractOptions::default().force(true)),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::DoubleClick)
                .target(InteractTarget::Locator(Locator::of("#a").by(By::Css)))
                .options(InteractOptions::default().at(Spot::share(0.5, 0.1))),
        )
        .await?;
    session
        .click(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &ClickOptions::default().button(MouseButton::Back).click_count(1),
        )
        .await?;
    session
        .interact(&InteractRequest::new(InteractAction::Scroll).value("down 400"))
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Scroll)
                .target(InteractTarget::Locator(Locator::of("#a").by(By::Css)))
                .value("left 20"),
        )
        .await?;
    session
        .scroll(
            &ScrollOptions::default()
                .uid(uid(session, Locator::of("#a").by(By::Css)).await?)
                .by(Offset { dx: -20.0, dy: 30.0 })
                .at(Spot::pixels(4.0, 2.5))
                .modifiers(vec![ModifierKey::Control]),
        )
        .await?;
    session
        .scroll(
            &ScrollOptions::default()
                .direction(ScrollDirection::Down)
                .until_text("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}")
                .amount(300.0),
        )
        .await?;
    session
        .scroll(
            &ScrollOptions::default()
                .uid(uid(session, Locator::of("#a").by(By::Css)).await?)
                .direction(ScrollDirection::Left)
                .until_text("Row 70")
                .amount(100.0),
        )
        .await?;
    session
        .interact(&InteractRequest::new(InteractAction::Scroll).target(InteractTarget::Locator(Locator::of("#a").by(By::Css))))
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Drag)
                .target(InteractTarget::Locator(Locator::of("#a").by(By::Css)))
                .to(InteractTarget::Locator(Locator::of("li").by(By::Css).nth(1))),
        )
        .await?;
    session
        .drag(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &DragOptions::default()
                .at(Spot::pixels(1.0, 2.0))
                .to_at(Spot::share(0.5, 0.1))
                .modifiers(vec![ModifierKey::ControlOrMeta])
                .duration(std::time::Duration::from_millis(300)),
        )
        .await?;
    session
        .drag_by(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &DragByOptions::default()
                .by(Offset { dx: 5.0, dy: -5.0 })
                .at(Spot::share(0.5, 0.1))
                .duration(std::time::Duration::from_millis(300)),
        )
        .await?;
    session
        .drag_by(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &DragByOptions::default()
                .path(vec![Offset { dx: 20.0, dy: 0.5 }, Offset { dx: 40.0, dy: 10.0 }])
                .button(MouseButton::Right)
                .modifiers(vec![ModifierKey::Alt, ModifierKey::Shift]),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Upload)
                .target(InteractTarget::Locator(
                    Locator::of("button").by(By::Role).name("Save").exact(true),
                ))
                .files(vec!["a.pdf".into(), "b.pdf".into()]),
        )
        .await?;
    session
        .interact(
            &InteractRequest::new(InteractAction::Upload)
                .target(InteractTarget::Locator(Locator::of("#a").by(By::Css)))
                .files(vec!["a.pdf".into()]),
        )
        .await?;
    session
        .touch(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            TouchGesture::Tap,
            &TouchOptions::default(),
        )
        .await?;
    session
        .touch(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            TouchGesture::DoubleTap,
            &TouchOptions::default().at(Spot::pixels(3.0, 4.0)),
        )
        .await?;
    session
        .touch(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            TouchGesture::LongPress,
            &TouchOptions::default().duration(std::time::Duration::from_millis(900)),
        )
        .await?;
    session
        .touch(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            TouchGesture::Swipe,
            &TouchOptions::default()
                .at(Spot::share(0.5, 0.1))
                .by(Offset { dx: -60.0, dy: 20.0 }),
        )
        .await?;
    session
        .touch(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            TouchGesture::Pinch,
            &TouchOptions::default().scale(0.5),
        )
        .await?;
    session
        .paste(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &TransferContent::default()
                .text("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}")
                .html("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}")
                .url("https://a.example/")
                .files(vec!["dot.png".into()]),
            &ActionOptions::default(),
        )
        .await?;
    session
        .paste(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &TransferContent::default().text(&env("CODE")?),
            &ActionOptions::default(),
        )
        .await?;
    session
        .drop_on(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &TransferContent::default().url("https://a.example/"),
            &DropOptions::default().at(Spot::pixels(3.0, 4.0)),
        )
        .await?;
    session
        .drop_on(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &TransferContent::default()
                .text("a")
                .html("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}")
                .files(vec!["dot.png".into()]),
            &DropOptions::default(),
        )
        .await?;
    session
        .select_text(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &SelectTextOptions::default(),
        )
        .await?;
    session
        .select_text(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &SelectTextOptions::default()
                .text("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}")
                .nth(-1)
                .unit(TextUnit::Word),
        )
        .await?;
    session
        .select_text(
            &uid(session, Locator::of("#a").by(By::Css)).await?,
            &SelectTextOptions::default().from(2).to(5).caret(TextSide::After),
        )
        .await?;
    session
        .evaluate("() => document.title // `x`", &EvaluateOptions::default())
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
                .user_agent("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}")
                .color_scheme(ColorScheme::Dark)
                .reduced_motion(ReducedMotion::NoPreference)
                .contrast(Contrast::Less)
                .forced_colors(ForcedColors::None)
                .media(MediaType::Print)
                .timezone("Europe/Berlin")
                .locale("de-DE")
                .geolocation(Geolocation {
                    latitude: 1.5,
                    longitude: -2.0,
                    accuracy: 1.0,
                })
                .permissions(vec![
                    Permission {
                        name: "camera".into(),
                        state: PermissionState::Granted,
                        origin: Some("https://a.example".into()),
                    },
                    Permission {
                        name: "midi".into(),
                        state: PermissionState::Denied,
                        origin: None,
                    },
                ])
                .cpu_throttling(4.0),
        )
        .await?;
    session.set_network(&NetworkOptions::default().offline(true)).await?;
    session
        .set_network(
            &NetworkOptions::default()
                .latency_ms(20.0)
                .download_kbytes(0.5)
                .upload_kbytes(30.0),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new("https://a.example/*?a", RouteAction::Block)
                .method("post")
                .kind(RequestKind::Fetch)
                .times(2),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new(
                "\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}",
                RouteAction::Fulfill,
            )
            .status(503)
            .headers(std::collections::BTreeMap::from([(
                "x-a".to_owned(),
                "\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}".to_owned(),
            )]))
            .text("\"; ${process.exit(7)} `x` */ // \\ \n\r\u{2028}\u{202e}\u{0} {{}} #{}"),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new("*", RouteAction::Fulfill)
                .text(std::fs::read_to_string("answer.json").expect("the file of the body")),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new("*", RouteAction::Continue)
                .headers(std::collections::BTreeMap::from([("x-b".to_owned(), "c".to_owned())]))
                .remove_headers(vec!["Accept-Language".into()]),
        )
        .await?;
    session
        .add_route(
            RouteOptions::new("*", RouteAction::Delay)
                .kind(RequestKind::Image)
                .delay(std::time::Duration::from_millis(300)),
        )
        .await?;
    session
        .add_route(RouteOptions::new("*", RouteAction::Fail).reason(FailReason::TimedOut))
        .await?;
    session.remove_routes(None).await?;
    session
        .set_cookies(&[Cookie {
            name: "sid".into(),
            value: env("SID")?,
            domain: ".a.example".into(),
            path: "/".into(),
            expires: 2000000000.0,
            http_only: true,
            secure: true,
            same_site: SameSite::Strict,
        }])
        .await?;
    session.delete_cookies(&CookieFilter::default().name("sid")).await?;
    session
        .delete_cookies(&CookieFilter::default().domain("a.example").path("/a"))
        .await?;
    Ok(())
}

/// The UID of an element, once there is one.
async fn uid(session: &Session, locator: Locator) -> Result<String> {
    let found = session.locator_of(&InteractTarget::Locator(locator)).await?;
    Ok(found.uid)
}

/// The value of an environment variable.
fn env(name: &str) -> Result<String> {
    std::env::var(name).map_err(|_| EngineError::new(ErrorKind::InvalidInput, format!("set the environment variable {name}")))
}
