// Papers: the page as it is printed, in a file.

import type { CallOptions, PdfOptions, PdfReport, Session } from "@uipilot/core";
import * as z from "zod/v4";
import { counted } from "../counted.ts";
import { isCoded, ToolError } from "../error.ts";
import { refuseExisting, save } from "../files.ts";
import { firstOf, isSame, lacksSheets, paperFacts } from "../paper-facts.ts";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";

/** Said of a part of which sheets are missing, or may be. */
const PARTLY = "Wanted sheets that the paper does not have are left out";
const EMPTY = "if it has none of them, Firefox prints an empty one";

const mm = z.number().min(0).max(500);

export const savePdf = defineTool({
  name: "save_pdf",
  title: "Save the page as PDF",
  description: "Prints the page to a PDF file in the allowed roots. Pages are printed as their print styles say.",
  effect: "destroys",
  schema: z.strictObject({
    file: z.string().min(1).describe("Ends in .pdf"),
    overwrite: z.boolean().optional().describe("Replace the file"),
    format: z.enum(["A3", "A4", "A5", "Letter", "Legal", "Tabloid"]).optional().describe("Default: A4"),
    landscape: z.boolean().optional(),
    margins: z
      .union([
        mm,
        z.strictObject({ top: mm.optional(), right: mm.optional(), bottom: mm.optional(), left: mm.optional() }),
      ])
      .optional()
      .describe("Millimetres (10)"),
    background: z.boolean().optional().describe("With background colours and pictures"),
    scale: z.number().min(0.1).max(2).optional(),
    pages: z.string().min(1).max(500).optional().describe("As in 1-3,5,8-"),
    header: z
      .string()
      .max(2_000)
      .optional()
      .describe("Text; {page} {pages} {title} {url} {date} are replaced. Chromium"),
    footer: z.string().max(2_000).optional(),
  }),
  example: { file: "page.pdf", background: true },
  handler: async ({ file: given, overwrite, margins, ...how }, { session, roots, signal }) => {
    if (!/\.pdf$/i.test(given)) {
      throw new ToolError("INVALID_INPUT", "save_pdf: file must end in .pdf", "save_page writes pictures and trees");
    }
    const file = await roots.resolve(given);
    await refuseExisting(file, overwrite);
    const all =
      typeof margins === "number" ? { top: margins, right: margins, bottom: margins, left: margins } : margins;
    const wanted = Object.fromEntries(Object.entries(how).filter(([, value]) => value !== undefined));
    // A part may be printed twice.
    const browser = (await session()).oneDeadline();
    const options = { ...wanted, ...(all === undefined ? {} : { margins: defined(all) }), signal };
    const { report, mayBeEmpty } = await print(browser, options);
    const { bytes, replaced } = await save(file, report.data, { overwrite });
    // A page can have a size of its own.
    const wished = [report.width, report.height] as const;
    const { size: found, sheets } = paperFacts(report.data);
    const [width, height] = found === undefined || isSame(found, wished) ? wished : found;
    const count = sheets === undefined ? "" : ` on ${sheets} ${sheets === 1 ? "sheet" : "sheets"}`;
    const size = found === undefined ? "" : `${sheets === undefined ? " on" : " of"} ${width} × ${height} mm`;
    const { pages } = how;
    const lacks = pages !== undefined && (sheets === undefined || mayBeEmpty || lacksSheets(pages, sheets));
    return {
      summary: `Printed the browser's page ${report.page}${count}${size}. ${replaced ? "Replaced" : "Wrote"} ${brief(file, 1000)}, ${bytes} bytes.`,
      effects: report.effects,
      ...(lacks ? { lines: `${mayBeEmpty ? `${PARTLY}; ${EMPTY}` : PARTLY}.` } : {}),
    };
  },
});

/**
 * Prints, and refuses a part that has no sheet of the paper: Chromium prints nothing then and does not say how many there are, and Firefox
 * prints an empty sheet. So all of it is printed once more, to count them, unless what was printed has text or a picture.
 */
async function print(
  browser: Session,
  options: PdfOptions & CallOptions,
): Promise<{ report: PdfReport; mayBeEmpty: boolean }> {
  const { pages, ...whole } = options;
  const first = pages === undefined ? undefined : firstOf(pages);
  const sheetsOfAll = async (): Promise<number | undefined> => {
    // Without the count, what was printed stands. A call that was given up writes nothing.
    const report = await browser.pdf(whole).catch(() => undefined);
    options.signal?.throwIfAborted();
    const { sheets } = report === undefined ? { sheets: undefined } : paperFacts(report.data);
    if (sheets === undefined || first === undefined || first <= sheets) return sheets;
    const what = `the paper has ${counted(sheets, "sheet")}, and none of those that were wanted (${pages})`;
    throw new ToolError("INVALID_INPUT", what, "name others, or leave pages out");
  };
  let report: PdfReport;
  try {
    report = await browser.pdf(options);
  } catch (error) {
    if (first !== undefined && first > 1 && isCoded(error) && error.code === "INVALID_INPUT") await sheetsOfAll();
    throw error;
  }
  const { sheets = 1, written } = paperFacts(report.data);
  const asked = first !== undefined && first > 1 && sheets === 1 && !written;
  if (!asked || !/^firefox\b/i.test((await browser.start()).product)) return { report, mayBeEmpty: false };
  return { report, mayBeEmpty: (await sheetsOfAll()) === undefined };
}

function defined<T extends Record<string, number | undefined>>(sides: T): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sides).flatMap(([side, value]) => (value === undefined ? [] : [[side, value]])),
  );
}
