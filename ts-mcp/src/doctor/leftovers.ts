// Profiles in use, and what ended servers left behind.

import { lstatSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { brief } from "../quote.ts";
import { type Check, type Finding, ok, problem, warning } from "./finding.ts";

/** A session's folder: the process that made it, and a random part. */
const FOLDER = /^uipilot-(\d+)-[A-Za-z0-9]+$/;
/** Younger folders may be those of a server in another container, whose processes cannot be seen. The engine waits as long. */
const FORGOTTEN_MS = 24 * 3_600_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function linkIn(folder: string, name: string): string {
  try {
    return readlinkSync(path.join(folder, name));
  } catch {
    return "";
  }
}

/** Who uses a profile, in words, by the links that browsers make: `HOST-PID` of Chromium, `ADDRESS:+PID` of Firefox. */
function user(profile: string): string | undefined {
  const [, host, chromium] = /^(.*)-(\d+)$/.exec(linkIn(profile, "SingletonLock")) ?? [];
  if (host !== undefined && host !== hostname()) return `a browser on ${brief(host, 60)}`;
  const firefox = /:\+?(\d+)$/.exec(linkIn(profile, "lock"))?.[1];
  const pid = [chromium, firefox].map(Number).find((number) => number > 0 && isAlive(number));
  return pid === undefined ? undefined : `the browser with process number ${pid}`;
}

export const profile: Check = {
  name: "profile",
  async look({ profile: folder }) {
    if (folder === undefined) return [];
    const who = user(folder);
    if (who === undefined) return [ok("no browser uses the profile")];
    return [
      problem(`the profile ${brief(folder)} is used by ${who}`, "close that browser, or give --profile another folder"),
    ];
  },
};

interface Left {
  folder: string;
  isForgotten: boolean;
}

/** Folders of sessions whose server has ended, which no browser uses. */
function abandoned(folder: string): Left[] {
  return readdirSync(folder).flatMap((name): Left[] => {
    const owner = FOLDER.exec(name)?.[1];
    const full = path.join(folder, name);
    if (owner === undefined || isAlive(Number(owner))) return [];
    const found = lstatSync(full, { throwIfNoEntry: false });
    const isOurs = found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
    const inside = path.join(full, "profile");
    if (!isOurs || user(inside) !== undefined) return [];
    const times = [found, lstatSync(inside, { throwIfNoEntry: false })].map((stats) => stats?.mtimeMs ?? 0);
    return [{ folder: full, isForgotten: Date.now() - Math.max(...times) > FORGOTTEN_MS }];
  });
}

export const leftovers: Check = {
  name: "leftovers",
  async look() {
    const temporary = tmpdir();
    if (lstatSync(temporary, { throwIfNoEntry: false }) === undefined) return [];
    const left = abandoned(temporary);
    if (left.length === 0) return [ok("no server has left anything behind")];
    const old = left.filter(({ isForgotten }) => isForgotten).length;
    const found: Finding = warning(
      `servers that have ended left folders in ${brief(temporary)}: ${left.length}, of which ${old} are older than a day`,
      old > 0
        ? "remove the old ones with --fix; the next server does so, too"
        : "none: a server removes them after a day",
    );
    if (old === 0) return [found];
    const fix = async (): Promise<string> => {
      // A process may have begun to use one meanwhile.
      const gone = abandoned(temporary).filter(({ isForgotten }) => isForgotten);
      for (const { folder } of gone) rmSync(folder, { recursive: true, force: true });
      return `removed: ${gone.length}`;
    };
    return [{ ...found, fix }];
  },
};
