// Measures udmQueryTool on a generated manual: the first index, queries, and how soon a change shows.
//
//   npx tsx npm/workspace/bench/manual.ts [--files 10000] [--bytes 200000000]

import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { defineTools } from "../src/index.ts";

const { values } = parseArgs({
  options: { files: { type: "string", default: "10000" }, bytes: { type: "string", default: "200000000" } },
});
const files = Number(values.files);
const bytesEach = Math.round(Number(values.bytes) / files);
const QUERIES = 200;

/** A file of the manual: tasks with blocks, a table, lists, code and prose. */
function content(number: number): string {
  const id = String(number).padStart(5, "0");
  const parts = [
    `---\nid: DOC-${id}\nowner: team-${number % 50}\n---\n# Chapter ${number}\n\n`,
    `## Settings\n\n\`\`\`yaml\nsection${number}:\n  port: ${number}\n  name: value-${number}\n\`\`\`\n\n`,
    `| ID | Title | State |\n|---|---|---|\n${[1, 2, 3, 4].map((row) => `| RM-${id}-${row} | Row ${row} | open |\n`).join("")}\n`,
  ];
  for (let task = 0; parts.join("").length < bytesEach; task += 1) {
    const name = `TASK-${id}-T${String(task).padStart(3, "0")}`;
    parts.push(
      `### ${name}: Do the ${task}th thing\n\n\`\`\`yaml\ntask_id: ${name}\ntitle: Thing ${task}\ndepends_on: [RM-${id}-1]\nsteps:\n  - do: one\n  - do: two\n\`\`\`\n\n`,
      `- **Status:** open\n- [ ] a box with \`code\`\n\n`,
      `${`Words of chapter ${number} about task ${task}, which go on and on, as words in manuals do. `.repeat(12)}\n\n`,
      "```sh\n# a comment, no heading\nrun --all\n```\n\n",
    );
  }
  return parts.join("");
}

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    milliseconds(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return `median ${at(0.5)}, 95 % ${at(0.95)}, worst ${at(1)}`;
}

const project = await realpath(await mkdtemp(path.join(tmpdir(), "manual-bench-")));
const workspace = defineTools({ folder: project, config: { manual: { folders: ["manual"] } } });
const found = workspace.tools.find(({ name }) => name === "udmQueryTool");
if (found === undefined) throw new Error("there is no udmQueryTool");
const tool = found;
const ask = async (query_type: string, udm_path_or_id: string): Promise<string> => {
  const answer = await tool.call({ query_type, udm_path_or_id });
  return answer["status"] as string;
};

async function measure(name: string, expected: string, query: (round: number) => [string, string]): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < QUERIES; round += 1) {
    const [type, text] = query(round);
    const began = performance.now();
    const status = await ask(type, text);
    times.push(performance.now() - began);
    if (status !== expected) throw new Error(`${type} ${text}: ${status}, not ${expected}`);
  }
  console.log(`${name}: ${summary(times)}`);
}

try {
  let total = 0;
  for (let number = 0; number < files; number += 1) {
    const folder = path.join(project, "manual", String(number % 100));
    if (number < 100) await mkdir(folder, { recursive: true });
    const text = content(number);
    total += text.length;
    await writeFile(path.join(folder, `chapter-${number}.md`), text);
  }
  console.log(`${files} files, ${(total / 1e6).toFixed(0)} MB`);

  const cpu = process.cpuUsage();
  const began = performance.now();
  const first = await ask("find_by_id", "DOC-00007");
  console.log(
    `first query, with the index: ${milliseconds(performance.now() - began)}, of which ${milliseconds(process.cpuUsage(cpu).user / 1000)} in JavaScript and ${milliseconds(process.cpuUsage(cpu).system / 1000)} in the system (${first})`,
  );
  console.log(
    `memory: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB resident, ${(process.memoryUsage().heapUsed / 1e6).toFixed(0)} MB heap`,
  );

  const any = (round: number): string => String((round * 7919) % files).padStart(5, "0");
  await measure("queries while the watchers start", "SUCCESS", (round) => [
    "get_task_definition",
    `TASK-${any(round)}-T001`,
  ]);
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  await measure("task by id", "SUCCESS", (round) => ["get_task_definition", `TASK-${any(round)}-T002`]);
  await measure("section by path", "SUCCESS", (round) => {
    const number = (round * 7919) % files;
    return ["get_section_content", `manual/${number % 100}/chapter-${number}.md#settings`];
  });
  await measure("row by id", "SUCCESS", (round) => ["find_by_id", `RM-${any(round)}-3`]);
  await measure("value by key", "SUCCESS", (round) => ["get_config_value", `section${(round * 7919) % files}.port`]);
  await measure("key that all files have", "ERROR_AMBIGUOUS_QUERY", () => ["get_config_value", "title"]);

  await measure("task that is nowhere", "ERROR_ID_NOT_FOUND", (round) => [
    "get_task_definition",
    `TASK-${any(round)}-T9999`,
  ]);
  await measure("id that is nowhere, also as text", "ERROR_ID_NOT_FOUND", (round) => [
    "find_by_id",
    `RM-${any(round)}-99`,
  ]);
  await measure("words that are nowhere", "ERROR_ID_NOT_FOUND", (round) => ["find_by_id", `no such thing ${round}`]);

  const seen: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    // A second definition shows only through the watcher: the first one is found without a look at the folders.
    const id = `RM-${any(round)}-4`;
    await writeFile(path.join(project, "manual", String(round), `new-${round}.md`), `# ${id}\n`);
    const start = performance.now();
    let last = performance.now();
    for (; last - start < 10_000; last = performance.now()) {
      const { source } = (await tool.call({ query_type: "find_by_id", udm_path_or_id: id })) as {
        source?: { path: string };
      };
      if (source?.path.includes("new-") === true) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    seen.push(last - start);
  }
  console.log(`a new file shows after: ${summary(seen)}`);
} finally {
  await workspace.close();
  await rm(project, { recursive: true, force: true });
}
