import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { FLAGS } from "../src/cli/flags.ts";
import { parse } from "../src/cli.ts";
import { configSchema } from "../src/config/schema.ts";
import { Log } from "../src/log.ts";
import { checkWorkspace, openWorkspace } from "../src/workspace.ts";

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "uipilot.config.json");

async function opened(content: string): Promise<string[]> {
  writeFileSync(file, content);
  const { tools, close } = await openWorkspace({
    config: file,
    folder: "/nowhere",
    session: {},
    log: Log.open("off"),
  });
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
  ["{", "no JSON at line 1, column 2: a key in double quotes is expected, and there is the end"],
  ['{ "tools": "web"\n  "port": 1 }', 'no JSON at line 2, column 3: a comma or } is expected, and there is "\\""'],
  ['{ "tools": "web", "tools": "all" }', "line 1, column 19: a key is given twice"],
  ["[]", "must have an object"],
  ['{\n  "workspaces": {} }', 'line 2, column 3: there is no key "workspaces"; did you mean workspace?'],
  ['{ "log-level": "off" }', 'there is no key "log-level"; keys are written in camel case'],
  ['{ "headless": "yes" }', "line 1, column 3: headless must be true or false"],
  ['{ "port": "80" }', "port must be a number"],
  ['{ "allowRoot": [1] }', "allowRoot must be a string or an array of strings"],
  ['{ "config": "x" }', 'there is no key "config"'],
  ['{ "workspace": { "manuals": {} } }', 'workspace has no field "manuals"'],
  ['{ "workspace": { "manual":\n { "folders": "docs" } } }', /workspace\.manual\.folders: .*\(line 2, column 4\)/],
  ['{ "workspace": { "manual": { "maxFiles": 0, "folder": [] } } }', 'workspace.manual has no field "folder"'],
  [
    '{ "workspace": { "context7": { "server": { "command": "x", "arguments": [] } } } }',
    'server has no field "arguments"',
  ],
] as [string, string | RegExp][])("names the file and the field of what is wrong: %s", async (content, said) => {
  await expect(opened(content)).rejects.toThrow(said);
  await expect(opened(content)).rejects.toThrow(JSON.stringify(file));
});

it("checks the section of the workspace tools also where they are not offered", async () => {
  writeFileSync(file, '{ "workspace": { "manuals": {} } }');
  expect(parsed(["--config", file])).toMatchObject({ tools: ["web"], configuresWorkspace: true });
  await expect(checkWorkspace(file)).rejects.toThrow('workspace has no field "manuals" (line 1, column 18)');
  writeFileSync(file, '{ "workspace": { "manual": {} } }');
  await checkWorkspace(file);
});

it("refuses a file in another encoding", () => {
  writeFileSync(file, Buffer.from('{ "profile": "M\u00fcller" }', "latin1"));
  expect(() => parsed(["--config", file])).toThrow("cannot be read: it is not in UTF-8");
});

const parsed = (args: string[], environment: Record<string, string> = {}) => {
  const command = parse(args, environment);
  if (typeof command === "string") throw new Error(command);
  return command;
};

it("is read only where it is named", () => {
  writeFileSync(file, '{ "tools": ["web", "workspace"] }');
  const wanted = { tools: ["web", "workspace"], config: file };
  expect(parsed(["--config", file])).toMatchObject(wanted);
  expect(parsed([], { UIPILOT_CONFIG: file })).toMatchObject(wanted);
  expect(() => parsed(["--config", path.join(folder, "missing.json")])).toThrow("cannot be read");
  expect(() => parsed(["--config", folder])).toThrow("it is no file");
});

it("has every option as a key, with paths that begin at the file", () => {
  const every = Object.entries(FLAGS).filter(([name]) => name !== "config");
  const { properties } = configSchema({}) as { properties: object };
  expect(Object.keys(properties)).toHaveLength(every.length + 2);
  writeFileSync(
    file,
    JSON.stringify({
      $schema: "./node_modules/uipilot-mcp/uipilot.config.schema.json",
      browser: "firefox",
      executable: "firefox",
      headless: false,
      viewport: "800x600",
      profile: "profile",
      browserArg: ["-a", "-b c"],
      allowRoot: ["docs", "/r"],
      actionTimeout: 100,
      allowScript: true,
      logFile: "logs/a.log",
      logLevel: "debug",
      maxSessions: 3,
    }),
  );
  expect(parsed(["--config", file])).toMatchObject({
    session: {
      launch: {
        browser: "firefox",
        executable: "firefox",
        headless: false,
        profile: path.join(folder, "profile"),
        arguments: ["-a", "-b c"],
      },
      viewport: { width: 800, height: 600 },
      actionTimeoutMs: 100,
    },
    roots: [path.join(folder, "docs"), path.resolve("/r")],
    script: true,
    logFile: path.join(folder, "logs/a.log"),
    logLevel: "debug",
    limits: { count: 3 },
  });
});

it("yields to variables, and those to flags", () => {
  writeFileSync(file, '{ "browser": "firefox", "logLevel": "info", "headed": true, "allowScript": true }');
  const environment = { UIPILOT_LOG_LEVEL: "debug", UIPILOT_HEADLESS: "1", UIPILOT_ALLOW_SCRIPT: "0" };
  const { session, logLevel, script } = parsed(["--config", file, "--browser=chrome"], environment);
  expect(session.launch).toMatchObject({ browser: "chrome", headless: true });
  expect({ logLevel, script }).toEqual({ logLevel: "debug", script: false });
});

it.each([
  ['{ "logLevel": "info",\n "viewport": "800" }', `(viewport in ${JSON.stringify(file)}, line 2, column 2)`],
  ['{ "port": 70000 }', "line 1, column 3"],
  ['{ "tools": "phone" }', "(tools in "],
  ['{ "profile": "~/x" }', "only a shell expands"],
  ['{ "profile": "" }', "--profile is empty"],
  ['{ "shareSession": true }', "--share-session needs --port (shareSession in "],
])("names the key whose value is wrong: %s", (content, said) => {
  writeFileSync(file, content);
  expect(() => parsed(["--config", file])).toThrow(said);
});

it("names the key that contradicts a flag", () => {
  writeFileSync(file, '{ "profile": "p", "logLevel": "info" }');
  expect(() => parsed(["--config", file, "--cdp-endpoint=1"])).toThrow(/^--profile applies only.*\(profile in /);
});
