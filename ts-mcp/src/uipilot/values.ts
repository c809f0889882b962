// The values of flags, as the schemas of the tools want them.

import type { Parameter } from "./table.ts";
import { meant, shown, WrongUsage } from "./usage.ts";

/** Arguments of a tool. */
export type Arguments = Record<string, unknown>;

/** The value that a text stands for. @throws {@link WrongUsage} */
export function toValue(parameter: Parameter, text: string): unknown {
  const { flag, kind, choices, pair, many } = parameter;
  if (kind === "number") {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number)) {
      throw new WrongUsage(`--${flag} must be a number, got ${shown(text)}`);
    }
    return number;
  }
  if (kind === "switch") {
    if (/^(true|1|yes|on)$/i.test(text)) return true;
    if (/^(false|0|no|off)$/i.test(text)) return false;
    throw new WrongUsage(`--${flag} must be true or false, got ${shown(text)}`);
  }
  if (choices !== undefined && !choices.includes(text)) {
    // Names of a list can be written in one word.
    const parts = many ? text.split(",") : [];
    if (parts.length > 1 && parts.every((part) => choices.includes(part))) return parts;
    throw new WrongUsage(`--${flag} must be one of ${choices.join(", ")}, got ${shown(text)}${meant(text, choices)}`);
  }
  if (kind === "text") return text;
  const json = parsed(text);
  if (json !== undefined) return json.value;
  const at = text.indexOf("=");
  if (pair !== undefined && at > 0) return { [pair[0]]: text.slice(0, at), [pair[1]]: text.slice(at + 1) };
  // The tool says what it wants instead, where a text will not do.
  return text;
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Puts a value in its place among the arguments. */
export function put(args: Arguments, { path, many, flag }: Parameter, value: unknown): void {
  let inner = args;
  for (const field of path.slice(0, -1)) {
    inner[field] ??= {};
    const next = inner[field];
    if (typeof next !== "object" || next === null || Array.isArray(next)) {
      throw new WrongUsage(`--${flag} is a field of ${path.slice(0, -1).join(".")}, which is no object here`);
    }
    inner = next as Arguments;
  }
  const name = path.at(-1) ?? "";
  if (!many) inner[name] = value;
  else inner[name] = [...(Array.isArray(inner[name]) ? inner[name] : []), value].flat();
}
