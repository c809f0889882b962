// Reads the configuration file. It is read only where the user names it: a file that is found in a project could start
// commands of its author's.

import path from "node:path";
import type { Name } from "../cli/flags.ts";
import { decoded } from "../decoded.ts";
import { meant } from "../near.ts";
import { brief } from "../quote.ts";
import { readRegularSync } from "../regular-file.ts";
import { UsageError } from "../usage-error.ts";
import { JsonFault, lineAndColumn, type Node, placeOf, readJson } from "./json.ts";
import { atFolder, keyOf, kindOf, SECTIONS, SETTINGS, textsOf, WANTED } from "./keys.ts";

/** A larger file is none of ours. */
const LARGEST = 2 ** 20;

/** A value of the file. */
export interface Setting {
  key: string;
  /** The values, as the command line would give them. */
  texts: string[];
  /** Where it stands: `line 3, column 5`. */
  place: string;
}

/** The content of the file. */
export interface ConfigFile {
  /** The file, absolute. */
  file: string;
  /** Options of the server. */
  settings: ReadonlyMap<Name, Setting>;
  /** The section of the workspace tools. */
  workspace?: unknown;
  /** Where something in it stands: `line 3, column 5`. */
  place(of: readonly PropertyKey[]): string;
}

/**
 * Reads a configuration file.
 *
 * @throws {@link UsageError} if it cannot be read, is no JSON, or has a key or a value that does not exist
 */
export function readConfigFile(file: string): ConfigFile {
  const shown = brief(file, 1_000);
  const text = textOf(file, shown);
  const root = parsed(text, shown);
  const place = (of: readonly PropertyKey[]): string => lineAndColumn(text, placeOf(root, of));
  const { fields } = root;
  if (fields === undefined) throw new UsageError(`the configuration file ${shown} must have an object`);
  const byKey = new Map(SETTINGS.map((name) => [keyOf(name), name]));
  const settings = new Map<Name, Setting>();
  let workspace: unknown;
  for (const [key, { node }] of fields) {
    const at = `the configuration file ${shown}, ${place([key])}`;
    const name = byKey.get(key);
    if (name !== undefined) {
      const texts = textsOf(name, node.value);
      if (texts === undefined) {
        throw new UsageError(`${at}: ${key} must be ${WANTED[kindOf(name)]}`);
      }
      settings.set(name, {
        key,
        texts: texts.map((one) => atFolder(name, one, path.dirname(file))),
        place: place([key]),
      });
    } else if (key === "workspace") {
      workspace = node.value;
    } else if (key !== "$schema") {
      const known = [...byKey.keys(), ...SECTIONS];
      // A flag's own name is a near miss, too.
      const asFlag = byKey.has(key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
        ? "; keys are written in camel case"
        : meant(key, known);
      throw new UsageError(`${at}: there is no key ${brief(key, 60)}${asFlag}`);
    }
  }
  return { file, settings, place, ...(workspace === undefined ? {} : { workspace }) };
}

function textOf(file: string, shown: string): string {
  try {
    const tooLarge = (): Error => new Error(`it is larger than ${LARGEST / 2 ** 20} MB`);
    return decoded(readRegularSync(file, { most: LARGEST, tooLarge }).bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the configuration file ${shown} cannot be read: ${why}`);
  }
}

function parsed(text: string, shown: string): Node {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new UsageError(
      `the configuration file ${shown} is no JSON at ${lineAndColumn(text, error.at)}: ${error.message}`,
    );
  }
}
