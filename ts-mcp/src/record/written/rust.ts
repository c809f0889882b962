// Steps as a Rust program on the engine.

import { inComment, rustString } from "./literal.ts";
import type { About, Dialog, Expected, Language, Pointing, Step, Target, Value } from "./step.ts";
import { rustLocator } from "./targets.ts";

class Writing {
  readonly lines: string[] = [];
  readonly #pages = new Map<number, string>();
  current: number | undefined;

  /** The variable of a page's number. */
  page(number: number): string {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const name = `page${this.#pages.size + 1}`;
    this.#pages.set(number, name);
    return name;
  }

  isKnown(number: number): boolean {
    return this.#pages.has(number);
  }

  close(number: number): void {
    if (this.current === number) this.current = undefined;
  }
}

const value = (given: Value): string => ("text" in given ? rustString(given.text) : `&env(${rustString(given.env)})?`);

function write(out: Writing, step: Step): void {
  const { action } = step;
  for (const note of step.notes) out.lines.push(`// ${note}`);
  if (action.do === "note") {
    out.lines.push(`// ${action.text}`);
    return;
  }
  if (action.do === "open") {
    out.lines.push(`let ${out.page(action.page)} = session.new_page(${rustString(action.url)}).await?.page;`);
    out.current = action.page;
    expectations(out, step);
    return;
  }
  select(out, step.page);
  const opened = step.opens.filter((number) => !out.isKnown(number));
  if (opened.length > 0) out.lines.push("let before = numbers(session).await?;");
  out.lines.push(...acting(out, step));
  if (step.dialog !== undefined) dialog(out, step.dialog);
  // Each is told from those that were there, and from those that were opened with it.
  opened.forEach((number, index) => {
    out.lines.push(`let ${out.page(number)} = opened(session, &before, ${index}).await?;`);
  });
  expectations(out, step);
}

function select(out: Writing, page: number): void {
  if (out.current === page) return;
  // Nothing was opened before: the session's first page is taken.
  if (!out.isKnown(page)) out.lines.push(`let ${out.page(page)} = session.new_page("about:blank").await?.page;`);
  else out.lines.push(`session.select_page(${out.page(page)}).await?;`);
  out.current = page;
}

function dialog(out: Writing, { answer }: Dialog): void {
  const words = answer?.accept === true && answer.text !== undefined ? `Some(${rustString(answer.text)})` : "None";
  out.lines.push(`session.answer_dialog(${answer?.accept === true}, ${words}).await?;`);
}

const element = (target: Target): string => `InteractTarget::Locator(${rustLocator(target)})`;

/** A call of `interact`. */
function interact(action: string, target: Target | undefined, more: readonly string[] = []): string {
  const parts = [
    `InteractRequest::new(InteractAction::${action})`,
    ...(target === undefined ? [] : [`.target(${element(target)})`]),
    ...more,
  ];
  return `session.interact(&${parts.join("")}).await?;`;
}

const spot = ({ at }: Pointing): string[] =>
  at === undefined ? [] : [`.at(Spot::pixels(${float(at.x)}, ${float(at.y)}))`];

const float = (number: number): string => (Number.isInteger(number) ? `${number}.0` : String(number));

function held({ modifiers }: Pointing): string[] {
  if (modifiers.length === 0) return [];
  return [`.modifiers(vec![${modifiers.map((name) => `ModifierKey::${name}`).join(", ")}])`];
}

/** Clicks that the engine has words for, by button and count. */
const SIMPLE: Record<string, string> = { "left 1": "Click", "left 2": "DoubleClick", "right 1": "RightClick" };

function acting(out: Writing, { action }: Step): string[] {
  const uid = (target: Target): string => `&uid(session, ${rustLocator(target)}).await?`;
  switch (action.do) {
    case "goto":
      return [
        `session.navigate(Navigation::To(${rustString(action.url)}.into()), &NavigateOptions::default()).await?;`,
      ];
    case "history": {
      const word = { back: "Back", forward: "Forward", reload: "Reload" }[action.direction];
      return [`session.navigate(Navigation::${word}, &NavigateOptions::default()).await?;`];
    }
    case "closePage": {
      if (!out.isKnown(action.page)) return ["// Left out: a page was closed that no step had used."];
      const line = `session.close_page(${out.page(action.page)}).await?;`;
      out.close(action.page);
      return [line];
    }
    case "resize":
      return [`session.resize_page(${action.width}, ${action.height}).await?;`];
    case "click": {
      const { target, button, count, holdMs } = action;
      const how = [...spot(action), ...held(action)];
      const options = how.length === 0 ? [] : [`.options(InteractOptions::default()${how.join("")})`];
      if (holdMs !== undefined)
        return [interact("PressAndHold", target, [`.value(${rustString(String(holdMs))})`, ...options])];
      const simple = SIMPLE[`${button} ${count}`];
      if (simple !== undefined) return [interact(simple, target, options)];
      const word = button.charAt(0).toUpperCase() + button.slice(1);
      const own = [`.button(MouseButton::${word})`, `.click_count(${count})`, ...how].join("");
      return [`session.click(${uid(target)}, &ClickOptions::default()${own}).await?;`];
    }
    case "hover": {
      const how = spot(action);
      return [
        interact(
          "Hover",
          action.target,
          how.length === 0 ? [] : [`.options(InteractOptions::default()${how.join("")})`],
        ),
      ];
    }
    case "focus":
      return [interact("Focus", action.target)];
    case "fill":
      return [interact("Type", action.target, [`.value(${value(action.value)})`])];
    case "check":
      return [interact(action.checked ? "Check" : "Uncheck", action.target)];
    case "select": {
      const [first = ""] = action.values;
      if (action.values.length === 1) return [interact("Select", action.target, [`.value(${rustString(first)})`])];
      const values = action.values.map((one) => `${rustString(one)}.into()`).join(", ");
      return [`session.select_option(${uid(action.target)}, &[${values}], &ActionOptions::default()).await?;`];
    }
    case "type": {
      const options = action.target === undefined ? "" : `.uid(${uid(action.target).slice(1)})`;
      return [`session.type_text(${value(action.value)}, &TypeOptions::default()${options}).await?;`];
    }
    case "press":
      return [interact("Keypress", action.target, [`.value(${rustString(action.key)})`])];
    case "keyDown":
    case "keyUp":
      return [`// Left out: ${action.do} of ${inComment(action.key)}: press it with what it is held for.`];
    case "wheel": {
      const { x, y } = action.by;
      const way = x === 0 ? `${y < 0 ? "up" : "down"} ${Math.abs(y)}` : `${x < 0 ? "left" : "right"} ${Math.abs(x)}`;
      return [interact("Scroll", action.target, [`.value(${rustString(way)})`])];
    }
    case "scrollTo":
      return [interact("Scroll", action.target)];
    case "drag":
      return [interact("Drag", action.target, [`.to(${element(action.to)})`])];
    case "dragBy": {
      const last = action.path[action.path.length - 1] ?? { x: 0, y: 0 };
      const to = `Offset { dx: ${float(last.x)}, dy: ${float(last.y)} }`;
      return [`session.drag_by(${uid(action.target)}, &DragByOptions::default().by(${to})).await?;`];
    }
    case "upload": {
      const files = action.files.map((file) => `${rustString(file)}.into()`).join(", ");
      return [interact("Upload", action.target, [`.files(vec![${files}])`])];
    }
    default:
      return [];
  }
}

function expectations(out: Writing, { expected, page, action }: Step): void {
  if (action.do === "closePage") return;
  if (expected.length > 0) select(out, action.do === "open" ? action.page : page);
  out.lines.push(...expected.map(expectation));
}

function expectation(expected: Expected): string {
  const wait = (how: string): string => `session.wait_for(&WaitOptions::default()${how}).await?;`;
  switch (expected.see) {
    case "url":
      return wait(`.url(${rustString(expected.url)})`);
    case "urlPart":
      return wait(`.url(${rustString(expected.part)})`);
    case "element":
      return interact("WaitForSelector", expected.target);
    case "textIn":
      return `says(session, ${rustLocator(expected.target)}, ${rustString(expected.text)}).await?;`;
    case "text":
      return wait(`.text(${rustString(expected.text)})`);
    case "noText":
      return wait(`.text_gone(${rustString(expected.text)})`);
    case "selector":
      return wait(`.selector(${rustString(expected.selector)})`);
  }
}

const HELPERS: readonly { used: RegExp; code: string }[] = [
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
];

/** What is imported of the crate, where it is used. */
const NAMES: readonly string[] = [
  "ActionOptions",
  "ClickOptions",
  "DragByOptions",
  "EngineError",
  "ErrorKind",
  "InteractAction",
  "InteractOptions",
  "InteractRequest",
  "InteractTarget",
  "Locator",
  "ModifierKey",
  "MouseButton",
  "NavigateOptions",
  "Navigation",
  "Offset",
  "Result",
  "Session",
  "SessionOptions",
  "Spot",
  "TypeOptions",
  "WaitOptions",
];

function file(steps: readonly Step[], { version, browser, at }: About): string {
  const out = new Writing();
  for (const step of steps) write(out, step);
  const body = out.lines.join("\n");
  const helpers = HELPERS.filter(({ used }) => used.test(body)).map(({ code }) => code.trim());
  // What is in strings may look like a name: an import that is not used is only a warning.
  const text = [body, ...helpers, "Session SessionOptions Result"].join("\n");
  const has = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const kinds = ["By", "Within"].filter((name) => text.includes(`${name}::`));
  return [
    `//! Recorded by uipilot ${version} in ${inComment(browser)}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
    '#![allow(unused, clippy::all, clippy::pedantic, reason = "written by a program")]',
    "",
    ...(kinds.length === 0 ? [] : [`use uipilot_engine::locator::{${kinds.join(", ")}};`]),
    `use uipilot_engine::{${NAMES.filter(has).join(", ")}};`,
    "",
    "#[tokio::main]",
    "async fn main() -> Result<()> {",
    "    let session = Session::open(SessionOptions::default())?;",
    "    let result = recorded(&session).await;",
    "    session.close().await;",
    "    result",
    "}",
    "",
    "async fn recorded(session: &Session) -> Result<()> {",
    ...out.lines.flatMap((line) => line.split("\n")).map((line) => `    ${line}`),
    "    Ok(())",
    "}",
    ...helpers.map((code) => `\n${code}`),
    "",
  ].join("\n");
}

export const rust: Language = { name: "Rust", run: "cargo run", file, locator: rustLocator };
