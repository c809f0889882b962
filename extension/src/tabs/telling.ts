// Engines that are told what the user does in a tab. All of them have one debugger, and one script in each document.

import type { Frames } from "../policy/frames.ts";
import { isOriginAllowed, originOf } from "../policy/policy.ts";
import { Worlds } from "../policy/worlds.ts";

/** What a command means for those that are told. */
type Change = "begins" | "asks" | "ends";

const CHANGES: ReadonlyMap<string, Change> = new Map([
  ["Runtime.addBinding", "begins"],
  ["Runtime.enable", "asks"],
  ["Runtime.removeBinding", "ends"],
  ["Runtime.disable", "ends"],
]);

export const changeOf = (method: string): Change | undefined => CHANGES.get(method);

/** Who is told of one tab. */
export class Telling {
  readonly worlds = new Worlds();
  readonly #engines = new Set<unknown>();

  /** `changed`: called when an engine begins to be told, or is told no more. */
  constructor(private readonly changed: () => void) {}

  get isOn(): boolean {
    return this.#engines.size > 0;
  }

  begin(engine: unknown): void {
    this.#engines.add(engine);
    this.changed();
  }

  /** Answers whether the engine was told until now. */
  end(engine: unknown): boolean {
    const was = this.#engines.delete(engine);
    if (was) this.changed();
    return was;
  }

  /** The debugger is gone from the tab. */
  clear(): void {
    this.worlds.clear();
    this.#engines.clear();
  }

  /** Whether an engine may have a message of its script, which is of the document that a world is in. */
  allows(
    engine: unknown,
    session: string | undefined,
    id: unknown,
    frames: Frames | undefined,
    origins: readonly string[],
  ): boolean {
    const world = this.worlds.find(session, id);
    if (world === undefined || frames === undefined || !this.#engines.has(engine)) return false;
    // The frame may have another document already.
    const own = originOf(world.origin);
    if (own !== undefined && !isOriginAllowed(own, origins)) return false;
    return frames.allows(world.frame, origins) && frames.allows(frames.top.id, origins);
  }
}
