// Puts a browser into a folder, whole or not at all.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type BrowserPlatform, getDownloadUrl, install, resolveBuildId } from "@puppeteer/browsers";
import { isAlive } from "../alive.ts";
import { type Installable, type Installed, installedIn, RECORD, type Record } from "../installed.ts";
import { makeFolder } from "../make-folder.ts";
import { brief, jsonText } from "../quote.ts";
import { fetchText } from "./fetch-text.ts";
import { InstallFailed } from "./install-failed.ts";
import { checksumOf, checksums, firefoxBuild, LIBRARY } from "./sources.ts";

/** What to install. */
export interface Wish {
  browser: Installable;
  platform: BrowserPlatform;
  /** A version, or a channel. */
  version?: string;
  channel: string;
  /** The folder of the browsers. */
  folder: string;
  /** Another server than the maker's. */
  baseUrl?: string;
}

/** A browser is some 400 MB, and its archive half of that. */
const NEEDED = 1e9;
/** With less than this left, the disk is what failed. */
const FULL = 20e6;
/** How long servers may send nothing, in milliseconds. */
const STALL_MS = 90_000;
/** Folders of installations under way: the process, and a random part. */
const STAGE = /^\.new-(\d+)-[0-9a-f]+$/;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;

/** The name of a build in the library. Asks the maker's server where a channel or a part of a version is given. */
export async function buildOf({ browser, platform, version, channel }: Wish): Promise<string> {
  if (version !== undefined && browser === "firefox") return firefoxBuild(version);
  if (version !== undefined && (browser === "chromium" || version.split(".").length === 4)) return version;
  const asked = version ?? channel;
  const found = await unlessStalled(resolveBuildId(LIBRARY[browser], platform, asked)).catch((error: unknown) => {
    throw new InstallFailed(`the version of ${browser} ${asked} could not be asked for: ${messageOf(error)}`, NETWORK);
  });
  const isBuild = browser !== "chrome" || /^\d+(\.\d+){3}$/.test(found);
  if (!isBuild || /\s/.test(found)) {
    throw new InstallFailed(
      `there is no version ${brief(asked)} of ${browser}`,
      "give --version another one, or --channel",
    );
  }
  return found;
}

const NETWORK =
  "see whether this machine may reach that server; HTTPS_PROXY names a proxy, --base-url another server; or install the browser with the system's package manager, and give --executable FILE if it is not found";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The folder of a build. */
const folderOf = ({ folder, browser, platform }: Wish, build: string): string =>
  path.join(folder, browser, `${platform}-${build}`);

/** The browser of this build that is there already. */
export function there(wish: Wish, build: string): Installed | undefined {
  return installedIn(wish.folder).find(({ folder }) => folder === folderOf(wish, build));
}

/** Installs a build. @param report - is told how many bytes are there, and how many there will be (0 if that is unknown) */
export async function put(wish: Wish, build: string, report: (done: number, all: number) => void): Promise<Installed> {
  const { browser, platform, folder, baseUrl } = wish;
  const stage = makeStage(folder);
  const stop = (signal: NodeJS.Signals): void => {
    remove(stage);
    process.kill(process.pid, signal);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    const options = { browser: LIBRARY[browser], platform, buildId: build, cacheDir: stage };
    const server = baseUrl === undefined ? {} : { baseUrl };
    const url = getDownloadUrl(LIBRARY[browser], platform, build, baseUrl);
    const sum = await checksum(wish, url);
    const alive = new Alive();
    const installing = install({
      ...options,
      ...server,
      ...(sum === undefined ? {} : { expectedHash: sum }),
      downloadProgressCallback: (done, all) => {
        alive.sign(done === all);
        report(done, all);
      },
    });
    // It may fail after it was given up.
    installing.catch(() => undefined);
    const { executablePath } = await Promise.race([installing, alive.ended]).finally(() => alive.stop());
    if (!existsSync(executablePath)) throw new Error(`the archive has no ${brief(path.basename(executablePath))}`);
    const own = path.join(stage, browser, `${platform}-${build}`);
    const record: Record = {
      browser,
      version: build,
      executable: path.relative(own, executablePath),
      at: Date.now(),
    };
    writeFileSync(path.join(own, RECORD), `${jsonText(record, 2)}\n`);
    return move(own, wish, build);
  } catch (error) {
    if (error instanceof InstallFailed) throw error;
    if (free(folder) < FULL) {
      throw new InstallFailed(
        `the disk of ${brief(folder)} is full`,
        `free ${megabytes(NEEDED)} there, or give --path DIR on another disk`,
      );
    }
    throw new InstallFailed(`${browser} ${build} could not be installed: ${messageOf(error)}`, NETWORK);
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, stop);
    remove(stage);
  }
}

/** Makes the folder of this installation, and removes those of processes that were killed. */
function makeStage(folder: string): string {
  try {
    makeFolder(folder);
    for (const name of readdirSync(folder)) {
      const owner = STAGE.exec(name)?.[1];
      if (owner !== undefined && !isAlive(Number(owner))) remove(path.join(folder, name));
    }
    const stage = path.join(folder, `.new-${process.pid}-${randomBytes(4).toString("hex")}`);
    mkdirSync(stage);
    const left = free(folder);
    if (left >= NEEDED) return stage;
    remove(stage);
    throw new InstallFailed(
      `the disk of ${brief(folder)} has only ${megabytes(left)} left, and a browser needs ${megabytes(NEEDED)}`,
      "free space there, or give --path DIR on another disk",
    );
  } catch (error) {
    if (error instanceof InstallFailed) throw error;
    throw new InstallFailed(
      `the folder ${brief(folder)} cannot be used: ${messageOf(error)}`,
      "give --path DIR another one",
    );
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

function free(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The checksum that the maker publishes; undefined where there is none. */
async function checksum({ browser, baseUrl }: Wish, url: URL): Promise<string | undefined> {
  const published = checksums(browser, url);
  if (published === undefined) return undefined;
  const list = await fetchText(published.list).catch((error: unknown) => {
    throw new InstallFailed(`the checksums of ${published.list.href} could not be had: ${messageOf(error)}`, NETWORK);
  });
  const sum = list === undefined ? undefined : checksumOf(list, published.name);
  // Another server may have no list.
  if (sum !== undefined || baseUrl !== undefined) return sum;
  throw new InstallFailed(
    `${published.list.href} has no checksum of ${brief(published.name)}`,
    "give --version another one",
  );
}

/** Gives a whole installation its name. Another process may have been faster. */
function move(own: string, wish: Wish, build: string): Installed {
  const target = folderOf(wish, build);
  const faster = there(wish, build);
  if (faster !== undefined) return faster;
  makeFolder(path.dirname(target));
  // What is there is broken: it has no record, or no program.
  remove(target);
  try {
    renameSync(own, target);
  } catch (error) {
    const other = there(wish, build);
    if (other !== undefined) return other;
    throw error;
  }
  const done = there(wish, build);
  if (done === undefined) throw new Error(`${brief(target)} is not what was installed`);
  return done;
}

/** Fails when nothing has come from a server for a while: the library waits for ever. */
class Alive {
  #fail: (error: Error) => void = () => undefined;
  readonly ended = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });
  #timer = this.#start();

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#fail(new Error(`the server sent nothing for ${STALL_MS / 1_000} s`)), STALL_MS);
  }

  /** Something has come; unpacking, which comes last, has no limit. */
  sign(isLast: boolean): void {
    clearTimeout(this.#timer);
    if (!isLast) this.#timer = this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.ended.catch(() => undefined);
  }
}

function unlessStalled<T>(work: Promise<T>): Promise<T> {
  const alive = new Alive();
  return Promise.race([work, alive.ended]).finally(() => alive.stop());
}

/** How long a browser may take to say its version, in milliseconds. */
const SAY_MS = 20_000;

/** Why an installed browser does not start here, such as for want of a library; undefined if it does. */
export async function whyNot(executable: string): Promise<string | undefined> {
  // On Windows, browsers open a window instead.
  if (process.platform === "win32") return undefined;
  try {
    await promisify(execFile)(executable, ["--version"], { timeout: SAY_MS, killSignal: "SIGKILL" });
    return undefined;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    return stderr.trim() === "" ? messageOf(error) : stderr.trim();
  }
}
