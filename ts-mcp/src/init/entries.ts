// What entries of clients' files say: whether they start this server, and with which options.

import path from "node:path";
import { FLAGS, type Flag, NAMES, type Name } from "../cli/flags.ts";
import { flags } from "../cli/given.ts";
import { parse } from "../cli.ts";
import { UsageError } from "../usage-error.ts";

type Entry = Record<string, unknown>;

export const isObject = (value: unknown): value is Entry => typeof value === "object" && value !== null;

/** The words of a command, in the two shapes that clients have. */
export function words(entry: unknown): string[] {
  if (!isObject(entry)) return [];
  const { command, args } = entry;
  return [command, args].flat().filter((word): word is string => typeof word === "string");
}

/** This program, by its path in a clone or in a package. */
export const SCRIPT = /(?:uipilot-mcp|ts-mcp)[/\\]dist[/\\]index\.js$/;
const PACKAGE = /^uipilot-mcp(?:@|$)/;

const isProgram = (word: string): boolean => SCRIPT.test(word) || PACKAGE.test(path.basename(word));

/** Whether an entry starts this server. */
export const startsServer = (entry: unknown): boolean => words(entry).some(isProgram);

/** Options whose file is read at the start. */
const READ: ReadonlySet<string> = new Set(["config", "confirm", "secrets", "http-credentials"]);

/** What only the client knows the value of. */
const HAS_VARIABLE = /\$|%\w+%/;

/**
 * Why the server would refuse to start with the options of an entry. Paths that start in the client's folder, and what has the
 * client's variables in it, are not judged.
 */
export function whyRefused(entry: unknown, env: NodeJS.ProcessEnv): string | undefined {
  const all = words(entry);
  const given = all.slice(all.findIndex(isProgram) + 1);
  if (given.some((word) => HAS_VARIABLE.test(word))) return undefined;
  const own = isObject(entry) && isObject(entry["env"]) ? Object.entries(entry["env"]) : [];
  const variables = Object.fromEntries(own.filter((one): one is [string, string] => typeof one[1] === "string"));
  if (Object.values(variables).some((value) => HAS_VARIABLE.test(value))) return undefined;
  try {
    check(judged(given), { ...clientsEnvironment(env), ...variables });
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** Checks the options of a server, as it does when it starts. @throws {@link UsageError} */
export function check(given: readonly string[], env: NodeJS.ProcessEnv): void {
  const text = parse([...given], env);
  if (typeof text === "string") throw new UsageError(`--${text} starts no server`);
}

/** The environment without options of this shell, which a client does not have. */
export function clientsEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const options = new Set(NAMES.map((name) => `UIPILOT_${name.toUpperCase().replaceAll("-", "_")}`));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !options.has(name)));
}

/** The options without those whose file is read at the start, and whose path starts in the client's folder. */
function judged(given: readonly string[]): string[] {
  return [...flags([...given])].flatMap(([name, values]) => {
    const { value: takesValue }: Partial<Flag> = FLAGS[name as Name] ?? {};
    if (takesValue === undefined) return [`--${name}`];
    return values.flatMap((value) => {
      const file = name === "http-credentials" ? value.slice(value.indexOf("=") + 1) : value;
      return READ.has(name) && !path.isAbsolute(file) ? [] : [`--${name}=${value}`];
    });
  });
}
