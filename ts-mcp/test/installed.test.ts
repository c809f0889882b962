import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { browsersFolder, installedIn, withInstalled } from "../src/installed.ts";
import { dataFolder, type Here, stateFolder } from "../src/places.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "uipilot-installed-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const place = (env: NodeJS.ProcessEnv = {}): Here => ({ platform: "linux", env, home });

function put(browser: string, version: string, at: number, record?: string): string {
  const folder = path.join(browsersFolder(place()), browser, `linux-${version}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "program"), "");
  writeFileSync(
    path.join(folder, "uipilot.json"),
    record ?? JSON.stringify({ browser, version, executable: "program", at }),
  );
  return path.join(folder, "program");
}

const taken = (browser: string | undefined, env: NodeJS.ProcessEnv = {}, executable?: string) =>
  withInstalled(
    { launch: { ...(browser === undefined ? {} : { browser }), ...(executable === undefined ? {} : { executable }) } },
    place(env),
  ).launch?.executable;

it("takes the browser of the wanted kind that was installed last", () => {
  const old = put("chrome", "157.0.0.1", 1);
  const chromium = put("chromium", "1500000", 3);
  const firefox = put("firefox", "stable_153.0", 2);
  expect(taken(undefined)).toBe(chromium);
  expect(taken("chromium")).toBe(chromium);
  expect(taken("chrome")).toBe(old);
  expect(taken("firefox")).toBe(firefox);
  for (const other of ["chrome-beta", "msedge", "brave", "constructor"]) expect(taken(other)).toBeUndefined();
});

it("gives way to what the user names", () => {
  put("chrome", "157.0.0.1", 1);
  expect(taken("chrome", {}, "/mine")).toBe("/mine");
  expect(taken("chrome", { UIPILOT_BROWSER_PATH: "/mine" })).toBeUndefined();
  expect(withInstalled({ attach: { endpoint: "9222" } }, place())).toEqual({ attach: { endpoint: "9222" } });
});

it("knows none that is not whole", () => {
  expect(installedIn(browsersFolder(place()))).toEqual([]);
  for (const [index, record] of ["", "null", "[]", '{"browser": "opera"}', '{"browser": "chrome"}'].entries())
    put("chrome", `1.0.0.${index}`, 1, record);
  rmSync(put("chrome", "2.0.0.0", 1));
  writeFileSync(path.join(browsersFolder(place()), "firefox"), "a file");
  expect(installedIn(browsersFolder(place()))).toEqual([]);
});

it.each<[Here, string, string]>([
  [{ platform: "linux", env: {}, home: "/h" }, "/h/.local/share/uipilot", "/h/.local/state/uipilot"],
  [{ platform: "linux", env: { XDG_DATA_HOME: "/d", XDG_STATE_HOME: "/s" }, home: "/h" }, "/d/uipilot", "/s/uipilot"],
  [
    { platform: "linux", env: { XDG_DATA_HOME: "d", XDG_STATE_HOME: "s" }, home: "/h" },
    "/h/.local/share/uipilot",
    "/h/.local/state/uipilot",
  ],
  [
    { platform: "darwin", env: { XDG_DATA_HOME: "/d" }, home: "/h" },
    "/h/Library/Application Support/uipilot",
    "/h/Library/Application Support/uipilot",
  ],
  [{ platform: "win32", env: { LOCALAPPDATA: "/l" }, home: "/h" }, "/l/uipilot", "/l/uipilot"],
])("keeps things where programs of the system do: %j", (where, data, state) => {
  expect(dataFolder(where)).toBe(data);
  expect(stateFolder(where)).toBe(state);
});
