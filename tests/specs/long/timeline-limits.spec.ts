/** Timelines that reach their limits. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inEachBrowser } from "../../support/suite.ts";

/** What is in a file: its steps by their tools, and what stands at its end. */
function read(file: string): { tools: string[]; text: string } {
  const text = readFileSync(file, "utf8");
  return { tools: [...text.matchAll(/<article[\s\S]*?<code>([^<]*)/g)].map(([, tool = ""]) => tool), text };
}

inEachBrowser(
  "a timeline that is full",
  (t) => {
    const file = (name: string): string => path.join(t.pilot.folder, name);

    it("has 5,000 steps, and says how many are missing", async () => {
      await t.pilot.see(t.site.html("<button>Go</button>"));
      await t.pilot.ok("start_recording", { file: "steps.html" });
      for (let count = 0; count < 4_999; count++) await t.pilot.ok("list_pages");
      for (let count = 0; count < 3; count++) await t.pilot.click("button", "Go");
      await t.pilot.ok("list_pages");
      const told = await t.pilot.ok("stop_recording");
      expect(told).toContain("Recorded 5000 steps");
      expect(told).toContain("3 steps were left out: a recording has at most 5000.");
      const { tools, text } = read(file("steps.html"));
      expect(tools).toHaveLength(5_000);
      expect(tools.filter((tool) => tool.includes("click_by_uid"))).toHaveLength(1);
      expect(tools.at(-1)).toContain("click_by_uid");
      expect(text).toContain("3 steps were left out: a recording has at most 5000.");
      expect(text.trimEnd()).toMatch(/<\/html>$/);
    }, 240_000);

    it("has 64 MB, and says how many steps are missing", async () => {
      // A character of the page has five in the file.
      await t.pilot.see(t.site.html(`<button>Go</button><p>${"&amp;".repeat(7_000)}</p>`));
      await t.pilot.ok("start_recording", { file: "bytes.html" });
      const calls = 2_600;
      for (let count = 0; count < calls; count++) await t.pilot.ok("read_page");
      await t.pilot.click("button", "Go");
      // It would have room again, after a gap.
      await t.pilot.ok("list_pages");
      const told = await t.pilot.ok("stop_recording");
      const [, steps, bytes] = /Recorded (\d+) steps to .*, (\d+) bytes/.exec(told) ?? [];
      const { tools, text } = read(file("bytes.html"));
      expect(Number(bytes)).toBe(Buffer.byteLength(text));
      expect(Number(bytes) / 2 ** 20).toBeGreaterThan(63.9);
      expect(Number(bytes)).toBeLessThanOrEqual(64 * 2 ** 20);
      expect(tools).toHaveLength(Number(steps));
      expect(new Set(tools).size).toBe(1);
      expect(told).toContain(`${calls + 2 - Number(steps)} steps were left out: a recording has at most 64 MB.`);
      expect(text.trimEnd()).toMatch(/<\/html>$/);
    }, 240_000);
  },
  { args: ["--tools", "web,more,record"] },
);
