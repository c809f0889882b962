import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { paperSize } from "../src/paper-size.ts";

const page = (box: string): string => `<</Type /Page\n/MediaBox [${box}]>>\n`;

const packed = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from("4 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n"),
    deflateSync(text),
    Buffer.from("\nendstream\nendobj\n"),
  ]);

const pdf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), ...parts.map((part) => Buffer.from(part))]);

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
