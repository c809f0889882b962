/** Pages printed to PDF, read back by pdf.js. */

import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, it } from "vitest";
import { mountSmall } from "../support/full-disk.ts";
import { inOneBrowser } from "../support/suite.ts";

const body = `<style>.ink{height:60px;background:#c00} .print{display:none} @media print { .screen{display:none} .print{display:block} }
  section{break-after:page}</style>
  <section><h1>First sheet</h1><p class="screen">only on screens</p><p class="print">only on paper</p><div class="ink"></div></section>
  <section><h1>Second sheet</h1></section><section><h1>Third sheet</h1></section><h1>Fourth sheet</h1>`;

/** A PDF as its reader sees it: the texts of its pages, and the size of the first one in millimetres. */
async function read(file: string): Promise<{ texts: string[]; size: number[] }> {
  const document = await getDocumentProxy(new Uint8Array(readFileSync(file)));
  const { text } = await extractText(document, { mergePages: false });
  const [left = 0, bottom = 0, right = 0, top = 0] = (await document.getPage(1)).view;
  return { texts: text, size: [right - left, top - bottom].map((points) => Math.round((points / 72) * 25.4)) };
}

inOneBrowser(
  "a page as PDF",
  (t) => {
    const file = (name: string): string => path.join(t.pilot.folder, name);

    it("leaves no pages behind, and frames are printed", async () => {
      const inner = t.site.html("<h2>Inner words</h2>");
      const frames = [inner.url, inner.otherOrigin].map((url) => `<iframe src="${url}"></iframe>`).join("");
      await t.pilot.open(t.site.html(`<h1>Outer words</h1>${frames}`));
      const pages = await t.pilot.pages();
      await t.pilot.ok("save_pdf", { file: "frames.pdf", overwrite: true });
      expect(await t.pilot.pages()).toEqual(pages);
      const { texts } = await read(file("frames.pdf"));
      expect(texts.join(" ").match(/Inner words/g)).toHaveLength(2);
    });

    it("is refused with a reason where the page is being printed already", async () => {
      const page = t.site.html(`<h1>Words</h1><button onclick="setTimeout(() => print())">Print</button>`);
      const close = async (): Promise<unknown> => {
        const selected = (await t.pilot.pages()).find((one) => one.selected);
        return t.pilot.ok("close_page", { page: selected?.page });
      };
      await t.pilot.ok("new_page", { url: page.url });
      await t.pilot.snapshot();
      await t.pilot.click("button", "Print");
      const answer = await t.pilot.call("save_pdf", { file: "printing.pdf", overwrite: true });
      // Firefox prints it all the same.
      if (t.browser === "firefox") expect(answer.isError, answer.text).toBe(false);
      else expect(answer.text).toMatch(/\[UNSUPPORTED\] the browser does not print this page now.*in a new page/);
      await close();
      await t.pilot.ok("new_page", { url: page.url });
      await t.pilot.ok("save_pdf", { file: "printing.pdf", overwrite: true });
      expect((await read(file("printing.pdf"))).texts.join()).toContain("Words");
      await close();
    });

    it("has the sheets, the text and the paper that were wanted", async () => {
      await t.pilot.open(t.site.html(body));
      const said = await t.pilot.ok("save_pdf", { file: "a/page.pdf" });
      expect(said).toMatch(
        /Printed the browser's page \d+ on 4 sheets of 210 × 297 mm\. Wrote ".*page\.pdf", \d+ bytes\./,
      );
      const whole = await read(file("a/page.pdf"));
      expect(whole.texts).toHaveLength(4);
      expect(whole.texts[0]).toContain("First sheet");
      expect(whole.texts[0]).toContain("only on paper");
      expect(whole.texts[0]).not.toContain("only on screens");
      expect(whole.size).toEqual([210, 297]);

      const how = { format: "Letter", landscape: true, pages: "2-3", scale: 0.8, margins: { left: 30 } };
      const partly = await t.pilot.ok("save_pdf", { file: "part.pdf", ...how });
      expect(partly).toContain("on 2 sheets of");
      expect(partly).not.toContain("left out");
      const part = await read(file("part.pdf"));
      expect(part.texts.map((text) => text.replace(/\s+/g, " ").trim())).toEqual(["Second sheet", "Third sheet"]);
      expect(part.size).toEqual([279, 216]);

      // The background is a filled box, which costs few bytes and no text.
      await t.pilot.ok("save_pdf", { file: "ink.pdf", background: true, margins: 0 });
      expect((await read(file("ink.pdf"))).texts).toHaveLength(4);
      expect(readFileSync(file("ink.pdf")).equals(readFileSync(file("a/page.pdf")))).toBe(false);
    });

    it("has the scale that was wanted, and tells the paper that the page wanted", async () => {
      await t.pilot.open(t.site.html("<p>A line</p>".repeat(200)));
      const sheets: number[] = [];
      for (const scale of [0.5, 2]) {
        await t.pilot.ok("save_pdf", { file: "scaled.pdf", scale, overwrite: true });
        sheets.push((await read(file("scaled.pdf"))).texts.length);
      }
      expect((sheets[1] ?? 0) / (sheets[0] ?? 0)).toBeGreaterThan(2.5);
      await t.pilot.open(t.site.html("<style>@page { size: 100mm 150mm }</style><h1>Small</h1>"));
      const said = await t.pilot.ok("save_pdf", { file: "small.pdf" });
      const [width = 0, height = 0] = (await read(file("small.pdf"))).size;
      const [, toldWidth, toldHeight] = /on 1 sheet of ([\d.]+) × ([\d.]+) mm/.exec(said) ?? [];
      expect([Number(toldWidth), Number(toldHeight)].map(Math.round)).toEqual([width, height]);
      await t.pilot.open(
        t.site.html("<style>@page b { size: a5 landscape } p { page: b }</style><h1>One</h1><p>Two</p>"),
      );
      expect(await t.pilot.ok("save_pdf", { file: "both.pdf" })).toMatch(
        /Printed the browser's page \d+ on 2 sheets\. Wrote/,
      );
    });

    it("has a header and a footer in Chromium, as text", async () => {
      await t.pilot.open(t.site.html(body, { title: "Bill" }));
      const wish = { file: "numbered.pdf", header: "<b>{title}</b> & more", footer: "sheet {page} of {pages}" };
      if (t.browser === "firefox") {
        expect(await t.pilot.fails("UNSUPPORTED", "save_pdf", wish)).toContain("header and footer");
        expect(existsSync(file("numbered.pdf"))).toBe(false);
        return;
      }
      await t.pilot.ok("save_pdf", wish);
      const { texts } = await read(file("numbered.pdf"));
      expect(texts[0]).toContain("<b>Bill</b> & more");
      expect(texts[1]).toContain("sheet 2 of 4");
    });

    it("replaces nothing that it was not told to, and stays in the allowed folders", async () => {
      await t.pilot.open(t.site.html("<h1>New</h1>"));
      writeFileSync(file("old.pdf"), "old");
      expect(await t.pilot.fails("IO", "save_pdf", { file: "old.pdf" })).toContain("exists already");
      // That is said before anything is printed, so that what cannot be printed does not matter.
      expect(await t.pilot.fails("IO", "save_pdf", { file: "old.pdf", margins: 200 })).toContain("exists already");
      expect(readFileSync(file("old.pdf"), "utf8")).toBe("old");
      expect(await t.pilot.ok("save_pdf", { file: "old.pdf", overwrite: true })).toContain("Replaced");
      expect((await read(file("old.pdf"))).texts[0]).toContain("New");
      await t.pilot.fails("PATH_NOT_ALLOWED", "save_pdf", { file: "../outside.pdf" });
      await t.pilot.fails("PATH_NOT_ALLOWED", "save_pdf", { file: ".hidden/x.pdf" });
      symlinkSync(tmpdir(), file("elsewhere"));
      await t.pilot.fails("PATH_NOT_ALLOWED", "save_pdf", { file: "elsewhere/x.pdf" });
    });

    it("leaves no half of a file on a full disk", async (test) => {
      const unmount = mountSmall(file("full"), "4k");
      if (unmount === undefined) return test.skip("a small file system cannot be mounted here");
      try {
        await t.pilot.open(t.site.html(body));
        expect(await t.pilot.fails("IO", "save_pdf", { file: "full/page.pdf" })).toContain("ENOSPC");
        expect(existsSync(file("full/page.pdf"))).toBe(false);
      } finally {
        unmount();
      }
    });

    it("refuses what makes no paper, by name", async () => {
      await t.pilot.open(t.site.html("<h1>One sheet</h1>"));
      const refused = (args: Record<string, unknown>) =>
        t.pilot.fails("INVALID_INPUT", "save_pdf", { file: "no.pdf", ...args });
      expect(await refused({ file: "no.txt" })).toContain(".pdf");
      expect(await refused({ pages: "3-1" })).toContain("pages must be");
      expect(await refused({ pages: "1-99999" })).toContain("from 1 to 65535");
      expect(await refused({ margins: 200 })).toContain("no room");
      expect(await refused({ scale: 5 })).toContain("scale");
      expect(await refused({ format: "A0" })).toContain("format");
      for (const pages of ["8-9", "2", "3-"])
        expect(await refused({ pages })).toContain(
          `the paper has 1 sheet, and none of those that were wanted (${pages})`,
        );
      await t.pilot.open(t.site.html(body));
      expect(await refused({ pages: "5,7-" })).toContain("the paper has 4 sheets, and none of");
      // How many there are depends on the paper.
      expect(await refused({ pages: "40", format: "A5", margins: 30 })).toContain("the paper has 4 sheets");
      expect(existsSync(file("no.pdf"))).toBe(false);
      const last = await t.pilot.ok("save_pdf", { file: "last.pdf", pages: "4,9" });
      expect(last).toContain("on 1 sheet of");
      expect(last).toContain("Wanted sheets that the paper does not have are left out.");
      for (const [pages, lacks] of [
        ["1-4", false],
        ["2-", false],
        ["2-9", true],
      ] as const) {
        const said = await t.pilot.ok("save_pdf", { file: "last-2.pdf", pages, overwrite: true });
        expect(said.includes("left out"), pages).toBe(lacks);
      }
      expect((await read(file("last.pdf"))).texts.join().trim()).toBe("Fourth sheet");
      // A dialog keeps a page from being printed.
      await t.pilot.see(t.site.html(`<button onclick="setTimeout(() => alert('stop'))">Ask</button>`));
      await t.pilot.click("button", "Ask");
      await t.pilot.fails("DIALOG_OPEN", "save_pdf", { file: "no.pdf" });
      await t.pilot.ok("accept_dialog");
    });
  },
  { args: ["--tools", "web,record"] },
);
