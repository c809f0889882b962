// Coverage: what of scripts and style sheets a page uses.

import { rm } from "node:fs/promises";
import * as z from "zod/v4";
import { save } from "../files.ts";
import { brief, jsonText } from "../quote.ts";
import { defineTool } from "./define.ts";

/** How many addresses are listed unless more are wanted. */
const USUAL = 20;

export const startCoverage = defineTool({
  name: "start_coverage",
  title: "Start noting used code",
  description: "Notes which scripts and style rules of the page are used. Start before the page loads. Chromium only.",
  effect: "changes",
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { session, signal }) => {
    await (await session()).startCoverage({ signal });
    return { summary: "The use of scripts and style sheets is noted. Load the page and act, then call stop_coverage." };
  },
});

export const stopCoverage = defineTool({
  name: "stop_coverage",
  title: "Stop noting used code",
  description: "Tells what of each script and style sheet was not used, the worst first.",
  effect: "destroys",
  schema: z.strictObject({
    limit: z.int().min(1).max(500).optional().describe(`Addresses (${USUAL})`),
    file: z.string().min(1).optional().describe("Write all files with their used ranges to this JSON file"),
    overwrite: z.boolean().optional().describe("Replace the file"),
  }),
  example: { file: "coverage.json" },
  handler: async ({ limit = USUAL, file: given, overwrite }, { session, roots, signal }) => {
    const file = given === undefined ? undefined : await roots.resolve(given);
    // A new file is made before the browser is asked, which tells once.
    const isNew = file !== undefined && overwrite !== true;
    if (isNew) await save(file, "[]\n");
    const stopping = (await session()).stopCoverage({ signal });
    const { page, files, framesLeftOut, documentsLeft } = await stopping.catch(async (error: unknown) => {
      if (isNew) await rm(file, { force: true });
      throw error;
    });
    const { coverageText } = await import("../audit/coverage.ts");
    const { summary, lines, left } = coverageText(files, limit);
    const notes = left > 0 ? [`${left} more addresses: limit, or file for all.`] : [];
    if (framesLeftOut > 0) notes.push(`${framesLeftOut} frame(s) did not answer and were left out.`);
    if (documentsLeft > 0) {
      const some = documentsLeft === 1 ? "a document" : `${documentsLeft} documents`;
      notes.push(
        `The page left ${some} meanwhile: what only that used may be missing. Stop before you leave a document.`,
      );
    }
    if (file !== undefined) {
      const { bytes, replaced } = await save(file, `${jsonText(files, 1)}\n`, { overwrite: true });
      notes.push(`${replaced && !isNew ? "Replaced" : "Wrote"} ${brief(file, 1000)}, ${bytes} bytes.`);
    }
    return { summary: `Coverage of page ${page}. ${summary}`, pageText: lines.join("\n"), notes: notes.join("\n") };
  },
});
