// Steps as a test of Playwright.

import { type End, tsEnding, WHOLE } from "./ending.ts";
import { inComment, readsEnv, tsList, tsString, withNames } from "./literal.ts";
import { HELPERS, type Helper } from "./playwright-helpers.ts";
import { listed, settingPlaywright } from "./setting-playwright.ts";
import type { About, Content, Expected, Language, Pull, Spot, Step, Target, Touch, Value } from "./step.ts";
import { alikePlaywright, playwrightLocator, playwrightScope } from "./targets.ts";
import { fingersOf } from "./touches.ts";

/** The file, as its parts are written. */
/** A line that waits for an action. */
const AWAITED = /^await ([\s\S]*);$/;

class Writing {
  readonly lines: string[] = [];
  readonly #pages = new Map<number, string>();
  readonly used = new Set<Helper>();
  /** Keys that are down. */
  readonly held = new Set<string>();
  usesContext = false;
  #asked = 0;
  /** Options that the context is made with. */
  readonly fixtures = new Map<string, string>();

  /** Uses a helper. */
  use(name: Helper): string {
    this.used.add(name);
    return name;
  }

  /** The variable of a page. */
  page(number: number): string {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    // The test begins with a page of its own.
    const name = this.#pages.size === 0 ? "page" : `page${this.#pages.size + 1}`;
    this.#pages.set(number, name);
    return name;
  }

  /** The variable of the dialogs of a step. */
  dialogs(): string {
    this.#asked++;
    return this.#asked === 1 ? "dialogs" : `dialogs${this.#asked}`;
  }

  isKnown(number: number): boolean {
    return this.#pages.has(number);
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  value(value: Value): string {
    if ("text" in value) return tsString(value.text);
    return `${this.use("env")}(${tsString(value.env)})`;
  }
}

function write(out: Writing, step: Step): void {
  const { action } = step;
  const say = (line: string): number => out.lines.push(line);
  for (const note of step.notes) say(`// ${note}`);
  if (action.do === "note") {
    say(`// ${action.text}`);
    return;
  }
  if (action.do === "open") {
    if (out.isEmpty) out.page(action.page);
    else {
      out.usesContext = true;
      say(`const ${out.page(action.page)} = await context.newPage();`);
    }
    const said = answering(out, out.page(action.page), step);
    say(`await ${out.page(action.page)}.goto(${tsString(action.url)});`);
    for (const line of said) say(line);
    expectations(out, step);
    return;
  }
  const page = out.page(step.page);
  const opened = step.opens.filter((number) => !out.isKnown(number));
  for (const number of opened) {
    out.usesContext = true;
    say(`const ${out.page(number)}Opened = context.waitForEvent("page");`);
  }
  const said = answering(out, page, step);
  for (const line of [...closing(out, step, page), ...said]) say(line);
  for (const number of opened) say(`const ${out.page(number)} = await ${out.page(number)}Opened;`);
  expectations(out, step);
}

/** Dialogs are answered while the action waits for that, so their answers come first. Returns what is said of them after it. */
function answering(out: Writing, page: string, { dialogs = [], action }: Step): string[] {
  // A page that is closed does not ask.
  if (dialogs.length === 0 || action.do === "closePage") return [];
  const answers = dialogs.map(({ answer }) => {
    if (answer?.accept !== true) return "false";
    return answer.text === undefined ? "true" : tsString(answer.text);
  });
  const name = out.dialogs();
  out.lines.push(`const ${name} = ${out.use("answered")}(${page}, [${answers.join(", ")}]);`);
  // What a browser asks before a page is left, it says in its own words.
  const said = dialogs.map(({ kind, message }) =>
    kind === "beforeunload" || message === undefined ? "expect.any(String)" : tsString(message),
  );
  return [`expect(await ${name}).toEqual([${said.join(", ")}]);`];
}

/** An action, and the end of its page if it brings that about. */
function closing(out: Writing, step: Step, page: string): string[] {
  const lines = acting(out, step, page);
  const act = step.closes && lines.at(-1)?.match(AWAITED)?.[1];
  return act ? [...lines.slice(0, -1), `await ${out.use("closing")}(${page}, ${act});`] : lines;
}

function acting(out: Writing, { action }: Step, page: string): string[] {
  const at = (target: Target): string => playwrightLocator(target, page) ?? "";
  const where = (spot: Spot, target: Target): string => position(out, spot, at(target));
  if ("target" in action && action.target?.closed === true) {
    const { target } = action.target;
    return [
      `// Left out: ${action.do} on ${withNames(target)}. It is in a closed shadow tree, which Playwright cannot enter.`,
    ];
  }
  switch (action.do) {
    case "goto":
      return [`await ${page}.goto(${tsString(action.url)});`];
    case "history":
      return [`await ${page}.${{ back: "goBack", forward: "goForward", reload: "reload" }[action.direction]}();`];
    case "closePage":
      return [`await ${out.page(action.page)}.close();`];
    case "resize":
      return [`await ${page}.setViewportSize({ width: ${action.width}, height: ${action.height} });`];
    case "click": {
      const { button, count, holdMs, force } = action;
      if (button === "back" || button === "forward")
        return [`// Left out: a click of the ${button} button, which Playwright does not have.`];
      const given = listed({
        button: button === "left" ? undefined : tsString(button),
        clickCount: count > 2 ? String(count) : undefined,
        delay: holdMs?.toString(),
        force: force?.toString(),
        modifiers: keys(action.modifiers),
        position: action.at && where(action.at, action.target),
      });
      return [`await ${at(action.target)}.${count === 2 ? "dblclick" : "click"}(${given});`];
    }
    case "hover": {
      const given = { modifiers: keys(action.modifiers), position: action.at && where(action.at, action.target) };
      return [`await ${at(action.target)}.hover(${listed(given)});`];
    }
    case "focus":
      return [`await ${at(action.target)}.focus();`];
    case "fill":
      return [`await ${at(action.target)}.fill(${out.value(action.value)});`];
    case "check":
      return [`await ${at(action.target)}.setChecked(${action.checked});`];
    case "select": {
      const [first = "", ...more] = action.values;
      if (action.target.tag === "select") {
        const wanted = more.length === 0 ? tsString(first) : tsList(action.values);
        return [`await ${at(action.target)}.selectOption(${wanted});`];
      }
      return [
        `await ${at(action.target)}.click();`,
        `await ${page}.getByRole("option", { name: ${tsString(first)}, exact: true }).click();`,
      ];
    }
    case "type": {
      const given = [out.value(action.value), listed({ delay: action.delayMs?.toString() })].filter(Boolean).join(", ");
      return [
        action.target === undefined
          ? `await ${page}.keyboard.type(${given});`
          : `await ${at(action.target)}.pressSequentially(${given});`,
      ];
    }
    case "press": {
      const { target, key, holdMs } = action;
      if (hasNot(key)) return [`// Left out: the key ${inComment(key)}, which Playwright has not.`];
      const on = target === undefined ? `${page}.keyboard` : at(target);
      // A character that its keyboard lacks can only be typed.
      const typed = target === undefined ? "type" : "pressSequentially";
      if (isTyped(key)) return [`await ${on}.${typed}(${tsString(key)});`];
      const given = [tsString(chord(key)), listed({ delay: holdMs?.toString() })].filter(Boolean).join(", ");
      return [`await ${on}.press(${given});`];
    }
    case "keyDown":
      if (hasNot(action.key) || isTyped(action.key))
        return [`// Left out: the key ${inComment(action.key)} was held, which Playwright has not.`];
      out.held.add(action.key);
      return [`await ${page}.keyboard.down(${tsString(action.key)});`];
    case "keyUp": {
      const released = action.key === undefined ? [...out.held] : [action.key];
      const known = released.filter((key) => !hasNot(key) && !isTyped(key));
      for (const key of known) out.held.delete(key);
      if (known.length === 0) return ["// Left out: a key was released that the test does not hold."];
      return known.map((key) => `await ${page}.keyboard.up(${tsString(key)});`);
    }
    case "wheel": {
      const { target, by, modifiers } = action;
      const given = listed({ position: target && action.at && where(action.at, target) });
      return [
        ...(target === undefined ? [] : [`await ${at(target)}.hover(${given});`]),
        ...modifiers.map((key) => `await ${page}.keyboard.down(${tsString(key)});`),
        `await ${page}.mouse.wheel(${by.x}, ${by.y});`,
        ...modifiers.map((key) => `await ${page}.keyboard.up(${tsString(key)});`),
      ];
    }
    case "scrollUntil": {
      const { target, text, by } = action;
      const scope = target === undefined ? page : playwrightScope(target, page);
      const over = target === undefined ? "undefined" : at(target);
      return [`await ${out.use("scrollUntil")}(${page}, ${scope}, ${over}, ${tsString(text)}, [${by.x}, ${by.y}]);`];
    }
    case "scrollTo":
      return [`await ${at(action.target)}.scrollIntoViewIfNeeded();`];
    case "drag": {
      const { target, to, modifiers, toAt, durationMs } = action;
      if (to.closed)
        return [
          `// Left out: a drag to ${withNames(to.target)}. It is in a closed shadow tree, which Playwright cannot enter.`,
        ];
      const given = listed({
        sourcePosition: action.at && where(action.at, target),
        targetPosition: toAt && where(toAt, to),
        steps: durationMs === undefined ? undefined : String(Math.min(250, Math.max(10, Math.round(durationMs / 16)))),
      });
      return [
        ...modifiers.map((key) => `await ${page}.keyboard.down(${tsString(key)});`),
        `await ${at(target)}.dragTo(${[at(to), given].filter((part) => part !== "").join(", ")});`,
        ...modifiers.map((key) => `await ${page}.keyboard.up(${tsString(key)});`),
      ];
    }
    case "dragBy":
      return pulling(out, action, at(action.target));
    case "touch":
      return touching(out, action, at(action.target));
    case "paste":
      return [`await ${out.use("paste")}(${at(action.target)}, ${pasted(out, action.content)});`];
    case "drop": {
      const spot = listed({ position: action.at && where(action.at, action.target) });
      const given = [dropped(out, action.content), spot].filter((part) => part !== "").join(", ");
      return [`await ${at(action.target)}.drop(${given});`];
    }
    case "selectText": {
      const { part } = action;
      const given = listed({
        text: part.text === undefined ? undefined : tsString(part.text),
        nth: part.nth?.toString(),
        from: part.from?.toString(),
        to: part.to?.toString(),
        unit: part.unit && tsString(part.unit),
        caret: part.caret && tsString(part.caret),
      });
      return [`await ${out.use("selectPart")}(${at(action.target)}, ${given === "" ? "{}" : given});`];
    }
    case "evaluate": {
      // A function is called, and any other expression is its value.
      const code = `(given => typeof given === "function" ? given() : given)(${action.script}\n)`;
      return [`await ${page}.evaluate(${tsString(code)});`];
    }
    case "emulate":
    case "network":
    case "route":
    case "unroute":
    case "setCookie":
    case "deleteCookies": {
      const lines = settingPlaywright(out, action, page);
      out.usesContext ||= lines.some((line) => line.includes("context."));
      return lines;
    }
    case "upload": {
      const files = tsList(action.files);
      if (action.target.type === "file") return [`await ${at(action.target)}.setInputFiles(${files});`];
      return [
        "{",
        `  const chooser = ${page}.waitForEvent("filechooser");`,
        `  await ${at(action.target)}.click();`,
        `  await (await chooser).setFiles(${files});`,
        "}",
      ];
    }
    default:
      return [];
  }
}

/** Whether a chord has a key that no keyboard of Playwright has. */
const hasNot = (key: string): boolean => /(?:^|\+)F(?:1[3-9]|[2-9]\d)$|.\+[^\x20-\x7e]+$/.test(key);

/** Whether a key is a character that no keyboard of Playwright has. */
const isTyped = (key: string): boolean => [...key].length === 1 && !/^[\x20-\x7e]$/.test(key);

/** A chord. A large letter without Shift is a small one here, as on a keyboard. */
const chord = (key: string): string =>
  /^(?:\w+\+)+[A-Z]$/.test(key) && !/\bShift\+/i.test(key) ? key.slice(0, -1) + key.slice(-1).toLowerCase() : key;

const keys = (modifiers: readonly string[]): string | undefined =>
  modifiers.length === 0 ? undefined : tsList(modifiers);

/** A point of an element. */
const position = (out: Writing, { x, y, share }: Spot, locator: string): string =>
  share === true ? `await ${out.use("spot")}(${locator}, ${x}, ${y})` : `{ x: ${x}, y: ${y} }`;

function pulling(out: Writing, { path, button, modifiers, at, durationMs }: Pull, locator: string): string[] {
  if (button === "back" || button === "forward")
    return [`// Left out: a drag with the ${button} button, which Playwright does not have.`];
  const given = listed({
    at: at && position(out, at, locator),
    button: button === "left" ? undefined : tsString(button),
    keys: keys(modifiers),
  });
  const points = `[${path.map(({ x, y }) => `[${x}, ${y}]`).join(", ")}]`;
  const took = durationMs === undefined ? [] : [`// It took ${durationMs} ms; here it takes as long as the page.`];
  return [...took, `await ${out.use("pull")}(${[locator, points, given].filter((part) => part !== "").join(", ")});`];
}

function touching(out: Writing, action: Touch, locator: string): string[] {
  const at = action.at && position(out, action.at, locator);
  if (action.gesture === "tap" && action.durationMs === undefined) {
    out.fixtures.set("hasTouch", "true");
    return [`await ${locator}.tap(${listed({ position: at })});`];
  }
  const { fingers, ms, times } = fingersOf(action);
  const given = listed({ at, ms: ms === 0 ? undefined : String(ms), times: times === 1 ? undefined : String(times) });
  const moves = `[${fingers.map((finger) => `[${finger.join(", ")}]`).join(", ")}]`;
  return [`await ${out.use("touch")}(${[locator, moves, given].filter((part) => part !== "").join(", ")});`];
}

function pasted(out: Writing, { text, html, url, files }: Content): string {
  const paths = files.map(({ path, type }) => `{ path: ${tsString(path)}, type: ${tsString(type)} }`);
  return listed({
    text: text && out.value(text),
    html: html === undefined ? undefined : tsString(html),
    url: url === undefined ? undefined : tsString(url),
    files: paths.length === 0 ? undefined : `[${paths.join(", ")}]`,
  });
}

/** What is dropped, in the words of Playwright. */
function dropped(out: Writing, { text, html, url, files }: Content): string {
  const plain = text ?? (url === undefined ? undefined : { text: url });
  const data = listed({
    '"text/html"': html === undefined ? undefined : tsString(html),
    '"text/uri-list"': url === undefined ? undefined : tsString(url),
    '"text/plain"': plain && out.value(plain),
  });
  const paths = files.map(({ path }) => tsString(path)).join(", ");
  return listed({ files: files.length === 0 ? undefined : `[${paths}]`, data: data === "" ? undefined : data });
}

function expectations(out: Writing, { expected, page: number, action }: Step): void {
  // A page that is closed shows nothing.
  if (action.do === "closePage") return;
  const page = out.page(number);
  out.lines.push(...expected.map((one) => expectation(one, page)).filter((line) => line !== ""));
}

/** Elements of drawings and formulas, and those that have a name of HTML, too. */
const DRAWN =
  /^(?:svg|g|a|text|tspan|textPath|title|desc|switch|symbol|use|image|foreignObject|rect|circle|ellipse|line|path|polygon|polyline|semantics|annotation(?:-xml)?|m(?!ain|ap|ark|enu|eter)[a-z]+)$/;

/** Whether an element has its text as it is rendered: only those of HTML have, and Playwright throws at others. A name alone does not say. */
const inHtml = ({ tag }: Target, locator: string): string =>
  DRAWN.test(tag) ? `await ${locator}.evaluate((node) => node instanceof HTMLElement)` : "true";

function expectation(expected: Expected, page: string): string {
  const shown = (locator: string): string => `await expect(${locator}).toBeVisible();`;
  switch (expected.see) {
    case "url":
      return `await expect(${page}).toHaveURL(${tsString(expected.url)});`;
    case "urlPart":
      return `await expect(${page}).toHaveURL((url) => url.href.includes(${tsString(expected.part)}));`;
    case "element": {
      const locator = playwrightLocator(expected.target, page);
      return locator === undefined ? "" : shown(locator);
    }
    case "textIn": {
      const locator = playwrightLocator(expected.target, page);
      if (locator === undefined) return "";
      // Without it, Playwright reads blocks without a blank between them, and what is hidden, too. What is shown may be in capitals by style.
      const asShown = `{ useInnerText: ${inHtml(expected.target, locator)}, ignoreCase: true }`;
      return `await expect(${locator}).toContainText(${tsString(expected.text)}, ${asShown});`;
    }
    case "value":
    case "checked": {
      const locator = playwrightLocator(expected.target, page);
      if (locator === undefined) return "";
      if (expected.see === "value") return `await expect(${locator}).toHaveValue(${tsString(expected.value)});`;
      return `await expect(${locator}).${expected.checked ? "" : "not."}toBeChecked();`;
    }
    case "count": {
      const alike = alikePlaywright(expected.of, page);
      return `await expect(${alike}.filter({ visible: true })).toHaveCount(${expected.count});`;
    }
    case "true": {
      const code = `(given => typeof given === "function" ? given() : given)(${expected.script}\n)`;
      return `await ${page}.waitForFunction(${tsString(code)});`;
    }
    case "text":
      return shown(`${page}.getByText(${tsString(expected.text)}).filter({ visible: true }).first()`);
    case "noText":
      return `await expect(${page}.getByText(${tsString(expected.text)}).filter({ visible: true })).toHaveCount(0);`;
    case "selector":
      return shown(`${page}.locator(${tsString(expected.selector)}).filter({ visible: true }).first()`);
  }
}

function file(steps: readonly Step[], { version, browser, at }: About, end: End = WHOLE): string {
  const out = new Writing();
  for (const step of steps) write(out, step);
  out.lines.push(...tsEnding(end));
  if (readsEnv(out.lines.join("\n"))) out.use("env");
  const body = out.lines.flatMap((line) => line.split("\n")).map((line) => `  ${line}`);
  const fixtures = out.usesContext ? "{ context, page }" : "{ page }";
  const helpers = Object.entries(HELPERS).flatMap(([name, helper]) => (out.used.has(name as Helper) ? [helper] : []));
  const types = [...new Set(helpers.flatMap((helper) => helper.types ?? []))].sort();
  // What a device has comes first: the rest is said in addition.
  const given = [...out.fixtures].sort(
    ([one], [other]) => Number(other.startsWith("...")) - Number(one.startsWith("...")),
  );
  const made = given.map(([name, value]) => (name.startsWith("...") ? name + value : `${name}: ${value}`));
  return [
    `// Recorded by uipilot ${version} in ${inComment(browser)}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
    ...new Set(helpers.flatMap(({ node }) => node ?? [])),
    `import { ${[...(out.fixtures.has("...devices") ? ["devices"] : []), "expect", ...types.map((type) => `type ${type}`), "test"].join(", ")} } from "@playwright/test";`,
    ...(out.fixtures.size === 0 ? [] : ["", `test.use({ ${made.join(", ")} });`]),
    "",
    `test("recorded session", async (${fixtures}) => {`,
    ...body,
    "});",
    ...helpers.map(({ code }) => `\n${code.trim()}`),
    "",
  ].join("\n");
}

export const playwright: Language = {
  name: "Playwright",
  run: "npx playwright test",
  file,
  code: (step) => {
    const out = new Writing();
    write(out, step);
    return out.lines.join("\n");
  },
  locator: playwrightLocator,
};
