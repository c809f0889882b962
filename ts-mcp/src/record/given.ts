// The arguments of a recorded call.

import { counted } from "../counted.ts";
import { jsonText } from "../quote.ts";

/** Arguments with what a call types. They may be secrets. */
const TYPED: ReadonlySet<string> = new Set(["value", "values", "text", "html", "content", "data"]);
/** Arguments that describe an element, whatever their fields are called. */
const DESCRIBES: ReadonlySet<string> = new Set(["target", "to", "from", "locator", "position"]);
/** How much of the arguments is kept. */
const MOST = 3_000;
/** How many UIDs of a call are marked. */
const MOST_UIDS = 12;

/** The arguments as JSON. Without `values`, typed texts are only counted. */
export function givenText(args: Record<string, unknown>, { values }: { values: boolean }): string {
  const text = jsonText(values ? args : hidden(args), 1).replace(/\n */g, " ");
  return text.length <= MOST ? text : `${text.slice(0, MOST)}…`;
}

function hidden(value: unknown, name = ""): unknown {
  if (typeof value === "string") return TYPED.has(name) ? `(${counted(value.length, "character")})` : value;
  if (Array.isArray(value)) return value.map((entry) => hidden(entry, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, DESCRIBES.has(key) ? inner : hidden(inner, key)]),
  );
}

/** The UIDs that a call names. */
export function uidsOf(args: unknown, found: string[] = []): string[] {
  if (typeof args !== "object" || args === null) return found;
  for (const [name, value] of Object.entries(args)) {
    if (found.length >= MOST_UIDS) break;
    if (/^(?:\w*Uid|\w*_uid|uid)$/.test(name) && typeof value === "string") found.push(value);
    else uidsOf(value, found);
  }
  return found;
}
