// Joins what axe-core found in the frames of a page, and writes it.

import type { InspectedElement, InspectedFrame, InspectReport } from "@uipilot/core";
import type { Answer } from "../answer.ts";
import { ToolError } from "../error.ts";
import { brief, shorten } from "../quote.ts";
import { ownAxe } from "./page-scripts.ts";
import type { AxeAnswer } from "./protocol.ts";
import { startTag } from "./start-tag.ts";

/** How grave a finding is, the gravest last. */
export const IMPACTS = ["minor", "moderate", "serious", "critical"] as const;

/** How grave a finding is. */
export type Impact = (typeof IMPACTS)[number];

/** An element with a finding. */
export interface Finding {
  uid?: string;
  /** Role and name, quoted. */
  element?: string;
  impact?: Impact;
  /** The address of its frame, unless that is the main one. */
  frame?: string;
  /** A selector for each document and shadow tree on the way. */
  selector: unknown;
  /** Its start tag. */
  html?: string;
  /** What would mend it: one of `any`, and all of `all`. */
  fix: { any: string[]; all: string[] };
  /** Other elements that have to do with it. */
  related: string[];
}

/** A rule with what it found. */
export interface RuleFindings {
  rule: string;
  impact?: Impact;
  help: string;
  description: string;
  helpUrl: string;
  tags: string[];
  elements: Finding[];
  /** How many more elements there are. */
  more: number;
}

/** An audit of a page. */
export interface Audit {
  axe: string;
  url: string;
  violations: RuleFindings[];
  /** What a person has to decide. */
  undecided: RuleFindings[];
  /** Rules that all elements keep, and those that no element is subject to. */
  passed: string[];
  inapplicable: string[];
  /** Frames that are not in it, with the reasons. */
  missing: { url: string; why: string }[];
}

/** What axe-core's reporter `raw` gives, as far as it is read here. */
interface Raw {
  id: string;
  impact?: Impact | null;
  help: string;
  description: string;
  helpUrl: string;
  tags: string[];
  passes: unknown[];
  violations: RawNode[];
  incomplete: RawNode[];
}

interface RawNode {
  impact?: Impact | null;
  node: Spec;
  any: RawCheck[];
  all: RawCheck[];
  none: RawCheck[];
}

interface RawCheck {
  message?: string;
  relatedNodes?: Spec[];
}

interface Spec {
  mark?: number;
  at?: number;
  selector?: unknown;
  source?: string;
}

/** The rules to run, by their ids and tags; undefined for those that axe-core runs by itself. */
export function chosenRules(rules?: readonly string[], tags?: readonly string[]): string[] | undefined {
  if (rules === undefined && tags === undefined) return undefined;
  const all = ownAxe().getRules();
  const known = { rule: new Set(all.map(({ ruleId }) => ruleId)), tag: new Set(all.flatMap((rule) => rule.tags)) };
  for (const [kind, given = []] of [["rule", rules] as const, ["tag", tags] as const]) {
    const unknown = given.find((one) => !known[kind].has(one));
    if (unknown === undefined) continue;
    const some = kind === "tag" ? "wcag2a, wcag2aa, wcag21aa, wcag22aa or best-practice" : "color-contrast or label";
    throw new ToolError("INVALID_INPUT", `axe-core has no ${kind} ${brief(unknown, 60)}`, `use one such as ${some}`);
  }
  const chosen = all.filter(
    (rule) =>
      (rules === undefined || rules.includes(rule.ruleId)) &&
      (tags === undefined || rule.tags.some((tag) => tags.includes(tag))),
  );
  if (chosen.length === 0)
    throw new ToolError("INVALID_INPUT", "none of the rules has one of the tags", "leave one out");
  return chosen.map(({ ruleId }) => ruleId);
}

/** Joins the answers of the frames. */
export async function join(report: InspectReport, options: object): Promise<Audit> {
  const [first] = report.frames;
  const partials: (AxeAnswer | null)[] = [];
  const missing: Audit["missing"] = [];
  const more: Record<string, number> = {};
  const seen = new Set<number>();
  // In the order in which axe-core expects them: each frame is followed by those in it.
  const visit = (index: number | undefined): void => {
    const frame = index === undefined ? undefined : report.frames[index];
    if (index === undefined || frame?.value === undefined || seen.has(index)) {
      if (frame !== undefined) missing.push({ url: frame.url, why: frame.error ?? "it has no answer" });
      partials.push(null);
      return;
    }
    seen.add(index);
    const partial = JSON.parse(frame.value) as AxeAnswer;
    for (const [rule, count] of Object.entries(partial.more)) more[rule] = (more[rule] ?? 0) + count;
    partials.push(placed(partial, index));
    for (const { mark } of partial.frames) visit(frame.elements[mark ?? -1]?.frame);
  };
  visit(0);
  const { version, finishRun } = ownAxe();
  const raw = (await finishRun(partials, { ...options, reporter: "raw" })) as Raw[];
  const found = (kind: "violations" | "incomplete"): RuleFindings[] =>
    raw
      .filter((rule) => rule[kind].length > 0)
      .map((rule) => findings(rule, rule[kind], more[rule.id] ?? 0, report.frames))
      .sort((a, b) => grade(b.impact) - grade(a.impact) || b.elements.length - a.elements.length);
  const clean = raw.filter(({ violations, incomplete }) => violations.length + incomplete.length === 0);
  return {
    axe: version,
    url: first?.url ?? "",
    violations: found("violations"),
    undecided: found("incomplete"),
    passed: clean.filter(({ passes }) => passes.length > 0).map(({ id }) => id),
    inapplicable: clean.filter(({ passes }) => passes.length === 0).map(({ id }) => id),
    missing,
  };
}

const grade = (impact: Impact | undefined): number => (impact === undefined ? -1 : IMPACTS.indexOf(impact));

/** Notes in each element's description in which frame it is. */
function placed(partial: AxeAnswer, at: number): AxeAnswer {
  for (const { nodes } of partial.results) {
    for (const { node, any, all, none } of nodes) {
      node.at = at;
      for (const check of [...any, ...all, ...none]) for (const related of check.relatedNodes ?? []) related.at = at;
    }
  }
  return partial;
}

function findings(rule: Raw, nodes: RawNode[], more: number, frames: InspectedFrame[]): RuleFindings {
  const elements = nodes.map(({ node, impact, any, all, none }): Finding => {
    const element = elementOf(node, frames);
    const messages = (checks: RawCheck[]): string[] => checks.map(({ message = "" }) => message).filter(Boolean);
    const related = [...any, ...all, ...none].flatMap(({ relatedNodes = [] }) => relatedNodes);
    return {
      ...(element === undefined ? {} : { uid: element.uid, element: element.target }),
      ...(impact == null ? {} : { impact }),
      ...(node.at === undefined || node.at === 0 ? {} : { frame: frames[node.at]?.url ?? "" }),
      selector: node.selector ?? [],
      ...(node.source === undefined ? {} : { html: startTag(node.source) }),
      fix: { any: messages(any), all: messages([...all, ...none]) },
      related: [...new Set(related.flatMap((spec) => elementOf(spec, frames)?.uid ?? []))],
    };
  });
  const worst = Math.max(...elements.map(({ impact }) => grade(impact)), grade(rule.impact ?? undefined));
  const impact = IMPACTS[worst];
  const { id, help, description, tags } = rule;
  const helpUrl = rule.helpUrl.replace(/\?.*$/, "");
  return { rule: id, ...(impact === undefined ? {} : { impact }), help, description, helpUrl, tags, elements, more };
}

function elementOf({ mark, at }: Spec, frames: InspectedFrame[]): InspectedElement | undefined {
  return mark === undefined || at === undefined ? undefined : frames[at]?.elements[mark];
}

/** Leaves out what is less grave. */
export function atLeast(audit: Audit, impact: Impact | undefined): Audit {
  if (impact === undefined) return audit;
  const grave = (rules: RuleFindings[]): RuleFindings[] => rules.filter((rule) => grade(rule.impact) >= grade(impact));
  return { ...audit, violations: grave(audit.violations), undecided: grave(audit.undecided) };
}

/** The longest list, in bytes. */
const MOST_BYTES = 16_000;

/** Writes an audit. `each`: how many elements of each rule. */
export function written(audit: Audit, each: number, undecided: boolean, notes: readonly string[]): Answer {
  const { violations, missing } = audit;
  const count = (rules: RuleFindings[]): string => {
    const elements = rules.reduce((sum, { elements, more }) => sum + elements.length + more, 0);
    return `${rules.length === 1 ? "1 rule" : `${rules.length} rules`} on ${elements === 1 ? "1 element" : `${elements} elements`}`;
  };
  const doubt =
    audit.undecided.length === 0
      ? ""
      : ` A person has to decide ${count(audit.undecided)}${undecided ? "" : ": undecided lists them"}.`;
  const verdict = violations.length === 0 ? "no violation found" : `violations of ${count(violations)}`;
  const listed = undecided ? [...violations, ...audit.undecided] : violations;
  const blocks: string[] = [];
  let room = MOST_BYTES;
  for (const [index, rule] of listed.entries()) {
    const title = undecided && index === violations.length ? "To be decided by a person:\n" : "";
    const block = `${title}${ruleText(rule, each)}`;
    room -= Buffer.byteLength(block) + 1;
    if (room < 0) break;
    blocks.push(block);
  }
  const left = listed.length - blocks.length;
  const rest = [
    ...(left > 0 ? [`${left} more rules are not listed: impact, rules or tags choose, and file has everything.`] : []),
    ...missing.slice(0, 5).map(({ url, why }) => `Not looked at: the frame ${brief(url, 200)}: ${shorten(why, 200)}.`),
    ...(missing.length > 5 ? [`${missing.length - 5} more frames were not looked at.`] : []),
    ...notes,
  ];
  return {
    summary: `Accessibility of ${brief(audit.url, 200)} by axe-core ${audit.axe}: ${verdict}; ${audit.passed.length === 1 ? "1 rule is" : `${audit.passed.length} rules are`} kept.${doubt}`,
    pageText: blocks.join("\n"),
    notes: rest.join("\n"),
  };
}

function ruleText({ rule, impact, help, helpUrl, tags, elements, more }: RuleFindings, each: number): string {
  const criteria = tags.filter((tag) => /^(wcag|best-practice|section508$)/.test(tag)).join(", ");
  const shown = elements.slice(0, each);
  const left = elements.length - shown.length + more;
  // What mends several elements is said once.
  const byFix = new Map<string, Finding[]>();
  for (const finding of shown) byFix.set(todo(finding), [...(byFix.get(todo(finding)) ?? []), finding]);
  return [
    `${impact ?? "no impact"}: ${rule}: ${help} (${criteria}) ${helpUrl}`,
    ...[...byFix].flatMap(([fix, some]) => [...some.map(findingText), `    ${fix}`]),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].join("\n");
}

function todo({ fix: { any, all } }: Finding): string {
  return brief([...all, any.length > 1 ? `one of: ${any.join("; ")}` : any.join()].filter(Boolean).join("; "), 400);
}

function findingText({ uid, element, selector, html, frame, related }: Finding): string {
  const what = uid === undefined ? `selector ${brief(String(selector), 150)}` : `uid=${uid} ${element}`;
  const tag = html === undefined ? "" : ` ${brief(html, 100)}`;
  const where = frame === undefined ? "" : ` in the frame ${brief(frame, 100)}`;
  const others = related.filter((other) => other !== uid).slice(0, 5);
  return `  ${what}${tag}${where}${others.length === 0 ? "" : ` (with uid=${others.join(", ")})`}`;
}
