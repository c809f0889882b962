/**
 * Servers that spec files share. Starting a browser takes seconds of both cores, so the next file of a
 * worker uses the same server for each browser and each of the shared options. Each file gets its own page. A
 * server is not reused after a file with a failure.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserName, Pilot, type PilotOptions } from "./pilot.ts";
import { marked } from "./processes.ts";
import { until } from "./wait.ts";

/** The folder in which workers list the servers that they keep, for {@link setup}. */
const notesVariable = "UIPILOT_TEST_SHARED";

/** How long a kept server may take to show a new page, before another one is started in its place. */
const RESET_MS = 10_000;

/** The options whose servers are kept: those of many files, as a worker keeps their browsers to its end. */
const SHARED: readonly PilotOptions[] = [{}, { args: ["--tools", "web,more"] }, { args: ["--action-timeout", "1500"] }];

const kept = new Map<string, Pilot>();
const place = (browser: BrowserName, options: PilotOptions): string => `${browser} ${JSON.stringify(options)}`;

/** Whether files share servers with these options. */
export function isShared(options: PilotOptions): boolean {
  return SHARED.some((shared) => JSON.stringify(shared) === JSON.stringify(options));
}

/** A server with one empty page: one that an earlier file kept, or a new one. */
export async function take(browser: BrowserName, options: PilotOptions): Promise<Pilot> {
  const pilot = kept.get(place(browser, options));
  kept.delete(place(browser, options));
  if (pilot === undefined) return Pilot.start({ browser, ...options });
  try {
    await reset(pilot);
    return pilot;
  } catch (error) {
    console.warn(`the shared server for ${browser} is replaced: ${error}`);
    await pilot.close();
    return Pilot.start({ browser, ...options });
  }
}

/** Leaves a server to the next file of this worker. */
export async function keep(browser: BrowserName, options: PilotOptions, pilot: Pilot): Promise<void> {
  const notes = process.env[notesVariable];
  if (notes === undefined) throw new Error("tests/vitest.config.ts has to name support/shared.ts as its globalSetup");
  const { mark, folder, temporary } = pilot;
  writeFileSync(path.join(notes, mark), JSON.stringify([folder, temporary]));
  kept.set(place(browser, options), pilot);
}

async function reset(pilot: Pilot): Promise<void> {
  const options = { timeout: RESET_MS };
  const must = async (name: string, args: Record<string, unknown>): Promise<void> => {
    const { isError, text } = await pilot.call(name, args, options);
    if (isError) throw new Error(text);
  };
  const old = await pilot.pages();
  await must("new_page", { url: "about:blank" });
  for (const { page } of old) await must("close_page", { page });
}

/**
 * Runs before all spec files, in Vitest's own process. What it returns runs after them: the workers have ended then, and
 * with them every server that they kept and its browser.
 */
export default function setup(): () => Promise<void> {
  const notes = mkdtempSync(path.join(tmpdir(), "uipilot-shared-"));
  process.env[notesVariable] = notes;
  return async () => {
    const left: string[] = [];
    for (const mark of readdirSync(notes)) {
      await until("a shared server to end", () => marked(mark).length === 0).catch(() => undefined);
      for (const { pid, executable } of marked(mark)) {
        left.push(`${pid} ${executable}`);
        process.kill(pid, "SIGKILL");
      }
      for (const folder of JSON.parse(readFileSync(path.join(notes, mark), "utf8")) as string[])
        rmSync(folder, { recursive: true, force: true });
    }
    rmSync(notes, { recursive: true, force: true });
    if (left.length > 0) fail(`processes outlived their worker: ${left.join(", ")}`);
  };
}

/** Fails the run: Vitest only prints what is thrown after the tests. */
function fail(message: string): never {
  process.exitCode = 1;
  const file = process.env.UIPILOT_TEST_REPORT;
  if (file) writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), errors: 1 }));
  throw new Error(message);
}
