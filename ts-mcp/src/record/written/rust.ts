// Steps as a Rust program on the engine.

import { CUT, type End, WHOLE } from "./ending.ts";
import { inComment, readsEnv, rustString } from "./literal.ts";
import { HELPERS, type Helper } from "./rust-helpers.ts";
import { float, set, settingRust, variant } from "./setting-rust.ts";
import type {
  About,
  Content,
  Dialog,
  Expected,
  Language,
  Part,
  Point,
  Pointing,
  Spot,
  Step,
  Target,
  Touch,
  Value,
} from "./step.ts";
import { alikeRust, rustLocator } from "./targets.ts";

class Writing {
  readonly lines: string[] = [];
  readonly #pages = new Map<number, string>();
  readonly used = new Set<Helper>();
  current: number | undefined;

  /** Uses a helper. */
  use(name: Helper): string {
    this.used.add(name);
    return name;
  }

  /** A text, borrowed. */
  value(given: Value): string {
    return "text" in given ? rustString(given.text) : `&${this.#env(given.env)}`;
  }

  /** A text of one's own. */
  owned(given: Value): string {
    return "text" in given ? `${rustString(given.text)}.into()` : this.#env(given.env);
  }

  /** The value of an environment variable. */
  #env(name: string): string {
    return `${this.use("env")}(${rustString(name)})?`;
  }

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
    for (const one of step.dialogs ?? []) dialog(out, one);
    expectations(out, step);
    return;
  }
  select(out, step.page);
  const opened = step.opens.filter((number) => !out.isKnown(number));
  if (opened.length > 0) out.lines.push(`let before = ${out.use("numbers")}(session).await?;`);
  out.lines.push(...acting(out, step));
  for (const one of step.dialogs ?? []) dialog(out, one);
  // Each is told from those that were there, and from those that were opened with it.
  opened.forEach((number, index) => {
    out.lines.push(`let ${out.page(number)} = ${out.use("opened")}(session, &before, ${index}).await?;`);
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

function dialog(out: Writing, { kind, message, answer }: Dialog): void {
  const words = answer?.accept === true && answer.text !== undefined ? `Some(${rustString(answer.text)})` : "None";
  // What a browser asks before a page is left, it says in its own words.
  const said = kind === "beforeunload" || message === undefined ? "None" : `Some(${rustString(message)})`;
  out.lines.push(`${out.use("answer")}(session, ${said}, ${answer?.accept === true}, ${words}).await?;`);
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

const point = ({ x, y, share }: Spot): string =>
  `Spot::${share === true ? "share" : "pixels"}(${float(x)}, ${float(y)})`;

const spot = ({ at }: { at?: Spot | undefined }): string[] => set("at", at && point(at));

function held({ modifiers }: Pointing): string[] {
  if (modifiers.length === 0) return [];
  return [`.modifiers(vec![${modifiers.map((name) => `ModifierKey::${name}`).join(", ")}])`];
}

const offset = ({ x, y }: Point): string => `Offset { dx: ${float(x)}, dy: ${float(y)} }`;

const millis = (ms: number): string => `std::time::Duration::from_millis(${Math.round(ms)})`;

const lasting = (ms: number | undefined): string[] => set("duration", ms === undefined ? undefined : millis(ms));

/** Clicks that the engine has words for, by button and count. */
const SIMPLE: Record<string, string> = { "left 1": "Click", "left 2": "DoubleClick", "right 1": "RightClick" };

function acting(out: Writing, { action }: Step): string[] {
  const uid = (target: Target): string => `&${out.use("uid")}(session, ${rustLocator(target)}).await?`;
  switch (action.do) {
    case "goto":
      return [
        `session.navigate(Navigation::To(${rustString(action.url)}.into()), &NavigateOptions::default()).await?;`,
      ];
    case "history": {
      return [`session.navigate(Navigation::${variant(action.direction)}, &NavigateOptions::default()).await?;`];
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
      const { target, button, count, holdMs, force } = action;
      const how = [...spot(action), ...held(action), ...set("force", force === true ? "true" : undefined)];
      const options = how.length === 0 ? [] : [`.options(InteractOptions::default()${how.join("")})`];
      if (holdMs !== undefined)
        return [interact("PressAndHold", target, [`.value(${rustString(String(holdMs))})`, ...options])];
      const simple = SIMPLE[`${button} ${count}`];
      if (simple !== undefined) return [interact(simple, target, options)];
      const own = [`.button(MouseButton::${variant(button)})`, `.click_count(${count})`, ...how].join("");
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
      return [interact("Type", action.target, [`.value(${out.value(action.value)})`])];
    case "check":
      return [interact(action.checked ? "Check" : "Uncheck", action.target)];
    case "select": {
      const [first = ""] = action.values;
      if (action.values.length === 1) return [interact("Select", action.target, [`.value(${rustString(first)})`])];
      const values = action.values.map((one) => `${rustString(one)}.into()`).join(", ");
      return [`session.select_option(${uid(action.target)}, &[${values}], &ActionOptions::default()).await?;`];
    }
    case "type": {
      const options = [
        ...set("uid", action.target && uid(action.target).slice(1)),
        ...set("delay", action.delayMs === undefined ? undefined : millis(action.delayMs)),
      ].join("");
      return [`session.type_text(${out.value(action.value)}, &TypeOptions::default()${options}).await?;`];
    }
    case "press": {
      const { target, key, holdMs } = action;
      if (holdMs === undefined) return [interact("Keypress", target, [`.value(${rustString(key)})`])];
      const options = [...set("uid", target && uid(target).slice(1)), ...set("hold", millis(holdMs))].join("");
      return [`session.press_key(${rustString(key)}, &PressKeyOptions::default()${options}).await?;`];
    }
    case "keyDown":
      return [`session.key_down(${rustString(action.key)}, &ActionOptions::default()).await?;`];
    case "keyUp": {
      const key = action.key === undefined ? "None" : `Some(${rustString(action.key)})`;
      return [`session.key_up(${key}, &ActionOptions::default()).await?;`];
    }
    case "wheel": {
      const { target, by } = action;
      const { x, y } = by;
      if (action.at === undefined && action.modifiers.length === 0 && (x === 0 || y === 0)) {
        const way = x === 0 ? `${y < 0 ? "up" : "down"} ${Math.abs(y)}` : `${x < 0 ? "left" : "right"} ${Math.abs(x)}`;
        return [interact("Scroll", target, [`.value(${rustString(way)})`])];
      }
      const how = [
        ...set("uid", target && uid(target).slice(1)),
        `.by(${offset(by)})`,
        ...spot(action),
        ...held(action),
      ];
      return [`session.scroll(&ScrollOptions::default()${how.join("")}).await?;`];
    }
    case "scrollUntil": {
      const { x, y } = action.by;
      const way = x === 0 ? (y < 0 ? "Up" : "Down") : x < 0 ? "Left" : "Right";
      const how = [
        ...set("uid", action.target && uid(action.target).slice(1)),
        `.direction(ScrollDirection::${way})`,
        `.until_text(${rustString(action.text)})`,
        `.amount(${float(Math.abs(x === 0 ? y : x))})`,
      ];
      return [`session.scroll(&ScrollOptions::default()${how.join("")}).await?;`];
    }
    case "scrollTo":
      return [interact("Scroll", action.target)];
    case "drag": {
      const { target, to, toAt, durationMs } = action;
      const how = [...spot(action), ...set("to_at", toAt && point(toAt)), ...held(action), ...lasting(durationMs)];
      if (how.length === 0) return [interact("Drag", target, [`.to(${element(to)})`])];
      return [`session.drag(${uid(target)}, ${uid(to)}, &DragOptions::default()${how.join("")}).await?;`];
    }
    case "dragBy": {
      const { target, path, button, durationMs } = action;
      const [only = { x: 0, y: 0 }, ...more] = path;
      const how = [
        more.length === 0 ? `.by(${offset(only)})` : `.path(vec![${path.map(offset).join(", ")}])`,
        ...(button === "left" ? [] : [`.button(MouseButton::${variant(button)})`]),
        ...spot(action),
        ...held(action),
        ...lasting(durationMs),
      ];
      return [`session.drag_by(${uid(target)}, &DragByOptions::default()${how.join("")}).await?;`];
    }
    case "touch":
      return [`session.touch(${uid(action.target)}, ${touch(action)}).await?;`];
    case "paste":
      return [
        `session.paste(${uid(action.target)}, &${content(out, action.content)}, &ActionOptions::default()).await?;`,
      ];
    case "drop": {
      const options = `&DropOptions::default()${spot(action).join("")}`;
      return [`session.drop_on(${uid(action.target)}, &${content(out, action.content)}, ${options}).await?;`];
    }
    case "selectText":
      return [`session.select_text(${uid(action.target)}, &SelectTextOptions::default()${part(action.part)}).await?;`];
    case "evaluate":
      return [`session.evaluate(${rustString(action.script)}, &EvaluateOptions::default()).await?;`];
    case "emulate":
    case "network":
    case "route":
    case "unroute":
    case "setCookie":
    case "deleteCookies":
      return settingRust(action, out);
    case "upload": {
      const files = action.files.map((file) => `${rustString(file)}.into()`).join(", ");
      return [interact("Upload", action.target, [`.files(vec![${files}])`])];
    }
    default:
      return [];
  }
}

function touch(action: Touch): string {
  const { gesture, by, scale, durationMs } = action;
  const how = [
    ...spot(action),
    ...set("by", by && offset(by)),
    ...set("scale", scale === undefined ? undefined : float(scale)),
    ...lasting(durationMs),
  ];
  return `TouchGesture::${variant(gesture)}, &TouchOptions::default()${how.join("")}`;
}

function content(out: Writing, { text, html, url, files }: Content): string {
  const paths = files.map(({ path }) => `${rustString(path)}.into()`).join(", ");
  const how = [
    ...set("text", text && out.value(text)),
    ...set("html", html === undefined ? undefined : rustString(html)),
    ...set("url", url === undefined ? undefined : rustString(url)),
    ...set("files", files.length === 0 ? undefined : `vec![${paths}]`),
  ];
  return `TransferContent::default()${how.join("")}`;
}

function part({ text, nth, from, to, unit, caret }: Part): string {
  return [
    ...set("text", text === undefined ? undefined : rustString(text)),
    ...set("nth", nth?.toString()),
    ...set("from", from?.toString()),
    ...set("to", to?.toString()),
    ...set("unit", unit && `TextUnit::${variant(unit)}`),
    ...set("caret", caret && `TextSide::${variant(caret)}`),
  ].join("");
}

function expectations(out: Writing, { expected, page, action }: Step): void {
  if (action.do === "closePage") return;
  if (expected.length > 0) select(out, action.do === "open" ? action.page : page);
  out.lines.push(...expected.map((one) => expectation(out, one)));
}

function expectation(out: Writing, expected: Expected): string {
  const wait = (how: string): string => `session.wait_for(&WaitOptions::default()${how}).await?;`;
  switch (expected.see) {
    case "url":
      return wait(`.url(${rustString(expected.url)})`);
    case "urlPart":
      return wait(`.url(${rustString(expected.part)})`);
    case "element":
      return interact("WaitForSelector", expected.target);
    case "textIn":
      return `${out.use("says")}(session, ${rustLocator(expected.target)}, ${rustString(expected.text)}).await?;`;
    case "value":
      return `${out.use("holds")}(session, ${rustLocator(expected.target)}, ${rustString(expected.value)}).await?;`;
    case "checked":
      return `${out.use("checked")}(session, ${rustLocator(expected.target)}, ${expected.checked}).await?;`;
    case "count":
      return `${out.use("counts")}(session, ${alikeRust(expected.of)}, ${expected.count}).await?;`;
    case "true":
      return wait(`.function(${rustString(expected.script)})`);
    case "text":
      return wait(`.text(${rustString(expected.text)})`);
    case "noText":
      return wait(`.text_gone(${rustString(expected.text)})`);
    case "selector":
      return wait(`.selector(${rustString(expected.selector)})`);
  }
}

/** What is imported of the crate, where it is used. */
const NAMES: readonly string[] = [
  "ActionOptions",
  "ClickOptions",
  "ColorScheme",
  "Contrast",
  "CookieFilter",
  "DragByOptions",
  "DragOptions",
  "DropOptions",
  "EmulateOptions",
  "EngineError",
  "ErrorKind",
  "EvaluateOptions",
  "FailReason",
  "ForcedColors",
  "Geolocation",
  "InteractAction",
  "InteractOptions",
  "InteractRequest",
  "InteractTarget",
  "Locator",
  "MediaType",
  "ModifierKey",
  "MouseButton",
  "NavigateOptions",
  "Navigation",
  "NetworkOptions",
  "Offset",
  "Permission",
  "PermissionState",
  "PressKeyOptions",
  "ReducedMotion",
  "RequestKind",
  "Result",
  "RouteAction",
  "RouteOptions",
  "ScrollDirection",
  "ScrollOptions",
  "SelectTextOptions",
  "Session",
  "SessionOptions",
  "Spot",
  "TextSide",
  "TextUnit",
  "TouchGesture",
  "TouchOptions",
  "TransferContent",
  "TypeOptions",
  "Viewport",
  "WaitOptions",
];

/** The kind of the browser in which a session was recorded. What it sees may differ in another one. */
const kindOf = (product: string): string => (/^firefox\b/i.test(product) ? "firefox" : "chromium");

function file(steps: readonly Step[], { version, browser, at }: About, end: End = WHOLE): string {
  const out = new Writing();
  for (const step of steps) write(out, step);
  for (const one of end.leftOut) out.lines.push(`// ${one}`);
  out.lines.push(end.isCut ? `Err(EngineError::new(ErrorKind::Interrupted, ${rustString(CUT)}))` : "Ok(())");
  const body = out.lines.join("\n");
  if (readsEnv(body)) out.use("env");
  for (const name of out.used) for (const need of HELPERS[name].needs ?? []) out.used.add(need);
  const helpers = Object.entries(HELPERS).flatMap(([name, { code }]) =>
    out.used.has(name as Helper) ? [code.trim()] : [],
  );
  // What is in strings may look like a name: an import that is not used is only a warning.
  const text = [body, ...helpers, "Session SessionOptions Result"].join("\n");
  const has = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const kinds = ["By", "Within"].filter((name) => text.includes(`${name}::`));
  return [
    `//! Recorded by uipilot ${version} in ${inComment(browser)}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
    '#![allow(unused, clippy::all, clippy::pedantic, reason = "written by a program")]',
    "",
    ...(kinds.length === 0
      ? []
      : [`use uipilot_engine::locator::${kinds.length === 1 ? kinds[0] : `{${kinds.join(", ")}}`};`]),
    "use uipilot_engine::options::{BrowserChoice, BrowserKind, LaunchOptions};",
    ...(text.includes("Cookie {") ? ["use uipilot_engine::report::{Cookie, SameSite};"] : []),
    `use uipilot_engine::{${NAMES.filter(has).join(", ")}};`,
    "",
    "#[tokio::main]",
    "async fn main() -> Result<()> {",
    "    // UIPILOT_BROWSER names another browser, such as chromium, chrome-beta or firefox.",
    `    let browser = std::env::var("UIPILOT_BROWSER").unwrap_or_else(|_| ${rustString(kindOf(browser))}.into());`,
    "    let (kind, channel) = BrowserKind::parse(&browser)?;",
    "    let launch = LaunchOptions::default().browser(BrowserChoice { kind, channel });",
    "    let session = Session::open(SessionOptions::default().launch(launch))?;",
    "    let result = recorded(&session).await;",
    "    session.close().await;",
    "    result",
    "}",
    "",
    "async fn recorded(session: &Session) -> Result<()> {",
    ...out.lines.flatMap((line) => line.split("\n")).map((line) => `    ${line}`),
    "}",
    ...helpers.map((code) => `\n${code}`),
    "",
  ].join("\n");
}

export const rust: Language = {
  name: "Rust",
  run: "cargo run",
  file,
  code: (step) => {
    const out = new Writing();
    write(out, step);
    return out.lines.join("\n");
  },
  locator: rustLocator,
};
