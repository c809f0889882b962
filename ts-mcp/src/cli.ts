// The command line of the server, read, and its help.

import path from "node:path";
import type { SessionOptions } from "@uipilot/core";
import { type ClientCertificate, certificates } from "./cli/certificates.ts";
import { emulation } from "./cli/emulation.ts";
import { FLAGS, type Flag, NAMES, type Name } from "./cli/flags.ts";
import { checkValue, flags, fromEnvironment } from "./cli/given.ts";
import { httpOptions, TOKEN } from "./cli/http.ts";
import { rules } from "./cli/origins.ts";
import { route } from "./cli/route.ts";
import { offersOf, type ToolChoice, toolChoice } from "./cli/tools.ts";
import { count, keyOf, level, milliseconds, size, variables } from "./cli/values.ts";
import { withheldFiles } from "./cli/withheld.ts";
import { commands } from "./commands.ts";
import type { ConfigFile } from "./config/file.ts";
import { withConfig } from "./config/merge.ts";
import { type Policy, readPolicy } from "./confirm/policy.ts";
import type { HttpOptions } from "./http/server.ts";
import type { LogLevel } from "./log.ts";
import { loadSecrets, SECRET_VARIABLE } from "./secrets/load.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { SessionLimits } from "./sessions.ts";
import { STATE_KEY } from "./state-key.ts";
import { setNames } from "./tools/names.ts";
import { UsageError } from "./usage-error.ts";

export { UsageError } from "./usage-error.ts";

/** The parsed command line. */
export interface Command extends ToolChoice {
  session: SessionOptions;
  /** How many sessions may be opened, and how long they stay without a call. */
  limits: SessionLimits;
  /** Folders from --allow-root. */
  roots: string[];
  /** Whether files in the client's roots are allowed. */
  clientRoots: boolean;
  /** Whether tools that run scripts are offered. */
  script: boolean;
  /** Client certificates that the browser presents. */
  certificates: ClientCertificate[];
  /** Environment variables for programs that the server starts. */
  env: Record<string, string>;
  /** A file with the cookies, the local storage and the databases that each session begins with. */
  storageState?: string;
  /** What encrypts files with such states, and opens them. */
  stateKey?: string;
  /** What tools fill in by name, and no answer shows. */
  secrets?: Secrets;
  /** What the person confirms. */
  confirm?: Policy;
  /** The configuration file, absolute; the section of the workspace tools is read from it. */
  config?: string;
  /** Whether the file has that section, which has to be right also where the tools are not offered. */
  configuresWorkspace?: true;
  /** Where to listen over HTTP; on stdin and stdout if it is absent. */
  http?: HttpOptions;
  /** Whether the content of pages is marked in answers. */
  fence: boolean;
  logFile?: string;
  logLevel: LogLevel;
}

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
    `Sets: ${setNames.join(", ")}; all, none.`,
    "Each option can be given as an environment variable: UIPILOT_BROWSER, UIPILOT_LOG_FILE and so on; options that are",
    `on or off as 1 or 0, several roots separated by "${path.delimiter}",`,
    "several browser arguments, variables, origins, credentials or certificates by spaces.",
    "Or as a key in the file of --config, in camel case: logFile. Flags win over variables, and those over the file.",
    `Files with log-in state are encrypted with the key in ${STATE_KEY}, if it is set; the program age opens them too.`,
    `Each variable ${SECRET_VARIABLE}NAME is a secret NAME, as in the file of --secrets.`,
    `Over HTTP, clients have to send the token in ${TOKEN}, if it is set: Authorization: Bearer TOKEN.`,
    "",
  ].join("\n");
}

/**
 * Reads flags, environment and the configuration file that they name.
 *
 * @returns the command, or which text to print
 * @throws {@link UsageError}
 */
export function parse(args: string[], environment: NodeJS.ProcessEnv): Command | "help" | "version" {
  const given = flags(args);
  if (given.get("help") !== undefined) return "help";
  if (given.get("version") !== undefined) return "version";
  const values = new Map([...fromEnvironment(environment, given), ...given] as [Name, string[]][]);
  return withConfig(values, (all, file) => commandOf(all, environment, file));
}

function commandOf(values: Map<Name, string[]>, environment: NodeJS.ProcessEnv, file?: ConfigFile): Command {
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
  const choice = toolChoice(values, on("allow-script"), on("extension"));
  const config = one("config");
  const http = httpOptions(one, environment);
  const stateKey = keyOf(environment);
  const confirm = one("confirm");
  const secrets = loadSecrets(one("secrets"), environment);
  const withheld = withheldFiles(values);
  const env = variables(values.get("pass-env") ?? [], environment);
  return {
    env,
    certificates: certificates(values),
    session: {
      ...withPageTools(route(values, one, on("headed") || one("headless") === "0", env), offersOf("webmcp", choice)),
      ...(viewport === undefined ? {} : { viewport: size(viewport) }),
      ...(actionTimeout === undefined ? {} : { actionTimeoutMs: milliseconds("action-timeout", actionTimeout) }),
      ...(navigationTimeout === undefined
        ? {}
        : { navigationTimeoutMs: milliseconds("navigation-timeout", navigationTimeout) }),
      ...emulation(one),
      ...(testIdAttribute === undefined ? {} : { testIdAttribute }),
      ...(secrets === undefined ? {} : { hiddenTexts: secrets.all.map(({ value }) => value) }),
      allowFileUrls: on("allow-file-urls"),
      ...(withheld.length === 0 ? {} : { withheldFiles: withheld }),
      allowBrowserPages: on("allow-browser-pages"),
      ...rules(values, environment),
      ...(offersOf("devtools", choice) ? { record: ["console", "network"] } : {}),
      ...(on("no-console-notes") ? { reportConsoleErrors: false } : {}),
    },
    ...choice,
    limits: {
      count: count("max-sessions", one("max-sessions"), 50),
      idleMs: milliseconds("session-idle", one("session-idle") ?? "1800000"),
    },
    script: on("allow-script"),
    fence: !on("no-fence"),
    roots: (values.get("allow-root") ?? []).map((root) => path.resolve(root)),
    clientRoots: on("allow-client-roots"),
    ...(config === undefined ? {} : { config: path.resolve(config) }),
    ...(file?.workspace === undefined ? {} : { configuresWorkspace: true }),
    ...(http === undefined ? {} : { http }),
    ...(secrets === undefined ? {} : { secrets }),
    ...(confirm === undefined ? {} : { confirm: readPolicy(path.resolve(confirm)) }),
    ...(storageState === undefined ? {} : { storageState: path.resolve(storageState) }),
    ...(stateKey === undefined ? {} : { stateKey }),
    ...(logFile === undefined ? {} : { logFile }),
    logLevel: level(one("log-level") ?? "warn"),
  };
}

/** The route, with what switches tools of pages on in a browser that is started. */
function withPageTools<R extends Pick<SessionOptions, "launch">>(chosen: R, on: boolean): R {
  return on && chosen.launch !== undefined ? { ...chosen, launch: { ...chosen.launch, pageTools: true } } : chosen;
}
