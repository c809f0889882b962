/** Turns samples into a table with the targets. */

import type { Floor } from "./floor.ts";
import type { Metric, Samples } from "./measure.ts";
import type { BenchServer } from "./servers.ts";
import { median, short, table } from "./statistics.ts";

/** The name of each row, and the scale of its numbers. */
const rows: [Metric, string, number][] = [
  ["start", "start to tools/list, ms", 1],
  ["schemas", "tool schemas, kB", 1e-3],
  ["navigate", "first navigation with browser launch, ms", 1],
  ["snapshot1k", "whole snapshot, 1,000 elements, ms", 1],
  ["snapshot1kBytes", "… kB", 1e-3],
  ["snapshot10k", "whole snapshot, 10,000 elements, ms", 1],
  ["snapshot10kBytes", "… kB", 1e-3],
  ["default10k", "default snapshot, 10,000 elements, ms", 1],
  ["default10kBytes", "… kB", 1e-3],
  ["first10k", "whole snapshot at once after a navigation, 10,000 elements, ms", 1],
  ["open10k", "… with the navigation, ms", 1],
  ["default200k", "default snapshot, 200,000 elements, ms", 1],
  ["default200kBytes", "… kB", 1e-3],
  ["clickSeen", "click until the page saw it, ms", 1],
  ["clickAnswer", "click until the answer, without changes (ours: includeSnapshot none), ms", 1],
  ["fill", "fill until the answer, without changes (ours: includeSnapshot none), ms", 1],
  ["clickChanges", "click until the answer, with what changed (our default), ms", 1],
  ["fillChanges", "fill until the answer, with what changed (our default), ms", 1],
  ["clickLook", "click and what it did (ours: our default; others: with a snapshot), ms", 1],
  ["form12", "a form of 12 fields, ms", 1],
  ["memory", "server memory beside the browser, MB", 1e-6],
  ["memoryAfter", "… after the page of 10,000, MB", 1e-6],
];

/** The whole report. */
export function report(
  servers: readonly BenchServer[],
  results: ReadonlyMap<string, Samples>,
  floor: Floor | undefined,
): string {
  const value = (server: string, metric: Metric): number => median(results.get(server)?.[metric] ?? []);
  const comparison = table([
    ["", ...servers.map(({ name }) => name)],
    ...rows.map(([metric, title, factor]) => [
      title,
      ...servers.map(({ name }) => short(value(name, metric) * factor)),
    ]),
  ]);

  const fastest = (metric: Metric, browser: string): { name: string; value: number } | undefined =>
    servers
      .filter((server) => !server.ours && server.browser === browser)
      .map(({ name }) => ({ name, value: value(name, metric) }))
      .filter((entry) => Number.isFinite(entry.value))
      .sort((a, b) => a.value - b.value)[0];
  const targets: string[][] = [];
  const target = (what: string, ours: number, against: string, reference: number, limit: number): void => {
    const ratio = ours / reference;
    const verdict = Number.isFinite(ratio) ? (ratio <= limit ? "met" : "NOT met") : "not measured";
    targets.push([
      what,
      short(ours),
      `${against} ${short(reference)}`,
      Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : "–",
      `≤ ${short(limit)}×`,
      verdict,
    ]);
  };
  const against = (
    what: string,
    metric: Metric,
    limit: number,
    ours = "ours",
    browser = "chromium",
    theirs = metric,
  ): void => {
    const peer = fastest(theirs, browser);
    target(what, value(ours, metric), peer?.name ?? "no peer", peer?.value ?? Number.NaN, limit);
  };
  against("whole snapshot of 10,000 elements, ms", "snapshot10k", 1 / 8);
  against("… as our default answer gives it, ms", "default10k", 1 / 8, "ours", "chromium", "snapshot10k");
  against("… whole, in Firefox, ms", "snapshot10k", 1 / 2, "ours-firefox", "firefox");
  against("click until the page saw it, ms", "clickSeen", 1 / 2);
  against("click until the answer, ms", "clickAnswer", 1 / 2);
  against("fill, ms", "fill", 1 / 3);
  against("first navigation, ms", "navigate", 1);
  against("whole snapshot at once after a navigation, ms", "first10k", 1 / 2);
  against("click and what it did, ms", "clickLook", 1 / 2);
  against("a form of 12 fields, ms", "form12", 1 / 2);
  if (floor) {
    target("engine's snapshot of 10,000 elements, ms", median(floor.engine), "bare walk", median(floor.bareWalk), 1.5);
    target("start to tools/list, ms", value("ours", "start"), "node -e 0", median(floor.bareNode), 4);
    target("server memory, MB", value("ours", "memory") * 1e-6, "idle node", median(floor.idleNode) * 1e-6, 1.6);
  }
  const parts = [
    comparison,
    table([["target", "ours", "against", "ratio", "limit", ""], ...targets]),
    floor
      ? `floor: node -e 0 ${short(median(floor.bareNode))} ms; raw protocol round trip ${short(median(floor.roundTrip))} ms; bare walk ${short(median(floor.bareWalk))} ms; engine ${short(median(floor.engine))} ms; idle node ${short(median(floor.idleNode) * 1e-6)} MB`
      : "",
  ];
  const counts = servers.map(
    ({ name }) => `${name} ${Math.max(0, ...Object.values(results.get(name) ?? {}).map((taken) => taken.length))}`,
  );
  return `${parts.filter(Boolean).join("\n\n")}\n\nmedians; most samples of one kind: ${counts.join(", ")}`;
}
