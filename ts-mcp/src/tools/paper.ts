// Papers: the page as it is printed, in a file.

import * as z from "zod/v4";
import { ToolError } from "../error.ts";
import { save } from "../files.ts";
import { isSame, paperSize } from "../paper-size.ts";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";

/** Said of a part: no browser says which sheets there are. */
const PARTLY =
  "Wanted sheets that the paper does not have are left out; if it has none of them, Firefox prints an empty one.";

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
    const all =
      typeof margins === "number" ? { top: margins, right: margins, bottom: margins, left: margins } : margins;
    const wanted = Object.fromEntries(Object.entries(how).filter(([, value]) => value !== undefined));
    const report = await (await session()).pdf({
      ...wanted,
      ...(all === undefined ? {} : { margins: defined(all) }),
      signal,
    });
    const { bytes, replaced } = await save(file, report.data, { overwrite });
    // A page can have a size of its own.
    const wished = [report.width, report.height] as const;
    const found = paperSize(report.data);
    const [width, height] = found === undefined || isSame(found, wished) ? wished : found;
    const on = found === undefined ? "" : ` on ${width} × ${height} mm`;
    return {
      summary: `Printed page ${report.page}${on}. ${replaced ? "Replaced" : "Wrote"} ${brief(file, 1000)}, ${bytes} bytes.`,
      effects: report.effects,
      ...(how.pages === undefined ? {} : { lines: PARTLY }),
    };
  },
});

function defined<T extends Record<string, number | undefined>>(sides: T): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sides).flatMap(([side, value]) => (value === undefined ? [] : [[side, value]])),
  );
}
