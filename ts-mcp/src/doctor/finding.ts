// What a check finds, and how checks run.

import type { Probe } from "./probe.ts";

/** How bad a finding is. A warning matters to some users only; a problem keeps something from working. */
export type Level = "ok" | "warning" | "problem";

/** What one check says. */
export interface Finding {
  level: Level;
  /** What was found, in one sentence without a final stop. */
  text: string;
  /** What to do about it, as a clause without a final stop. */
  cure?: string;
  /** Facts of it for programs. */
  facts?: Record<string, string | number | boolean>;
  /** Mends it safely. Resolves to what was done. */
  fix?: () => Promise<string>;
}

/** What checks look at. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** The user's home folder. */
  home: string;
  /** The folder for temporary files. */
  temporary: string;
  /** The folder in which the engine keeps which extensions are paired. */
  state: string;
  /** A browser to look at instead of those that are known. */
  executable?: string;
  /** The flags of the server that were given. */
  flags: readonly string[];
  /** The configuration file that the server would read. */
  config?: string;
  /** The profile folder that the server would use. */
  profile?: string;
  /** The port at which the server would listen. */
  port?: number;
  /** Whether browsers are started. */
  launch: boolean;
  /** What is known of a folder before anything in it is touched. */
  probe: Probe;
}

/** A thing to look at. */
export interface Check {
  name: string;
  /** The platforms on which it says anything; all unless given. */
  platforms?: readonly NodeJS.Platform[];
  /** How long it may take, in milliseconds. */
  limitMs?: number;
  look(around: Surroundings, signal: AbortSignal): Promise<Finding[]>;
}

/** A finding with the name of its check. */
export type Named = Finding & { check: string };

/** How long a check may take unless it says otherwise, in milliseconds. */
const LIMIT_MS = 10_000;

/** Runs a check. What it throws and what it takes too long for are findings, so that the others still run. */
export async function run(check: Check, around: Surroundings): Promise<Named[]> {
  if (check.platforms !== undefined && !check.platforms.includes(around.platform)) return [];
  const limit = check.limitMs ?? LIMIT_MS;
  const signal = AbortSignal.timeout(limit);
  const late = new Promise<Finding[]>((resolve) => {
    signal.addEventListener("abort", () =>
      resolve([
        {
          level: "problem",
          text: `the check had not ended after ${limit / 1_000} s`,
          cure: "see whether a file system or a service of this machine hangs",
        },
      ]),
    );
  });
  const findings = await Promise.race([late, check.look(around, signal)]).catch((error: unknown): Finding[] => [
    {
      level: "problem",
      text: `the check failed: ${error instanceof Error ? error.message : String(error)}`,
      cure: "report it with the output of this command",
    },
  ]);
  return findings.map((finding) => ({ check: check.name, ...finding }));
}

export const ok = (text: string): Finding => ({ level: "ok", text });
export const warning = (text: string, cure: string): Finding => ({ level: "warning", text, cure });
export const problem = (text: string, cure: string): Finding => ({ level: "problem", text, cure });
