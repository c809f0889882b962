// Connections with a client certificate that came to nothing. The browser sees of them that it got no answer, so what it says of
// the load is completed with the cause here.

import { type CodedError, isCoded, ToolError } from "../error.ts";
import { brief } from "../quote.ts";

const NEXT_STEP =
  "ask the user to check the file of --client-certificate, and whether the server runs and trusts that certificate; that of the server must be trusted too, by NODE_EXTRA_CA_CERTS or with --ignore-https-errors";

/** What was refused last, by origin. */
class Refusals {
  readonly #last = new Map<string, { why: string; at: number }>();

  note(origin: string, why: string): void {
    this.#last.set(origin, { why, at: performance.now() });
  }

  /** The error of a call that began at `began`, with the cause if a certificate is it. */
  explain(error: unknown, began: number): unknown {
    if (!isCoded(error) || !isUnanswered(error)) return error;
    for (const [origin, { why, at }] of this.#last) {
      if (at < began) continue;
      const what = `${origin} could not be loaded with its client certificate: ${brief(why)}`;
      return new ToolError(error.code, what, NEXT_STEP);
    }
    return error;
  }
}

/** Whether a load got no answer, as one of a connection that is closed. */
function isUnanswered({ step }: CodedError): boolean {
  return step?.kind === "repairLoad" && (step.cause === "emptyResponse" || step.cause === "connectionFailed");
}

/** Those of this process. */
export const refusals = new Refusals();
