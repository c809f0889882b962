/** Keeps what was found on a page: hit testing some ten thousand elements takes minutes, and the pages do not change. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheFolder } from "../support/paths.ts";
import type { Operable } from "./truth.ts";

const folder = path.join(cacheFolder, "recall");
const method = ["truth.ts", "reached.ts"].map((file) => readFileSync(path.join(import.meta.dirname, file)));

/** What `find` answers for a page with this content, from an earlier run if neither page nor method changed. */
export async function kept(content: Buffer, find: () => Promise<Operable[]>): Promise<Operable[]> {
  const hash = createHash("sha256");
  for (const part of [content, ...method]) hash.update(part);
  const file = path.join(folder, `${hash.digest("hex").slice(0, 32)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Operable[];
  const found = await find();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(found));
  return found;
}
