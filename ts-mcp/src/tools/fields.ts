// Arguments that several tools take.

import * as z from "zod/v4";

/** A UID from a snapshot. */
export const uid = z.string();

/** A page's number. */
export const page = z.int().min(1).describe("Number from list_pages");

/** A time limit. */
export const timeoutMs = z.int().min(0).max(86_400_000).optional();
