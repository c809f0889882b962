// What a written program of Rust has beside its steps: only the functions that it uses.

/** The functions, each with what shows that it is used. */
export const HELPERS: readonly { used: RegExp; code: string }[] = [
  {
    used: /\buid\(session/,
    code: `
/// The UID of an element, once there is one.
async fn uid(session: &Session, locator: Locator) -> Result<String> {
    let found = session.locator_of(&InteractTarget::Locator(locator)).await?;
    Ok(found.uid)
}`,
  },
  {
    used: /\bsays\(session/,
    code: `
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
}`,
  },
  {
    used: /\bopened\(session/,
    code: `
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
}`,
  },
  {
    used: /&env\(/,
    code: `
/// The value of an environment variable.
fn env(name: &str) -> Result<String> {
    std::env::var(name).map_err(|_| EngineError::new(ErrorKind::InvalidInput, format!("set the environment variable {name}")))
}`,
  },
  {
    used: /\bholds\(session/,
    code: `
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
}`,
  },
  {
    used: /\bchecked\(session/,
    code: `
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
}`,
  },
  {
    used: /\bcounts\(session/,
    code: `
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
}`,
  },
];
