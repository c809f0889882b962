// The commands of `uipilot`. The build makes the table from the tools, so that the program itself starts without them.

import { readFileSync } from "node:fs";
import path from "node:path";

/** An argument of a tool, as a flag. */
export interface Parameter {
  /** The flag without its dashes, such as `timeout-ms`, or `target.by` for a field of an object. */
  flag: string;
  /** The fields that lead to the value, from the arguments of the tool. */
  path: string[];
  kind: "text" | "number" | "switch" | "json";
  /** Whether it is a list: the flag may be repeated. */
  many?: true;
  required?: true;
  choices?: string[];
  /** The two fields of the objects in a list that can be written as `first=second`. */
  pair?: [string, string];
  help?: string;
}

/** A tool. */
export interface ToolSpec {
  name: string;
  /** The set that it belongs to. */
  set: string;
  title: string;
  description: string;
  parameters: Parameter[];
}

/** An argument of a command that is given by its place. */
export interface Positional {
  flag: string;
  optional?: true;
  /** How the help calls it, if not as its flag. */
  name?: string;
  /** Whether it takes all the words that are left. */
  rest?: true;
}

/** A command that calls a tool. */
export interface CommandSpec {
  name: string;
  tool: string;
  /** What it does, in a few words. */
  help: string;
  /** The tool that is called instead if the argument `uid` is given. */
  toolForUid?: string;
  /** Arguments that the command sets. */
  preset?: Record<string, unknown>;
  positionals: Positional[];
  /** Whether it is one of the short names, which come first in the help. */
  short?: true;
}

/** An option of a session, which is an option of the server. */
export interface SessionOption {
  name: string;
  /** The name of its value. An option without one is on or off. */
  value?: string;
  many?: true;
  /** The values that there are, where these are a few words. */
  choices?: readonly string[];
  /** Whether it is a file or a folder of this machine. */
  path?: true;
  help: string;
}

/** All of it. */
export interface Table {
  tools: ToolSpec[];
  commands: CommandSpec[];
  options: SessionOption[];
}

/** The options that every command takes. */
export const GLOBALS: readonly SessionOption[] = [
  { name: "session", value: "NAME", help: "The session to work in (default; or UIPILOT_SESSION)" },
  { name: "json", help: "Print one JSON object" },
  { name: "out", value: "FILE", path: true, help: "Where a picture goes: .png, .jpg or .jpeg" },
  { name: "deadline", value: "MS", help: "Give a call up after this time (300000)" },
  { name: "help", help: "Show the help of a command" },
  { name: "version", help: "Show the version" },
];

/** A command of the program itself. */
export interface OwnCommand {
  name: string;
  usage: string;
  help: string;
  options?: readonly SessionOption[];
}

/** The commands that call no tool, or any. */
export const OWN: readonly OwnCommand[] = [
  { name: "call", usage: "TOOL [JSON]", help: "Call a tool by its name, with its arguments as JSON or as flags" },
  {
    name: "run",
    usage: "FILE",
    help: "Run the commands in a file, one a line; - reads standard input",
    options: [{ name: "keep-going", help: "Go on after a command that failed" }],
  },
  { name: "sessions", usage: "", help: "List the open sessions" },
  {
    name: "close",
    usage: "",
    help: "Close the session and its browser",
    options: [{ name: "all", help: "Close every session" }],
  },
  { name: "status", usage: "", help: "Show the process that keeps the sessions" },
  { name: "stop", usage: "", help: "Close every session and end that process" },
  { name: "completion", usage: "bash|zsh|fish", help: "Print the completion for a shell" },
  { name: "help", usage: "[COMMAND]", help: "Show this help, or that of a command" },
];

let read: Table | undefined;

/** The table of this build. It is a file beside the program, because V8 reads JSON faster than a script with the same. */
export function table(): Table {
  read ??= JSON.parse(readFileSync(path.join(__dirname, "uipilot-commands.json"), "utf8")) as Table;
  return read;
}

/** The command of a name: a short one, or that of a tool with dashes or as the tool is called. */
export function findCommand({ commands }: Table, name: string): CommandSpec | undefined {
  return (
    commands.find((command) => command.name === name) ?? commands.find(({ tool, short }) => !short && tool === name)
  );
}

/** The flags of a command. */
export function parametersOf(of: Table, { tool, toolForUid, preset = {} }: CommandSpec): Parameter[] {
  const own = toolOf(of, tool).parameters;
  const more = toolForUid === undefined ? [] : toolOf(of, toolForUid).parameters.map(({ required, ...one }) => one);
  return [...own, ...more.filter(({ flag }) => own.every((one) => one.flag !== flag))].filter(
    ({ path: [property = ""] }) => !(property in preset),
  );
}

/** A tool of the table. */
export function toolOf({ tools }: Table, name: string): ToolSpec {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`the table has no tool ${name}`);
  return found;
}
