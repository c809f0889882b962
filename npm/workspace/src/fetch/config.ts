import * as z from "zod";
import { badEntry } from "../net/addresses.js";

const host = z.string().superRefine((entry, context) => {
  const why = badEntry(entry);
  if (why !== undefined) context.addIssue(`${JSON.stringify(entry)} ${why}`);
});

/** The section `fetch`. */
export const fetchConfig = z.strictObject({
  /**
   * What may be fetched beside the public internet: host names, addresses and blocks such as `10.0.0.0/8`; or `true` for
   * everything.
   */
  allowPrivate: z.union([z.literal(true), z.array(host)]).default([]),
  /** Whether `robots.txt` is heeded. */
  robots: z.enum(["respect", "ignore"]).default("respect"),
  /** The header `User-Agent`. Its first word, without a version, is the name that `robots.txt` knows this tool by. */
  userAgent: z
    .string()
    .regex(/^[\w-]+(\/[\w.]+)?( [\x20-\x7e]*)?$/)
    .default("uipilot/0.1 (document tool of an agent; heeds robots.txt)"),
  /** How long a call may take, in milliseconds. */
  timeoutMs: z.number().int().min(100).max(600_000).default(30_000),
  /** The most bytes that a call may ask for with `maxLengthBytes`. */
  maxBytes: z.number().int().positive().max(200_000_000).default(20_000_000),
  /** The most redirects that are followed. */
  maxRedirects: z.number().int().min(0).max(20).default(5),
});

export type FetchConfig = z.output<typeof fetchConfig>;
