// Flags, environment variables and help, from one table.

import path from "node:path";
import { parseArgs } from "node:util";
import type { SessionOptions } from "@uipilot/core";
import { capabilities } from "./capabilities.ts";
import { commands } from "./commands.ts";
import { hostName, isLoopback } from "./http/address.ts";
import type { HttpOptions } from "./http/server.ts";
import { LEVELS, type LogLevel } from "./log.ts";
import { isForShell } from "./path-text.ts";
import type { SessionLimits } from "./sessions.ts";
import { STATE_KEY } from "./state-file.ts";
import { defaultSets, setNames, type ToolSet } from "./tools/index.ts";
import { UsageError } from "./usage-error.ts";

export { UsageError } from "./usage-error.ts";

/** The parsed command line. */
export interface Command {
  session: SessionOptions;
  /** Sets of tools that are offered. */
  tools: ToolSet[];
  /** How many sessions may be opened, and how long they stay without a call. */
  limits: SessionLimits;
  /** Folders from --allow-root. */
  roots: string[];
  /** Whether files in the client's roots are allowed. */
  clientRoots: boolean;
  /** Whether tools that run scripts are offered. */
  script: boolean;
  /** Environment variables for programs that the server starts. */
  env: Record<string, string>;
  /** A file with the cookies, the local storage and the databases that each session begins with. */
  storageState?: string;
  /** What encrypts files with such states, and opens them. */
  stateKey?: string;
  /** The configuration file, absolute. */
  config?: string;
  /** Where to listen over HTTP; on stdin and stdout if it is absent. */
  http?: HttpOptions;
  logFile?: string;
  logLevel: LogLevel;
}

/** An option. */
export interface Flag {
  /** The name of the value in the help. A flag without one is on or off. */
  value?: string;
  /** May be given more than once. */
  multiple?: true;
  help: string;
}

/** The environment variable with the token. A flag would show it to every program of the machine. */
const TOKEN = "UIPILOT_MCP_TOKEN";
/** A shorter token could be guessed. */
const SHORTEST_TOKEN = 16;
/** A shorter key could be guessed by a program that has the file. */
const SHORTEST_KEY = 12;

/** The options of the server. */
export const FLAGS = {
  tools: { value: "SETS", help: `Sets of tools (a,b): ${setNames.join(", ")} (${defaultSets.join(",")})` },
  config: { value: "FILE", help: "Configuration of the workspace tools, such as uipilot.config.json" },
  browser: { value: "NAME", help: "chromium (default), chrome, msedge, brave or firefox; a channel as in chrome-beta" },
  executable: { value: "FILE", help: "Use this browser executable" },
  headless: { help: "Without a window (default)" },
  headed: { help: "With a window" },
  viewport: { value: "WxH", help: "Viewport in CSS pixels, for example 1280x720" },
  profile: { value: "DIR", help: "Keep the browser's data here (a temporary profile)" },
  "browser-arg": { value: "ARG", multiple: true, help: "Further argument for the browser" },
  "pass-env": {
    value: "NAME[=VALUE]",
    multiple: true,
    help: "Pass this environment variable to the programs that the server starts",
  },
  "cdp-endpoint": {
    value: "URL",
    help: "Attach to a running Chromium: ws://…, http://host:port, a port, or its profile folder",
  },
  "bidi-endpoint": { value: "URL", help: "Attach to a running Firefox: ws://…, host:port or a port" },
  "webdriver-url": { value: "URL", help: "Use this W3C WebDriver server or grid" },
  capability: {
    value: "NAME=VALUE",
    multiple: true,
    help: "Ask the WebDriver server for this; VALUE is JSON or text",
  },
  "webdriver-timeout": {
    value: "MS",
    help: "How long a WebDriver server may take for a session, with its queue (50000)",
  },
  "webdriver-session": { value: "ID", help: "Adopt this session of the WebDriver server" },
  extension: { help: "Work in the tabs that the user grants in their own browser, through the uipilot extension" },
  "extension-port": { value: "PORT", help: "Port that the extension connects to (a free one of 38401 to 38410)" },
  "extension-state": { value: "DIR", help: "Remember paired extensions in this folder" },
  "action-timeout": { value: "MS", help: "How long an action waits for its element (5000)" },
  "navigation-timeout": { value: "MS", help: "How long a navigation or a wait may take (30000)" },
  "max-sessions": { value: "N", help: "How many sessions open_session may open (50)" },
  "session-idle": { value: "MS", help: "How long an opened session stays without a call (1800000)" },
  port: { value: "PORT", help: "Speak MCP over HTTP at this port, 0 for a free one, instead of on stdin and stdout" },
  host: { value: "ADDRESS", help: "Address to listen at (127.0.0.1); any other than the loopback needs a token" },
  "allowed-hosts": { value: "NAMES", help: "Host names that clients may use for this server, separated by commas" },
  "share-session": { help: "All clients over HTTP work in the default session, not each in one of its own" },
  "storage-state": {
    value: "FILE",
    help: "Begin each session with the cookies, local storage and databases in this file",
  },
  "test-id-attribute": { value: "NAME", help: "The attribute that holds test ids (data-testid)" },
  "allow-root": { value: "DIR", multiple: true, help: "Allow files here too, beside the working directory" },
  "allow-client-roots": { help: "Allow files in the roots that the MCP client names" },
  "allow-file-urls": { help: "Allow file: addresses" },
  "allow-browser-pages": { help: "Allow pages of the browser itself, such as chrome://settings" },
  "allow-script": { help: "Offer tools that run JavaScript in the page, with everything that the page can do" },
  "log-file": { value: "FILE", help: "Append the log here instead of stderr" },
  "log-level": { value: "LEVEL", help: `${LEVELS.join(", ")} (warn)` },
} as const satisfies Record<string, Flag>;

type Name = keyof typeof FLAGS;
const NAMES = Object.keys(FLAGS) as Name[];

/** Flags that apply only to a browser that the server launches. */
const LAUNCH: readonly Name[] = ["executable", "profile", "browser-arg", "headless", "headed", "browser"];

/** The text of --help. */
export function help(): string {
  const rows = NAMES.map((name): [string, string] => {
    const { value, multiple, help }: Flag = FLAGS[name];
    const flag = `--${name}${value === undefined ? "" : ` ${value}`}`;
    return [flag, multiple === true ? `${help}; may be repeated` : help];
  });
  rows.push(["--help, --version", ""]);
  const width = Math.max(...rows.map(([flag]) => flag.length)) + 2;
  return [
    "Usage: uipilot-mcp [options]",
    ...Object.entries(commands).flatMap(([name, { help }]) => [`       uipilot-mcp ${name} [options]    ${help}`]),
    "",
    "MCP server on stdin and stdout that drives a web browser, and desktop applications with --tools desktop.",
    "",
    ...rows.map(([flag, text]) => `  ${flag.padEnd(width)}${text}`.trimEnd()),
    "",
    "Each option can be given as an environment variable: UIPILOT_BROWSER, UIPILOT_LOG_FILE and so on; options that are",
    `on or off as 1 or 0, several roots separated by "${path.delimiter}", several browser arguments or variables by spaces. Flags win.`,
    `Files with log-in state are encrypted with the key in ${STATE_KEY}, if it is set; the program age opens them too.`,
    `Over HTTP, clients have to send the token in ${TOKEN}, if it is set: Authorization: Bearer TOKEN.`,
    "",
  ].join("\n");
}

/**
 * Reads flags and environment.
 *
 * @returns the command, or which text to print
 * @throws {@link UsageError}
 */
export function parse(args: string[], environment: NodeJS.ProcessEnv): Command | "help" | "version" {
  const given = flags(args);
  if (given.get("help") !== undefined) return "help";
  if (given.get("version") !== undefined) return "version";
  const values = new Map([...fromEnvironment(environment, given), ...given] as [Name, string[]][]);
  for (const [name, texts] of values) for (const text of texts) checkValue(name, text);
  const one = (name: Name) => values.get(name)?.at(-1);
  const on = (name: Name) => one(name) === "1";

  if (on("headless") && on("headed")) throw new UsageError("--headless and --headed contradict each other");
  const viewport = one("viewport");
  const actionTimeout = one("action-timeout");
  const navigationTimeout = one("navigation-timeout");
  const logFile = one("log-file");
  const testIdAttribute = one("test-id-attribute");
  const storageState = one("storage-state");
  if (storageState !== undefined && on("extension")) {
    throw new UsageError("--storage-state cannot be put into the user's own browser");
  }
  const tools = sets(one("tools"));
  const config = one("config");
  if (config !== undefined && !tools.includes("workspace")) {
    throw new UsageError("--config needs --tools workspace, whose tools it configures");
  }
  const http = httpOptions(one, environment);
  const stateKey = keyOf(environment);
  const env = variables(values.get("pass-env") ?? [], environment);
  return {
    env,
    session: {
      ...route(values, one, on("headed") || one("headless") === "0", env),
      ...(viewport === undefined ? {} : { viewport: size(viewport) }),
      ...(actionTimeout === undefined ? {} : { actionTimeoutMs: milliseconds("action-timeout", actionTimeout) }),
      ...(navigationTimeout === undefined
        ? {}
        : { navigationTimeoutMs: milliseconds("navigation-timeout", navigationTimeout) }),
      ...(testIdAttribute === undefined ? {} : { testIdAttribute }),
      allowFileUrls: on("allow-file-urls"),
      allowBrowserPages: on("allow-browser-pages"),
    },
    tools,
    limits: {
      count: count("max-sessions", one("max-sessions"), 50),
      idleMs: milliseconds("session-idle", one("session-idle") ?? "1800000"),
    },
    script: on("allow-script"),
    roots: (values.get("allow-root") ?? []).map((root) => path.resolve(root)),
    clientRoots: on("allow-client-roots"),
    ...(config === undefined ? {} : { config: path.resolve(config) }),
    ...(http === undefined ? {} : { http }),
    ...(storageState === undefined ? {} : { storageState: path.resolve(storageState) }),
    ...(stateKey === undefined ? {} : { stateKey }),
    ...(logFile === undefined ? {} : { logFile }),
    logLevel: level(one("log-level") ?? "warn"),
  };
}

/** The route to the browser. */
function route(
  values: Map<Name, string[]>,
  one: (name: Name) => string | undefined,
  headed: boolean,
  env: Record<string, string>,
): Pick<SessionOptions, "launch" | "attach" | "webdriver" | "extension"> {
  const cdp = one("cdp-endpoint");
  const bidi = one("bidi-endpoint");
  const endpoint = cdp ?? bidi;
  const url = one("webdriver-url");
  const adopted = one("webdriver-session");
  if ([cdp, bidi, url].filter((given) => given !== undefined).length > 1) {
    throw new UsageError("--cdp-endpoint, --bidi-endpoint and --webdriver-url exclude each other");
  }
  if (adopted !== undefined && url === undefined) throw new UsageError("--webdriver-session needs --webdriver-url");
  const wanted = values.get("capability") ?? [];
  const limit = one("webdriver-timeout");
  for (const [name, given] of [
    ["capability", wanted.length > 0],
    ["webdriver-timeout", limit !== undefined],
  ] as const) {
    if (given && (url === undefined || adopted !== undefined)) {
      throw new UsageError(`--${name} needs --webdriver-url, and a session that the server makes`);
    }
  }
  const port = one("extension-port");
  const state = one("extension-state");
  const extension = one("extension") === "1";
  if (!extension && (port !== undefined || state !== undefined)) {
    throw new UsageError("--extension-port and --extension-state need --extension");
  }
  if (extension && (endpoint !== undefined || url !== undefined)) {
    throw new UsageError("--extension excludes --cdp-endpoint, --bidi-endpoint and --webdriver-url");
  }
  const wish = {
    browser: one("browser"),
    executable: one("executable"),
    profile: one("profile"),
    arguments: values.get("browser-arg") ?? [],
    headless: !headed,
  };
  if (endpoint !== undefined || adopted !== undefined || extension) {
    const useless = LAUNCH.find((name) => values.has(name));
    if (useless !== undefined)
      throw new UsageError(
        `--${useless} applies only to a browser that the server launches, and this one already runs`,
      );
  }
  if (url !== undefined && wish.browser === undefined && adopted === undefined) {
    const useless = LAUNCH.find((name) => values.has(name));
    if (useless !== undefined) {
      throw new UsageError(`--${useless} needs --browser at a WebDriver server, which chooses the browser otherwise`);
    }
  }
  if (extension) {
    return {
      extension: {
        ...(port === undefined ? {} : { port: portNumber("extension-port", port) }),
        ...(state === undefined ? {} : { state: path.resolve(state) }),
      },
    };
  }
  if (endpoint !== undefined) return { attach: { endpoint, ...(bidi === undefined ? {} : { protocol: "bidi" }) } };
  if (url !== undefined) {
    return {
      webdriver: {
        url,
        ...(adopted === undefined ? { capabilities: withMore(capabilities(wish), wanted) } : { session: adopted }),
        ...(limit === undefined ? {} : { startTimeoutMs: milliseconds("webdriver-timeout", limit) }),
      },
    };
  }
  const { browser, executable, profile, ...rest } = wish;
  return {
    launch: {
      ...rest,
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...(browser === undefined ? {} : { browser }),
      ...(executable === undefined ? {} : { executable }),
      ...(profile === undefined ? {} : { profile: path.resolve(profile) }),
    },
  };
}

/** Capabilities with those that are asked for by name. */
function withMore(known: Record<string, unknown>, wanted: readonly string[]): Record<string, unknown> {
  const all = { ...known };
  for (const text of wanted) {
    const [, name, value = ""] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new UsageError(`--capability ${JSON.stringify(text)} is not of the form NAME=VALUE`);
    if (name in all) throw new UsageError(`--capability ${name} is given twice, or set by the flags for the browser`);
    try {
      all[name] = JSON.parse(value);
    } catch {
      all[name] = value;
    }
  }
  return all;
}

/** The given flags, each with its values; "1" for a flag that is on. */
function flags(args: string[]): Map<string, string[]> {
  const options = Object.fromEntries(
    NAMES.map((name) => {
      const { value }: Flag = FLAGS[name];
      return [name, { type: value === undefined ? ("boolean" as const) : ("string" as const), multiple: true }];
    }),
  );
  try {
    const { values } = parseArgs({
      args,
      options: { ...options, help: { type: "boolean", short: "h" }, version: { type: "boolean" } },
      strict: true,
      allowPositionals: false,
    });
    return new Map(
      Object.entries(values).map(([name, value]) => [
        name,
        [value].flat().map((entry) => (entry === true ? "1" : String(entry))),
      ]),
    );
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The options from environment variables that no flag overrides. */
function fromEnvironment(environment: NodeJS.ProcessEnv, given: ReadonlyMap<string, unknown>): [Name, string[]][] {
  return NAMES.flatMap((name): [Name, string[]][] => {
    const variable = `UIPILOT_${name.toUpperCase().replaceAll("-", "_")}`;
    const text = environment[variable];
    if (text === undefined || given.has(name)) return [];
    // A flag for one of them overrides a variable for the other.
    if ((name === "headless" && given.has("headed")) || (name === "headed" && given.has("headless"))) return [];
    const { value }: Flag = FLAGS[name];
    if (text.trim() === "") throw new UsageError(`${variable} is empty: give it a value, or unset it`);
    if (value === undefined) return [[name, [onOrOff(variable, text)]]];
    if (name === "allow-root") return [[name, text.split(path.delimiter)]];
    if (name === "browser-arg" || name === "pass-env") {
      return [[name, text.split(/\s+/).filter((part) => part !== "")]];
    }
    return [[name, [text]]];
  });
}

/** Options that name a file or a folder here. An executable may also be a name on the PATH. */
const PATHS: readonly Name[] = ["executable", "profile", "extension-state", "storage-state", "allow-root", "log-file"];

/**
 * Refuses empty values: `--profile ""` would be the working directory. Clients start servers without a shell, so
 * `~` in their settings is refused too: it would be a folder of that name.
 */
function checkValue(name: Name, text: string): void {
  if (text.trim() === "") throw new UsageError(`--${name} is empty: give a value, or leave the option out`);
  if (PATHS.includes(name) && isForShell(text)) {
    throw new UsageError(`--${name}: only a shell expands ${JSON.stringify(text)}; give an absolute path`);
  }
}

/** The key of files with log-in state. The error does not show it. */
function keyOf(environment: NodeJS.ProcessEnv): string | undefined {
  const key = environment[STATE_KEY];
  if (key !== undefined && key.length < SHORTEST_KEY) {
    throw new UsageError(`${STATE_KEY} must have ${SHORTEST_KEY} or more characters`);
  }
  return key;
}

/** The variables of --pass-env. One without a value has that of this process. Errors never show a value. */
function variables(given: readonly string[], environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf("=");
      const name = at < 0 ? text : text.slice(0, at);
      if (name.trim() === "") throw new UsageError("--pass-env needs a name before the =");
      const value = at < 0 ? environment[name] : text.slice(at + 1);
      if (value === undefined) {
        throw new UsageError(`--pass-env: there is no environment variable ${JSON.stringify(name)}`);
      }
      return [name, value];
    }),
  );
}

/** The wanted sets, each once, in the order of their table. */
function sets(text: string | undefined): ToolSet[] {
  if (text === undefined) return [...defaultSets];
  const wanted = text.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !setNames.some((set) => set === name));
  if (unknown !== undefined) {
    throw new UsageError(`--tools must be one or more of ${setNames.join(", ")}, got ${JSON.stringify(unknown)}`);
  }
  return setNames.filter((name) => wanted.includes(name));
}

function onOrOff(variable: string, text: string): "1" | "0" {
  if (/^(1|true|yes|on)$/i.test(text)) return "1";
  if (/^(0|false|no|off)$/i.test(text)) return "0";
  throw new UsageError(`${variable} must be 1 or 0, got ${JSON.stringify(text)}`);
}

/** The longest side of a viewport, in CSS pixels. */
const LARGEST_SIDE = 10_000;

function size(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/i.exec(text) ?? [];
  const [wide, high] = [Number(width), Number(height)];
  const fits = (size: number): boolean => size >= 1 && size <= LARGEST_SIDE;
  if (!fits(wide) || !fits(high)) {
    throw new UsageError(
      `--viewport must be two numbers from 1 to ${LARGEST_SIDE}, as in 1280x720, got ${JSON.stringify(text)}`,
    );
  }
  return { width: wide, height: high };
}

function portNumber(name: Name, text: string, least = 1): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < least || port > 65_535) {
    throw new UsageError(`--${name} must be a number from ${least} to 65535, got ${JSON.stringify(text)}`);
  }
  return port;
}

/** Where to listen over HTTP. */
function httpOptions(one: (name: Name) => string | undefined, environment: NodeJS.ProcessEnv): HttpOptions | undefined {
  const port = one("port");
  const shareSession = one("share-session") === "1";
  if (port === undefined) {
    const useless = (["host", "allowed-hosts", "share-session"] as const).find((name) => one(name) !== undefined);
    if (useless !== undefined) throw new UsageError(`--${useless} needs --port`);
    return undefined;
  }
  const handed =
    one("webdriver-session") !== undefined ? "webdriver-session" : one("extension") === "1" ? "extension" : undefined;
  if (handed !== undefined && !shareSession) {
    throw new UsageError(`--${handed} gives the server one session, which --port needs --share-session for`);
  }
  if (one("max-sessions") === "0" && !shareSession) {
    throw new UsageError("--port gives each client a session: it needs --share-session or some --max-sessions");
  }
  const host = one("host") ?? "127.0.0.1";
  const token = environment[TOKEN];
  if (token === undefined && !isLoopback(host)) {
    throw new UsageError(`--host ${JSON.stringify(host)} lets other machines in: set a token in ${TOKEN}`);
  }
  if (token !== undefined && !new RegExp(`^[!-~]{${SHORTEST_TOKEN},}$`).test(token)) {
    throw new UsageError(`${TOKEN} must have ${SHORTEST_TOKEN} or more characters, of ASCII and without spaces`);
  }
  const allowedHosts = (one("allowed-hosts") ?? "").split(",").flatMap((text) => {
    if (text.trim() === "") return [];
    const name = hostName(text.trim());
    if (name === undefined || name !== text.trim().toLowerCase()) {
      throw new UsageError(`--allowed-hosts takes names without port or path, got ${JSON.stringify(text)}`);
    }
    return [name];
  });
  return {
    port: portNumber("port", port, 0),
    host,
    allowedHosts,
    ...(token === undefined ? {} : { token }),
    shareSession,
  };
}

function count(name: Name, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^\d{1,4}$/.test(text)) {
    throw new UsageError(`--${name} must be a number from 0 to 9999, got ${JSON.stringify(text)}`);
  }
  return Number(text);
}

function milliseconds(name: Name, text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(`--${name} must be a number of milliseconds from 0 to 999999999, got ${JSON.stringify(text)}`);
  }
  return Number(text);
}

function level(text: string): LogLevel {
  const found = LEVELS.find((name) => name === text);
  if (found === undefined)
    throw new UsageError(`--log-level must be one of ${LEVELS.join(", ")}, got ${JSON.stringify(text)}`);
  return found;
}
