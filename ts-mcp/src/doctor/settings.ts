// Where the options of a server would come from: the configuration file and the environment.

import { existsSync } from "node:fs";
import path from "node:path";
import { NAMES } from "../cli/flags.ts";
import { parse } from "../cli.ts";
import { readConfigFile } from "../config/file.ts";
import { meant } from "../near.ts";
import { brief } from "../quote.ts";
import { UsageError } from "../usage-error.ts";
import { configured, TRIAL_MS } from "./configured.ts";
import { type Check, type Finding, ok, problem, warning } from "./finding.ts";

/** The usual name of the file. */
const USUAL = "uipilot.config.json";

/** Variables of other parts of uipilot, and of its tests. */
const OTHERS =
  /^UIPILOT_(?:SESSION|STATE_KEY|MCP_TOKEN|BROWSER_PATH|SECRET_.+|TEST_.+|SKIP_BROWSERS|ADDON_PROFILE|FUZZ_.+|DOCS_.+)$/;

const VARIABLES: readonly string[] = NAMES.map((name) => `UIPILOT_${name.toUpperCase().replaceAll("-", "_")}`);

export const settings: Check = {
  name: "settings",
  limitMs: 2 * TRIAL_MS,
  async look(around, signal) {
    const { env, config, flags } = around;
    const findings: Finding[] = [];
    const named = config ?? env["UIPILOT_CONFIG"];
    try {
      const environment = named === undefined ? env : { ...env, UIPILOT_CONFIG: named };
      const command = parse([...flags], environment);
      findings.push(ok(`options come from ${sources(named, env)}`));
      if (typeof command !== "string") findings.push(...(await configured(command, around, signal)));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      findings.push(problem(`a server would refuse its options: ${error.message}`, "correct them: it does not start"));
    }
    if (named === undefined && existsSync(USUAL)) {
      const step = `name it with --config ${USUAL} if it is yours: a file that is found in a project is not read by itself`;
      findings.push(warning(`${USUAL} in this folder is not read`, step));
    }
    for (const name of Object.keys(env)) {
      if (!name.startsWith("UIPILOT_") || VARIABLES.includes(name) || OTHERS.test(name)) continue;
      const near = meant(bare(name), VARIABLES.map(bare));
      if (near !== "")
        findings.push(warning(`nothing reads the variable ${brief(name, 80)}`, `rename it${near} (after UIPILOT_)`));
    }
    return findings;
  },
};

const bare = (name: string): string => name.slice("UIPILOT_".length);

function sources(named: string | undefined, env: NodeJS.ProcessEnv): string {
  const set = VARIABLES.filter((name) => env[name] !== undefined);
  const keys = named === undefined ? [] : [...readConfigFile(path.resolve(named)).settings.values()];
  const file =
    named === undefined
      ? []
      : [`${brief(path.resolve(named))} (${keys.map(({ key }) => key).join(", ") || "no option of the server"})`];
  const from = [...file, ...(set.length === 0 ? [] : [`the environment (${set.join(", ")})`])];
  return from.length === 0 ? "flags only: no configuration file is named, and no variable is set" : from.join(" and ");
}
