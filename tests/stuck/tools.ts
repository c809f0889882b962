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
}

/** A tool and its call. */
export interface Cell {
  readonly tool: string;
  /** How long the call may take, in milliseconds. */
  readonly deadline: number;
  readonly args: (scene: Scene) => Record<string, unknown>;
  /** Whether the page is gone after the first call, so that the second one may fail for that. */
  readonly ends: boolean;
}

function cell(tool: string, args: Cell["args"] = () => ({}), deadline = limits.action): Cell {
  return { tool, deadline, args, ends: tool === "close_page" };
}

const press = ({ tree }: Scene): { uid: string } => ({ uid: tree.uid("button", "Press") });
const field = ({ tree }: Scene): string => tree.uid("textbox", "Field");

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC",
  "base64",
);

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
    limits.own,
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
    2 * limits.action,
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
  cell("type_text", (scene) => ({ uid: field(scene), text: "typed" })),
  cell("select_option", ({ tree }) => ({ uid: tree.uid("combobox", "Choice"), values: ["two"] })),
  cell("set_checked", ({ tree }) => ({ uid: tree.uid("checkbox", "Check"), checked: true })),
  cell("scroll", () => ({ direction: "down" })),
  cell("screenshot_page"),
  cell("screenshot_by_uid", press),
  cell("save_page", () => ({ saveTo: "page.txt", overwrite: true })),
  cell("save_pdf", () => ({ file: "page.pdf", overwrite: true })),
  cell("compare_screenshots", ({ pilot }) => {
    writeFileSync(path.join(pilot.folder, "before.png"), PICTURE);
    return { before: "before.png" };
  }),
  cell("generate_locator", press),
  cell("audit_accessibility", () => ({ timeoutMs: limits.own }), limits.own),
  cell("measure_page", () => ({ timeoutMs: limits.own }), limits.own),
  cell("accept_dialog"),
  cell("dismiss_dialog"),
  cell("wait_for", () => ({ text: "Never here", timeoutMs: limits.own }), limits.own),
  cell("evaluate_script", () => ({ function: "() => document.title", timeoutMs: limits.own }), limits.own),
  cell("recent_actions"),
  cell("list_downloads"),
  cell("read_clipboard"),
  cell("resize_page", () => ({ width: 900, height: 700 })),
  cell("select_page", ({ page }) => ({ page })),
  cell("clear_snapshot"),
  cell("new_page", ({ traps }) => ({ url: traps.free }), limits.navigation),
  cell("navigate_history", () => ({ direction: "reload" }), limits.navigation),
  cell("navigate_page", ({ traps }) => ({ url: traps.free, timeoutMs: limits.own }), limits.own),
  cell("close_page", ({ page }) => ({ page })),
];
