/** `uipilot-mcp doctor` on machines that lack something, as a user runs it. */

import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { browsers, oneBrowser } from "../support/browsers.ts";
import { type Finding, inDoctorFolder } from "../support/doctor.ts";
import { canHide } from "../support/grid.ts";
import { executables, root, serverEntry } from "../support/paths.ts";
import { freePort } from "../support/port.ts";

const d = inDoctorFolder();
const { doctor, quick } = d;

describe("doctor", () => {
  it("starts, reads and clicks every browser of this machine", () => {
    const { of, status, findings } = doctor([]);
    expect(findings.filter(({ level }) => level === "problem")).toEqual([]);
    expect(status).toBe(0);
    for (const browser of browsers)
      expect(of("browsers")).toContainEqual(
        expect.objectContaining({
          level: "ok",
          text: expect.stringMatching(new RegExp(`^${browser}: .* at "/.*": started, read and clicked`)),
          facts: expect.objectContaining({
            browser,
            version: expect.stringMatching(/^\d+\./),
            path: expect.stringMatching(/^\//),
            channel: expect.any(String),
          }),
        }),
      );
  });

  it.each([
    ["/nowhere/chromium", /\/nowhere\/chromium/, /--executable/],
    ["/bin/false", /ended before it listened/, /^check the executable, .*a library that is missing/],
  ])("says what is wrong with %s", (executable, text, cure) => {
    const { of, status } = doctor(["--executable", executable]);
    expect(status).toBe(1);
    expect(of("browsers")).toEqual([
      expect.objectContaining({
        level: "problem",
        text: expect.stringMatching(text),
        cure: expect.stringMatching(cure),
      }),
    ]);
  });

  it.each([
    ["SingletonLock", `${hostname()}-${process.pid}`, "problem"],
    ["SingletonLock", `${hostname()}-4194000`, "ok"],
    ["SingletonLock", `another-host-${process.pid}`, "problem"],
    ["SingletonLock", "another-host-4194000", "problem"],
    ["lock", `127.0.1.1:+${process.pid}`, "problem"],
    ["lock", "127.0.1.1:+4194000", "ok"],
  ])("knows a profile in use from one that was: %s %s is %s", (name, link, level) => {
    const profile = mkdtempSync(path.join(d.folder, "profile-"));
    symlinkSync(link, path.join(profile, name));
    expect(quick(["--profile", profile]).of("profile")).toEqual([expect.objectContaining({ level })]);
  });

  it("names a profile that is no folder", () => {
    const file = path.join(mkdtempSync(path.join(d.folder, "profile-")), "file");
    writeFileSync(file, "");
    expect(quick(["--profile", file]).of("profile")).toEqual([
      expect.objectContaining({ level: "problem", text: expect.stringContaining("is no folder") }),
    ]);
    expect(quick(["--profile", `${file}-new`]).of("profile")).toEqual([expect.objectContaining({ level: "ok" })]);
  });

  it.runIf(browsers.includes("firefox"))("knows a Firefox whose name does not say so", () => {
    const script = path.join(mkdtempSync(path.join(d.folder, "start-")), "start");
    writeFileSync(script, `#!/bin/sh\nexec '${executables.firefox}' "$@"\n`, { mode: 0o755 });
    const cure = "give --browser firefox with it";
    const wrong = [expect.objectContaining({ level: "problem", text: expect.stringContaining("is a Firefox"), cure })];
    const began = performance.now();
    expect(doctor(["--executable", script]).of("browsers")).toEqual(wrong);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(doctor(["--executable", script, "--browser", "firefox"]).of("browsers")).toEqual([
      expect.objectContaining({ level: "ok", text: expect.stringContaining("started, read and clicked") }),
    ]);
  });

  it("names folders that are not there", () => {
    const { of, status } = quick([], { env: { HOME: "/nowhere/home" } });
    expect(status).toBe(1);
    const missing = { level: "problem", text: 'the home folder "/nowhere/home" does not exist' };
    expect(of("folders")).toContainEqual(expect.objectContaining(missing));
    const { findings } = quick([], { env: { TMPDIR: "/nowhere/t" } });
    expect(findings.filter(({ level }) => level === "problem").map(({ text }) => text)).toEqual([
      'the temporary folder "/nowhere/t" does not exist',
    ]);
  });

  it("names a port that is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    try {
      expect(quick(["--port", String(port)]).of("ports")).toContainEqual(
        expect.objectContaining({ level: "problem", text: `port ${port} is taken by another program` }),
      );
    } finally {
      server.close();
    }
    const free = await freePort();
    expect(quick(["--port", String(free)]).of("ports")).toContainEqual(
      expect.objectContaining({ level: "ok", text: `port ${free} is free` }),
    );
  });

  it("finds what dead servers left, and removes what is old and nothing else when it is asked to", () => {
    const temporary = path.join(d.folder, "t");
    const names = {
      old: "uipilot-4194000-aBc",
      young: "uipilot-4194000-Young",
      mine: `uipilot-${process.pid}-aBc`,
      // Its server may be in another container.
      elsewhere: "uipilot-4194001-aBc",
      busy: "uipilot-4194002-aBc",
      other: "other",
    };
    for (const name of Object.values(names)) mkdirSync(path.join(temporary, name, "profile"), { recursive: true });
    symlinkSync(`another-host-4194000`, path.join(temporary, names.elsewhere, "profile/SingletonLock"));
    symlinkSync(`127.0.1.1:+${process.pid}`, path.join(temporary, names.busy, "profile/lock"));
    symlinkSync(path.join(temporary, names.other), path.join(temporary, "uipilot-4194003-link"));
    const long = new Date(Date.now() - 2 * 24 * 3_600_000);
    for (const [key, name] of Object.entries(names)) {
      if (key === "young") continue;
      for (const part of ["profile", ""]) utimesSync(path.join(temporary, name, part), long, long);
    }
    const there = () => readdirSync(temporary).sort();
    const all = there();
    const env = { TMPDIR: temporary };
    const found = quick([], { env });
    expect(found.of("leftovers")).toEqual([
      expect.objectContaining({
        level: "warning",
        text: expect.stringMatching(/: 2, of which 1 are older/),
        fixable: true,
      }),
    ]);
    expect(found.status).toBe(0);
    expect(there()).toEqual(all);
    expect(quick(["--fix"], { env }).of("leftovers")).toEqual([expect.objectContaining({ fixed: "removed: 1" })]);
    expect(there()).toEqual(all.filter((name) => name !== names.old));
    expect(quick([], { env }).of("leftovers")).toEqual([expect.objectContaining({ fixable: false })]);
  });

  it("says what desktop applications lack", () => {
    const bare = { DISPLAY: "", WAYLAND_DISPLAY: "", DBUS_SESSION_BUS_ADDRESS: "", XDG_RUNTIME_DIR: "/nowhere" };
    const { of } = quick([], { env: bare });
    for (const check of ["display", "accessibility"])
      expect(of(check)).toEqual([
        expect.objectContaining({ level: "warning", text: expect.stringMatching(/^there is no/) }),
      ]);
    const dead = { ...bare, DISPLAY: ":7777", DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus" };
    const { of: ofDead } = quick([], { env: dead });
    for (const check of ["display", "accessibility"])
      expect(ofDead(check)).toEqual([
        expect.objectContaining({ level: "warning", text: expect.stringMatching(/^no .* answers where/) }),
      ]);
  });

  it("finds a session bus that answers", async () => {
    const bus = path.join(d.folder, "bus");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(bus, resolve));
    const command = [serverEntry, "doctor", "--json", "--no-launch"];
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` };
    const { stdout } = await promisify(execFile)(process.execPath, command, { env }).finally(() => server.close());
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    expect(findings.find(({ check }) => check === "accessibility")?.level).toBe("ok");
  });

  it("warns of a proxy for this machine, and never tells its password", () => {
    const env = { HTTP_PROXY: "http://user:s3cret@proxy:3128", NO_PROXY: "" };
    const { of, stdout } = quick([], { env });
    expect(of("proxy")).toEqual([expect.objectContaining({ level: "warning" })]);
    expect(stdout).not.toContain("s3cret");
    const lower = { HTTP_PROXY: "", http_proxy: "http://proxy:3128", NO_PROXY: "" };
    expect(quick([], { env: lower }).of("proxy")).toEqual([expect.objectContaining({ level: "warning" })]);
    expect(quick([], { env: { ...env, NO_PROXY: "localhost,127.0.0.1" } }).of("proxy")).toEqual([
      expect.objectContaining({ level: "ok" }),
    ]);
  });

  it("names an engine that is of another machine, and goes on", () => {
    const copy = path.join(d.folder, "copy");
    const core = path.join(copy, "node_modules/@uipilot/core");
    cpSync(path.dirname(serverEntry), path.join(copy, "dist"), { recursive: true });
    writeFileSync(path.join(copy, "package.json"), '{"type": "module"}');
    cpSync(path.join(root, "npm/core/dist"), path.join(core, "dist"), { recursive: true });
    cpSync(path.join(root, "npm/core/package.json"), path.join(core, "package.json"));
    for (const name of ["linux-x64-gnu", "linux-arm64-gnu", "darwin-arm64", "darwin-x64"])
      writeFileSync(path.join(core, `uipilot.${name}.node`), "not a library");
    const { of, status, findings } = quick([], { entry: path.join(copy, "dist/index.js") });
    expect(status).toBe(1);
    expect(of("engine")).toEqual([
      expect.objectContaining({ level: "problem", text: expect.stringContaining("cannot be loaded") }),
    ]);
    expect(findings.length).toBeGreaterThan(8);
  });

  it.skipIf(!canHide())("names a full disk and little shared memory", () => {
    const small = path.join(d.folder, "small");
    mkdirSync(small);
    const before = `mount -t tmpfs -o size=1m none ${small} && mount -t tmpfs -o size=1m none /dev/shm`;
    const { of } = quick([], { before, env: { TMPDIR: small } });
    expect(of("folders")).toContainEqual(
      expect.objectContaining({
        level: "problem",
        text: expect.stringMatching(/temporary folder .* has only 1 MB left/),
      }),
    );
    expect(of("shared memory")).toEqual([expect.objectContaining({ level: "warning" })]);
  });

  it("ends quietly when nobody reads on", () => {
    const script = `'${process.execPath}' '${serverEntry}' doctor --no-launch | head -n 1`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    expect(stdout).toMatch(/^ok +node: /);
    expect(stderr).toBe("");
  });

  describe("with options of a server that nothing has", () => {
    const configured = (settings: Record<string, unknown>): string[] => {
      const file = path.join(mkdtempSync(path.join(d.folder, "config-")), "c.json");
      writeFileSync(file, JSON.stringify(settings));
      return ["--config", file];
    };
    const found = (text: RegExp, cure = /./) => [
      expect.objectContaining({
        level: "problem",
        text: expect.stringMatching(text),
        cure: expect.stringMatching(cure),
      }),
    ];
    const problems = (all: Finding[]): Finding[] => all.filter(({ level }) => level === "problem");

    it.each([
      [{ device: "Nokia 1" }, /no device "Nokia 1"/, /Pixel|iPhone/],
      [{ browser: "netscape" }, /netscape/, /correct/],
      [{ locale: "klingon_1" }, /locale must be a BCP 47 tag/, /./],
      [{ executable: "/nowhere/chromium" }, /"\/nowhere\/chromium" does not exist/, /./],
    ])("finds %j without a browser", (settings, text, cure) => {
      const [[key, value] = ["", ""]] = Object.entries(settings);
      const variable = { [`UIPILOT_${key.toUpperCase()}`]: value };
      for (const told of [
        quick(configured(settings)),
        quick([], { env: variable }),
        // The check of the browsers has the executable of its own flag.
        ...(key === "executable" ? [] : [quick([`--${key}`, value])]),
      ]) {
        expect(problems(told.of("settings"))).toEqual(found(text, cure));
        expect(told.status).toBe(1);
      }
      expect(problems(quick(configured({ device: "Pixel 7", locale: "de-DE" })).of("settings"))).toEqual([]);
    });

    it.each(oneBrowser)("finds a time zone that %s does not know, and none that it knows", (browser) => {
      const zone = (timezone: string) => doctor(configured({ browser, timezone })).of("settings");
      expect(problems(zone("Mars/Base"))).toEqual(found(/"Mars\/Base"/));
      expect(zone("Asia/Tokyo")).toContainEqual(
        expect.objectContaining({ level: "ok", text: expect.stringContaining("has begun a page with them") }),
      );
    });

    it("finds a browser that is not installed", () => {
      expect(problems(doctor(configured({ browser: "firefox-nightly" })).of("settings"))).toEqual(
        found(/no Firefox.* is installed/, /./),
      );
    });
  });

  it("refuses options that it does not have", () => {
    for (const args of [["--nothing"], ["--port", "x"], ["--profile", ""], ["word"]]) {
      const { status, stderr } = quick(args);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^uipilot-mcp doctor: /);
      const said = { error: { code: "INVALID_INPUT", message: expect.stringMatching(/./) } };
      expect(JSON.parse(quick(args).stdout)).toMatchObject(said);
    }
  });
});
