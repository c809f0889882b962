/** Runs planned rounds. Browsers and servers serve several rounds; a lane whose round failed is started anew. */

import { type Lane, type LaneName, startLane } from "./lanes.ts";
import type { Round } from "./plan.ts";
import { type Outcome, perform } from "./round.ts";
import { Stage } from "./stage.ts";

/** The rounds that run one after the other. */
export async function run(
  rounds: readonly Round[],
  onOutcome: (outcome: Outcome) => void = () => {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const lanes = new Map<LaneName, Lane>();
  const stage = await Stage.start();
  try {
    for (const round of rounds) {
      const outcome = await one(round, lanes, stage);
      outcomes.push(outcome);
      onOutcome(outcome);
    }
  } finally {
    const ends = await Promise.allSettled([...lanes.values()].map((lane) => lane.stop()));
    await stage.close();
    for (const end of ends) if (end.status === "rejected") outcomes.push(failed(rounds.at(-1), end.reason));
  }
  return outcomes;
}

async function one(round: Round, lanes: Map<LaneName, Lane>, stage: Stage): Promise<Outcome> {
  let outcome: Outcome;
  try {
    const lane = lanes.get(round.lane) ?? (await startLane(round.lane));
    lanes.set(round.lane, lane);
    outcome = await perform(round, lane, stage);
  } catch (error) {
    outcome = failed(round, error);
  }
  if (outcome.faults.length === 0) return outcome;
  // What went wrong must not count for the next round.
  const lane = lanes.get(round.lane);
  // A lane that did not start has no damage.
  if (lane !== undefined) round.damage.undo?.({ lane, stage, cancel: () => undefined });
  lanes.delete(round.lane);
  try {
    await lane?.stop();
  } catch (error) {
    return { ...outcome, faults: [...outcome.faults, String(error)] };
  }
  return outcome;
}

function failed(round: Round | undefined, error: unknown): Outcome {
  if (round === undefined) throw error;
  const faults = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  return { round, met: false, code: "no answer", after: [], ms: 0, late: 0, faults, text: "" };
}
