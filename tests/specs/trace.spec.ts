/** Performance traces: what is in them, where they go, and that nothing stays behind. */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

interface TraceFile {
  traceEvents: { name: string; args?: { data?: { url?: string } } }[];
}

inEachBrowser(
  "a trace",
  (t) => {
    const file = (name: string): string => path.join(t.pilot.folder, name);

    it("has what was slow, and opens elsewhere; or is told to be impossible", async () => {
      const page = t.site.html(`<title>Slow</title><button id="go">Work</button><script>
        function hardWork() { const end = performance.now() + 250; while (performance.now() < end); document.title = "done"; }
        go.addEventListener("click", hardWork);
      </script>`);
      await t.pilot.see(page);
      if (t.browser !== "chromium") {
        expect(await t.pilot.fails("UNSUPPORTED", "start_trace")).toContain("Chromium");
        await t.pilot.fails("INVALID_INPUT", "stop_trace", { file: "none.json" });
        expect(existsSync(file("none.json"))).toBe(false);
        return;
      }
      await t.pilot.fails("INVALID_INPUT", "stop_trace", { file: "none.json" });
      expect(existsSync(file("none.json"))).toBe(false);
      await t.pilot.ok("start_trace", { screenshots: true });
      await t.pilot.fails("INVALID_INPUT", "start_trace");
      // Another page, in another process, is told by the browser and left out.
      const aside = await t.pilot.newPage({
        url: `${t.site.html("<title>Aside</title>").otherOrigin}?of-another-page`,
      });
      await t.pilot.ok("close_page", { page: aside });
      // A load and an action are in it.
      await t.pilot.see(page);
      await t.pilot.click("button", "Work");
      await t.pilot.ok("wait_for", { text: "Work" });
      await t.pilot.fails("PATH_NOT_ALLOWED", "stop_trace", { file: "/etc/trace.json" });
      const said = await t.pilot.ok("stop_trace", { file: "trace.json" });
      expect(said).toMatch(/Long tasks: [1-9]/);
      expect(said).toMatch(/By kind: .*script \d/);
      expect(said).toContain(page.url);
      expect(said).toMatch(/ ms at \d+(?:\.\d)? ms: script \(/);
      expect(said.length).toBeLessThan(20_000);
      const { traceEvents } = JSON.parse(readFileSync(file("trace.json"), "utf8")) as TraceFile;
      expect(traceEvents.length).toBeGreaterThan(100);
      expect(JSON.stringify(traceEvents)).not.toContain("of-another-page");
      const names = new Set(traceEvents.map(({ name }) => name));
      for (const name of ["RunTask", "Layout", "ResourceSendRequest", "EventDispatch", "Screenshot"])
        expect(names).toContain(name);
      await t.pilot.fails("INVALID_INPUT", "stop_trace");

      await t.pilot.ok("start_trace");
      // A file that exists is found before anything is lost.
      await t.pilot.fails("IO", "stop_trace", { file: "trace.json" });
      await t.pilot.ok("stop_trace", { file: "trace.json.gz" });
      const zipped = JSON.parse(gunzipSync(readFileSync(file("trace.json.gz"))).toString()) as TraceFile;
      expect(zipped.traceEvents.length).toBeGreaterThan(0);
    });

    it("is refused where the browser would tell of other sessions", async () => {
      if (t.browser !== "chromium") return;
      const session = /Opened session ([\w-]+)/.exec(await t.pilot.ok("open_session"))?.[1];
      expect(await t.pilot.fails("UNSUPPORTED", "start_trace", { session })).toContain("shares its browser");
      await t.pilot.ok("close_session", { session });
    });

    it("ends with its page", async () => {
      if (t.browser !== "chromium") return;
      const number = await t.pilot.newPage(t.site.html("<title>Short</title>"));
      await t.pilot.ok("start_trace");
      await t.pilot.ok("close_page", { page: number });
      await t.pilot.fails("PAGE_CLOSED", "stop_trace", { file: "closed.json" });
      expect(existsSync(file("closed.json"))).toBe(false);
      await t.pilot.see(t.site.html("<title>Next</title>"));
      await t.pilot.ok("start_trace");
      expect(await t.pilot.ok("stop_trace")).toMatch(/^Trace of page \d+/);
    });
  },
  { args: ["--tools", "web,audits,sessions"] },
);
