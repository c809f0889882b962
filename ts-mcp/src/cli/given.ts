// What was given on the command line and in the environment.

import path from "node:path";
import { parseArgs } from "node:util";
import { isForShell } from "../path-text.ts";
import { quote } from "../quote.ts";
import { UsageError } from "../usage-error.ts";
import { FLAGS, type Flag, NAMES, type Name } from "./flags.ts";

/** The given flags, each with its values; "1" for a flag that is on. */
export function flags(args: string[]): Map<string, string[]> {
  const options = Object.fromEntries(
    NAMES.map((name) => {
      const { value }: Flag = FLAGS[name];
      return [name, { type: value === undefined ? ("boolean" as const) : ("string" as const), multiple: true }];
    }),
  );
  try {
    const { values } = parseArgs({
      args,
      options: { ...options, help: { type: "boolean", short: "h" }, version: { type: "boolean" } },
      strict: true,
      allowPositionals: false,
    });
    return new Map(
      Object.entries(values).map(([name, value]) => [
        name,
        [value].flat().map((entry) => (entry === true ? "1" : String(entry))),
      ]),
    );
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The options from environment variables that no flag overrides. */
export function fromEnvironment(
  environment: NodeJS.ProcessEnv,
  given: ReadonlyMap<string, unknown>,
): [Name, string[]][] {
  return NAMES.flatMap((name): [Name, string[]][] => {
    const variable = `UIPILOT_${name.toUpperCase().replaceAll("-", "_")}`;
    const text = environment[variable];
    if (text === undefined || given.has(name)) return [];
    // A flag for one of them overrides a variable for the other.
    if ((name === "headless" && given.has("headed")) || (name === "headed" && given.has("headless"))) return [];
    const { value }: Flag = FLAGS[name];
    if (text.trim() === "") throw new UsageError(`${variable} is empty: give it a value, or unset it`);
    if (value === undefined) return [[name, [onOrOff(variable, text)]]];
    if (name === "allow-root") return [[name, text.split(path.delimiter)]];
    if (SPACED.includes(name)) {
      return [[name, text.split(/\s+/).filter((part) => part !== "")]];
    }
    if (name === "allow-tool" || name === "deny-tool") {
      return [[name, text.split(/[\s,]+/).filter((part) => part !== "")]];
    }
    return [[name, [text]]];
  });
}

/** Options whose values are separated by spaces in the environment. */
const SPACED: readonly Name[] = [
  "browser-arg",
  "pass-env",
  "allow-origin",
  "block-origin",
  "http-credentials",
  "client-certificate",
];

/** Whether an option names a file or a folder here. An executable may also be a name on the PATH. */
function isPath(name: Name): boolean {
  const { value }: Flag = FLAGS[name];
  return value === "FILE" || value === "DIR";
}

/**
 * Refuses empty values: `--profile ""` would be the working directory. Clients start servers without a shell, so
 * `~` in their settings is refused too: it would be a folder of that name.
 */
export function checkValue(name: Name, text: string): void {
  if (text.trim() === "") throw new UsageError(`--${name} is empty: give a value, or leave the option out`);
  if (isPath(name) && isForShell(text)) {
    throw new UsageError(`--${name}: only a shell expands ${quote(text)}; give an absolute path`);
  }
}

export function onOrOff(variable: string, text: string): "1" | "0" {
  if (/^(1|true|yes|on)$/i.test(text)) return "1";
  if (/^(0|false|no|off)$/i.test(text)) return "0";
  throw new UsageError(`${variable} must be 1 or 0, got ${quote(text)}`);
}
