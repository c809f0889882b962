/** Files that a caller names: only regular ones are opened, and none lets a call wait. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rules } from "../src/cli/origins.ts";
import { UsageError } from "../src/cli.ts";
import { readConfigFile } from "../src/config/file.ts";
import { readPolicy } from "../src/confirm/policy.ts";
import { reading, save } from "../src/files.ts";
import { readKnown } from "../src/init/file.ts";
import { EditRefused } from "../src/init/refused.ts";
import { Log } from "../src/log.ts";
import { NoRegularFile, readRegular, readRegularSync } from "../src/regular-file.ts";
import { loadSecrets } from "../src/secrets/load.ts";
import { StateFiles } from "../src/state-file.ts";

const bound = { most: 10, tooLarge: (bytes: number) => new Error(`${bytes} bytes`) };

let folder: string;
let pipe: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "uipilot-regular-"));
  pipe = path.join(folder, "pipe");
});
afterAll(() => rmSync(folder, { recursive: true }));

it("are read up to their bound", async () => {
  const file = path.join(folder, "file");
  writeFileSync(file, "0123456789");
  expect((await readRegular(file, bound)).toString()).toBe("0123456789");
  expect(readRegularSync(file, bound).bytes.toString()).toBe("0123456789");
  writeFileSync(file, "0123456789a");
  await expect(readRegular(file, bound)).rejects.toThrow("11 bytes");
  expect(() => readRegularSync(file, bound)).toThrow("11 bytes");
});

it.skipIf(process.platform !== "linux")("have no size in /proc, and are bounded as well", async () => {
  await expect(readRegular("/proc/self/status", bound)).rejects.toThrow(/^\d+ bytes$/);
});

describe.skipIf(process.platform === "win32")("a pipe, a socket, a folder and a device", () => {
  beforeAll(() => execFileSync("mkfifo", ["-m", "600", pipe]));

  it("are refused", async () => {
    const socket = path.join(folder, "socket");
    const server = createServer().listen(socket);
    mkdirSync(path.join(folder, "inner"));
    try {
      for (const file of [pipe, socket, path.join(folder, "inner"), "/dev/zero"]) {
        await expect(readRegular(file, bound), file).rejects.toThrow(NoRegularFile);
        expect(() => readRegularSync(file, bound), file).toThrow(NoRegularFile);
      }
    } finally {
      server.close();
    }
  });

  it("are refused wherever a file can be named", async () => {
    const credentials = new Map([["http-credentials" as const, [`https://shop.example=${pipe}`]]]);
    const readers: Record<string, [() => unknown, new (...given: never[]) => Error]> = {
      config: [() => readConfigFile(pipe), UsageError],
      confirm: [() => readPolicy(pipe), UsageError],
      secrets: [() => loadSecrets(pipe, {}), UsageError],
      credentials: [() => rules(credentials, {}), UsageError],
      client: [() => readKnown(pipe), EditRefused],
    };
    for (const [name, [read, kind]] of Object.entries(readers)) {
      expect(read, name).toThrow(kind);
      expect(read, name).toThrow(/no (?:regular )?file/);
    }
    const fault = { code: "IO", message: expect.stringContaining("is not a file") };
    await expect(reading(pipe, () => readRegular(pipe, bound))).rejects.toMatchObject(fault);
    await expect(new StateFiles().read(pipe)).rejects.toMatchObject(fault);
    for (const overwrite of [false, true]) await expect(save(pipe, "x", { overwrite })).rejects.toMatchObject(fault);
  });

  it("may be the log if a program reads it, and never keep it waiting", () => {
    expect(() => Log.open("warn", pipe)).toThrow("is a pipe that no program reads");
    const log = Log.open("warn", "/dev/null");
    log.write("warn", "test", "x");
    log.close();
  });

  it("give no commands to the program, but what a shell has opened does", () => {
    const program = path.join(import.meta.dirname, "../dist/uipilot.cjs");
    const run = (command: string) =>
      spawnSync("bash", ["-c", command, "-", process.execPath, program, pipe], { encoding: "utf8", timeout: 20_000 });
    expect(run('"$1" "$2" run "$3"')).toMatchObject({ status: 1, stderr: expect.stringContaining("is not a file") });
    expect(run('"$1" "$2" run <(echo help click)')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("click UID"),
    });
    expect(run('echo help click | "$1" "$2" run /dev/stdin')).toMatchObject({ status: 0 });
  });
});
