import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { parse } from "../src/cli.ts";
import { Log } from "../src/log.ts";
import { openWorkspace } from "../src/workspace.ts";

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "uipilot.config.json");

async function opened(content: string): Promise<string[]> {
  writeFileSync(file, content);
  const { tools, close } = await openWorkspace({ config: file, folder: "/nowhere", session: {}, log: Log.open("off") });
  await close();
  return tools.map(({ name }) => name);
}

// The package takes a while to load on a busy machine.
it("gives the workspace tools their configuration", { timeout: 60_000 }, async () => {
  const names = await opened('\ufeff{ "workspace": { "manual": { "folders": ["docs"] } } }');
  expect(names).toContain("udmQueryTool");
  expect(await opened("{}")).toEqual(names);
});

it.each([
  ["{", "cannot be read"],
  ["[]", "must have an object with workspace"],
  ['{ "workspaces": {} }', '"workspaces", which does not exist: it may have workspace'],
  ['{ "workspace": { "manuals": {} } }', 'workspace has no field "manuals"'],
  ['{ "workspace": { "manual": { "folders": "docs" } } }', "workspace.manual.folders: "],
  ['{ "workspace": { "manual": { "maxFiles": 0, "folder": [] } } }', 'workspace.manual has no field "folder"'],
  [
    '{ "workspace": { "context7": { "server": { "command": "x", "arguments": [] } } } }',
    'server has no field "arguments"',
  ],
])("names the file and the field of what is wrong: %s", async (content, said) => {
  await expect(opened(content)).rejects.toThrow(said);
  await expect(opened(content)).rejects.toThrow(JSON.stringify(file));
});

it("is read only with the tools that it is for, and from where it is named", () => {
  expect(() => parse(["--config", "x.json"], {})).toThrow("--config needs --tools workspace");
  expect(parse(["--tools", "workspace", "--config", "x.json"], {})).toMatchObject({
    tools: ["workspace"],
    config: path.resolve("x.json"),
  });
  expect(parse(["--tools", "workspace"], { UIPILOT_CONFIG: "y.json" })).toMatchObject({
    config: path.resolve("y.json"),
  });
});
