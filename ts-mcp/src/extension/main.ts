// `uipilot-mcp extension`: gives the user the extension for their own browser.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { dataFolder, here } from "../places.ts";
import { quote } from "../quote.ts";
import { NotWritten, write } from "./folder.ts";

const HELP = `Usage: uipilot-mcp extension [options]

Writes the extension into a folder, from which your own Chrome, Chromium, Edge or Brave loads it, and says how. Run it again after an
update of uipilot-mcp: it brings the folder up to date.

  --to DIR  The folder (uipilot/extension in the user's data folder)
  --update  Only bring the folder up to date

Exit codes: 0 done, or up to date; 1 the folder could not be written; 2 the options are wrong.
`;

/** Where the build puts the extension. */
const SOURCE = path.join(path.dirname(fileURLToPath(import.meta.url)), "extension");

/** Runs the command. @returns the exit code */
export async function extension(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    process.stderr.write(`uipilot-mcp extension: ${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  try {
    const { folder, update } = options;
    const { version, before, same } = write(SOURCE, folder, update);
    const what = `The extension ${version}`;
    if (same) print(`${what} is in ${quote(folder)} already.`);
    else if (before === undefined) print(`${what} is now in ${quote(folder)}.`);
    else {
      print(`${what} is now in ${quote(folder)}; it was ${before} before.`);
      print(
        "Press the round arrow of uipilot on the page of extensions, or start the browser again: it still runs the old one.",
      );
    }
    if (!update && before === undefined) print(steps(folder));
    else if (!update) print(`\nIf it is not in the browser yet:${steps(folder)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    process.stderr.write(`uipilot-mcp extension: ${error.message}\n→ ${error.nextStep}\n`);
    return 1;
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Browsers refuse to open their page of extensions for another program, so the user has to go there. */
const steps = (folder: string): string => `
1. Open chrome://extensions (edge://extensions in Edge, brave://extensions in Brave), and turn on "Developer mode".
2. Press "Load unpacked", and choose ${quote(folder)}${isHidden(folder) ? " (its path can be typed or pasted in the dialog)" : ""}.
3. Start the server with --extension and ask the agent for extension_status. Enter the code that it shows in uipilot's popup, and press "Grant" for a tab.`;

/** Whether a dialog may not show the folder. */
const isHidden = (folder: string): boolean =>
  folder.split(path.sep).some((part) => /^\.[^.]|^Library$|^AppData$/.test(part));

interface Options {
  folder: string;
  update: boolean;
  help: boolean;
}

function read(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: { type: "string" },
      update: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
    strict: true,
  });
  if (values.to?.trim() === "") throw new Error("--to is empty");
  const folder = values.to === undefined ? path.join(dataFolder(here()), "extension") : path.resolve(values.to);
  return { folder, update: values.update, help: values.help };
}
