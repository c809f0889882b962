// What browsers and programs need from the system.

import { execFile } from "node:child_process";
import { statfs } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { brief } from "../quote.ts";
import { type Check, type Finding, ok, problem, warning } from "./finding.ts";
import { answers, type Folder } from "./probe.ts";

/** A profile and what pages store take some 100 MB; a browser fails in odd ways on a full disk. */
const LEAST_FREE = 500e6;
/** What Chromium's processes share; with less, the engine starts it with files in the temporary folder. */
const LEAST_SHARED = 512e6;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;

/** What is wrong with a folder that has to be written to. */
function folderFinding(what: string, folder: string, known: Folder | undefined, consequence: string): Finding {
  const shown = brief(folder);
  if (known === undefined || known.is === "hung") {
    return problem(
      `the ${what} ${shown} does not answer`,
      "see whether its disk or the server that has it is there; what is in it was not looked at",
    );
  }
  if (known.is === "missing") return problem(`the ${what} ${shown} does not exist`, consequence);
  if (!known.folder) return problem(`the ${what} ${shown} is no folder`, consequence);
  if (!known.writable) return problem(`the ${what} ${shown} cannot be written to`, consequence);
  if (known.freeBytes < LEAST_FREE) {
    return problem(
      `the ${what} ${shown} has only ${megabytes(known.freeBytes)} left`,
      `free ${megabytes(LEAST_FREE)} there`,
    );
  }
  return ok(`the ${what} can be written to, and has ${megabytes(known.freeBytes)} left`);
}

export const folders: Check = {
  name: "folders",
  async look({ probe, temporary, home }) {
    return [
      folderFinding(
        "temporary folder",
        temporary,
        probe.get(temporary),
        "make it, or set TMPDIR to another one: browsers keep their profile there",
      ),
      folderFinding(
        "home folder",
        home,
        probe.get(home),
        "set HOME to a folder that can be written to: browsers keep settings there",
      ),
    ];
  },
};

export const sharedMemory: Check = {
  name: "shared memory",
  platforms: ["linux"],
  async look() {
    const folder = "/dev/shm";
    const found = await statfs(folder).catch(() => undefined);
    if (found === undefined) {
      return [
        warning("there is no /dev/shm", "mount it; until then, Chromium uses the temporary folder, which is slower"),
      ];
    }
    const all = found.blocks * found.bsize;
    if (all >= LEAST_SHARED) return [ok(`/dev/shm has ${megabytes(all)}`)];
    return [
      warning(
        `/dev/shm has only ${megabytes(all)}`,
        "start the container with --shm-size=1g; until then, Chromium uses the temporary folder, which is slower",
      ),
    ];
  },
};

export const fonts: Check = {
  name: "fonts",
  platforms: ["linux"],
  async look({ env, home, probe, temporary }, signal) {
    const listed = await promisify(execFile)("fc-list", [], {
      // Fonts of the user's own are in the home folder.
      env: answers(probe, home) ? env : { ...env, HOME: temporary },
      signal,
      killSignal: "SIGKILL",
      maxBuffer: 1e8,
    }).catch(() => undefined);
    if (listed === undefined) {
      return [
        warning("the fonts are not known: there is no fc-list", "install fontconfig and a font, such as fonts-dejavu"),
      ];
    }
    const count = listed.stdout.split("\n").filter((line) => line.trim() !== "").length;
    if (count > 0) return [ok(`${count} fonts`)];
    return [problem("there is no font: pages show boxes in place of letters", "install one, such as fonts-dejavu")];
  },
};

export const display: Check = {
  name: "display",
  platforms: ["linux"],
  async look({ env }) {
    const x11 = /^(?:unix)?:(\d+)/.exec(env["DISPLAY"] ?? "")?.[1];
    const wayland = env["WAYLAND_DISPLAY"] ?? "";
    const sockets = [
      ...(x11 === undefined ? [] : [`/tmp/.X11-unix/X${x11}`, `\0/tmp/.X11-unix/X${x11}`]),
      ...(wayland === "" ? [] : [path.resolve(env["XDG_RUNTIME_DIR"] ?? "/", wayland)]),
    ];
    // A display of another machine is not tried.
    const isRemote = (env["DISPLAY"] ?? "") !== "" && x11 === undefined;
    if (isRemote || (await anyAnswers(sockets))) return [ok("there is a display")];
    const cure = "set DISPLAY or WAYLAND_DISPLAY where you want --headed or --tools desktop";
    if (sockets.length > 0) return [warning("no display answers where DISPLAY or WAYLAND_DISPLAY says", cure)];
    return [
      warning("there is no display: browsers run without a window only, and desktop applications not at all", cure),
    ];
  },
};

export const accessibility: Check = {
  name: "accessibility",
  platforms: ["linux"],
  async look({ env }) {
    const told = env["DBUS_SESSION_BUS_ADDRESS"] ?? "";
    const [, kind, name] = /unix:(path|abstract)=([^,;]+)/.exec(told) ?? [];
    const usual = path.join(env["XDG_RUNTIME_DIR"] ?? "/nowhere", "bus");
    const socket = name === undefined ? usual : kind === "abstract" ? `\0${name}` : name;
    if (await anyAnswers([socket])) return [ok("there is a session bus, over which desktop applications are read")];
    return [
      warning(
        told === "" ? "there is no session bus" : "no session bus answers where DBUS_SESSION_BUS_ADDRESS says",
        "log in to a desktop, or start the server with dbus-run-session, where you want --tools desktop",
      ),
    ];
  },
};

/** Whether a program takes connections at one of these sockets. */
async function anyAnswers(sockets: readonly string[]): Promise<boolean> {
  const tries = sockets.map(
    (socket) =>
      new Promise<boolean>((resolve) => {
        const connection = connect({ path: socket });
        const end = (isThere: boolean): void => {
          connection.destroy();
          resolve(isThere);
        };
        connection.once("connect", () => end(true)).once("error", () => end(false));
        connection.setTimeout(1_000, () => end(false));
      }),
  );
  return (await Promise.all(tries)).includes(true);
}
