/** Runs tests that a recording has written, with the programs that they are written for. */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect } from "vitest";
import { containerFlags } from "./chromium.ts";
import { executables, outputFolder } from "./paths.ts";
import type { Pilot } from "./pilot.ts";

/** What a run said. */
export interface Run {
  passed: boolean;
  text: string;
}

const require = createRequire(import.meta.url);

/** How long all runs of a program may take. */
const RUN_MS = 180_000;

/** A folder inside of the repository with these files, so that what is run there finds its packages. */
function folder(files: Record<string, string>): string {
  mkdirSync(outputFolder, { recursive: true });
  const made = mkdtempSync(path.join(outputFolder, "written-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(made, name), text);
  return made;
}

function run(args: string[], cwd: string, env: Record<string, string>): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NODE_OPTIONS: "", VITEST: "", ...env },
      timeout: RUN_MS,
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, text }));
  });
}

/** Records what is done as tests, and reads them. */
export async function recordedBy(pilot: Pilot, names: readonly string[], act: () => Promise<void>): Promise<string[]> {
  const [only = "", ...more] = names;
  await pilot.ok("start_recording", { file: more.length === 0 ? only : names, overwrite: true });
  await act();
  const told = await pilot.ok("stop_recording");
  expect(told.match(/^Recorded \d+ steps/gm), told).toHaveLength(names.length);
  return names.map((name) => readFileSync(path.join(pilot.folder, name), "utf8"));
}

/** The parts of a report of Playwright that are read. */
interface Report {
  errors: { message?: string }[];
  suites: { file: string; specs: { tests: { results: { status: string; errors: { message?: string }[] }[] }[] }[] }[];
}

/** Runs tests of Playwright by their names, in Chromium: all by one process. `files` lie beside them. */
export async function runPlaywright(
  sources: Record<string, string>,
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<Record<string, Run>> {
  const launchOptions = { executablePath: executables.chromium, args: containerFlags };
  const config = {
    testDir: ".",
    outputDir: "results",
    reporter: [["json", { outputFile: "report.json" }]],
    workers: 1,
    timeout: 120_000,
    expect: { timeout: 20_000 },
    use: { launchOptions },
  };
  const tests = Object.entries(sources).map(([name, source]) => [`${name}.spec.ts`, source]);
  const cwd = folder({
    ...files,
    ...Object.fromEntries(tests),
    "playwright.config.mjs": `export default ${JSON.stringify(config)};\n`,
  });
  try {
    const cli = path.join(path.dirname(require.resolve("@playwright/test/package.json")), "cli.js");
    const { text } = await run([cli, "test", "-c", "playwright.config.mjs"], cwd, env);
    const found = path.join(cwd, "report.json");
    if (!existsSync(found)) throw new Error(`Playwright has not reported: ${text}`);
    const { suites, errors } = JSON.parse(readFileSync(found, "utf8")) as Report;
    return Object.fromEntries(
      Object.keys(sources).map((name) => {
        const suite = suites.find(({ file }) => file === `${name}.spec.ts`);
        const results = (suite?.specs ?? []).flatMap(({ tests }) => tests.flatMap((test) => test.results));
        const messages = [...errors, ...results.flatMap((result) => result.errors)].map(({ message }) => message);
        const passed = results.length === 1 && results.every(({ status }) => status === "passed");
        return [name, { passed, text: messages.join("\n") }];
      }),
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Runs a test of Selenium, in Chromium. `files` lie beside it. */
export async function runSelenium(
  source: string,
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<Run> {
  const cwd = folder({ ...files, "package.json": `{"type":"module"}\n`, "recorded.selenium.ts": source });
  try {
    const { code, text } = await run(["--import", "tsx", "recorded.selenium.ts"], cwd, {
      CHROME_BIN: executables.chromium,
      CHROME_ARGS: containerFlags.join(" "),
      SE_CHROMEDRIVER: executables.chromedriver,
      SE_OFFLINE: "true",
      WAIT_MS: "20000",
      ...env,
    });
    return { passed: code === 0, text };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
