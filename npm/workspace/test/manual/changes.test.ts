// Files that change while the manual is asked.

import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workspaceConfig } from "../../src/config.ts";
import { Withheld } from "../../src/files/withheld.ts";
import { makeManualTool } from "../../src/manual/tool.ts";
import type { MadeTool } from "../../src/parts.ts";

/** Within this time, a change has to be visible. */
const VISIBLE_MS = 1_000;
/** The watchers start after the first index. */
const WATCHERS_MS = 1_000;

let project: string;
let made: MadeTool;

beforeEach(async () => {
  project = await realpath(await mkdtemp(path.join(tmpdir(), "manual-")));
  await mkdir(path.join(project, "docs/udm/sub"), { recursive: true });
  await write("first.md", "# COMP-002: the first\n");
  made = makeManualTool({
    config: workspaceConfig.parse({}),
    folder: project,
    log: () => undefined,
    withheld: new Withheld([]),
  });
});
afterEach(async () => {
  await made.close?.();
  await rm(project, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFile(path.join(project, "docs/udm", name), text);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Answer {
  status: string;
  retrievedContent: unknown;
  source: { path: string };
}

const ask = async (id: string): Promise<Answer> =>
  (await made.tool.call({ query_type: "find_by_id", udm_path_or_id: id })) as unknown as Answer;

/** Waits until a query ends so. @throws if that takes longer than it may */
const becomes = (id: string, status: string) =>
  expect.poll(async () => (await ask(id)).status, { timeout: VISIBLE_MS, interval: 10 }).toBe(status);

test("what was written is found, also moved and deleted", async () => {
  await becomes("NEW-1", "ERROR_ID_NOT_FOUND");
  for (let round = 0; round < 20; round += 1) {
    await write("new.md", `# NEW-${round}\n\nRound ${round}.\n`);
    await becomes(`NEW-${round}`, "SUCCESS");
    expect((await ask(`NEW-${round}`)).retrievedContent).toBe(`# NEW-${round}\n\nRound ${round}.\n`);
    if (round > 0) await becomes(`NEW-${round - 1}`, "ERROR_ID_NOT_FOUND");
  }
  await rename(path.join(project, "docs/udm/new.md"), path.join(project, "docs/udm/sub/moved.md"));
  await becomes("NEW-19", "SUCCESS");
  expect((await ask("NEW-19")).source.path).toBe("docs/udm/sub/moved.md#new-19");
  await rm(path.join(project, "docs/udm/sub/moved.md"));
  await becomes("NEW-19", "ERROR_ID_NOT_FOUND");
});

test("what is written into a watched file is found, as an id and as a text", async () => {
  await write("new.md", "# NEW-0\n");
  await becomes("NEW-0", "SUCCESS");
  await sleep(WATCHERS_MS);
  for (let round = 1; round < 20; round += 1) {
    // Some changes follow at once, of which the watcher reports the first only.
    if (round % 3 > 0) await sleep(round * 20);
    await write("new.md", `# NEW-${round}\n\nabout ${"x".repeat(round)} and word${round}\n`);
    await becomes(`word${round}`, "SUCCESS");
    await becomes(`NEW-${round}`, "SUCCESS");
  }
});

test("a new file in a new folder is found at once where the folders are watched", async () => {
  await becomes("NEW-0", "ERROR_ID_NOT_FOUND");
  await sleep(WATCHERS_MS);
  await mkdir(path.join(project, "docs/udm/sub/deep/er"), { recursive: true });
  await write("sub/deep/er/other.md", "# NEW-100\n");
  expect((await ask("NEW-100")).status).toBe("SUCCESS");
  await rm(path.join(project, "docs/udm/sub/deep"), { recursive: true });
  expect((await ask("NEW-100")).status).toBe("ERROR_ID_NOT_FOUND");
});

test("a second definition shows without a query that misses", async () => {
  await becomes("COMP-002", "SUCCESS");
  await sleep(WATCHERS_MS);
  await write("sub/second.md", "# COMP-002 again\n");
  await becomes("COMP-002", "ERROR_AMBIGUOUS_QUERY");
});
