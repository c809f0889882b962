import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inEachOwnBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

// The first test counts the downloads of the session, so it has to be no other file's.
inEachOwnBrowser(
  "downloads",
  (t) => {
    it("are listed with state, size and path, those of closed pages too", async () => {
      expect(await t.pilot.ok("list_downloads")).toBe("There are no downloads.");
      const file = t.site.resource({
        type: "application/octet-stream",
        body: "some bytes",
        headers: { "content-disposition": `attachment; filename="report.bin"` },
      });
      const number = await t.pilot.newPage(t.site.html(`<a href="${file.url}">Get it</a>`));
      await t.pilot.ok("wait_for", { text: "Get it" });
      await t.pilot.snapshot();
      await t.pilot.click("link", "Get it");
      const line = await until("the download to end", async () =>
        /^"report.bin" finished, 10 bytes, "(.+)"$/m.exec(await t.pilot.ok("list_downloads")),
      );
      expect(readFileSync(line[1] ?? "", "utf8")).toBe("some bytes");
      await t.pilot.ok("close_page", { page: number });
      expect(await t.pilot.ok("list_downloads")).toContain(`"report.bin" finished`);
    });

    it("quote the name that the server gave", async () => {
      const file = t.site.resource({
        type: "application/octet-stream",
        body: "x",
        headers: { "content-disposition": 'attachment; filename="a\\" finished, 0 bytes.bin"' },
      });
      await t.pilot.see(t.site.html(`<a href="${file.url}">Get it</a>`));
      await t.pilot.click("link", "Get it");
      const text = await until("the download to be listed", async () => {
        const list = await t.pilot.ok("list_downloads");
        return list.split("\n").some((line) => line.startsWith('"a')) ? list : undefined;
      });
      for (const line of text.split("\n")) expect(line).toMatch(/^"(?:[^"\\]|\\.)*" (?:running|finished|failed)/);
    });
  },
  { args: ["--tools", "web,more"] },
);
