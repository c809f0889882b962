/** `uipilot-mcp skill` as a user runs it, and whether what the skill says is true of the server. */

import { spawnSync } from "node:child_process";
import {
  existsSync,
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
import { encode } from "gpt-tokenizer";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root, serverEntry } from "../support/paths.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "uipilot-skill-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const at = (...names: string[]): string => path.join(home, ...names);
const read = (...names: string[]): string => readFileSync(at(...names), "utf8");

function skill(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [serverEntry, "skill", ...args], {
    encoding: "utf8",
    cwd: home,
    env: { PATH: process.env["PATH"], HOME: home },
  });
  return { stdout, stderr, status };
}

/** Every file below a folder, with its text. */
function tree(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), readFileSync(file, "utf8")];
    }),
  );
}

/** Arguments that options of the server add to tools. */
const ADDED = ["session", "page", "function"];

describe("what the skill says", () => {
  it("keeps to the specification of skills, and is short", () => {
    const { stdout: text, status } = skill("--print");
    expect(status).toBe(0);
    const fields = Object.fromEntries(
      (/^---\n([\s\S]+?)\n---\n/.exec(text)?.[1] ?? "").split("\n").map((line) => {
        const [, name = "", value = ""] = /^\s*([a-z-]+):\s*(.*)$/.exec(line) ?? [];
        // What a plain scalar of YAML may not have.
        expect(value, name).not.toMatch(/: | #|^[[{*&!|>%@`]/);
        return [name, value];
      }),
    );
    expect(fields["name"]).toBe("uipilot");
    expect(fields["description"]?.length).toBeGreaterThan(100);
    expect(fields["description"]?.length).toBeLessThanOrEqual(1024);
    expect(fields["compatibility"]?.length).toBeLessThanOrEqual(500);
    expect(text.split("\n").length).toBeLessThan(500);
    expect(encode(text).length).toBeLessThan(5_000);
    // A client's answer and our prose alike end up in a model's context.
    expect(text).not.toContain("undefined");
  });

  it("names tools, arguments, error codes and files that exist", async () => {
    expect(skill("--to", at("skills")).status).toBe(0);
    const files = tree(at("skills/uipilot"));
    const main = files["SKILL.md"] ?? "";
    const sets = "web,more,vision,state,devtools,record,audits,webmcp,suite,desktop,workspace,sessions";
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [serverEntry, "--tools", sets, "--allow-script", "--extension", "--extension-state", at("state")],
      cwd: home,
      env: { PATH: process.env["PATH"] ?? "", HOME: home },
    });
    const client = new Client({ name: "skill", version: "1.0.0" });
    await client.connect(transport);
    try {
      const { tools } = await client.listTools();
      const byName = new Map(tools.map((tool) => [tool.name, tool]));
      // In SKILL.md: each word in back quotes that has the form of a tool, and each call.
      const words = [...main.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name);
      const calls = [...main.matchAll(/`(\w+) (\{.*?\})`/g)].map(([, name = "", json = ""]) => ({ name, json }));
      expect(words.length).toBeGreaterThan(20);
      expect(calls.length).toBeGreaterThan(15);
      for (const name of [...words, ...calls.map((call) => call.name)]) expect(byName.has(name ?? ""), name).toBe(true);
      for (const { name, json } of calls) {
        const { properties = {}, required = [] } = byName.get(name)?.inputSchema ?? {};
        const given = Object.keys(JSON.parse(json));
        for (const argument of given) expect(Object.keys(properties), `${name} ${json}`).toContain(argument);
        for (const argument of required) expect(given, `${name} ${json}`).toContain(argument);
      }
      // In the references: each tool once, with its arguments.
      const described = Object.values(files).flatMap((text) =>
        text
          .split(/^### /m)
          .slice(1)
          .map((part) => ({
            name: /^\w+/.exec(part)?.[0] ?? "",
            arguments: [...part.matchAll(/^\| `(\w+)` \|/gm)].map(([, argument]) => argument),
          })),
      );
      expect(described.map(({ name }) => name).sort()).toEqual([...byName.keys()].sort());
      for (const { name, arguments: named } of described) {
        const listed = Object.keys(byName.get(name)?.inputSchema.properties ?? {});
        // What `--tools sessions` and `--allow-script` add to tools of other sets is said with those.
        const own = listed.filter((argument) => named.includes(argument) || !ADDED.includes(argument));
        expect(named.sort(), name).toEqual(own.sort());
      }
    } finally {
      await client.close();
    }
    const architecture = readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8");
    const codes = [...main.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(15);
    for (const code of codes) expect(architecture).toContain(`| \`${code}\` |`);
    for (const [, file = ""] of main.matchAll(/\]\((references\/\w+\.md)\)/g))
      expect(Object.keys(files)).toContain(file);
  });
});

describe("where the skill goes", () => {
  /** The folder that is there where an agent is, that of a user's skills, and that of a project's. */
  const AGENTS = [
    [".claude", ".claude/skills", ".claude/skills"],
    [".codex", ".agents/skills", ".agents/skills"],
    [".copilot", ".copilot/skills", ".github/skills"],
    [".cursor", ".cursor/skills", ".cursor/skills"],
    [".gemini", ".gemini/skills", ".gemini/skills"],
    [".config/goose", ".config/goose/skills", ".agents/skills"],
    [".kiro", ".kiro/skills", ".kiro/skills"],
    [".config/opencode", ".config/opencode/skills", ".opencode/skills"],
    [".codeium/windsurf", ".codeium/windsurf/skills", ".windsurf/skills"],
    [".config/zed", ".agents/skills", ".agents/skills"],
  ] as const;
  const written = (): string[] =>
    Object.keys(tree(home)).flatMap((file) => /^(.*)\/uipilot\/SKILL\.md$/.exec(file)?.[1] ?? []);
  const folders = (all: readonly string[]): string[] => [...new Set(all)].sort();

  it("into the folders of the agents that are there, for the user or the project", () => {
    expect(skill().stdout).toContain("No agent that reads skills was found");
    for (const [own] of AGENTS) mkdirSync(at(own), { recursive: true });
    expect(skill()).toMatchObject({ status: 0, stderr: "" });
    expect(written().sort()).toEqual(folders(AGENTS.map(([, user]) => user)));
    for (const [, user] of AGENTS) rmSync(at(user), { recursive: true, force: true });
    expect(skill("--project")).toMatchObject({ status: 0, stderr: "" });
    expect(written().sort()).toEqual(folders(AGENTS.map(([, , project]) => project)));
  });

  it("writes a folder that two agents share once", () => {
    const { stdout } = skill("--client", "codex", "--client", "zed");
    expect(stdout.trim().split("\n")).toEqual([
      `Codex, Zed ("${at(".agents/skills/uipilot")}"): ${Object.keys(tree(at(".agents"))).length} files written`,
    ]);
  });
});

describe("what is there already", () => {
  const SKILLS = ["--to", "s"];
  const main = (): string => at("s/uipilot/SKILL.md");

  it("is written once, renewed where it is older, and taken out without a trace", () => {
    expect(skill(...SKILLS, "--dry-run").stdout).toContain("would be written");
    expect(existsSync(at("s"))).toBe(false);
    expect(skill(...SKILLS).stdout).toMatch(/: \d+ files written\n$/);
    const first = tree(at("s"));
    expect(statSync(main()).mode & 0o777).toBe(0o644);
    expect(skill(...SKILLS).stdout).toMatch(/: it is up to date\n$/);
    expect(tree(at("s"))).toEqual(first);

    // What an older version has written: another text with the stamp of that, in a file that is no more, too.
    const stamped = first["uipilot/references/state.md"] ?? "";
    writeFileSync(at("s/uipilot/references/gone.md"), stamped);
    writeFileSync(at("s/uipilot/references/more.md"), stamped.replaceAll("\n", "\r\n"));
    expect(skill(...SKILLS).stdout).toMatch(/: 1 file written; 1 file removed\n$/);
    expect(tree(at("s"))).toEqual(first);

    expect(skill(...SKILLS, "--remove").status).toBe(0);
    expect(readdirSync(at("s"))).toEqual([]);
    expect(skill(...SKILLS, "--remove").stdout).toMatch(/: it has no such skill\n$/);
  });

  it("stays where the user has changed it, unless asked, and is kept then", () => {
    skill(...SKILLS);
    const mine = `${readFileSync(main(), "utf8")}Always use Firefox.\n`;
    writeFileSync(main(), mine);
    rmSync(at("s/uipilot/references/web.md"));
    for (const args of [SKILLS, [...SKILLS, "--remove"]]) {
      const { status, stdout } = skill(...args);
      expect(status).toBe(1);
      expect(stdout).toContain("SKILL.md was changed or is of another skill");
      expect(readFileSync(main(), "utf8")).toBe(mine);
      // All or nothing.
      expect(existsSync(at("s/uipilot/references/web.md"))).toBe(false);
    }
    expect(skill(...SKILLS, "--replace")).toMatchObject({ status: 0 });
    expect(readFileSync(main(), "utf8")).not.toContain("Always use Firefox");
    expect(readFileSync(`${main()}.uipilot-backup`, "utf8")).toBe(mine);
    // The backup is the user's.
    expect(skill(...SKILLS, "--remove").status).toBe(0);
    expect(readdirSync(at("s/uipilot"))).toEqual(["SKILL.md.uipilot-backup"]);
  });

  it("is written through a link, and what cannot be written is told", () => {
    mkdirSync(at("elsewhere"));
    symlinkSync(at("elsewhere"), at("s"));
    expect(skill(...SKILLS).status).toBe(0);
    expect(Object.keys(tree(at("elsewhere")))).toContain("uipilot/SKILL.md");
    writeFileSync(at("file"), "x");
    const { status, stdout, stderr } = skill("--to", "file");
    expect(status).toBe(1);
    expect(stdout).toContain("not changed: ");
    expect(stderr).toBe("");
    expect(read("file")).toBe("x");
  });

  it.skipIf(!existsSync("/proc/self"))("is told at once not to be written where no folder can be made", () => {
    const { status, stdout, stderr } = skill("--to", "/proc/uipilot");
    expect(status).toBe(1);
    expect(stdout + stderr).toContain("not changed: ENOENT");
  });

  it("is not touched by wrong options", () => {
    for (const [args, text] of [
      [["--client", "vim"], 'there is no agent "vim"'],
      [["--to", " "], "--to is empty"],
      [["--to", "s", "--project"], "give it without"],
      [["--force"], "--force"],
    ] as const) {
      const { status, stderr } = skill(...args);
      expect(status, args.join(" ")).toBe(2);
      expect(stderr).toContain(text);
    }
    expect(readdirSync(home)).toEqual([]);
  });
});
