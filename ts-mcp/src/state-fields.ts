// The fields of log-in states in files.

import * as z from "zod/v4";

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

const keyPath = {
  keyPath: z.string().optional(),
  keyPathArray: z.array(z.string()).optional(),
};

const databaseFields = z.object({
  name: z.string(),
  version: z.int().min(1),
  stores: z.array(
    z.object({
      name: z.string(),
      autoIncrement: z.boolean(),
      ...keyPath,
      records: z.array(
        z.object({
          key: z.unknown().optional(),
          keyEncoded: z.unknown().optional(),
          value: z.unknown().optional(),
          valueEncoded: z.unknown().optional(),
        }),
      ),
      indexes: z.array(z.object({ name: z.string(), ...keyPath, multiEntry: z.boolean(), unique: z.boolean() })),
    }),
  ),
});

/** A whole state. */
export const stateFields = z.object({
  cookies: z.array(cookieFields).default([]),
  origins: z
    .array(
      z.object({
        origin: z.string(),
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
        indexedDB: z.array(databaseFields).optional(),
      }),
    )
    .default([]),
});
