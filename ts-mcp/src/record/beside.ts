// What a session noticed while a call ran, for the timeline: lines of the console, requests.

import type { Session } from "@uipilot/core";
import type { Beside } from "./page.ts";

/** A kind of lines beside the steps. */
export interface Source {
  /** What the session has noticed since it was asked last; undefined if it does not record that. */
  since(session: Session): Promise<Beside | undefined>;
}

/** The kinds there are. A source is made for each recording, so that it knows what it has told. */
export const sources: readonly (() => Source)[] = [];
