import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { firstOf, lacksSheets, paperFacts } from "../src/paper-facts.ts";

const page = (box: string): string => `<</Type /Page\n/MediaBox [${box}]>>\n`;

const packed = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from("4 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n"),
    deflateSync(text),
    Buffer.from("\nendstream\nendobj\n"),
  ]);

const pdf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), ...parts.map((part) => Buffer.from(part))]);

const paperSize = (file: Buffer) => paperFacts(file).size;
const sheets = (file: Buffer) => paperFacts(file).sheets;

it("is the size of all sheets, plain or packed", () => {
  expect(paperSize(pdf(page("0 0 595.92 841.92"), page("0 0 595.92 841.92")))).toEqual([210.2, 297]);
  expect(paperSize(pdf(packed(page("0 0 283 425"))))).toEqual([99.8, 149.9]);
  expect(paperSize(pdf(packed(page("10 10 293 435")), packed(page("0 0 283 425"))))).toEqual([99.8, 149.9]);
});

it("is not said of sheets that differ, and of what cannot be read", () => {
  expect(paperSize(pdf(page("0 0 595 842"), page("0 0 842 595")))).toBeUndefined();
  expect(paperSize(pdf(packed(page("0 0 595 842")), page("0 0 100 100")))).toBeUndefined();
  expect(paperSize(pdf(page("0 0 595 842"), "<< /Type /ObjStm >>\nstream\nxxx\nendstream"))).toBeUndefined();
  expect(paperSize(pdf("<< /Type /ObjStm >>"))).toBeUndefined();
  expect(paperSize(pdf("nothing"))).toBeUndefined();
});

it("has as many sheets as there are, however they are packed", () => {
  const sheet = page("0 0 595 842");
  const tree = "1 0 obj\n<</Type /Pages\n/Count 9>>\n";
  expect(sheets(pdf(sheet, sheet, tree))).toBe(2);
  expect(sheets(pdf(packed(sheet + sheet), sheet, page("0 0 842 595")))).toBe(4);
  expect(sheets(pdf(sheet, "<</Title (a <</Type /Page b)>>\n"))).toBe(1);
  expect(sheets(pdf(sheet, "<< /Type /ObjStm >>\nstream\nxxx\nendstream"))).toBeUndefined();
  expect(sheets(pdf("nothing"))).toBeUndefined();
});

it("is the first of the wanted sheets, if there is one", () => {
  const wanted = ["5,7-", " 8 - 9", "-3", "2,1", "10-", "3-1", "0", "", "a", "-", "1-2-3"];
  expect(wanted.map(firstOf)).toEqual([5, 8, 1, 1, 10, ...Array.from({ length: 6 }, () => undefined)]);
});

it("tells whether anything is written on it", () => {
  const written = (...parts: string[]) => paperFacts(pdf(page("0 0 595 842"), ...parts)).written;
  expect(written("<< /Length 5 0 R >>\n")).toBe(false);
  expect(written("<< /Type /FontDescriptor\n")).toBe(true);
  expect(written("<< /Length 9\n   /Type /XObject\n   /Subtype /Image\n")).toBe(true);
  expect(paperFacts(pdf(packed(`${page("0 0 595 842")}<< /Type /FontDescriptor\n`))).written).toBe(true);
});

it("tells whether wanted sheets are missing, from how many were printed", () => {
  for (const [pages, paper] of [
    ["1-4", 4],
    ["2-9", 4],
    ["2", 4],
    ["4,9", 4],
    ["1-3,2-4", 4],
    ["2-", 4],
    ["1-2,4-", 4],
    ["1-2,5-", 4],
    ["2-,9", 4],
    ["3-,1,4-5", 4],
    ["-2,3-", 2],
    ["1-2,2-3", 2],
  ] as const) {
    const wanted = new Set<number>();
    for (const part of pages.split(",")) {
      const [, from, dash, to] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
      // A range without an end wants at least its first sheet.
      const last = to || (dash && paper >= Number(from) ? paper : from);
      for (let sheet = Number(from || 1); sheet <= Number(last); sheet++) wanted.add(sheet);
    }
    const printed = [...wanted].filter((sheet) => sheet <= paper).length;
    expect(lacksSheets(pages, printed), pages).toBe(printed < wanted.size);
  }
});
