// A session that is recorded as several things at once.

import type { Answer } from "../answer.ts";
import type { ToolContext } from "../tools/define.ts";
import type { Ended, RecordedTool, Recorder } from "./slot.ts";

/** Recorders of one session. The call runs once, inside of all of them. */
export class Several implements Recorder {
  readonly #all: readonly Recorder[];

  constructor(all: readonly Recorder[]) {
    this.#all = all;
  }

  get files(): readonly string[] {
    return this.#all.flatMap(({ files }) => files);
  }

  record(
    tool: RecordedTool,
    args: Record<string, unknown>,
    context: ToolContext,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const inside = this.#all.reduce((inner, one) => () => one.record(tool, args, context, inner), work);
    return inside();
  }

  async end(why: string): Promise<Ended[]> {
    return (await Promise.all(this.#all.map((one) => one.end(why)))).flat();
  }
}
