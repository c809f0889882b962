// Log-in state in files: cookies and local storage, in the form of Playwright's storage state.

import { open } from "node:fs/promises";
import type { StorageState } from "@uipilot/core";
import * as z from "zod/v4";
import { ToolError } from "./error.ts";
import { reading } from "./files.ts";
import { brief } from "./quote.ts";

/** The largest file that is read, in bytes. */
const MOST_BYTES = 16 * 2 ** 20;

/** A cookie as other programs write it; what they leave out has the browsers' own default. */
export const cookieFields = z.object({
  name: z.string().min(1),
  value: z.string(),
  domain: z.string().min(1),
  path: z.string().default("/"),
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: z.enum(["Strict", "Lax", "None"]).default("Lax"),
});

const stateFields = z.object({
  cookies: z.array(cookieFields).default([]),
  origins: z
    .array(
      z.object({
        origin: z.string(),
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
        indexedDB: z.array(z.unknown()).optional(),
      }),
    )
    .default([]),
});

/** What a file held. */
export interface ReadState {
  state: StorageState;
  /** The origins whose databases are in the file and were left out. */
  leftOut: string[];
}

/**
 * Reads a file that holds a storage state.
 *
 * @throws `IO` with the system's own code; `INVALID_INPUT` for a file that holds something else. No error shows its content.
 */
export async function readState(file: string): Promise<ReadState> {
  const text = await read(file);
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw wrong(file, "it is no JSON");
  }
  const parsed = stateFields.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(file, `${brief(issue?.path.join(".") ?? "", 100)} is wrong or missing`);
  }
  const { cookies, origins } = parsed.data;
  const leftOut = origins.flatMap(({ origin, indexedDB = [] }) => (indexedDB.length > 0 ? [origin] : []));
  const kept = origins.map(({ origin, localStorage }) => ({ origin, localStorage }));
  return { state: { cookies, origins: kept }, leftOut };
}

function read(file: string): Promise<string> {
  return reading(file, async () => {
    const handle = await open(file, "r");
    try {
      const { size } = await handle.stat();
      if (size > MOST_BYTES) throw wrong(file, `it has more than ${MOST_BYTES / 2 ** 20} MiB`);
      return await handle.readFile("utf8");
    } finally {
      await handle.close();
    }
  });
}

function wrong(file: string, why: string): ToolError {
  const step = "name a file that storage_state or Playwright saved";
  return new ToolError("INVALID_INPUT", `${brief(file, 1000)} holds no storage state: ${why}`, step);
}
