import { expect, it } from "vitest";
import { defaultSets, inputSchema, toolSets, toolsFor } from "../src/tools/index.ts";
import { validate } from "../src/validate.ts";

const tools = Object.values(toolSets).flat();

function problems(name: string, args: Record<string, unknown>): string {
  const tool = tools.find((known) => known.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  try {
    validate(tool, args);
  } catch (error) {
    expect(error).toMatchObject({ code: "INVALID_INPUT" });
    return (error as Error).message;
  }
  return "";
}

it("passes arguments that are right", () => {
  for (const tool of tools) expect(validate(tool, tool.example), tool.name).toMatchObject(tool.example);
});

it("names everything that is wrong at once", () => {
  expect(problems("click_by_uid", { uid: 5, dblclick: true })).toBe(
    'click_by_uid: uid must be a string, got 5; "dblclick" is not an argument (it takes uid, dblClick, clickCount, button, at, modifiers, pointerType, force, includeSnapshot)',
  );
});

it.each([
  ["fill_by_uid", { uid: "1_1" }, "value is missing: give a string"],
  ["click_by_uid", { uid: null }, "uid must be a string, got null"],
  ["click_by_uid", { uid: "1_1", dblClick: "yes" }, 'dblClick must be true or false, got "yes"'],
  ["take_snapshot", { maxLines: 1.5 }, "maxLines must be a whole number from 1 to 4294967295, got 1.5"],
  ["screenshot_page", { quality: 1000 }, "quality must be a whole number from 1 to 100, got 1000"],
  ["compare_screenshots", { threshold: 2 }, "threshold must be a number from 0 to 1, got 2"],
  ["compare_screenshots", { ignore: "x" }, 'ignore must be an array of string or object, got "x"'],
  ["hover_at", { x: "1", y: 2 }, 'x must be a number, got "1"'],
  ["navigate_history", { direction: "up" }, 'direction must be one of "back", "forward", "reload", got "up"'],
  ["fill_form_by_uid", { elements: "1_1" }, 'elements must be an array of at least one object, got "1_1"'],
  ["fill_form_by_uid", { elements: [] }, "got an empty array"],
  ["fill_form_by_uid", { elements: [{ uid: "1", value: 2 }] }, "elements[0].value must be a string, got 2"],
  ["fill_form_by_uid", { elements: [{ uid: "1", value: "2", text: "" }] }, '"elements[0].text" is not an argument'],
  [
    "upload_file_by_uid",
    { uid: "1", filePath: 5 },
    "filePath must be a string that is not empty or an array of at least one string, got 5",
  ],
  ["list_pages", { page: 1 }, "it takes none"],
  ["save_pdf", { file: "a.pdf", margins: { top: "1" } }, 'margins.top must be a number from 0 to 500, got "1"'],
  [
    "save_pdf",
    { file: "a.pdf", margins: { foo: 1 } },
    '"margins.foo" is not an argument (it takes top, right, bottom, left)',
  ],
  [
    "save_pdf",
    { file: "a.pdf", margins: [] },
    "margins must be a number from 0 to 500 or an object, got an empty array",
  ],
  ["save_pdf", { file: "a.pdf", footer: "x".repeat(2001) }, "footer must be a string of at most 2000 characters, got"],
  ["fill_by_uid", { uid: "1", value: "\ud800" }, "value holds a lone surrogate"],
  ["fill_form_by_uid", { elements: [{ uid: "1", value: "\udc00" }] }, "elements[0].value holds a lone surrogate"],
] as const)("%s %j: %s", (name, args, message) => {
  expect(problems(name, args)).toContain(message);
});

it("stays short whatever is sent", () => {
  const elements = Array.from({ length: 5_000 }, () => ({ uid: 1 }));
  expect(problems("fill_form_by_uid", { elements }).length).toBeLessThan(600);
  expect(problems("click_by_uid", { uid: "1", ["x".repeat(1e6)]: 1 }).length).toBeLessThan(300);
  expect(problems("click_by_uid", { uid: ["y".repeat(1e6)] }).length).toBeLessThan(300);
});

it("keeps all schemas and descriptions of the default sets together under 13 kB", () => {
  const listed = toolsFor({ sets: defaultSets, script: false, extension: false }).map((tool) => ({
    name: tool.name,
    description: tool.description,
    annotations: tool.annotations,
    inputSchema: inputSchema(tool, false),
  }));
  expect(JSON.stringify({ tools: listed }).length).toBeLessThan(13_000);
});

it("closes every schema to arguments that it does not name", () => {
  for (const tool of tools)
    expect(inputSchema(tool), tool.name).toMatchObject({ type: "object", additionalProperties: false });
});
