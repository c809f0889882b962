/** Lets changes of the same file happen one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** @throws the signal's reason if it is aborted before the turn comes */
  async take<T>(key: string, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.then(async () => {
      signal.throwIfAborted();
      return run();
    });
    const done = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, done);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === done) this.#last.delete(key);
    }
  }
}
