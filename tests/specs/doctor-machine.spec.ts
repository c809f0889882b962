/** `uipilot-mcp doctor` on machines that are broken: folders, fonts, ports, an old browser, and what a dead server left. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inDoctorFolder, type Setting } from "../support/doctor.ts";
import { canHide } from "../support/grid.ts";
import { coreEntry, executables, root, serverEntry } from "../support/paths.ts";
import { inspect, processes } from "../support/processes.ts";

const d = inDoctorFolder();
const problem = (text: RegExp) => expect.objectContaining({ level: "problem", text: expect.stringMatching(text) });

/** A folder of the tests with a file system of its own. */
function mounted(name: string, mount: (folder: string) => string): { folder: string; setting: Setting } {
  const folder = path.join(d.folder, name);
  mkdirSync(folder, { recursive: true });
  return { folder, setting: { before: mount(folder), env: { HOME: folder } } };
}

/** Mounts a file system in user space whose program answers nothing, as a network home whose server is gone. */
const hang = (folder: string): string =>
  `exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40755,user_id=0,group_id=0 none '${folder}'`;

const works = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const canHang = (): boolean => canHide() && works("unshare", "-m", "sh", "-c", hang(tmpdir()));

const NOBODY = 65_534;
/** Whether another user can run the server here, in a network of its own. */
function canBeNobody(): boolean {
  const as = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  return (
    works("unshare", "-n", "ip", "link", "set", "lo", "up") &&
    works("setpriv", ...as, process.execPath, serverEntry, "--version")
  );
}

describe.skipIf(!canHide())("doctor, where file systems are broken", () => {
  it.skipIf(!canHang())("does not hang with the home folder, and looks at the rest", () => {
    const { setting } = mounted("hung", hang);
    const { of, status, findings } = d.quick([], setting);
    expect(status).toBe(1);
    expect(of("folders")).toContainEqual(problem(/home folder .* does not answer/));
    expect(of("folders")).toContainEqual(expect.objectContaining({ level: "ok" }));
    expect(of("extension")).toContainEqual(problem(/does not answer/));
    expect(of("clients")).toEqual([]);
    for (const name of ["ports", "proxy", "leftovers", "browsers"])
      expect(findings.map(({ check }) => check)).toContain(name);
  });

  it("names a home folder that is read-only", () => {
    const { setting } = mounted("read-only", (folder) => `mount -t tmpfs -o ro none ${folder}`);
    expect(d.quick([], setting).of("folders")).toContainEqual(problem(/home folder .* cannot be written to/));
  });

  it("names a /dev without /dev/shm", () => {
    const { setting } = mounted("dev", (folder) =>
      [
        `mount -t tmpfs none ${folder}`,
        ...["null", "zero", "random", "urandom"].map(
          (name) => `touch ${folder}/${name} && mount --bind /dev/${name} ${folder}/${name}`,
        ),
        `mount --bind ${folder} /dev`,
      ].join(" && "),
    );
    const { of } = d.quick([], { ...setting, env: {} });
    expect(of("shared memory")).toEqual([expect.objectContaining({ level: "warning", text: "there is no /dev/shm" })]);
  });
});

describe("doctor", () => {
  it("names a machine without fonts", () => {
    const file = path.join(d.folder, "fonts.conf");
    writeFileSync(file, `<?xml version="1.0"?><fontconfig><cachedir>${d.folder}/fonts</cachedir></fontconfig>`);
    expect(d.quick([], { env: { FONTCONFIG_FILE: file } }).of("fonts")).toEqual([problem(/^there is no font/)]);
  });

  it.skipIf(!canBeNobody())("names a port that this user may not listen at", () => {
    // In a network of its own, the first ports are the root user's, whatever the machine's rule is.
    const setting = { before: 'exec unshare -n sh -c \'ip link set lo up && exec "$@"\' sh "$@"', user: NOBODY };
    expect(d.quick(["--port", "80"], setting).of("ports")).toContainEqual(
      problem(/may not listen at port 80 \(EACCES\)/),
    );
    expect(d.quick(["--port", "8080"], setting).of("ports")).toContainEqual(
      expect.objectContaining({ level: "ok", text: "port 8080 is free" }),
    );
  });

  it("names a browser that is too old", () => {
    const older = path.join(root, "tests/fixtures/older-chromium.mjs");
    // The engine hands few variables on, so that the program gets them by a script of its own.
    const script = path.join(d.folder, "older");
    const set = `OLDER_CHROMIUM='${executables.chromium}' OLDER_VERSION=109.0.5414.120`;
    writeFileSync(script, `#!/bin/sh\n${set} exec '${process.execPath}' '${older}' "$@"\n`, { mode: 0o755 });
    const { of, status } = d.doctor(["--executable", script]);
    expect(of("browsers")).toEqual([
      expect.objectContaining({
        // It is a newer one, so that the trial succeeds.
        level: "warning",
        text: expect.stringMatching(/Chrome 109\.0\.5414\.120 .* is too old: \d+ is the oldest .*; it started, read/),
        cure: expect.stringContaining("install-browser chrome"),
        facts: expect.objectContaining({ version: "109.0.5414.120", protocol: "cdp" }),
      }),
    ]);
    expect(status).toBe(0);
  });

  it.skipIf(!canHide())("names install-browser where there is no browser", () => {
    const places = ["chromium", "firefox", "firefox-esr"].map((name) => `/usr/lib/${name}`).filter(existsSync);
    const before = [...places.map((place) => `mount -t tmpfs none ${place}`), "export PATH=/nowhere"].join(" && ");
    const { of, status } = d.doctor([], { before });
    expect(status).toBe(1);
    expect(of("browsers")).toEqual([
      expect.objectContaining({
        level: "problem",
        text: "no browser was found",
        cure: expect.stringContaining("install-browser chrome"),
      }),
    ]);
  });

  it("ends a browser whose server and guard were killed, and no other", async () => {
    const temporary = path.join(d.folder, "dead");
    mkdirSync(temporary);
    const env = { TMPDIR: temporary };
    const dead = await startFirefox(temporary);
    // One whose owner lives, and one that only reads what is in a dead session's folder.
    const others = [
      `--user-data-dir=${temporary}/uipilot-${process.pid}-aBc/profile`,
      `${temporary}/uipilot-4194000-aBc/profile/log`,
    ].map((argument) =>
      spawn(process.execPath, ["-e", "setInterval(() => 0, 1e3)", "--", argument], { stdio: "ignore" }),
    );
    try {
      // The guard first, which would end the browser.
      const guard = processes().find(
        ({ arguments: args }) => args.includes("uipilot-guard") && args.includes(dead.folder),
      );
      if (guard === undefined) throw new Error("there is no guard");
      process.kill(guard.pid, "SIGKILL");
      const ended = once(dead.process, "exit");
      dead.process.kill("SIGKILL");
      await ended;
      expect(inspect(dead.browser)).toBeDefined();
      const found = d.quick([], { env }).of("processes");
      expect(found).toEqual([
        expect.objectContaining({
          level: "warning",
          fixable: true,
          text: expect.stringContaining(`(${dead.browser})`),
        }),
      ]);
      expect(inspect(dead.browser)).toBeDefined();
      const { of, status } = d.quick(["--fix"], { env });
      expect(of("processes")).toEqual([expect.objectContaining({ fixed: "ended: 1" })]);
      expect(status).toBe(0);
      expect(inspect(dead.browser)).toBeUndefined();
      expect(readdirSync(temporary)).toEqual([]);
      for (const { pid } of others) expect(inspect(pid ?? 0)).toBeDefined();
    } finally {
      for (const other of others) other.kill("SIGKILL");
      if (inspect(dead.browser) !== undefined) process.kill(dead.browser, "SIGKILL");
      dead.process.kill("SIGKILL");
    }
  });
});

interface Server {
  process: ChildProcess;
  browser: number;
  /** The session's folder. */
  folder: string;
}

/** A program of its own that has started Firefox. Chromium would end with the pipe to it. */
async function startFirefox(temporary: string): Promise<Server> {
  const script = `
    import { Session } from ${JSON.stringify(coreEntry)};
    const launch = { browser: "firefox", executable: ${JSON.stringify(executables.firefox)} };
    const { pid } = await Session.open({ launch }).start();
    console.log(pid);
    setInterval(() => undefined, 1_000);`;
  const server = spawn(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = (await once(server.stdout, "data")) as [Buffer];
  const name = readdirSync(temporary).find((folder) => folder.startsWith(`uipilot-${server.pid}-`)) ?? "";
  return { process: server, browser: Number(text.toString()), folder: path.join(temporary, name) };
}
