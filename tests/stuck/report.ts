/** The tables about stuck pages. */

import { table } from "../bench/statistics.ts";
import type { BrowserName } from "../support/pilot.ts";
import { limits } from "./tools.ts";

/** What one tool did on one stuck page. Times are in milliseconds. */
export interface Result {
  readonly browser: BrowserName;
  readonly page: string;
  readonly tool: string;
  /** The slower of two calls. */
  readonly slowest: number;
  /** How much later than its deadline that was; negative if it came before. */
  readonly late: number;
  /** The code of the first answer, or `ok`. */
  readonly code: string;
  /** What is wrong with an answer; empty if nothing is. */
  readonly fault: string;
  readonly text: string;
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];
const isLate = ({ late }: Result): boolean => late > limits.grace;

/** One row a page and browser: its slowest answer, and what is wrong. */
function summary(results: readonly Result[]): string {
  const rows = [["page", "browser", "calls", "slowest, ms after its deadline", "late", "wrong"]];
  for (const page of unique(results.map((result) => result.page)))
    for (const browser of unique(results.map((result) => result.browser))) {
      const of = results.filter((result) => result.page === page && result.browser === browser);
      const slowest = of.toSorted((a, b) => b.late - a.late)[0];
      if (!slowest) continue;
      rows.push([
        page,
        browser,
        String(of.length * 2),
        `${slowest.late.toFixed(0)} (${slowest.tool})`,
        of
          .filter(isLate)
          .map(({ tool }) => tool)
          .join(", "),
        of
          .filter(({ fault }) => fault)
          .map(({ tool, fault }) => `${tool}: ${fault}`)
          .join(", "),
      ]);
    }
  return table(rows);
}

/** One row a tool, one column a page: the slowest answer in seconds, and its code. */
function matrix(results: readonly Result[]): string {
  const pages = unique(results.map(({ page }) => page));
  const rows = [["tool", ...pages]];
  for (const tool of unique(results.map((result) => result.tool)))
    rows.push([
      tool,
      ...pages.map((page) => {
        const found = results.find((result) => result.page === page && result.tool === tool);
        if (!found) return "";
        const wrong = found.fault || isLate(found) ? " **!**" : "";
        return `${(found.slowest / 1_000).toFixed(1)}${found.code === "ok" ? "" : ` ${found.code}`}${wrong}`;
      }),
    ]);
  return table(rows);
}

/** All tables, as Markdown. */
export function report(results: readonly Result[]): string {
  const parts = [summary(results)];
  for (const browser of unique(results.map((result) => result.browser)))
    parts.push(
      `${browser}: the slower of two answers in seconds, and the first one's code. The limits are ${limits.action / 1_000} s for actions, ${limits.own / 1_000} s where the call sets its own, ${limits.navigation / 1_000} s for navigations. \`!\` marks what is late or wrong.`,
      matrix(results.filter((result) => result.browser === browser)),
    );
  const bad = results.filter((result) => isLate(result) || result.fault).length;
  return [...parts, `${results.length} pairs of calls, ${bad} late or wrong.`].join("\n\n");
}
