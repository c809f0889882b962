/** A real Selenium Grid: files to and from its nodes, its queue, and sessions of which a node takes some along. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canHide, Grid, noGrid } from "../support/grid.ts";
import { does } from "../support/interact.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { type Site, startSite } from "../support/site.ts";
import { until } from "../support/wait.ts";
import { crowd, FORM, gridArguments, WRONG } from "./crowd.ts";

const missing = noGrid();
if (missing !== undefined) console.warn(`skipped: ${missing}`);

describe.skipIf(missing !== undefined)("a Selenium Grid of a hub and two nodes", () => {
  const PLACES = 2;
  let site: Site;
  let grid: Grid;
  /** What the nodes do not see. */
  let ours: string;
  /** Where the nodes put files. */
  let theirs: string;

  beforeAll(async () => {
    site = await startSite();
    ours = mkdtempSync(path.join(tmpdir(), "uipilot-grid-"));
    theirs = mkdtempSync(path.join(tmpdir(), "uipilot-node-"));
    grid = await Grid.start({ nodes: 2, sessionsPerNode: PLACES, temporary: theirs, hidden: ours });
  });
  afterAll(async () => {
    await grid?.close();
    await site?.close();
    for (const folder of [ours, theirs]) rmSync(folder, { recursive: true, force: true });
  });

  const start = (sessions = 1, more: string[] = [], limitMs?: number): Promise<Pilot> =>
    Pilot.start({ bare: true, args: [...gridArguments(grid, executables.chromium, sessions, limitMs), ...more] });

  const isEmpty = () => until("the grid to be empty", async () => (await grid.sessions()) === 0, 30_000);

  it("is reached where it is, and not where its nodes believe it to be", async () => {
    const pilot = await start();
    try {
      await pilot.open(site.html(FORM));
      const { details } = await does(pilot, "click", 'button "Enter"');
      // Over the socket that the grid passes on.
      expect(details.method).toBe("cdp");
    } finally {
      await pilot.close();
    }
    await isEmpty();
  });

  it("gets files from this machine, and its downloads come back", async () => {
    const pilot = await start(1, [
      ...["--allow-root", ours, "--capability", "se:downloadsEnabled=true", "--capability", "se:name=files"],
    ]);
    try {
      const folder = path.join(ours, "here only");
      mkdirSync(folder);
      const names = ["first.txt", "zweite Übung.txt"];
      const files = names.map((name) => path.join(folder, name));
      for (const [index, file] of files.entries()) writeFileSync(file, `content ${index}`);
      const page =
        site.html(`<input type="file" multiple aria-label="Files"><a download="made here.txt" href="data:text/plain,made%20in%20the%20page">Save</a>
        <script>document.querySelector("input").onchange = async ({ target }) => {
          for (const file of target.files) record("file", { name: file.name, text: await file.text() });
        }</script>`);
      await pilot.see(page);
      await pilot.ok("upload_file_by_uid", { uid: pilot.uid("button", "Files"), filePath: files });
      for (const [index, name] of names.entries()) {
        await page.event("file", (event) => event.name === name && event.text === `content ${index}`);
      }
      // The node has copies. It cannot have read the files themselves.
      const copies = readdirSync(theirs, { recursive: true }).map(String);
      for (const name of names) expect(copies.some((copy) => path.basename(copy) === name)).toBe(true);
      if (!canHide()) console.warn("skipped: that nodes see no files of this machine, which needs root");

      const told = await pilot.click("link", "Save");
      expect(told).toContain('Download "made here.txt" started');
      const line = await until("the download to come", async () =>
        /"made here.txt" finished, 16 bytes, "(.+)"/.exec(await pilot.ok("list_downloads")),
      );
      const [, here = ""] = line;
      expect(readFileSync(here, "utf8")).toBe("made in the page");
      expect(here.startsWith(theirs)).toBe(false);
      // It is fetched once.
      expect(await pilot.ok("list_downloads")).toContain(here);
      await pilot.close();
      expect(existsSync(here)).toBe(false);
    } finally {
      await pilot.close();
    }
    await isEmpty();
  });

  it("says that it is full, and keeps no request of a call that has ended", async () => {
    const all = 2 * PLACES;
    const holder = await start(all);
    const late = await start(2, [], 4_000);
    try {
      const fill = Array.from({ length: all }, async () => {
        const session = /session (\S{22})\./.exec(await holder.ok("open_session"))?.[1];
        await holder.ok("list_pages", { session });
      });
      await Promise.all(fill);
      expect(await grid.sessions()).toBe(all);

      const began = performance.now();
      const full = await late.fails("CONNECT_FAILED", "list_pages");
      expect(performance.now() - began).toBeLessThan(8_000);
      expect(full).toContain(`0 of the grid's ${all} places are free`);

      const session = /session (\S{22})\./.exec(await late.ok("open_session"))?.[1];
      const cancel = new AbortController();
      const cancelled = late.call("list_pages", { session }, { signal: cancel.signal }).catch(() => "cancelled");
      await until("the request to be in the queue", async () => (await grid.queued()) > 0, 10_000);
      cancel.abort();
      expect(await cancelled).toBe("cancelled");
      await late.close();
      await until("the queue to be empty", async () => (await grid.queued()) === 0, 30_000);
      expect(await grid.sessions()).toBe(all);
    } finally {
      await late.close();
      await holder.close();
    }
    await isEmpty();
  });

  it("loses a node, and every session is accounted for", async () => {
    const pilot = await start(12);
    try {
      const { results, ended, left } = await crowd(grid, pilot, site.html(FORM).url, 12, true);
      expect(WRONG.filter((code) => results.has(code))).toEqual([]);
      expect(ended).toBe(12);
      expect(left).toBe(0);
      expect(results.get("completed"), JSON.stringify([...results])).toBeGreaterThanOrEqual(12 - PLACES);
      // On a busy machine, the node is lost while it still starts a browser for one of them.
      const accounted = ["completed", "SESSION_ENDED", "OUTCOME_UNKNOWN", "CONNECT_FAILED"];
      expect([...results.keys()].filter((code) => !accounted.includes(code))).toEqual([]);
    } finally {
      await pilot.close();
    }
  });
});
