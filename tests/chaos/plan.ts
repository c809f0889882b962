/** Which call meets which damage where and when: the same for a seed, however many rounds are asked for. */

import { type Call, calls } from "./calls.ts";
import { type Damage, damagesOf } from "./damage.ts";
import type { LaneName } from "./lanes.ts";
import { generator, shuffled } from "./random.ts";
import { MODES, type Mode } from "./stage.ts";

/** A planned round. */
export interface Round {
  readonly number: number;
  readonly lane: LaneName;
  readonly call: Call;
  readonly damage: Damage;
  readonly mode: Mode;
  /** How long the page makes the call last, in milliseconds. */
  readonly slow: number;
  /** When the damage comes: this many milliseconds after the call, or at the page's first event. */
  readonly when: number | "event";
  /** How long a damage that can be undone lasts, in milliseconds; without end until the call has answered. */
  readonly lasts: number;
}

/** Shares of the lanes. A browser of another owner takes longer to start again, so it has fewer rounds. */
const SHARES: Readonly<Record<LaneName, number>> = { chromium: 5, firefox: 4, attached: 4, webdriver: 2, extension: 3 };

/** The first rounds of a seed, in these lanes. */
export function plan(seed: number, rounds: number, lanes: readonly LaneName[]): Round[] {
  const random = generator(seed);
  const turns = shuffled(
    lanes.flatMap((lane) => Array.from({ length: SHARES[lane] }, () => lane)),
    random,
  );
  const whats = shuffled(calls, random);
  const hows = new Map(lanes.map((lane) => [lane, shuffled(damagesOf(lane), random)]));
  const modes = shuffled(MODES, random);
  return Array.from({ length: rounds }, (_, at) => {
    const lane = turns.next().value;
    const damage = hows.get(lane)?.next().value;
    if (damage === undefined) throw new Error(`no damage fits ${lane}`);
    const slow = 100 + Math.round(random() * 700);
    const moment = random();
    // A third early, when the call is being sent; a third while it lasts; a third when the page has seen an event.
    const when = moment < 1 / 3 ? Math.round(random() * 40) : moment < 2 / 3 ? Math.round(random() * slow) : "event";
    const lasts = random() < 0.5 ? 200 + Math.round(random() * 800) : Number.POSITIVE_INFINITY;
    return { number: at + 1, lane, call: whats.next().value, damage, mode: modes.next().value, slow, when, lasts };
  });
}

/** A round in a line. */
export function described({ number, lane, call, damage, mode, slow, when, lasts }: Round): string {
  const moment = when === "event" ? "at the page's first event" : `after ${when} ms`;
  const time = damage.undo ? (Number.isFinite(lasts) ? ` for ${lasts} ms` : " until it answers") : "";
  return `round ${number}: ${lane}, ${call.name} (${mode}, ${slow} ms), ${damage.name} ${moment}${time}`;
}
