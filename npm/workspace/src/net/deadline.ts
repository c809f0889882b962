// One deadline for all that a call does.

/** The time of a call is over. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

/** The time that a call has, and the caller's own wish to end it. */
export class Deadline {
  /** Aborted at the deadline, and when the caller cancels the call. */
  readonly signal: AbortSignal;
  readonly #caller: AbortSignal;
  readonly #end: number;
  readonly #timer: NodeJS.Timeout;

  /** @param ms - the time for the call, in milliseconds */
  constructor(
    readonly ms: number,
    caller: AbortSignal,
  ) {
    const over = new AbortController();
    this.#caller = caller;
    this.#end = performance.now() + ms;
    this.#timer = setTimeout(() => over.abort(new DeadlinePassed(`${ms} ms were not enough`)), ms);
    this.signal = AbortSignal.any([caller, over.signal]);
  }

  /** The milliseconds that remain, at least 0. */
  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Whether the time is over. */
  get passed(): boolean {
    return this.signal.aborted && !this.#caller.aborted;
  }

  /** Throws the caller's reason if the caller cancelled the call. */
  throwIfCancelled(): void {
    this.#caller.throwIfAborted();
  }

  /** Forgets the timer. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
