/** The differences that are known, and whether a run shows these and no others. */

import { readFileSync } from "node:fs";
import type { Difference, Kind } from "./cases.ts";

/** Cases that are answered in another way for one reason. */
interface Known {
  kind: Kind;
  /** Why the answer is not the expected one. */
  why: string;
  /** Numbers of the cases in the corpus. */
  cases: number[];
}

const list = JSON.parse(readFileSync(new URL("known.json", import.meta.url), "utf8")) as Known[];

const key = (kind: string, id: number): string => `${kind} ${id}`;

/** What differs from the list, a line each: new differences, and listed ones that are gone. Stale cases are left aside. */
export function surprises(differences: Difference[]): string[] {
  const known = new Set(list.flatMap(({ kind, cases }) => cases.map((id) => key(kind, id))));
  const looked = differences.filter(({ tier }) => tier !== "stale");
  const found = new Set(looked.map(({ kind, id }) => key(kind, id)));
  const fresh = looked
    .filter(({ kind, id }) => !known.has(key(kind, id)))
    .map(
      ({ kind, id, file, testname, expected, got }) =>
        `new: ${kind} of case ${id} (${file}, ${testname}): expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
    );
  const gone = [...known].filter((one) => !found.has(one)).map((one) => `gone: ${one} is answered as expected now`);
  return [...fresh, ...gone];
}

/** The reasons, each with its number of cases. */
export const reasons = (): { kind: Kind; why: string; count: number }[] =>
  list.map(({ kind, why, cases }) => ({ kind, why, count: cases.length }));
