// The version of a browser, and whether it is too old.

import { execFile } from "node:child_process";
import { readlink } from "node:fs/promises";
import { promisify } from "node:util";

/** What a browser says of itself. */
export interface Version {
  /** `Chrome`, `HeadlessChrome`, `firefox`. */
  product: string;
  number: string;
  major: number;
}

/** Reads `Chrome/156.0.8078.108`. */
export function parseProduct(text: string): Version | undefined {
  const [, product = "", number = "", major = ""] = /^([^/]+)\/((\d+)[\w.]*)/.exec(text) ?? [];
  return major === "" ? undefined : { product, number, major: Number(major) };
}

interface Floor {
  family: RegExp;
  oldest: number;
  reason: string;
}

/** The oldest versions, by what was seen to work in them. */
const FLOORS: readonly Floor[] = [
  {
    family: /chrome|chromium|edg/i,
    oldest: 141,
    reason: "in most older ones that were tried, the first click on a page did nothing, or no snapshot could be taken",
  },
  {
    family: /firefox/i,
    oldest: 140,
    reason: "older ones lack commands of WebDriver BiDi that are used, and were never tried",
  },
];

/** Why a version is too old, with the oldest that is not; nothing if it is not. */
export function tooOld({ product, major }: Version): { oldest: number; reason: string } | undefined {
  const floor = FLOORS.find(({ family }) => family.test(product));
  return floor !== undefined && major < floor.oldest ? floor : undefined;
}

/** How long a program may take to say its version, in milliseconds. */
const SAY_MS = 5_000;

/** The release channel, by what the program says of itself: `Google Chrome 157.0.1 beta`, `Mozilla Firefox 153.7.0esr`. */
export async function channelOf(executable: string, platform: NodeJS.Platform): Promise<string | undefined> {
  const said = await saidBy(executable, platform);
  return said === undefined ? undefined : channelIn(said);
}

/** Whether a program says that it is a Firefox, or is made of it. */
export async function saysFirefox(executable: string, platform: NodeJS.Platform): Promise<boolean> {
  return /\b(?:Mozilla|Firefox|LibreWolf)\b/i.test((await saidBy(executable, platform)) ?? "");
}

/** What a program answers to `--version`. */
async function saidBy(executable: string, platform: NodeJS.Platform): Promise<string | undefined> {
  // On Windows, browsers open a window instead.
  if (platform === "win32") return undefined;
  const options = { timeout: SAY_MS, killSignal: "SIGKILL", maxBuffer: 1e6 } as const;
  const said = await promisify(execFile)(executable, ["--version"], options).catch(() => undefined);
  return said?.stdout;
}

/** The channel in the answer to `--version`. */
export function channelIn(text: string): string | undefined {
  const [, tail = ""] = /\b\d+\.\d+(?:\.\d+)*(.*)/.exec(text) ?? [];
  if (!/\d+\.\d+/.test(text)) return undefined;
  const word = /\b(beta|dev|canary|nightly)\b/i.exec(tail)?.[1]?.toLowerCase();
  if (word !== undefined) return word;
  if (/^esr/.test(tail)) return "esr";
  if (/^a\d/.test(tail)) return "nightly";
  if (/^b\d/.test(tail)) return "beta";
  return "stable";
}

/** The program of a running process, where the system tells it. */
export async function programOf(pid: number, platform: NodeJS.Platform): Promise<string | undefined> {
  if (platform === "linux") return readlink(`/proc/${pid}/exe`).catch(() => undefined);
  if (platform !== "darwin") return undefined;
  const asked = await promisify(execFile)("ps", ["-p", String(pid), "-o", "comm="], { timeout: SAY_MS }).catch(
    () => undefined,
  );
  return asked?.stdout.trim() || undefined;
}
