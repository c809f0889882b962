/** A call of every kind, and what its success has to mean. */

import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Answer } from "../support/caller.ts";
import type { Pilot } from "../support/pilot.ts";
import type { Scene } from "./stage.ts";

/** The limits that the servers are started with, in milliseconds. */
export const limits = { action: 2_000, navigation: 3_000, own: 2_500 };

/** What a call is made from. */
export interface Setting {
  readonly pilot: Pilot;
  readonly scene: Scene;
  /** What {@link Call.prepare} returned. */
  readonly prepared: unknown;
}

/** A call. */
export interface Call {
  readonly name: string;
  readonly tool: string;
  /** How long it may take, in milliseconds. */
  readonly deadline: number;
  /** What has to be done before the damage. */
  readonly prepare?: (pilot: Pilot, scene: Scene) => Promise<unknown>;
  readonly args: (setting: Setting) => Record<string, unknown>;
  /** Whether its effect has begun: an error must not hide it. */
  readonly begun?: (setting: Setting) => boolean;
  /** Whether its effect is complete: success must not be said without it. */
  readonly done: (setting: Setting, answer: Answer) => boolean;
}

const uid = (role: string, name: string) => (setting: Setting) => ({ uid: setting.pilot.uid(role, name) });
const TEXT = "typed in time";
/** How long a press is held, in milliseconds. */
const HELD = 500;
/** What `interactWithPage` takes in the place of the server's limit. */
const options = { timeoutMs: limits.own };
export const SAVED = "saved.txt";
const says = (text: string) => (_: Setting, answer: Answer) => answer.text.includes(text);
const pictured = (_: Setting, answer: Answer): boolean => (answer.images[0]?.data.length ?? 0) > 100;
const happened = (scene: Scene, what: string): boolean => scene.events.some(({ kind }) => kind === what);
const clicked = (id: string) => ({
  begun: ({ scene }: Setting) => scene.saw("pointerdown", id),
  done: ({ scene }: Setting) => scene.saw("click", id),
});
const changed = (id: string, value: string) => ({
  begun: ({ scene }: Setting) => scene.had(id, value),
  done: ({ scene }: Setting) => scene.had(id, value),
});

function call(
  name: string,
  tool: string,
  rest: Omit<Call, "name" | "tool" | "deadline">,
  deadline = limits.action,
): Call {
  return { name, tool, deadline, ...rest };
}

const none = (): Record<string, unknown> => ({});

/** All calls, in the order in which their turns come. */
export const calls: readonly Call[] = [
  call("snapshot", "take_snapshot", { args: none, done: says('"Press"') }),
  call("since", "take_snapshot", { args: () => ({ since: 0 }), done: () => true }),
  call("find", "find_in_page", { args: () => ({ text: "Press" }), done: says('"Press"') }),
  call("list pages", "list_pages", { args: none, done: ({ scene }, { text }) => text.includes(scene.url) }),
  call("selector", "resolve_uid_to_selector", { args: uid("button", "Press"), done: says("press") }),
  call("click", "click_by_uid", { args: uid("button", "Press"), ...clicked("press") }),
  call("double click", "click_by_uid", {
    args: (setting) => ({ ...uid("button", "Press")(setting), dblClick: true }),
    begun: clicked("press").begun,
    done: ({ scene }) => scene.saw("dblclick", "press"),
  }),
  call(
    "click by meaning",
    "interactWithPage",
    {
      args: () => ({ action: "click", target: { by: "role", value: "button", name: "Press" }, options }),
      ...clicked("press"),
    },
    limits.own,
  ),
  call(
    "press and hold",
    "interactWithPage",
    {
      args: () => ({ action: "pressAndHold", target: { by: "css", value: "#press" }, value: String(HELD), options }),
      begun: clicked("press").begun,
      // A page that is closed during the hold may hear no more of the press, and the answer says so.
      done: ({ scene }, { text }) =>
        scene.saw("pointerup", "press") ||
        (scene.saw("pointerdown", "press") && text.includes("closed during the hold")),
    },
    limits.own + HELD,
  ),
  call("hover", "hover_by_uid", {
    args: uid("button", "Press"),
    done: ({ scene }) => scene.saw("mouseover", "press"),
  }),
  call("fill", "fill_by_uid", {
    args: (setting) => ({ ...uid("textbox", "Field")(setting), value: "filled" }),
    ...changed("field", "filled"),
  }),
  call(
    "fill form",
    "fill_form_by_uid",
    {
      args: ({ pilot }) => ({
        elements: ["Field", "Second"].map((name) => ({ uid: pilot.uid("textbox", name), value: "filled" })),
      }),
      begun: ({ scene }) => scene.had("field", "filled"),
      done: ({ scene }) => scene.had("field", "filled") && scene.had("second", "filled"),
    },
    2 * limits.action,
  ),
  call(
    "type",
    "type_text",
    {
      args: (setting) => ({ ...uid("textbox", "Field")(setting), text: TEXT, delayMs: 30 }),
      begun: ({ scene }) => scene.saw("keydown", "field"),
      done: ({ scene }) => scene.had("field", TEXT),
    },
    // Each key has 12 ms besides the delay.
    limits.action + TEXT.length * (30 + 12),
  ),
  call("press key", "press_key", {
    args: (setting) => ({ ...uid("textbox", "Field")(setting), key: "k" }),
    begun: ({ scene }) => scene.saw("keydown", "field"),
    done: ({ scene }) => scene.had("field", "k"),
  }),
  call("drag", "drag_by_uid_to_uid", {
    args: ({ pilot }) => ({ fromUid: pilot.uid("button", "Press"), toUid: pilot.uid("button", "Drop") }),
    begun: clicked("press").begun,
    done: ({ scene }) => scene.saw("pointerdown", "press") && scene.saw("pointerup", "drop"),
  }),
  call("select", "select_option", {
    args: (setting) => ({ ...uid("combobox", "Choice")(setting), values: ["two"] }),
    ...changed("choice", "two"),
  }),
  call("check", "set_checked", {
    args: (setting) => ({ ...uid("checkbox", "Check")(setting), checked: true }),
    begun: clicked("check").begun,
    done: ({ scene }) => scene.had("check", "true"),
  }),
  call("upload", "upload_file_by_uid", {
    args: ({ pilot }) => {
      writeFileSync(path.join(pilot.folder, "given.txt"), "given");
      return { uid: pilot.uid("button", "File"), filePath: "given.txt" };
    },
    ...changed("file", "given.txt"),
  }),
  call("scroll", "scroll", {
    args: () => ({ direction: "down" }),
    done: ({ scene }) => happened(scene, "scroll"),
  }),
  call("resize", "resize_page", {
    args: ({ scene }) => ({ width: 900 + (scene.run % 100), height: 700 }),
    done: ({ scene }) => happened(scene, "resize"),
  }),
  call(
    "navigate",
    "navigate_page",
    { args: ({ scene }) => ({ url: scene.at("next") }), done: ({ scene }) => scene.served("next") },
    limits.navigation,
  ),
  call(
    "reload",
    "navigate_history",
    { args: () => ({ direction: "reload" }), done: ({ scene }) => scene.served("page", 2) },
    limits.navigation,
  ),
  call(
    "new page",
    "new_page",
    { args: ({ scene }) => ({ url: scene.at("next") }), done: ({ scene }) => scene.served("next") },
    limits.navigation,
  ),
  call("follow link", "click_by_uid", { args: uid("link", "Leave"), ...clicked("leave") }),
  call("open popup", "click_by_uid", { args: uid("button", "Popup"), ...clicked("popup") }),
  call("download", "click_by_uid", { args: uid("link", "Load"), ...clicked("load") }),
  call("list downloads", "list_downloads", {
    prepare: (pilot) => pilot.call("click_by_uid", { uid: pilot.uid("link", "Load"), includeSnapshot: "none" }),
    args: none,
    done: () => true,
  }),
  call("open dialog", "click_by_uid", {
    args: uid("button", "Alert"),
    begun: clicked("alert").begun,
    done: ({ scene }) => scene.saw("click", "alert"),
  }),
  call("accept dialog", "accept_dialog", {
    prepare: (pilot) => pilot.call("click_by_uid", { uid: pilot.uid("button", "Alert") }),
    args: none,
    begun: ({ scene }) => happened(scene, "answered"),
    done: ({ scene }) => happened(scene, "answered"),
  }),
  call(
    "wait",
    "wait_for",
    {
      args: () => ({ text: "Arrived", timeoutMs: limits.own }),
      done: ({ scene }) => happened(scene, "shown"),
    },
    limits.own,
  ),
  call(
    "script",
    "evaluate_script",
    {
      args: ({ scene }) => ({
        function: `() => (report("ran"), new Promise((done) => setTimeout(() => done("ran ${scene.run}"), ${scene.slow})))`,
        timeoutMs: limits.own,
      }),
      begun: ({ scene }) => happened(scene, "ran"),
      done: ({ scene }, { text }) => text.includes(`ran ${scene.run}`),
    },
    limits.own,
  ),
  call("picture", "screenshot_page", { args: () => ({ fullPage: true }), done: pictured }),
  call("picture of element", "screenshot_by_uid", { args: uid("button", "Press"), done: pictured }),
  call("save", "save_page", {
    args: () => ({ saveTo: SAVED, overwrite: true }),
    done: ({ pilot }) => existsSync(path.join(pilot.folder, SAVED)),
  }),
  call("select page", "select_page", {
    prepare: async (pilot, scene) => {
      const [first] = await pilot.pages();
      await pilot.call("new_page", { url: scene.at("next") });
      return first?.page;
    },
    args: ({ prepared }) => ({ page: prepared }),
    done: () => true,
  }),
  call("close page", "close_page", {
    prepare: async (pilot, scene) => {
      await pilot.call("new_page", { url: scene.at("next") });
      return (await pilot.pages()).find(({ selected }) => selected)?.page;
    },
    args: ({ prepared }) => ({ page: prepared }),
    done: () => true,
  }),
];
