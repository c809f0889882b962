// Refuses paths that would not mean what they say.

import { ToolError } from "./error.ts";
import { brief } from "./quote.ts";

/** What a shell would expand, and this server does not: `~`, `$HOME`, `${HOME}`, `%TEMP%`. */
const EXPANDED = /^(?:~|\$[A-Za-z_{(]|%[^%/\\]+%)/;
/** An address, such as `file:///x`. A drive's letter is not a scheme. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]+:/;
/** Names that Windows gives to devices, and characters that it drops or takes for a stream of a file. */
const WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$|[. ]$|[:<>"|?*]/i;

/** @throws `INVALID_INPUT` for a path that names another file than it seems to, or none */
export function checkPath(given: string, platform: NodeJS.Platform = process.platform): void {
  const problem = problemOf(given, platform);
  if (problem !== undefined) throw new ToolError("INVALID_INPUT", `${brief(given)} ${problem.is}`, problem.step);
}

/** Whether a path begins with what only a shell expands. */
export function isForShell(given: string): boolean {
  return EXPANDED.test(given);
}

function problemOf(given: string, platform: NodeJS.Platform): { is: string; step: string } | undefined {
  if (given.trim() === "") return { is: "is not a path", step: "give the path of a file" };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
  if (/[\0-\x1f\x7f]/.test(given)) return { is: "holds a control character", step: "give the path of a file" };
  if (isForShell(given))
    return { is: "begins with what only a shell expands", step: "give an absolute path, or ./ before the name" };
  if (platform === "win32") {
    const names = given.replace(/^[A-Za-z]:/, "").split(/[/\\]/);
    if (names.some((name) => name !== "." && name !== ".." && WINDOWS.test(name)))
      return { is: "holds a name that Windows reserves", step: "choose another name" };
  }
  if (SCHEME.test(given)) return { is: "is an address, not a path", step: "give the path of a file" };
  if (/[/\\]$/.test(given)) return { is: "names a folder", step: "name a file inside the folder" };
  return undefined;
}
