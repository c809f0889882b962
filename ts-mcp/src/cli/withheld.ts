// Files that the server was started with and that no tool may use: whoever reads them has the passwords, and whoever writes them
// takes a protection away.

import path from "node:path";
import type { Name } from "./flags.ts";

/** Options whose values are such files. */
const FILES: readonly Name[] = ["secrets", "confirm", "config"];
/** Options whose values are an origin and such a file. */
const BY_ORIGIN: readonly Name[] = ["http-credentials", "client-certificate"];

/** The files, absolute. */
export function withheldFiles(values: ReadonlyMap<Name, string[]>): string[] {
  const named = FILES.flatMap((name) => values.get(name)?.at(-1) ?? []);
  const byOrigin = BY_ORIGIN.flatMap((name) => values.get(name) ?? []).flatMap((text) => {
    const from = text.slice(text.indexOf("=") + 1).trim();
    return from.startsWith("env:") ? [] : [from];
  });
  return [...new Set([...named, ...byOrigin].map((file) => path.resolve(file)))];
}
