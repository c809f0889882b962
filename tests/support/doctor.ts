/** `uipilot-mcp doctor`, as a user runs it. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { serverEntry } from "./paths.ts";

export interface Finding {
  check: string;
  level: "ok" | "warning" | "problem";
  text: string;
  cure?: string;
  fixed?: string;
  fixable: boolean;
  facts?: Record<string, unknown>;
}

export interface Setting {
  env?: Record<string, string | undefined>;
  entry?: string;
  /** What a shell does first, where nothing but this run sees it; needs `canHide()` of grid.ts. */
  before?: string;
  /** The number of the user who runs it; the tests' own unless given. */
  user?: number;
}

export interface Told {
  status: number | null;
  stdout: string;
  stderr: string;
  findings: Finding[];
  /** The findings of a check. */
  of(check: string): Finding[];
}

/** Runs it, with `folder` as the folder for temporary files. */
export function runDoctor(
  folder: string,
  args: string[],
  { env = {}, entry = serverEntry, before, user }: Setting = {},
): Told {
  const as = user === undefined ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  const command = [...as, process.execPath, entry, "doctor", "--json", ...args];
  const hidden = ["unshare", "-m", "sh", "-c", `${before} && exec "$@"`, "sh", ...command];
  const [program = "", ...rest] = before === undefined ? command : hidden;
  const { stdout, stderr, status } = spawnSync(program, rest, {
    encoding: "utf8",
    // Nothing of the machine's own clients and extensions is looked at.
    env: { ...process.env, TMPDIR: folder, HOME: folder, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", ...env },
    timeout: 150_000,
  });
  const { findings } = (stdout.startsWith("{") ? JSON.parse(stdout) : { findings: [] }) as { findings: Finding[] };
  return { status, stdout, stderr, findings, of: (check) => findings.filter((finding) => finding.check === check) };
}

/** A folder for the tests of one file, with runs in it. `quick` starts no browser. */
export function inDoctorFolder() {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "uipilot-doctor-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    get folder() {
      return folder;
    },
    doctor: (args: string[], setting?: Setting) => runDoctor(folder, args, setting),
    quick: (args: string[] = [], setting?: Setting) => runDoctor(folder, ["--no-launch", ...args], setting),
  };
}
