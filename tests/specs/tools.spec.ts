import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverEntry } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";

/** Every tool that is there by default, with the arguments that callers rely on. */
const tools: Record<string, string[]> = {
  list_pages: [],
  new_page: ["url"],
  navigate_page: ["url"],
  select_page: ["page"],
  close_page: ["page"],
  navigate_history: ["direction"],
  take_snapshot: [
    "selector",
    "uid",
    "since",
    "find",
    "maxLines",
    "cursor",
    "format",
    "interactiveOnly",
    "maxDepth",
    "includeText",
    "includeAttributes",
    "includeAll",
    "bounds",
  ],
  save_page: ["saveTo", "overwrite", "uid", "fullPage"],
  find_in_page: ["text", "regex", "role", "name", "limit", "context", "cursor"],
  resolve_uid_to_selector: ["uid"],
  clear_snapshot: [],
  click_by_uid: ["uid", "dblClick", "button", "includeSnapshot"],
  hover_by_uid: ["uid", "includeSnapshot"],
  fill_by_uid: ["uid", "value", "includeSnapshot"],
  drag_by_uid_to_uid: ["fromUid", "toUid", "includeSnapshot"],
  fill_form_by_uid: ["elements", "includeSnapshot"],
  upload_file_by_uid: ["uid", "filePath", "includeSnapshot"],
  press_key: ["key", "includeSnapshot"],
  screenshot_page: ["fullPage"],
  screenshot_by_uid: ["uid"],
  accept_dialog: ["text"],
  dismiss_dialog: [],
  wait_for: ["text", "textGone", "selector", "url", "loadState"],
  interactWithPage: ["action", "target", "value", "options"],
  recent_actions: [],
};

describe("the list of tools", () => {
  let pilot: Pilot;
  beforeAll(async () => {
    pilot = await Pilot.start();
  });
  afterAll(() => pilot.close());

  it("has every tool under its agreed name with its agreed arguments", async () => {
    const { tools: listed } = await pilot.client.listTools();
    expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(tools).sort());
    for (const { name, inputSchema } of listed) {
      expect(Object.keys(inputSchema.properties ?? {}), name).toEqual(expect.arrayContaining(tools[name] ?? []));
      expect(inputSchema.additionalProperties, name).toBe(false);
    }
  });

  it("takes less than 13 kB", async () => {
    const { tools: listed } = await pilot.client.listTools();
    expect(JSON.stringify(listed).length).toBeLessThan(13_000);
  });

  it("says which tools only read and which may destroy", async () => {
    const { tools: listed } = await pilot.client.listTools();
    for (const { name, description } of listed) expect(description, name).toBeTruthy();
    const hints = Object.fromEntries(listed.map(({ name, annotations }) => [name, annotations]));
    for (const name of ["list_pages", "resolve_uid_to_selector", "screenshot_page", "wait_for"])
      expect(hints[name]?.readOnlyHint, name).toBe(true);
    // Absent hints are the protocol's defaults: not read-only, and perhaps destructive.
    for (const name of ["click_by_uid", "fill_by_uid", "close_page", "upload_file_by_uid"])
      expect([hints[name]?.readOnlyHint, hints[name]?.destructiveHint], name).toEqual([undefined, undefined]);
    for (const name of ["hover_by_uid", "navigate_page"]) expect(hints[name]?.destructiveHint, name).toBe(false);
  });
});

describe("the further tools", () => {
  it("are there as the set 'more'", async () => {
    const pilot = await Pilot.start({ args: ["--tools", "web,more"] });
    const names = (await pilot.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual([
      ...Object.keys(tools)
        .filter((name) => names.includes(name))
        .sort((a, b) => names.indexOf(a) - names.indexOf(b)),
      "read_page",
      "type_text",
      "select_option",
      "set_checked",
      "select_text",
      "drag_by_uid",
      "paste_by_uid",
      "drop_by_uid",
      "read_clipboard",
      "touch_by_uid",
      "key_down",
      "key_up",
      "scroll",
      "list_downloads",
      "resize_page",
    ]);
    await pilot.close();
  });
});

describe("wrong arguments", () => {
  let pilot: Pilot;
  beforeAll(async () => {
    pilot = await Pilot.start();
  });
  afterAll(() => pilot.close());

  it.each([
    ["an unknown argument", "click_by_uid", { uid: "1_1", hard: true }, "hard"],
    ["a misspelt argument", "click_by_uid", { uid: "1_1", dblclick: true }, "dblclick"],
    ["a missing argument", "fill_by_uid", { uid: "1_1" }, "value"],
    ["a number instead of a string", "click_by_uid", { uid: 11 }, "uid"],
    ["a number instead of a value", "fill_by_uid", { uid: "1_1", value: 5 }, "value"],
    ["null", "click_by_uid", { uid: null }, "uid"],
    ["a string instead of a list", "fill_form_by_uid", { elements: "1_1" }, "elements"],
    [
      "an unknown argument inside a list",
      "fill_form_by_uid",
      { elements: [{ uid: "1_1", value: "x", text: "y" }] },
      "text",
    ],
    ["an unknown choice", "navigate_history", { direction: "sideways" }, "direction"],
    ["a negative count", "take_snapshot", { maxLines: -1 }, "maxLines"],
    ["a fraction", "take_snapshot", { maxLines: 1.5 }, "maxLines"],
    ["a page that is not a number", "select_page", { page: "1" }, "page"],
  ] as const)("of %s are rejected by name", async (_, tool, args, named) => {
    const text = await pilot.fails("INVALID_INPUT", tool, args);
    expect(text).toContain(named);
    expect(text.length).toBeLessThan(800);
  });

  it("for an unknown tool name the tool", async () => {
    const outcome = await pilot.call("no_such_tool").then(
      (answer) => answer.text,
      (error: Error) => error.message,
    );
    expect(outcome).toContain("no_such_tool");
  });
});

describe("the command line", () => {
  it.each([["--help"], ["--version"]])("answers %s and ends", (flag) => {
    const text = execFileSync(process.execPath, [serverEntry, flag], { encoding: "utf8" });
    expect(text).toMatch(flag === "--help" ? /--cdp-endpoint[\s\S]*--webdriver-url/ : /^\S*\d+\.\d+\.\d+/);
  });

  it("names an unknown flag and writes nothing to standard output", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [serverEntry, "--heedless"], {
      encoding: "utf8",
      input: "",
    });
    expect(status).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain("--heedless");
  });
});
