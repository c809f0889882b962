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

    /** A file that is downloaded under this name. */
    const download = (name: string, body: string): string =>
      t.site.resource({
        type: "application/octet-stream",
        body,
        headers: { "content-disposition": `attachment; filename="${name}"` },
      }).url;

    it("that one click begins keep their names, paths and sizes apart", async () => {
      const files = [download("one.bin", "1"), download("two.bin", "22")];
      const begin = files
        .map(
          (url, at) =>
            `const a${at} = document.createElement("a"); a${at}.href = "${url}"; a${at}.download = ""; a${at}.click();`,
        )
        .join(" ");
      await t.pilot.see(t.site.html(`<button id="go">Both</button><script>go.onclick = () => { ${begin} }</script>`));
      await t.pilot.click("button", "Both");
      const list = await until("both to end", async () => {
        const told = await t.pilot.ok("list_downloads");
        return told.includes('"one.bin" finished') && told.includes('"two.bin" finished') ? told : undefined;
      });
      for (const [name, body] of [
        ["one", "1"],
        ["two", "22"],
      ] as const) {
        const [, size, path] = new RegExp(`^"${name}\\.bin" finished, (\\d+) bytes?, "(.+)"$`, "m").exec(list) ?? [];
        expect(Number(size), list).toBe(body.length);
        expect(path, list).toMatch(new RegExp(`${name}[^/]*\\.bin$`));
        expect(readFileSync(path ?? "", "utf8")).toBe(body);
      }
    });

    it("of a page that is opened for nothing else are told by what opened it", async () => {
      const file = download("popup.bin", "some bytes");
      await t.pilot.see(t.site.html(`<a href="${file}" target="_blank">Get it</a>`));
      const told = await t.pilot.click("link", "Get it");
      expect(told).toContain('"popup.bin"');
    });

    it("of a page that was opened by another one and shows something are told there", async () => {
      const file = download("inner.bin", "some bytes");
      const popup = t.site.html(`<title>Popup</title><a href="${file}">Get it</a>`);
      await t.pilot.see(t.site.html(`<a href="${popup.url}" target="_blank">Open</a>`));
      const page = Number(/Opened page (\d+)/.exec(await t.pilot.click("link", "Open"))?.[1]);
      await t.pilot.ok("select_page", { page });
      await t.pilot.ok("wait_for", { text: "Get it" });
      await t.pilot.snapshot();
      expect(await t.pilot.click("link", "Get it")).toContain('"inner.bin"');
      await t.pilot.ok("close_page", { page });
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
