/** Every tool for web pages, with arguments that fit the stuck pages, and how long each may take. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Pilot } from "../support/pilot.ts";
import type { Tree } from "../support/tree.ts";
import type { TrapServer } from "./pages.ts";

/** The limits that the server is started with or calls set, and how much later an answer may come, in milliseconds. */
export const limits = { action: 1_500, navigation: 2_500, own: 1_800, grace: 500 };

/** What the arguments of a call are made from. */
export interface Scene {
  readonly pilot: Pilot;
  readonly traps: TrapServer;
  /** The page's snapshot from before it got stuck. */
  readonly tree: Tree;
  /** The page's number. */
  readonly page: number;
  /** The page's address. */
  readonly url: string;
}

type Args = Record<string, unknown>;

/** What is special about a tool. */
interface Special {
  /** How long the call may take, in milliseconds. */
  readonly deadline: number;
  /** Whether the second call may fail, because the first has ended what it was about. */
  readonly once: boolean;
  /** Codes of errors that are right besides those of the page. */
  readonly codes?: readonly string[];
  /** Whether the browser needs all frames for it, so that one in another process that does not answer is a cause. */
  readonly whole?: boolean;
  /** Done before the page gets stuck. Returns further arguments. */
  readonly before?: (scene: Scene) => Promise<Args>;
  /** Takes back what the calls did to the session, as their answers tell. */
  readonly after?: (pilot: Pilot, answers: string) => Promise<unknown>;
  /** The page is that of a session of the suite: the arguments for its id. */
  readonly suite?: (sessionId: string) => Args;
}

/** A tool and its call. */
export interface Cell extends Special {
  readonly tool: string;
  readonly args: (scene: Scene) => Args;
}

function cell(tool: string, args: Cell["args"] = () => ({}), special: Partial<Special> = {}): Cell {
  return { tool, args, deadline: limits.action, once: false, ...special };
}

const press = ({ tree }: Scene): { uid: string } => ({ uid: tree.uid("button", "Press") });
const field = ({ tree }: Scene): string => tree.uid("textbox", "Field");

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC",
  "base64",
);

/** How long a browser may take to start and to end, in milliseconds. */
const BROWSER = 15_000;

/** What printing may take besides, in milliseconds. */
const PAPER = 25_000;

/** What reading the bodies of answers may take besides, in milliseconds. */
const BODIES = 50_000;

/** It could not be begun. */
const NOT_BEGUN = { once: true, codes: ["INVALID_INPUT"] };

/** Points are those of the last screenshot. */
const seen = async ({ pilot }: Scene): Promise<Args> => {
  await pilot.ok("screenshot_page");
  return {};
};

/** The picture is of another document. */
const OLD = { before: seen, codes: ["INVALID_INPUT"] };

/** The number of the page's own request. */
async function request({ pilot, url }: Scene): Promise<Args> {
  const list = await pilot.ok("list_network_requests", { url, type: "document", limit: 1 });
  const id = /^(?:id )?#?(\d+)\b/m.exec(list.split("\n").find((line) => line.includes(url)) ?? "")?.[1];
  if (id === undefined) throw new Error(`no request of ${url} in ${list}`);
  return { id: Number(id) };
}

const call =
  (tool: string, args: Args = {}) =>
  async ({ pilot }: Scene): Promise<Args> => {
    await pilot.call(tool, args);
    return {};
  };

const undo =
  (tool: string, args: Args = {}) =>
  (pilot: Pilot): Promise<unknown> =>
    pilot.call(tool, args);

/** The ids of sessions that were opened. */
const opened = (answers: string): string[] =>
  [...answers.matchAll(/session ([\w-]{22})\./g)].flatMap(([, id]) => (id === undefined ? [] : [id]));

async function closeSessions(pilot: Pilot, answers: string): Promise<void> {
  for (const session of opened(answers)) await pilot.call("close_session", { session });
}

/** Tools of the suite act in sessions of their own. */
const inSuite = (tool: string, args: Args = {}, special: Partial<Special> = {}): Cell =>
  cell(tool, undefined, { suite: (sessionId) => ({ sessionId, ...args }), ...special });

/** The tools that have no cell, and why. */
export const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ["ask_user", "it waits for the person"],
  ["extension_status", "it is of the extension"],
]);

/** The tools, in the order in which they are tried. */
export const cells: readonly Cell[] = [
  cell("list_pages"),
  cell("take_snapshot"),
  cell("find_in_page", () => ({ text: "Press" })),
  cell("read_page"),
  cell("resolve_uid_to_selector", press),
  cell(
    "interactWithPage",
    () => ({
      action: "click",
      target: { by: "role", value: "button", name: "Press" },
      options: { timeoutMs: limits.own },
    }),
    { deadline: limits.own },
  ),
  cell("click_by_uid", press),
  cell("hover_by_uid", press),
  cell("fill_by_uid", (scene) => ({ uid: field(scene), value: "text" })),
  cell(
    "fill_form_by_uid",
    (scene) => ({
      elements: [
        { uid: field(scene), value: "a" },
        { uid: scene.tree.uid("textbox", "Second"), value: "b" },
      ],
    }),
    { deadline: 2 * limits.action },
  ),
  cell("drag_by_uid_to_uid", ({ tree }) => ({
    fromUid: tree.uid("button", "Press"),
    toUid: tree.uid("button", "Drop"),
  })),
  cell("upload_file_by_uid", ({ pilot, tree }) => {
    const filePath = path.join(pilot.folder, "file.txt");
    writeFileSync(filePath, "text");
    return { uid: tree.uid("button", "File"), filePath };
  }),
  cell("press_key", () => ({ key: "a" })),
  cell("key_down", () => ({ key: "Shift" }), { after: undo("key_up") }),
  cell("key_up", () => ({ key: "Shift" }), {
    once: true,
    before: call("key_down", { key: "Shift" }),
    after: undo("key_up"),
  }),
  cell("type_text", (scene) => ({ uid: field(scene), text: "typed" })),
  cell("select_option", ({ tree }) => ({ uid: tree.uid("combobox", "Choice"), values: ["two"] })),
  cell("set_checked", ({ tree }) => ({ uid: tree.uid("checkbox", "Check"), checked: true })),
  cell("select_text", ({ tree }) => ({ uid: tree.uid("button", "Press"), text: "Press" })),
  cell("drag_by_uid", (scene) => ({ ...press(scene), by: { dx: 5, dy: 5 } })),
  cell("paste_by_uid", (scene) => ({ uid: field(scene), text: "pasted" })),
  cell("drop_by_uid", ({ tree }) => ({ uid: tree.uid("button", "Drop"), text: "dropped" })),
  cell("touch_by_uid", (scene) => ({ ...press(scene), gesture: "tap" })),
  cell("scroll", () => ({ direction: "down" })),
  cell("click_at", () => ({ x: 20, y: 20 }), OLD),
  cell("hover_at", () => ({ x: 20, y: 20 }), OLD),
  cell("drag_at", () => ({ x: 20, y: 20, to: { x: 60, y: 20 } }), OLD),
  cell("wheel_at", () => ({ x: 20, y: 20, dy: 100 }), OLD),
  cell("type_at", () => ({ x: 20, y: 20, text: "typed" }), OLD),
  cell("screenshot_page", undefined, { whole: true }),
  cell("screenshot_by_uid", press),
  cell("save_page", () => ({ saveTo: "page.txt", overwrite: true })),
  // A page that answers gets half a minute more, since long ones take that to print.
  cell("save_pdf", () => ({ file: "page.pdf", overwrite: true }), { deadline: limits.action + PAPER, whole: true }),
  // The picture is taken, then the elements in its changes are looked for.
  cell(
    "compare_screenshots",
    ({ pilot }) => {
      writeFileSync(path.join(pilot.folder, "before.png"), PICTURE);
      return { before: "before.png" };
    },
    { deadline: 2 * limits.action, whole: true },
  ),
  cell("generate_locator", press),
  cell("start_recording", () => ({ file: "record.html", overwrite: true }), {
    once: true,
    after: undo("stop_recording"),
  }),
  cell("stop_recording", () => ({}), {
    once: true,
    before: call("start_recording", { file: "record.html", overwrite: true }),
  }),
  cell("audit_accessibility", () => ({ timeoutMs: limits.own }), { deadline: limits.own }),
  cell("measure_page", () => ({ timeoutMs: limits.own }), { deadline: limits.own }),
  cell("start_trace", () => ({}), { once: true, whole: true, after: undo("stop_trace") }),
  cell("stop_trace", () => ({ timeoutMs: limits.own }), {
    ...NOT_BEGUN,
    deadline: limits.own,
    before: call("start_trace"),
  }),
  cell("start_coverage", () => ({}), { once: true, after: undo("stop_coverage") }),
  cell("stop_coverage", () => ({}), { ...NOT_BEGUN, before: call("start_coverage") }),
  cell("list_console_messages"),
  cell("list_network_requests"),
  cell("get_network_request", () => ({ body: "response" }), { before: request }),
  cell("export_har", () => ({ file: "record.har", bodies: true, overwrite: true }), {
    deadline: limits.action + BODIES,
  }),
  cell("route", () => ({ action: "add", url: "http://nothing.example/*", do: "block" }), {
    after: undo("route", { action: "clear" }),
  }),
  cell("set_network", () => ({ latencyMs: 1 }), { after: undo("set_network") }),
  cell("emulate", () => ({ colorScheme: "dark" }), { after: undo("emulate", { reset: true }) }),
  cell("storage_state", () => ({ action: "save", file: "state.json", overwrite: true })),
  cell("cookies", () => ({ action: "list" })),
  cell("list_page_tools"),
  cell("call_page_tool", () => ({ name: "hello", timeoutMs: limits.own }), { deadline: limits.own }),
  cell("open_session", () => ({}), { after: closeSessions }),
  cell("list_sessions"),
  cell("close_session", () => ({}), {
    once: true,
    before: async ({ pilot }) => ({ session: opened(await pilot.ok("open_session"))[0] }),
  }),
  cell("accept_dialog"),
  cell("dismiss_dialog"),
  cell("wait_for", () => ({ text: "Never here", timeoutMs: limits.own }), { deadline: limits.own }),
  cell("evaluate_script", () => ({ function: "() => document.title", timeoutMs: limits.own }), {
    deadline: limits.own,
  }),
  cell("recent_actions"),
  cell("list_downloads"),
  cell("read_clipboard"),
  cell("resize_page", () => ({ width: 900, height: 700 }), { whole: true }),
  cell("select_page", ({ page }) => ({ page })),
  cell("clear_snapshot"),
  cell("new_page", ({ traps }) => ({ url: traps.free }), { deadline: limits.navigation }),
  cell("navigate_history", () => ({ direction: "reload" }), { deadline: limits.navigation }),
  cell("navigate_page", ({ traps }) => ({ url: traps.free, timeoutMs: limits.own }), { deadline: limits.own }),
  cell("close_page", ({ page }) => ({ page }), { once: true }),
  inSuite("clickElement", { selector: "button" }),
  inSuite("typeText", { selector: "input", textToType: "typed", delayBetweenKeyPressesMs: 0 }),
  inSuite("scrollPage", { direction: "down" }),
  inSuite("captureScreenshot", {}, { whole: true }),
  inSuite("getElementText", { selector: "h1" }),
  inSuite("checkElementExists", { selector: "h1" }),
  inSuite("launchBrowser", {}, { suite: () => ({}), deadline: BROWSER }),
  inSuite("closeBrowser", {}, { once: true, deadline: BROWSER }),
];
