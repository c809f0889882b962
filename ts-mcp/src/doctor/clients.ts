// The files of MCP clients: what they say of this server, and whether that can be started.

import { access, constants, lstat, stat } from "node:fs/promises";
import path from "node:path";
import { type Client, clients as known } from "../init/clients.ts";
import { isObject, SCRIPT, startsServer, whyRefused, words } from "../init/entries.ts";
import { EditRefused } from "../init/refused.ts";
import type { Here } from "../places.ts";
import { brief } from "../quote.ts";
import { NoRegularFile, readRegular } from "../regular-file.ts";
import { type Check, type Finding, ok, problem, type Surroundings, warning } from "./finding.ts";
import { answers } from "./probe.ts";

/** Larger files are none of a client's. */
const LARGEST = 20e6;

class TooLarge extends Error {}

/** The folders in which clients keep their files. */
export function clientFolders({ home, env }: Pick<Surroundings, "home" | "env">): string[] {
  const named = ["XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "APPDATA"].map((name) => env[name]);
  return [home, ...named].filter((folder) => folder !== undefined && path.isAbsolute(folder)) as string[];
}

export const clients: Check = {
  name: "clients",
  async look(around) {
    const { platform, home, env, probe } = around;
    // A folder that does not answer is told by another check, if it is the home folder.
    const hung = clientFolders(around).find((folder) => !answers(probe, folder));
    if (hung === home) return [];
    if (hung !== undefined)
      return [problem(`the folder ${brief(hung)} does not answer`, "see whether its disk or server is there")];
    const place: Here = { platform, home, env };
    const entered: string[] = [];
    const without: string[] = [];
    const findings: Finding[] = [];
    for (const client of known) {
      const seen = await look(client, place, around);
      if (seen === undefined) continue;
      findings.push(...seen.findings);
      if (seen.findings.length === 0) (seen.isEntered ? entered : without).push(client.title);
    }
    if (entered.length > 0) findings.unshift(ok(`this server is entered in ${entered.join(", ")}`));
    if (without.length > 0) {
      findings.push(ok(`this server is not entered in ${without.join(", ")}: \`uipilot-mcp init\` enters it`));
    }
    return findings.length > 0 ? findings : [ok("no MCP client was found")];
  },
};

interface Seen {
  isEntered: boolean;
  findings: Finding[];
}

/** Looks at a client's file. @returns nothing if the client is not there */
async function look(client: Client, place: Here, around: Surroundings): Promise<Seen | undefined> {
  const file = await firstThere(client.files(place));
  if (file === undefined) return undefined;
  const mend = (text: string, cure: string): Seen => ({
    isEntered: false,
    findings: [problem(`${client.title}: ${brief(file)} ${text}`, cure)],
  });
  let content: unknown;
  try {
    const stats = await stat(file).catch(() => undefined);
    if (stats === undefined)
      return mend("is a link to a file that does not exist", "make that file, or remove the link");
    const tooLarge = (): TooLarge => new TooLarge();
    const text = (await readRegular(file, { most: LARGEST, tooLarge })).toString("utf8").replace(/^\uFEFF/, "");
    content = text.trim() === "" ? {} : await (client.format === "json" ? json : toml)(text);
  } catch (error) {
    if (error instanceof NoRegularFile) return mend("is no file", "remove it: the client makes it again");
    if (error instanceof TooLarge) return mend("is too large to be looked at", "see what is in it");
    if (error instanceof EditRefused)
      return mend(`cannot be read: ${error.message}`, "mend it: the client cannot read it either");
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "") throw error;
    return mend(`cannot be read (${code})`, "let this user read it");
  }
  const servers = at(content, client.section(content));
  const ours = Object.entries(isObject(servers) ? servers : {}).filter(([name, entry]) => isOurs(name, entry));
  const findings: Finding[] = [];
  for (const [name, entry] of ours) {
    const wrong = await wrongWith(entry, around);
    if (wrong === undefined) continue;
    findings.push(
      warning(
        `${client.title}: its server ${brief(name, 60)} in ${brief(file)} ${wrong}`,
        `enter it again with \`uipilot-mcp init --client ${client.id} --replace${name === "uipilot" ? "" : ` --name ${name}`}\``,
      ),
    );
  }
  return { isEntered: ours.length > 0, findings };
}

// The workspace tools, which read the JSON, may be what is broken on this machine.
const json = async (text: string): Promise<unknown> => (await import("../init/json.ts")).readJson(text);
const toml = async (text: string): Promise<unknown> => (await import("../init/toml.ts")).readToml(text);

async function firstThere(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if ((await lstat(file).catch(() => undefined)) !== undefined) return file;
  return undefined;
}

function at(content: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), content);
}

const isOurs = (name: string, entry: unknown): boolean => name === "uipilot" || startsServer(entry);

/** Why a server cannot be started as it is entered. Paths that only the client knows, with variables in them, are not judged. */
async function wrongWith(entry: unknown, { env, platform }: Surroundings): Promise<string | undefined> {
  const [command = "", ...rest] = words(entry);
  if (isObject(entry) && command === "" && typeof entry["url"] === "string") return undefined;
  if (command === "") return "names no command";
  if (!(await isThere(command, env, platform))) return `names the command ${brief(command, 200)}, which does not exist`;
  const script = rest.find((word) => SCRIPT.test(word) && path.isAbsolute(word));
  if (script !== undefined && !(await isFile(script))) return `names ${brief(script, 200)}, which does not exist`;
  const why = startsServer(entry) ? whyRefused(entry, env) : undefined;
  return why === undefined ? undefined : `has options with which it refuses to start: ${why}`;
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );

async function isThere(command: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<boolean> {
  if (/[$%~]/.test(command)) return true;
  if (path.isAbsolute(command)) return isFile(command);
  // Windows has several endings, and clients have a PATH of their own there.
  if (platform === "win32" || command.includes("/")) return true;
  for (const folder of (env["PATH"] ?? "").split(path.delimiter)) {
    const can = access(path.join(folder, command), constants.X_OK);
    if (await can.then(() => true).catch(() => false)) return true;
  }
  return false;
}
