/** Runs tests that a recording has written, with the programs that they are written for. */

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { containerFlags } from "./chromium.ts";
import { executables, outputFolder } from "./paths.ts";

/** What a run said. */
export interface Run {
  code: number | null;
  text: string;
}

const require = createRequire(import.meta.url);

/** How long a run may take. */
const RUN_MS = 120_000;

/** A folder inside of the repository, so that what is run there finds its packages. */
function folder(): string {
  mkdirSync(outputFolder, { recursive: true });
  return mkdtempSync(path.join(outputFolder, "written-"));
}

function run(args: string[], cwd: string, env: Record<string, string>): Promise<Run> {
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
    child.once("close", (code) => {
      rmSync(cwd, { recursive: true, force: true });
      resolve({ code, text });
    });
  });
}

/** Runs a test of Playwright, in Chromium. */
export async function runPlaywright(source: string, env: Record<string, string> = {}): Promise<Run> {
  const cwd = folder();
  const launchOptions = { executablePath: executables.chromium, args: containerFlags };
  const config = {
    testDir: ".",
    outputDir: "results",
    reporter: "line",
    workers: 1,
    timeout: 60_000,
    expect: { timeout: 8_000 },
    use: { launchOptions },
  };
  writeFileSync(path.join(cwd, "recorded.spec.ts"), source);
  writeFileSync(path.join(cwd, "playwright.config.mjs"), `export default ${JSON.stringify(config)};\n`);
  const cli = path.join(path.dirname(require.resolve("@playwright/test/package.json")), "cli.js");
  return run([cli, "test", "-c", "playwright.config.mjs"], cwd, env);
}

/** Runs a test of Selenium, in Chromium. */
export async function runSelenium(source: string, env: Record<string, string> = {}): Promise<Run> {
  const cwd = folder();
  writeFileSync(path.join(cwd, "package.json"), `{"type":"module"}\n`);
  writeFileSync(path.join(cwd, "recorded.selenium.ts"), source);
  return run(["--import", "tsx", "--test", "recorded.selenium.ts"], cwd, {
    CHROME_BIN: executables.chromium,
    CHROME_ARGS: containerFlags.join(" "),
    SE_CHROMEDRIVER: executables.chromedriver,
    SE_OFFLINE: "true",
    WAIT_MS: "8000",
    ...env,
  });
}
