/** What `uipilot-mcp doctor` says of the files of MCP clients, and of paired extensions. */

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { inDoctorFolder } from "../support/doctor.ts";
import { startInTab } from "../support/in-tab.ts";
import { serverEntry } from "../support/paths.ts";

const d = inDoctorFolder();
let home = "";
beforeEach(() => {
  home = mkdtempSync(path.join(d.folder, "home-"));
});

const run = (...args: string[]) => d.quick(args, { env: { HOME: home } });
const is = (level: string, text: RegExp, cure?: RegExp) =>
  expect.objectContaining({
    level,
    text: expect.stringMatching(text),
    ...(cure === undefined ? {} : { cure: expect.stringMatching(cure) }),
  });

function put(file: string, text: string): string {
  const full = path.join(home, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

const server = (command: string, ...args: string[]) => JSON.stringify({ mcpServers: { uipilot: { command, args } } });

describe("the files of clients", () => {
  it("are fine as init writes them", () => {
    mkdirSync(path.join(home, ".cursor"));
    mkdirSync(path.join(home, ".codex"));
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: "" };
    expect(spawnSync(process.execPath, [serverEntry, "init", "--yes"], { env }).status).toBe(0);
    put(".gemini/settings.json", '{"theme": "dark", // with a comment\n}');
    expect(run().of("clients")).toEqual([
      is("ok", /is entered in Cursor, Codex$/),
      is("ok", /is not entered in Gemini CLI: `uipilot-mcp init`/),
    ]);
  });

  it("are named where they lead nowhere", () => {
    put(".cursor/mcp.json", server(process.execPath, "/old/clone/ts-mcp/dist/index.js", "--headed"));
    put(".lmstudio/mcp.json", server("/old/node/bin/node", serverEntry));
    put(".kiro/settings/mcp.json", server("no-such-command", "uipilot-mcp"));
    put(".codeium/windsurf/mcp_config.json", server("~/bin/uipilot-mcp"));
    put(".codex/config.toml", "[mcp_servers.uipilot]\nenabled = true\n");
    const other = JSON.stringify({
      mcpServers: { mine: { command: "/x/node", args: ["/y/uipilot-mcp/dist/index.js"] } },
    });
    put(".gemini/settings.json", other);
    const { of, status } = run();
    expect(of("clients")).toEqual([
      is("ok", /is entered in Windsurf$/),
      is(
        "warning",
        /^Cursor: .* names "\/old\/clone\/ts-mcp\/dist\/index.js", which/,
        /init --client cursor --replace/,
      ),
      is("warning", /^Kiro: .* names the command "no-such-command", which/),
      is("warning", /^LM Studio: .* names the command "\/old\/node\/bin\/node"/),
      is("warning", /^Codex: .* names no command/),
      is("warning", /^Gemini CLI: its server "mine" .* "\/x\/node"/, /--replace --name mine/),
    ]);
    expect(status).toBe(0);
  });

  it("are named where the server refuses the options in them", () => {
    put(".cursor/mcp.json", server(process.execPath, serverEntry, "--browser", "nosuch"));
    put(".kiro/settings/mcp.json", server(process.execPath, serverEntry, "--bogus"));
    // What only the client knows is not judged, and neither are files in its folder.
    put(".lmstudio/mcp.json", server(process.execPath, serverEntry, "--log-level", "${input:level}"));
    put(
      ".codeium/windsurf/mcp_config.json",
      server(process.execPath, serverEntry, "--config", "mine.json", "--headed"),
    );
    const entry = { command: process.execPath, args: [serverEntry], env: { UIPILOT_BROWSER: "nosuch" } };
    put(".gemini/settings.json", JSON.stringify({ mcpServers: { uipilot: entry } }));
    const refused = (client: string, why: string) =>
      is("warning", new RegExp(`^${client}: .* has options with which it refuses to start: .*${why}`), /--replace/);
    expect(run().of("clients")).toEqual([
      is("ok", /is entered in LM Studio, Windsurf$/),
      refused("Cursor", "nosuch"),
      refused("Kiro", "--bogus"),
      refused("Gemini CLI", "nosuch"),
    ]);
  });

  it("are named where nobody can read them", () => {
    put(".cursor/mcp.json", '{\n  "mcpServers": {\n    "uipilot" {"command": "npx"}\n}}');
    put(".codex/config.toml", "[mcp_servers.uipilot\n");
    mkdirSync(path.join(home, ".gemini/settings.json"), { recursive: true });
    mkdirSync(path.join(home, ".lmstudio"));
    symlinkSync("/nowhere/mcp.json", path.join(home, ".lmstudio/mcp.json"));
    mkdirSync(path.join(home, ".kiro/settings"), { recursive: true });
    // Reading it would never end.
    expect(spawnSync("mkfifo", [path.join(home, ".kiro/settings/mcp.json")]).status).toBe(0);
    const { of, status } = run();
    expect(status).toBe(1);
    expect(of("clients")).toEqual([
      is("problem", /^Cursor: .* cannot be read: .*line 3/, /the client cannot read it either/),
      is("problem", /^Kiro: .* is no file/),
      is("problem", /^LM Studio: .* is a link to a file that does not exist/),
      is("problem", /^Codex: .* cannot be read: it is not TOML: .* line 1/),
      is("problem", /^Gemini CLI: .* is no file/),
    ]);
  });

  it("never shows what else is in them", () => {
    put(".cursor/mcp.json", '{"mcpServers": {"x": {"command": "y", "env": {"TOKEN": "s3cret"}}}');
    expect(run().stdout).not.toContain("s3cret");
  });
});

describe("paired extensions", () => {
  const file = ".local/state/uipilot/extension.json";
  const client = (name: string) => ({ id: name, name, token: "s3cret" });
  const state = (clients: unknown) => JSON.stringify({ serverId: "a", apiToken: "s3cret", clients });

  it("are counted, and their tokens are never shown", () => {
    expect(run().of("extension")).toContainEqual(is("ok", /^no extension is paired/));
    chmodSync(put(file, state([client("Chrome 156, Linux"), client("Edge")])), 0o600);
    const { of, stdout } = run();
    expect(of("extension")[0]).toEqual(is("ok", /^paired extensions: 2 \("Chrome 156, Linux", "Edge"\)$/));
    expect(stdout).not.toContain("s3cret");
  });

  it("are a problem where others may read their tokens, which --fix mends", () => {
    const full = put(file, state([]));
    chmodSync(full, 0o644);
    expect(run().of("extension")[0]).toEqual(is("problem", /^others may read/, /--fix/));
    const { of, status } = run("--fix");
    expect(of("extension")[0]).toEqual(expect.objectContaining({ fixed: "only its owner may read it" }));
    expect(status).toBe(0);
    expect(statSync(full).mode & 0o777).toBe(0o600);
  });

  it.each(["{", "null", state([{ id: "x" }])])("are named where the file is %j", (text) => {
    chmodSync(put(file, text), 0o600);
    expect(run().of("extension")[0]).toEqual(is("problem", /cannot be understood/, /pair again/));
  });

  it("are told with the server that waits for them", async () => {
    const ports = Array.from({ length: 10 }, (_, index) => 38_401 + index);
    const folder = path.join(home, "state");
    const pilot = await startSomewhere(ports, folder);
    try {
      await pilot.ok("extension_status");
      // Not at once: a run that blocks this process keeps the server's output from being read.
      const found = await quickly(["--extension-state", folder]);
      expect(found).toContainEqual(is("ok", /^no extension is paired yet$/));
      expect(found).toContainEqual(is("warning", /^a server waits at port 384\d\d, and no browser/, /popup/));
    } finally {
      await pilot.close();
    }
  });
});

async function startSomewhere(ports: number[], state: string) {
  for (const port of ports) {
    const pilot = await startInTab(port, state);
    const { isError } = await pilot.call("extension_status");
    if (!isError) return pilot;
    await pilot.close();
  }
  throw new Error("none of the extension's ports is free");
}

async function quickly(args: string[]): Promise<unknown[]> {
  const command = [serverEntry, "doctor", "--json", "--no-launch", ...args];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, HOME: home },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  for await (const part of child.stdout) text += part;
  return (JSON.parse(text) as { findings: { check: string }[] }).findings.filter(({ check }) => check === "extension");
}
