/** The table of the comparison, and the goals. */

import { median, table } from "../bench/statistics.ts";
import type { Variant } from "./tools.ts";

/** One snapshot of one page. */
export interface Sample {
  page: string;
  bytes: number;
  tokens: number;
  /** Elements that can be operated on the page, and how many of them the snapshot hands out. */
  operable: number;
  found: number;
}

/** All samples of one way of asking. */
export interface Row {
  variant: Variant;
  samples: Sample[];
  failures: string[];
}

const thousands = (value: number): string => Math.round(value).toLocaleString("en-US");
const total = (samples: readonly Sample[], of: (sample: Sample) => number): number =>
  samples.reduce((sum, sample) => sum + of(sample), 0);

/** Share of all elements of all pages. */
const recallOf = ({ samples }: Row): number =>
  total(samples, ({ found }) => found) / total(samples, ({ operable }) => operable);
const share = ({ found, operable }: Sample): number => (operable === 0 ? 1 : found / operable);
const tokensOf = ({ samples }: Row): number => total(samples, ({ tokens }) => tokens);

/** The whole report, as Markdown. */
export function report(rows: readonly Row[], pages: number): string {
  const comparison = table([
    ["snapshot of", "recall", "worst page", "tokens", "median page", "kB", "pages"],
    ...rows.map((row) => [
      row.variant.name,
      recallOf(row).toFixed(4),
      Math.min(...row.samples.map(share)).toFixed(3),
      thousands(tokensOf(row)),
      thousands(median(row.samples.map(({ tokens }) => tokens))),
      thousands(total(row.samples, ({ bytes }) => bytes) / 1000),
      `${row.samples.length} of ${pages}`,
    ]),
  ]);
  return [comparison, goals(rows), failures(rows)].filter(Boolean).join("\n\n");
}

/** The samples of the pages that another row has too. */
function shared(row: Row, other: Row): Row {
  const pages = new Set(other.samples.map(({ page }) => page));
  return { ...row, samples: row.samples.filter(({ page }) => pages.has(page)) };
}

/** Goals, each against a peer on the pages that it finished. */
function goals(rows: readonly Row[]): string {
  const ours = rows.find(({ variant }) => variant.ours && !variant.narrow);
  const peers = rows.filter(({ variant, samples }) => !variant.ours && !variant.narrow && samples.length > 0);
  if (!ours || peers.length === 0) return "";
  const met = (good: boolean): string => (good ? "met" : "NOT met");
  const rowsOfGoals = [
    ["goal", "uipilot", "limit", ""],
    ["recall", recallOf(ours).toFixed(4), "at least 0.9900", met(recallOf(ours) >= 0.99)],
  ];
  for (const peer of peers) {
    const own = recallOf(shared(ours, peer));
    rowsOfGoals.push([
      `recall, ${peer.samples.length} pages`,
      own.toFixed(4),
      `more than ${recallOf(peer).toFixed(4)} (${peer.variant.name})`,
      met(own > recallOf(peer)),
    ]);
  }
  for (const peer of peers.filter((row) => recallOf(row) >= 0.95)) {
    const own = tokensOf(shared(ours, peer));
    rowsOfGoals.push([
      `tokens, ${peer.samples.length} pages`,
      `${thousands(own)} (${(own / tokensOf(peer)).toFixed(2)}×)`,
      `less than half of ${thousands(tokensOf(peer))} (${peer.variant.name})`,
      met(own < tokensOf(peer) / 2),
    ]);
  }
  return table(rowsOfGoals);
}

function failures(rows: readonly Row[]): string {
  return rows
    .flatMap(({ variant, failures }) =>
      failures.map((failure) => `- ${variant.name}: ${failure.split("\n")[0]?.slice(0, 160)}`),
    )
    .join("\n");
}
