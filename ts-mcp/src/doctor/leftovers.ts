// Profiles in use, and what ended servers left behind.

import { lstat, readdir, readlink, rm } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { isAlive } from "../alive.ts";
import { brief } from "../quote.ts";
import { type Check, type Finding, ok, problem, warning } from "./finding.ts";
import { answers } from "./probe.ts";

/** A session's folder: the process that made it, and a random part. */
const FOLDER = /^uipilot-(\d+)-[A-Za-z0-9]+$/;
/** Younger folders may be those of a server in another container, whose processes cannot be seen. The engine waits as long. */
const FORGOTTEN_MS = 24 * 3_600_000;

const linkIn = (folder: string, name: string): Promise<string> => readlink(path.join(folder, name)).catch(() => "");

/** Who uses a profile, in words, by the links that browsers make: `HOST-PID` of Chromium, `ADDRESS:+PID` of Firefox. */
async function user(profile: string): Promise<string | undefined> {
  const [, host, chromium] = /^(.*)-(\d+)$/.exec(await linkIn(profile, "SingletonLock")) ?? [];
  if (host !== undefined && host !== hostname()) return `a browser on ${brief(host, 60)}`;
  const firefox = /:\+?(\d+)$/.exec(await linkIn(profile, "lock"))?.[1];
  const pid = [chromium, firefox].map(Number).find((number) => number > 0 && isAlive(number));
  return pid === undefined ? undefined : `the browser with process number ${pid}`;
}

export const profile: Check = {
  name: "profile",
  async look({ profile: folder, probe }) {
    if (folder === undefined) return [];
    if (!answers(probe, folder)) {
      return [problem(`the profile ${brief(folder)} does not answer`, "see whether its disk or server is there")];
    }
    const known = probe.get(folder);
    if (known?.is === "there" && !known.folder) {
      const cure = "give --profile a folder, or a path at which there is nothing yet";
      return [problem(`the profile ${brief(folder)} is no folder`, cure)];
    }
    if (known?.is === "there" && !known.writable) {
      const cure = "let this user write to it, or give --profile another folder";
      return [problem(`the profile ${brief(folder)} cannot be written to`, cure)];
    }
    const who = await user(folder);
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

const found = (name: string) => lstat(name).catch(() => undefined);

/** Folders of sessions whose server has ended, which no browser uses. */
async function abandoned(folder: string): Promise<Left[]> {
  const left: Left[] = [];
  for (const name of await readdir(folder)) {
    const owner = FOLDER.exec(name)?.[1];
    const full = path.join(folder, name);
    if (owner === undefined || isAlive(Number(owner))) continue;
    const itself = await found(full);
    const isOurs = itself?.isDirectory() === true && (process.getuid === undefined || itself.uid === process.getuid());
    const inside = path.join(full, "profile");
    if (!isOurs || (await user(inside)) !== undefined) continue;
    const times = [itself, await found(inside)].map((stats) => stats?.mtimeMs ?? 0);
    left.push({ folder: full, isForgotten: Date.now() - Math.max(...times) > FORGOTTEN_MS });
  }
  return left;
}

export const leftovers: Check = {
  name: "leftovers",
  async look({ temporary, probe }) {
    if (probe.get(temporary)?.is !== "there") return [];
    const left = await abandoned(temporary);
    if (left.length === 0) return [ok("no server has left a folder behind")];
    const old = left.filter(({ isForgotten }) => isForgotten).length;
    const finding: Finding = warning(
      `servers that have ended left folders in ${brief(temporary)}: ${left.length}, of which ${old} are older than a day`,
      old > 0
        ? "remove the old ones with --fix; the next server does so, too"
        : "none: a server removes them after a day",
    );
    if (old === 0) return [finding];
    const fix = async (): Promise<string> => {
      // A process may have begun to use one meanwhile.
      const gone = (await abandoned(temporary)).filter(({ isForgotten }) => isForgotten);
      for (const { folder } of gone) await rm(folder, { recursive: true, force: true });
      return `removed: ${gone.length}`;
    };
    return [{ ...finding, fix }];
  },
};
