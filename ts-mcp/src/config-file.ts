// Reads the configuration file. It is read only where the user names it: a file that is found in a project could start
// commands of its author's.

import { readFileSync } from "node:fs";
import { brief } from "./quote.ts";
import { UsageError } from "./usage-error.ts";

/** The content of the file, by tool set. What is in a section is checked by its owner. */
export interface ConfigFile {
  workspace?: unknown;
}

const SECTIONS = ["workspace"];

/**
 * Reads a configuration file.
 *
 * @throws {@link UsageError} if it cannot be read, is no JSON, or has a section that does not exist
 */
export function readConfigFile(file: string): ConfigFile {
  const shown = brief(file, 1_000);
  let content: unknown;
  try {
    // Some editors begin a file with a byte order mark, which is no JSON.
    content = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the configuration file ${shown} cannot be read: ${why}`);
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new UsageError(`the configuration file ${shown} must have an object with ${SECTIONS.join(", ")}`);
  }
  const unknown = Object.keys(content).find((key) => !SECTIONS.includes(key));
  if (unknown !== undefined) {
    throw new UsageError(
      `the configuration file ${shown} has ${brief(unknown, 60)}, which does not exist: it may have ${SECTIONS.join(", ")}`,
    );
  }
  return content;
}
