/** The cases of the corpus, and how an answer is scored. */

import { readFileSync } from "node:fs";
import path from "node:path";

/** What can be asked of an element. */
export const kinds = ["name", "role", "description"] as const;
export type Kind = (typeof kinds)[number];

/** One element of one page, with what is expected of it. */
export interface Case {
  id: number;
  file: string;
  selector: string;
  testname: string;
  tier: "core" | "tentative" | "manual" | "stale";
  expectedName?: string;
  expectedRole?: string | string[];
  expectedDescription?: string;
}

/** What an engine says of it. */
export interface Answer {
  id: number;
  name?: string;
  role?: string | null;
  description?: string;
}

/** A case whose answer is not what was expected. */
export interface Difference {
  kind: Kind;
  id: number;
  tier: string;
  file: string;
  testname: string;
  expected: string | string[];
  got: string | undefined;
}

/** Passed and asked, by kind and tier: `name/core`. */
export type Tally = Map<string, { passed: number; asked: number }>;

const SYNONYMS: Record<string, string> = { img: "image", presentation: "none" };
const words = (text: string): string => text.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "");
const role = (text: string): string => SYNONYMS[text] ?? text;

/** Reads the cases of the corpus, those of a page one after the other. */
export function readCases(folder: string): Case[] {
  return JSON.parse(readFileSync(path.join(folder, "cases.json"), "utf8")) as Case[];
}

/** Reads the answers that another engine gave. */
export function readAnswers(folder: string, engine: string): Answer[] {
  return JSON.parse(readFileSync(path.join(folder, "reference", `${engine}.json`), "utf8")) as Answer[];
}

function expectation(one: Case, kind: Kind): string | string[] | undefined {
  return { name: one.expectedName, role: one.expectedRole, description: one.expectedDescription }[kind];
}

function fits(kind: Kind, expected: string | string[], got: string | undefined): boolean {
  if (got === undefined) return false;
  if (kind === "role") return [expected].flat().map(role).includes(role(got));
  return typeof expected === "string" && words(got) === words(expected);
}

/** Scores answers by the rules that the corpus gives: whitespace collapsed, role synonyms made one, no answer no point. */
export function score(cases: Case[], answers: Answer[]): { tally: Tally; differences: Difference[] } {
  const given = new Map(answers.map((answer) => [answer.id, answer]));
  const tally: Tally = new Map();
  const differences: Difference[] = [];
  for (const one of cases) {
    for (const kind of kinds) {
      const expected = expectation(one, kind);
      if (expected === undefined) continue;
      const answer = given.get(one.id);
      const got = answer && kind in answer ? (answer[kind] ?? "") : undefined;
      const passed = fits(kind, expected, got);
      const key = `${kind}/${one.tier}`;
      const before = tally.get(key) ?? { passed: 0, asked: 0 };
      tally.set(key, { passed: before.passed + Number(passed), asked: before.asked + 1 });
      const { id, tier, file, testname } = one;
      if (!passed) differences.push({ kind, id, tier, file, testname, expected, got });
    }
  }
  return { tally, differences };
}

/** `582/596`. */
export function ratio(tally: Tally, key: string): string {
  const { passed, asked } = tally.get(key) ?? { passed: 0, asked: 0 };
  return `${passed}/${asked}`;
}

/** The line that sums a run up: what upstream counts as settled, and all descriptions. */
export const summary = (tally: Tally): string =>
  `names ${ratio(tally, "name/core")} roles ${ratio(tally, "role/core")} descriptions ${ratio(tally, "description/manual")}`;
