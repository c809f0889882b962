// `uipilot-mcp init`: enters this server in the files of the MCP clients of this machine.

import path from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { here } from "../places.ts";
import { brief, quote } from "../quote.ts";
import { UsageError } from "../usage-error.ts";
import { type Client, clients, locate, type Start } from "./clients.ts";
import { edit } from "./edit.ts";
import { check, clientsEnvironment } from "./entries.ts";
import { type Known, readKnown, replace } from "./file.ts";
import { EditRefused, refusal } from "./refused.ts";

const HELP = `Usage: uipilot-mcp init [options] [-- OPTION…]

Enters this server in the files of the MCP clients that are found. Shows each change and asks before it writes. What follows --
are options of the server, such as --browser firefox.

  --client NAME  This client only; may be repeated. ${clients.map(({ id }) => id).join(", ")}
  --name NAME    What the server is called there (uipilot)
  --remove       Take the server out
  --replace      Also where another server has its name; with --remove, take that one out
  --dry-run      Show the changes only
  --yes, -y      Write without a question

Exit codes: 0 done, or nothing to do; 1 a file could not be changed; 2 the options are wrong.
`;

/** What may be a key of JSON and TOML without quotation marks, and a word in the clients' lists of tools. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,40}$/;

/** Runs the command. @returns the exit code */
export async function init(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  try {
    if (!options.remove) check(options.serverArguments, clientsEnvironment(process.env));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return wrong(`a server would refuse the options after --: ${error.message}`);
  }
  const place = here();
  if (place.home === "") return wrong("this user has no home folder: set HOME to one");
  const named = options.clients.length > 0;
  const chosen = clients
    .filter(({ id }) => !named || options.clients.includes(id))
    .map((client) => ({ client, ...locate(client, place) }))
    .filter(({ isThere }) => named || isThere);
  if (chosen.length === 0) {
    print("No MCP client was found. Name one with --client, or enter the server by hand.");
    return 0;
  }
  let failed = false;
  for (const { client, file } of chosen) {
    try {
      print(`${client.title} (${quote(file)}): ${await change(client, file, options)}`);
    } catch (error) {
      print(`${client.title} (${quote(file)}): not changed: ${refusal(error)}`);
      failed = true;
    }
  }
  return failed ? 1 : 0;
}

function wrong(text: string): 2 {
  process.stderr.write(`uipilot-mcp init: ${text}\n`);
  return 2;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Changes a client's file. @returns what was done, in words */
async function change(client: Client, file: string, options: Options): Promise<string> {
  const { name, replace: replaces, remove } = options;
  const known: Known = readKnown(file);
  const entry = remove ? undefined : client.entry(start(options.serverArguments));
  const text = await edit(known.text, client.format, { section: client.section, name, entry, replace: replaces });
  if (text === known.text) return remove ? "it has no such server" : "it has the server already";
  print(`${client.title} (${quote(file)}), the change:`);
  for (const line of difference(known.text, text)) print(`  ${line}`);
  if (options.dryRun) return "not written (--dry-run)";
  if (!options.yes) {
    if (process.stdin.isTTY !== true) {
      throw new EditRefused("there is no terminal to ask at: give --yes to write, or --dry-run to see the changes");
    }
    if (!(await ask())) return "not written";
  }
  const backup = replace(known, text);
  return backup === undefined ? "written" : `written; what it was is in ${quote(backup)}`;
}

/** How clients start this server: by npx, or from the clone that this program is run from. */
function start(serverArguments: readonly string[]): Start {
  const own = fileURLToPath(import.meta.url);
  if (!own.includes(`${path.sep}node_modules${path.sep}`)) {
    // Clients with a window often do not know where Node is.
    return { command: process.execPath, args: [path.join(path.dirname(own), "index.js"), ...serverArguments] };
  }
  const npx = ["npx", "-y", "uipilot-mcp"];
  // On Windows, npx is a script, which only a shell runs.
  const [command = "", ...rest] = process.platform === "win32" ? ["cmd", "/c", ...npx] : npx;
  return { command, args: [...rest, ...serverArguments] };
}

/** What changes: a file is edited in one place. Of lines that stay in part, only that is shown, since others can have secrets. */
function difference(before: string, after: string): string[] {
  const [old, now] = [before, after].map((text) => text.split(/\r?\n/)) as [string[], string[]];
  const lines = changed(old, now);
  const line = `line ${lines.from + 1}:`;
  if (lines.old.length === 0 || lines.now.length === 0)
    return [line, ...shown("-", lines.old), ...shown("+", lines.now)];
  const { old: out, now: put } = changed([...lines.old.join("\n")], [...lines.now.join("\n")]);
  const part = (mark: string, letters: string[]): string[] =>
    letters.length === 0 ? [] : shown(mark, `…${letters.join("")}…`.split("\n"));
  return [line, ...part("-", out), ...part("+", put)];
}

/** The items of two lists between what both begin and end with. */
function changed(old: string[], now: string[]): { from: number; old: string[]; now: string[] } {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return { from: head, old: old.slice(head, old.length - tail), now: now.slice(head, now.length - tail) };
}

/** What a terminal would obey or hide. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const shown = (mark: string, lines: string[]): string[] =>
  lines.map((line) => `${mark} ${line.replaceAll("\t", "  ").replace(UNSHOWN, "�")}`);

async function ask(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question("Write it? [y/N] ")).trim());
  } finally {
    lines.close();
  }
}

interface Options {
  clients: string[];
  name: string;
  serverArguments: string[];
  remove: boolean;
  replace: boolean;
  dryRun: boolean;
  yes: boolean;
  help: boolean;
}

function read(args: readonly string[]): Options {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  const { values } = parseArgs({
    args: [...own],
    options: {
      client: { type: "string", multiple: true, default: [] },
      name: { type: "string", default: "uipilot" },
      remove: { type: "boolean", default: false },
      replace: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      yes: { type: "boolean", short: "y", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
    strict: true,
  });
  const unknown = values.client.find((id) => !clients.some((client) => client.id === id));
  if (unknown !== undefined) {
    throw new Error(`there is no client ${brief(unknown)}; there are ${clients.map(({ id }) => id).join(", ")}`);
  }
  if (!NAME.test(values.name)) {
    throw new Error(`--name must be a word of letters, digits, - and _, got ${brief(values.name)}`);
  }
  return {
    clients: values.client,
    name: values.name,
    serverArguments: end < 0 ? [] : args.slice(end + 1),
    remove: values.remove,
    replace: values.replace,
    dryRun: values["dry-run"],
    yes: values.yes,
    help: values.help,
  };
}
