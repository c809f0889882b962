// One deadline for all that a call does, and the caller's own wish to end it.

/** Milliseconds that a call has to clean up, once it is cancelled or its time is over. */
const GRACE = 500;

/** The time of a call is over. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";

  /** @param isOver whether the work of the call has ended: if not, its effect may still come */
  constructor(
    ms: number,
    readonly isOver = true,
  ) {
    super(`${ms} ms were not enough`);
  }
}

/** The time that a call has. */
export class Deadline {
  /** Aborted at the deadline with {@link DeadlinePassed}, and with the caller's reason when the caller cancels the call. */
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
    this.#timer = setTimeout(() => over.abort(new DeadlinePassed(ms)), ms);
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

/**
 * Runs a call with a deadline, and waits a moment for it to clean up.
 *
 * A call that succeeds although it was cancelled has its answer: what is done is not called undone.
 *
 * @throws {DeadlinePassed} once the time is over
 * @throws the caller's reason once the caller cancels
 */
export async function withDeadline<T>(
  ms: number,
  caller: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller.throwIfAborted();
  const deadline = new Deadline(ms, caller);
  const { signal } = deadline;
  let grace: NodeJS.Timeout | undefined;
  let abandon = () => {};
  try {
    const abandoned = new Promise<never>((_, reject) => {
      abandon = () => {
        const reason = signal.reason instanceof DeadlinePassed ? new DeadlinePassed(ms, false) : signal.reason;
        grace = setTimeout(() => reject(reason), GRACE);
      };
      signal.addEventListener("abort", abandon, { once: true });
    });
    return await Promise.race([run(signal), abandoned]);
  } finally {
    deadline.end();
    clearTimeout(grace);
    signal.removeEventListener("abort", abandon);
  }
}

/** Waits for what others wait for too, but no longer than until the signal is aborted. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
