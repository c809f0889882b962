// The tool on a manual of its own: every query type and every status.

import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { workspaceConfig } from "../../src/config.ts";
import { Withheld } from "../../src/files/withheld.ts";
import type { Place } from "../../src/manual/places.ts";
import { makeManualTool } from "../../src/manual/tool.ts";
import type { MadeTool } from "../../src/parts.ts";

const ROADMAP = `---
title: Roadmap
owner: { name: Ada, team: "R & D" }
---
# Roadmap Lifecycle

Overview of TASK-P0-M0.1-T001.

## Tasks

### TASK-P0-M0.1-T001: Set up the project

\`\`\`yaml
task_id: TASK-P0-M0.1-T001
title: Set up the project # a comment
status: open
big: 12345678901234567890
depends_on: [TASK-P0-M0.1-T002]
\`\`\`

Some words about zebras.

#### Notes

Deeper.

### TASK-P0-M0.1-T002

- **Status:** done
- **Owner:** Grace

### Broken

\`\`\`yaml
task_id: TASK-BROKEN-1
bad: [1, 2
\`\`\`

## Tasks

Second heading of this name.

| ID | Title | State |
|---|---|---|
| RM-001 | First \`milestone\` | open |
| RM-002 | Second \\| last | done |

# Ünïcode & \`code\` — Überschrift!

Text.
`;

const TOOLS = `# Tools

**Tool 5: ignored**

## Tool 5: \`udmQueryTool\`

1.  **Tool Name:** \`udmQueryTool\`
2.  **Purpose:** To query.
    *   **Details:**
        \`\`\`json
        { "tool_name": "udmQueryTool", "version": 2 } // comment
        \`\`\`

## Modes

\`\`\`yaml
modes:
  - slug: architect
    name: Architect
    tools: [udmQueryTool]
  - slug: reviewer
    name: Reviewer
---
modes:
  ClaudeBrowserMode:
    model: sonnet
\`\`\`

<a id="COMP-002"></a>
## The component

Component text.
`;

const CONFIG = `# Operational Config

## Server

\`\`\`yaml
server:
  port: 8080
  host: localhost
log.level: debug
\`\`\`

## Other server

\`\`\`json
{ "server": { "port": 9090 }, "same": true }
\`\`\`

| Key | Value | Meaning |
|---|---|---|
| \`ALLOWED_DIRS\` | /docs/udm/, /logs/ | what may be read |

- **BASE_DIRECTORY:** /srv/project
- same: true

# MCP

\`\`\`json
{"same": true, "mcp": {"url": "http://localhost:1/"}}
\`\`\`
`;

let project: string;
let made: MadeTool;

interface Answer {
  queryPerformed: string;
  status: string;
  retrievedContent: unknown;
  matchedBy?: string;
  source: Place;
  candidates: Place[];
  errorDetails: string | null;
}

async function ask(query_type: string, udm_path_or_id: string, more: object = {}): Promise<Answer> {
  const answer = (await made.tool.call({ query_type, udm_path_or_id, ...more })) as unknown as Answer;
  // What is answered fits the tool's own schema.
  expect(made.tool.outputSchema.parse(answer)).toEqual(answer);
  expect(answer.queryPerformed).toBe(`${query_type} ${udm_path_or_id}`);
  expect(answer.errorDetails === null).toBe(answer.status === "SUCCESS");
  return answer;
}

const make = (manual: object = {}): MadeTool =>
  makeManualTool({
    config: workspaceConfig.parse({ manual }),
    folder: project,
    log: () => undefined,
    withheld: new Withheld([]),
  });

beforeAll(async () => {
  project = await realpath(await mkdtemp(path.join(tmpdir(), "manual-")));
});
beforeEach(async () => {
  await rm(path.join(project, "docs"), { recursive: true, force: true });
  await mkdir(path.join(project, "docs/udm/sub"), { recursive: true });
  await writeFile(path.join(project, "docs/udm/05-Roadmap-Lifecycle.md"), ROADMAP);
  await writeFile(path.join(project, "docs/udm/tools.md"), TOOLS);
  await writeFile(path.join(project, "docs/udm/sub/06-Operational-Config.md"), CONFIG);
  await writeFile(path.join(project, "secret.md"), "# SECRET-1\n");
  made = make();
});
afterEach(() => made.close?.());
afterAll(() => rm(project, { recursive: true, force: true }));

const write = (name: string, text: string | Buffer) => writeFile(path.join(project, "docs/udm", name), text);

describe("sections", () => {
  test("by path, anchor, id and heading text", async () => {
    const ways = [
      "/docs/udm/05-Roadmap-Lifecycle.md#TASK-P0-M0.1-T001",
      "docs/udm/05-Roadmap-Lifecycle.md#task-p0-m01-t001-set-up-the-project",
      "05-Roadmap-Lifecycle.md#TASK-P0-M0.1-T001: Set up the project",
      `${project}/docs/udm/05-Roadmap-Lifecycle.md#task-p0-m0.1-t001`,
      "TASK-P0-M0.1-T001",
    ];
    for (const way of ways) {
      const { status, retrievedContent, source } = await ask("get_section_content", way);
      expect(status, way).toBe("SUCCESS");
      expect(retrievedContent).toMatch(/^### TASK-P0-M0\.1-T001: Set up.*zebras\.\n\n#### Notes\n\nDeeper\.\n\n$/s);
      expect(source).toMatchObject({
        path: "docs/udm/05-Roadmap-Lifecycle.md#task-p0-m01-t001-set-up-the-project",
        line: 11,
      });
    }
  });

  test("slugs are those of GitHub, with numbers for repeated headings", async () => {
    const second = await ask("get_section_content", "docs/udm/05-Roadmap-Lifecycle.md#tasks-1");
    expect(second.retrievedContent).toMatch(/^## Tasks\n\nSecond heading/);
    const umlaut = await ask("get_section_content", "docs/udm/05-Roadmap-Lifecycle.md#ünïcode--code--überschrift");
    expect(umlaut.retrievedContent).toMatch(/^# Ünïcode/);
    const encoded = await ask("get_section_content", `tools.md#${encodeURIComponent("the-component")}`);
    expect(encoded.retrievedContent).toBe("## The component\n\nComponent text.\n");
  });

  test("a whole file, and a file by the end of its path", async () => {
    expect((await ask("get_section_content", "06-Operational-Config.md")).retrievedContent).toBe(CONFIG);
  });

  test("a heading that occurs twice by its text is ambiguous, with candidates that lead there", async () => {
    const { status, candidates, retrievedContent } = await ask("get_section_content", "Tasks");
    expect([status, retrievedContent]).toEqual(["ERROR_AMBIGUOUS_QUERY", null]);
    expect(candidates).toHaveLength(2);
    for (const { path: way } of candidates) {
      expect((await ask("get_section_content", way)).retrievedContent).toMatch(/^## Tasks/);
    }
  });

  test("two files with one path are ambiguous", async () => {
    await mkdir(path.join(project, "docs/udm/a"));
    await write("a/same.md", "# A\n");
    await write("sub/same.md", "# B\n");
    const { status, candidates } = await ask("get_section_content", "same.md");
    expect(status).toBe("ERROR_AMBIGUOUS_QUERY");
    expect(candidates.map(({ path }) => path).sort()).toEqual(["docs/udm/a/same.md", "docs/udm/sub/same.md"]);
  });

  test("a missing file or anchor is told, with near sections", async () => {
    expect((await ask("get_section_content", "/docs/udm/none.md")).status).toBe("ERROR_PATH_NOT_FOUND");
    const { status, candidates } = await ask("get_section_content", "tools.md#componentt-the");
    expect(status).toBe("ERROR_PATH_NOT_FOUND");
    expect(candidates[0]?.path).toBe("docs/udm/tools.md#the-component");
  });
});

describe("definitions", () => {
  test("a task from its block", async () => {
    for (const way of [
      "TASK-P0-M0.1-T001",
      "/docs/udm/05-Roadmap-Lifecycle.md#TASK-P0-M0.1-T001",
      "task-p0-m0.1-t001",
    ]) {
      const { status, retrievedContent } = await ask("get_task_definition", way);
      expect(status, way).toBe("SUCCESS");
      expect(retrievedContent).toEqual({
        task_id: "TASK-P0-M0.1-T001",
        title: "Set up the project",
        status: "open",
        big: "12345678901234567890",
        depends_on: ["TASK-P0-M0.1-T002"],
      });
    }
    const some = await ask("get_task_definition", "TASK-P0-M0.1-T001", { specific_keys: ["status"] });
    expect(some.retrievedContent).toEqual({ status: "open" });
  });

  test("a task from its list", async () => {
    const { retrievedContent } = await ask("get_task_definition", "TASK-P0-M0.1-T002");
    expect(retrievedContent).toMatchObject({ id: "TASK-P0-M0.1-T002", fields: { Status: "done", Owner: "Grace" } });
  });

  test("modes from a list of mappings and from keys, tools from an indented block", async () => {
    expect((await ask("get_mode_definition", "architect")).retrievedContent).toEqual({
      slug: "architect",
      name: "Architect",
      tools: ["udmQueryTool"],
    });
    expect((await ask("get_mode_definition", "Reviewer")).retrievedContent).toMatchObject({ slug: "reviewer" });
    expect((await ask("get_mode_definition", "ClaudeBrowserMode")).retrievedContent).toEqual({ model: "sonnet" });
    expect((await ask("get_tool_definition", "udmQueryTool")).retrievedContent).toEqual({
      tool_name: "udmQueryTool",
      version: 2,
    });
    expect((await ask("get_tool_definition", "Tool 5")).retrievedContent).toMatchObject({ version: 2 });
  });

  test("a definition of another kind is not answered", async () => {
    const { status, errorDetails } = await ask("get_mode_definition", "TASK-P0-M0.1-T001");
    expect(status).toBe("ERROR_ID_NOT_FOUND");
    expect(errorDetails).toContain("get_task_definition");
  });

  test("a block that is no YAML is told with its line", async () => {
    const { status, errorDetails } = await ask("get_task_definition", "TASK-BROKEN-1");
    expect(status).toBe("ERROR_PARSING_UDM_SECTION");
    expect(errorDetails).toMatch(/05-Roadmap-Lifecycle\.md, line 3[5-7]/);
  });

  test("two definitions are ambiguous", async () => {
    await write("other.md", "# Tasks\n\n```yaml\ntask_id: TASK-P0-M0.1-T001\ntitle: Other\n```\n");
    const { status, candidates } = await ask("get_task_definition", "TASK-P0-M0.1-T001");
    expect(status).toBe("ERROR_AMBIGUOUS_QUERY");
    expect(candidates.map(({ path }) => path).sort()).toEqual([
      "docs/udm/05-Roadmap-Lifecycle.md#task-p0-m01-t001-set-up-the-project",
      "docs/udm/other.md#tasks",
    ]);
  });
});

test("candidates are in the order of their files and lines, however they were indexed", async () => {
  const names = ["z.md", "a.md", "sub/b.md", "m.md"];
  for (const name of names)
    await write(name, `# ${name}\n\nText.\n\n## SAME-1\n\nwombats\n\n## SAME-1 too\n\nwombats\n`);
  const places = async (id: string) =>
    (await ask("find_by_id", id)).candidates.map(({ path: file, line }) => `${file.split("#")[0]}:${line}`);
  const wanted = ["a.md", "m.md", "sub/b.md", "z.md"].flatMap((name) =>
    [5, 9].map((line) => `docs/udm/${name}:${line}`),
  );
  expect(await places("SAME-1")).toEqual(wanted);
  // Indexed anew, in another order.
  await write("a.md", `# a.md\n\nText.\n\n## SAME-1\n\nwombats\n\n## SAME-1 too\n\nwombats once more\n`);
  await ask("find_by_id", "no such thing");
  expect(await places("SAME-1")).toEqual(wanted);
  expect((await places("wombats")).map((place) => place.split(":")[0])).toEqual(
    wanted.map((place) => place.split(":")[0]),
  );
});

describe("find_by_id", () => {
  test("headings, rows, anchors and front matter", async () => {
    await write("front.md", "---\nid: COMP-777\nstate: new\n---\n# Comp\n\nWords.\n");
    expect((await ask("find_by_id", "RM-002")).retrievedContent).toEqual({
      ID: "RM-002",
      Title: "Second | last",
      State: "done",
    });
    expect((await ask("find_by_id", "COMP-002")).retrievedContent).toBe("## The component\n\nComponent text.\n");
    expect((await ask("find_by_id", "COMP-777")).retrievedContent).toContain("# Comp\n\nWords.");
    expect((await ask("find_by_id", "TASK-P0-M0.1-T002")).retrievedContent).toMatch(/^### TASK-P0-M0\.1-T002/);
  });

  test("falls back to the one section with the text, and says so", async () => {
    const { status, matchedBy, source } = await ask("find_by_id", "zebras");
    expect([status, matchedBy]).toEqual(["SUCCESS", "text"]);
    expect(source.path).toContain("#task-p0-m01-t001");
  });

  test("a misspelt id is not found, with candidates", async () => {
    const { status, candidates } = await ask("find_by_id", "COMPP-002");
    expect(status).toBe("ERROR_ID_NOT_FOUND");
    expect(candidates).toContainEqual({ path: "docs/udm/tools.md", line: 1, title: "comp-002" });
  });
});

describe("configuration values", () => {
  test.each([
    ["server.host", "localhost"],
    ["log.level", "debug"],
    ["ALLOWED_DIRS", "/docs/udm/, /logs/"],
    ["BASE_DIRECTORY", "/srv/project"],
    ["same", true],
    ["mcp.url", "http://localhost:1/"],
    ["owner.team", "R & D"],
    ["docs/udm/sub/06-Operational-Config.md#server#port", 8080],
    ["06-Operational-Config.md#other-server#server.port", 9090],
    ["06-Operational-Config.md#ALLOWED_DIRS", "/docs/udm/, /logs/"],
    ["06-Operational-Config.md#mcp#same", true],
  ])("%s", async (key, value) => {
    const { status, retrievedContent, errorDetails } = await ask("get_config_value", key);
    if (key === "same") {
      // The list has it as text, the blocks as a value.
      expect([status, errorDetails]).toEqual(["ERROR_AMBIGUOUS_QUERY", expect.any(String)]);
    } else expect([status, retrievedContent]).toEqual(["SUCCESS", value]);
  });

  test("different values are ambiguous, and a key that is nowhere is not found", async () => {
    const { status, candidates } = await ask("get_config_value", "server.port");
    expect(status).toBe("ERROR_AMBIGUOUS_QUERY");
    expect(candidates).toHaveLength(2);
    expect((await ask("get_config_value", "server.portt")).status).toBe("ERROR_ID_NOT_FOUND");
  });
});

describe("scope", () => {
  test("nothing outside of the folders is read", async () => {
    const udm = path.join(project, "docs/udm");
    await symlink(path.join(project, "secret.md"), path.join(udm, "link.md"));
    await mkdir(path.join(project, "elsewhere"), { recursive: true });
    await writeFile(path.join(project, "elsewhere/hidden.md"), "# SECRET-2\n");
    await symlink(path.join(project, "elsewhere"), path.join(udm, "linked"));
    await write("plain.txt", "# SECRET-3\n");
    const escapes = [
      "secret.md",
      "/secret.md",
      "../secret.md",
      "docs/udm/../../secret.md",
      "docs/udm/../../secret.md#SECRET-1",
      `${project}/secret.md`,
      "..\\..\\secret.md",
      "link.md",
      "docs/udm/link.md",
      "linked/hidden.md",
      "docs/udm/linked/hidden.md",
      "plain.txt",
      "docs/udm/plain.txt",
      "/etc/passwd",
      "//etc/passwd",
      "docs/udm/\0.md",
      "docs/udm/./../../secret.md",
      "docs/udm/sub/../../../secret.md",
      `${"../".repeat(12)}etc/passwd`,
      "file:///etc/passwd",
      "docs/udm",
    ];
    for (const way of escapes) {
      for (const type of ["get_section_content", "get_task_definition", "get_config_value"]) {
        const { status, retrievedContent } = await ask(type, way);
        // A name without a folder and a manual's ending may also be an id.
        expect(status).toMatch(/^ERROR_(PATH|ID)_NOT_FOUND$/);
        expect([way, retrievedContent]).toEqual([way, null]);
      }
    }
    for (const id of ["SECRET-1", "SECRET-2", "SECRET-3"]) {
      expect((await ask("find_by_id", id)).status).toBe("ERROR_ID_NOT_FOUND");
    }
  });

  test("a file that is replaced by a link after it was indexed is not read", async () => {
    await write("swap.md", "# SWAP-1\n");
    expect((await ask("find_by_id", "SWAP-1")).status).toBe("SUCCESS");
    await rm(path.join(project, "docs/udm/swap.md"));
    await symlink(path.join(project, "secret.md"), path.join(project, "docs/udm/swap.md"));
    expect((await ask("find_by_id", "SWAP-1")).status).toBe("ERROR_ID_NOT_FOUND");
    expect((await ask("get_section_content", "docs/udm/swap.md")).status).toBe("ERROR_PATH_NOT_FOUND");
    // Also a folder on the way.
    await rename(path.join(project, "docs/udm/sub"), path.join(project, "docs/udm/kept"));
    await symlink(path.join(project, "elsewhere"), path.join(project, "docs/udm/sub"));
    expect((await ask("get_section_content", "docs/udm/sub/hidden.md")).status).toBe("ERROR_PATH_NOT_FOUND");
  });

  test("no manual, a file that is no text, and a file that is too large", async () => {
    await write("latin.md", Buffer.from("# LATIN-1\n\n\xe4\xf6\n", "latin1"));
    const { status, errorDetails } = await ask("find_by_id", "LATIN-1");
    expect(status).toBe("ERROR_PARSING_UDM_SECTION");
    expect(errorDetails).toContain("UTF-8");
    await made.close?.();
    made = make({ maxFileBytes: 100 });
    expect((await ask("get_section_content", "tools.md")).status).toBe("ERROR_PARSING_UDM_SECTION");
    await made.close?.();
    made = make({ maxContentLength: 100 });
    expect((await ask("get_section_content", "tools.md")).errorDetails).toContain("maxContentLength");
    await made.close?.();
    made = make({ maxFiles: 2 });
    expect((await ask("find_by_id", "RM-001")).errorDetails).toContain("maxFiles");
    await made.close?.();
    made = make({ folders: ["docs/none"] });
    expect((await ask("find_by_id", "RM-001")).errorDetails).toContain("docs/none");
    // It is found once it is there.
    await mkdir(path.join(project, "docs/none"));
    await writeFile(path.join(project, "docs/none/a.md"), "# RM-001\n");
    expect((await ask("find_by_id", "RM-001")).status).toBe("SUCCESS");
  });
});

test("cancelled and late calls end", async () => {
  await expect(
    made.tool.call({ query_type: "find_by_id", udm_path_or_id: "x" }, { signal: AbortSignal.abort() }),
  ).rejects.toThrow();
  const calling = new AbortController();
  const call = made.tool.call(
    { query_type: "find_by_id", udm_path_or_id: "nothing of this name" },
    { signal: calling.signal },
  );
  calling.abort(new Error("cancelled"));
  await expect(call).rejects.toThrow("cancelled");
});
