// What a written program of Rust has beside its steps: only the functions that it uses.

/** The functions by name. */
export type Helper = "answer" | "uid" | "says" | "numbers" | "opened" | "env" | "holds" | "checked" | "counts";

/** Each with those that it uses. */
export const HELPERS: Record<Helper, { needs?: readonly Helper[]; code: string }> = {
  answer: {
    code: `
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
}`,
  },
  uid: {
    code: `
/// The UID of an element, once there is one.
async fn uid(session: &Session, locator: Locator) -> Result<String> {
    let found = session.locator_of(&InteractTarget::Locator(locator)).await?;
    Ok(found.uid)
}`,
  },
  says: {
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
  numbers: {
    code: `
/// The numbers of all pages.
async fn numbers(session: &Session) -> Result<Vec<u32>> {
    Ok(session.pages().await?.iter().map(|page| page.page).collect())
}`,
  },
  opened: {
    needs: ["numbers"],
    code: `
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
  env: {
    code: `
/// The value of an environment variable.
fn env(name: &str) -> Result<String> {
    std::env::var(name).map_err(|_| EngineError::new(ErrorKind::InvalidInput, format!("set the environment variable {name}")))
}`,
  },
  holds: {
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
  checked: {
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
  counts: {
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
};
