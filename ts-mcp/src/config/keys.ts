// The keys of the configuration file: the options of the server in camel case, and the sections of tool sets.

import path from "node:path";
import { FLAGS, type Flag, NAMES, type Name } from "../cli/flags.ts";
import { isForShell } from "../path-text.ts";

/** What a value may be. */
export type Kind = "switch" | "number" | "text" | "address" | "list" | "joined";

/** Options that name no file or folder are only on the command line. */
const OUTSIDE: readonly Name[] = ["config"];

/** The options that may be in the file. */
export const SETTINGS: readonly Name[] = NAMES.filter((name) => !OUTSIDE.includes(name));

/** Sections with the configuration of a tool set. What is in one is checked by its owner. */
export const SECTIONS = ["workspace"] as const;

/** `allow-root` as `allowRoot`. */
export const keyOf = (name: Name): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The kind of an option, by how its value is called in the help. */
export function kindOf(name: Name): Kind {
  const { value, multiple }: Flag = FLAGS[name];
  if (value === undefined) return "switch";
  if (multiple === true) return "list";
  if (value === "SETS" || value === "NAMES") return "joined";
  if (value === "URL") return "address";
  return value === "MS" || value === "N" || value === "PORT" ? "number" : "text";
}

/** The value of an option as the command line would give it; none if it is of another type. */
export function textsOf(name: Name, value: unknown): string[] | undefined {
  const texts = Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
  switch (kindOf(name)) {
    case "switch":
      return typeof value === "boolean" ? [value ? "1" : "0"] : undefined;
    case "number":
      return typeof value === "number" ? [String(value)] : undefined;
    case "text":
      return typeof value === "string" ? [value] : undefined;
    case "address":
      return typeof value === "string" || typeof value === "number" ? [String(value)] : undefined;
    case "list":
      return typeof value === "string" ? [value] : texts;
    case "joined":
      return typeof value === "string" ? [value] : texts && [texts.join(",")];
  }
}

/** What {@link textsOf} takes, in words. */
export const WANTED: Readonly<Record<Kind, string>> = {
  switch: "true or false",
  number: "a number",
  text: "a string",
  address: "a string or a number",
  list: "a string or an array of strings",
  joined: "a string or an array of strings",
};

/** A value whose relative path begins at `folder`. An executable may also be a name on the PATH, and an address no path. */
export function atFolder(name: Name, text: string, folder: string): string {
  const { value }: Flag = FLAGS[name];
  const isPath = value === "FILE" || value === "DIR";
  if (!isPath && !(value === "URL" && /^\.\.?[/\\]/.test(text))) return text;
  if (name === "executable" && !/[/\\]/.test(text)) return text;
  // What only a shell expands is refused later, as it was written.
  return text.trim() === "" || isForShell(text) ? text : path.resolve(folder, text);
}
