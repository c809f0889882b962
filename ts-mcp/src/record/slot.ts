// The recording of a session, if one is on. The recorder itself is loaded when a recording starts.

import type { Answer } from "../answer.ts";
import type { ToolContext, ToolDefinition } from "../tools/define.ts";

/** What is recorded of a tool. */
export type RecordedTool = Pick<ToolDefinition<never>, "name" | "effect" | "closedWorld">;

/** What a file of a recording has become. */
export interface Ended {
  file: string;
  bytes: number;
  steps: number;
  failed: number;
  /** What was left out, a sentence each. */
  leftOut: readonly string[];
  /** How it is used, as a sentence. */
  how: string;
}

/** Records the calls of a session. */
export interface Recorder {
  /** What it writes. */
  readonly files: readonly string[];
  /** Runs a call, and records it. */
  record(
    tool: RecordedTool,
    args: Record<string, unknown>,
    context: ToolContext,
    work: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Writes the end. */
  end(why: string): Promise<readonly Ended[]>;
}

/** Where the recorder of a session is. */
export class Recording {
  current: Recorder | undefined;
  /** Settles when one that is asked for has begun. */
  beginning: Promise<unknown> | undefined;

  /** Ends the recording, if there is one. */
  async end(why: string): Promise<readonly Ended[] | undefined> {
    const { current } = this;
    this.current = undefined;
    return current?.end(why);
  }
}
