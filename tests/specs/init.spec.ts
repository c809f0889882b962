/** `uipilot-mcp init` on the files of MCP clients, as a user runs it. */

import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serverEntry } from "../support/paths.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "uipilot-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], HOME: home });

function init(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [serverEntry, "init", ...args], {
    encoding: "utf8",
    env: environment(),
  });
  return { stdout, stderr, status };
}

const at = (file: string): string => path.join(home, file);
function put(file: string, text: string | Buffer): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}
const read = (file: string): string => readFileSync(at(file), "utf8");

/** A file of each client as it may be, with the place where the server belongs, and what is written there. */
const ENTRY = `"command": "${process.execPath}", "args": ["${serverEntry}", "--headed"]`;
const FILES: Record<string, { file: string; before: string; entry: string; after: RegExp }> = {
  "claude-code": {
    file: ".claude.json",
    before:
      '{\n  "numStartups": 12,\n  "mcpServers": {\n    "a": {"type": "stdio", "command": "x"}\n  },\n  "big": 12345678901234567890\n}\n',
    entry: `{"type": "stdio", ${ENTRY}}`,
    after: /"a": \{"type": "stdio", "command": "x"\},\n {4}"uipilot": \{/,
  },
  "claude-desktop": {
    file: ".config/Claude/claude_desktop_config.json",
    before: "{}",
    entry: `{${ENTRY}}`,
    after: /^\{"mcpServers": \{"uipilot": /,
  },
  cursor: {
    file: ".cursor/mcp.json",
    before: '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"b": { "url": "http://127.0.0.1:1/" }\r\n\t}\r\n}',
    entry: `{${ENTRY}}`,
    after:
      /^\uFEFF\{\r\n\t"mcpServers": \{\r\n\t\t"b": \{ "url": "http:\/\/127\.0\.0\.1:1\/" \},\r\n\t\t"uipilot": \{\r\n\t\t\t"command"/,
  },
  vscode: {
    file: ".config/Code/User/mcp.json",
    before: '{\n  // mine\n  "servers": {},\n  "inputs": [], // last\n}\n',
    entry: `{"type": "stdio", ${ENTRY}}`,
    after: /^\{\n {2}\/\/ mine\n {2}"servers": \{[\s\S]*\},\n {2}"inputs": \[\], \/\/ last\n\}\n$/,
  },
  windsurf: {
    file: ".codeium/windsurf/mcp_config.json",
    before: "",
    entry: `{${ENTRY}}`,
    after: /^\{\n {2}"mcpServers"/,
  },
  gemini: {
    file: ".gemini/settings.json",
    before: '{ "theme": "x" }\n',
    entry: `{${ENTRY}}`,
    after: /^\{ "theme": "x", "mcpServers": /,
  },
  zed: {
    file: ".config/zed/settings.json",
    before:
      '// all\n{\n  "context_servers": {\n    "c": { "source": "custom", "command": "x", "args": [] }, /* c */\n  },\n}\n',
    entry: `{"source": "custom", ${ENTRY}, "env": {}}`,
    after:
      /^\/\/ all\n\{\n {2}"context_servers": \{\n {4}"c": \{ "source": "custom", "command": "x", "args": \[\] \},[\s\S]*\/\* c \*\//,
  },
  opencode: {
    file: ".config/opencode/opencode.jsonc",
    before: '{\n  "mcp": { "servers": { "d": { "type": "remote", "url": "u" } } } // v2\n}\n',
    entry: `{"type": "local", "command": ["${process.execPath}", "${serverEntry}", "--headed"], "enabled": true}`,
    after: /"servers": \{ "d": \{ "type": "remote", "url": "u" \}, "uipilot": [\s\S]*\/\/ v2\n\}\n$/,
  },
  codex: {
    file: ".codex/config.toml",
    before: 'model = "m" # mine\n\n[mcp_servers.e]\ncommand = "x"\n[[list]]\na = 1\n',
    entry: "",
    after:
      /^model = "m" # mine\n\n\[mcp_servers\.e\]\ncommand = "x"\n\[\[list\]\]\na = 1\n\n\[mcp_servers\.uipilot\]\ncommand = ".*node"\nargs = \[ /,
  },
};

describe("init", () => {
  it.each(Object.entries(FILES))(
    "enters the server for %s, once, keeps the rest, and takes it out again",
    (id, the) => {
      put(the.file, the.before);
      const args = ["--client", id, "--yes"];
      const first = init(...args, "--", "--headed");
      expect(first.status, first.stdout + first.stderr).toBe(0);
      const text = read(the.file);
      expect(text).toMatch(the.after);
      if (the.entry !== "") {
        // Without what JSON does not have, the entry is as the client wants it.
        const value = JSON.stringify(JSON.parse(the.entry));
        expect(text.replace(/\s/g, "")).toContain(value.replace(/\s/g, ""));
      }
      expect(readFileSync(`${at(the.file)}.uipilot-backup`, "utf8")).toBe(the.before);

      const again = init(...args, "--", "--headed");
      expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("it has the server already") });
      expect(read(the.file)).toBe(text);

      const other = init(...args);
      expect(other).toMatchObject({ status: 1, stdout: expect.stringContaining("--replace") });
      expect(read(the.file)).toBe(text);
      expect(init(...args, "--replace").status).toBe(0);
      expect(read(the.file)).not.toContain("--headed");

      expect(init(...args, "--remove").status).toBe(0);
      expect(read(the.file)).not.toContain("uipilot");
      expect(init(...args, "--remove").stdout).toContain("it has no such server");
    },
  );

  it("writes what a client can start", async () => {
    mkdirSync(at(".cursor"));
    expect(init("--yes", "--name", "mine", "--", "--tools", "web,vision").status).toBe(0);
    // Keys of other servers can be in such files.
    expect(statSync(at(".cursor/mcp.json")).mode & 0o777).toBe(0o600);
    const { mcpServers } = JSON.parse(read(".cursor/mcp.json")) as {
      mcpServers: Record<string, { command: string; args: string[] }>;
    };
    const client = new Client({ name: "cursor", version: "1.0.0" });
    const { command = "", args = [] } = mcpServers["mine"] ?? {};
    await client.connect(new StdioClientTransport({ command, args, env: environment() as Record<string, string> }));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    await client.close();
    expect(names).toContain("click_at");
  });

  it("changes nothing where it is not told to", () => {
    put(".cursor/mcp.json", "{}");
    mkdirSync(at(".codex"));
    const dry = init("--dry-run");
    expect(dry.status).toBe(0);
    expect(dry.stdout).toMatch(/Cursor .*, the change:\n {2}line 1:\n {2}\+ …"mcpServers"/);
    expect(dry.stdout).toMatch(/Codex .*: not written \(--dry-run\)/);
    expect(dry.stdout).not.toContain("Zed");
    const silent = init();
    expect(silent).toMatchObject({ status: 1, stdout: expect.stringContaining("no terminal to ask at") });
    expect(read(".cursor/mcp.json")).toBe("{}");
    expect(readdirSync(at(".codex"))).toEqual([]);
    for (const args of [["--client", "emacs"], ["--name", "a b"], ["--name", "__proto__"], ["--nothing"], ["word"]])
      expect(init("--yes", ...args).status, args.join(" ")).toBe(2);
  });

  it.runIf(process.platform === "linux")("asks the person", () => {
    put(".cursor/mcp.json", "{}");
    const command = `'${process.execPath}' '${serverEntry}' init`;
    for (const [answer, there] of [
      ["n\n", false],
      ["y\n", true],
    ] as const) {
      const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
        encoding: "utf8",
        env: environment(),
        input: answer,
      });
      expect(stdout).toContain("Write it? [y/N]");
      expect(read(".cursor/mcp.json").includes("uipilot")).toBe(there);
    }
  });

  it("leaves files alone that it does not understand, says where, and goes on", () => {
    const broken: Record<string, [string | Buffer, RegExp]> = {
      ".cursor/mcp.json": ['{\n  "mcpServers": {,}\n}', /not changed: .*line 2, column 18/],
      ".gemini/settings.json": ["[1]", /not changed: it is no object/],
      ".codeium/windsurf/mcp_config.json": ['{"mcpServers": []}', /not changed: mcpServers is no object/],
      ".codex/config.toml": ['a = 1\nb = "', /not changed: it is not TOML: there is an error at line 2/],
      ".config/zed/settings.json": [Buffer.from([0x7b, 0xff, 0x7d]), /not changed: it is not text in UTF-8/],
    };
    for (const [file, [text]] of Object.entries(broken)) put(file, text);
    put(".config/opencode/opencode.json", "{}");
    const { status, stdout } = init("--yes");
    expect(status).toBe(1);
    for (const [file, [text, why]] of Object.entries(broken)) {
      expect(stdout.split("\n").find((line) => line.includes(file))).toMatch(why);
      expect(readFileSync(at(file)).equals(Buffer.from(text))).toBe(true);
      expect(existsSync(`${at(file)}.uipilot-backup`)).toBe(false);
    }
    expect(read(".config/opencode/opencode.json")).toContain("uipilot");
  });

  it("follows links, and keeps the mode of a file", () => {
    mkdirSync(at("dotfiles"));
    writeFileSync(at("dotfiles/cursor.json"), "{}", { mode: 0o640 });
    mkdirSync(at(".cursor"));
    symlinkSync(at("dotfiles/cursor.json"), at(".cursor/mcp.json"));
    expect(init("--yes").status).toBe(0);
    expect(lstatSync(at(".cursor/mcp.json")).isSymbolicLink()).toBe(true);
    expect(read("dotfiles/cursor.json")).toContain("uipilot");
    expect(statSync(at("dotfiles/cursor.json")).mode & 0o777).toBe(0o640);
    expect(readdirSync(at("dotfiles")).sort()).toEqual(["cursor.json", "cursor.json.uipilot-backup"]);
  });

  it("shows nothing of other servers, and no character that a terminal would obey", () => {
    put(".cursor/mcp.json", '{"mcpServers": {"a": {"env": {"KEY": "sk-secret"}}}, "x": "\u202e\u009b"}');
    const { stdout } = init("--dry-run");
    expect(stdout).toContain('"uipilot"');
    expect(stdout).not.toMatch(/sk-secret|\u202e|\u009b/);
  });

  it("takes what a client or a user added to the server for the same", () => {
    put(".cursor/mcp.json", "{}");
    init("--yes");
    const { mcpServers } = JSON.parse(read(".cursor/mcp.json")) as { mcpServers: Record<string, object> };
    const more = JSON.stringify({
      mcpServers: { uipilot: { ...mcpServers["uipilot"], env: { A: "1" }, disabled: false } },
    });
    put(".cursor/mcp.json", more);
    expect(init("--yes")).toMatchObject({ status: 0, stdout: expect.stringContaining("it has the server already") });
    expect(read(".cursor/mcp.json")).toBe(more);
  });

  it("makes no file in the place of a link that leads nowhere", () => {
    mkdirSync(at(".cursor"));
    symlinkSync(at("dotfiles/cursor.json"), at(".cursor/mcp.json"));
    expect(init("--yes")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("a link to a file that does not exist"),
    });
    expect(lstatSync(at(".cursor/mcp.json")).isSymbolicLink()).toBe(true);
  });

  it.each(["", "a = 1\n", "\uFEFFa = 1\r\n"])("takes the only server out of TOML that was %j", (before) => {
    put(".codex/config.toml", before);
    expect(init("--yes").status).toBe(0);
    expect(init("--yes", "--remove").status).toBe(0);
    expect(read(".codex/config.toml").trimEnd()).toBe(before.trimEnd());
  });

  it("takes the user's own home folder where HOME names none", () => {
    const folder = path.join(home, "project");
    mkdirSync(path.join(folder, ".cursor"), { recursive: true });
    for (const none of ["", "relative"]) {
      const { stdout } = spawnSync(process.execPath, [serverEntry, "init", "--dry-run", "--client", "cursor"], {
        encoding: "utf8",
        cwd: folder,
        env: { ...environment(), HOME: none },
      });
      expect(stdout).toMatch(/^Cursor \("\//);
      expect(readdirSync(path.join(folder, ".cursor"))).toEqual([]);
    }
  });

  it("leaves comments of the next table of TOML where they are", () => {
    put(".codex/config.toml", '[mcp_servers.uipilot]\ncommand = "old"\n\n# my notes\n[profiles.x]\na = 1\n');
    expect(init("--yes", "--replace").status).toBe(0);
    expect(read(".codex/config.toml")).toMatch(/^\n# my notes\n\[profiles\.x\]\na = 1\n\n\[mcp_servers\.uipilot\]\n/);
  });

  it("takes a table of TOML out with the tables in it", () => {
    const rest = '[mcp_servers.other]\ncommand = "x"\n';
    const own = '[mcp_servers.uipilot]\ncommand = "old"\n[mcp_servers."uipilot".env]\nA = "1"\n';
    put(".codex/config.toml", own + rest);
    expect(init("--yes", "--remove", "--replace").status).toBe(0);
    expect(read(".codex/config.toml")).toBe(rest);
    // In another form, it is left to the person.
    put(".codex/config.toml", 'mcp_servers.uipilot = { command = "old" }\n');
    const { status, stdout } = init("--yes", "--remove", "--replace");
    expect([status, stdout]).toEqual([1, expect.stringContaining("edit it by hand")]);
  });

  it("takes out no server that is another one, unless it is told to", () => {
    const foreign: Record<string, string> = {
      ".config/zed/settings.json": '{"context_servers": {"uipilot": 5}}',
      ".gemini/settings.json": '{"mcpServers": {"uipilot": {"command": "other"}}}',
    };
    for (const [file, text] of Object.entries(foreign)) put(file, text);
    const refused = init("--yes", "--remove");
    expect(refused.status).toBe(1);
    expect(refused.stdout.match(/another server that is called uipilot: give --replace/g)).toHaveLength(2);
    for (const [file, text] of Object.entries(foreign)) expect(read(file)).toBe(text);
    // Options of the own server do not make it another one.
    put(
      ".cursor/mcp.json",
      '{"mcpServers": {"uipilot": {"command": "npx", "args": ["-y", "uipilot-mcp@0.0.1", "--x"]}}}',
    );
    expect(init("--yes", "--remove", "--client", "cursor").status).toBe(0);
    expect(init("--yes", "--remove", "--replace").status).toBe(0);
    for (const file of Object.keys(foreign)) expect(read(file)).not.toContain("uipilot");
  });

  it("enters no options with which the server refuses to start", () => {
    put(".cursor/mcp.json", "{}");
    for (const [args, why] of [
      [["--bogus"], "--bogus"],
      [["--browser", "nosuch"], "nosuch"],
      [["--config", "/nowhere/uipilot.json"], "cannot be read"],
      [["--help"], "starts no server"],
      [["doctor"], "doctor"],
    ] as const) {
      const { status, stderr } = init("--yes", "--", ...args);
      expect([status, stderr], args.join(" ")).toEqual([2, expect.stringContaining(why)]);
    }
    expect(read(".cursor/mcp.json")).toBe("{}");
  });

  it("says what to do where something else is in the file's place, and leaves nothing behind", () => {
    mkdirSync(at(".cursor/mcp.json"), { recursive: true });
    mkdirSync(at(".gemini"));
    symlinkSync(at(".gemini/settings.json"), at(".gemini/settings.json"));
    writeFileSync(at(".lmstudio"), "");
    const { status, stdout } = init("--yes", "--client", "cursor", "--client", "gemini", "--client", "lm-studio");
    expect(status).toBe(1);
    expect(stdout).toMatch(/Cursor .*: not changed: a folder is in the place of the file: move it away/);
    expect(stdout).toMatch(/Gemini CLI .*: not changed: it is a link that leads in a circle: remove it/);
    expect(stdout).toMatch(/LM Studio .*: not changed: a file is in the place of a folder above it: move it away/);
  });
});
