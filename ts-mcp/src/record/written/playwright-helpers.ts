// What a written test of Playwright has beside its steps: only the functions that it uses.

import { PASTE, SELECT, typedCode } from "./page-code.ts";

/** The functions by name. */
export type Helper =
  | "answered"
  | "closing"
  | "env"
  | "spot"
  | "pull"
  | "touch"
  | "paste"
  | "selectPart"
  | "scrollUntil";

const indented = (code: string): string => typedCode(code).replace(/^(?=.)/gm, "    ");

/** Each with what it imports: of Playwright, and of Node. */
export const HELPERS: Record<Helper, { code: string; types?: readonly string[]; node?: readonly string[] }> = {
  answered: {
    types: ["Page"],
    code: `
/** Answers the dialogs that come now, one after the other: accepts, with a text or without one, or dismisses. Returns what they said. */
async function answered(page: Page, answers: (string | boolean)[]): Promise<string[]> {
  const said: string[] = [];
  await page.waitForEvent("dialog", {
    timeout: 30_000,
    predicate: async (dialog) => {
      const answer = answers[said.length];
      said.push(dialog.message());
      const isLast = said.length === answers.length;
      if (answer === false || answer === undefined) await dialog.dismiss();
      else await dialog.accept(answer === true ? undefined : answer);
      return isLast;
    },
  });
  return said;
}`,
  },
  closing: {
    types: ["Page"],
    code: `
/** Waits for an action with which the page closes itself, perhaps before the action has ended. */
async function closing(page: Page, act: Promise<unknown>): Promise<void> {
  const acted = act.catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
  await Promise.all([page.waitForEvent("close", { timeout: 30_000 }), acted]);
}`,
  },
  env: {
    code: `
/** The value of an environment variable. */
function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`set the environment variable \${name}\`);
  return value;
}`,
  },
  spot: {
    types: ["Locator"],
    code: `
/** A point of an element, by shares of its sides. */
async function spot(locator: Locator, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("the element is not shown");
  return { x: box.width * x, y: box.height * y };
}`,
  },
  pull: {
    types: ["Locator"],
    code: `
/** Presses on the element, goes to points that are so far from there, and releases. */
async function pull(
  locator: Locator,
  path: [number, number][],
  { at, button, keys = [] }: { at?: { x: number; y: number }; button?: "middle" | "right"; keys?: string[] } = {},
): Promise<void> {
  await locator.hover({ position: at });
  const box = await locator.boundingBox();
  if (box === null) throw new Error("what is dragged is not shown");
  const [x, y] = [box.x + (at?.x ?? box.width / 2), box.y + (at?.y ?? box.height / 2)];
  const { keyboard, mouse } = locator.page();
  for (const key of keys) await keyboard.down(key);
  await mouse.move(x, y);
  await mouse.down({ button });
  for (const [dx, dy] of path) await mouse.move(x + dx, y + dy, { steps: 8 });
  await mouse.up({ button });
  for (const key of keys) await keyboard.up(key);
}`,
  },
  touch: {
    types: ["Locator"],
    code: `
/**
 * Moves fingers over the element, each from one distance of a point to another. Playwright itself only taps: this is the protocol of
 * Chromium, and fails in other browsers.
 */
async function touch(
  locator: Locator,
  fingers: [fromX: number, fromY: number, toX: number, toY: number][],
  { at, ms = 0, times = 1 }: { at?: { x: number; y: number }; ms?: number; times?: number } = {},
): Promise<void> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (box === null) throw new Error("what is touched is not shown");
  const [x, y] = [box.x + (at?.x ?? box.width / 2), box.y + (at?.y ?? box.height / 2)];
  const page = locator.page();
  const client = await page.context().newCDPSession(page);
  const moves = fingers.some(([fromX, fromY, toX, toY]) => fromX !== toX || fromY !== toY) ? 12 : 0;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : fingers.map(([fromX, fromY, toX, toY], id) => ({
              id,
              x: x + fromX + (toX - fromX) * part,
              y: y + fromY + (toY - fromY) * part,
            })),
    });
  for (let time = 0; time < times; time++) {
    await send("touchStart", 0);
    for (let move = 1; move <= moves; move++) {
      await page.waitForTimeout(ms / moves);
      await send("touchMove", move / moves);
    }
    if (moves === 0 && ms > 0) await page.waitForTimeout(ms);
    await send("touchEnd", 1);
  }
  await client.detach();
}`,
  },
  paste: {
    types: ["Locator"],
    node: ['import { readFileSync } from "node:fs";', 'import path from "node:path";'],
    code: `
/** Pastes with an event by script, which Playwright has no words for. */
async function paste(
  locator: Locator,
  { files = [], ...texts }: { text?: string; html?: string; url?: string; files?: { path: string; type: string }[] },
): Promise<void> {
  const read = files.map((file) => ({
    name: path.basename(file.path),
    type: file.type,
    base64: readFileSync(file.path, "base64"),
  }));
  await locator.evaluate((element, content) => {
${indented(PASTE)}
  }, { ...texts, files: read });
}`,
  },
  selectPart: {
    types: ["Locator"],
    code: `
/** Selects a part of the text that an element shows, or puts the caret there. */
async function selectPart(
  locator: Locator,
  part: { text?: string; nth?: number; from?: number; to?: number; unit?: string; caret?: string },
): Promise<void> {
  await locator.evaluate((element, part) => {
${indented(SELECT)}
  }, part);
}`,
  },
  scrollUntil: {
    types: ["FrameLocator", "Locator", "Page"],
    code: `
/** Turns the wheel over the element, or over the page, until the text is shown. */
async function scrollUntil(
  page: Page,
  scope: FrameLocator | Page,
  over: Locator | undefined,
  text: string,
  [dx, dy]: [number, number],
): Promise<void> {
  const wanted = scope.getByText(text).filter({ visible: true }).first();
  await over?.hover();
  while ((await wanted.count()) === 0) {
    await page.mouse.wheel(dx, dy);
    await page.waitForTimeout(50);
  }
  await wanted.scrollIntoViewIfNeeded();
}`,
  },
};
