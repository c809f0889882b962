// `uipilot-mcp skill`: writes a skill, which teaches agents to use this server well.

import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { refusal } from "../init/refused.ts";
import { here } from "../places.ts";
import { brief, quote } from "../quote.ts";
import { agents } from "./agents.ts";
import { MAIN_FILE, skillFiles } from "./content.ts";
import { NAME } from "./guide.ts";
import { type Outcome, place, remove } from "./place.ts";

const HELP = `Usage: uipilot-mcp skill [options]

Writes a skill for the agents that are found: a SKILL.md that teaches them to use this server well, and a reference of its tools.

  --client NAME  For this agent only; may be repeated. ${agents.map(({ id }) => id).join(", ")}
  --project      Into the folders of the project here, not into those of the user
  --to DIR       Into this folder of skills, as DIR/${NAME}/${MAIN_FILE}
  --print        Print ${MAIN_FILE}, and write nothing
  --remove       Take the skill out
  --replace      Also where you have changed it; what it was is kept
  --dry-run      Say what would be done only

Exit codes: 0 done, or nothing to do; 1 a file could not be written; 2 the options are wrong.
`;

/** Runs the command. @returns the exit code */
export async function skill(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    process.stderr.write(`uipilot-mcp skill: ${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const files = await skillFiles();
  if (options.print) {
    process.stdout.write(files.get(MAIN_FILE) ?? "");
    return 0;
  }
  const chosen = folders(options);
  if (chosen.size === 0) {
    print("No agent that reads skills was found. Name one with --client, or a folder with --to.");
    return 0;
  }
  let failed = false;
  for (const [parent, title] of chosen) {
    const folder = path.join(parent, NAME);
    const name = title === undefined ? quote(folder) : `${title} (${quote(folder)})`;
    try {
      const outcome = options.remove ? remove(folder, options) : place(folder, files, options);
      print(`${name}: ${told(outcome, options)}`);
    } catch (error) {
      print(`${name}: not changed: ${refusal(error)}`);
      failed = true;
    }
  }
  return failed ? 1 : 0;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The folders of skills to write to, each with the names of the agents that read it. */
function folders({ to, project, clients }: Options): Map<string, string | undefined> {
  if (to !== undefined) return new Map([[path.resolve(to), undefined]]);
  const place = here();
  const found = new Map<string, string>();
  for (const agent of agents) {
    if (clients.length > 0 ? !clients.includes(agent.id) : !existsSync(agent.home(place))) continue;
    const folder = project ? path.resolve(agent.project) : agent.user(place);
    const others = found.get(folder);
    found.set(folder, others === undefined ? agent.title : `${others}, ${agent.title}`);
  }
  return found;
}

/** What was done, in words. */
function told({ written, removed, backups }: Outcome, { dryRun, remove: removes }: Options): string {
  const count = (files: string[]): string => (files.length === 1 ? "1 file" : `${files.length} files`);
  const parts = [
    ...(written.length > 0 ? [`${count(written)} ${dryRun ? "would be written" : "written"}`] : []),
    ...(removed.length > 0 ? [`${count(removed)} ${dryRun ? "would be removed" : "removed"}`] : []),
    ...(backups.length > 0 ? [`what you had changed is in ${backups.map((file) => quote(file)).join(", ")}`] : []),
  ];
  if (parts.length > 0) return parts.join("; ");
  return removes ? "it has no such skill" : "it is up to date";
}

interface Options {
  clients: string[];
  to: string | undefined;
  project: boolean;
  print: boolean;
  remove: boolean;
  replace: boolean;
  dryRun: boolean;
  help: boolean;
}

function read(args: readonly string[]): Options {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      client: { type: "string", multiple: true, default: [] },
      to: { type: "string" },
      project: flag,
      print: flag,
      remove: flag,
      replace: flag,
      "dry-run": flag,
      help: { ...flag, short: "h" },
    },
    strict: true,
  });
  const { client, to, project } = values;
  const unknown = client.find((id) => !agents.some((agent) => agent.id === id));
  if (unknown !== undefined) {
    throw new Error(`there is no agent ${brief(unknown)}; there are ${agents.map(({ id }) => id).join(", ")}`);
  }
  if (to?.trim() === "") throw new Error("--to is empty");
  if (to !== undefined && (client.length > 0 || project)) {
    throw new Error("--to names the folder itself: give it without --client and --project");
  }
  return {
    clients: client,
    to,
    project,
    print: values.print,
    remove: values.remove,
    replace: values.replace,
    dryRun: values["dry-run"],
    help: values.help,
  };
}
