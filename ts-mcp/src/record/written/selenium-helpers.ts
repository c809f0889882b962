// What a written test of Selenium has beside its steps: only the functions that it uses.

import { CONTENT_HELPERS } from "./selenium-content.ts";

/** The functions by name, and those that they use. */
export type Helper =
  | "env"
  | "find"
  | "ready"
  | "over"
  | "fill"
  | "set"
  | "check"
  | "choose"
  | "chooseFrom"
  | "closing"
  | "opened"
  | "resize"
  | "says"
  | "sees"
  | "place"
  | "turn"
  | "wheel"
  | "dragTo"
  | "touch"
  | "typeSlowly"
  | "scrollUntil"
  | "holds"
  | "isChecked"
  | "counts"
  | "chooseFiles"
  | "paste"
  | "drop"
  | "selectPart"
  | "transfer"
  | "devtools";

export interface Written {
  code: string;
  needs: readonly Helper[];
}

export const HELPERS: Record<Helper, Written> = {
  says: {
    needs: [],
    code: `
/** Waits until the element shows the text. Its style may show it in capitals. */
async function says(element: WebElement, text: string): Promise<void> {
  const shown = async () => (await element.getText()).replace(/\\s+/g, " ").toLowerCase().includes(text.toLowerCase());
  await driver.wait(shown, WAIT_MS, \`the element does not show \${text}\`);
}`,
  },
  sees: {
    needs: [],
    code: `
/** Waits until the page shows the text, or until it does not. */
async function sees(text: string, wanted: boolean): Promise<void> {
  await driver.switchTo().defaultContent();
  const shown = async () => {
    const page = await driver.findElement(By.css("body")).getText();
    return page.replace(/\\s+/g, " ").includes(text) === wanted;
  };
  await driver.wait(shown, WAIT_MS, \`the page \${wanted ? "does not show" : "still shows"} \${text}\`);
}`,
  },
  chooseFrom: {
    needs: [],
    code: `
/** Opens a list that the page has made, and chooses an option. */
async function chooseFrom(list: WebElement, wanted: string): Promise<void> {
  await list.click();
  const find = async () => {
    for (const option of await driver.findElements(By.css("[role=option]"))) {
      if ((await option.isDisplayed()) && (await option.getText()).trim() === wanted) return option;
    }
    return null;
  };
  const option = await driver.wait(find, WAIT_MS, \`there is no option \${wanted}\`);
  await option?.click();
}`,
  },
  choose: {
    needs: [],
    code: `
/** Selects exactly these options, by value or label. */
async function choose(select: WebElement, wanted: string[]): Promise<void> {
  const left = new Set(wanted);
  for (const option of await select.findElements(By.css("option"))) {
    const words = [(await option.getAttribute("value")) ?? "", (await option.getText()).trim()];
    const word = words.find((one) => left.has(one));
    if (word !== undefined) left.delete(word);
    if ((word !== undefined) !== (await option.isSelected())) await option.click();
  }
  assert.deepEqual([...left], [], "options that are missing");
}`,
  },
  check: {
    needs: [],
    code: `
/** Clicks a checkbox, radio button or switch if its state differs. */
async function check(element: WebElement, wanted: boolean): Promise<void> {
  const checked = (await element.isSelected()) || (await element.getAttribute("aria-checked")) === "true";
  if (checked !== wanted) await element.click();
}`,
  },
  set: {
    needs: [],
    code: `
/** Sets the value of a field that is not typed into. */
async function set(field: WebElement, value: string): Promise<void> {
  const script = \`const [field, value] = arguments;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));\`;
  await driver.executeScript(script, field, value);
}`,
  },
  fill: {
    needs: [],
    code: `
/** Replaces the text of a field. */
async function fill(field: WebElement, value: string): Promise<void> {
  await field.clear();
  // Some characters are keys to WebDriver: a tab would go on to the next field.
  if (/[\\b\\t\\ue000-\\uf8ff]/.test(value)) {
    const script = "arguments[0].focus(); document.execCommand('insertText', false, arguments[1]);";
    await driver.executeScript(script, field, value);
  } else if (value !== "") await field.sendKeys(value);
}`,
  },
  place: {
    needs: [],
    code: `
/** A point of the element. */
interface Spot {
  /** From its top left corner, in pixels, or as shares of its sides. */
  x: number;
  y: number;
  share?: boolean;
}

/** Brings the element into view. Returns a point of it as the distance from its middle. */
async function place(element: WebElement, at?: Spot): Promise<{ x: number; y: number }> {
  await driver.executeScript("arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' })", element);
  if (at === undefined) return { x: 0, y: 0 };
  const { width, height } = await element.getRect();
  const [x, y] = at.share ? [at.x * width, at.y * height] : [at.x, at.y];
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2) };
}`,
  },
  over: {
    needs: ["place"],
    code: `
/** Moves the pointer over the element, or to a point of it, and does something there. */
async function over(
  element: WebElement,
  act: (actions: Actions) => Actions,
  { at }: { at?: Spot } = {},
): Promise<void> {
  await act(driver.actions().move({ origin: element, ...(await place(element, at)) })).perform();
}`,
  },
  wheel: {
    needs: [],
    code: `
/** Actions with the wheel, which the types of Selenium do not have. */
type Turning = Actions & {
  scroll(x: number, y: number, dx: number, dy: number, origin?: WebElement): Actions;
};
const wheel = (): Turning => driver.actions() as Turning;`,
  },
  turn: {
    needs: ["place", "wheel"],
    code: `
/** Turns the wheel: over the element, at a point of it, or at the page's first one. */
async function turn(
  element: WebElement | undefined,
  [dx, dy]: [number, number],
  { at, keys = [] }: { at?: Spot; keys?: string[] } = {},
): Promise<void> {
  const { x, y } = element === undefined ? { x: 0, y: 0 } : await place(element, at);
  const actions = wheel();
  for (const key of keys) actions.keyDown(key);
  actions.scroll(x, y, dx, dy, element);
  for (const key of keys) actions.keyUp(key);
  await actions.perform();
}`,
  },
  dragTo: {
    needs: ["place"],
    code: `
/** Drags an element onto another, from a point to a point. */
async function dragTo(
  from: WebElement,
  to: WebElement,
  { at, toAt, keys = [] }: { at?: Spot; toAt?: Spot; keys?: string[] } = {},
): Promise<void> {
  const [start, end] = [await place(from, at), await place(to, toAt)];
  const actions = driver.actions();
  for (const key of keys) actions.keyDown(key);
  actions.move({ origin: from, ...start }).press().move({ origin: to, ...end }).release();
  for (const key of keys) actions.keyUp(key);
  await actions.perform();
}`,
  },
  touch: {
    needs: ["place"],
    code: `
/** Moves fingers over the element, each from one distance of a point to another. */
async function touch(
  element: WebElement,
  fingers: number[][],
  { at, ms = 0, times = 1 }: { at?: Spot; ms?: number; times?: number } = {},
): Promise<void> {
  const middle = await place(element, at);
  const steps = fingers.some(([fromX, fromY, toX, toY]) => fromX !== toX || fromY !== toY) ? 12 : 0;
  const sequences = fingers.map(([fromX = 0, fromY = 0, toX = 0, toY = 0], index) => {
    const to = (part: number, duration: number) => ({
      type: "pointerMove",
      duration,
      origin: element,
      x: Math.round(middle.x + fromX + (toX - fromX) * part),
      y: Math.round(middle.y + fromY + (toY - fromY) * part),
    });
    const moves = Array.from({ length: steps }, (_, step) => to((step + 1) / steps, Math.round(ms / steps)));
    const rest = steps === 0 && ms > 0 ? [{ type: "pause", duration: ms }] : [];
    const once = [to(0, 0), { type: "pointerDown", button: 0 }, ...moves, ...rest, { type: "pointerUp", button: 0 }];
    const actions = Array.from({ length: times }, () => once).flat();
    return { type: "pointer", id: \`finger\${index}\`, parameters: { pointerType: "touch" }, actions };
  });
  await driver.execute(new Command(Name.ACTIONS).setParameter("actions", sequences));
}`,
  },
  typeSlowly: {
    needs: [],
    code: `
/** Types with a pause after each key: into the element, or where the focus is. */
async function typeSlowly(text: string, ms: number, into?: WebElement): Promise<void> {
  for (const character of text) {
    if (into === undefined) await driver.actions().sendKeys(character).perform();
    else await into.sendKeys(character);
    await driver.sleep(ms);
  }
}`,
  },
  scrollUntil: {
    needs: ["place", "wheel"],
    code: `
/** Turns the wheel over the element, or over the page, until the text is shown. */
async function scrollUntil(text: string, [dx, dy]: [number, number], over?: WebElement): Promise<void> {
  if (over !== undefined) await place(over);
  const by = By.xpath(\`//*[text()[contains(normalize-space(.), \${quoted(text)})]]\`);
  const look = async () => {
    const [found] = await driver.findElements(by);
    if (found !== undefined) return found;
    await wheel().scroll(0, 0, dx, dy, over).perform();
    return null;
  };
  const found = await driver.wait(look, WAIT_MS, \`scrolling did not bring \${text}\`);
  await driver.executeScript("arguments[0].scrollIntoView({ block: 'nearest' })", found);
}

/** A text in XPath, which has no escapes. */
function quoted(text: string): string {
  return \`concat("", "\${text.split('"').join(\`", '"', "\`)}")\`;
}`,
  },
  holds: {
    needs: [],
    code: `
/** Waits until the field has the value. */
async function holds(field: WebElement, value: string): Promise<void> {
  const held = async () => (await field.getAttribute("value")) === value;
  await driver.wait(held, WAIT_MS, \`the field does not have the value \${value}\`);
}`,
  },
  isChecked: {
    needs: [],
    code: `
/** Waits until a checkbox, radio button or switch is checked, or until it is not. */
async function isChecked(element: WebElement, wanted: boolean): Promise<void> {
  const fits = async () =>
    ((await element.isSelected()) || (await element.getAttribute("aria-checked")) === "true") === wanted;
  await driver.wait(fits, WAIT_MS, \`the element \${wanted ? "is not" : "is still"} checked\`);
}`,
  },
  counts: {
    needs: [],
    code: `
/** Waits until the page shows so many of these elements. */
async function counts(selector: string, wanted: number): Promise<void> {
  await driver.switchTo().defaultContent();
  const fits = async () => {
    const all = await driver.findElements(By.css(selector));
    const shown = await Promise.all(all.map((element) => element.isDisplayed()));
    return shown.filter(Boolean).length === wanted;
  };
  await driver.wait(fits, WAIT_MS, \`the page does not show \${wanted} of \${selector}\`);
}`,
  },
  ready: {
    needs: [],
    code: `
/** The element, once it is shown and enabled. */
async function ready(element: WebElement): Promise<WebElement> {
  await driver.wait(until.elementIsVisible(element), WAIT_MS);
  return driver.wait(until.elementIsEnabled(element), WAIT_MS);
}`,
  },
  find: {
    needs: [],
    code: `
/** The element, once it is there: through frames, then through shadow trees. */
async function find(by: By, { frames = [], hosts = [] }: { frames?: string[][]; hosts?: string[] } = {}): Promise<WebElement> {
  const look = async (): Promise<WebElement | null> => {
    try {
      await driver.switchTo().defaultContent();
      for (const steps of frames) {
        const scope = await inside(steps.slice(0, -1));
        await driver.switchTo().frame(await scope.findElement(By.css(steps.at(-1) ?? "iframe")));
      }
      return await (await inside(hosts)).findElement(by);
    } catch (error) {
      const passing = ["NoSuchElementError", "NoSuchFrameError", "NoSuchShadowRootError", "StaleElementReferenceError"];
      if (error instanceof Error && passing.includes(error.name)) return null;
      throw error;
    }
  };
  const found = await driver.wait(look, WAIT_MS, \`nothing matches \${by}\`);
  return found as WebElement;
}

/** Where the hosts of shadow trees lead to. */
async function inside(hosts: string[]): Promise<Pick<WebElement, "findElement">> {
  let scope: Pick<WebElement, "findElement"> = driver as unknown as WebElement;
  for (const host of hosts) scope = (await (await scope.findElement(By.css(host))).getShadowRoot()) as unknown as WebElement;
  return scope;
}`,
  },
  closing: {
    needs: [],
    code: `
/** Waits for an action with which the window closes itself, perhaps before the action has ended. */
async function closing(window: string, act: Promise<unknown>): Promise<void> {
  await act.catch((error) => {
    if (!(error instanceof Error && error.name === "NoSuchWindowError")) throw error;
  });
  const gone = async () => !(await driver.getAllWindowHandles()).includes(window);
  await driver.wait(gone, WAIT_MS, "the window is still open");
}`,
  },
  opened: {
    needs: [],
    code: `
/** The window that was opened. */
async function opened(known: string[]): Promise<string> {
  const find = async () => (await driver.getAllWindowHandles()).find((handle) => !known.includes(handle)) ?? null;
  return (await driver.wait(find, WAIT_MS, "no window was opened")) as string;
}`,
  },
  resize: {
    needs: [],
    code: `
/** Makes the page this large: the window is larger. */
async function resize(width: number, height: number): Promise<void> {
  const [dx, dy] = (await driver.executeScript("return [outerWidth - innerWidth, outerHeight - innerHeight]")) as number[];
  await driver.manage().window().setRect({ width: width + (dx ?? 0), height: height + (dy ?? 0) });
}`,
  },
  env: {
    needs: [],
    code: `
/** The value of an environment variable. */
function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`set the environment variable \${name}\`);
  return value;
}`,
  },
  devtools: {
    needs: [],
    code: `
/** Sends a command of the protocol of Chromium. */
async function devtools(command: string, params: object): Promise<void> {
  await (driver as Driver).sendDevToolsCommand(command, params);
}`,
  },
  ...CONTENT_HELPERS,
};
