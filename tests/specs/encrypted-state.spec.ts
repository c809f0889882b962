/** Log-in state that is encrypted at rest. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";

const KEY = "correct horse battery";
const COOKIE = { action: "set", name: "id", value: "s3cret", domain: "example.org" };

const pilots: Pilot[] = [];
afterEach(async () => {
  for (const pilot of pilots.splice(0)) await pilot.close();
});

describe.each(oneBrowser)("encrypted log-in state in %s", (browser) => {
  async function start(key?: string, ...args: string[]): Promise<Pilot> {
    const env: Record<string, string> = key === undefined ? {} : { UIPILOT_STATE_KEY: key };
    const pilot = await Pilot.start({ browser, env, args: ["--tools", "web,state,sessions", ...args] });
    pilots.push(pilot);
    return pilot;
  }

  it("is opened by the key only, and shows neither the key nor the state", async () => {
    const pilot = await start(KEY, "--log-level", "trace");
    await pilot.ok("cookies", COOKIE);
    const told = await pilot.ok("storage_state", { action: "save", file: "state.age", encrypt: true });
    expect(told).toContain("The file is encrypted.");
    const file = path.join(pilot.folder, "state.age");
    const bytes = readFileSync(file);
    expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    expect(bytes.includes("s3cret") || bytes.includes("example.org")).toBe(false);
    await pilot.ok("cookies", { action: "delete", name: "id" });
    expect(await pilot.ok("storage_state", { action: "load", file: "state.age" })).not.toContain("encrypted");
    expect(await pilot.ok("cookies", { action: "list", showValues: true })).toContain('"s3cret"');
    const id = /session (\S{22})\./.exec(await pilot.ok("open_session", { storageState: "state.age" }))?.[1];
    expect(await pilot.ok("cookies", { action: "list", session: id })).toContain('"id"');

    const changed = Buffer.from(bytes);
    changed[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(path.join(pilot.folder, "changed.age"), changed);
    writeFileSync(path.join(pilot.folder, "cut.age"), bytes.subarray(0, 300));
    await pilot.ok("cookies", { action: "delete", name: "id" });
    for (const name of ["changed.age", "cut.age"]) {
      const refused = await pilot.fails("DECRYPTION_FAILED", "storage_state", { action: "load", file: name });
      expect(refused).toContain("was changed or cut");
    }
    expect(await pilot.ok("cookies", { action: "list" })).toBe("0 cookies");

    const wrong = await start("another long key", "--storage-state", file);
    const refused = await wrong.fails("DECRYPTION_FAILED", "cookies", { action: "list" });
    expect(refused).toContain("the key does not open it");
    const keyless = await start(undefined, "--storage-state", file);
    expect(await keyless.fails("DECRYPTION_FAILED", "cookies", { action: "list" })).toContain("UIPILOT_STATE_KEY");
    const right = await start(KEY, "--storage-state", file);
    expect(await right.ok("cookies", { action: "list", showValues: true })).toContain('"s3cret"');
    for (const { stderr } of [pilot, wrong, right]) expect(stderr).not.toMatch(/correct horse|another long|s3cret/);
  });

  it("is not taken for granted", async () => {
    const keyless = await start();
    await keyless.ok("cookies", COOKIE);
    const refused = await keyless.fails("INVALID_INPUT", "storage_state", {
      action: "save",
      file: "state.json",
      encrypt: true,
    });
    expect(refused).toContain("nothing was saved");
    const told = await keyless.ok("storage_state", { action: "save", file: "state.json" });
    expect(told).toContain("The file is not encrypted");
    const keyed = await start(KEY, "--allow-root", keyless.folder);
    const file = path.join(keyless.folder, "state.json");
    expect(await keyed.ok("storage_state", { action: "load", file })).toContain("The file is not encrypted");
    expect(await keyed.ok("cookies", { action: "list" })).toContain("1 cookie");
    const begun = await start(KEY, "--storage-state", file);
    expect(await begun.ok("cookies", { action: "list" })).toContain("1 cookie");
    expect(begun.stderr).toContain("the state file is not encrypted, although UIPILOT_STATE_KEY is set");
  });
});
