// Puts a server into the text of a client's file, or takes it out. What is not touched stays as it is, byte for byte.

import { isDeepStrictEqual } from "node:util";
import { startsServer } from "./entries.ts";
import { editJson, readJson } from "./json.ts";
import { EditRefused } from "./refused.ts";
import { editToml, readToml } from "./toml.ts";

/** What to do to a file. */
export interface Wish {
  section: (content: unknown) => readonly string[];
  name: string;
  /** The server; undefined takes it out. */
  entry: unknown;
  /** Whether a server of this name that is another one may be replaced, or taken out. */
  replace: boolean;
}

type Content = Record<string, unknown>;

/** What edits need to know of a format. */
export interface Format {
  /** @throws EditRefused if the text is not of the format */
  read(text: string): Promise<unknown>;
  /** Enters a value, or takes it out if it is undefined. `found` is what is there. */
  edit(text: string, path: readonly string[], value: unknown, found: unknown): Promise<string>;
}

const FORMATS: Record<"json" | "toml", Format> = {
  json: { read: readJson, edit: editJson },
  toml: { read: readToml, edit: editToml },
};

/**
 * Edits a text.
 *
 * @returns the new text; the given one, if there is nothing to do
 * @throws EditRefused
 */
export async function edit(text: string, format: "json" | "toml", wish: Wish): Promise<string> {
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = text.slice(bom.length);
  const { read, edit: change } = FORMATS[format];
  const before = await contentOf(body, read);
  const path = [...wish.section(before), wish.name];
  const found = at(before, path);
  if (has(found, wish.entry)) return text;
  if (found !== undefined && wish.entry !== undefined && !wish.replace) {
    throw new EditRefused(`it has another server that is called ${wish.name}: give --replace, or another --name`);
  }
  if (found !== undefined && wish.entry === undefined && !wish.replace && !startsServer(found)) {
    throw new EditRefused(`it has another server that is called ${wish.name}: give --replace to take that one out`);
  }
  const wanted = withEntry(before, path, wish.entry);
  const edited = await change(body, path, wish.entry, found);
  // The proof that exactly this was done. A text that is odd in a way that the edit does not know is left alone.
  const is = await contentOf(edited, read).catch(() => undefined);
  if (!isDeepStrictEqual(withoutEmpty(is, path), withoutEmpty(wanted, path))) {
    throw new EditRefused("its form is unusual, and nothing was changed: edit it by hand");
  }
  return bom + edited;
}

/** Whether a server is there as it is wished. What a client or a user added to it, such as variables, stays. */
function has(found: unknown, entry: unknown): boolean {
  if (found === undefined || entry === undefined) return found === entry;
  return Object.entries(entry as Content).every(([key, value]) => {
    const is = at(found, [key]);
    // Clients leave out what is empty.
    return isDeepStrictEqual(is, value) || (is === undefined && isDeepStrictEqual(value, {}));
  });
}

/** The content without sections on the way that have nothing in them: a table of TOML is gone with its last entry. */
function withoutEmpty(content: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (rest.length === 0 || typeof content !== "object" || content === null || !Object.hasOwn(content, key))
    return content;
  const { [key]: own, ...others } = content as Content;
  const inner = withoutEmpty(own, rest);
  return isDeepStrictEqual(inner, {}) ? others : { ...others, [key]: inner };
}

async function contentOf(text: string, read: Format["read"]): Promise<Content> {
  const content = text.trim() === "" ? {} : plain(await read(text));
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new EditRefused("it is no object");
  }
  return content as Content;
}

/** The same value of plain objects, which can be compared. Dates stay. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function at(content: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Content)[key];
  }, content);
}

/** The content after the edit. Sections that are not there are made. */
function withEntry(content: Content, [key = "", ...rest]: readonly string[], entry: unknown): Content {
  const own = Object.hasOwn(content, key) ? content[key] : undefined;
  if (rest.length === 0) {
    const { [key]: _, ...others } = content;
    return entry === undefined ? others : { ...content, [key]: entry };
  }
  if (own !== undefined && (typeof own !== "object" || own === null || Array.isArray(own))) {
    throw new EditRefused(`${key} is no object in it`);
  }
  return { ...content, [key]: withEntry((own ?? {}) as Content, rest, entry) };
}
