// The help of the program and of each command.

import { placeName } from "./args.ts";
import {
  type CommandSpec,
  findCommand,
  GLOBALS,
  OWN,
  type Parameter,
  parametersOf,
  type SessionOption,
  type Table,
  toolOf,
} from "./table.ts";
import { meant, shown, WrongUsage } from "./usage.ts";

/** How wide lines are. */
const WIDTH = 110;

/** The help of the program. */
export function help(of: Table): string {
  const shorts = of.commands.filter(({ short }) => short);
  const others = of.commands.filter(({ short }) => !short);
  const sets = [...new Set(of.tools.map(({ set }) => set))];
  return [
    "Usage: uipilot [options] COMMAND [arguments]",
    "",
    "See a web page as a short text tree, and act on its elements by UID:",
    "",
    "  uipilot open https://example.org",
    "  uipilot snapshot",
    "  uipilot click 1_8",
    "",
    "Commands (uipilot help COMMAND shows the arguments of each):",
    ...rows(shorts.map((command) => [usage(of, command, true), command.help])),
    "",
    "Sessions, scripts and the shell:",
    ...rows(OWN.map(({ name, usage, help }) => [`${name} ${usage}`, help])),
    "",
    "Every tool is a command:",
    ...sets.flatMap((set) => {
      const names = others.filter(({ tool }) => toolOf(of, tool).set === set).map(({ name }) => name);
      return wrapped(`  ${set}: `, names.join(" "));
    }),
    "",
    "Options of every command:",
    ...rows(GLOBALS.map((option) => [flagOf(option), option.help])),
    "",
    "Options of a session, which its first command gives; as environment variables: UIPILOT_BROWSER and so on:",
    ...rows(of.options.map((option) => [flagOf(option), `${option.help}${option.many ? "; may be repeated" : ""}`])),
    "",
    "A process in the background keeps the sessions. It ends by itself when they are not used, or with uipilot stop.",
    "Exit codes: 0 done, 1 the action failed, 2 wrong usage, 3 no browser, 4 timeout, 5 the session or its process is gone,",
    "6 not allowed, 7 stale or unknown UID, 8 it may have happened, 70 a fault in uipilot.",
    "",
  ].join("\n");
}

/** The help of one command. @throws {@link WrongUsage} */
export function helpFor(of: Table, name: string): string {
  const own = OWN.find((command) => command.name === name);
  if (own !== undefined) {
    const options = [...(own.options ?? [])].map((option): [string, string] => [flagOf(option), option.help]);
    return [`Usage: uipilot ${`${own.name} ${own.usage}`.trim()}`, "", `${own.help}.`, "", ...rows(options)].join("\n");
  }
  const command = findCommand(of, name);
  if (command === undefined) {
    const names = [...of.commands, ...OWN].map((one) => one.name);
    throw new WrongUsage(`there is no command ${shown(name)}${meant(name, names)}`);
  }
  const { description, set, name: tool } = toolOf(of, command.tool);
  const parameters = parametersOf(of, command);
  const needs = set === "desktop" || set === "workspace" ? [`A session has it with --tools ${set}.`, ""] : [];
  return [
    `Usage: uipilot ${usage(of, command)}${parameters.length > 0 ? " [options]" : ""}`,
    "",
    ...wrapped("", description),
    "",
    ...rows(parameters.map((parameter) => [parameterFlag(parameter), meaning(parameter)])),
    ...(parameters.length > 0 ? [""] : []),
    ...needs,
    `Tool: ${tool}. Options of every command: uipilot help.`,
    "",
  ].join("\n");
}

function usage(of: Table, command: CommandSpec, brief = false): string {
  const parameters = parametersOf(of, command);
  const places = command.positionals.map((place) => {
    const { flag, optional, rest } = place;
    const pair = parameters.find((one) => one.flag === flag)?.pair;
    const name = `${pair === undefined ? placeName(place) : pair.join("=").toUpperCase()}${rest ? "..." : ""}`;
    return optional ? `[${name}]` : name;
  });
  const switches = brief ? [] : missing(command, parameters);
  return [command.name, ...places, ...switches].join(" ");
}

/** The required arguments that have no place. */
function missing({ positionals }: CommandSpec, parameters: readonly Parameter[]): string[] {
  return parameters
    .filter(({ flag, required }) => required && !positionals.some((place) => place.flag === flag))
    .map((parameter) => parameterFlag(parameter));
}

function parameterFlag({ flag, kind, choices }: Parameter): string {
  if (kind === "switch") return `--[no-]${flag}`;
  const value = choices === undefined ? { text: "TEXT", number: "N", json: "JSON" }[kind] : choices.join("|");
  return `--${flag} ${value.length > 40 ? "NAME" : value}`;
}

function meaning({ help = "", many, pair, choices = [] }: Parameter): string {
  return [
    help,
    ...(choices.join("|").length > 40 ? [choices.join(", ")] : []),
    ...(pair === undefined ? [] : [`as ${pair.join("=")}, or a JSON object`]),
    ...(many ? ["may be repeated"] : []),
  ]
    .filter((part) => part !== "")
    .map((part, index, all) => (index < all.length - 1 ? part.replace(/\.$/, "") : part))
    .join("; ");
}

function flagOf({ name, value }: SessionOption): string {
  return `--${name}${value === undefined ? "" : ` ${value}`}`;
}

function rows(of: [string, string][]): string[] {
  const width = Math.min(34, Math.max(0, ...of.map(([name]) => name.trim().length))) + 2;
  return of.flatMap(([name, text]) => {
    const first = `  ${name.trim().padEnd(width - 2)}  `;
    const lines = text === "" ? [first.trimEnd()] : wrapped(first, text, width + 2);
    return lines;
  });
}

/** A text in lines, after a beginning. */
function wrapped(beginning: string, text: string, indent = 2): string[] {
  const lines: string[] = [];
  let line = beginning;
  let empty = true;
  for (const word of text.split(" ")) {
    if (!empty && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = `${" ".repeat(beginning === "" ? 0 : indent)}${word}`;
    } else {
      line = empty ? `${line}${word}` : `${line} ${word}`;
    }
    empty = false;
  }
  return [...lines, line];
}
