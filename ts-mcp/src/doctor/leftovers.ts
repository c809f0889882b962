// Profiles in use, and what ended servers left behind.

import { lstatSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brief } from "../quote.ts";
import { type Check, type Finding, ok, problem, warning } from "./finding.ts";

/** A session's folder: the process that made it, and a random part. */
const FOLDER = /^uipilot-(\d+)-[A-Za-z0-9]+$/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The process that uses a Chromium profile, by the link that Chromium makes: `HOST-PID`. */
function holder(profile: string): number | undefined {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(path.join(profile, "SingletonLock")))?.[1]);
    return Number.isSafeInteger(pid) && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

export const profile: Check = {
  name: "profile",
  async look({ profile: folder }) {
    if (folder === undefined) return [];
    const pid = holder(folder);
    if (pid === undefined) return [ok("no browser uses the profile")];
    return [
      problem(
        `the profile ${brief(folder)} is used by the browser with process number ${pid}`,
        "close that browser, or give --profile another folder",
      ),
    ];
  },
};

/** Folders of sessions whose server has ended, which no browser uses. */
function abandoned(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const owner = FOLDER.exec(name)?.[1];
    const full = path.join(folder, name);
    if (owner === undefined || isAlive(Number(owner))) return [];
    const found = lstatSync(full, { throwIfNoEntry: false });
    const isOurs = found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
    return isOurs && holder(path.join(full, "profile")) === undefined ? [full] : [];
  });
}

export const leftovers: Check = {
  name: "leftovers",
  async look({ env, platform }) {
    const temporary = platform === "win32" ? tmpdir() : (env["TMPDIR"] ?? tmpdir());
    const left = abandoned(temporary);
    if (left.length === 0) return [ok("no server has left anything behind")];
    const found: Finding = {
      ...warning(
        `servers that have ended left folders in ${brief(temporary)}: ${left.length}`,
        "remove them with --fix; the server does so itself after a day",
      ),
      fix: async () => {
        // A server may have begun with the same process number meanwhile.
        const still = new Set(abandoned(temporary));
        const gone = left.filter((full) => still.has(full));
        for (const full of gone) rmSync(full, { recursive: true, force: true });
        return `removed: ${gone.length}`;
      },
    };
    return [found];
  },
};
