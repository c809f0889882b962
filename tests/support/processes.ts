/** Finds the processes of a test in /proc, by a mark in their environment. */

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

/**
 * The environment variable that marks a server under test. All processes that it starts inherit it: it passes as one of
 * the desktop, because the server keeps other variables from its programs.
 */
export const markVariable = "XDG_UIPILOT_TEST_MARK";

/** A running process. */
export interface Process {
  pid: number;
  parent: number;
  /** Name of its executable's file. */
  executable: string;
  arguments: string[];
  /** Resident memory in bytes. */
  rss: number;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

/** A process, if it is alive. */
export function inspect(pid: number): Process | undefined {
  const status = read(`/proc/${pid}/status`);
  const field = (name: string): string => status.match(new RegExp(`^${name}:\\s+(.*)$`, "m"))?.[1] ?? "";
  if (!status || /^[ZX]/.test(field("State"))) return undefined;
  let executable = field("Name");
  try {
    executable = path.basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    // A process may end between two reads. Only its name is known then.
  }
  return {
    pid,
    parent: Number(field("PPid")),
    executable,
    // Chromium's helper processes rewrite their arguments, separated by spaces.
    arguments: read(`/proc/${pid}/cmdline`).split(/[\0 ]/).filter(Boolean),
    rss: Number(field("VmRSS").replace(/\D/g, "")) * 1024,
  };
}

/** Every process that is alive. */
export function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => inspect(Number(name)))
    .filter((found): found is Process => found !== undefined);
}

/** `pids` and all their descendants among `all`. */
function withDescendants(all: Process[], pids: Set<number>): Process[] {
  for (let grew = true; grew; ) {
    grew = false;
    for (const process of all) {
      if (!pids.has(process.pid) && pids.has(process.parent)) {
        pids.add(process.pid);
        grew = true;
      }
    }
  }
  return all.filter((process) => pids.has(process.pid));
}

/** A process and all that descend from it. */
export function processTree(pid: number): Process[] {
  return withDescendants(processes(), new Set([pid]));
}

/** All processes that carry the mark, and their descendants, also after they were re-parented. */
export function marked(mark: string): Process[] {
  const all = processes();
  const needle = `${markVariable}=${mark}`;
  return withDescendants(
    all,
    new Set(all.filter(({ pid }) => read(`/proc/${pid}/environ`).includes(needle)).map(({ pid }) => pid)),
  );
}

/** Whether a process is one of a browser's processes. */
export function isBrowser(process: Process): boolean {
  return /^(chrom|firefox|crashhelper|chrome_crashpad)/.test(process.executable) && !/driver/.test(process.executable);
}

/** Whether it is a browser's main process, whose end ends the browser. */
export function isBrowserMain(process: Process): boolean {
  return (
    isBrowser(process) &&
    /^(chromium|chrome|firefox)/.test(process.executable) &&
    process.executable !== "chrome_crashpad_handler" &&
    !process.arguments.some(
      (argument) => argument.startsWith("--type=") || argument === "-contentproc" || argument === "forkserver",
    )
  );
}

/** Whether it runs web pages for a browser. */
export function isRenderer({ arguments: args }: Process): boolean {
  const chromium = args.includes("--type=renderer") && !args.includes("--extension-process");
  return chromium || (args.includes("-contentproc") && args.at(-1) === "tab");
}

/** Whether a process is alive. */
export function isAlive(pid: number): boolean {
  return inspect(pid) !== undefined;
}
