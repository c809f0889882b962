// Arguments that several tools take.

import * as z from "zod/v4";

/** A UID from a snapshot. */
export const uid = z.string();

/** A page's number. */
export const page = z.int().min(1).describe("Number from list_pages");

/** A time limit. */
export const timeoutMs = z.int().min(0).max(86_400_000).optional();

/** A point of an element: CSS pixels from its top left corner, or shares of its sides from 0 to 1. */
export const at = z.strictObject({ x: z.number(), y: z.number(), share: z.boolean().optional() }).optional();

/** Keys that are held while the pointer acts. */
export const modifiers = z.array(z.enum(["Alt", "Control", "ControlOrMeta", "Meta", "Shift"])).optional();

/** A distance in CSS pixels, to the right and down. */
export const distance = z.strictObject({ dx: z.number().optional(), dy: z.number().optional() });

/** Files of the server's machine, in its allowed roots. */
const file = z.string().min(1);
export const filePath = z.union([file, z.array(file).min(1)]);
