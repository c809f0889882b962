import { describe, expect, it } from "vitest";
import { chordNamed } from "../src/key-names.ts";
import type { Call } from "../src/record/written/call.ts";
import { written } from "../src/record/written/calls.ts";
import { playwright } from "../src/record/written/playwright.ts";
import { APART } from "../src/record/written/recorder.ts";
import { selenium } from "../src/record/written/selenium.ts";
import { patternOf } from "../src/record/written/setting.ts";
import { countIn, stateAfter } from "../src/record/written/states.ts";
import type { Action, Language, Target } from "../src/record/written/step.ts";
import { fingersOf } from "../src/record/written/touches.ts";
import { toolSets } from "../src/tools/index.ts";

const target: Target = {
  target: 'textbox "Code"',
  uid: "1_4",
  page: 1,
  locator: { by: "role", value: "textbox", name: "Code", exact: true },
  unique: true,
  steps: [{ by: "role", value: "textbox", name: "Code" }],
  frames: [],
  path: ["#code"],
  native: { using: "css", value: "#code" },
  closed: false,
  role: "textbox",
  name: "Code",
  tag: "input",
  type: "text",
  secret: false,
  text: "",
};
const secret: Target = { ...target, type: "password", secret: true };

const call = (tool: string, args: Record<string, unknown>, more: Partial<Call> = {}): Call => ({
  tool,
  args,
  targets: new Map(["1_4", "1_6", "1_9"].map((uid) => [uid, target])),
  target,
  to: target,
  spot: { x: 3, y: 4 },
  path: [{ x: 10, y: 0 }],
  secretFocus: false,
  ...more,
});

const done = (...given: Parameters<typeof call>): Action[] | undefined => written(call(...given))?.actions;

/** Tools that change something, and that no step is written of: what a test is run with, and what the person or another program does. */
const WITHOUT_WORDS = new Set(["accept_dialog", "dismiss_dialog", "ask_user", "storage_state", "call_page_tool"]);
describe("every tool that acts", () => {
  // The suite has sessions of its own, which nothing records.
  const { suite: _, desktop: __, ...ofPages } = toolSets;
  const acting = Object.values(ofPages)
    .flat()
    .filter(({ annotations, name }) => annotations.readOnlyHint !== true && !APART.has(name));

  it.each(acting.map((tool) => [tool.name, tool.example] as const))(
    "%s has words in a test, or is known not to",
    (name, example) => {
      const actions = done(name, example);
      // They say which page it is, and what there is.
      if (name === "select_page" || example["action"] === "list") expect(actions).toEqual([]);
      else if (WITHOUT_WORDS.has(name)) expect(actions).toBeUndefined();
      else expect(actions?.length).toBeGreaterThan(0);
    },
  );
});

describe("a drag after a hold", () => {
  it.each([
    ["drag_by_uid", { uid: "1_4", by: { dx: 9 }, holdMs: 600 }],
    ["drag_by_uid_to_uid", { fromUid: "1_4", toUid: "1_9", holdMs: 600 }],
    ["drag_at", { x: 1, y: 1, to: { x: 9, y: 9 }, holdMs: 600 }],
  ])("of %s says that it has none", (tool, args) => {
    expect(written(call(tool, args))?.notes).toEqual([expect.stringContaining("It was held before")]);
    expect(written(call(tool, { ...args, holdMs: 0 }))?.notes).toEqual([]);
  });
});

describe("points of a picture", () => {
  it("are points of the element that was there", () => {
    const at = { x: 3, y: 4 };
    expect(done("click_at", { x: 1, y: 1, button: "right", clickCount: 2, modifiers: ["Alt"] })).toEqual([
      { do: "click", target, at, button: "right", count: 2, modifiers: ["Alt"] },
    ]);
    expect(done("drag_at", { x: 1, y: 1, to: { x: 11, y: 1 }, durationMs: 50 })).toMatchObject([
      { do: "dragBy", target, at, path: [{ x: 10, y: 0 }], button: "left", durationMs: 50 },
    ]);
    expect(done("wheel_at", { x: 1, y: 1, dy: -300 })).toMatchObject([{ do: "wheel", at, by: { x: 0, y: -300 } }]);
    expect(done("click_at", { x: 1, y: 1 }, { target: undefined })).toBeUndefined();
    expect(done("click_at", { x: 1, y: 1 }, { spot: undefined })).toBeUndefined();
  });

  it("type no passwords", () => {
    const type = (more: Partial<Call>): unknown =>
      done("type_at", { x: 1, y: 1, text: "hunter22", submitKey: "Enter" }, more)?.slice(1);
    const enter = { do: "press", key: "Enter" };
    expect(type({})).toMatchObject([{ do: "type", value: { text: "hunter22" } }, enter]);
    expect(type({ secretFocus: undefined })).toMatchObject([{ value: { env: "TEST_TYPED_TEXT" } }, enter]);
    expect(type({ target: secret })).toMatchObject([{ value: { env: "TEST_CODE" } }, enter]);
  });
});

describe("what comes from outside", () => {
  it("is written with the types of files, and without passwords", () => {
    expect(done("paste_by_uid", { uid: "1_4", text: "a", filePath: ["x.PNG", "y", "z.txt"] })).toMatchObject([
      {
        content: {
          text: { text: "a" },
          files: [
            { path: "x.PNG", type: "image/png" },
            { path: "y", type: "" },
            { path: "z.txt", type: "text/plain" },
          ],
        },
      },
    ]);
    const targets = new Map([["1_4", secret]]);
    const paste = written(call("paste_by_uid", { uid: "1_4", text: "hunter22", html: "hunter22" }, { targets }));
    expect(JSON.stringify(paste?.actions)).not.toContain("hunter22");
    expect(paste?.notes).toHaveLength(1);
    const select = written(call("select_text", { uid: "1_4", text: "hunter22", caret: "after" }, { targets }));
    expect(JSON.stringify(select?.actions)).not.toContain("hunter22");
    const several = { action: "upload", target: {}, value: '["a.txt","b.txt"]' };
    expect(done("interactWithPage", several)).toMatchObject([{ files: ["a.txt", "b.txt"] }]);
  });
});

describe("what pages run in", () => {
  it("is written without what lets someone in", () => {
    const cookie = { action: "set", name: "sid", value: "hunter22", domain: "a.example" };
    expect(done("cookies", cookie)).toMatchObject([
      { do: "setCookie", value: { env: "TEST_SID" }, cookie: { path: "/" } },
    ]);
    const route = {
      action: "add",
      url: "https://a.example/*",
      do: "continue",
      headers: { Authorization: "hunter22", a: "b" },
    };
    const added = written(call("route", route));
    expect(JSON.stringify(added?.actions)).not.toContain("hunter22");
    expect(added?.actions).toMatchObject([{ route: { headers: { a: "b" }, action: "continue" } }]);
    expect(added?.notes).toHaveLength(1);
    expect(
      done("route", { action: "add", url: "https://a.example/", do: "fulfill", jsonBody: { a: 1 } }),
    ).toMatchObject([{ route: { text: '{"a":1}', headers: { "content-type": "application/json" } } }]);
    expect(done("route", { action: "remove", id: 1 })).toBeUndefined();
    expect(done("set_network", { preset: "Slow 3G" })).toMatchObject([{ given: { latencyMs: 2_000, offline: false } }]);
    expect(new RegExp(patternOf("https://a.example/x?y=(1)*")).test("https://a.example/x?y=(1)&z")).toBe(true);
    expect(new RegExp(patternOf("https://a.example/*")).test("https://axexample/")).toBe(false);
  });
});

describe("fingers", () => {
  it("go as far as the gesture says", () => {
    const of = (gesture: "tap" | "doubleTap" | "swipe" | "pinch", more: object = {}) =>
      fingersOf({ target, gesture, ...more });
    expect(of("tap")).toEqual({ fingers: [[0, 0, 0, 0]], ms: 0, times: 1 });
    expect(of("doubleTap").times).toBe(2);
    expect(of("swipe", { by: { x: -60, y: 20 } }).fingers).toEqual([[0, 0, -60, 20]]);
    expect(of("pinch", { scale: 3 }).fingers).toEqual([
      [-20, 0, -60, 0],
      [20, 0, 60, 0],
    ]);
    expect(of("pinch", { scale: 0.5 }).fingers[1]).toEqual([40, 0, 20, 0]);
  });
});

describe("what an answer says of its element", () => {
  const answer = (element: object, more: object = {}) =>
    ({ summary: "", element: { trusted: true, synthetic: "", ...element }, ...more }) as never;
  const fill: Action = { do: "fill", target, value: { text: "abc" } };

  it("is its value, unless it is a password or the page has gone on", () => {
    const value = { see: "value", target };
    expect(stateAfter("interactWithPage", fill, answer({}))).toEqual([{ ...value, value: "abc" }]);
    expect(stateAfter("fill_by_uid", fill, answer({}))).toEqual([]);
    expect(stateAfter("fill_by_uid", fill, answer({ valueNow: "ABC" }))).toEqual([{ ...value, value: "ABC" }]);
    expect(stateAfter("interactWithPage", { ...fill, target: secret }, answer({}))).toEqual([]);
    const left = answer({}, { effects: { navigatedTo: "https://a.example/" } });
    expect(stateAfter("interactWithPage", fill, left)).toEqual([]);
    const hidden: Action = { do: "fill", target, value: { env: "CODE" } };
    expect(stateAfter("interactWithPage", hidden, answer({}))).toEqual([]);
  });

  it("is whether it is checked, and how many there are", () => {
    const check: Action = { do: "check", target, checked: true };
    expect(stateAfter("set_checked", check, answer({ checked: true }))).toEqual([
      { see: "checked", target, checked: true },
    ]);
    const counted = { summary: "", structured: { details: { matchedCount: 3 } } };
    const count = (wanted: object): unknown =>
      countIn({ action: "waitForSelector", target: wanted }, counted).map((one) => ("of" in one ? one.of : one));
    expect(count({ by: "css", value: ".row" })).toEqual([{ by: "css", value: ".row" }]);
    expect(count({ by: "text", value: "Row" })).toEqual([]);
    expect(count({ by: "text", value: "Row", exact: true })).toHaveLength(1);
    expect(count({ by: "role", value: "row", name: "A" })).toEqual([]);
    expect(count({ by: "css", value: "ul >> li" })).toEqual([]);
    expect(count({ value: "Row" })).toEqual([]);
  });
});

describe("the keys of a call", () => {
  /** What tools take, as every program names it. */
  const NAMES: Record<string, string> = {
    Esc: "Escape",
    Del: "Delete",
    Return: "Enter",
    enter: "Enter",
    TAB: "Tab",
    "\n": "Enter",
    "\t": "Tab",
    " ": "Space",
    space: "Space",
    Up: "ArrowUp",
    ins: "Insert",
    PgDn: "PageDown",
    pgup: "PageUp",
    f5: "F5",
    "ctrl+b": "Control+b",
    "shift+Tab": "Shift+Tab",
    "cmd+k": "Meta+k",
    "Ctrl + Shift + K": "Control+Shift+K",
    "mod+Up": "ControlOrMeta+ArrowUp",
    "opt+F5": "Alt+F5",
    "Control++": "Control++",
    "+": "+",
    "ctrl+": "Control+",
    é: "é",
    K: "K",
  };

  it.each(Object.entries(NAMES))("%j is %j", (given, key) => {
    expect(chordNamed(given)).toBe(key);
    if (key === "Control+") return;
    expect(done("press_key", { key: given })).toMatchObject([{ do: "press", key }]);
    expect(done("type_text", { text: "a", submitKey: given })?.[1]).toEqual({ do: "press", key });
    expect(done("type_at", { x: 1, y: 1, text: "a", submitKey: given })?.at(-1)).toEqual({ do: "press", key });
    expect(done("interactWithPage", { action: "keypress", value: given })).toMatchObject([{ do: "press", key }]);
  });

  it("are held and released by the same names", () => {
    expect(done("key_down", { key: "ctrl" })).toEqual([{ do: "keyDown", key: "Control" }]);
    expect(done("key_up", { key: "CTRL" })).toEqual([{ do: "keyUp", key: "Control" }]);
    expect(done("key_up", {})).toEqual([{ do: "keyUp", key: undefined }]);
  });

  it("are left out where a program lacks them", () => {
    const keys = ["F13", "é", "Control+é", "CapsLock"];
    const about = { version: "0.0.0", browser: "a browser", at: new Date(0) };
    const lines = ({ file }: Language): string[] =>
      keys.map((key) => {
        const step = { action: { do: "press", key } as const, page: 1, expected: [], opens: [], notes: [] };
        return /^ {2}(?:await|\/\/ Left out).*$/m.exec(file([step], about))?.[0].trim() ?? "";
      });
    expect(lines(playwright)).toEqual([
      '// Left out: the key "F13", which Playwright has not.',
      'await page.keyboard.type("é");',
      '// Left out: the key "Control+é", which Playwright has not.',
      'await page.keyboard.press("CapsLock");',
    ]);
    expect(lines(selenium)).toEqual([
      '// Left out: the key "F13", which Selenium has not.',
      'await driver.actions().keyDown("é").keyUp("é").perform();',
      'await driver.actions().keyDown(Key.CONTROL).keyDown("é").keyUp("é").keyUp(Key.CONTROL).perform();',
      '// Left out: the key "CapsLock", which Selenium has not.',
    ]);
  });
});
