// Log-in state: cookies, and cookies with local storage and databases in files.

import type { Cookie, StorageState } from "@uipilot/core";
import * as z from "zod/v4";
import { counted } from "../counted.ts";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import { cookieFields } from "../state-fields.ts";
import { STATE_KEY } from "../state-key.ts";
import { defineTool } from "./define.ts";

/** The most cookies that are listed. */
const MOST_LISTED = 200;

export const storageState = defineTool({
  name: "storage_state",
  title: "Save or load the log-in state",
  description:
    "Saves cookies, local storage and, if asked, databases to a file that only the user can read, or loads them from one, in Playwright's format.",
  effect: "destroys",
  schema: z.strictObject({
    action: z.enum(["save", "load"]),
    file: z.string().min(1).describe("In the allowed roots"),
    origins: z
      .array(z.string())
      .max(100)
      .optional()
      .describe("save: whose storage, as https://example.org; default: the open pages'"),
    indexedDB: z.boolean().optional().describe("save: with the origins' databases"),
    encrypt: z
      .boolean()
      .optional()
      .describe(`save: fail if the file would not be encrypted; it is with the server's ${STATE_KEY}`),
    overwrite: z.boolean().optional().describe("save: replace the file"),
  }),
  example: { action: "save", file: "state.json" },
  handler: async ({ action, file: given, overwrite, encrypt, ...what }, { session, states, roots, signal }) => {
    const file = await roots.resolve(given);
    if (action === "load") {
      const useless = Object.entries({ ...what, encrypt, overwrite }).find(([, value]) => value !== undefined)?.[0];
      if (useless !== undefined) throw new ToolError("INVALID_INPUT", `${useless} is for save`, "leave it out");
      const { state, encrypted } = await states.read(file);
      await (await session()).setStorageState(state, { signal });
      const plain = states.hasKey && !encrypted ? " The file is not encrypted: save it again to encrypt it." : "";
      return { summary: `Loaded ${counts(state)}. Load a page again to use them.${plain}` };
    }
    if (encrypt === true && !states.hasKey) {
      const step = `ask the user to start the server with a key in the environment variable ${STATE_KEY}`;
      throw new ToolError("INVALID_INPUT", "nothing was saved, because there is no key to encrypt with", step);
    }
    const { origins, indexedDB } = what;
    const state = await (await session()).storageState({
      ...(origins === undefined ? {} : { origins }),
      ...(indexedDB === undefined ? {} : { indexedDB }),
      signal,
    });
    const { encrypted } = await states.save(file, state, overwrite);
    const secret = encrypted
      ? "The file is encrypted."
      : `The file is not encrypted and lets its reader in: keep it secret, or set ${STATE_KEY}.`;
    return { summary: `Saved ${counts(state)} to ${brief(file, 1000)}. ${secret}`, lines: leftOutLines(state) };
  },
});

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

function counts({ cookies, origins }: Pick<StorageState, "cookies" | "origins">): string {
  const local = origins.filter(({ localStorage }) => localStorage.length > 0).length;
  const databases = origins.flatMap(({ indexedDB = [] }) => indexedDB).length;
  const also = databases === 0 ? "" : ` and ${many(databases, "database")}`;
  return `${many(cookies.length, "cookie")}${also === "" ? " and" : ","} the local storage of ${many(local, "origin")}${also}`;
}

/** The most lines about what could not be saved. */
const MOST_LEFT_OUT = 50;

/** What could not be saved, a line each. */
function leftOutLines({ leftOut = [] }: StorageState): string {
  const lines = leftOut.slice(0, MOST_LEFT_OUT).map(({ origin, database, store, why, count }) => {
    const of = database === undefined ? "the local storage" : `the database ${brief(database, 100)}`;
    const what =
      store !== undefined
        ? `${many(count, "record")} of the store ${brief(store, 100)} in ${of}`
        : database === undefined
          ? `${many(count, "value")} of ${of}`
          : of;
    return `Not saved: ${what} of ${origin}, because of ${brief(why, 100)}.`;
  });
  const more = leftOut.length - lines.length;
  return [...lines, ...(more > 0 ? [`Not saved: ${more} more.`] : [])].join("\n");
}

export const cookies = defineTool({
  name: "cookies",
  title: "Cookies",
  description: "Lists, sets or deletes cookies of the session. Values are hidden unless asked for.",
  effect: "destroys",
  schema: z.strictObject({
    action: z.enum(["list", "set", "delete"]),
    name: z.string().optional().describe("set: required; else only those"),
    domain: z.string().optional().describe("set: required, .example.org also for its subdomains; else only those"),
    path: z.string().optional(),
    value: z.string().optional().describe("set: required"),
    expires: z.number().optional().describe("set: seconds since 1970; default: with the browser's session"),
    httpOnly: z.boolean().optional(),
    secure: z.boolean().optional(),
    sameSite: z.enum(["Strict", "Lax", "None"]).optional(),
    showValues: z.boolean().optional().describe("list: with values, which are secrets"),
  }),
  example: { action: "list", domain: "example.org" },
  handler: async ({ action, showValues = false, ...given }, { session, signal }) => {
    const { name, domain, path } = given;
    const filter = {
      ...(name === undefined ? {} : { name }),
      ...(domain === undefined ? {} : { domain }),
      ...(path === undefined ? {} : { path }),
    };
    if (action === "set") {
      const cookie = cookieFields.safeParse(given);
      if (!cookie.success) {
        const field = cookie.error.issues[0]?.path.join(".") ?? "";
        throw new ToolError("INVALID_INPUT", `set needs ${field}`, "give name, value and domain");
      }
      await (await session()).setCookies([cookie.data], { signal });
      return { summary: `Set cookie ${brief(cookie.data.name, 100)} of ${brief(cookie.data.domain, 100)}.` };
    }
    if (action === "delete") {
      if (Object.keys(filter).length === 0) {
        const step = "give name, domain or path; end the session to forget all";
        throw new ToolError("INVALID_INPUT", "delete without a filter would delete every cookie", step);
      }
      const count = await (await session()).deleteCookies({ ...filter, signal });
      return { summary: `Deleted ${many(count, "cookie")}.` };
    }
    const all = await (await session()).cookies({ ...filter, signal });
    const shown = all.slice(0, MOST_LISTED).map((cookie) => line(cookie, showValues));
    const more = all.length > shown.length ? [`${all.length - shown.length} more: name a domain.`] : [];
    return { summary: [many(all.length, "cookie"), ...shown, ...more].join("\n") };
  },
});

function line(cookie: Cookie, showValues: boolean): string {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite } = cookie;
  const until = expires < 0 ? "session" : new Date(expires * 1_000).toISOString().slice(0, 10);
  const marks = [...(httpOnly ? ["httpOnly"] : []), ...(secure ? ["secure"] : []), sameSite, until];
  const shown = showValues ? brief(value, 4_096) : counted(value.length, "character");
  return `${brief(name, 100)} of ${brief(domain + path, 200)}: ${shown} (${marks.join(", ")})`;
}
