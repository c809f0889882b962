// The answer of a tool in words, for models that see only the text of a call's result.

import { quoted } from "../files/quote.js";

/** Longest string that is shown, in characters. The structured answer has it whole. */
const LONGEST = 20_000;

/** Whether a tool failed. What was found in part is no failure. */
export function hasFailed({ status, errorDetails }: Record<string, unknown>): boolean {
  if (typeof status === "string") return status.startsWith("ERROR");
  return typeof errorDetails === "string";
}

/** An answer as JSON. Content of files and pages stays inside its quotation marks, on one line. */
export function textOf(value: unknown, indent = ""): string {
  if (typeof value === "string") {
    const more = value.length - LONGEST;
    return more > 0
      ? `${quoted(value.slice(0, LONGEST), LONGEST)} (and ${more} characters more)`
      : quoted(value, LONGEST);
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => `${inner}${textOf(item, inner)}`)
    : Object.entries(value).flatMap(([key, own]) =>
        own === undefined ? [] : [`${inner}${quoted(key, LONGEST)}: ${textOf(own, inner)}`],
      );
  const [open, close] = isList ? "[]" : "{}";
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}
