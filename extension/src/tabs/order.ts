// Keeps commands in the order in which they came, although some have to wait.

/** The order of the commands to one tab. */
export class Order {
  #tail: Promise<void> | undefined;

  /**
   * Starts `work` after all work before it was started, and after `before`. Where nothing has to be waited for, it
   * starts at once.
   */
  run<B, T>(before: () => Promise<B> | undefined, work: (ready: B | undefined) => Promise<T>): Promise<T> {
    const wait = this.#tail === undefined ? before() : this.#tail.then(before);
    if (wait === undefined) return work(undefined);
    const result = wait.then(work);
    // The work begins before what comes after it, but its end is not waited for.
    const tail: Promise<void> = wait
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        if (this.#tail === tail) this.#tail = undefined;
      });
    this.#tail = tail;
    return result;
  }
}
