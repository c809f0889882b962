// Reads a command line: which command, with which arguments, in which session.

import path from "node:path";
import {
  type CommandSpec,
  findCommand,
  GLOBALS,
  OWN,
  type OwnCommand,
  type Parameter,
  type Positional,
  parametersOf,
  type SessionOption,
  type Table,
} from "./table.ts";
import { meant, shown, WrongUsage } from "./usage.ts";
import { type Arguments, put, toValue } from "./values.ts";

/** What a command line asks for. */
export interface Invocation {
  /** A tool and its arguments, or a command of the program. */
  command:
    | { kind: "tool"; name: string; tool: string; args: Arguments }
    | { kind: "own"; name: string; words: string[]; flags: Map<string, string[]> };
  /** The options that every command takes. */
  globals: Map<string, string[]>;
  /** The given options of the session, with absolute paths. */
  options: Map<string, string[]>;
}

/** The words of a command line, by what they are. */
interface Sorted {
  words: string[];
  globals: Map<string, string[]>;
  options: Map<string, string[]>;
  /** Flags of the command itself. */
  own: [flag: string, value: string][];
}

/**
 * Reads a command line.
 *
 * @param folder - the folder that relative paths start in
 * @throws {@link WrongUsage}
 */
export function readCommand(of: Table, given: readonly string[], folder: string): Invocation {
  const before = sort(given, leading(of), folder);
  const [name, ...rest] = before.rest;
  const globals = before.sorted.globals;
  if (name === undefined || globals.has("help") || globals.has("version")) {
    const asked = globals.has("version") ? "version" : "help";
    return { command: own(asked, name === undefined ? [] : [name]), globals, options: before.sorted.options };
  }
  const program = OWN.find((command) => command.name === name);
  const callee = name === "call" ? rest.find((word) => !word.startsWith("-")) : name;
  const command = callee === undefined ? undefined : findCommand(of, callee);
  if (name === "call" && callee === undefined) throw new WrongUsage("call needs the name of a tool", "call");
  if (program === undefined && command === undefined) {
    const names = [...of.commands, ...OWN].map((one) => one.name);
    throw new WrongUsage(`there is no command ${shown(name)}${meant(name, names)}`);
  }
  const parameters = command === undefined ? [] : parametersOf(of, command);
  const known = { ...leading(of), parameters, program };
  const { sorted } = sort(rest, known, folder, true);
  const all = {
    globals: new Map([...globals, ...sorted.globals]),
    options: new Map([...before.sorted.options, ...sorted.options]),
  };
  if (sorted.globals.has("help")) return { command: own("help", [callee ?? name]), ...all };
  if (name === "call" || program === undefined) {
    const tool = command ?? missingTool(of, callee ?? "");
    return { command: toolCommand(of, tool, name, sorted, all.globals, folder), ...all };
  }
  const flags = new Map(sorted.own.map(([flag, value]) => [flag, [value]]));
  return { command: { kind: "own", name, words: sorted.words, flags }, ...all };
}

function own(name: string, words: string[]): Invocation["command"] {
  return { kind: "own", name, words, flags: new Map() };
}

function missingTool({ tools }: Table, name: string): never {
  const names = tools.map((tool) => tool.name);
  throw new WrongUsage(`there is no tool ${shown(name)}${meant(name, names)}`, "call");
}

/** What a word can be. */
interface Known {
  options: readonly SessionOption[];
  parameters?: readonly Parameter[];
  program?: OwnCommand | undefined;
}

const leading = ({ options }: Table): Known => ({ options });

/** Sorts the words; those before a command only up to it, unless `all`. */
function sort(given: readonly string[], known: Known, folder: string, all = false): { sorted: Sorted; rest: string[] } {
  const sorted: Sorted = { words: [], globals: new Map(), options: new Map(), own: [] };
  const left = [...given];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "--") {
      if (!all) return { sorted, rest: left };
      sorted.words.push(...left.splice(0));
    } else if (word === "-h") {
      sorted.globals.set("help", ["1"]);
    } else if (word.startsWith("--")) {
      readFlag(word, left, known, sorted, folder);
    } else if (all) {
      sorted.words.push(word);
    } else {
      return { sorted, rest: [word, ...left] };
    }
  }
  return { sorted, rest: [] };
}

function readFlag(word: string, left: string[], known: Known, sorted: Sorted, folder: string): void {
  const at = word.indexOf("=");
  const written = at < 0 ? word.slice(2) : word.slice(2, at);
  const given = at < 0 ? undefined : word.slice(at + 1);
  const { parameters = [], program, options } = known;
  const parameter = parameters.find(({ flag }) => flag === written);
  if (parameter !== undefined) {
    const value = parameter.kind === "switch" ? (given ?? "true") : (given ?? next(written, left));
    sorted.own.push([written, value]);
    return;
  }
  const off = /^no-(.+)$/.exec(written)?.[1];
  if (off !== undefined && parameters.some(({ flag, kind }) => flag === off && kind === "switch")) {
    sorted.own.push([off, "false"]);
    return;
  }
  const programs = program?.options ?? [];
  const option = [...programs, ...GLOBALS, ...options].find(({ name }) => name === written);
  if (option === undefined) {
    const names = [
      ...parameters.map(({ flag }) => flag),
      ...[...programs, ...GLOBALS, ...options].map(({ name }) => name),
    ];
    throw new WrongUsage(`there is no option --${shownFlag(written)}${meant(written, names)}`, program?.name);
  }
  if (option.value === undefined && given !== undefined && given !== "") {
    throw new WrongUsage(`--${written} takes no value`);
  }
  const value = option.value === undefined ? "1" : (given ?? next(written, left));
  if (option.value !== undefined && value === "") throw new WrongUsage(`--${written} is empty`);
  const kept = option.path === true ? path.resolve(folder, value) : value;
  if (programs.includes(option)) sorted.own.push([written, kept]);
  else if (GLOBALS.includes(option)) sorted.globals.set(written, [kept]);
  else sorted.options.set(written, option.many ? [...(sorted.options.get(written) ?? []), kept] : [kept]);
}

const shownFlag = (name: string): string => shown(name).slice(1, -1);

/** The value of a flag that was given without one. */
function next(flag: string, left: string[]): string {
  const value = left.shift();
  if (value === undefined) throw new WrongUsage(`--${flag} needs a value`);
  if (value.startsWith("--") && value.length > 2) {
    throw new WrongUsage(`--${flag} needs a value; if ${shown(value)} is it, write --${flag}=VALUE`);
  }
  return value;
}

/** The arguments of a tool. */
function toolCommand(
  of: Table,
  spec: CommandSpec,
  name: string,
  { words, own: flags }: Sorted,
  globals: Map<string, string[]>,
  folder: string,
): Invocation["command"] {
  const parameters = parametersOf(of, spec);
  const args: Arguments = structuredClone(spec.preset ?? {});
  const called = name === "call";
  const left = called ? words.slice(1) : [...words];
  const shownName = called ? spec.tool : name;
  const [first] = spec.positionals;
  const takesText = parameters.find(({ flag }) => flag === first?.flag)?.kind !== "json";
  const whole = called && isWhole(left[0], takesText) ? left.shift() : undefined;
  if (whole !== undefined) Object.assign(args, objectOf(whole));
  const byFlag = new Set(flags.map(([flag]) => flag));
  for (const place of spec.positionals) {
    const { flag, rest, optional } = place;
    // What was given as a flag is not given by its place, too.
    if (byFlag.has(flag) || (flag === "out" && globals.has("out"))) continue;
    const taken = rest ? left.splice(0) : left.splice(0, 1);
    if (taken.length === 0) {
      const known = whole !== undefined || optional === true;
      if (!known) throw new WrongUsage(`${shownName} needs ${placeName(place)}`, name);
    } else if (flag === "out") {
      globals.set("out", [path.resolve(folder, taken[0] ?? "")]);
    } else {
      for (const word of taken) flags.push(placed(flag, word, parameters));
    }
  }
  if (left[0] !== undefined) throw new WrongUsage(`${shownName} takes no further argument ${shown(left[0])}`, name);
  for (const [flag, text] of flags) {
    const parameter = parameters.find((one) => one.flag === flag);
    if (parameter !== undefined) put(args, parameter, toValue(parameter, text));
  }
  const tool = spec.toolForUid !== undefined && "uid" in args ? spec.toolForUid : spec.tool;
  return { kind: "tool", name, tool, args };
}

/** What a word that is given by its place is: the value of a field, or the whole object of that field, as JSON. */
function placed(flag: string, word: string, parameters: readonly Parameter[]): [flag: string, value: string] {
  const outer = parameters.find((one) => one.kind === "json" && flag.startsWith(`${one.flag}.`));
  const object = outer && word.trimStart().startsWith("{") ? objectIn(word) : undefined;
  if (!outer || !object) return [flag, word];
  const kinds = parameters.find((one) => one.flag === `${outer.flag}.by`)?.choices ?? [];
  return [outer.flag, JSON.stringify(completed(object, kinds))];
}

/** A target with the field that tells by what to find it: in short, that is the name of its field, as in `{"role": "button"}`. */
function completed(target: Arguments, kinds: readonly string[]): Arguments {
  if ("value" in target || "by" in target) return target;
  const by = Object.keys(target).find((field) => field !== "name" && kinds.includes(field));
  const { [by ?? "name"]: value, ...more } = target;
  if (value === undefined) return target;
  // A name alone is what anything can be called by.
  return { ...(by === undefined ? {} : { by }), value, ...more };
}

/** Whether a word is meant as all arguments. A list can be the first of them, but no text. */
function isWhole(word: string | undefined, takesText: boolean): boolean {
  const begin = word?.trimStart() ?? "";
  return begin.startsWith("{") || (takesText && begin.startsWith("[") && begin.trimEnd().endsWith("]"));
}

function objectOf(json: string): Arguments {
  const object = objectIn(json);
  if (object !== undefined) return object;
  throw new WrongUsage(`the arguments ${shown(json)} are not a JSON object`, "call");
}

/** The JSON object that a text is; undefined if it is none. */
function objectIn(text: string): Arguments | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Arguments) : undefined;
  } catch {
    return undefined;
  }
}

/** How the help writes an argument that is given by its place. */
export function placeName({ flag, name }: Positional): string {
  return name ?? flag.replaceAll("-", "_").toUpperCase();
}
