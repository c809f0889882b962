// `uipilot-mcp doctor`: looks at this machine and says what is wrong, with the cure of each.

import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { FLAGS, type Flag, NAMES, type Name } from "../cli/flags.ts";
import { dataFolder, here, stateFolder } from "../places.ts";
import { brief, jsonText } from "../quote.ts";
import { browsers, sandbox } from "./browsers.ts";
import { clientFolders, clients } from "./clients.ts";
import { extension } from "./extension.ts";
import { type Check, type Level, type Named, run, type Surroundings } from "./finding.ts";
import { leftovers, profile } from "./leftovers.ts";
import { ports, proxy } from "./network.ts";
import { type Probe, probe } from "./probe.ts";
import { processes } from "./processes.ts";
import { engine, node } from "./runtime.ts";
import { settings } from "./settings.ts";
import { accessibility, display, folders, fonts, sharedMemory } from "./system.ts";

/** Every check, in the order of the answer. The one that takes long comes last. */
const CHECKS: readonly Check[] = [
  node,
  engine,
  settings,
  folders,
  sharedMemory,
  sandbox,
  fonts,
  display,
  accessibility,
  ports,
  proxy,
  profile,
  processes,
  leftovers,
  clients,
  extension,
  browsers,
];

const HELP = `Usage: uipilot-mcp doctor [options] [options of the server]

Looks at this machine, and starts each browser that is found. Says what is missing or broken, and what to do about it.

  --config FILE      Say what is read from this configuration file, and whether it is right;
                     other options of the server are tried with it
  --executable FILE  Try this browser only
  --profile DIR      Look whether a browser uses this profile
  --extension-state DIR
                     Look here for paired extensions
  --port PORT        Look whether this port is free
  --no-launch        Start no browser
  --fix              Mend what can be mended safely
  --json             Answer as JSON

Exit codes: 0 no problem, 1 at least one, 2 the options are wrong.
`;

const MARKS: Record<Level, string> = { ok: "ok      ", warning: "warning ", problem: "PROBLEM " };

/** Runs the command. @returns the exit code */
export async function doctor(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // A program that asked for JSON reads standard output.
    const asksJson = args.slice(0, args.includes("--") ? args.indexOf("--") : args.length).includes("--json");
    if (asksJson) process.stdout.write(`${jsonText({ error: { code: "INVALID_INPUT", message }, findings: [] }, 2)}\n`);
    process.stderr.write(`uipilot-mcp doctor: ${message}\n`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const around = { ...options.around, probe: await look(options.around) };
  const found: (Named & { fixed?: string })[] = [];
  for (const check of CHECKS) {
    for (const finding of await run(check, around)) {
      const fixed = options.fix ? await mend(finding) : undefined;
      const told = fixed === undefined ? finding : { ...finding, fixed };
      found.push(told);
      if (!options.json) process.stdout.write(lines(told));
    }
  }
  const broken = found.filter(({ level, fixed }) => level === "problem" && fixed === undefined).length;
  if (options.json) {
    const findings = found.map(({ fix, ...finding }) => ({ ...finding, fixable: fix !== undefined }));
    process.stdout.write(`${jsonText({ findings, problems: broken }, 2)}\n`);
  } else {
    process.stdout.write(`\n${broken === 0 ? "No problem was found" : `Problems: ${broken}`}.\n`);
  }
  return broken === 0 ? 0 : 1;
}

/** Asks the folders that checks look into whether they answer. */
function look(around: Options["around"]): Promise<Probe> {
  const { temporary, state, profile, executable } = around;
  const folders = [temporary, state, dataFolder(around), profile, executable, ...clientFolders(around)];
  return probe(folders.filter((name) => name !== undefined));
}

async function mend({ fix }: Named): Promise<string | undefined> {
  try {
    return await fix?.();
  } catch {
    // The finding and its cure are still told.
    return undefined;
  }
}

/** A finding in lines. What programs said in it stays on its line. */
function lines({ check, level, text, cure, fixed }: Named & { fixed?: string }): string {
  const last = fixed ?? cure;
  const rest =
    last === undefined ? "" : `${" ".repeat(MARKS.ok.length)}${fixed === undefined ? "→" : "✓"} ${oneLine(last)}\n`;
  return `${MARKS[level]}${check}: ${oneLine(text)}\n${rest}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const oneLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ");

const isSwitch = (name: Name): boolean => {
  const { value }: Flag = FLAGS[name];
  return value === undefined;
};

interface Options {
  around: Omit<Surroundings, "probe">;
  fix: boolean;
  json: boolean;
  help: boolean;
}

/** Flags that doctor reads itself. What they name is looked at by a check of its own, also where the server needs others beside them. */
const OWN: ReadonlySet<string> = new Set(["config", "executable", "profile", "extension-state", "port"]);

/** The flags of the server, to be read as the server reads them. */
const SERVERS = NAMES.filter((name) => !OWN.has(name));

function read(args: readonly string[]): Options {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        SERVERS.map((name) => [
          name,
          { type: isSwitch(name) ? ("boolean" as const) : ("string" as const), multiple: true },
        ]),
      ),
      config: { type: "string" },
      executable: { type: "string" },
      profile: { type: "string" },
      "extension-state": { type: "string" },
      port: { type: "string" },
      "no-launch": { type: "boolean", default: false },
      fix: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
    strict: true,
    tokens: true,
  });
  const flags = tokens.flatMap((token) => {
    const isServers = token.kind === "option" && SERVERS.some((name) => name === token.name);
    return isServers ? [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`] : [];
  });
  const { config, executable, profile: folder, port, "extension-state": state } = values;
  for (const [name, value] of Object.entries({ config, executable, profile: folder, port, "extension-state": state })) {
    if (value?.trim() === "") throw new Error(`--${name} is empty`);
  }
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new Error(`--port must be a number from 0 to 65535, got ${brief(port)}`);
  }
  return {
    around: {
      ...here(),
      temporary: tmpdir(),
      state: state === undefined ? stateFolder(here()) : path.resolve(state),
      launch: !values["no-launch"],
      flags,
      ...(config === undefined ? {} : { config }),
      ...(executable === undefined ? {} : { executable }),
      ...(folder === undefined ? {} : { profile: path.resolve(folder) }),
      ...(port === undefined ? {} : { port: Number(port) }),
    },
    fix: values.fix,
    json: values.json,
    help: values.help,
  };
}
