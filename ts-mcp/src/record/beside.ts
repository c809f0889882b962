// What a session noticed while a call ran, for the timeline: lines of the console, requests.

import type { Session } from "@uipilot/core";
import { coded } from "../answer.ts";
import { messageLine } from "../console-text.ts";
import { requestLine } from "../network-text.ts";
import type { Beside } from "./page.ts";

/** A kind of lines beside the steps. */
export interface Source {
  /** What the session has noticed since it was asked last; undefined if it does not record that. */
  since(session: Session): Promise<Beside | undefined>;
}

/** How many lines are asked for, and how long that may take. The engine has them, so no page is asked. */
const LIMIT = 40;
const WAIT_MS = 1_000;

/** What one question brings. */
interface Noticed extends Beside {
  /** The number to ask with next. */
  last: number;
}

/** A source that remembers what it has told. What came before its first question belongs to no step. */
class Numbered implements Source {
  readonly #ask: (session: Session, since: number | undefined) => Promise<Noticed>;
  #last: number | undefined;
  #off = false;

  constructor(ask: (session: Session, since: number | undefined) => Promise<Noticed>) {
    this.#ask = ask;
  }

  async since(session: Session): Promise<Beside | undefined> {
    if (this.#off) return undefined;
    try {
      const { last, ...beside } = await this.#ask(session, this.#last);
      this.#last = last;
      return beside;
    } catch (error) {
      // It is not recorded, or this browser does not tell it.
      this.#off = ["INVALID_INPUT", "UNSUPPORTED"].includes(coded(error).code);
      return undefined;
    }
  }
}

async function messages(session: Session, since: number | undefined): Promise<Noticed> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const { messages, earlier, last } = await session.consoleMessages({ since, limit: LIMIT, signal });
  return { title: "Console", lines: messages.map((one) => messageLine(one, new Map())), more: earlier, last };
}

async function requests(session: Session, since: number | undefined): Promise<Noticed> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const { requests, matched, newest } = await session.networkRequests({ since, limit: LIMIT, signal });
  const lines = requests.map((one) => requestLine(one, false)).reverse();
  return { title: "Network", lines, more: matched - lines.length, last: newest };
}

/** The kinds there are. A source is made for each recording, so that it knows what it has told. */
export const sources: readonly (() => Source)[] = [() => new Numbered(messages), () => new Numbered(requests)];
