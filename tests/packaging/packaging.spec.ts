/** What is published works: packed, installed into an empty folder, and run there without Rust. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { platform } from "../../scripts/platform.mjs";
import { executables, root } from "../support/paths.ts";
import { freePort } from "../support/port.ts";
import { startSite } from "../support/site.ts";
import { UserBrowser } from "../support/user-browser.ts";
import { until } from "../support/wait.ts";

/** What the release has packed for every platform; without it, the checkout is packed. */
const given = process.env.UIPILOT_TEST_PACKAGES;
const browsers = (process.env.UIPILOT_TEST_BROWSERS ?? "chromium").split(",") as (keyof typeof executables)[];
const windows = process.platform === "win32";

let base: string;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-packaging-")));
  const packages = given === undefined ? path.join(base, "packages") : path.resolve(given);
  if (given === undefined)
    execFileSync(process.execPath, [path.join(root, "scripts/pack.mjs"), "--out", packages], { stdio: "pipe" });
  // npm refuses the addons of other platforms.
  const other = new RegExp(`^uipilot-core-(?!${platform()}-\\d)[a-z]`);
  const tarballs = readdirSync(packages)
    .filter((file) => file.endsWith(".tgz") && !other.test(file))
    .map((file) => path.join(packages, file));
  expect(tarballs).toHaveLength(4);

  // Only what Node needs is on the path: no compiler, and nothing of this checkout.
  environment = { ...process.env, PATH: [path.dirname(process.execPath), "/usr/bin", "/bin"].join(path.delimiter) };
  if (windows) environment.PATH += `;${path.join(process.env.SystemRoot ?? "", "System32")}`;
  folder = path.join(base, "installed");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "empty", version: "1.0.0", private: true }));
  // The workspace tools need packages of others, which the set-up of this checkout has put into npm's cache.
  execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs], {
    cwd: folder,
    env: environment,
    stdio: "pipe",
    // npm is a batch file there, and Node starts those only through a shell.
    shell: windows,
  });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

it("installs the addon, the loader, the workspace tools and the server, and nothing for development", () => {
  const installed = readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  expect(installed).toEqual(expect.arrayContaining(["@uipilot", "uipilot-mcp"]));
  for (const name of ["genkit", "vitest", "typescript", "@upstash"]) expect(installed).not.toContain(name);
  expect(readdirSync(path.join(folder, "node_modules/@uipilot"))).toHaveLength(3);
  for (const name of ["uipilot-mcp", "@uipilot/core", "@uipilot/workspace"]) {
    const files = readdirSync(path.join(folder, "node_modules", name));
    expect(files, name).toEqual(
      expect.arrayContaining(["LICENSE-APACHE", "LICENSE-MIT", "README.md", "dist", "package.json"]),
    );
    expect(files, name).not.toContain("src");
  }
});

it.each(["node16", "bundler"])("has types, with moduleResolution %s and no types of Node", (moduleResolution) => {
  const program = `
    import { Session, UipilotError } from "@uipilot/core";
    import { fromSelenium } from "@uipilot/core/adapters";
    const session: Session = Session.open({ launch: { browser: "firefox" } });
    const { data }: { data: Uint8Array } = await session.screenshot();
    const refused = (error: unknown): boolean => error instanceof UipilotError && error.code === "STALE_UID";
    export const all = [data, refused, fromSelenium];
    // @ts-expect-error There is no such option.
    Session.open({ nothing: 1 });`;
  writeFileSync(path.join(folder, "typed.mts"), program);
  const module = moduleResolution === "node16" ? "node16" : "esnext";
  const config = { module, moduleResolution, target: "es2022", strict: true, noEmit: true, types: [] };
  writeFileSync(path.join(folder, "typed.json"), JSON.stringify({ compilerOptions: config, files: ["typed.mts"] }));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", path.join(folder, "typed.json")], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

it("runs by npx", () => {
  for (const program of ["uipilot-mcp", "uipilot"]) {
    const version = execFileSync("npx", [program, "--version"], {
      cwd: folder,
      env: environment,
      encoding: "utf8",
      shell: windows,
    });
    expect(version, program).toMatch(/^\d+\.\d+\.\d+\n$/);
  }
});

it.each(browsers)("drives %s, with nothing of the checkout in reach", async (browser) => {
  // Where there is none, the engine looks for the browser, as it does for a user.
  const executable = existsSync(executables[browser]) ? ["--executable", executables[browser]] : [];
  const transport = new StdioClientTransport({
    command: "npx",
    args: ["uipilot-mcp", "--browser", browser, ...executable],
    cwd: folder,
    env: environment as Record<string, string>,
  });
  const client = new Client({ name: "packaging", version: "1.0.0" });
  await client.connect(transport);
  try {
    expect((await client.listTools()).tools.length).toBeGreaterThan(20);
    await call("navigate_page", { url: "data:text/html,<button>Packed</button>" });
    const tree = await call("take_snapshot");
    const uid = /uid=(\S+) button "Packed"/.exec(tree)?.[1];
    expect(await call("click_by_uid", { uid })).toContain('Clicked button "Packed"');
  } finally {
    await client.close();
  }

  async function call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const text = (content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
    expect(isError ?? false, text).toBe(false);
    return text;
  }
});

it("brings the extension, which pairs with the server and clicks in the user's tab", async () => {
  const extension = path.join(base, "extension");
  const args = ["uipilot-mcp", "extension", "--to", extension];
  const said = execFileSync("npx", args, { cwd: folder, env: environment, encoding: "utf8" });
  expect(said).toContain(`is now in "${extension}"`);
  // The store's archive has the same files.
  const zip = execFileSync(process.execPath, [path.join(root, "scripts/extension-zip.mjs"), "--out", base], {
    encoding: "utf8",
  });
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(zip.trim())))) {
    if (name !== "manifest.json") expect(readFileSync(path.join(extension, name)).equals(bytes), name).toBe(true);
  }

  const port = await freePort();
  const site = await startSite();
  const user = await UserBrowser.start(undefined, { extension });
  const transport = new StdioClientTransport({
    command: "npx",
    args: [
      "uipilot-mcp",
      "--extension",
      "--extension-port",
      String(port),
      "--extension-state",
      path.join(base, "state"),
    ],
    cwd: folder,
    env: environment as Record<string, string>,
  });
  const client = new Client({ name: "packaging", version: "1.0.0" });
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const text = (content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
    expect(isError ?? false, text).toBe(false);
    return text;
  };
  try {
    await client.connect(transport);
    const code = /enters ([0-9A-Z]{5}-[0-9A-Z]{5})/.exec(await call("extension_status"))?.[1];
    await user.enter("Origin to allow", String(port));
    expect(await user.pair(code ?? "")).toBe("Paired.");
    await user.connected();
    const page = site.html("<button onclick=\"this.textContent = 'Pressed'\">Press</button>", { title: "First tab" });
    const tab = await user.open(page.url);
    await user.grant("First tab");
    const listed = (await until(
      "the tab",
      async () => /(\d+)[^\n]*First tab/.exec(await call("list_pages"))?.[1],
    )) as string;
    await call("select_page", { page: Number(listed) });
    const uid = /uid=(\S+) button "Press"/.exec(await call("take_snapshot"))?.[1];
    expect(await call("click_by_uid", { uid })).toContain('Clicked button "Press"');
    expect(await tab.evaluate("document.querySelector('button').textContent")).toBe("Pressed");
  } finally {
    await Promise.allSettled([client.close(), user.close(), site.close()]);
  }
});

it("edits and queries a manual, with nothing of the checkout in reach", async () => {
  mkdirSync(path.join(folder, "docs/udm"), { recursive: true });
  const transport = new StdioClientTransport({
    command: "npx",
    args: ["uipilot-mcp", "--tools", "workspace"],
    cwd: folder,
    env: environment as Record<string, string>,
  });
  const client = new Client({ name: "packaging", version: "1.0.0" });
  await client.connect(transport);
  try {
    const content = "# TASK-1\n\nPacked.\n";
    const write = { action: "writeFile", filePath: "docs/udm/a.md", content };
    await client.callTool({ name: "fileSystemAccessTool", arguments: write });
    const query = { query_type: "find_by_id", udm_path_or_id: "TASK-1" };
    const { structuredContent } = await client.callTool({ name: "udmQueryTool", arguments: query });
    expect(structuredContent).toMatchObject({ status: "SUCCESS", retrievedContent: content });
  } finally {
    await client.close();
  }
});

it("is typed for its callers", () => {
  writeFileSync(
    path.join(folder, "use.mts"),
    `import { Session, UipilotError } from "@uipilot/core";
     import { defineTools } from "@uipilot/workspace";
     import { defineGenkitTools } from "@uipilot/workspace/genkit";
     import { registerTools } from "@uipilot/workspace/mcp";
     const session: Session = Session.open({ launch: { browser: "firefox" } });
     const text: string = (await session.snapshot({ find: "x" })).text;
     // @ts-expect-error: no such option
     await session.click("1_1", { dobule: true });
     const { tools, close } = defineTools({ config: { manual: { folders: ["docs"] } } });
     const answer: Record<string, unknown> = await tools[0]!.call({});
     await close();
     // @ts-expect-error: no such section
     defineTools({ config: { manuals: {} } });
     export { answer, defineGenkitTools, registerTools };
     export const code: string = new UipilotError("A", text, "c").code;`,
  );
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const types = ["--typeRoots", path.join(root, "node_modules/@types"), "--types", "node"];
  execFileSync(
    process.execPath,
    [tsc, "--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", ...types, "use.mts"],
    {
      cwd: folder,
      stdio: "pipe",
    },
  );
});
