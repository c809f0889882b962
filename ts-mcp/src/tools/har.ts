// The requests of pages as an HTTP Archive, which other programs read.

import * as z from "zod/v4";
import { save } from "../files.ts";
import { brief } from "../quote.ts";
import { masker } from "../secrets/mask.ts";
import { defineTool } from "./define.ts";

export const exportHar = defineTool({
  name: "export_har",
  title: "Export an HTTP Archive",
  description: "Writes the recorded requests to a file in the allowed roots (HAR 1.2). Credentials are masked by name.",
  effect: "destroys",
  schema: z.strictObject({
    file: z.string().min(1),
    bodies: z.boolean().optional().describe("With the bodies of answers"),
    secrets: z.boolean().optional().describe("Do not mask"),
    overwrite: z.boolean().optional().describe("Replace the file"),
  }),
  example: { file: "shop.har", bodies: true },
  handler: async ({ file: given, bodies = false, secrets = false, overwrite }, { session, roots, signal }) => {
    const file = await roots.resolve(given);
    const report = await (await session()).har({ bodies, secrets, signal });
    // `save` leaves a file for the user alone as it is, but an archive is made to be passed on.
    const saved = await save(file, JSON.stringify(masker.value(report.har)), { overwrite, secret: true });
    const { entries, pages, bodiesLeftOut, masked, forgotten } = report;
    const counts = `${entries} requests of ${pages} pages${bodies ? ` with ${report.bodies} bodies` : ""}`;
    const notes = [
      ...(bodiesLeftOut > 0 ? [`${bodiesLeftOut} bodies are no longer kept by the browser, or were too long.`] : []),
      ...(forgotten > 0 ? [`${forgotten} older requests were forgotten before.`] : []),
      secrets
        ? "The file has credentials and cookies: keep it secret."
        : `Masked secrets: ${masked}, by the names of headers, parameters and fields. Others may be left.`,
    ];
    const summary = `${saved.replaced ? "Replaced" : "Wrote"} ${brief(file, 1000)}, ${saved.bytes} bytes: ${counts}.`;
    return { summary, lines: notes.join("\n") };
  },
});
