// Which arguments each action takes. The schemas are plain, so that a model can read them; the rest is checked by name here.

import type * as z from "zod";

/** The arguments of an action beside those that all actions take. */
export interface ActionFields {
  required?: readonly string[];
  optional?: readonly string[];
  /** Of each group, exactly one. */
  oneOf?: readonly (readonly string[])[];
}

/** Where the text comes from, and arguments of every action. */
export interface SharedFields {
  /** The argument that has the text itself. */
  content: string;
  always: readonly string[];
}

const FILE_ONLY = ["expectedHash", "dryRun"];

/** Adds an issue for each argument that is missing or has no meaning. */
export function checkFields(
  input: Record<string, unknown> & { action: string },
  fields: ActionFields,
  { content, always }: SharedFields,
  context: z.RefinementCtx,
): void {
  const has = (name: string) => input[name] !== undefined;
  const refuse = (name: string, message: string) => {
    context.addIssue({ code: "custom", path: [name], message, input: input[name] });
  };
  const { required = [], optional = [], oneOf = [] } = fields;
  if (!has(content) && !has("filePath")) refuse(content, `give ${content}, or filePath to edit a file`);
  if (has(content) && has("filePath")) refuse("filePath", `give either ${content} or filePath, not both`);
  for (const name of required) {
    if (!has(name)) refuse(name, `the action ${input.action} needs ${name}`);
  }
  for (const group of oneOf) {
    const given = group.filter(has);
    if (given.length === 0) refuse(group[0] ?? "", `the action ${input.action} needs ${group.join(" or ")}`);
    if (given.length > 1) refuse(given[1] ?? "", `give only one of ${group.join(" and ")}`);
  }
  for (const name of FILE_ONLY) {
    if (has(name) && !has("filePath")) refuse(name, `${name} has a meaning only with filePath`);
  }
  const known = new Set([
    "action",
    content,
    "filePath",
    ...FILE_ONLY,
    ...always,
    ...required,
    ...optional,
    ...oneOf.flat(),
  ]);
  for (const name of Object.keys(input)) {
    if (has(name) && !known.has(name)) refuse(name, `the action ${input.action} takes no ${name}`);
  }
}

/** Why a value cannot come into a document as it is, or undefined. */
export function valueProblem(value: unknown, depth = 0): string | undefined {
  if (depth > 300) return "the value nests more than 300 levels deep";
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return "the value has a number that JSON does not have";
    if (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21) return undefined;
    return "the value has a whole number beyond 2^53, whose last digits may be lost already: give newValueText with its digits";
  }
  if (Array.isArray(value)) return firstProblem(value, depth);
  if (typeof value === "object") return firstProblem(Object.values(value), depth);
  return `the value has a ${typeof value}, which JSON does not have`;
}

function firstProblem(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const problem = valueProblem(value, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
