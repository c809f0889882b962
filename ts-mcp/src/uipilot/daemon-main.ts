// The daemon of `uipilot`: keeps the sessions of one user while they are used. It is started by the program, not by hand.

import { lstatSync, rmSync, statSync, truncateSync } from "node:fs";
import { Ending } from "../ending.ts";
import { LEVELS, Log, type LogLevel, trace } from "../log.ts";
import { listen } from "./listen.ts";
import { Memory } from "./memory.ts";
import { NamedSessions } from "./named-sessions.ts";
import { here, openPlace, type Place } from "./place.ts";
import { Service } from "./service.ts";

/** How long a daemon without a session stays, so that the next command starts at once. */
const EMPTY_MS = 60_000;
/** How often it looks whether its socket is still there. */
const LOOK_MS = 30_000;
/** The size at which the log begins anew, in bytes. */
const MOST_LOG = 2 ** 20;

async function main(): Promise<void> {
  const place = openPlace(here(), process.argv[2]);
  const server = await listen(place);
  // Another daemon listens, and serves the client that started this one.
  if (server === undefined) return;
  const own = inode(place);
  if ((statSync(place.log, { throwIfNoEntry: false })?.size ?? 0) > MOST_LOG) truncateSync(place.log);
  const log = Log.open(level(process.env["UIPILOT_LOG_LEVEL"]));
  // From here on, clients start another daemon.
  const retire = (): void => {
    if (process.platform !== "win32" && inode(place) === own) rmSync(place.socket, { force: true });
    server.close();
  };
  const ending = new Ending(log, () => {
    retire();
    return sessions.abandon();
  });
  const end = (why: string): void => ending.begin(why, 0);
  const sessions = new NamedSessions(new Memory(place.memory, log), log, () => rest());
  const service = new Service({ place, sessions, log, isEnding: () => ending.begun, retire, end, busy: () => rest() });

  let empty: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearTimeout(empty);
    if (sessions.size === 0 && !service.isBusy) empty = setTimeout(() => end("no session is open"), emptyMs());
  };
  rest();
  server.on("connection", (socket) => service.serve(socket));
  setInterval(() => {
    if (inode(place) !== own) end("the socket was removed");
  }, LOOK_MS).unref();
  process.stdout.on("error", (error) => log.write("debug", "daemon", trace(error)));
  process.stdout.write("listening\n");
}

/** How long it stays without a session: not longer than a session may be idle. */
function emptyMs(): number {
  const idle = Number(process.env["UIPILOT_SESSION_IDLE"] ?? Number.NaN);
  return Number.isFinite(idle) ? Math.min(EMPTY_MS, idle) : EMPTY_MS;
}

function inode({ socket }: Place): string {
  if (process.platform === "win32") return socket;
  const found = lstatSync(socket, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? "" : `${found.dev}:${found.ino}`;
}

function level(wanted: string | undefined): LogLevel {
  return LEVELS.find((name) => name === wanted) ?? "warn";
}

main().catch((error) => {
  process.stderr.write(`${new Date().toISOString()} ERROR daemon ${trace(error)}\n`);
  process.exit(1);
});
