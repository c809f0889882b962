// Makes the table of commands from the tools. Only the build and tests run it.

import { FLAGS, type Flag } from "../cli/flags.ts";
import { Secrets } from "../secrets/secrets.ts";
import { inputSchema, type Tool, toolSets, toolsFor } from "../tools/index.ts";
import { places, shorts } from "./shorts.ts";
import {
  type CommandSpec,
  GLOBALS,
  OWN,
  type Parameter,
  type Positional,
  type SessionOption,
  type Table,
  type ToolSpec,
} from "./table.ts";

/** The part of JSON Schema that is looked at. */
interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
}

/** Options of the server that mean nothing to a session of the command line. */
const OF_SERVERS: readonly string[] = [
  "port",
  "host",
  "allowed-hosts",
  "share-session",
  "allow-client-roots",
  "log-file",
  "log-level",
];

/** Options that name a file or a folder. An executable can also be a name on the PATH. */
const PATHS: readonly string[] = [
  "config",
  "profile",
  "extension-state",
  "storage-state",
  "secrets",
  "confirm",
  "allow-root",
];

/** What some options mean here. */
const OTHER_HELP: Readonly<Record<string, string>> = {
  tools: "Further sets of tools (a,b), as desktop; all; none: only those of --allow-tool",
  "session-idle": "How long the session stays without a call (1800000)",
};

/** Makes the table of the tools of this server, and of those of the workspace. */
export function makeTable(workspace: readonly Tool[]): Table {
  const sets = Object.keys(toolSets) as (keyof typeof toolSets)[];
  const offer = { sets, extension: true, workspace, secrets: new Secrets([]) };
  // `wait_for` takes a script where scripts are allowed. The session refuses it elsewhere.
  const all = [...toolsFor({ ...offer, sets: [...offer.sets, "workspace"], script: true })];
  const own = new Set<string>(toolSets.sessions.map(({ name }) => name));
  const tools = all.filter(({ name }) => !own.has(name)).map((tool) => specOf(tool, workspace));
  const commands = [
    ...Object.entries(shorts).map(([name, short]) => shortCommand(name, short, tools)),
    ...tools.map((tool, index) => longCommand(tool, tools.slice(0, index))),
  ];
  return { tools, commands, options: sessionOptions() };
}

/** `click_by_uid` and `interactWithPage` as words with dashes. */
export function dashed(name: string): string {
  return name
    .replaceAll("_", "-")
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .toLowerCase();
}

function specOf(tool: Tool, workspace: readonly Tool[]): ToolSpec {
  const { name, title, description } = tool;
  const inSet = Object.entries(toolSets).find(([, tools]) => tools.some((one) => one.name === name))?.[0];
  const set =
    inSet ?? (workspace.some((one) => one.name === name) ? "workspace" : "with --allow-script or --extension");
  const { properties = {}, required = [] } = inputSchema(tool) as Schema;
  const parameters = Object.entries(properties)
    // The session is an option of every command.
    .filter(([property]) => property !== "session")
    .flatMap(([property, schema]) => parametersOf(schema, [property], required.includes(property)));
  return { name, set, title, description, parameters };
}

function parametersOf(schema: Schema, path: string[], required: boolean): Parameter[] {
  const { description } = schema;
  const parameter: Parameter = {
    flag: path.map(dashed).join("."),
    path,
    ...kindOf(schema),
    ...(required ? { required: true } : {}),
    ...(description === undefined ? {} : { help: description }),
  };
  const fields = Object.entries(schema.type === "object" ? (schema.properties ?? {}) : {});
  return [parameter, ...fields.flatMap(([name, inner]) => parametersOf(inner, [...path, name], false))];
}

function kindOf(schema: Schema): Pick<Parameter, "kind" | "many" | "choices" | "pair"> {
  switch (schema.type) {
    case "string":
      return { kind: "text", ...choicesOf(schema) };
    case "integer":
    case "number":
      return { kind: "number" };
    case "boolean":
      return { kind: "switch" };
    case "array":
      return listOf(schema.items);
  }
  // One value, or a list of such.
  const list = schema.anyOf?.find(({ type }) => type === "array");
  return list === undefined ? { kind: "json" } : listOf(list.items);
}

function listOf(items: Schema = {}): Pick<Parameter, "kind" | "many" | "choices" | "pair"> {
  const { kind, many, choices } = kindOf(items);
  // A list of lists, or of switches, has no form but JSON.
  if (many !== undefined || kind === "switch") return { kind: "json" };
  const texts = Object.entries(items.properties ?? {}).filter(
    ([name, { type }]) => type === "string" && name !== "secret",
  );
  const [first, second, ...others] = texts.map(([name]) => name);
  // A secret in the place of the value is given as JSON.
  const all = Object.keys(items.properties ?? {}).filter((name) => name !== "secret").length;
  const isPair = all === 2 && first !== undefined && second !== undefined && others.length === 0;
  return {
    kind,
    many: true,
    ...(choices === undefined ? {} : { choices }),
    ...(isPair ? { pair: [first, second] as [string, string] } : {}),
  };
}

function choicesOf({ enum: values }: Schema): { choices?: string[] } {
  return values === undefined ? {} : { choices: values.map(String) };
}

function longCommand(tool: ToolSpec, earlier: readonly ToolSpec[]): CommandSpec {
  // `typeText` of the suite would have the name of `type_text`.
  const name = dashed(tool.name);
  const taken = earlier.some((one) => dashed(one.name) === name);
  return {
    name: taken ? tool.name : name,
    tool: tool.name,
    help: tool.title,
    positionals: places[tool.name] ?? required(tool, {}),
  };
}

function shortCommand(name: string, short: (typeof shorts)[string], tools: readonly ToolSpec[]): CommandSpec {
  const { preset = {}, positionals, help, ...rest } = short;
  const tool = tools.find((one) => one.name === short.tool);
  if (tool === undefined) throw new Error(`the command ${name} calls ${short.tool}, which is no tool`);
  return {
    name,
    ...rest,
    help: help ?? tool.title,
    ...(short.preset === undefined ? {} : { preset }),
    positionals: positionals ?? required(tool, preset),
    short: true,
  };
}

/** The required arguments are given by place. A list can only be the last of them. */
function required({ parameters }: ToolSpec, preset: Record<string, unknown>): Positional[] {
  const wanted = parameters.filter(
    ({ path, kind, required, many }) =>
      required && !(path[0] !== undefined && path[0] in preset) && kind !== "switch" && (kind !== "json" || many),
  );
  const end = wanted.findIndex(({ many }) => many);
  return (end < 0 ? wanted : wanted.slice(0, end + 1)).map(({ flag, many }) => ({
    flag,
    ...(many ? { rest: true } : {}),
  }));
}

function sessionOptions(): SessionOption[] {
  return Object.entries(FLAGS)
    .filter(([name]) => !OF_SERVERS.includes(name))
    .map(([name, { value, multiple, choices, help }]: [string, Flag]) => ({
      name,
      ...(value === undefined ? {} : { value }),
      ...(multiple === undefined ? {} : { many: true as const }),
      ...(choices === undefined ? {} : { choices }),
      ...(PATHS.includes(name) ? { path: true as const } : {}),
      help: OTHER_HELP[name] ?? help,
    }));
}

/** The flags that a tool has and every command, too; those of the tool win after its name. */
export function clashes({ tools, options }: Table): string[] {
  const taken = new Set([...GLOBALS, ...options].map(({ name }) => name));
  return tools.flatMap(({ name, parameters }) =>
    parameters.filter(({ flag }) => taken.has(flag)).map(({ flag }) => `${name} --${flag}`),
  );
}

/** The names that commands share with the program's own. */
export function shadowed({ commands }: Table): string[] {
  const names = commands.map(({ name }) => name);
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index),
    ...OWN.map(({ name }) => name).filter((name) => names.includes(name)),
  ];
}
