// Asks a provider's interface: retries with growing pauses, within the call's deadline.

import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import type { Deadline } from "../deadline.js";
import { ACCEPTED_ENCODINGS, readBody } from "../net/body.js";
import { failureWords, isPassing } from "../net/failure.js";
import { SearchFailed } from "./provider.js";

/** The most bytes of an answer. */
const MOST_BYTES = 4_000_000;
/** The first pause, in milliseconds. Each further one is twice as long. */
const FIRST_PAUSE = 400;
/** Statuses after which the same request may succeed. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** An answer with its JSON; `undefined` if it is none. */
export interface Reply {
  status: number;
  json: unknown;
}

/** How to ask, and how to tell a failure that stays from one that passes. */
export interface Question {
  /** Whose interface it is, for errors. */
  name: string;
  url: URL;
  headers?: Record<string, string>;
  /** Words for an answer that is no success, if the provider explains it. `final`: asking again is of no use. */
  explain(reply: Reply): { words: string; final: boolean } | undefined;
}

/** An attempt: an answer, or why there is none. `wanted`: the pause that the server asks for, in milliseconds. */
type Attempt = { json: unknown } | { words: string; passing: boolean; wanted: number | undefined };

/** Sends questions. Redirects are not followed: a key would go with them. */
export class SearchClient {
  readonly #agent = new Agent({ connect: { timeout: 10_000 }, maxHeaderSize: 64 * 1024 });

  constructor(
    readonly attempts: number,
    readonly log: (text: string) => void,
    /** Takes keys out of what a server sends, before anything of it is cut. */
    readonly redact: (text: string) => string,
  ) {}

  /**
   * Asks until there is an answer.
   *
   * @throws {@link SearchFailed}; the caller's reason
   */
  async ask(question: Question, deadline: Deadline): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#once(question, deadline);
      if ("json" in outcome) return outcome.json;
      const { words, passing, wanted } = outcome;
      const tried = attempt === 1 ? "" : ` (tried ${attempt} times)`;
      if (!passing || attempt >= this.attempts) throw new SearchFailed(`${words}${tried}`);
      const pause = wanted ?? FIRST_PAUSE * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      if (pause >= deadline.left) {
        const seconds = Math.ceil(pause / 1_000);
        throw new SearchFailed(`${words}${tried}; a new attempt is due in ${seconds} s, after the end of this call`);
      }
      await sleep(pause, undefined, { signal: deadline.signal }).catch(() => deadline.throwIfCancelled());
    }
  }

  async #once({ name, url, headers = {}, explain }: Question, deadline: Deadline): Promise<Attempt> {
    let reply: Reply;
    let wanted: number | undefined;
    try {
      const answer = await request(url, {
        dispatcher: this.#agent,
        signal: deadline.signal,
        headers: {
          accept: "application/json",
          "accept-encoding": ACCEPTED_ENCODINGS,
          "user-agent": "uipilot/0.1",
          ...headers,
        },
      });
      wanted = pauseOf(answer.headers["retry-after"]?.toString());
      const encoding = answer.headers["content-encoding"]?.toString();
      const { bytes, truncated } = await readBody(answer.body, encoding, MOST_BYTES, deadline.signal);
      reply = { status: answer.statusCode, json: truncated ? undefined : parsed(this.redact(bytes.toString("utf8"))) };
      this.log(`${name}: status ${answer.statusCode}`);
    } catch (error) {
      deadline.throwIfCancelled();
      this.log(`${name}: no answer`);
      const words = `${name} could not be asked: ${failureWords(error)}`;
      return { words, passing: isPassing(error) && !deadline.passed, wanted };
    }
    const { status, json } = reply;
    if (status >= 200 && status < 300 && json !== undefined) return { json };
    const explained = explain(reply);
    const passing = PASSING.has(status) && explained?.final !== true;
    return { words: explained?.words ?? statusWords(name, status), passing, wanted };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function statusWords(name: string, status: number): string {
  if (status >= 200 && status < 300) return `${name} answered with something that is not JSON`;
  if (status >= 300 && status < 400)
    return `${name} has moved (status ${status}); correct its address in the configuration`;
  if (status === 429) return `${name} wants fewer requests (status 429); wait before searching again`;
  if (status >= 500) return `${name} failed (status ${status}); try again later`;
  return `${name} refused the request (status ${status})`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The milliseconds of a header `Retry-After`: seconds, or a date. */
function pauseOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
