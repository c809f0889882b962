/** The tables of a run. */

import { table } from "../bench/statistics.ts";
import type { Outcome } from "./round.ts";

/** How often each value occurs, the most frequent first. */
function tally(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([value, count]) => `${value} ${count}`)
    .join(", ");
}

const slowest = (outcomes: readonly Outcome[]): string => {
  const answered = outcomes.filter(({ code }) => code !== "no answer");
  return answered.length === 0 ? "–" : String(Math.round(Math.max(...answered.map(({ late }) => late))));
};

function rows(outcomes: readonly Outcome[], of: (outcome: Outcome) => string): string[][] {
  return [...new Set(outcomes.map(of))].sort().map((name) => {
    const own = outcomes.filter((outcome) => of(outcome) === name);
    return [
      name,
      String(own.length),
      String(own.filter(({ met }) => met).length),
      slowest(own),
      tally(own.map(({ code }) => code)),
      tally(own.flatMap(({ after }) => after)) || "–",
      String(own.filter(({ faults }) => faults.length > 0).length),
    ];
  });
}

/** The outcomes by damage, by call and by lane. */
export function tables(outcomes: readonly Outcome[]): string {
  const columns = [
    "rounds",
    "in the call",
    "slowest, ms after deadline",
    "answers",
    "codes of the next calls",
    "failed",
  ];
  return [
    table([["damage", ...columns], ...rows(outcomes, ({ round }) => round.damage.name)]),
    table([["call", ...columns], ...rows(outcomes, ({ round }) => round.call.name)]),
    table([["browser", ...columns], ...rows(outcomes, ({ round }) => round.lane)]),
  ].join("\n\n");
}
