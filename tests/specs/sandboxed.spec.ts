/** Documents whose sandbox forbids scripts: timers of our own world would not run there, and would be errors of the page's. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

interface Audit {
  violations: { rule: string; elements: { html: string }[] }[];
  missing: unknown[];
}

inOneBrowser(
  "documents without scripts",
  (t) => {
    const body =
      '<html lang="en"><title>Inner</title><main><h1>Inner</h1><input id="quiet"><button>Go</button></main></html>';
    const labels = async (): Promise<string[]> => {
      await t.pilot.ok("audit_accessibility", { file: "audit.json", overwrite: true });
      const audit = JSON.parse(readFileSync(path.join(t.pilot.folder, "audit.json"), "utf8")) as Audit;
      expect(audit.missing).toEqual([]);
      return audit.violations
        .filter(({ rule }) => rule === "label")
        .flatMap((found) => found.elements.map((one) => one.html));
    };
    const errors = async (): Promise<string> => (await t.pilot.call("list_console_messages", { level: "error" })).text;

    it("are audited as frames", async () => {
      const inner = t.site.resource({ type: "text/html", body });
      const frame = `<iframe sandbox title="inner" src="${inner.url}"></iframe>`;
      await t.pilot.open(t.site.html(`<main><h1>Outer</h1>${frame}</main>`));
      expect(await labels()).toEqual([expect.stringContaining('id="quiet"')]);
      expect(await errors()).not.toContain("sandboxed");
    });

    it("are audited, measured and acted on as pages", async () => {
      const headers = { "content-security-policy": "sandbox" };
      await t.pilot.see(t.site.resource({ type: "text/html", body, headers }));
      expect(await labels()).toHaveLength(1);
      expect(await t.pilot.ok("measure_page")).toContain("TTFB (first byte)");
      await t.pilot.click("button", "Go");
      expect(await errors()).not.toContain("sandboxed");
    });
  },
  { args: ["--tools", "web,audits,devtools"] },
);
