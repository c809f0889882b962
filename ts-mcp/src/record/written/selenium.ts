// Steps as a test of Selenium in TypeScript, for Node's own test runner.

import { inComment, tsString } from "./literal.ts";
import { HELPERS, type Helper } from "./selenium-helpers.ts";
import type { About, Dialog, Expected, Language, Step, Target, Value } from "./step.ts";
import { seleniumBy, seleniumWay } from "./targets.ts";

/** Types of inputs whose value is not typed: how it is depends on the browser's language. */
const SET: ReadonlySet<string> = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);

/** Names of keys that are not their own. */
const KEYS: Record<string, string> = {
  enter: "ENTER",
  return: "RETURN",
  tab: "TAB",
  escape: "ESCAPE",
  esc: "ESCAPE",
  backspace: "BACK_SPACE",
  delete: "DELETE",
  insert: "INSERT",
  arrowup: "ARROW_UP",
  arrowdown: "ARROW_DOWN",
  arrowleft: "ARROW_LEFT",
  arrowright: "ARROW_RIGHT",
  home: "HOME",
  end: "END",
  pageup: "PAGE_UP",
  pagedown: "PAGE_DOWN",
  pause: "PAUSE",
  space: "SPACE",
  shift: "SHIFT",
  control: "CONTROL",
  ctrl: "CONTROL",
  alt: "ALT",
  meta: "META",
};

class Writing {
  readonly lines: string[] = [];
  readonly used = new Set<Helper>();
  readonly pages: number[] = [];
  /** The page that the driver is on. */
  current: number | undefined;

  /** Uses a helper. */
  use(name: Helper): string {
    this.used.add(name);
    return name;
  }

  value(value: Value): string {
    return "text" in value ? tsString(value.text) : `${this.use("env")}(${tsString(value.env)})`;
  }

  find(target: Target): string {
    const way = seleniumWay(target);
    return `await ${this.use("find")}(${seleniumBy(target)}${way === "" ? "" : `, ${way}`})`;
  }
}

function write(out: Writing, step: Step): void {
  const { action, page } = step;
  for (const note of step.notes) out.lines.push(`// ${note}`);
  if (action.do === "note") {
    out.lines.push(`// ${action.text}`);
    return;
  }
  if (action.do === "open") {
    if (out.current !== undefined) out.lines.push('await driver.switchTo().newWindow("tab");');
    arriveAt(out, action.page);
    out.lines.push(`await driver.get(${tsString(action.url)});`);
    expectations(out, step);
    return;
  }
  goTo(out, page);
  const opened = step.opens.filter((number) => !out.pages.includes(number));
  out.lines.push(...acting(out, step));
  if (step.dialog !== undefined) dialog(out, step.dialog);
  for (const number of opened) {
    out.pages.push(number);
    out.lines.push(`pages[${number}] = await ${out.use("opened")}(Object.values(pages));`);
  }
  expectations(out, step);
}

/** The driver is on a page that it has not been on. */
function arriveAt(out: Writing, page: number): void {
  out.pages.push(page);
  out.current = page;
  out.lines.push(`pages[${page}] = await driver.getWindowHandle();`);
}

function goTo(out: Writing, page: number): void {
  if (out.current === undefined) arriveAt(out, page);
  if (out.current === page) return;
  out.lines.push(`await driver.switchTo().window(pages[${page}] as string);`);
  out.current = page;
}

function dialog(out: Writing, { kind, message, answer }: Dialog): void {
  const words = answer?.text;
  const lines = [
    "{",
    "  const dialog = await driver.wait(until.alertIsPresent(), WAIT_MS);",
    ...(kind === "beforeunload" ? [] : [`  assert.equal(await dialog.getText(), ${tsString(message)});`]),
    ...(answer?.accept === true && words !== undefined ? [`  await dialog.sendKeys(${tsString(words)});`] : []),
    `  await dialog.${answer?.accept === true ? "accept" : "dismiss"}();`,
    "}",
  ];
  out.lines.push(lines.join("\n"));
}

function acting(out: Writing, { action }: Step): string[] {
  if ("target" in action && action.target?.closed === true) {
    const { target } = action.target;
    return [`// Left out: ${action.do} on ${target}. It is in a closed shadow tree, which Selenium cannot enter.`];
  }
  const ready = (target: Target): string => `await ${out.use("ready")}(${out.find(target)})`;
  switch (action.do) {
    case "goto":
      return [`await driver.get(${tsString(action.url)});`];
    case "history":
      return [`await driver.navigate().${action.direction === "reload" ? "refresh" : action.direction}();`];
    case "closePage": {
      const from = out.current;
      goTo(out, action.page);
      out.lines.push("await driver.close();");
      const next = from === action.page ? out.pages.find((page) => page !== action.page) : from;
      out.pages.splice(out.pages.indexOf(action.page), 1);
      out.lines.push(`delete pages[${action.page}];`);
      if (next !== undefined) goTo(out, next);
      return [];
    }
    case "resize":
      return [`await ${out.use("resize")}(${action.width}, ${action.height});`];
    case "click": {
      const { button, count, modifiers, holdMs } = action;
      const plain = button === "left" && modifiers.length === 0 && action.at === undefined && holdMs === undefined;
      if (plain && count === 1) return [`await (${ready(action.target)}).click();`];
      if (button === "back" || button === "forward") return ["// Left out: a click of a button that the test has not."];
      const named = `Button.${button.toUpperCase()}`;
      const press =
        holdMs === undefined
          ? `.press(${named}).release(${named})`.repeat(Math.max(1, count))
          : `.press(${named}).pause(${holdMs}).release(${named})`;
      const keys = modifiers.map((name) => key(name) ?? "Key.CONTROL");
      const down = keys.map((name) => `.keyDown(${name})`).join("");
      const up = keys.map((name) => `.keyUp(${name})`).join("");
      const from = action.at === undefined ? "" : `, { at: { x: ${action.at.x}, y: ${action.at.y} } }`;
      return [`await ${out.use("over")}(${ready(action.target)}, (actions) => actions${down}${press}${up}${from});`];
    }
    case "hover":
      return [`await ${out.use("over")}(${ready(action.target)}, (actions) => actions);`];
    case "focus":
      return [`await driver.executeScript("arguments[0].focus()", ${out.find(action.target)});`];
    case "fill": {
      const { target, value } = action;
      const how = SET.has(target.type) ? out.use("set") : out.use("fill");
      // A line break would send the form of a field that has one line.
      const kept = "text" in value && target.tag === "input" ? { text: value.text.replace(/[\r\n]+/g, "") } : value;
      return [`await ${how}(${ready(target)}, ${out.value(kept)});`];
    }
    case "check":
      return [`await ${out.use("check")}(${out.find(action.target)}, ${action.checked});`];
    case "select":
      return [
        action.target.tag === "select"
          ? `await ${out.use("choose")}(${ready(action.target)}, [${action.values.map(tsString).join(", ")}]);`
          : `await ${out.use("chooseFrom")}(${ready(action.target)}, ${tsString(action.values[0] ?? "")});`,
      ];
    case "type":
      return [
        action.target === undefined
          ? `await driver.actions().sendKeys(${out.value(action.value)}).perform();`
          : `await (${ready(action.target)}).sendKeys(${out.value(action.value)});`,
      ];
    case "press": {
      const keys = chord(action.key);
      if (keys === undefined) return [`// Left out: the key ${inComment(action.key)}, which Selenium has not.`];
      const first = action.target === undefined ? [] : acting(out, focusing(action.target));
      const last = keys[keys.length - 1] as string;
      const held = keys.slice(0, -1);
      const down = held.map((name) => `.keyDown(${name})`).join("");
      const up = held.map((name) => `.keyUp(${name})`).join("");
      return [...first, `await driver.actions()${down}.keyDown(${last}).keyUp(${last})${up}.perform();`];
    }
    case "keyDown":
    case "keyUp": {
      const name = key(action.key);
      if (name === undefined) return [`// Left out: the key ${inComment(action.key)}, which Selenium has not.`];
      return [`await driver.actions().${action.do}(${name}).perform();`];
    }
    case "wheel": {
      const origin = action.target === undefined ? "" : `, ${out.find(action.target)}`;
      return [`await driver.actions().scroll(0, 0, ${action.by.x}, ${action.by.y}${origin}).perform();`];
    }
    case "scrollTo":
      return [
        `await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", ${out.find(action.target)});`,
      ];
    case "drag":
      if (action.to.closed) return ["// Left out: a drag into a closed shadow tree, which Selenium cannot enter."];
      if (action.target.frames.length + action.to.frames.length > 0)
        return ["// Left out: a drag in frames, whose elements Selenium does not hold together."];
      return [`await driver.actions().dragAndDrop(${ready(action.target)}, ${out.find(action.to)}).perform();`];
    case "dragBy": {
      let [x, y] = [0, 0];
      const moves = action.path.map((to) => {
        const move = `.move({ origin: Origin.POINTER, x: ${Math.round(to.x - x)}, y: ${Math.round(to.y - y)} })`;
        [x, y] = [to.x, to.y];
        return move;
      });
      return [
        `await ${out.use("over")}(${ready(action.target)}, (actions) => actions.press()${moves.join("")}.release());`,
      ];
    }
    case "upload":
      if (action.target.type !== "file") return ["// Left out: files for a chooser, which Selenium cannot answer."];
      return [
        `await (${out.find(action.target)}).sendKeys(${action.files.map((file) => `path.resolve(${tsString(file)})`).join(' + "\\n" + ')});`,
      ];
    default:
      return [];
  }
}

const focusing = (target: Target): Step => ({
  action: { do: "focus", target },
  page: 0,
  expected: [],
  opens: [],
  notes: [],
});

/** A key; undefined if Selenium has none of that name. */
function key(name: string): string | undefined {
  if ([...name].length === 1) return tsString(name);
  const word = KEYS[name.toLowerCase()];
  if (word !== undefined) return `Key.${word}`;
  if (name === "ControlOrMeta") return 'Key[process.platform === "darwin" ? "META" : "CONTROL"]';
  return /^F(?:[1-9]|1[0-2])$/.test(name) ? `Key.${name}` : undefined;
}

/** The keys of a chord, such as `Control+A`. */
function chord(text: string): string[] | undefined {
  const names = text.length > 1 ? text.replace(/\+\+$/, "+plus").split("+") : [text];
  const keys = names.map((name) => key(name === "plus" ? "+" : name));
  // With keys that are held, the letter is the one on the keyboard.
  const last = names[names.length - 1] ?? "";
  const small = names.length > 1 && /^[A-Z]$/.test(last) ? [...keys.slice(0, -1), tsString(last.toLowerCase())] : keys;
  return small.every((one): one is string => one !== undefined) ? small : undefined;
}

function expectations(out: Writing, { expected, page, action }: Step): void {
  if (action.do === "closePage") return;
  if (expected.length > 0) goTo(out, action.do === "open" ? action.page : page);
  out.lines.push(...expected.map((one) => expectation(out, one)).filter((line) => line !== ""));
}

function expectation(out: Writing, expected: Expected): string {
  switch (expected.see) {
    case "url":
      return `await driver.wait(until.urlIs(${tsString(expected.url)}), WAIT_MS);`;
    case "urlPart":
      return `await driver.wait(until.urlContains(${tsString(expected.part)}), WAIT_MS);`;
    case "element":
      if (expected.target.closed) return "";
      return expected.target.text === ""
        ? `await ${out.use("ready")}(${out.find(expected.target)});`
        : textIn(out, expected.target, expected.target.text);
    case "textIn":
      return expected.target.closed ? "" : textIn(out, expected.target, expected.text);
    case "text":
      return `await ${out.use("sees")}(${tsString(expected.text)}, true);`;
    case "noText":
      return `await ${out.use("sees")}(${tsString(expected.text)}, false);`;
    case "selector":
      return `await ${out.use("ready")}(await ${out.use("find")}(By.css(${tsString(expected.selector)})));`;
  }
}

const textIn = (out: Writing, target: Target, text: string): string =>
  `await ${out.use("says")}(${out.find(target)}, ${tsString(text)});`;

function file(steps: readonly Step[], { version, browser, at }: About): string {
  const out = new Writing();
  for (const step of steps) write(out, step);
  const body = out.lines.flatMap((line) => line.split("\n")).map((line) => `  ${line}`);
  for (const [name, { needs }] of Object.entries(HELPERS)) {
    if (out.used.has(name as Helper)) for (const need of needs) out.used.add(need);
  }
  const helpers = Object.entries(HELPERS).flatMap(([name, { code }]) => (out.used.has(name as Helper) ? [code] : []));
  const text = [...body, ...helpers].join("\n");
  const names = ["Builder", "Button", "By", "Key", "Origin", "until"].filter(
    (name) => name === "Builder" || new RegExp(`\\b${name}[.[(]`).test(text),
  );
  const types = ["Actions", "WebDriver", "WebElement"].filter(
    (name) => name === "WebDriver" || new RegExp(`\\b${name}\\b`).test(text),
  );
  const imported = [...names, ...types.map((name) => `type ${name}`)].join(", ");
  return [
    `// Recorded by uipilot ${version} in ${inComment(browser)}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
    "//",
    "// CHROME_BIN and CHROME_ARGS name another browser and its arguments.",
    ...(/\bassert\b/.test(text) ? ['import assert from "node:assert/strict";'] : []),
    ...(/\bpath\.resolve\(/.test(text) ? ['import path from "node:path";'] : []),
    'import { after, before, test } from "node:test";',
    `import { ${imported} } from "selenium-webdriver";`,
    'import { Options } from "selenium-webdriver/chrome.js";',
    "",
    ...(/\bWAIT_MS\b/.test(text)
      ? ["/** How long something is waited for. */", "const WAIT_MS = Number(process.env.WAIT_MS ?? 10_000);"]
      : []),
    "let driver: WebDriver;",
    ...(/\bpages\[/.test(text)
      ? [
          "/** The windows, by the numbers that they had in the session. */",
          "const pages: Record<number, string> = {};",
        ]
      : []),
    "",
    "before(async () => {",
    "  const options = new Options();",
    "  if (process.env.CHROME_BIN) options.setChromeBinaryPath(process.env.CHROME_BIN);",
    '  options.addArguments(...(process.env.CHROME_ARGS ?? "--headless=new").split(" "));',
    '  driver = await new Builder().forBrowser("chrome").setChromeOptions(options).build();',
    "});",
    "after(() => driver?.quit());",
    "",
    'test("recorded session", async () => {',
    ...body,
    "});",
    ...helpers.map((code) => `\n${code.trim()}`),
    "",
  ].join("\n");
}

export const selenium: Language = {
  name: "Selenium",
  run: "npx tsx --test",
  file,
  locator: (target) => (target.closed ? undefined : `${seleniumBy(target)}`),
};
