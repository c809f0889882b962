// Which tools the options name.

import { meant } from "../near.ts";
import { quote } from "../quote.ts";
import { defaultSets, extensionNames, scriptNames, setNames, type ToolSet, toolNames } from "../tools/names.ts";
import { UsageError } from "../usage-error.ts";
import type { Name } from "./flags.ts";

/** The tools that a server offers. */
export interface ToolChoice {
  /** Whole sets. */
  tools: ToolSet[];
  /** Tools beside those of the sets, by name. */
  allowTools?: string[];
  /** Tools that are left out in any case, by name. */
  denyTools?: string[];
}

/** Every tool by its name, with its set. */
const SETS_OF: ReadonlyMap<string, ToolSet | "script" | "extension"> = new Map([
  ...setNames.flatMap((set) => toolNames[set].map((name) => [name, set] as const)),
  ...scriptNames.map((name) => [name, "script"] as const),
  ...extensionNames.map((name) => [name, "extension"] as const),
]);

/** The set of a tool; none if there is no such tool. */
export const setOf = (name: string): ToolSet | "script" | "extension" | undefined => SETS_OF.get(name);

/** The wanted sets, each once, in the order of their table. */
export function sets(text: string | undefined): ToolSet[] {
  if (text === undefined) return [...defaultSets];
  const wanted = text.split(",").map((name) => name.trim());
  const known = [...setNames, "all", "none"];
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`--tools must be one or more of ${known.join(", ")}, got ${quote(unknown)}`);
  }
  if (wanted.includes("none") && wanted.some((name) => name !== "none")) {
    throw new UsageError("--tools none excludes other sets");
  }
  return setNames.filter((name) => wanted.includes("all") || wanted.includes(name));
}

/** The tools that the options name. @throws {@link UsageError} for names that no tool has */
export function toolChoice(values: ReadonlyMap<Name, string[]>, script: boolean, extension: boolean): ToolChoice {
  const tools = sets(values.get("tools")?.at(-1));
  const [allow, deny] = (["allow-tool", "deny-tool"] as const).map((flag) => {
    const names = (values.get(flag) ?? []).map((name) => name.trim());
    for (const name of names) {
      if (setOf(name) === undefined) {
        const instead = (setNames as readonly string[]).includes(name) ? `: it is a set, which --tools takes` : "";
        throw new UsageError(
          `--${flag}: there is no tool ${quote(name)}${instead || meant(name, [...SETS_OF.keys()])}`,
        );
      }
    }
    return [...new Set(names)];
  }) as [string[], string[]];
  for (const name of allow) {
    const needs = { script: script ? undefined : "--allow-script", extension: extension ? undefined : "--extension" };
    const flag = needs[setOf(name) as keyof typeof needs];
    if (flag !== undefined) throw new UsageError(`--allow-tool ${name} needs ${flag}`);
  }
  if (tools.length === 0 && allow.every((name) => deny.includes(name))) {
    throw new UsageError("no tool is left: name some with --allow-tool, or sets with --tools");
  }
  return {
    tools,
    ...(allow.length === 0 ? {} : { allowTools: allow }),
    ...(deny.length === 0 ? {} : { denyTools: deny }),
  };
}

/** Whether a tool of a set is offered. */
export function offersOf(set: ToolSet, { tools, allowTools = [], denyTools = [] }: ToolChoice): boolean {
  return (toolNames[set] as readonly string[]).some(
    (name) => (tools.includes(set) || allowTools.includes(name)) && !denyTools.includes(name),
  );
}
