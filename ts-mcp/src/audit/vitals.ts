// Writes what was measured of a page.

import type { InspectedElement } from "@uipilot/core";
import type { Answer } from "../answer.ts";
import { brief } from "../quote.ts";
import type { Vitals } from "./protocol.ts";

/** Up to where a value is good, and from where on it is poor (web.dev/articles/vitals). */
const LIMITS = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1_800, 3_000],
  ttfb: [800, 1_800],
} as const;

/** What types of entries are for. */
const MEASURES: Record<string, string> = {
  paint: "FCP",
  "largest-contentful-paint": "LCP",
  "layout-shift": "CLS",
  event: "INP",
};

function rated(kind: keyof typeof LIMITS, value: number): string {
  const [good, poor] = LIMITS[kind];
  return value <= good ? "good" : value <= poor ? "needs improvement" : "poor";
}

const ms = (value: number): string => `${Math.round(value)} ms`;

/** Writes what was measured. `elements` are those that its marks count. */
export function written(vitals: Vitals, elements: readonly InspectedElement[]): Answer {
  const named = (mark: number | undefined): string => {
    const element = mark === undefined ? undefined : elements[mark];
    return element === undefined
      ? "an element that is gone or in a shadow tree"
      : `uid=${element.uid} ${element.target}`;
  };
  const { url, now, ttfb, fcp, load, domContentLoaded, bytes = 0 } = vitals;
  const timed = (name: string, kind: "fcp" | "ttfb", value: number | undefined): string =>
    value === undefined ? `${name}: none yet.` : `${name}: ${ms(value)}, ${rated(kind, value)}.`;
  const loaded = load === undefined || load === 0 ? "not loaded yet" : `loaded after ${ms(load)}`;
  const lines = [
    ...(vitals.missing.includes("largest-contentful-paint") ? [] : [lcpLine(vitals, named)]),
    ...(vitals.cls === undefined ? [] : clsLines(vitals.cls, named)),
    ...(vitals.inp === undefined ? [] : [inpLine(vitals.inp, named)]),
    ...(vitals.missing.includes("paint") ? [] : [timed("FCP (first content)", "fcp", fcp)]),
    timed("TTFB (first byte)", "ttfb", ttfb),
    `Document: ${bytes > 0 ? `${bytes} bytes transferred, ` : ""}DOMContentLoaded after ${ms(domContentLoaded ?? 0)}, ${loaded}.`,
    ...(vitals.long === undefined ? [] : longLines(vitals.long)),
    ...missingLine(vitals.missing),
    ...(vitals.hidden ? ["The page was hidden when its load began, so browsers do not measure FCP and LCP."] : []),
  ];
  return {
    summary: `Web vitals of the main frame, ${brief(url, 200)}, ${(now / 1000).toFixed(1)} s after its navigation began:`,
    pageText: lines.join("\n"),
  };
}

type Name = (mark: number | undefined) => string;

function lcpLine({ lcp }: Vitals, named: Name): string {
  const what = "LCP (largest content)";
  if (lcp === undefined) return `${what}: none yet.`;
  const source = lcp.url === "" ? "" : ` ${brief(lcp.url, 200)}`;
  return `${what}: ${ms(lcp.at)}, ${rated("lcp", lcp.at)}: ${named(lcp.mark)}, ${Math.round(lcp.size)} square pixels.${source}`;
}

function clsLines({ value, count, shifts }: NonNullable<Vitals["cls"]>, named: Name): string[] {
  const head = `CLS (layout shifts): ${value.toFixed(3)}, ${rated("cls", value)}, in ${count === 1 ? "1 shift" : `${count} shifts`}.`;
  const box = ([x, y, width, height]: readonly number[]): string =>
    `${[x, y].map((n) => Math.round(n ?? 0)).join(",")} ${Math.round(width ?? 0)}×${Math.round(height ?? 0)}`;
  const each = shifts.slice(0, 5).map(({ value, at, moved }) => {
    const told = moved.map(({ mark, from, to }) => `${named(mark)} from ${box(from)} to ${box(to)}`);
    return `  ${value.toFixed(3)} at ${ms(at)}: ${told.length === 0 ? "no element told" : told.join("; ")}`;
  });
  return [head, ...each];
}

function inpLine({ count, worst, percentile }: NonNullable<Vitals["inp"]>, named: Name): string {
  const what = "INP (interaction to next paint)";
  if (count === 0) return `${what}: no interaction yet.`;
  const of = count === 1 ? "1 interaction" : `${count} interactions`;
  if (worst === undefined || percentile === undefined) {
    return `${what}: less than 104 ms, good, of ${of} (those before the first measure_page are kept by the browser from 104 ms on).`;
  }
  const { event, at, duration, delay, processing, presentation, mark } = worst;
  const parts = `${ms(delay)} until its handlers began, ${ms(processing)} in them, ${ms(presentation)} until the frame`;
  return `${what}: ${ms(percentile)}, ${rated("inp", percentile)}, of ${of}. Slowest: ${brief(event, 30)} at ${ms(at)} on ${named(mark)}, ${ms(duration)}: ${parts}.`;
}

function longLines({ kind, count, total, blocking, worst, scripts }: NonNullable<Vitals["long"]>): string[] {
  const what = kind === "longtask" ? "Long tasks" : "Long animation frames";
  if (count === 0) return [`${what}: none.`];
  const [longest] = worst;
  const head = `${what}: ${count}, ${ms(total)} together, ${ms(blocking)} blocking; the longest ${ms(longest?.duration ?? 0)} at ${ms(longest?.at ?? 0)}.`;
  const each = scripts.map(({ url, name, invoker, count, duration, layout }) => {
    const where = url === "" ? "a script whose address is hidden" : brief(url, 150);
    const called = name === "" ? "" : ` ${brief(name, 60)}`;
    const forced = layout >= 1 ? `, ${ms(layout)} of it forced style and layout` : "";
    return `  ${ms(duration)} in ${count === 1 ? "1 run" : `${count} runs`}: ${where}${called} by ${brief(invoker, 80)}${forced}`;
  });
  return [head, ...each];
}

function missingLine(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const named = missing.map((type) => (MEASURES[type] === undefined ? type : `${MEASURES[type]} (${type})`));
  return [`Not measured by this browser: ${named.join(", ")}.`];
}
