// Steps as a test of Playwright.

import { inComment, tsString } from "./literal.ts";
import type { About, Dialog, Expected, Language, Pointing, Step, Target, Value } from "./step.ts";
import { playwrightLocator } from "./targets.ts";

/** The file, as its parts are written. */
class Writing {
  readonly lines: string[] = [];
  readonly #pages = new Map<number, string>();
  usesEnv = false;
  usesContext = false;

  /** The variable of a page. */
  page(number: number): string {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    // The test begins with a page of its own.
    const name = this.#pages.size === 0 ? "page" : `page${this.#pages.size + 1}`;
    this.#pages.set(number, name);
    return name;
  }

  isKnown(number: number): boolean {
    return this.#pages.has(number);
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  value(value: Value): string {
    if ("text" in value) return tsString(value.text);
    this.usesEnv = true;
    return `env(${tsString(value.env)})`;
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
    say(`await ${out.page(action.page)}.goto(${tsString(action.url)});`);
    expectations(out, step);
    return;
  }
  const page = out.page(step.page);
  const opened = step.opens.filter((number) => !out.isKnown(number));
  for (const number of opened) {
    out.usesContext = true;
    say(`const ${out.page(number)}Opened = context.waitForEvent("page");`);
  }
  if (step.dialog !== undefined) dialog(out, page, step.dialog);
  for (const line of acting(out, step, page)) say(line);
  for (const number of opened) say(`const ${out.page(number)} = await ${out.page(number)}Opened;`);
  expectations(out, step);
}

/** Dialogs are answered while the action waits, so their answer comes first. */
function dialog({ lines }: Writing, page: string, { kind, message, answer }: Dialog): void {
  const words = answer?.text === undefined ? "" : tsString(answer.text);
  const does = answer?.accept === true ? `accept(${words})` : "dismiss()";
  const about = kind === "beforeunload" ? "" : `\n  expect(dialog.message()).toBe(${tsString(message)});`;
  lines.push(`${page}.once("dialog", async (dialog) => {${about}\n  await dialog.${does};\n});`);
}

function acting(out: Writing, { action }: Step, page: string): string[] {
  const at = (target: Target): string => playwrightLocator(target, page) ?? "";
  if ("target" in action && action.target?.closed === true) {
    const { target } = action.target;
    return [`// Left out: ${action.do} on ${target}. It is in a closed shadow tree, which Playwright cannot enter.`];
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
      const { button, count, holdMs } = action;
      if (button === "back" || button === "forward")
        return ["// Left out: a click of a button that Playwright has not."];
      const own = [
        ...(button === "left" ? [] : [`button: ${tsString(button)}`]),
        ...(count > 2 ? [`clickCount: ${count}`] : []),
        ...(holdMs === undefined ? [] : [`delay: ${holdMs}`]),
      ];
      return [`await ${at(action.target)}.${count === 2 ? "dblclick" : "click"}(${options(action, own)});`];
    }
    case "hover":
      return [`await ${at(action.target)}.hover(${options(action)});`];
    case "focus":
      return [`await ${at(action.target)}.focus();`];
    case "fill":
      return [`await ${at(action.target)}.fill(${out.value(action.value)});`];
    case "check":
      return [`await ${at(action.target)}.setChecked(${action.checked});`];
    case "select": {
      const [first = "", ...more] = action.values;
      if (action.target.tag === "select") {
        const wanted = more.length === 0 ? tsString(first) : `[${action.values.map(tsString).join(", ")}]`;
        return [`await ${at(action.target)}.selectOption(${wanted});`];
      }
      return [
        `await ${at(action.target)}.click();`,
        `await ${page}.getByRole("option", { name: ${tsString(first)}, exact: true }).click();`,
      ];
    }
    case "type": {
      const value = out.value(action.value);
      return [
        action.target === undefined
          ? `await ${page}.keyboard.type(${value});`
          : `await ${at(action.target)}.pressSequentially(${value});`,
      ];
    }
    case "press": {
      const key = tsString(chord(action.key));
      return [
        action.target === undefined
          ? `await ${page}.keyboard.press(${key});`
          : `await ${at(action.target)}.press(${key});`,
      ];
    }
    case "keyDown":
      return [`await ${page}.keyboard.down(${tsString(action.key)});`];
    case "keyUp":
      return [`await ${page}.keyboard.up(${tsString(action.key)});`];
    case "wheel":
      return [
        ...(action.target === undefined ? [] : [`await ${at(action.target)}.hover();`]),
        `await ${page}.mouse.wheel(${action.by.x}, ${action.by.y});`,
      ];
    case "scrollTo":
      return [`await ${at(action.target)}.scrollIntoViewIfNeeded();`];
    case "drag":
      return [`await ${at(action.target)}.dragTo(${at(action.to)});`];
    case "dragBy":
      return [
        "{",
        `  const box = await ${at(action.target)}.boundingBox();`,
        '  if (box === null) throw new Error("what is dragged is not shown");',
        "  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];",
        `  await ${page}.mouse.move(x, y);`,
        `  await ${page}.mouse.down();`,
        ...action.path.map((to) => `  await ${page}.mouse.move(x + ${to.x}, y + ${to.y}, { steps: 8 });`),
        `  await ${page}.mouse.up();`,
        "}",
      ];
    case "upload": {
      const files = `[${action.files.map(tsString).join(", ")}]`;
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

/** A chord. A large letter without Shift is a small one here, as on a keyboard. */
const chord = (key: string): string =>
  /^(?:\w+\+)+[A-Z]$/.test(key) && !/\bShift\+/i.test(key) ? key.slice(0, -1) + key.slice(-1).toLowerCase() : key;

function options({ modifiers, at }: Pointing, more: readonly string[] = []): string {
  const all = [
    ...more,
    ...(modifiers.length === 0 ? [] : [`modifiers: [${modifiers.map(tsString).join(", ")}]`]),
    ...(at === undefined ? [] : [`position: { x: ${at.x}, y: ${at.y} }`]),
  ];
  return all.length === 0 ? "" : `{ ${all.join(", ")} }`;
}

function expectations(out: Writing, { expected, page: number, action }: Step): void {
  // A page that is closed shows nothing.
  if (action.do === "closePage") return;
  const page = out.page(number);
  out.lines.push(...expected.map((one) => expectation(one, page)).filter((line) => line !== ""));
}

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
      return locator === undefined ? "" : `await expect(${locator}).toContainText(${tsString(expected.text)});`;
    }
    case "text":
      return shown(`${page}.getByText(${tsString(expected.text)}).filter({ visible: true }).first()`);
    case "noText":
      return `await expect(${page}.getByText(${tsString(expected.text)}).filter({ visible: true })).toHaveCount(0);`;
    case "selector":
      return shown(`${page}.locator(${tsString(expected.selector)}).filter({ visible: true }).first()`);
  }
}

const ENV = `
/** The value of an environment variable. */
function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`set the environment variable \${name}\`);
  return value;
}
`;

function file(steps: readonly Step[], { version, browser, at }: About): string {
  const out = new Writing();
  for (const step of steps) write(out, step);
  const body = out.lines.flatMap((line) => line.split("\n")).map((line) => `  ${line}`);
  const fixtures = out.usesContext ? "{ context, page }" : "{ page }";
  return [
    `// Recorded by uipilot ${version} in ${inComment(browser)}, ${at.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
    'import { expect, test } from "@playwright/test";',
    ...(out.usesEnv ? [ENV.trimEnd()] : []),
    "",
    `test("recorded session", async (${fixtures}) => {`,
    ...body,
    "});",
    "",
  ].join("\n");
}

export const playwright: Language = {
  name: "Playwright",
  run: "npx playwright test",
  file,
  locator: playwrightLocator,
};
