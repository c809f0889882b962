// What a tool needs a library for is loaded with its first call: a server lists its tools before anyone calls them.

/** What a tool works with, and how to end it. */
export interface Worker<I, O> {
  run(input: I, signal: AbortSignal): Promise<O>;
  close?(): Promise<void>;
}

/** A worker that `load` makes when it is first used. `close` ends it, if it was. */
export function lazily<I, O>(load: () => Promise<Worker<I, O>>): Required<Worker<I, O>> {
  let loading: Promise<Worker<I, O>> | undefined;
  return {
    run: async (input, signal) => {
      loading ??= load();
      const worker = await loading;
      signal.throwIfAborted();
      return worker.run(input, signal);
    },
    close: async () => {
      const worker = await loading?.catch(() => undefined);
      await worker?.close?.();
    },
  };
}
