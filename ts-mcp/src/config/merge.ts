// What the configuration file adds to the command line and the environment.

import path from "node:path";
import type { Name } from "../cli/flags.ts";
import { checkValue } from "../cli/given.ts";
import { brief } from "../quote.ts";
import { UsageError } from "../usage-error.ts";
import { type ConfigFile, readConfigFile } from "./file.ts";

/** Options of which one overrides the other. */
const OPPOSITES: Partial<Record<Name, Name>> = { headless: "headed", headed: "headless" };

/**
 * Reads options from flags and environment, and from the file that they name. Flags and environment win over the file.
 *
 * @param read - what makes a command of them
 * @throws {@link UsageError}, which names the key of the file that is wrong
 */
export function withConfig<T>(
  given: ReadonlyMap<Name, string[]>,
  read: (values: Map<Name, string[]>, file?: ConfigFile) => T,
): T {
  const named = given.get("config")?.at(-1);
  if (named === undefined) return read(new Map(given));
  checkValue("config", named);
  const file = readConfigFile(path.resolve(named));
  const own = [...file.settings.keys()].filter((name) => !given.has(name) && !given.has(OPPOSITES[name] ?? name));
  const merged = (without?: Name) =>
    new Map([
      ...own.filter((name) => name !== without).map((name) => [name, file.settings.get(name)?.texts ?? []] as const),
      ...given,
    ]);
  try {
    return read(merged(), file);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The key that is wrong is the one without which the others are right.
    const wrong = own.find((name) => isRight(() => read(merged(name))));
    throw new UsageError(`${error.message}${wrong === undefined ? seeFile(own, file) : seeKey(wrong, file)}`);
  }
}

function isRight(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

function seeKey(name: Name, { file, settings }: ConfigFile): string {
  const setting = settings.get(name);
  return ` (${setting?.key} in ${brief(file, 1_000)}, ${setting?.place})`;
}

function seeFile(own: readonly Name[], { file }: ConfigFile): string {
  return own.length === 0 ? "" : ` (see also ${brief(file, 1_000)})`;
}
