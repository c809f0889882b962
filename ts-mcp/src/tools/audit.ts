// Audits of the page: accessibility, and how fast it is for its reader. What they need is loaded when one is called.

import * as z from "zod/v4";
import type { Vitals } from "../audit/protocol.ts";
import { isCoded, ToolError } from "../error.ts";
import { refuseExisting, save } from "../files.ts";
import { brief, jsonText } from "../quote.ts";
import { defineTool } from "./define.ts";
import { timeoutMs, uid } from "./fields.ts";

/** How many elements of each rule are listed unless more are wanted. */
const USUAL = 5;

/** What joining the findings of all frames takes at most of the time of a call, in milliseconds. */
const JOINING = 500;

const names = z.array(z.string().min(1)).min(1).max(200);

export const auditAccessibility = defineTool({
  name: "audit_accessibility",
  title: "Audit accessibility",
  description:
    "Violations of WCAG and best practices (axe-core) in the page and its frames, with UIDs and what mends them. Half of all barriers need a person to be found.",
  effect: "destroys",
  schema: z.strictObject({
    uid: uid.optional().describe("Only this element and what is in it"),
    rules: names.optional().describe("Only rules such as color-contrast"),
    tags: names.optional().describe("Only rules of tags such as wcag2aa, wcag22aa, best-practice"),
    impact: z.enum(["minor", "moderate", "serious", "critical"]).optional().describe("This and graver ones"),
    undecided: z.boolean().optional().describe("Also what a person has to decide"),
    limit: z.int().min(1).max(1000).optional().describe(`Elements of each rule (${USUAL})`),
    file: z.string().min(1).optional().describe("Write everything to this JSON file"),
    overwrite: z.boolean().optional().describe("Replace the file"),
    timeoutMs,
  }),
  example: { tags: ["wcag2a", "wcag2aa"], impact: "serious" },
  handler: async (given, { session, roots, signal }) => {
    const began = performance.now();
    const { rules, tags, impact, undecided = false, limit = USUAL, overwrite } = given;
    const file = given.file === undefined ? undefined : await roots.resolve(given.file);
    if (file !== undefined) await refuseExisting(file, overwrite);
    const [{ axeScript }, audits] = await Promise.all([
      import("../audit/page-scripts.ts"),
      import("../audit/accessibility.ts"),
    ]);
    const chosen = audits.chosenRules(rules, tags);
    const options = {
      ...(chosen === undefined ? {} : { runOnly: { type: "rule", values: chosen } }),
      resultTypes: ["violations", "incomplete"],
      // Otherwise it would load style sheets and media again.
      preload: false,
      iframes: true,
    };
    const { name, source } = await axeScript();
    const browser = await session();
    // What was loaded before is in the time, too, and what is joined afterwards.
    const left = given.timeoutMs === undefined ? undefined : given.timeoutMs - performance.now() + began;
    const within = left === undefined ? undefined : Math.max(1, Math.round(left - Math.min(JOINING, left / 10)));
    const inspecting = browser.inspect(name, source, {
      args: jsonText({ options, part: given.uid !== undefined, within }),
      ...(given.uid === undefined ? {} : { uid: given.uid }),
      ...(within === undefined ? {} : { timeoutMs: within }),
      signal,
    });
    const report = await inspecting.catch((error: unknown) => {
      if (!isCoded(error) || error.code !== "TIMEOUT") throw error;
      const what = `The audit was not done in time: it takes long on pages with thousands of elements, or ${error.message}`;
      throw new ToolError("TIMEOUT", what, "audit a part with uid or rules, or give it more time with timeoutMs");
    });
    const audit = audits.atLeast(await audits.join(report, options), impact);
    const notes: string[] = [];
    if (report.framesLeftOut > 0) notes.push(`${report.framesLeftOut} more frames were left out.`);
    if (file !== undefined) {
      const { bytes, replaced } = await save(file, `${jsonText(audit, 1)}\n`, { overwrite });
      notes.push(`${replaced ? "Replaced" : "Wrote"} ${brief(file, 1000)}, ${bytes} bytes.`);
    }
    return audits.written(audit, limit, undecided, notes);
  },
});

export const measurePage = defineTool({
  name: "measure_page",
  title: "Measure the page",
  description:
    "Web vitals of the page since its load: LCP, CLS and INP with their elements, FCP, TTFB, and long tasks by script. INP is of the actions so far.",
  effect: "reads",
  schema: z.strictObject({ timeoutMs }),
  example: {},
  handler: async ({ timeoutMs }, { session, signal }) => {
    const [{ vitalsScript }, { written }] = await Promise.all([
      import("../audit/page-scripts.ts"),
      import("../audit/vitals.ts"),
    ]);
    const { name, source } = await vitalsScript();
    const options = { oneFrame: true, ...(timeoutMs === undefined ? {} : { timeoutMs }), signal };
    const [frame] = (await (await session()).inspect(name, source, options)).frames;
    return written(JSON.parse(frame?.value ?? "{}") as Vitals, frame?.elements ?? []);
  },
});
