/** The documented error codes: the table in ARCHITECTURE.md. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../support/paths.ts";

/** Codes for faults of our own, which no damage from outside may cause. */
export const OWN_FAULTS = ["PROTOCOL", "INTERNAL"];

const table = readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8");

/** Every documented code that a damage may cause. */
export const documented: ReadonlySet<string> = new Set(
  [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code = ""]) => code).filter((code) => !OWN_FAULTS.includes(code)),
);
