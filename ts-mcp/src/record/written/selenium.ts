// Steps as a test of Selenium in TypeScript, for Node's own test runner.

import { jsonText } from "../../quote.ts";
import { type End, tsEnding, WHOLE } from "./ending.ts";
import { inComment, readsEnv, tsList, tsString, withNames } from "./literal.ts";
import { isSaidBy } from "./seen.ts";
import { HELPERS, type Helper } from "./selenium-helpers.ts";
import { chord, key } from "./selenium-keys.ts";
import { settingSelenium } from "./setting-selenium.ts";
import type {
  About,
  Button,
  Content,
  Dialog,
  Expected,
  Language,
  Pull,
  Spot,
  Step,
  Target,
  Touch,
  Value,
} from "./step.ts";
import { seleniumBy, seleniumWay } from "./targets.ts";
import { fingersOf } from "./touches.ts";

/** Types of inputs whose value is not typed: how it is depends on the browser's language. */
const SET: ReadonlySet<string> = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);

/** A line that waits for an action. */
const AWAITED = /^await ([\s\S]*);$/;

class Writing {
  readonly lines: string[] = [];
  readonly used = new Set<Helper>();
  readonly pages: number[] = [];
  /** Keys that are down. */
  readonly held = new Set<string>();
  /** Media features that are in force. */
  readonly features = new Map<string, string>();
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
    for (const one of step.dialogs ?? []) dialog(out, one);
    expectations(out, step);
    return;
  }
  goTo(out, page);
  const opened = step.opens.filter((number) => !out.pages.includes(number));
  const lines = acting(out, step);
  // A dialog holds the end of the page up, and is answered once the action has returned.
  const act = step.closes && step.dialogs === undefined && lines.at(-1)?.match(AWAITED)?.[1];
  if (act) lines.splice(-1, 1, `await ${out.use("closing")}(pages[${page}] as string, ${act});`);
  out.lines.push(...lines);
  for (const one of step.dialogs ?? []) dialog(out, one);
  for (const number of opened) {
    out.pages.push(number);
    out.lines.push(`pages[${number}] = await ${out.use("opened")}(Object.values(pages));`);
  }
  expectations(out, step);
  if (step.closes) leave(out, page);
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

/** A page is gone. The driver goes back to where it was, or to another one. */
function leave(out: Writing, page: number, from = page): void {
  out.pages.splice(out.pages.indexOf(page), 1);
  out.lines.push(`delete pages[${page}];`);
  const next = from === page ? out.pages[0] : from;
  if (next !== undefined) goTo(out, next);
}

function dialog(out: Writing, { kind, message, answer }: Dialog): void {
  const words = answer?.text;
  const lines = [
    "{",
    "  const dialog = await driver.wait(until.alertIsPresent(), WAIT_MS);",
    ...(kind === "beforeunload" || message === undefined
      ? []
      : [`  assert.equal(await dialog.getText(), ${tsString(message)});`]),
    ...(answer?.accept === true && words !== undefined ? [`  await dialog.sendKeys(${tsString(words)});`] : []),
    `  await dialog.${answer?.accept === true ? "accept" : "dismiss"}();`,
    "}",
  ];
  out.lines.push(lines.join("\n"));
}

function acting(out: Writing, { action }: Step): string[] {
  if ("target" in action && action.target?.closed === true) {
    const { target } = action.target;
    return [
      `// Left out: ${action.do} on ${withNames(target)}. It is in a closed shadow tree, which Selenium cannot enter.`,
    ];
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
      leave(out, action.page, from);
      return [];
    }
    case "resize":
      return [`await ${out.use("resize")}(${action.width}, ${action.height});`];
    case "click": {
      const { button, count, modifiers, holdMs, force, at } = action;
      const plain = button === "left" && modifiers.length === 0 && at === undefined && holdMs === undefined;
      // A click of an element knows nothing of keys that are down.
      if (plain && count === 1 && force !== true && out.held.size === 0)
        return [`await (${ready(action.target)}).click();`];
      const named = buttonOf(button);
      const press =
        holdMs === undefined
          ? `.press(${named}).release(${named})`.repeat(Math.max(1, count))
          : `.press(${named}).pause(${holdMs}).release(${named})`;
      // What is forced waits for nothing.
      const element = force === true ? out.find(action.target) : ready(action.target);
      return [over(out, element, press, modifiers, at)];
    }
    case "hover":
      return [over(out, ready(action.target), "", action.modifiers, action.at)];
    case "focus":
      return [`await driver.executeScript("arguments[0].focus()", ${out.find(action.target)});`];
    case "fill": {
      const { target, value } = action;
      const how = SET.has(target.type) ? out.use("set") : out.use("fill");
      return [`await ${how}(${ready(target)}, ${out.value(value)});`];
    }
    case "check":
      return [`await ${out.use("check")}(${out.find(action.target)}, ${action.checked});`];
    case "select":
      return [
        action.target.tag === "select"
          ? `await ${out.use("choose")}(${ready(action.target)}, ${tsList(action.values)});`
          : `await ${out.use("chooseFrom")}(${ready(action.target)}, ${tsString(action.values[0] ?? "")});`,
      ];
    case "type":
      if (action.delayMs !== undefined && action.delayMs > 0) {
        const into = action.target === undefined ? [] : [ready(action.target)];
        return [`await ${out.use("typeSlowly")}(${[out.value(action.value), action.delayMs, ...into].join(", ")});`];
      }
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
      const hold = action.holdMs === undefined ? "" : `.pause(${action.holdMs})`;
      return [...first, `await driver.actions()${down}.keyDown(${last})${hold}.keyUp(${last})${up}.perform();`];
    }
    case "keyDown": {
      const name = key(action.key);
      if (name === undefined) return [`// Left out: the key ${inComment(action.key)}, which Selenium has not.`];
      out.held.add(name);
      return [`await driver.actions().keyDown(${name}).perform();`];
    }
    case "keyUp": {
      const released =
        action.key === undefined ? [...out.held] : [key(action.key)].filter((name) => name !== undefined);
      for (const name of released) out.held.delete(name);
      if (released.length === 0) return ["// Left out: a key was released that the test does not hold."];
      return [`await driver.actions()${released.map((name) => `.keyUp(${name})`).join("")}.perform();`];
    }
    case "wheel": {
      const { target, by, modifiers, at } = action;
      const given = listed([options({ at: target && at && point(at), keys: keyList(modifiers) })]);
      const over = target === undefined ? "undefined" : out.find(target);
      return [`await ${out.use("turn")}(${over}, [${by.x}, ${by.y}]${given});`];
    }
    case "scrollUntil": {
      const { target, text, by } = action;
      const over = target === undefined ? [] : [out.find(target)];
      const given = [tsString(text), `[${by.x}, ${by.y}]`, ...over];
      return [`await ${out.use("scrollUntil")}(${given.join(", ")});`];
    }
    case "scrollTo":
      return [
        `await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", ${out.find(action.target)});`,
      ];
    case "drag": {
      const { target, to, at, toAt, modifiers } = action;
      if (to.closed) return ["// Left out: a drag into a closed shadow tree, which Selenium cannot enter."];
      if (jsonText(target.frames) !== jsonText(to.frames))
        return ["// Left out: a drag between frames, whose elements Selenium does not hold together."];
      const ends = `${ready(target)}, ${out.find(to)}`;
      const given = listed([options({ at: at && point(at), toAt: toAt && point(toAt), keys: keyList(modifiers) })]);
      return [`await ${out.use("dragTo")}(${ends}${given});`];
    }
    case "dragBy":
      return pulling(out, action, ready(action.target));
    case "touch":
      return touching(out, action, ready(action.target));
    case "upload": {
      const files = action.files.map((file) => `path.resolve(${tsString(file)})`);
      if (action.target.type === "file")
        return [`await (${out.find(action.target)}).sendKeys(${files.join(' + "\\n" + ')});`];
      return [`await ${out.use("chooseFiles")}(${ready(action.target)}, [${files.join(", ")}]);`];
    }
    case "paste":
    case "drop": {
      const at = action.do === "drop" ? action.at : undefined;
      return [`await ${out.use(action.do)}(${ready(action.target)}, ${transferred(out, action.content, at)});`];
    }
    case "selectText": {
      const { text, nth, from, to, unit, caret } = action.part;
      const given = options({
        text: text === undefined ? undefined : tsString(text),
        nth: nth?.toString(),
        from: from?.toString(),
        to: to?.toString(),
        unit: unit && tsString(unit),
        caret: caret && tsString(caret),
      });
      return [`await ${out.use("selectPart")}(${out.find(action.target)}, ${given});`];
    }
    case "evaluate":
      return [`await driver.executeScript(${tsString(returned(action.script))});`];
    case "emulate":
    case "network":
    case "route":
    case "unroute":
    case "setCookie":
    case "deleteCookies":
      return settingSelenium(out, action);
    default:
      return [];
  }
}

/** A script that gives the value of an expression, or that of a function. */
const returned = (script: string): string =>
  `const given = (${script}\n); return typeof given === "function" ? given() : given;`;

/** Options in braces. */
function options(given: Record<string, string | undefined>): string {
  const all = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return all.length === 0 ? "{}" : `{ ${all.join(", ")} }`;
}

/** A button. Selenium takes those at the side of a mouse, and its types do not name them. */
const buttonOf = (button: Button): string =>
  ({ left: "", middle: "Button.MIDDLE", right: "Button.RIGHT", back: "Number(3)", forward: "Number(4)" })[button];

/** Further arguments, without those that say nothing. */
const listed = (given: readonly string[]): string =>
  given
    .filter((one) => one !== "{}")
    .map((one) => `, ${one}`)
    .join("");

const list = (parts: readonly string[]): string => `[${parts.join(", ")}]`;

const point = ({ x, y, share }: Spot): string => `{ x: ${x}, y: ${y}${share === true ? ", share: true" : ""} }`;

/** The keys that are held. */
const held = (modifiers: readonly string[]): string[] => modifiers.map((name) => key(name) ?? "Key.CONTROL");

const keyList = (modifiers: readonly string[]): string | undefined =>
  modifiers.length === 0 ? undefined : list(held(modifiers));

/** Something that is done while keys are held. */
function holding(modifiers: readonly string[], what: string): string {
  const names = held(modifiers);
  const [down, up] = ["keyDown", "keyUp"].map((does) => names.map((name) => `.${does}(${name})`).join(""));
  return `${down}${what}${up}`;
}

/** Something that is done with the pointer over an element. */
function over(out: Writing, element: string, what: string, modifiers: readonly string[], at: Spot | undefined): string {
  const from = listed([options({ at: at && point(at) })]);
  return `await ${out.use("over")}(${element}, (actions) => actions${holding(modifiers, what)}${from});`;
}

function pulling(out: Writing, { path, button, modifiers, at, durationMs }: Pull, element: string): string[] {
  const named = buttonOf(button);
  const each = durationMs === undefined ? "" : `, duration: ${Math.round(durationMs / path.length)}`;
  let [x, y] = [0, 0];
  const moves = path.map((to) => {
    const [dx, dy] = [Math.round(to.x) - x, Math.round(to.y) - y];
    [x, y] = [x + dx, y + dy];
    return `.move({ origin: Origin.POINTER, x: ${dx}, y: ${dy}${each} })`;
  });
  return [over(out, element, `.press(${named})${moves.join("")}.release(${named})`, modifiers, at)];
}

function touching(out: Writing, action: Touch, element: string): string[] {
  const { fingers, ms, times } = fingersOf(action);
  const given = options({
    at: action.at && point(action.at),
    ms: ms === 0 ? undefined : String(ms),
    times: times === 1 ? undefined : String(times),
  });
  const moves = list(fingers.map((finger) => list(finger.map(String))));
  return [`await ${out.use("touch")}(${element}, ${moves}${listed([given])});`];
}

function transferred(out: Writing, { text, html, url, files }: Content, at: Spot | undefined): string {
  const paths = files.map(({ path, type }) => `{ path: ${tsString(path)}, type: ${tsString(type)} }`);
  return options({
    text: text && out.value(text),
    html: html === undefined ? undefined : tsString(html),
    url: url === undefined ? undefined : tsString(url),
    files: paths.length === 0 ? undefined : list(paths),
    at: at && point(at),
  });
}

const focusing = (target: Target): Step => ({
  action: { do: "focus", target },
  page: 0,
  expected: [],
  opens: [],
  notes: [],
});

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
      // What a heading or a text says may be only in the words of the other programs' locators.
      return isSaidBy(expected.target)
        ? textIn(out, expected.target, expected.target.text)
        : `await ${out.use("ready")}(${out.find(expected.target)});`;
    case "textIn":
      return expected.target.closed ? "" : textIn(out, expected.target, expected.text);
    case "value":
      if (expected.target.closed) return "";
      return `await ${out.use("holds")}(${out.find(expected.target)}, ${tsString(expected.value)});`;
    case "checked":
      if (expected.target.closed) return "";
      return `await ${out.use("isChecked")}(${out.find(expected.target)}, ${expected.checked});`;
    case "count":
      if (expected.of.by === "role" || expected.of.by === "text")
        return `// Left out: there were ${expected.count} of ${inComment(expected.of.value)}, by its ${expected.of.by}, which Selenium cannot count.`;
      return `await ${out.use("counts")}(${tsString(expected.of.by === "css" ? expected.of.value : `[data-testid=${jsonText(expected.of.value)}]`)}, ${expected.count});`;
    case "true":
      return `await driver.wait(() => driver.executeScript(${tsString(returned(expected.script))}), WAIT_MS);`;
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

function file(steps: readonly Step[], { version, browser, at }: About, end: End = WHOLE): string {
  const out = new Writing();
  for (const step of steps) write(out, step);
  out.lines.push(...tsEnding(end));
  if (readsEnv(out.lines.join("\n"))) out.use("env");
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
    ...(/\breadFileSync\(/.test(text) ? ['import { readFileSync } from "node:fs";'] : []),
    ...(/\bpath\.(?:resolve|basename)\(/.test(text) ? ['import path from "node:path";'] : []),
    'import { after, before, test } from "node:test";',
    `import { ${imported} } from "selenium-webdriver";`,
    `import { ${/\bas Driver\b/.test(text) ? "type Driver, " : ""}Options } from "selenium-webdriver/chrome.js";`,
    ...(/\bnew Command\(/.test(text) ? ['import { Command, Name } from "selenium-webdriver/lib/command.js";'] : []),
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
  code: (step) => {
    const out = new Writing();
    write(out, step);
    return out.lines.join("\n");
  },
  locator: (target) => (target.closed ? undefined : `${seleniumBy(target)}`),
};
