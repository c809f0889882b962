// The scripts that audits run in pages: files beside the bundle, read when they are needed.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** A script for the engine's call `inspect`. */
export interface PageScript {
  /** Under which a document keeps it. */
  name: string;
  /** An expression for a function. */
  source: string;
}

/** What axe-core offers outside of a page: its rules, and the joining of what its parts in frames found. */
export interface Axe {
  version: string;
  getRules(): AxeRule[];
  finishRun(partials: (object | null)[], options: object): Promise<unknown>;
}

/** A rule of axe-core. */
export interface AxeRule {
  ruleId: string;
  tags: string[];
}

const beside = (name: string): URL => new URL(`./${name}`, import.meta.url);
const text = (name: string): Promise<string> => readFile(beside(name), "utf8");

let axe: Axe | undefined;

/** axe-core in this process. */
export function ownAxe(): Axe {
  axe ??= createRequire(import.meta.url)("./axe.cjs") as Axe;
  return axe;
}

/** The script of `audit_accessibility`. */
export async function axeScript(): Promise<PageScript> {
  const [library, script] = await Promise.all([text("axe.cjs"), text("page-axe.js")]);
  // Without `module` and `define`, the library puts itself on the global object of our world. It waits by timers, which do not
  // run in each document.
  const timers = "let setTimeout = window.setTimeout";
  const run = "return (args, tools) => { setTimeout = tools.later; return script.default(args, tools); }";
  const source = `(() => { const module = undefined, define = undefined; ${timers};\n${library}\n${script}\n${run}; })()`;
  return { name: `axe-core ${ownAxe().version}`, source };
}

/** The script of `measure_page`. */
export async function vitalsScript(): Promise<PageScript> {
  return { name: "vitals", source: `(() => { ${await text("page-vitals.js")}\nreturn script.default; })()` };
}
