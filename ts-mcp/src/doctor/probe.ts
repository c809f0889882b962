// Looks at folders from a process of its own. A file system that does not answer, such as a network home whose server is gone,
// keeps a process that asks it from ending, so doctor asks only those that have answered.

import { spawn } from "node:child_process";
import { jsonText } from "../quote.ts";

/** What is known of a folder. */
export type Folder =
  | { is: "hung" }
  | { is: "missing" }
  | { is: "there"; folder: boolean; writable: boolean; freeBytes: number };

/** What is known of the folders that were asked for. */
export type Probe = ReadonlyMap<string, Folder>;

/** How long folders may take to answer, in milliseconds. */
const ANSWER_MS = 6_000;

/** The program of the process. It tells each folder in a line as soon as it answers. */
const SCRIPT = `
const { stat, statfs, access, constants: { W_OK, X_OK } } = require("node:fs/promises");
const tell = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
const look = async (name) => {
  const found = await stat(name).catch(() => undefined);
  if (found === undefined) return tell([name, { is: "missing" }]);
  const writable = await access(name, W_OK | X_OK).then(() => true, () => false);
  const { bavail, bsize } = await statfs(name).catch(() => ({ bavail: Infinity, bsize: 1 }));
  tell([name, { is: "there", folder: found.isDirectory(), writable, freeBytes: Math.min(bavail * bsize, 2 ** 53 - 1) }]);
};
for (const name of JSON.parse(process.argv[1])) void look(name);
`;

/** Asks folders. Those that do not answer in time are `hung`. */
export function probe(names: readonly string[]): Promise<Probe> {
  const wanted = [...new Set(names)];
  const known = new Map<string, Folder>();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", SCRIPT, jsonText(wanted)], {
      // One thread for each, so that one that hangs keeps none of the others waiting.
      env: { ...process.env, UV_THREADPOOL_SIZE: String(wanted.length + 4) },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) known.set(...(JSON.parse(line) as [string, Folder]));
      if (known.size === wanted.length) end();
    });
    const end = (): void => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      // It may be beyond the reach of signals.
      child.stdout.destroy();
      child.unref();
      for (const name of wanted) if (!known.has(name)) known.set(name, { is: "hung" });
      resolve(known);
    };
    const timer = setTimeout(end, ANSWER_MS);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.stdout.once("end", end);
  });
}

/** Whether a folder is known to answer. */
export const answers = (probe: Probe, folder: string): boolean => probe.get(folder)?.is !== "hung";
