/** The MCP bundle of this platform, as a host installs it: unpacked into an empty folder, and started as its manifest says. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { npmPackage } from "../../scripts/lib/published.mjs";
import { root } from "../support/paths.ts";

/** The settings that a host asks for, by their names. */
type Settings = Record<string, string | boolean | string[]>;

let base: string;
let folder: string;
let manifest: { user_config: Record<string, { title: string }>; [key: string]: unknown };
/** The published tool for bundles, with the schema of manifests and the code by which hosts fill in settings. */
let mcpb: string;

beforeAll(() => {
  mcpb = npmPackage("@anthropic-ai/mcpb", "2.1.2");
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-bundle-")));
  const out = path.join(base, "bundles");
  const printed = execFileSync(process.execPath, [path.join(root, "scripts/mcpb.mjs"), "--out", out], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const file = readdirSync(out).find((name) => name.includes(`-${process.platform}-${process.arch}`)) ?? "";
  const bytes = readFileSync(path.join(out, file));
  expect(printed).toContain(`${path.join(out, file)} ${createHash("sha256").update(bytes).digest("hex")} `);
  folder = path.join(base, "a folder with blanks");
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    const place = path.join(folder, name);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  manifest = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

it("has a manifest of the published schema, and what that names", () => {
  const ajv = new Ajv({ allErrors: true });
  formats.default(ajv);
  const schema = path.join(mcpb, "schemas/mcpb-manifest-v0.3.schema.json");
  const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
  validate(manifest);
  expect(validate.errors).toBeNull();
  expect(validate({ ...manifest, extra: 1 })).toBe(false);
  const { server, icon, compatibility, version } = manifest as unknown as {
    server: { entry_point: string };
    icon: string;
    compatibility: { platforms: string[] };
    version: string;
  };
  expect(readFileSync(path.join(folder, server.entry_point), "utf8")).toContain("uipilot-mcp");
  expect(readFileSync(path.join(folder, icon)).subarray(1, 4).toString()).toBe("PNG");
  expect(compatibility.platforms).toEqual([process.platform]);
  expect(version).toBe(JSON.parse(readFileSync(path.join(root, "ts-mcp/package.json"), "utf8")).version);
});

it("has one addon, and nothing that only developers need", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.endsWith(".node"))).toHaveLength(1);
  expect(files.filter((file) => /\.(?:[mc]?ts|map)$/.test(file))).toEqual([]);
  const modules = readdirSync(path.join(folder, "server/node_modules"));
  for (const name of ["esbuild", "vitest", "typescript", "genkit"]) expect(modules).not.toContain(name);
});

it("drives a browser as its manifest starts it, with nothing of the checkout in reach", async () => {
  await withServer({}, async (call, tools) => {
    expect(tools).toContain("click_by_uid");
    expect(tools).not.toContain("evaluate_script");
    await call("navigate_page", { url: "data:text/html,<button onclick='this.textContent=`Done`'>Bundled</button>" });
    const uid = /uid=(\S+) button "Bundled"/.exec(await call("take_snapshot"))?.[1];
    expect(await call("click_by_uid", { uid })).toContain('button "Done"');
  });
});

it("obeys each setting", async () => {
  const files = path.join(base, "files");
  const more = path.join(base, "more files");
  const profile = path.join(base, "profile");
  for (const place of [files, more]) mkdirSync(place);
  const settings = { tools: "web,workspace", folders: [files, more], profile, allow_script: true };
  expect(Object.keys(manifest.user_config)).toEqual(
    expect.arrayContaining([...Object.keys(settings), "headed", "browser"]),
  );
  await withServer(settings, async (call, tools) => {
    // The workspace tools need the packages of others.
    expect(tools).toEqual(expect.arrayContaining(["evaluate_script", "markdownParserEditorTool"]));
    await call("navigate_page", { url: "data:text/html,<p>Saved" });
    await call("save_page", { saveTo: path.join(more, "page.txt") });
    expect(readFileSync(path.join(more, "page.txt"), "utf8")).toContain("Saved");
    expect(readdirSync(profile)).not.toEqual([]);
    const text = "a: 1\n";
    expect(
      await call("yamlJsonParserEditorTool", { action: "get", format: "yaml", textContent: text, keyPath: "a" }),
    ).toContain("1");
  });
});

/** Starts the server as a host does. */
async function withServer(
  userConfig: Settings,
  use: (call: (name: string, args?: Record<string, unknown>) => Promise<string>, tools: string[]) => Promise<void>,
): Promise<void> {
  const { getMcpConfigForManifest } = await import(pathToFileURL(path.join(mcpb, "dist/shared/config.js")).href);
  const { command, args } = await getMcpConfigForManifest({
    manifest,
    extensionPath: folder,
    systemDirs: {},
    userConfig,
    pathSeparator: path.sep,
  });
  // Hosts start bundles with a Node of their own, in a folder of their own.
  const transport = new StdioClientTransport({
    command: command === "node" ? process.execPath : command,
    args,
    cwd: base,
    env: { PATH: "/usr/bin:/bin", HOME: path.join(base, "home"), TMPDIR: base },
  });
  mkdirSync(path.join(base, "home"), { recursive: true });
  const client = new Client({ name: "host", version: "1.0.0" });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    await use(
      async (name, input = {}) => {
        const { content, isError } = await client.callTool({ name, arguments: input });
        const text = (content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
        expect(isError ?? false, text).toBe(false);
        return text;
      },
      tools.map(({ name }) => name),
    );
  } finally {
    await client.close();
  }
}
