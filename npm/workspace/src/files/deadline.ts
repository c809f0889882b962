// One deadline for an access, whatever it waits for.

/** Milliseconds that an access has to clean up, once it is cancelled or its time is over. */
const GRACE = 500;

/** An access whose time is over. */
export class Overdue extends Error {
  /** @param isOver whether the access has ended: if not, its effect may still come */
  constructor(readonly isOver: boolean) {
    super("the time of the access is over");
    this.name = "Overdue";
  }
}

/**
 * Runs an access with a deadline.
 *
 * An access that succeeds although it was cancelled has its answer: what is done is not called undone.
 *
 * @throws {Overdue} once the time is over
 * @throws the caller's reason once the caller cancels
 */
export async function withDeadline<T>(
  milliseconds: number,
  caller: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller.throwIfAborted();
  const own = new AbortController();
  const overdue = new Overdue(true);
  const cancel = () => own.abort(caller.reason);
  const timer = setTimeout(() => own.abort(overdue), milliseconds);
  caller.addEventListener("abort", cancel, { once: true });
  let grace: NodeJS.Timeout | undefined;
  try {
    const abandoned = new Promise<never>((_, reject) => {
      own.signal.addEventListener("abort", () => {
        const reason = own.signal.reason === overdue ? new Overdue(false) : own.signal.reason;
        grace = setTimeout(() => reject(reason), GRACE);
      });
    });
    return await Promise.race([run(own.signal), abandoned]);
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    caller.removeEventListener("abort", cancel);
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
