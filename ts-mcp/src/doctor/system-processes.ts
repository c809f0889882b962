// The processes of this user, as the system lists them.

import { execFile } from "node:child_process";
import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { promisify } from "node:util";

/** A running process. */
export interface Running {
  pid: number;
  /** When it began, in a form of the system's: with the number, it names one process for ever. */
  began: string;
  /** Its program and arguments, one after the other. */
  command: string;
}

/** The processes of this user, but for this one. None where the system has no list that is known here. */
export async function running(platform: NodeJS.Platform): Promise<Running[]> {
  if (platform === "linux") return linux();
  return platform === "darwin" ? mac() : [];
}

async function linux(): Promise<Running[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  // A machine with containers shows processes whose owners have other numbers here.
  const own = await readlink("/proc/self/ns/pid").catch(() => "");
  const all = await Promise.all(
    numbers.map(async (name): Promise<Running | undefined> => {
      const folder = `/proc/${name}`;
      try {
        const [{ uid }, space] = await Promise.all([stat(folder), readlink(`${folder}/ns/pid`)]);
        if (uid !== process.getuid?.() || own === "" || space !== own) return undefined;
        const [command, status] = await Promise.all([
          readFile(`${folder}/cmdline`, "utf8"),
          readFile(`${folder}/stat`, "utf8"),
        ]);
        // The name of the program, in parentheses, may hold anything.
        const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
        const [state = "", began = ""] = [fields[0], fields[19]];
        if (command === "" || state === "Z" || began === "") return undefined;
        return { pid: Number(name), began, command: command.replaceAll("\0", " ") };
      } catch {
        // It has ended, or may not be looked at.
        return undefined;
      }
    }),
  );
  return all.filter((found): found is Running => found !== undefined);
}

async function mac(): Promise<Running[]> {
  const args = ["-x", "-ww", "-o", "pid=,lstart=,command=", "-u", String(process.getuid?.() ?? -1)];
  const { stdout } = await promisify(execFile)("ps", args, { env: { ...process.env, LC_ALL: "C" }, maxBuffer: 1e8 });
  return stdout.split("\n").flatMap((line): Running[] => {
    // Its five fields of a date: `Wed Nov 25 15:16:23 2026`.
    const [, pid = "", began = "", command = ""] = /^\s*(\d+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/.exec(line) ?? [];
    return command === "" || Number(pid) === process.pid ? [] : [{ pid: Number(pid), began, command }];
  });
}
