import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";
import { Tree } from "../support/tree.ts";

const controls = 8_000;
const body = Array.from(
  { length: controls / 4 },
  (_, row) => `<div><button>Edit ${row}</button><a href="#${row}">Open ${row}</a>
  <label>Amount ${row} <input value="${row}"></label><input type="checkbox" aria-label="Pick ${row}"></div>`,
).join("");

inOneBrowser("the budget of a snapshot", (t) => {
  it("keeps the default answer of a page with 8,000 controls near 20 kB and says last what is left out", async () => {
    await t.pilot.open(t.site.html(body));
    const text = await t.pilot.ok("take_snapshot");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(21_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(10_000);
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    expect(last).toMatch(/\d/);
    for (const way of ["cursor", "find", "save_page"]) expect(last).toContain(way);
  });

  it("gives the rest page by page, nothing lost and nothing twice", async () => {
    await t.pilot.open(t.site.html(body.slice(0, 60_000)));
    const saved = path.join(t.pilot.folder, "whole.txt");
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 40; pages += 1) {
      const answer = await t.pilot.ok("take_snapshot", cursor ? { cursor } : {});
      seen.push(...new Tree(answer).uids);
      cursor = /cursor[=: ]+["`]?([\w.:-]+)/.exec(answer.trimEnd().split("\n").at(-1) ?? "")?.[1];
      if (!cursor) break;
    }
    expect(cursor).toBeUndefined();
    await t.pilot.ok("save_page", { saveTo: saved });
    const whole = new Tree(readFileSync(saved, "utf8"));
    expect(seen.length).toBeGreaterThan(1_000);
    // Ancestors are repeated at the top of a page of the answer, so that it can be read alone; nothing else is.
    expect([...new Set(seen)].sort()).toEqual([...whole.uids].sort());
  });

  it("obeys maxLines", async () => {
    await t.pilot.open(t.site.html(body));
    const tree = await t.pilot.snapshot({ maxLines: 12 });
    expect(tree.nodes.length).toBeLessThanOrEqual(12);
    expect(tree.nodes.length).toBeGreaterThan(5);
  });

  it("finds one control among thousands without the rest", async () => {
    await t.pilot.open(t.site.html(body));
    const tree = await t.pilot.snapshot({ find: "Edit 1999" });
    expect(tree.has("button", "Edit 1999")).toBe(true);
    expect(tree.text.length).toBeLessThan(2_000);
    await t.pilot.click("button", "Edit 1999");
  });

  it("saves the whole snapshot to a file inside the allowed folder", async () => {
    await t.pilot.open(t.site.html(body));
    const answer = await t.pilot.ok("save_page", { saveTo: "deep.txt" });
    const text = readFileSync(path.join(t.pilot.folder, "deep.txt"), "utf8");
    expect(answer).toContain("deep.txt");
    expect(answer.length).toBeLessThan(2_000);
    const tree = new Tree(text);
    expect(tree.has("button", "Edit 0")).toBe(true);
    expect(tree.has("checkbox", "Pick 1999")).toBe(true);
  });

  it("refuses to save outside of it, also through a link or a parent folder", async () => {
    await t.pilot.open(t.site.html("<p>Page</p>"));
    symlinkSync("/tmp", path.join(t.pilot.folder, "way-out"));
    for (const saveTo of ["/tmp/uipilot-outside.txt", "../outside.txt", "way-out/outside.txt", "/proc/self/environ"]) {
      await t.pilot.fails("PATH_NOT_ALLOWED", "save_page", { saveTo });
    }
    expect(existsSync("/tmp/uipilot-outside.txt")).toBe(false);
    expect(existsSync("/tmp/outside.txt")).toBe(false);
  });

  it("says so when the disk is full, and goes on", async (test) => {
    const full = path.join(t.pilot.folder, "full");
    mkdirSync(full);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", full], { stdio: "ignore" });
    } catch {
      test.skip("a file system of one page cannot be mounted here");
    }
    try {
      await t.pilot.open(t.site.html(body));
      const text = await t.pilot.fails("IO", "save_page", { saveTo: "full/snapshot.txt" });
      expect(text).toContain("snapshot.txt");
      await t.pilot.ok("take_snapshot", { maxLines: 5 });
    } finally {
      execFileSync("umount", ["-l", full]);
    }
  });

  it("replaces a file only when told to, and follows no name that a shell or a settings file owns", async () => {
    await t.pilot.open(t.site.html("<h1>First</h1>"));
    const kept = path.join(t.pilot.folder, "kept.txt");
    await t.pilot.ok("save_page", { saveTo: "kept.txt" });
    const first = readFileSync(kept, "utf8");
    await t.pilot.open(t.site.html("<h1>$(touch owned)</h1>"));
    await t.pilot.fails("IO", "save_page", { saveTo: "kept.txt" });
    expect(readFileSync(kept, "utf8")).toBe(first);
    await t.pilot.ok("save_page", { saveTo: "kept.txt", overwrite: true });
    expect(readFileSync(kept, "utf8")).toContain("$(touch owned)");
    for (const saveTo of [".bashrc", ".git/hooks/pre-commit", "sub/.hidden/x.txt"]) {
      await t.pilot.fails("PATH_NOT_ALLOWED", "save_page", { saveTo, overwrite: true });
    }
    await t.pilot.fails("INVALID_INPUT", "save_page", { saveTo: "~/x.txt" });
    expect(existsSync(path.join(t.pilot.folder, "~"))).toBe(false);
  });

  it("says so when the path is a folder", async () => {
    await t.pilot.open(t.site.html("<p>Page</p>"));
    mkdirSync(path.join(t.pilot.folder, "folder"));
    await t.pilot.fails("IO", "save_page", { saveTo: "folder" });
  });
});
