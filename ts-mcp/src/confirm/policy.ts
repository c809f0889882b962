// The policy of --confirm: what the person is asked about before it is done.

import { setOf } from "../cli/tools.ts";
import { JsonFault, lineAndColumn, type Node, readJson } from "../config/json.ts";
import { decoded } from "../decoded.ts";
import { meant } from "../near.ts";
import { brief } from "../quote.ts";
import { readRegularSync } from "../regular-file.ts";
import { extensionNames, scriptNames, toolNames } from "../tools/names.ts";
import { UsageError } from "../usage-error.ts";
import { fits } from "./glob.ts";
import { whyNoOrigin, whyNoRole } from "./possible.ts";

/** A control, as the engine tells it. */
export interface Part {
  role: string;
  name: string;
  /** The name without characters that are not seen and that stand as blanks in it. */
  bare?: string | undefined;
  /** Whether there is more of the name, so that any rule may be about it. */
  cut?: boolean;
}

/** What a call is about. */
export interface Subject {
  /** The origin of the document; nothing if the call is about none. */
  origin?: string | undefined;
  /** Whether the origin is not known, so that any rule may be about it. */
  anyOrigin?: boolean;
  /** The controls that would be activated; nothing if the call is about no element. */
  parts?: readonly Part[] | undefined;
  /** Whether an element is activated that is not known, as by Enter where the focus is. */
  unknown?: boolean;
}

/** A rule. What is given must all fit, each by one of its patterns. */
interface Rule {
  tool?: readonly string[];
  origin?: readonly string[];
  role?: readonly string[];
  name?: readonly string[];
}

const FIELDS = ["tool", "origin", "role", "name"] as const;
const MOST_RULES = 200;
const LARGEST = 2 ** 20;

/** The rules. */
export class Policy {
  constructor(readonly rules: readonly Rule[]) {}

  /** The rules that a call of a tool can fit. */
  for(tool: string, reads: boolean): Policy {
    // A rule that names no tool is for those that do something.
    return new Policy(
      this.rules.filter((rule) => (rule.tool === undefined ? !reads : rule.tool.some((one) => fits(one, tool)))),
    );
  }

  get isEmpty(): boolean {
    return this.rules.length === 0;
  }

  /** Whether the call fits a rule whatever it is about. */
  get always(): boolean {
    return this.rules.some(
      ({ origin, role, name }) => origin === undefined && role === undefined && name === undefined,
    );
  }

  /** Whether a rule is about an origin, whatever the element is. */
  get ofOrigins(): boolean {
    return this.rules.some(
      ({ origin, role, name }) => origin !== undefined && role === undefined && name === undefined,
    );
  }

  /** Whether a rule is about elements. */
  get ofElements(): boolean {
    return this.rules.some(({ role, name }) => role !== undefined || name !== undefined);
  }

  /** Whether what a call is about fits a rule. */
  matches({ origin, anyOrigin = false, parts, unknown = false }: Subject): boolean {
    return this.rules.some((rule) => {
      if (rule.origin !== undefined && !anyOrigin && !rule.origin.some((one) => fits(one, origin ?? ""))) return false;
      if (rule.role === undefined && rule.name === undefined) return true;
      if (unknown) return true;
      return (parts ?? []).some(
        ({ role, name, bare = name, cut = false }) =>
          (rule.role === undefined || rule.role.some((one) => fits(one, role))) &&
          (rule.name === undefined || cut || rule.name.some((one) => fits(one, name) || fits(one, bare))),
      );
    });
  }
}

/** Reads a policy. @throws {@link UsageError} with the place of what is wrong */
export function readPolicy(file: string): Policy {
  const shown = brief(file, 1_000);
  let text: string;
  try {
    const tooLarge = (): Error => new Error(`it is larger than ${LARGEST / 2 ** 20} MB`);
    text = decoded(readRegularSync(file, { most: LARGEST, tooLarge }).bytes);
  } catch (error) {
    throw new UsageError(`the policy ${shown} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  let root: Node;
  try {
    root = readJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new UsageError(`the policy ${shown} is no JSON at ${lineAndColumn(text, error.at)}: ${error.message}`);
  }
  const wrong = (at: number, what: string): UsageError =>
    new UsageError(`the policy ${shown}, ${lineAndColumn(text, at)}: ${what}`);
  for (const [key, { keyAt }] of root.fields ?? []) {
    if (key !== "rules" && key !== "$schema") throw wrong(keyAt, `there is no key ${brief(key, 60)}; it has rules`);
  }
  const rules = root.fields?.get("rules")?.node.items;
  if (rules === undefined) throw wrong(root.at, 'it must be {"rules": […]}');
  // Without a rule nothing would be asked, which is not what a policy is for.
  if (rules.length === 0 || rules.length > MOST_RULES) throw wrong(root.at, `it must have 1 to ${MOST_RULES} rules`);
  return new Policy(rules.map((rule) => ruleOf(rule, wrong)));
}

function ruleOf(node: Node, wrong: (at: number, what: string) => UsageError): Rule {
  if (node.fields === undefined || node.fields.size === 0) {
    throw wrong(node.at, `a rule is an object with one or more of ${FIELDS.join(", ")}`);
  }
  const entries = [...node.fields].map(([key, { keyAt, node: value }]) => {
    if (!FIELDS.some((field) => field === key)) {
      throw wrong(keyAt, `a rule has no ${brief(key, 60)}${meant(key, FIELDS) || `; it has ${FIELDS.join(", ")}`}`);
    }
    const given: unknown[] = Array.isArray(value.value) ? value.value : [value.value];
    const isList = given.length > 0 && given.every((one) => typeof one === "string" && one.trim() !== "");
    if (!isList) throw wrong(keyAt, `${key} must be a pattern or an array of patterns`);
    const patterns = given as string[];
    for (const pattern of patterns) {
      if (key === "tool") checkTool(pattern, (what) => wrong(keyAt, what));
      const why = key === "origin" ? whyNoOrigin(pattern) : key === "role" ? whyNoRole(pattern) : undefined;
      if (why !== undefined) throw wrong(keyAt, why);
    }
    return [key, patterns] as const;
  });
  return Object.fromEntries(entries);
}

const ALL = (): string[] => [...Object.values(toolNames).flat(), ...scriptNames, ...extensionNames];

/** A rule for a tool that does not exist would protect nothing. */
function checkTool(pattern: string, wrong: (what: string) => UsageError): void {
  if (/[*?]/.test(pattern)) {
    if (!ALL().some((name) => fits(pattern, name))) throw wrong(`no tool fits ${brief(pattern, 60)}`);
  } else if (setOf(pattern) === undefined) {
    throw wrong(`there is no tool ${brief(pattern, 60)}${meant(pattern, ALL())}`);
  }
}
