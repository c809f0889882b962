// Where the daemon listens: a socket in a folder that only its user can enter.

import { lstatSync, mkdirSync, readFileSync, type Stats, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import path from "node:path";
import { isSystemError, ToolError } from "../error.ts";
import { makeFolder } from "../make-folder.ts";
import { brief } from "../quote.ts";

/** The files of the daemon. */
export interface Place {
  folder: string;
  /** The path of the socket; on Windows, the name of the pipe. */
  socket: string;
  /** Held while a daemon takes the socket. */
  lock: string;
  /** Which sessions are open, for the next daemon to read if this one is killed. */
  memory: string;
  log: string;
}

/** The longest path of a socket on every system, in bytes, without the number that it has at first. */
const LONGEST_SOCKET = 95;

const ANOTHER = "remove it if it is yours, or name another folder of yours, with mode 700, in XDG_RUNTIME_DIR";
const SHORTER = "name a folder with a shorter path in XDG_RUNTIME_DIR";

/** What the choice depends on. */
export interface Around {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  temporary: string;
  /** The number of the user; undefined on Windows. */
  user: number | undefined;
}

/** This process. */
export function here(): Around {
  return {
    environment: process.env,
    platform: process.platform,
    temporary: tmpdir(),
    user: process.getuid?.(),
  };
}

/**
 * Makes the folder, and checks that no other user can get at it.
 *
 * @param chosen the folder, for a daemon: the one in which the program that started it looks for it
 * @throws `DAEMON_FAILED`
 */
export function openPlace(around: Around = here(), chosen?: string): Place {
  if (around.platform === "win32") return windowsPlace(around);
  const { user = -1 } = around;
  const folder = chosen ?? folderFor(around);
  const socket = socketIn(folder);
  if (Buffer.byteLength(socket) > LONGEST_SOCKET) {
    throw refused(`the path of the socket ${brief(socket)} is longer than ${LONGEST_SOCKET} bytes`, SHORTER);
  }
  make(folder);
  const found = lstatSync(folder);
  const wrong = wrongIn(found, user);
  if (wrong !== undefined) {
    throw refused(`the folder ${brief(folder)} ${wrong}, so another user could take the place of the daemon`, ANOTHER);
  }
  const above = statSync(path.dirname(folder));
  if (!isSafeAbove(above, user)) {
    const what = `any user can replace the folder ${brief(folder)}, because the one above it has no sticky bit`;
    throw refused(what, ANOTHER);
  }
  return { folder, socket, lock: path.join(folder, "daemon.lock"), ...files(folder) };
}

function files(folder: string): Pick<Place, "memory" | "log"> {
  return { memory: path.join(folder, "sessions.json"), log: path.join(folder, "daemon.log") };
}

const socketIn = (folder: string): string => path.join(folder, "daemon.sock");

/**
 * The folder in the user's runtime folder; without a good one, in the temporary folder. The runtime folder can appear while a
 * daemon runs, when the user logs in or another program makes it, so a daemon that is there is looked for in both.
 */
function folderFor(around: Around): string {
  const usual = path.join(around.temporary, `uipilot-cli-${around.user ?? -1}`);
  const inRuntime = runtimeFolder(around);
  if (inRuntime === undefined) return usual;
  return [inRuntime, usual].find((folder) => hasDaemon(folder, around.user ?? -1)) ?? inRuntime;
}

/** Whether a daemon of this user listens in a folder, or was killed there. */
function hasDaemon(folder: string, user: number): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || wrongIn(found, user) !== undefined) return false;
  return lstatSync(socketIn(folder), { throwIfNoEntry: false })?.isSocket() === true;
}

function runtimeFolder({ environment, user = -1 }: Around): string | undefined {
  const runtime = environment["XDG_RUNTIME_DIR"];
  if (runtime !== undefined && path.isAbsolute(runtime)) {
    const found = statSync(runtime, { throwIfNoEntry: false });
    // After `su`, the variable can name the folder of another user.
    if (found?.isDirectory() && found.uid === user && isSafeAbove(found, user)) return path.join(runtime, "uipilot");
  }
  return undefined;
}

function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "EEXIST") return;
    throw refused(`the folder ${brief(folder)} for the socket cannot be made: ${error.code}`, ANOTHER);
  }
}

/** What lets another user in; undefined if nothing does. */
function wrongIn(found: Stats, user: number): string | undefined {
  if (found.isSymbolicLink()) return "is a link";
  if (!found.isDirectory()) return "is no folder";
  if (found.uid !== user) return `belongs to user ${found.uid}`;
  if ((found.mode & 0o077) !== 0) return `can be entered by others (mode ${(found.mode & 0o777).toString(8)})`;
  return undefined;
}

/** Whether no other user can replace what is inside of a folder. */
function isSafeAbove({ uid, mode }: Stats, user: number): boolean {
  return (uid === user || uid === 0) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
}

function refused(what: string, step: string): ToolError {
  return new ToolError("DAEMON_FAILED", what, step);
}

/** On Windows any user can make a pipe of any name, so the name has a part that only this user can read. */
function windowsPlace({ environment }: Around): Place {
  const data = environment["LOCALAPPDATA"] ?? path.join(homedir(), "AppData", "Local");
  const folder = path.join(data, "uipilot");
  makeFolder(folder);
  const file = path.join(folder, "pipe");
  try {
    const part = crypto.randomUUID();
    writeFileSync(file, part, { flag: "wx" });
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EEXIST") throw error;
  }
  const name = `uipilot-${userInfo().username}-${readFileSync(file, "utf8").trim()}`;
  return { folder, socket: `\\\\.\\pipe\\${name}`, lock: path.join(folder, "daemon.lock"), ...files(folder) };
}
